import { expect, test } from "vitest";
import type { ContractHome } from "./contract-home.ts";
import { RawClient } from "./raw-client.ts";
import type { Frame } from "./recordings.ts";

/** Home Assistant writes the logbook's rows some seconds after what they tell. */
const WRITTEN = { timeout: 12_000, interval: 100 };
const guest = { entity_id: "input_boolean.guest_mode" };

/** Who caused what: contexts of calls inside calls, and the logbook. */
export function causeContract(home: () => ContractHome): void {
  const login = () => RawClient.login(home());
  const contextOf = (answer: Frame) => (answer["result"] as { context: { id: string; user_id: string } }).context;
  /** Rows of the logbook since a moment, once there are at least so many, without their times and random ids. */
  async function rows(client: RawClient, start: string, entity_ids: readonly string[], count: number): Promise<Frame[]> {
    const ask = { type: "logbook/get_events", start_time: start, entity_ids };
    const read = async () => (await client.result(ask)) as unknown as Frame[];
    await expect.poll(async () => (await read()).length, WRITTEN).toBeGreaterThanOrEqual(count);
    return (await read()).map(({ when, run_id: _run, context_id: _context, icon: _icon, ...told }) => {
      expect(typeof when).toBe("number");
      return told;
    });
  }
  /** A moment that nothing before belongs to. */
  const now = () => new Date().toISOString();

  test("a script calls what is in it and in the scripts that it calls, in the context of whoever started it", async () => {
    await using client = await login();
    await client.call("lock.lock", {}, { entity_id: "lock.main_door" });
    await client.subscribe({ type: "subscribe_events", event_type: "call_service" });
    await client.subscribe({ type: "subscribe_events", event_type: "script_started" });
    const started = await client.call("script.come_in", {});
    const events = client.frames.flatMap(({ type, event }) => (type === "event" ? [event as Frame] : []));
    const own = events.filter((event) => (event["context"] as Frame)["id"] === contextOf(started).id);
    const told = own.map((event) => {
      const { domain, service, service_data, entity_id, item_id } = event["data"] as Frame;
      return event["event_type"] === "script_started" ? [entity_id, item_id] : [`${domain}.${service}`, service_data];
    });
    // A real lock of templates makes calls of its own.
    expect(told.filter(([name]) => !String(name).startsWith("input_boolean."))).toEqual([
      ["script.come_in", {}],
      ["script.come_in", "come_in"],
      ["light.turn_on", { entity_id: ["light.bed_light"] }],
      ["script.let_in", {}],
      ["script.let_in", "let_in"],
      ["lock.unlock", { entity_id: ["lock.main_door"] }],
      ["script.turn_on", { entity_id: ["script.let_in"] }],
      ["script.let_in", "let_in"],
      ["lock.unlock", { entity_id: ["lock.main_door"] }],
    ]);
  });

  test("a scene unlocks by a call of its own, in the context of whoever started it", async () => {
    await using client = await login();
    await client.call("lock.lock", {}, { entity_id: "lock.main_door" });
    await client.subscribe({ type: "subscribe_entities", entity_ids: ["lock.main_door"] });
    await client.event((event) => JSON.stringify(event).includes('"locked"'));
    await client.subscribe({ type: "subscribe_events", event_type: "call_service" });
    const started = await client.call("scene.turn_on", {}, { entity_id: "scene.open_house" });
    const unlocked = await client.event(({ data }) => (data as Frame | undefined)?.["service"] === "unlock");
    expect(unlocked["context"]).toEqual(contextOf(started));
    expect(unlocked["data"]).toEqual({ domain: "lock", service: "unlock", service_data: { entity_id: "lock.main_door" } });
    await client.call("lock.lock", {}, { entity_id: "lock.main_door" });
  });

  test("the logbook names the user and the service of a call", async () => {
    await using client = await login();
    const start = now();
    const { user_id } = contextOf(await client.call("input_boolean.toggle", {}, guest));
    const [row] = await rows(client, start, [guest.entity_id], 1);
    expect(row).toEqual({
      state: expect.stringMatching(/^(on|off)$/),
      ...guest,
      context_user_id: user_id,
      context_domain: "input_boolean",
      context_service: "toggle",
      context_event_type: "call_service",
    });
  });

  test("what a hand did has no cause, and what an automation made of it has the automation, triggered by the switch", async () => {
    await using client = await login();
    const start = now();
    await home().flipWallSwitch();
    const [wall, automation, helper] = await rows(client, start, ["switch.wall_switch", "automation.wall_light", guest.entity_id], 3);
    const source = "state of switch.wall_switch";
    expect(wall).toEqual({ state: expect.any(String), entity_id: "switch.wall_switch" });
    expect(automation).toEqual({
      name: "Wall light",
      message: `triggered by ${source}`,
      source,
      entity_id: "automation.wall_light",
      item_id: "wall_light",
      domain: "automation",
      context_state: wall?.["state"],
      context_entity_id: "switch.wall_switch",
    });
    expect(helper).toEqual({
      state: expect.any(String),
      ...guest,
      context_event_type: "automation_triggered",
      context_domain: "automation",
      context_name: "Wall light",
      context_message: `triggered by ${source}`,
      context_source: source,
      context_entity_id: "automation.wall_light",
    });
  });

  test("an automation that somebody triggered has their user, in itself and in what it did", async () => {
    await using client = await login();
    const start = now();
    const { user_id } = contextOf(await client.call("automation.trigger", {}, { entity_id: "automation.wall_light" }));
    const [automation, helper] = await rows(client, start, ["automation.wall_light", guest.entity_id], 2);
    expect(automation).toEqual({
      name: "Wall light",
      message: "triggered",
      source: null,
      entity_id: "automation.wall_light",
      item_id: "wall_light",
      domain: "automation",
      context_user_id: user_id,
    });
    // The call that triggered it has no entity: it is found only by who asks for all.
    const whole = (await client.result({ type: "logbook/get_events", start_time: start })) as unknown as Frame[];
    expect(whole.find(({ entity_id }) => entity_id === "automation.wall_light")).toMatchObject({
      context_user_id: user_id,
      context_domain: "automation",
      context_service: "trigger",
      context_event_type: "call_service",
    });
    expect(helper).toMatchObject({ context_user_id: user_id, context_domain: "automation", context_entity_id: "automation.wall_light" });
  });

  test("a logbook of no time at all is refused, one of unknown entities or of the future is empty", async () => {
    await using client = await login();
    const ask = (more: Frame) => client.command({ type: "logbook/get_events", ...more });
    const wrong = [await ask({ start_time: "yesterday" }), await ask({ start_time: now(), end_time: "later" }), await ask({})];
    expect(wrong.map(({ error }) => error)).toEqual([
      { code: "invalid_start_time", message: "Invalid start_time" },
      { code: "invalid_end_time", message: "Invalid end_time" },
      { code: "invalid_format", message: "required key not provided at 'start_time'. Got None" },
    ]);
    const hour = new Date(Date.now() - 3_600_000).toISOString();
    expect((await ask({ start_time: hour, entity_ids: ["lock.no_such"] }))["result"]).toEqual([]);
    expect((await ask({ start_time: new Date(Date.now() + 3_600_000).toISOString() }))["result"]).toEqual([]);
  });
}
