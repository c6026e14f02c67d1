import { describe, expect, test } from "vitest";
import { expectationOf, isAssumed, withoutProof } from "../../../src/homeassistant/expectations/expectations.ts";
import type { EntityState } from "../../../src/homeassistant/registry/states.ts";

type Attributes = Record<string, unknown>;
/** A state, short: `on`, or with attributes `["on", {…}]`. */
type Short = string | [string, Attributes];

function state(entityId: string, short: Short): EntityState {
  const [value, attributes] = typeof short === "string" ? [short, {}] : short;
  return { entityId, state: value, attributes, lastChanged: 1, lastUpdated: 1, context: { id: "c", userId: null } };
}

function ask(service: string, entityId: string, data: Attributes, before: Short) {
  return expectationOf({ service, entityIds: [entityId], data }, entityId, state(entityId, before));
}

const lamp = { supported_color_modes: ["color_temp", "hs"], min_color_temp_kelvin: 2000, max_color_temp_kelvin: 6535 };
const onAt = (brightness: number): Short => ["on", { ...lamp, brightness }];
const white = (kelvin: number): Short => ["on", { ...lamp, color_temp_kelvin: kelvin }];
const colour = (hs_color: [number, number]): Short => ["on", { ...lamp, hs_color }];
const position = (value: string, current_position: number): Short => [value, { current_position }];
const tilted = (current_tilt_position: number): Short => ["open", { current_tilt_position }];
const set = (temperature: number, more: Attributes = {}): Short => ["heat", { temperature, ...more }];
const threeSpeeds = (percentage: number | null, value = "on"): Short => [value, { percentage, percentage_step: 33.333333333333336 }];
const volume = (volume_level: number): Short => ["playing", { volume_level }];
const options = (value: string): Short => [value, { options: ["Home", "Away", "Night"] }];
const stepped = (value: string, more: Attributes = {}): Short => [value, { min: 0, max: 100, step: 5, ...more }];

