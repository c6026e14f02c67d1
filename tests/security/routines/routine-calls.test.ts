import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callsOfRoutine, callsOfScene, type RoutineCall } from "../../../src/security/routines/routine-calls.ts";

const UNLOCK = { action: "lock.unlock", target: { entity_id: "lock.front" } };

/** An object written with `then` would look like a promise. */
const THEN = "then";

function when(steps: unknown, rest: object): object {
  return { if: "{{ x }}", [THEN]: steps, ...rest };
}

/** `service entities other-targets !unresolved`, one line a call. */
function lineOf({ service, target, unresolved }: RoutineCall): string {
  const others = [...target.deviceId, ...target.areaId, ...target.floorId, ...target.labelId];
  return [service, ...target.entityId, ...others.map((id) => `@${id}`), ...unresolved.map((why) => `!${why}`)].join(" ");
}

const linesOf = (steps: unknown) => callsOfRoutine({ sequence: steps }).calls.map(lineOf);

/** [what it shows, steps, calls] */
const STEPS: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a service with its target", [UNLOCK], ["lock.unlock lock.front"]],
  ["a single step without a list", UNLOCK, ["lock.unlock lock.front"]],
  ["the key of old", [{ service: "lock.unlock", entity_id: "lock.front" }], ["lock.unlock lock.front"]],
  ["a target in the data", [{ service: "lock.unlock", data: { entity_id: "lock.front" } }], ["lock.unlock lock.front"]],
  ["a target in templated data", [{ service: "lock.unlock", data_template: { entity_id: "lock.front" } }], ["lock.unlock lock.front"]],
  [
    "targets in all places at once",
    [{ action: "light.turn_on", target: { entity_id: "light.a" }, entity_id: "light.b", data: { entity_id: ["light.c"] } }],
    ["light.turn_on light.a light.c light.b"],
  ],
  ["capitals, spaces and commas", [{ action: " Lock.Unlock ", target: { entity_id: "Lock.A, lock.b" } }], ["lock.unlock lock.a lock.b"]],
  [
    "devices, areas, floors and labels",
    [{ action: "light.turn_on", target: { device_id: "d1", area_id: ["hall"], floor_id: "up", label_id: "x" } }],
    ["light.turn_on @d1 @hall @up @x"],
  ],
  ["no target by name", [{ action: "script.a", target: { entity_id: "none" } }], ["script.a"]],
  ["all", [{ action: "light.turn_off", target: { entity_id: "all" } }], ["light.turn_off all"]],
  ["a script as a service", [{ action: "script.good_night" }], ["script.good_night"]],
  ["a service by template", [{ service_template: "lock.{{ what }}" }], ["unknown !template"]],
  ["a service by template in the new key", [{ action: "{% if x %}lock.lock{% endif %}" }], ["unknown !template"]],
  ["a target by template", [{ action: "lock.unlock", target: { entity_id: "{{ x }}" } }], ["lock.unlock !template"]],
  [
    "one of two targets by template",
    [{ action: "lock.lock", target: { entity_id: ["lock.a", "{{ x }}"] } }],
    ["lock.lock lock.a !template"],
  ],
  ["a whole target by template", [{ action: "lock.unlock", target: "{{ x }}" }], ["lock.unlock !template"]],
  ["whole data by template", [{ action: "lock.unlock", data: "{{ x }}" }], ["lock.unlock !template"]],
  ["a message by template", [{ action: "notify.anna", data: { message: "{{ x }}" } }], ["notify.anna"]],
  [
    "a mode by template",
    [{ action: "climate.set_hvac_mode", target: { entity_id: "climate.a" }, data: { hvac_mode: "{{ x }}" } }],
    ["climate.set_hvac_mode climate.a"],
  ],
  ["a scene", [{ scene: "scene.movie" }], ["scene.turn_on scene.movie"]],
  ["a scene by template", [{ scene: "{{ x }}" }], ["scene.turn_on !template"]],
  [
    "a scene made on the spot, whose reader opens it",
    [{ action: "scene.apply", data: { entities: { "lock.front": "unlocked" } } }],
    ["scene.apply"],
  ],
  ["an event", [{ event: "open_sesame", event_data: {} }], ["unknown !event"]],
  ["a device action", [{ device_id: "d1", domain: "lock", type: "unlock", entity_id: "lock.front" }], ["lock.unlock lock.front"]],
  [
    "a device action on an entity of the registry",
    [{ device_id: "d1", domain: "cover", type: "open", entity_id: "0a1b" }],
    ["cover.open_cover 0a1b"],
  ],
  [
    "a device action on a device",
    [{ device_id: "d1", domain: "alarm_control_panel", type: "disarm" }],
    ["alarm_control_panel.alarm_disarm @d1"],
  ],
  ["a device action of a new type", [{ device_id: "d1", domain: "zwave_js", type: "set_lock_usercode" }], ["zwave_js.any @d1"]],
  ["a device action of a phone", [{ device_id: "d1", domain: "mobile_app", type: "notify", message: "Hi" }], ["notify.send_message"]],
  ["a device action without a domain", [{ device_id: "d1", type: "unlock" }], ["unknown !unknown_step"]],
  ["a device action by a name of every object", [{ device_id: "d1", domain: "lock", type: "constructor" }], ["lock.any @d1"]],
  [
    "a choice",
    [{ choose: [{ conditions: [], sequence: [UNLOCK] }], default: [{ action: "light.turn_on" }] }],
    ["lock.unlock lock.front", "light.turn_on"],
  ],
  ["a choice of one", [{ choose: { conditions: "{{ x }}", sequence: UNLOCK } }], ["lock.unlock lock.front"]],
  ["if, then, else", [when([{ action: "light.turn_on" }], { else: UNLOCK })], ["light.turn_on", "lock.unlock lock.front"]],
  [
    "side by side",
    [{ parallel: [UNLOCK, { sequence: [{ action: "light.turn_on" }] }, [{ action: "fan.turn_on" }]] }],
    ["lock.unlock lock.front", "light.turn_on", "fan.turn_on"],
  ],
  ["one after the other", [{ sequence: [UNLOCK] }], ["lock.unlock lock.front"]],
  ["a loop", [{ repeat: { while: [], sequence: [UNLOCK] } }], ["lock.unlock lock.front"]],
  ["a step that is switched off", [{ ...UNLOCK, enabled: false }], []],
  ["a branch that is switched off", [when(UNLOCK, { enabled: false })], []],
  ["a step that a template switches", [{ ...UNLOCK, enabled: "{{ x }}" }], ["lock.unlock lock.front"]],
  [
    "what does nothing to the house",
    [
      { delay: 5 },
      { wait_template: "{{ x }}" },
      { wait_for_trigger: [{ trigger: "device", device_id: "d1" }] },
      { variables: { a: 1 } },
      { stop: "Done" },
      { set_conversation_response: "Hi" },
      { condition: "device", device_id: "d1", domain: "lock", type: "is_locked" },
      { and: [] },
      "{{ x }}",
    ],
    [],
  ],
  ["something with a delay in it", [{ delay: 1, ...UNLOCK }], ["lock.unlock lock.front"]],
  ["a step of a new kind", [{ teleport: "lock.front" }], ["unknown !unknown_step"]],
  ["what is no step", ["lock.unlock"], ["unknown !unknown_step"]],
  ["a service that is no name", [{ action: 5 }], ["unknown !unknown_step"]],
  ["a target that is no name", [{ action: "lock.unlock", target: { entity_id: 5 } }], ["lock.unlock !unknown_step"]],
  ["an option without steps", [{ choose: [{ conditions: [] }] }], ["unknown !unknown_step"]],
];

