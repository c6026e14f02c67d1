import { expect, test } from "vitest";
import type { RawClient } from "./raw-client.ts";
import { type Frame, recordedResult, recording } from "./recordings.ts";
import { differences } from "./same-shape.ts";

/** Sentences of the recording that the simulated grammar answers word by word; of the others only the shape is compared. */
const SAME_ANSWER = [
  "turn on the kitchen lights",
  "set the bed light brightness to 40 percent",
  "what is the living room temperature",
  "is the main door locked",
  "lock the main door",
  "unlock the entrance door",
  "turn on the reading lamp",
  "turn off all lights in the kitchen",
  "turn on the big light",
  "open the bedroom blind",
  "set the ecobee to 23 degrees",
  "turn on the coffee maschine",
  "tell me a joke",
  "dim the unobtainium lamp",
  "add eggs to groceries",
  "what time is it",
];

/** Rows of the registries, and what is exposed. */
export function registryContract(login: () => Promise<RawClient>): void {
  test.each(["area", "floor", "label", "device", "entity"])("every row of the %s registry has the recorded keys", async (kind) => {
    await using client = await login();
    const type = `config/${kind}_registry/list`;
    const [row] = recordedResult("registries", (command) => command["type"] === type)["result"] as unknown as Frame[];
    const rows = (await client.result({ type })) as unknown as Frame[];
    expect(rows.length).toBeGreaterThan(1);
    // Child devices and rows of single integrations differ; those of the demo are compared.
    for (const each of rows.filter((other) => kind !== "entity" || other["platform"] !== "telegram_bot"))
      expect(differences(row, each, String(each["name"]))).toEqual([]);
  });

  test("one entity comes with its aliases, null standing for its name, and unknown ones are null", async () => {
    await using client = await login();
    const isGet = (command: Frame) => command["type"] === "config/entity_registry/get";
    const entity_ids = ["light.ceiling_lights", "lock.main_door", "light.no_such"];
    const several = (await client.result({ type: "config/entity_registry/get_entries", entity_ids })) as Record<string, Frame>;
    expect(differences(recordedResult("registries", isGet)["result"], several["light.ceiling_lights"])).toEqual([]);
    expect(several["light.no_such"]).toBeNull();
    expect(several["lock.main_door"]?.["aliases"]).toEqual([null, "entrance door", "Haustür"]);
  });

  test("exposure is a list of what is exposed", async () => {
    await using client = await login();
    const { exposed_entities: exposed } = await client.result({ type: "homeassistant/expose_entity/list" });
    expect((exposed as Frame)["lock.main_door"]).toEqual({ conversation: true });
  });
}

/** What is asked and answered without changing anything: configuration, services, the matcher, history. */
export function answerContract(login: () => Promise<RawClient>): void {
  test.each([{ type: "get_config" }, { type: "get_states" }, { type: "config_entries/get", domain: "telegram_bot" }])(
    "$type answers with the recorded keys",
    async (command) => {
      await using client = await login();
      const was = recordedResult("get-config", ({ type }) => type === command.type);
      expect(differences(was["result"], await client.result(command))).toEqual([]);
    },
  );

  test("services have the recorded fields, targets and answers", async () => {
    type Described = Record<string, { fields: Record<string, Frame>; target?: unknown; response?: unknown }>;
    await using client = await login();
    const was = recordedResult("get-services", () => true)["result"] as unknown as Record<string, Described>;
    const now = (await client.result({ type: "get_services" })) as unknown as Record<string, Described>;
    for (const [domain, services] of Object.entries(was)) {
      for (const [service, { fields, target, response }] of Object.entries(services)) {
        const found = now[domain]?.[service];
        expect(Object.keys(found?.fields ?? {}).sort(), `${domain}.${service}`).toEqual(Object.keys(fields).sort());
        expect({ target: found?.target, response: found?.response }, `${domain}.${service}`).toEqual({ target, response });
        for (const [field, described] of Object.entries(fields))
          expect(found?.fields[field]?.["required"], `${domain}.${service} ${field}`).toBe(described["required"]);
      }
    }
  });

  test.each(
    recording("conversation-debug").commands.map(({ command, result }) => [String((command["sentences"] as string[])[0]), result] as const),
  )("what the matcher would do: %s", async (sentence, result) => {
    await using client = await login();
    const answer = await client.command({ type: "conversation/agent/homeassistant/debug", sentences: [sentence], language: "en" });
    expect(differences({ ...result, id: 1 }, answer)).toEqual([]);
    if (!SAME_ANSWER.includes(sentence)) return;
    const [was, now] = [result, answer].map((frame) => (frame["result"] as { results: (Frame | null)[] }).results[0]);
    const said = (found: Frame | null | undefined) =>
      found && {
        intent: found["intent"],
        slots: found["slots"],
        details: found["details"],
        targets: found["targets"],
        match: found["match"],
      };
    expect(said(now)).toEqual(said(was));
  });

  test("history has the rows of the time, without attributes if asked, nothing of unknown entities", async () => {
    await using client = await login();
    const start = new Date(Date.now() - 1000).toISOString();
    const set = (value: number) => client.call("input_number.set_value", { value }, { entity_id: "input_number.living_room_degrees" });
    await set(20.5);
    await set(21.5);
    const asked = {
      type: "history/history_during_period",
      start_time: start,
      entity_ids: ["input_number.living_room_degrees", "sensor.no_such"],
    };
    const short = { ...asked, minimal_response: true, no_attributes: true };
    await expect.poll(async () => JSON.stringify(await client.result(short)), { timeout: 8_000 }).toContain('"21.5"');
    const rows = (await client.result(short))["input_number.living_room_degrees"] as Frame[];
    expect(Object.keys(await client.result(short))).toEqual(["input_number.living_room_degrees"]);
    expect(differences({ s: "21.0", lu: 1 }, rows.at(-1))).toEqual([]);
    const whole = (await client.result({ ...asked, significant_changes_only: false }))["input_number.living_room_degrees"] as Frame[];
    expect(differences({ s: "21.0", a: {}, lu: 1 }, whole.at(-1))).toEqual([]);
    const wrong = recording("history").commands.find(({ result }) => result["success"] === false)?.result["error"];
    expect((await client.command({ ...asked, start_time: "yesterday" }))["error"]).toEqual(wrong);
  });
}