describe("the end state of a call is told from every other state", () => {
  test.each<[service: string, entityId: string, data: Attributes, before: Short, yes: Short[], no: Short[]]>([
    ["light.turn_on", "light.a", {}, "off", ["on"], ["off", "unavailable", "unknown"]],
    ["light.turn_off", "light.a", {}, "on", ["off"], ["on", "unavailable"]],
    [
      "light.turn_on",
      "light.a",
      { brightness_pct: 30 },
      ["off", lamp],
      [onAt(76), onAt(77), onAt(78)],
      [onAt(30), onAt(90), "off", ["on", lamp]],
    ],
    ["light.turn_on", "light.a", { brightness_pct: 31 }, onAt(77), [onAt(79), onAt(80)], [onAt(77), onAt(76)]],
    ["light.turn_on", "light.a", { brightness: 128 }, onAt(255), [onAt(128), onAt(126)], [onAt(255), onAt(140)]],
    ["light.turn_on", "light.a", { brightness_pct: 0 }, onAt(255), ["off"], [onAt(0)]],
    ["light.turn_on", "light.a", { brightness_step_pct: 10 }, onAt(100), [onAt(126)], [onAt(100), onAt(110)]],
    ["light.turn_on", "light.a", { brightness_step: -20 }, onAt(10), ["off"], [onAt(10)]],
    ["light.turn_on", "light.a", { brightness_pct: 30 }, ["off", { supported_color_modes: ["onoff"] }], ["on"], ["off"]],
    ["light.turn_on", "light.a", { color_temp_kelvin: 3000 }, white(5000), [white(3000), white(3040)], [white(5000), white(4000)]],
    ["light.turn_on", "light.a", { color_temp_kelvin: 9000 }, white(3000), [white(6535)], [white(3000)]],
    [
      "light.turn_on",
      "light.a",
      { rgb_color: [255, 0, 0] },
      colour([240, 100]),
      [colour([0, 100]), colour([355, 92])],
      [colour([240, 100]), colour([40, 100])],
    ],
    ["light.turn_on", "light.a", { rgb_color: [128, 0, 0] }, colour([240, 100]), [colour([0, 100])], [colour([120, 100])]],
    ["light.turn_on", "light.a", { hs_color: [120, 50] }, colour([0, 0]), [colour([118, 52])], [colour([0, 0]), colour([240, 50])]],
    [
      "light.turn_on",
      "light.a",
      { xy_color: [0.5, 0.4] },
      ["on", { xy_color: [0.2, 0.2] }],
      [["on", { xy_color: [0.51, 0.4] }]],
      [["on", { xy_color: [0.2, 0.2] }]],
    ],
    ["light.turn_on", "light.a", { color_name: "blue" }, colour([0, 100]), [colour([240, 100])], [colour([0, 100]), colour([120, 100])]],
    ["light.turn_on", "light.a", { effect: "rainbow" }, "on", [["on", { effect: "rainbow" }]], ["on", ["on", { effect: "off" }]]],
    ["light.toggle", "light.a", {}, "on", ["off"], ["on"]],
    ["light.toggle", "light.a", {}, "off", ["on"], ["off"]],
    ["light.toggle", "light.a", {}, "unknown", ["on"], ["off"]],
    ["switch.turn_on", "switch.a", {}, "off", ["on"], ["off"]],
    ["switch.toggle", "switch.a", {}, "on", ["off"], ["on"]],
    ["homeassistant.turn_off", "switch.a", {}, "on", ["off"], ["on"]],
    ["homeassistant.toggle", "light.a", {}, "off", ["on"], ["off"]],
    ["siren.turn_off", "siren.a", {}, "on", ["off"], ["on"]],
    ["input_boolean.turn_on", "input_boolean.a", {}, "off", ["on"], ["off"]],
    ["automation.turn_off", "automation.a", { stop_actions: true }, "on", ["off"], ["on"]],
    ["script.turn_off", "script.a", {}, "on", ["off"], ["on"]],
    [
      "fan.turn_on",
      "fan.a",
      { percentage: 50 },
      threeSpeeds(33),
      [threeSpeeds(67), threeSpeeds(50)],
      [threeSpeeds(33), threeSpeeds(100), threeSpeeds(null, "off")],
    ],
    ["fan.set_percentage", "fan.a", { percentage: 0 }, threeSpeeds(33), ["off"], [threeSpeeds(33)]],
    ["fan.set_preset_mode", "fan.a", { preset_mode: "sleep" }, "on", [["on", { preset_mode: "sleep" }]], [["on", { preset_mode: "auto" }]]],
    ["fan.oscillate", "fan.a", { oscillating: true }, "on", [["on", { oscillating: true }]], [["on", { oscillating: false }]]],
    ["fan.set_direction", "fan.a", { direction: "reverse" }, "on", [["on", { direction: "reverse" }]], [["on", { direction: "forward" }]]],
    ["fan.increase_speed", "fan.a", {}, threeSpeeds(33), [threeSpeeds(66)], [threeSpeeds(33)]],
    ["fan.decrease_speed", "fan.a", {}, threeSpeeds(33), [threeSpeeds(0, "off"), threeSpeeds(null, "off")], [threeSpeeds(33)]],
    [
      "cover.open_cover",
      "cover.a",
      {},
      "closed",
      ["open", position("open", 100), position("open", 97)],
      ["opening", "closed", position("open", 40)],
    ],
    ["cover.close_cover", "cover.a", {}, "open", ["closed", position("closed", 0)], ["closing", "open"]],
    ["cover.open_cover", "cover.a", {}, position("open", 40), [position("open", 100)], [position("open", 40), position("opening", 100)]],
    [
      "cover.set_cover_position",
      "cover.a",
      { position: 50 },
      position("open", 100),
      [position("open", 50), position("open", 47)],
      [position("open", 100), position("closing", 50), "open"],
    ],
    ["cover.set_cover_position", "cover.a", { position: 0 }, position("open", 100), [position("closed", 0)], [position("open", 10)]],
    ["cover.stop_cover", "cover.a", {}, "closing", ["open", "closed"], ["closing"]],
    ["cover.toggle", "cover.a", {}, "closed", ["open"], ["closed"]],
    ["cover.toggle", "cover.a", {}, position("open", 100), ["closed"], [position("open", 100)]],
    ["cover.toggle", "cover.a", {}, "opening", ["open"], ["opening"]],
    ["cover.open_cover_tilt", "cover.a", {}, tilted(0), [tilted(100)], [tilted(0)]],
    ["cover.set_cover_tilt_position", "cover.a", { tilt_position: 30 }, tilted(0), [tilted(31)], [tilted(0)]],
    ["cover.toggle_cover_tilt", "cover.a", {}, tilted(0), [tilted(100)], [tilted(0)]],
    ["valve.close_valve", "valve.a", {}, "open", ["closed"], ["closing", "open"]],
    ["lock.lock", "lock.a", {}, "unlocked", ["locked"], ["locking", "unlocked", "jammed"]],
    ["lock.unlock", "lock.a", { code: "1234" }, "locked", ["unlocked", "open"], ["unlocking", "locked"]],
    ["lock.open", "lock.a", {}, "locked", ["open", "unlocked"], ["opening", "locked"]],
    ["alarm_control_panel.alarm_arm_away", "alarm_control_panel.a", {}, "disarmed", ["armed_away"], ["arming", "armed_home"]],
    ["alarm_control_panel.alarm_disarm", "alarm_control_panel.a", { code: "1" }, "armed_away", ["disarmed"], ["armed_away", "pending"]],
    ["climate.set_temperature", "climate.a", { temperature: 21.5 }, set(20), [set(21.5), set(21.7)], [set(20), set(21), set(23)]],
    [
      "climate.set_temperature",
      "climate.a",
      { temperature: 21.3 },
      set(20, { target_temp_step: 1 }),
      [set(21), set(21.5)],
      [set(20), set(22)],
    ],
    ["climate.set_temperature", "climate.a", { temperature: 70 }, set(66), [set(70), set(70.3)], [set(66), set(21)]],
    [
      "climate.set_temperature",
      "climate.a",
      { target_temp_low: 19, target_temp_high: 24 },
      "heat_cool",
      [["heat_cool", { target_temp_low: 19, target_temp_high: 24 }]],
      [["heat_cool", { target_temp_low: 19, target_temp_high: 26 }]],
    ],
    ["climate.set_temperature", "climate.a", { temperature: 21, hvac_mode: "cool" }, set(21), [["cool", { temperature: 21 }]], [set(21)]],
    ["climate.set_hvac_mode", "climate.a", { hvac_mode: "cool" }, "heat", ["cool"], ["heat"]],
    ["climate.turn_on", "climate.a", {}, "off", ["heat", "auto"], ["off"]],
    ["climate.set_preset_mode", "climate.a", { preset_mode: "eco" }, "heat", [["heat", { preset_mode: "eco" }]], ["heat"]],
    [
      "climate.set_humidity",
      "climate.a",
      { humidity: 52 },
      ["dry", { humidity: 40, target_humidity_step: 5 }],
      [["dry", { humidity: 50 }]],
      [["dry", { humidity: 40 }]],
    ],
    ["water_heater.set_operation_mode", "water_heater.a", { operation_mode: "eco" }, "gas", ["eco"], ["gas"]],
    [
      "water_heater.set_away_mode",
      "water_heater.a",
      { away_mode: true },
      "eco",
      [["eco", { away_mode: "on" }]],
      [["eco", { away_mode: "off" }]],
    ],
    [
      "humidifier.set_humidity",
      "humidifier.a",
      { humidity: 55 },
      ["on", { humidity: 40 }],
      [["on", { humidity: 55 }]],
      [["on", { humidity: 40 }]],
    ],
    ["media_player.media_pause", "media_player.a", {}, "playing", ["paused"], ["playing"]],
    ["media_player.media_play_pause", "media_player.a", {}, "paused", ["playing"], ["paused", "buffering"]],
    ["media_player.turn_off", "media_player.a", {}, "playing", ["off", "standby"], ["idle"]],
    ["media_player.toggle", "media_player.a", {}, "standby", ["idle", "on"], ["off", "standby"]],
    ["media_player.media_stop", "media_player.a", {}, "playing", ["idle", "off"], ["playing", "paused"]],
    [
      "media_player.volume_set",
      "media_player.a",
      { volume_level: 0.3 },
      volume(1),
      [volume(0.3), volume(0.32)],
      [volume(1), volume(0.4), "playing"],
    ],
    ["media_player.volume_set", "media_player.a", { volume_level: 0.52 }, volume(0.5), [volume(0.52)], [volume(0.5)]],
    ["media_player.volume_up", "media_player.a", {}, volume(0.5), [volume(0.55)], [volume(0.5), volume(0.4)]],
    ["media_player.volume_down", "media_player.a", {}, volume(0), [volume(0)], [volume(0.1)]],
    [
      "media_player.volume_mute",
      "media_player.a",
      { is_volume_muted: true },
      "playing",
      [["playing", { is_volume_muted: true }]],
      [["playing", { is_volume_muted: false }]],
    ],
    ["media_player.select_source", "media_player.a", { source: "TV" }, "on", [["on", { source: "TV" }]], [["on", { source: "Radio" }]]],
    ["vacuum.start", "vacuum.a", {}, "docked", ["cleaning"], ["docked", "error"]],
    ["vacuum.return_to_base", "vacuum.a", {}, "cleaning", ["docked"], ["returning", "cleaning"]],
    ["lawn_mower.dock", "lawn_mower.a", {}, "mowing", ["docked"], ["returning"]],
    ["input_number.set_value", "input_number.a", { value: 42 }, stepped("10", { step: 1 }), ["42", "42.0"], ["10.0", "43.0"]],
    ["input_number.increment", "input_number.a", {}, stepped("10.0"), ["15.0"], ["10.0", "20.0"]],
    ["input_number.decrement", "input_number.a", {}, stepped("2.0"), ["0.0"], ["2.5"]],
    ["number.set_value", "number.a", { value: "7" }, stepped("3", { step: 1 }), ["7.0"], ["3"]],
    ["counter.increment", "counter.a", {}, ["3", { step: 1, maximum: 10 }], ["4"], ["3"]],
    ["input_select.select_option", "input_select.a", { option: "Night" }, options("Home"), ["Night"], ["Home"]],
    ["input_select.select_next", "input_select.a", {}, options("Night"), ["Home"], ["Night", "Away"]],
    ["input_select.select_next", "input_select.a", { cycle: false }, options("Night"), ["Night"], ["Home"]],
    ["select.select_previous", "select.a", {}, options("Home"), ["Night"], ["Home"]],
    ["input_text.set_value", "input_text.a", { value: "Milk" }, "", ["Milk"], ["Bread"]],
    ["timer.start", "timer.a", { duration: "00:05:00" }, "idle", ["active"], ["idle"]],
    ["timer.cancel", "timer.a", {}, "active", ["idle"], ["active"]],
  ])("%s of %s with %j from %j", (service, entityId, data, before, yes, no) => {
    const expectation = ask(service, entityId, data, before);
    expect(yes.filter((short) => !expectation?.holds(state(entityId, short)))).toEqual([]);
    expect(no.filter((short) => expectation?.holds(state(entityId, short)) !== false)).toEqual([]);
  });
});