describe("steps of a routine", () => {
  test.each(STEPS)("%s", (_title, steps, expected) => {
    expect(linesOf(steps)).toEqual(expected);
  });

  test("automations by the new key and the old one", () => {
    const alias = { alias: "x", triggers: [{ trigger: "device", device_id: "d1" }], conditions: [] };
    expect(callsOfRoutine({ ...alias, actions: [UNLOCK] }).calls.map(lineOf)).toEqual(["lock.unlock lock.front"]);
    expect(callsOfRoutine({ ...alias, action: UNLOCK }).calls.map(lineOf)).toEqual(["lock.unlock lock.front"]);
  });

  test.each([[undefined], [null], ["x"], [[]], [{ alias: "x" }], [{ use_blueprint: { path: "x.yaml" } }]])(
    "%o has no steps to read",
    (config) => {
      expect(callsOfRoutine(config).calls.map(lineOf)).toEqual(["unknown !unreadable_routine"]);
    },
  );

  test("data stays with the call, without its targets", () => {
    const [call] = callsOfRoutine({ sequence: [{ action: "light.turn_on", data: { entity_id: "light.a", brightness: 5 } }] }).calls;
    expect(call?.data).toEqual({ brightness: 5 });
    const [templated] = callsOfRoutine({
      sequence: [{ service: "cover.set_cover_position", data_template: { position: "{{ x }}" } }],
    }).calls;
    expect(templated?.data).toEqual({ position: "{{ x }}" });
    const [dimmed] = callsOfRoutine({
      sequence: [{ device_id: "d", domain: "light", type: "brightness_decrease", entity_id: "light.a" }],
    }).calls;
    expect(dimmed).toMatchObject({ service: "light.turn_on", data: { brightness_step_pct: -10 } });
    const [position] = callsOfRoutine({
      sequence: [{ device_id: "d", domain: "cover", type: "set_position", entity_id: "cover.a", position: 9 }],
    }).calls;
    expect(position).toMatchObject({ service: "cover.set_cover_position", data: { position: 9 } });
  });

  test("more calls than anybody writes are not read to the end", () => {
    const { calls } = callsOfRoutine({ sequence: Array.from({ length: 5_000 }, () => UNLOCK) });
    expect(calls).toHaveLength(1_000);
    expect(calls.at(-1)?.unresolved).toEqual(["too_large"]);
    expect(linesOf(Array.from({ length: 20_000 }, () => ({ delay: 1 })))).toEqual(["unknown !too_large"]);
  });

  test("steps in steps are read to a depth", () => {
    const nested = (depth: number): unknown => (depth === 0 ? UNLOCK : { sequence: [nested(depth - 1)] });
    expect(linesOf(nested(30))).toEqual(["lock.unlock lock.front"]);
    expect(linesOf(nested(31))).toEqual(["unknown !too_deep"]);
    expect(linesOf(nested(2_000))).toEqual(["unknown !too_deep"]);
  });
});

