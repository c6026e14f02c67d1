// What setting a thing sets in motion, on a real Home Assistant: see .ci/run for how one is started.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { RawClient } from "../contract/raw-client.ts";
import { anna, expose, LiveHome, type Shown } from "./live-home.ts";
import { live } from "./live-state.ts";

const helper = (name: string) => `input_boolean.${name}`;
const unlock = { action: "lock.unlock", target: { entity_id: "lock.back_door" } };
const AUTOMATIONS = {
  listeners_computed: {
    variables: { name: "guest_mode" },
    triggers: [{ trigger: "template", value_template: "{{ is_state('input_boolean.' ~ 'guest_mode', 'on') }}" }],
    conditions: ["{{ states('light.' ~ room) != states('input_boolean.' ~ name) }}"],
    actions: [unlock],
  },
  listeners_chain: {
    triggers: [{ trigger: "state", entity_id: helper("coffee_machine"), to: "on" }],
    actions: [{ action: "input_boolean.turn_on", target: { entity_id: helper("guest_mode") } }],
  },
  listeners_smoke: {
    triggers: [{ trigger: "state", entity_id: "binary_sensor.kitchen_smoke", to: "on" }],
    actions: [{ action: "persistent_notification.create", data: { message: "Smoke in the kitchen" } }],
  },
  listeners_plain: {
    triggers: [{ trigger: "time", at: "04:00:00" }],
    actions: [{ action: "light.turn_off", target: { entity_id: "light.bed_light" } }],
  },
};
type Id = keyof typeof AUTOMATIONS;

describe("what an automation makes of it counts, on a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    // a condition that nobody can work out depends on everything: without it first
    for (const id of Object.keys(AUTOMATIONS) as Id[]) await write(id, { ...AUTOMATIONS[id], conditions: [] });
    for (const name of ["guest_mode", "coffee_machine", "bathroom_lamp"]) await expose(helper(name), true);
    for (const id of Object.keys(AUTOMATIONS)) await expose(`automation.${id}`, true);
    home = await LiveHome.start();
    await home.call("input_boolean.turn_off", { entity_id: ["guest_mode", "coffee_machine", "bathroom_lamp"].map(helper) });
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
    for (const id of Object.keys(AUTOMATIONS)) await automation(id, { method: "DELETE" });
  });

  /** The person writes something, and the model makes this call of it. */
  async function askedFor(service: string, entityId: string): Promise<Shown> {
    const before = home.model.calls.length;
    const call = { toolCalls: [{ name: "call_ha_service", args: { when: "now", service, entity_id: [entityId], data: {} } }] };
    home.model.respond(() => (home.model.calls.length === before + 1 ? call : { text: "That is all." }));
    return home.asks(anna, "please do the thing");
  }

  async function cancelled(question: Shown): Promise<void> {
    expect(question.buttons).toContain("Cancel");
    await home.presses(anna, "Cancel");
    await home.next(anna, ({ kind }) => kind === "message");
  }

  it("a helper whose id the template of an unlocking automation puts together is asked about", async () => {
    const question = await askedFor("input_boolean.turn_on", helper("guest_mode"));
    expect(question.text).toMatch(/unlocks a door: Back Door/i);
    await cancelled(question);
    expect((await home.state(helper("guest_mode"))).state).toBe("off");
  });

  it("so is one that another automation makes of it, and no other helper", async () => {
    const question = await askedFor("input_boolean.turn_on", helper("coffee_machine"));
    expect(question.text).toMatch(/unlocks a door: Back Door/i);
    await cancelled(question);
    expect((await askedFor("input_boolean.turn_on", helper("bathroom_lamp"))).buttons).toEqual([]);
    await home.reaches(helper("bathroom_lamp"), "on");
  });

  it("what tells of smoke is not stopped unasked, what only switches lamps is", async () => {
    const question = await askedFor("automation.turn_off", "automation.listeners_smoke");
    expect(question.text).toMatch(/keeps the house safe/);
    await cancelled(question);
    expect((await askedFor("automation.turn_off", "automation.listeners_plain")).buttons).toEqual([]);
    await home.reaches("automation.listeners_plain", "off");
    expect((await home.state("automation.listeners_smoke")).state).toBe("on");
  });

  it("what a condition computes by a value that nobody knows depends on everything", async () => {
    await write("listeners_computed", AUTOMATIONS.listeners_computed);
    await home.reaches(helper("bathroom_lamp"), "on");
    const question = await askedFor("input_boolean.turn_off", helper("bathroom_lamp"));
    expect(question.text).toMatch(/keeps the house safe/);
    await cancelled(question);
  });
});

async function write(id: Id, config: object): Promise<void> {
  await automation(id, { method: "POST", body: JSON.stringify({ alias: id.replaceAll("_", " "), ...config }) });
  await using client = await RawClient.login(live);
  // the answer comes before Home Assistant has loaded it
  const written = async () =>
    expect(await client.result({ type: "automation/config", entity_id: `automation.${id}` })).toMatchObject({ config });
  await vi.waitFor(written, { timeout: 20_000, interval: 50 });
}

async function automation(id: string, request: RequestInit): Promise<void> {
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const response = await fetch(`${live.url}/api/config/automation/config/${id}`, { ...request, headers });
  if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
}
