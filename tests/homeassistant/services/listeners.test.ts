import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import type { EntityDescription } from "../../fakes/home.ts";
import { type ActionWorldOptions, actionWorld } from "../action-world.ts";

const HELPER = "input_boolean.visit";
const entities: readonly EntityDescription[] = [
  { entityId: HELPER, area: "Hall", labels: ["arrivals"] },
  ...["input_boolean.other", "input_number.level", "input_datetime.bed", "timer.gate", "counter.rings", "todo.list"].map((entityId) => ({
    entityId,
  })),
  ...["light.hall", "light.den", "switch.plug", "lock.front", "media_player.den"].map((entityId) => ({
    entityId,
    deviceId: entityId.replace(".", "_"),
    platform: "hue",
    attributes: entityId.startsWith("light.") ? { supported_color_modes: ["brightness"] } : {},
  })),
  { entityId: "sensor.plug_power", deviceId: "switch_plug", deviceClass: "power" },
  { entityId: "light.both", attributes: { entity_id: ["light.hall", "light.den"] } },
  { entityId: "group.lamps", attributes: { entity_id: ["light.both"] } },
  { entityId: "binary_sensor.any_lamp", attributes: { entity_id: ["light.hall"] } },
  { entityId: "todo.shopping", platform: "shopping_list" },
  { entityId: "sensor.queue", platform: "mqtt" },
  { entityId: "sensor.model", platform: "mqtt" },
  { entityId: "event.bot", platform: "telegram_bot" },
  { entityId: "cover.garage", deviceClass: "garage" },
  { entityId: "valve.main" },
  { entityId: "automation.a", state: "on" },
  { entityId: "automation.b", state: "on" },
  { entityId: "automation.resting", state: "off" },
  { entityId: "script.s", state: "off" },
];
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front" } };
const lock = { action: "lock.lock", target: { entity_id: "lock.front" } };
const lamp = { action: "light.turn_on", target: { entity_id: "light.den" } };
const state = (entityId: string, more: object = {}) => ({ trigger: "state", entity_id: entityId, ...more });
const when = (triggers: unknown, actions: unknown = [unlock], more: object = {}) => ({ triggers, actions, ...more });
const never = { trigger: "sun", event: "sunset" };

const nested = (depth: number, step: object): object => (depth === 0 ? step : { sequence: [nested(depth - 1, step)] });

async function riskOf(routines: ActionWorldOptions["routines"], service: string, entityId: string | undefined, data = {}) {
  const devices = ["light_hall", "switch_plug"].map((id) => ({ id }));
  const known = { "automation.a": when([]), "automation.b": when([]), "script.s": { sequence: [] }, ...routines };
  const entries = Object.fromEntries(["queue", "model"].map((id) => [`sensor.${id}`, { unique_id: `ha_personal_assistant_${id}` }]));
  const { read } = actionWorld({ entities, entries, devices, labels: { arrivals: "Arrivals" }, routines: known });
  const found = effectsOf(await read(service, entityId ?? [], data), new Map());
  return [...new Set(found.map(({ effect }) => effect))].filter((effect) =>
    ["unlock", "safeguard", "open-entry", "unknown"].includes(effect),
  );
}