/** [entity, wanted state, calls with their data] */
const SCENES: readonly (readonly [string, unknown, readonly (readonly [string, object])[]])[] = [
  ["light.a", "on", [["light.turn_on", {}]]],
  ["light.a", true, [["light.turn_on", {}]]],
  ["light.a", { state: "on", brightness: 40 }, [["light.turn_on", { brightness: 40 }]]],
  ["light.a", { state: "off", brightness: 40 }, [["light.turn_off", {}]]],
  ["switch.a", false, [["switch.turn_off", {}]]],
  ["lock.a", "locked", [["lock.lock", {}]]],
  ["lock.a", "unlocked", [["lock.unlock", {}]]],
  ["Lock.A ", " Unlocked", [["lock.unlock", {}]]],
  ["lock.a", "open", [["lock.open", {}]]],
  ["lock.a", "jammed", [["lock.any", {}]]],
  ["lock.a", null, [["lock.any", {}]]],
  ["lock.a", "constructor", [["lock.any", {}]]],
  ["cover.a", { state: "closed", current_position: 0 }, [["cover.close_cover", {}]]],
  [
    "cover.a",
    { state: "closed", current_position: 30 },
    [
      ["cover.open_cover", {}],
      ["cover.close_cover", {}],
    ],
  ],
  ["cover.a", { state: "open" }, [["cover.open_cover", {}]]],
  ["cover.a", { current_tilt_position: 20 }, [["cover.set_cover_tilt_position", { tilt_position: 20 }]]],
  ["cover.a", "closing", [["cover.close_cover", {}]]],
  ["cover.a", { position: Object.create(null) }, [["cover.open_cover", {}]]],
  ["cover.a", "odd", [["cover.any", {}]]],
  ["valve.a", "open", [["valve.open_valve", {}]]],
  ["alarm_control_panel.a", "disarmed", [["alarm_control_panel.alarm_disarm", {}]]],
  ["alarm_control_panel.a", "armed_away", [["alarm_control_panel.alarm_arm_away", {}]]],
  ["alarm_control_panel.a", "pending", [["alarm_control_panel.any", {}]]],
  [
    "climate.a",
    { state: "heat", temperature: 45 },
    [
      ["climate.set_hvac_mode", { hvac_mode: "heat" }],
      ["climate.set_temperature", { temperature: 45 }],
    ],
  ],
  ["climate.a", "off", [["climate.set_hvac_mode", { hvac_mode: "off" }]]],
  ["input_select.a", { state: "Away" }, [["input_select.select_option", { option: "away" }]]],
  ["group.a", "on", [["homeassistant.turn_on", {}]]],
  ["automation.a", "off", [["automation.turn_off", {}]]],
  ["vacuum.a", "cleaning", [["vacuum.start", {}]]],
  ["brand_new.a", "on", [["brand_new.any", {}]]],
];

