import { describe, expect, test } from "vitest";
import type { FurnishedEntity } from "../../src/simulated-home/furnishing.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, ScenarioHome, serviceCall } from "./scenario-home.ts";

const LAMP = "light.floor_lamp";
const GUEST_UNTIL = "2099-01-01";
const people = {
  owner: [{ name: "Anna", telegram_user_id: anna, role: "owner" }],
  child: [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "child" },
  ],
  guest: [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "guest", areas: ["Living Room"], until: GUEST_UNTIL },
  ],
};
const automation = (id: string, config: FurnishedEntity["config"]): FurnishedEntity => ({
  entity_id: `automation.${id}`,
  name: id,
  ...(config && { config }),
});
const on = { trigger: "state", entity_id: LAMP, to: "on" };
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front_door" } };
const lock = { action: "lock.lock", target: { entity_id: "lock.front_door" } };
const opens = automation("lamp_opens", { triggers: [on], actions: [unlock] });

async function houseWith(role: keyof typeof people, ...entities: readonly FurnishedEntity[]): Promise<ScenarioHome> {
  const furnishing = demoHome;
  const added = [...furnishing.entities.map((entity) => (entity.entity_id === LAMP ? { ...entity, state: false } : entity)), ...entities];
  return ScenarioHome.start({ options: { people: people[role] }, home: { furnishing: { ...furnishing, entities: added } } });
}

/** What the house was told after the model proposed this call, without any answer to a question. */
async function unasked(
  home: ScenarioHome,
  person: number,
  call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
) {
  home.model.reply({ toolCalls: [call] }, { text: "Done." });
  const { plain } = await home.asks(person, "would you do that for me now");
  return { plain, calls: home.calls() };
}

describe("a lamp whose automation unlocks the door", () => {
  test("is asked about, and the question says what it also does", async () => {
    await using home = await houseWith("owner", opens);
    const question = await home.asks(anna, "turn on the floor lamp");
    expect(question.plain).toMatch(/floor lamp/i);
    expect(question.plain).toContain("It unlocks a door: Front Door");
    expect(home.calls()).toEqual([]);
    home.presses(anna, "Yes");
    await expect.poll(() => home.sim.state("lock.front_door")?.state).toBe("unlocked");
  });

  const more = [
    { entity_id: "script.cosy", name: "Cosy", config: { sequence: [{ action: "light.turn_on", target: { entity_id: LAMP } }] } },
    { entity_id: "light.lounge", name: "Lounge", area: "Living Room", members: [LAMP] },
  ];
  const calls = {
    itself: serviceCall("light.turn_on", LAMP),
    "through a script": serviceCall("script.turn_on", "script.cosy"),
    "through a group": serviceCall("light.turn_on", "light.lounge"),
    "through a room": { name: "call_ha_service", args: { when: "now", service: "light.turn_on", area: "Living Room" } },
  };
  test.each(["owner", "child", "guest"] as const)("is not turned on by the %s unasked, whatever the way", async (role) => {
    await using home = await houseWith(role, opens, ...more);
    for (const [way, call] of Object.entries(calls)) {
      expect((await unasked(home, role === "owner" ? anna : ben, call)).calls, way).toEqual([]);
    }
  });
});

test.each<[name: string, call: ReturnType<typeof serviceCall>]>([
  ["the automation that locks at night is not stopped", serviceCall("automation.turn_off", "automation.locks")],
  ["nor is a lamp switched that it depends on", serviceCall("light.turn_on", LAMP)],
])("%s by a child", async (_name, call) => {
  const config = {
    triggers: [{ trigger: "sun", event: "sunset" }],
    conditions: [{ condition: "state", entity_id: LAMP, state: "off" }],
    actions: [lock],
  };
  await using home = await houseWith("child", automation("locks", config));
  expect((await unasked(home, ben, call)).calls).toEqual([]);
});

test.each<[name: string, event: string, told: string]>([
  ["of its own integration says that it is not sure", "hue_event", "Maybe it unlocks a door: Front Door."],
  ["of a phone follows no lamp", "mobile_app_notification_action", "Hue lamp is now on"],
])("an event %s", async (_name, event, told) => {
  const hue = { name: "Hue lamp", device: "Hue lamp", platform: "hue", attributes: { supported_color_modes: ["brightness"] } };
  const opensBy = automation("opens", { triggers: [{ trigger: "event", event_type: event }], actions: [unlock] });
  await using home = await houseWith("owner", { entity_id: "light.hue_lamp", ...hue }, opensBy);
  expect((await unasked(home, anna, serviceCall("light.turn_on", "light.hue_lamp"))).plain).toContain(told);
});