describe("what an automation does counts with what it listens to", () => {
  test.each<[name: string, triggers: unknown, service: string, entityId: string | undefined]>([
    ["a helper", state(HELPER, { to: "on" }), "input_boolean.turn_on", HELPER],
    ["a helper of the old spelling", { platform: "state", entity_id: `light.den, ${HELPER}` }, "input_boolean.toggle", HELPER],
    ["whatever it was before", state(HELPER, { from: "on" }), "input_boolean.turn_off", HELPER],
    ["any state but one", state(HELPER, { not_to: "off" }), "input_boolean.turn_on", HELPER],
    ["an attribute", state("light.hall", { attribute: "brightness", to: 255 }), "light.turn_on", "light.hall"],
    ["a number", { trigger: "numeric_state", entity_id: "input_number.level", above: 5 }, "input_number.set_value", "input_number.level"],
    [
      "a number that another is compared with",
      { trigger: "numeric_state", entity_id: "sensor.x", above: "input_number.level" },
      "input_number.set_value",
      "input_number.level",
    ],
    ["a template", { trigger: "template", value_template: `{{ is_state('${HELPER}', 'on') }}` }, "input_boolean.turn_on", HELPER],
    [
      "a template in points",
      { trigger: "template", value_template: "{{ states.counter.rings.state | int > 3 }}" },
      "counter.increment",
      "counter.rings",
    ],
    ["a template over a domain", { trigger: "template", value_template: "{{ states.light | count > 3 }}" }, "light.turn_on", "light.hall"],
    [
      "a template over an area",
      { trigger: "template", value_template: "{{ area_entities('hall') | map('states') | list }}" },
      "input_boolean.turn_on",
      HELPER,
    ],
    ["an area", { trigger: "light.turned_on", target: { area_id: "hall" } }, "input_boolean.turn_on", HELPER],
    ["a label", { trigger: "light.turned_on", target: { label_id: "arrivals" } }, "input_boolean.turn_on", HELPER],
    ["a device", { trigger: "device", device_id: "light_hall", domain: "light", type: "turned_on" }, "light.turn_on", "light.hall"],
    ["a group of a group", state("group.lamps"), "light.turn_on", "light.den"],
    ["a member of what is set", state("light.hall"), "light.turn_on", "light.both"],
    ["a sensor of lamps", state("binary_sensor.any_lamp", { to: "on" }), "light.turn_on", "light.hall"],
    [
      "the power that a plug measures",
      { trigger: "numeric_state", entity_id: "sensor.plug_power", above: 5 },
      "switch.turn_on",
      "switch.plug",
    ],
    ["a time that is set", { trigger: "time", at: "input_datetime.bed" }, "input_datetime.set_datetime", "input_datetime.bed"],
    [
      "a time beside one",
      { trigger: "time", at: { entity_id: "input_datetime.bed", offset: "-01:00" } },
      "input_datetime.set_datetime",
      "input_datetime.bed",
    ],
    [
      "a timer's end",
      { trigger: "event", event_type: "timer.finished", event_data: { entity_id: "timer.gate" } },
      "timer.start",
      "timer.gate",
    ],
    ["a list", { trigger: "event", event_type: "shopping_list_updated" }, "shopping_list.add_item", undefined],
    ["a list that is an entity", { trigger: "event", event_type: "shopping_list_updated" }, "todo.add_item", "todo.shopping"],
    ["every event", { trigger: "event", event_type: "*" }, "light.turn_on", "light.hall"],
    ["an event that a template names", { trigger: "event", event_type: ["x", "{{ 'call_' ~ 'service' }}"] }, "light.turn_on", "light.hall"],
    [
      "calls of a service for an entity that a template names",
      { trigger: "event", event_type: "call_service", event_data: { service_data: { entity_id: "{{ states('input_text.x') }}" } } },
      "light.turn_on",
      "light.hall",
    ],
    [
      "calls that a text in their data is about",
      { trigger: "event", event_type: "call_service", event_data: { source: "state of light.den" } },
      "light.turn_on",
      "light.hall",
    ],
    ["calls for no entity", { trigger: "event", event_type: "call_service" }, "shopping_list.add_item", undefined],
    ["notifications", { trigger: "persistent_notification" }, "persistent_notification.create", undefined],
    ["changes of any state", { trigger: "event", event_type: "state_changed" }, "media_player.media_play", "media_player.den"],
    ["a list's entries", state("todo.list"), "todo.add_item", "todo.list"],
    ["one of several", { triggers: [never, state("media_player.den", { to: "playing" })] }, "media_player.media_play", "media_player.den"],
  ])("%s", async (_name, triggers, service, entityId) => {
    expect(await riskOf({ "automation.a": when(triggers) }, service, entityId)).toContain("unlock");
  });

  test.each<[name: string, config: unknown, more?: Readonly<Record<string, unknown>>]>([
    [
      "whatever its conditions are",
      when(state(HELPER), [unlock], { conditions: [{ condition: "template", value_template: "{{ false }}" }] }),
    ],
    [
      "through another automation",
      when(state("light.hall")),
      { "automation.b": when(state(HELPER), [{ ...lamp, target: { entity_id: "light.hall" } }]) },
    ],
    ["through a script", when(state(HELPER), [{ action: "script.s" }]), { "script.s": { sequence: [unlock] } }],
    ["through a script that is listened to", when(state("script.s")), { "automation.b": when(state(HELPER), [{ action: "script.s" }]) }],
    ["from a wait in a script", undefined, { "script.s": { sequence: [{ wait_for_trigger: [state(HELPER)] }, lamp, unlock] } }],
    [
      "from a wait for a template",
      undefined,
      { "script.s": { sequence: [{ wait_template: `{{ is_state('${HELPER}','on') }}` }, { parallel: unlock }] } },
    ],
    ["of a blueprint", { use_blueprint: { path: "x.yaml", input: {} } }],
  ])("%s", async (_name, config, more = {}) => {
    const routines = { ...(config !== undefined && { "automation.a": config }), ...more };
    const world = actionWorld({
      entities,
      routines: { "automation.a": when([]), "automation.b": when([]), "script.s": { sequence: [] }, ...routines },
      blueprints: { "x.yaml": { substituted_config: when(state(HELPER)) } },
    });
    const found = effectsOf(await world.read("input_boolean.turn_on", HELPER), new Map());
    expect(found).toContainEqual(expect.objectContaining({ effect: "unlock", entityId: "lock.front" }));
  });

  test.each<[event: string, risky: boolean]>([
    ["ha_personal_assistant_action", true],
    ["ha_personal_assistant_turn_finished", true],
    ["ha_personal_assistant_approval", true],
    ["telegram_sent", true],
    ["ha_personal_assistant_error", false],
    ["telegram_text", false],
  ])("%s, that our own work fires or does not", async (event_type, risky) => {
    const event_data = { service: "light.turn_on", outcome: "done" };
    const config = when({ trigger: "event", event_type, event_data });
    expect(await riskOf({ "automation.a": config }, "light.turn_on", "light.hall")).toEqual(risky ? ["unlock"] : []);
    // what is only kept from happening is not told of
    const guarded = { "automation.a": when({ trigger: "event", event_type }, [lock]), "automation.b": when(never, [lamp]) };
    expect(await riskOf(guarded, "automation.turn_off", "automation.b")).toEqual([]);
  });

  test.each([
    [state("sensor.queue"), ["unlock"]],
    [state("event.bot"), ["unlock"]],
    [state("sensor.model"), []],
  ])("an entity that our work changes, or does not: %o", async (trigger, risk) => {
    expect(await riskOf({ "automation.a": when(trigger) }, "light.turn_on", "light.hall")).toEqual(risk);
    expect(await riskOf({ "automation.a": when(trigger, [lock]) }, "light.turn_on", "light.hall")).toEqual([]);
  });

  test.each<[name: string, triggers: unknown]>([
    ["its event", { trigger: "event", event_type: "automation_triggered" }],
    ["its event by name", { trigger: "event", event_type: "automation_triggered", event_data: { entity_id: "automation.a" } }],
    ["its state", state("automation.a", { attribute: "last_triggered" })],
    ["a template", { trigger: "template", value_template: "{{ state_attr('automation.a', 'last_triggered') }}" }],
    ["the event of the script that it starts", { trigger: "event", event_type: "script_started" }],
    ["the end of a script that waited", state("script.s")],
  ])("one that runs is a change of its own: %s", async (_name, triggers) => {
    const routines = {
      "automation.a": when(state("light.hall"), [lamp, { action: "script.s" }]),
      "script.s": { sequence: [{ wait_template: "{{ is_state('light.hall', 'on') }}" }, lamp] },
      "automation.b": when(triggers),
    };
    expect(await riskOf(routines, "light.turn_on", "light.hall")).toContain("unlock");
  });

  test("but its own run keeps it from nothing", async () => {
    const conditions = [{ condition: "template", value_template: "{{ now() - state_attr('automation.a', 'last_triggered') > 60 }}" }];
    expect(await riskOf({ "automation.a": when(state(HELPER), [lock], { conditions }) }, "input_boolean.turn_on", HELPER)).toEqual([]);
  });

  test("what waits in a loop goes on with its beginning", async () => {
    const sequence = [unlock, { wait_for_trigger: [state(HELPER)] }];
    const routines = { "script.s": { sequence: { repeat: { count: 2, sequence } } } };
    expect(await riskOf(routines, "input_boolean.turn_on", HELPER)).toContain("unlock");
  });

  test.each<[name: string, actions: unknown, risk: readonly string[]]>([
    ["ten thousand steps are read", Array.from({ length: 10_000 }, () => ({ delay: 1 })), []],
    ["more are not", Array.from({ length: 10_001 }, () => ({ delay: 1 })), ["unknown"]],
    ["nor what stands too deep", nested(31, { wait_for_trigger: [state(HELPER)] }), ["unknown"]],
  ])("%s", async (_name, actions, risk) => {
    expect(await riskOf({ "automation.a": when(never, actions) }, "light.turn_on", "light.den")).toEqual(risk);
  });

  test("what cannot be read may listen to anything", async () => {
    expect(await riskOf({ "automation.a": null }, "light.turn_on", "light.den")).toContain("unknown");
  });

  test.each<[name: string, config: unknown]>([
    ["another entity", when(state("input_boolean.other"))],
    ["the other state", when(state(HELPER, { to: "off" }))],
    ["nothing that harms", when(state(HELPER), [lamp, lock, { action: "notify.notify", data: { message: "{{ now() }}" } }])],
    ["a trigger that is off", when(state(HELPER, { enabled: false }))],
  ])("but not with %s", async (_name, config) => {
    expect(await riskOf({ "automation.a": config }, "input_boolean.turn_on", HELPER)).toEqual([]);
  });

  test("nor does one that is off", async () => {
    expect(await riskOf({ "automation.resting": when(state(HELPER)) }, "input_boolean.turn_on", HELPER)).toEqual([]);
  });
});