describe("scenes", () => {
  test.each(SCENES)("%s to %o", (entityId, wanted, expected) => {
    const calls = callsOfScene({ [entityId]: wanted });
    expect(calls.map(({ service, data }) => [service, data])).toEqual(expected);
    expect(calls.every(({ target, unresolved }) => target.entityId[0] === entityId.trim().toLowerCase() && unresolved.length === 0)).toBe(
      true,
    );
  });

  test("what is no entity is not passed over", () => {
    expect(callsOfScene({ front: "unlocked" }).map(lineOf)).toEqual(["unknown !unknown_step"]);
  });

  test("a scene of too many entities is not read to the end", () => {
    const calls = callsOfScene(Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`light.l${index}`, "on"])));
    expect(calls).toHaveLength(1_000);
    expect(calls.at(-1)?.unresolved).toEqual(["too_large"]);
  });
});

const KEYS = [
  "sequence",
  "actions",
  "action",
  "service",
  "target",
  "data",
  "entity_id",
  "choose",
  "default",
  "if",
  "then",
  "else",
  "parallel",
];
const MORE_KEYS = ["repeat", "scene", "event", "device_id", "domain", "type", "enabled", "delay", "condition"];
const TEXTS = fc.constantFrom("lock.unlock", "{{ x }}", "lock.a", "", "cover", "unlock");
const { config } = fc.letrec((tie) => ({
  config: fc.oneof(
    { maxDepth: 6 },
    TEXTS,
    fc.anything({ maxDepth: 1 }),
    fc.array(tie("config")),
    fc.dictionary(fc.constantFrom(...KEYS, ...MORE_KEYS), tie("config")),
  ),
}));

describe("properties", () => {
  test("no config makes reading fail or go on for ever", () => {
    fc.assert(
      fc.property(config, (odd) => {
        const { calls } = callsOfRoutine(odd);
        expect(calls.length).toBeLessThanOrEqual(1_000);
      }),
    );
  });

  test("whatever stands around a step, its call is found", () => {
    const wraps: readonly ((inner: unknown) => unknown)[] = [
      (inner) => ({ sequence: [inner] }),
      (inner) => ({ parallel: [{ delay: 1 }, inner] }),
      (inner) => ({ choose: [{ conditions: [], sequence: inner }] }),
      (inner) => ({ choose: [], default: [inner] }),
      (inner) => when([], { else: inner }),
      (inner) => ({ repeat: { count: 2, sequence: [inner] } }),
      (inner) => [inner],
      (inner) => when(inner, { enabled: "{{ x }}" }),
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...wraps), { maxLength: 25 }), (around) => {
        const steps = around.reduce<unknown>((inner, wrap) => wrap(inner), UNLOCK);
        expect(linesOf(steps)).toContain("lock.unlock lock.front");
      }),
    );
  });

  test("no scene makes reading fail, and every entity of it is called", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("lock.a", "cover.b", "climate.c", "new.d", "nothing"), fc.anything()), (entities) => {
        expect(callsOfScene(entities).length).toBeGreaterThanOrEqual(Object.keys(entities).length);
      }),
    );
  });
});