test("an automation that harms nobody makes no questions", async () => {
  const actions = [{ action: "light.turn_on", target: { entity_id: "light.kitchen_light" } }, lock];
  await using home = await houseWith("child", automation("evening", { triggers: [on], actions }));
  home.says(ben, "turn on the floor lamp");
  await expect.poll(() => home.sim.state(LAMP)?.state).toBe("on");
});

describe("a helper whose automation unlocks by what its template computes", () => {
  const helper: FurnishedEntity = { entity_id: "input_boolean.visit", name: "Visit" };
  const other: FurnishedEntity = { entity_id: "input_boolean.reading", name: "Reading" };
  const template = (value_template: string, more = {}) => ({
    triggers: [{ trigger: "template", value_template }],
    actions: [unlock],
    ...more,
  });
  const known = "{{ states('input_boolean.' ~ 'visit') }}";

  /** Each with whether it asks when the helper is turned on. */
  const computed: readonly (readonly [name: string, config: FurnishedEntity["config"], asks: readonly FurnishedEntity[]])[] = [
    ["a computed id, but not another helper", template(known), [helper]],
    ["in a condition", { triggers: [{ trigger: "sun", event: "sunset" }], conditions: [known], actions: [unlock] }, [helper]],
    ["by a plain variable", template("{{ states('input_boolean.' ~ name) }}", { variables: { name: "visit" } }), [helper]],
    ["what only its run would tell", template("{{ states('input_boolean.' ~ trigger.id) }}"), [helper, other]],
    [
      "a wait within a choice",
      { triggers: [], actions: [{ choose: [{ conditions: [], sequence: [{ wait_template: known }, unlock] }] }] },
      [helper],
    ],
  ];
  test.each(computed)("%s", async (_name, config, asks) => {
    await using home = await houseWith("child", helper, other, automation("computed", config));
    for (const one of [helper, other]) {
      for (const person of [anna, ben]) {
        home.sim.setState(one.entity_id, "off");
        const before = home.calls().length;
        await unasked(home, person, serviceCall("input_boolean.turn_on", one.entity_id));
        expect(home.calls().length - before, `${one.entity_id} ${person}`).toBe(asks.includes(one) ? 0 : 1);
      }
    }
  });
});

describe("what a device says over MQTT counts with its entities", () => {
  const plug = (name: string): FurnishedEntity => ({
    entity_id: `light.${name}`,
    name,
    device: name,
    attributes: { supported_color_modes: ["brightness"] },
    mqtt: { state_topic: `home/${name}`, command_topic: `home/${name}/set` },
  });
  test.each([
    ["home/bulb", [0, 1]],
    ["home/+", [0, 0]],
    ["home/bulb/brightness", [0, 1]],
    ["door/bell", [1, 1]],
  ])("%s", async (topic, calls) => {
    const listens = automation("bell", { triggers: [{ trigger: "mqtt", topic }], actions: [unlock] });
    await using home = await houseWith("owner", plug("bulb"), plug("tube"), listens);
    for (const [at, entityId] of ["light.bulb", "light.tube"].entries()) {
      await unasked(home, anna, serviceCall("light.turn_on", entityId));
      expect(
        home.calls().filter(({ entityIds }) => entityIds.includes(entityId)),
        entityId,
      ).toHaveLength(calls[at] ?? 0);
    }
  });
});