describe("what a template reads that its text does not tell", () => {
  const [known, unknown] = ["{{ states('input_boolean.' ~ 'visit') }}", "{{ states('input_boolean.' ~ name) }}"];
  const world = (config: unknown, stamp = { lastChanged: 1 }) =>
    actionWorld({
      entities: entities.map((entity) => (entity.entityId === HELPER ? { ...entity, ...stamp } : entity)),
      routines: { "automation.a": config, "automation.b": when([]), "script.s": { sequence: [] } },
      templates: {
        [known]: { entities: [HELPER] },
        "{{ states.light | map('states') }}": { domains: ["light"] },
        "{{ states | map('x') }}": { all: true },
      },
    });
  const risk = async (config: unknown, service: string, entityId: string) => {
    const found = effectsOf(await world(config).read(service, entityId), new Map());
    return [...new Set(found.map(({ effect }) => effect))].filter((effect) => ["unlock", "safeguard"].includes(effect));
  };
  const at = (value_template: string) => when({ trigger: "template", value_template });

  test.each<[name: string, config: unknown, entityId: string, risky: boolean]>([
    ["Home Assistant says", at(known), HELPER, true],
    ["and of nothing else", at(known), "input_boolean.other", false],
    ["by domain", at("{{ states.light | map('states') }}"), "light.hall", true],
    ["and of no other domain", at("{{ states.light | map('states') }}"), HELPER, false],
    ["or that it is everything", at("{{ states | map('x') }}"), HELPER, true],
    ["and what it cannot render may be anything", at(unknown), "input_boolean.other", true],
    ["also in a value", when({ trigger: "numeric_state", entity_id: "sensor.x", above: 1, value_template: known }), HELPER, true],
    ["also in how long it holds", when(state("sensor.x", { for: { minutes: known } })), HELPER, true],
    ["also in a wait within", when(never, [{ choose: [{ conditions: [], sequence: [{ wait_template: known }, unlock] }] }]), HELPER, true],
  ])("%s", async (_name, config, entityId, risky) => {
    expect(await risk(config, `${entityId.split(".")[0]}.turn_on`, entityId)).toEqual(risky ? expect.arrayContaining(["unlock"]) : []);
  });

  test("a condition that computes what it reads arms what follows", async () => {
    expect(await risk(when(never, [unlock], { conditions: [known] }), "input_boolean.turn_on", HELPER)).toEqual(["safeguard"]);
  });

  test("plain variables of an automation are told to Home Assistant", async () => {
    const made = world({ ...at(unknown), variables: { name: "visit", other: "{{ now() }}" } });
    await made.read("input_boolean.turn_on", HELPER);
    const variables = { name: "visit" };
    expect(made.connection.asked).toContainEqual(
      expect.objectContaining({ type: "render_template", template: unknown, variables, strict: true }),
    );
  });

  test("it is asked again only when what it reads has changed", async () => {
    const stamp = { lastChanged: 1 };
    const entity = { entityId: HELPER, ...stamp };
    const made = actionWorld({
      entities: [entity, { entityId: "automation.a", state: "on" }],
      routines: { "automation.a": at(known) },
      templates: { [known]: { entities: [HELPER] } },
    });
    const asked = () => made.connection.asked.filter(({ type }) => type === "render_template").length;
    await made.reader.warm(AbortSignal.timeout(5_000));
    await made.read("input_boolean.turn_on", HELPER);
    expect(asked()).toBe(1);
  });
});