describe("nothing is expected where no state could prove it", () => {
  test.each<[service: string, entityId: string, data: Attributes, before: Short]>([
    ["scene.turn_on", "scene.a", {}, "unknown"],
    ["script.turn_on", "script.a", {}, "off"],
    ["automation.trigger", "automation.a", {}, "on"],
    ["button.press", "button.a", {}, "unknown"],
    ["notify.send_message", "notify.a", { message: "Hello" }, "unknown"],
    ["media_player.media_next_track", "media_player.a", {}, "playing"],
    ["light.turn_on", "light.a", { flash: "short" }, "off"],
    ["light.turn_on", "light.a", { color_name: "papayawhip" }, "on"],
    ["light.turn_on", "light.a", { profile: "relax" }, "on"],
    ["cover.stop_cover", "cover.a", {}, "open"],
    ["cover.toggle", "cover.a", {}, position("open", 40)],
    ["lock.open", "lock.a", {}, "unlocked"],
    ["media_player.volume_up", "media_player.a", {}, "off"],
    ["climate.set_temperature", "climate.a", {}, "heat"],
    ["timer.start", "timer.a", {}, "active"],
    ["constructor.toString", "light.a", {}, "on"],
  ])("%s of %s with %j from %j", (service, entityId, data, before) => {
    expect(ask(service, entityId, data, before)).toBeUndefined();
  });

  test("a lamp that was off still proves the part of a call that shows", () => {
    const expectation = ask("light.turn_on", "light.a", { color_name: "papayawhip" }, "off");
    expect(expectation?.holds(state("light.a", "on"))).toBe(true);
  });
});