describe("what protects the house is not stopped unasked", () => {
  const leak: FurnishedEntity = { entity_id: "binary_sensor.leak", name: "Leak", attributes: { device_class: "moisture" } };
  const motion = { trigger: "state", entity_id: "binary_sensor.hallway_motion", to: "on" };
  const wet = { trigger: "state", entity_id: "binary_sensor.leak", to: "on" };
  const lamp = { action: "light.turn_on", target: { entity_id: "light.kitchen_light" } };
  const timer: FurnishedEntity = { entity_id: "timer.watch", name: "Watch", state: "active" };
  const helper: FurnishedEntity = { entity_id: "input_boolean.guard", name: "Guard", state: true };
  const ended = { trigger: "event", event_type: "timer.finished", event_data: { entity_id: "timer.watch" } };
  const guarded = { condition: "state", entity_id: "input_boolean.guard", state: "on" };
  const close = { action: "valve.close_valve", target: { entity_id: "valve.water_main" } };
  const tell = { action: "notify.notify", data: { message: "Come home" } };
  const pump = { action: "switch.turn_on", target: { entity_id: "switch.christmas_tree" } };
  const heat = { action: "climate.set_temperature", target: { entity_id: "climate.thermostat" }, data: { temperature: 8 } };
  const stop = serviceCall("automation.turn_off", "automation.guard");

  test.each<[name: string, config: FurnishedEntity["config"], call: ReturnType<typeof serviceCall>, calls: number]>([
    ["a valve that closes at a leak", { triggers: [wet], actions: [close] }, stop, 0],
    ["a message at a leak", { triggers: [wet], actions: [tell] }, stop, 0],
    ["even a lamp at a leak", { triggers: [wet], actions: [lamp] }, stop, 0],
    [
      "a lamp if there is a leak",
      { triggers: [motion], conditions: [{ condition: "state", entity_id: "binary_sensor.leak", state: "on" }], actions: [lamp] },
      stop,
      0,
    ],
    ["a pump", { triggers: [motion], actions: [pump] }, stop, 0],
    ["what keeps pipes from freezing", { triggers: [motion], actions: [heat] }, stop, 0],
    ["the timer that it waits for", { triggers: [ended], actions: [tell] }, serviceCall("timer.cancel", "timer.watch"), 0],
    [
      "the helper that it depends on",
      { triggers: [wet], conditions: [guarded], actions: [close] },
      serviceCall("input_boolean.turn_off", "input_boolean.guard"),
      0,
    ],
    ["but what only lights the hall", { triggers: [motion], conditions: [guarded], actions: [lamp] }, stop, 1],
    [
      "nor the helper of that",
      { triggers: [motion], conditions: [guarded], actions: [lamp] },
      serviceCall("input_boolean.turn_off", "input_boolean.guard"),
      1,
    ],
  ])("%s", async (_name, config, call, calls) => {
    await using home = await houseWith("child", leak, timer, helper, automation("guard", config));
    for (const person of calls === 0 ? [anna, ben] : [ben]) expect((await unasked(home, person, call)).calls.length).toBe(calls);
  });

  const plug = "switch.christmas_tree";
  const climate = "climate.thermostat";
  const offAfter = {
    triggers: [{ trigger: "state", entity_id: plug, to: "on", for: "01:00:00" }],
    actions: [{ action: "switch.turn_off", target: { entity_id: plug } }],
  };
  const offByWindow = {
    triggers: [{ trigger: "state", entity_id: "binary_sensor.kitchen_window", to: "on" }],
    conditions: [{ condition: "state", entity_id: climate, state: "heat" }],
    actions: [{ action: "climate.turn_off", target: { entity_id: climate } }],
  };
  test.each<[name: string, config: FurnishedEntity["config"], service: string, entityId: string]>([
    ["a plug that is turned off after a while", offAfter, "switch.turn_on", plug],
    ["nor turning it off before", offAfter, "switch.turn_off", plug],
    ["a thermostat that an open window turns off", offByWindow, "climate.turn_off", climate],
  ])("%s is used as ever", async (_name, config, service, entityId) => {
    await using home = await houseWith("child", automation("daily", config));
    const state = service.endsWith("off") ? (entityId === climate ? "heat" : "on") : "off";
    home.sim.setState(entityId, state);
    await unasked(home, ben, serviceCall(service, entityId));
    expect(home.calls(service)).toHaveLength(1);
  });

  test("nor what sets the helper that it depends on", async () => {
    const chain = automation("chain", {
      triggers: [motion],
      actions: [{ action: "input_boolean.turn_on", target: { entity_id: helper.entity_id } }],
    });
    const guard = automation("guard", { triggers: [{ trigger: "state", entity_id: helper.entity_id, to: "on" }], actions: [close, tell] });
    await using home = await houseWith("child", leak, helper, chain, guard);
    expect((await unasked(home, ben, serviceCall("automation.turn_off", "automation.chain"))).calls).toEqual([]);
  });
});

describe("what belongs to the same device changes with it", () => {
  const lamp: FurnishedEntity = {
    entity_id: "light.box",
    name: "Box",
    device: "Box",
    attributes: { supported_color_modes: ["brightness"] },
  };
  const screen: FurnishedEntity = { entity_id: "sensor.box_status", name: "Box Status", device: "Box" };
  test.each([
    ["sensor.box_status", 0],
    ["sensor.other_status", 1],
  ])("%s", async (entity_id, calls) => {
    const listens = automation("status", { triggers: [{ trigger: "state", entity_id }], actions: [unlock] });
    await using home = await houseWith("owner", lamp, screen, listens);
    expect((await unasked(home, anna, serviceCall("light.turn_on", "light.box"))).calls.length).toBe(calls);
  });
});