describe("what a routine that guards the house depends on is no mere helper", () => {
  const on = { condition: "state", entity_id: HELPER, state: "on" };
  test.each<[name: string, config: unknown]>([
    ["a condition of the automation", when(never, [lock], { conditions: [on] })],
    ["a condition in its steps", when(never, [lamp, on, lock])],
    ["a template", when(never, [`{{ is_state('${HELPER}', 'on') }}`, unlock])],
    [
      "an if",
      when(
        never,
        parse(
          "[{ if: [{ condition: state, entity_id: input_boolean.visit, state: 'on' }], then: [{ action: lock.lock, target: { entity_id: lock.front } }] }]",
        ),
      ),
    ],
    [
      "an if that ends it",
      when(never, [
        ...parse("[{ if: [{ condition: state, entity_id: input_boolean.visit, state: 'on' }], then: [{ stop: not today }] }]"),
        lock,
      ]),
    ],
    ["a choice", when(never, [{ choose: [{ conditions: [on], sequence: [lamp] }], default: [lock] }])],
    ["a loop", when(never, [{ repeat: { while: [on], sequence: [lock] } }])],
    ["a wait", when(never, [{ wait_template: `{{ is_state('${HELPER}', 'on') }}` }, lock])],
    [
      "a variable",
      when(never, [{ variables: { so: `{{ states('${HELPER}') }}` } }, { choose: { conditions: "{{ so }}", sequence: lock } }]),
    ],
    ["what must not be so", when(never, [{ choose: { conditions: { condition: "not", conditions: [on] }, sequence: lock } }])],
    ["a wait for a state that holds", when(state(HELPER, { to: "off", for: "00:05:00" }), [lock])],
    ["how long it waits", when(never, [{ delay: `{{ states('${HELPER}') | int }}` }, lock])],
    ["how long it waits, in parts", when(never, [{ delay: { minutes: `{{ states('${HELPER}') | int }}` } }, unlock])],
    ["how long it waits at most", when(never, [{ wait_template: "{{ false }}", timeout: `{{ states('${HELPER}') }}` }, lock])],
    ["how long for a trigger", when(never, [{ wait_for_trigger: [never], timeout: { minutes: `{{ states('${HELPER}') }}` } }, lock])],
    ["what closes the garage", when(never, [on, { action: "cover.close_cover", target: { entity_id: "cover.garage" } }])],
  ])("%s", async (_name, config) => {
    expect(await riskOf({ "automation.a": config }, "input_boolean.turn_on", HELPER)).toContain("safeguard");
  });

  test.each<[service: string, entityId: string, data?: object]>([
    ["automation.turn_off", "automation.a"],
    ["automation.toggle", "automation.a"],
    ["script.turn_off", "script.s"],
    ["timer.cancel", "timer.gate"],
    ["timer.pause", "timer.gate"],
    ["timer.change", "timer.gate", { duration: 60 }],
    ["input_datetime.set_datetime", "input_datetime.bed"],
  ])("%s of what locks", async (service, entityId, data) => {
    const triggers = [{ trigger: "time", at: "input_datetime.bed" }, state("timer.gate", { to: "idle" })];
    const routines = { "automation.a": when(triggers, [lock]), "script.s": { sequence: [{ delay: 5 }, lock] } };
    expect(await riskOf(routines, service, entityId, data)).toContain("safeguard");
    const harmless = { "automation.a": when(triggers, [lamp]), "script.s": { sequence: [{ delay: 5 }, lamp] } };
    expect(await riskOf(harmless, service, entityId, data)).toEqual([]);
  });

  test.each<[name: string, calls: string, risky: boolean]>([
    ["also in a script that it waits for", "script.s", true],
    ["not in one that it starts", "script.turn_on", false],
  ])("%s", async (_name, action, risky) => {
    const target = { entity_id: "script.s" };
    const routines = {
      "script.s": { sequence: [{ delay: `{{ states('${HELPER}') | int }}` }] },
      "automation.a": when(never, [{ action, ...(action === "script.turn_on" && { target }) }, lock]),
    };
    expect(await riskOf(routines, "input_boolean.turn_on", HELPER)).toEqual(risky ? ["safeguard"] : []);
  });

  test("any timer, of an end that is told of all of them", async () => {
    const close = { action: "valve.close_valve", target: { entity_id: "valve.main" } };
    const ends = when({ trigger: "event", event_type: "timer.finished" }, [close]);
    expect(await riskOf({ "automation.a": ends }, "timer.cancel", "timer.gate")).toEqual(["safeguard"]);
  });

  test("but a lamp's automation may depend on anything", async () => {
    expect(await riskOf({ "automation.a": when(never, [on, lamp]) }, "input_boolean.turn_on", HELPER)).toEqual([]);
    expect(
      await riskOf(
        { "automation.a": when(never, [{ choose: { conditions: on, sequence: lamp } }, lock]) },
        "input_boolean.turn_on",
        HELPER,
      ),
    ).toEqual([]);
  });
});