describe("what is there already is seen before sending", () => {
  test.each<[service: string, entityId: string, data: Attributes, before: Short]>([
    ["light.turn_on", "light.a", {}, "on"],
    ["light.turn_on", "light.a", { brightness_pct: 30 }, onAt(77)],
    ["light.turn_on", "light.a", { transition: 2 }, "on"],
    ["lock.lock", "lock.a", {}, "locked"],
    ["cover.close_cover", "cover.a", {}, position("closed", 0)],
    ["climate.set_temperature", "climate.a", { temperature: 21 }, set(21)],
  ])("%s of %s with %j from %j", (service, entityId, data, before) => {
    expect(ask(service, entityId, data, before)?.holds(state(entityId, before))).toBe(true);
  });
});

describe("signs on the way", () => {
  test.each<[service: string, entityId: string, before: Short, now: Short, sign: "moving" | "failed"]>([
    ["lock.lock", "lock.a", "unlocked", "jammed", "failed"],
    ["lock.unlock", "lock.a", "locked", "unlocking", "moving"],
    ["cover.open_cover", "cover.a", "closed", "opening", "moving"],
    ["cover.toggle", "cover.a", "closed", "opening", "moving"],
    ["valve.close_valve", "valve.a", "open", "closing", "moving"],
    ["alarm_control_panel.alarm_arm_home", "alarm_control_panel.a", "disarmed", "arming", "moving"],
    ["vacuum.return_to_base", "vacuum.a", "cleaning", "returning", "moving"],
    ["vacuum.start", "vacuum.a", "docked", "error", "failed"],
  ])("%s of %s from %s: %s is %s", (service, entityId, before, now, sign) => {
    expect(ask(service, entityId, {}, before)?.[sign]?.(state(entityId, now))).toBe(true);
  });

  test("a closing cover is not on its way to being open", () => {
    expect(ask("cover.open_cover", "cover.a", {}, "closing")?.moving(state("cover.a", "closing"))).toBe(false);
  });

  test("a fading lamp is on its way", () => {
    const fading = ask("light.turn_on", "light.a", { brightness_pct: 100, transition: 60 }, onAt(10));
    expect(fading?.moving(state("light.a", onAt(60)))).toBe(true);
    expect(fading?.moving(state("light.a", onAt(10)))).toBe(false);
  });
});

