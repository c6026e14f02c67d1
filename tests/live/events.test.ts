// Events of a real Home Assistant, both ways, the sensors by its MQTT, and the blueprints in its own hands.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";
import { anna, ben, LiveHome } from "./live-home.ts";
import { live } from "./live-state.ts";

const PREFIX = "ha_personal_assistant_";
const PATIENCE = { timeout: 15_000, interval: 50 };
const blueprint = (file: string) => readFileSync(new URL(`../../docs/blueprints/${file}`, import.meta.url), "utf8");

describe("automations of a real Home Assistant", () => {
  let home: LiveHome;
  let client: RawClient;
  beforeAll(async () => {
    home = await LiveHome.start({
      people: [
        { name: "Anna", telegram_user_id: anna, role: "owner", ha_person: "person.anna" },
        { name: "Ben", telegram_user_id: ben, role: "adult" },
      ],
    });
    client = await RawClient.login(live);
    for (const name of ["turn_finished", "action", "approval", "error"]) {
      await client.subscribe({ type: "subscribe_events", event_type: PREFIX + name });
    }
    await home.asks(anna, "/start");
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  const ask = (data: Frame) => client.result({ type: "fire_event", event_type: `${PREFIX}ask`, event_data: data });
  const events = (name: string) =>
    client.frames.flatMap((frame) => {
      const event = frame["event"] as Frame | undefined;
      return event?.["event_type"] === PREFIX + name ? [event["data"] as Frame] : [];
    });

  it("hears what was asked and done, without a word of it", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    await home.reaches("light.bed_light", "off");
    await home.asks(anna, "turn on the bed light");
    // events come in the order in which they are sent, which is not that of the messages
    await vi.waitFor(() => {
      expect(events("turn_finished").at(-1)).toMatchObject({ asked_by: "person", model: "recogniser" });
      expect(events("turn_finished").at(-1)).toMatchObject({ outcome: "answered", person: "person.anna", role: "owner" });
      expect(events("action").at(-1)).toMatchObject({ service: "light.turn_on", entity_ids: ["light.bed_light"], outcome: "done" });
    }, PATIENCE);
    expect(JSON.stringify(events("turn_finished"))).not.toMatch(/bed.light/i);
  });

  it("has a question answered in the person's chat, and asks that person before it acts on it", async () => {
    await ask({ text: "is the garage door closed?", person: "person.anna" });
    expect((await home.next(anna)).text).toMatch(/Garage Door is/);
    await ask({ text: "turn off the bed light", chat_id: anna });
    expect((await home.next(anna)).text).toContain(
      "This rests on a text from outside: “turn off the bed light” (an automation or a program asked it).",
    );
    expect(home.calls("light.turn_off")).toHaveLength(1);
    await home.presses(anna, "Yes");
    expect((await home.next(anna, ({ kind }) => kind === "message")).text).toBe("Bed Light is now off.");
    await vi.waitFor(() => expect(events("approval").map(({ outcome }) => outcome)).toEqual(["asked", "yes"]), PATIENCE);
    await vi.waitFor(() => expect(events("turn_finished").at(-1)).toMatchObject({ asked_by: "event" }), PATIENCE);
  });

  it("tells what it refuses", async () => {
    await ask({ text: "hello", person: "person.nobody" });
    await vi.waitFor(() => expect(events("error")).toEqual([{ kind: "ask_refused", reason: "unknown_person" }]), PATIENCE);
  });

  it("shows how the service is", async () => {
    const state = async (name: string) => (await home.state(`sensor.${PREFIX}${name}`)).state;
    await vi.waitFor(async () => expect(await state("model")).toBe("ollama/test-model"), PATIENCE);
    await vi.waitFor(async () => expect([await state("status"), await state("queue")]).toEqual(["ok", "0"]), PATIENCE);
  });

  it.each([
    ["script", "ask_the_assistant.yaml", { person: "person.anna" }],
    ["automation", "ask_when_left_open.yaml", { person: "person.anna", opening: "cover.garage_door", minutes: 5 }],
  ])("takes the blueprint of a %s", async (domain, file, input) => {
    const path = `assistant_test/${file}`;
    await client.result({ type: "blueprint/save", domain, path, yaml: blueprint(file), allow_override: true });
    try {
      const { substituted_config: made } = (await client.result({ type: "blueprint/substitute", domain, path, input })) as {
        substituted_config: Frame;
      };
      const checked = domain === "script" ? { actions: made["sequence"] } : { triggers: made["triggers"], actions: made["actions"] };
      const verdict = (await client.result({ type: "validate_config", ...checked })) as Record<string, { valid: boolean; error: unknown }>;
      for (const part of Object.keys(checked)) expect(verdict[part]).toEqual({ valid: true, error: null });
    } finally {
      await client.result({ type: "blueprint/delete", domain, path });
    }
  });
});