describe("what may cause an event or another trigger", () => {
  test.each<[name: string, trigger: object, service: string, entityId: string, risky: boolean]>([
    ["the integration that it is of", { trigger: "event", event_type: "hue_event" }, "light.turn_on", "light.hall", true],
    ["no other", { trigger: "event", event_type: "hue_event" }, "input_boolean.turn_on", HELPER, false],
    ["its trigger", { trigger: "hue.pressed" }, "light.turn_on", "light.hall", true],
    ["people and apps, if no integration has it", { trigger: "event", event_type: "ring_at_door" }, "input_boolean.turn_on", HELPER, false],
    ["not a phone's answer", { trigger: "event", event_type: "mobile_app_notification_action" }, "light.turn_on", "light.hall", false],
    ["anything, of a trigger that nobody knows", { trigger: "bell.rung" }, "input_boolean.turn_on", HELPER, true],
    ["not a start", { trigger: "event", event_type: "homeassistant_started" }, "input_boolean.turn_on", HELPER, false],
    ["not a webhook", { trigger: "webhook", webhook_id: "x" }, "input_boolean.turn_on", HELPER, false],
    ["not a tag", { trigger: "tag", tag_id: "x" }, "input_boolean.turn_on", HELPER, false],
    ["not a word to the assistant", { trigger: "conversation", command: "open up" }, "input_boolean.turn_on", HELPER, false],
  ])("%s", async (_name, trigger, service, entityId, risky) => {
    expect(await riskOf({ "automation.a": when(trigger) }, service, entityId)).toEqual(risky ? ["unlock"] : []);
  });
});