describe("deadlines", () => {
  test("a lamp has 3 s, one that says nothing 10 s, a bolt and a door 30 s", () => {
    expect(ask("light.turn_on", "light.a", {}, "off")).toMatchObject({ deadlineMs: 3_000, silentMs: 10_000 });
    expect(ask("lock.lock", "lock.a", {}, "unlocked")).toMatchObject({ deadlineMs: 30_000, silentMs: 30_000 });
    expect(ask("cover.open_cover", "cover.a", {}, "closed")).toMatchObject({ deadlineMs: 30_000 });
    expect(ask("climate.turn_off", "climate.a", {}, "heat")).toMatchObject({ deadlineMs: 10_000 });
  });

  test("a fade adds its own time, up to ten seconds", () => {
    expect(ask("light.turn_on", "light.a", { transition: 5 }, "off")).toMatchObject({ deadlineMs: 8_000 });
    expect(ask("light.turn_on", "light.a", { transition: 300 }, "off")).toMatchObject({ deadlineMs: 13_000, silentMs: 20_000 });
  });
});

test("what was asked for is told beside the state", () => {
  expect(ask("light.turn_on", "light.a", { brightness_pct: 30 }, ["off", lamp])?.observe).toEqual(["brightness"]);
  expect(ask("climate.set_temperature", "climate.a", { temperature: 21 }, "heat")?.observe).toContain("temperature");
  expect(ask("cover.open_cover", "cover.a", {}, "closed")?.observe).toEqual(["current_position"]);
});

test("a routine is started, anything else without proof is sent", () => {
  expect(withoutProof({ service: "script.turn_on", entityIds: ["script.a"], data: {} })).toBe("started");
  expect(withoutProof({ service: "scene.turn_on", entityIds: ["scene.a"], data: {} })).toBe("sent");
});

test("an assumed state is known as such", () => {
  expect(isAssumed(state("light.a", ["on", { assumed_state: true }]))).toBe(true);
  expect(isAssumed(state("light.a", "on"))).toBe(false);
});