test("a routine that fires an event causes what listens to it", async () => {
  const routines = {
    "automation.a": when({ trigger: "event", event_type: "open_up" }),
    "automation.b": when(state(HELPER), [{ event: "open_up" }]),
  };
  expect(await riskOf(routines, "input_boolean.turn_on", HELPER)).toEqual(["unlock", "unknown"]);
});

describe("what may publish on an MQTT topic", () => {
  const listens = (topic: unknown) =>
    actionWorld({
      entities: [
        { entityId: "light.told", platform: "mqtt", deviceId: "told" },
        { entityId: "light.untold", platform: "mqtt", deviceId: "untold" },
        { entityId: "light.over", platform: "tasmota" },
        { entityId: "light.hue", platform: "hue" },
        { entityId: "lock.front" },
        { entityId: "automation.a", state: "on" },
      ],
      mqtt: { told: { entities: [{ entity_id: "light.told", subscriptions: [{ topic: "stat/lamp/POWER" }] }] } },
      routines: { "automation.a": when({ trigger: "mqtt", topic }) },
    });
  test.each<[topic: string, entityId: string, may: boolean]>([
    ["stat/lamp/POWER", "light.told", true],
    ["stat/lamp/RESULT", "light.told", true],
    ["stat/+/POWER", "light.told", true],
    ["stat/#", "light.told", true],
    ["stat/lamp/POWER/more", "light.told", true],
    ["stat/other/POWER", "light.told", false],
    ["door/bell", "light.told", false],
    ["{{ topic }}", "light.told", true],
    ["door/bell", "light.untold", true],
    ["door/bell", "light.over", true],
    ["stat/lamp/POWER", "light.hue", false],
  ])("%s: %s", async (topic, entityId, may) => {
    const found = effectsOf(await listens(topic).read("light.turn_on", entityId), new Map());
    expect(found.some(({ effect }) => effect === "unlock")).toBe(may);
  });
});

test("entities are gone through once for each change of the registries", async () => {
  const world = actionWorld({
    entities,
    routines: { "automation.a": when(state(HELPER), [lock]), "automation.b": when([]), "script.s": { sequence: [] } },
  });
  await world.reader.warm(AbortSignal.timeout(5_000));
  await world.read("light.turn_on", "light.hall");
  const before = world.walks();
  await world.read("light.turn_on", "light.den");
  await world.read("automation.turn_off", "automation.a");
  expect(world.walks()).toBe(before);
  world.change();
  await world.read("light.turn_on", "light.den");
  expect(world.walks()).toBeGreaterThan(before);
});

test("configs are read once, as long as their routine's state says that they are the same", async () => {
  const changing = { entityId: "automation.a", state: "on", lastChanged: 1 };
  const { read, connection } = actionWorld({
    entities: [{ entityId: HELPER }, changing],
    routines: { "automation.a": when(state(HELPER)) },
  });
  await read("input_boolean.turn_on", HELPER);
  const before = connection.asked.length;
  await read("input_boolean.turn_off", HELPER);
  expect(before).toBeGreaterThan(0);
  expect(connection.asked.length).toBe(before);
});
