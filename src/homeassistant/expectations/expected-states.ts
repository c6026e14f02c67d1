import { numberOf } from "../../security/effects/action-facts.ts";
import type { EntityState } from "../registry/states.ts";
import { lacksMode, NEEDED_MODES } from "../services/service-data.ts";
import {
  APPLIANCE,
  attributeRow,
  type CallData,
  colourOfName,
  colourOfRgb,
  type EndState,
  equal,
  HELPER,
  LAMP,
  MOTOR,
  nearRow,
  onOff,
  pairOf,
  ROBOT,
  type Row,
  type Rows,
  stateRow,
  type Want,
} from "./end-state.ts";

/** Brightness 0–255: lamps count to 100 or 254 and round on the way. */
const BRIGHTNESS = { within: 6, resolution: 1 };

function turnedOn(data: CallData, before: EntityState | undefined): EndState | undefined {
  // after a flash the lamp is as it was
  if (data.flash !== undefined) return undefined;
  const brightness = wantedBrightness(data, before);
  // zero is off: Home Assistant turns the call into turn_off
  if (brightness === 0) return { states: ["off"] };
  const effect = equal(data.effect);
  const name = typeof data.color_name === "string" ? colourOfName(data.color_name) : undefined;
  const attributes: Record<string, Want> = {
    ...(brightness !== undefined && can(before, "brightness") ? { brightness: { near: brightness, ...BRIGHTNESS } } : {}),
    ...(can(before, "color_temp_kelvin") ? wantedKelvin(data, before) : {}),
    ...(can(before, "hs_color") ? wantedColour(data, name) : {}),
    ...(effect ? { effect } : {}),
  };
  return { states: ["on"], attributes, partial: data.color_name !== undefined && !name };
}

/** 0–255; steps start from what the lamp had, zero when it was off. */
function wantedBrightness(data: CallData, before: EntityState | undefined): number | undefined {
  const had = before?.state === "on" ? numberOf(before.attributes.brightness) : 0;
  const percent = numberOf(data.brightness_pct);
  const step = numberOf(data.brightness_step) ?? scaled(numberOf(data.brightness_step_pct));
  const wanted = numberOf(data.brightness) ?? scaled(percent) ?? (step === undefined || had === undefined ? undefined : had + step);
  return wanted === undefined ? undefined : Math.min(255, Math.max(0, wanted));
}

function scaled(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : (percent * 255) / 100;
}

function wantedKelvin(data: CallData, before: EntityState | undefined): Record<string, Want> {
  const asked = numberOf(data.color_temp_kelvin);
  if (asked === undefined) return {};
  const lowest = numberOf(before?.attributes.min_color_temp_kelvin) ?? 0;
  const highest = numberOf(before?.attributes.max_color_temp_kelvin) ?? Number.POSITIVE_INFINITY;
  const near = Math.min(highest, Math.max(lowest, asked));
  // sent in whole mireds, one of which is 42 K at 6500 K, and bulbs keep their own steps
  return { color_temp_kelvin: { near, within: near * 0.04, resolution: near * 0.01 } };
}

function wantedColour(data: CallData, name: readonly [number, number] | undefined): Record<string, Want> {
  const hs = pairOf(data.hs_color);
  const xy = pairOf(data.xy_color);
  const [red, green, blue] = Array.isArray(data.rgb_color) ? data.rgb_color.map(numberOf) : [];
  if (red !== undefined && green !== undefined && blue !== undefined) return { hs_color: { colour: colourOfRgb(red, green, blue) } };
  if (hs) return { hs_color: { colour: hs } };
  if (xy) return { xy_color: { xy } };
  return name ? { hs_color: { colour: name } } : {};
}

/** A lamp that does not tell its modes is taken at its word that it can. */
function can(before: EntityState | undefined, field: string): boolean {
  return !before || !lacksMode(before, field);
}

const TRAVELLING = ["opening", "closing"];

/** Percent of travel: motors stop by time or by counting, a little beside the mark. */
const at = (position: number) => ({ near: position, within: 5, resolution: 1 });

function position(field: string, attribute: string): Row {
  return {
    timing: MOTOR,
    fields: [field],
    moving: TRAVELLING,
    observe: [attribute],
    end: (data) => {
      const wanted = numberOf(data[field]);
      return wanted === undefined ? undefined : { notStates: TRAVELLING, attributes: { [attribute]: at(wanted) } };
    },
  };
}

function travel(state: "open" | "closed", moving: string, percent: number): Row {
  return {
    timing: MOTOR,
    moving: [moving],
    observe: ["current_position"],
    end: () => ({ states: [state], ifReported: { current_position: at(percent) } }),
  };
}

function tilt(percent: number): Row {
  const end: EndState = { notStates: TRAVELLING, attributes: { current_tilt_position: at(percent) } };
  return { timing: MOTOR, moving: TRAVELLING, observe: ["current_tilt_position"], end: () => end };
}

/** Standing still proves a stop only for what was seen to move; many covers never say that they move. */
const stop: Row = {
  timing: MOTOR,
  observe: ["current_position"],
  end: (_data, before) => (TRAVELLING.includes(before?.state ?? "") ? { notStates: TRAVELLING } : undefined),
};

const jams = { failed: ["jammed"] };
const arming = { moving: ["arming", "pending"] };

/** Degrees. A device that thinks in whole °F shows up to 0.3 beside what was asked in °C; coarser ones tell their step. */
const TEMPERATURE_WITHIN = 0.4;
/** Half of the finest step (0.5) that thermostats without a `target_temp_step` have. */
const TEMPERATURE_RESOLUTION = 0.25;
/** Volume 0–1: players have as few as 30 steps. */
const VOLUME = { within: 0.03, resolution: 0.006 };
/** Percent of fan speed: speeds are thirds, quarters or tenths, rounded by everybody in their own way. */
const SPEED_WITHIN = 3;

const setTemperature: Row = {
  timing: APPLIANCE,
  fields: ["temperature", "target_temp_high", "target_temp_low", "hvac_mode"],
  observe: ["temperature", "target_temp_low", "target_temp_high", "current_temperature"],
  end: (data, before) => {
    const resolution = Math.max(TEMPERATURE_RESOLUTION, (numberOf(before?.attributes.target_temp_step) ?? 0) / 2);
    const attributes: Record<string, Want> = {};
    for (const field of ["temperature", "target_temp_high", "target_temp_low"]) {
      const near = numberOf(data[field]);
      if (near !== undefined) attributes[field] = { near, within: Math.max(resolution, TEMPERATURE_WITHIN), resolution };
    }
    const mode = data.hvac_mode;
    return { attributes, ...(typeof mode === "string" ? { states: [mode] } : {}) };
  },
};

const setHumidity = nearRow(APPLIANCE, "humidity", (before) => {
  const resolution = Math.max(0.5, (numberOf(before?.attributes.target_humidity_step) ?? 0) / 2);
  return { within: Math.max(1, resolution), resolution };
});
const humidity: Row = { ...setHumidity, observe: ["humidity", "current_humidity"] };

const setMode = (field: string): Row => ({
  timing: APPLIANCE,
  fields: [field],
  end: (data) => (typeof data[field] === "string" ? { states: [data[field]] } : undefined),
});

function fanSpeed(data: CallData, before: EntityState | undefined): EndState | undefined {
  const percentage = numberOf(data.percentage);
  if (percentage === 0) return { states: ["off"] };
  // a fan of three speeds turns 50 % into its next higher speed, 66 %
  const step = numberOf(before?.attributes.percentage_step);
  const or = step && percentage !== undefined ? Math.min(100, Math.ceil(percentage / step - 1e-9) * step) : undefined;
  const preset = equal(data.preset_mode);
  return {
    states: ["on"],
    attributes: {
      ...(percentage === undefined
        ? {}
        : { percentage: { near: percentage, ...(or === undefined ? {} : { or }), within: SPEED_WITHIN, resolution: 1 } }),
      ...(preset ? { preset_mode: preset } : {}),
    },
  };
}

const fan = { timing: LAMP, fields: ["percentage", "preset_mode"], observe: ["percentage", "preset_mode"] };

const volumeStep = (direction: 1 | -1): Row => ({
  timing: APPLIANCE,
  observe: ["volume_level"],
  end: (_data, before) => {
    const level = numberOf(before?.attributes.volume_level);
    if (level === undefined) return undefined;
    if (direction > 0) return { attributes: { volume_level: level >= 1 ? { equals: level } : { above: level } } };
    return { attributes: { volume_level: level <= 0 ? { equals: level } : { below: level } } };
  },
});

const speedStep = (direction: 1 | -1): Row => ({
  timing: LAMP,
  fields: ["percentage_step"],
  observe: ["percentage"],
  end: (_data, before) => {
    const speed = before?.state === "off" ? 0 : numberOf(before?.attributes.percentage);
    if (speed === undefined) return undefined;
    if (direction < 0) return speed === 0 ? { states: ["off"] } : { ifReported: { percentage: { below: speed } } };
    return { states: ["on"], attributes: { percentage: speed >= 100 ? { near: 100, within: 0, resolution: 1 } : { above: speed } } };
  },
});

const setNumber: Row = {
  timing: HELPER,
  fields: ["value"],
  end: (data, before) => {
    const near = numberOf(data.value);
    return near === undefined ? undefined : { value: { near, within: 0, resolution: numberResolution(before) } };
  },
};

/** Steps of helpers stop at their ends. */
const numberStep = (direction: 1 | -1): Row => ({
  timing: HELPER,
  end: (_data, before) => {
    const value = numberOf(before?.state);
    if (value === undefined || !before) return undefined;
    const lowest = numberOf(before.attributes.min ?? before.attributes.minimum) ?? Number.NEGATIVE_INFINITY;
    const highest = numberOf(before.attributes.max ?? before.attributes.maximum) ?? Number.POSITIVE_INFINITY;
    const step = numberOf(before.attributes.step) ?? 1;
    const near = Math.min(highest, Math.max(lowest, value + direction * step));
    return { value: { near, within: 0, resolution: numberResolution(before) } };
  },
});

/** Half a step: the value that comes back was rounded to steps. */
function numberResolution(before: EntityState | undefined): number {
  return Math.max(1e-6, (numberOf(before?.attributes.step) ?? 0) / 2.001);
}

const setText = (field: string): Row => ({
  timing: HELPER,
  fields: [field],
  end: (data) => {
    const value = equal(data[field]);
    return value && { value };
  },
});

const selectStep = (pick: (options: readonly unknown[], index: number, cycle: boolean) => unknown): Row => ({
  timing: HELPER,
  fields: ["cycle"],
  end: (data, before) => {
    const options = before?.attributes.options;
    if (!Array.isArray(options) || !before) return undefined;
    const value = equal(pick(options, options.indexOf(before.state), data.cycle !== false));
    return value && { value };
  },
});

const next = selectStep((options, index, cycle) => options[index + 1] ?? (cycle ? options[0] : options.at(-1)));
const previous = selectStep((options, index, cycle) => (index > 0 ? options[index - 1] : cycle ? options.at(-1) : options[0]));

/** A setting of another device than a helper has that device's time. */
const onDevice = (row: Row): Row => ({ ...row, timing: APPLIANCE });

function selectRows(domain: string, device: (row: Row) => Row): Rows {
  return {
    [`${domain}.select_option`]: device(setText("option")),
    [`${domain}.select_first`]: device(selectStep((options) => options[0])),
    [`${domain}.select_last`]: device(selectStep((options) => options.at(-1))),
    [`${domain}.select_next`]: device(next),
    [`${domain}.select_previous`]: device(previous),
  };
}

const playing = { moving: ["buffering"], observe: ["media_title"] };
const notOff: Row = { timing: APPLIANCE, end: () => ({ notStates: ["off", "standby"] }) };

/** The end state of each service of which one is known. */
export const EXPECTED: Rows = {
  "light.turn_off": stateRow(LAMP, ["off"]),
  "light.turn_on": {
    timing: LAMP,
    fields: [...Object.keys(NEEDED_MODES), "effect"],
    observe: ["brightness"],
    end: turnedOn,
  },

  "cover.open_cover": travel("open", "opening", 100),
  "cover.close_cover": travel("closed", "closing", 0),
  "cover.set_cover_position": position("position", "current_position"),
  "cover.stop_cover": stop,
  "cover.open_cover_tilt": tilt(100),
  "cover.close_cover_tilt": tilt(0),
  "cover.set_cover_tilt_position": position("tilt_position", "current_tilt_position"),

  "valve.open_valve": travel("open", "opening", 100),
  "valve.close_valve": travel("closed", "closing", 0),
  "valve.set_valve_position": position("position", "current_position"),
  "valve.stop_valve": stop,

  "lock.lock": stateRow(MOTOR, ["locked"], { ...jams, moving: ["locking"] }),
  "lock.unlock": stateRow(MOTOR, ["unlocked", "open"], { ...jams, moving: ["unlocking"] }),
  // most locks draw the latch for a moment and say "unlocked" again: for one that was unlocked only "open" itself would be a proof
  "lock.open": {
    timing: MOTOR,
    ...jams,
    moving: ["opening", "unlocking"],
    end: (_data, before) => (before?.state === "unlocked" ? undefined : { states: ["open", "unlocked"] }),
  },

  "alarm_control_panel.alarm_arm_away": stateRow(APPLIANCE, ["armed_away"], arming),
  "alarm_control_panel.alarm_arm_home": stateRow(APPLIANCE, ["armed_home"], arming),
  "alarm_control_panel.alarm_arm_night": stateRow(APPLIANCE, ["armed_night"], arming),
  "alarm_control_panel.alarm_arm_vacation": stateRow(APPLIANCE, ["armed_vacation"], arming),
  "alarm_control_panel.alarm_arm_custom_bypass": stateRow(APPLIANCE, ["armed_custom_bypass"], arming),
  "alarm_control_panel.alarm_disarm": stateRow(APPLIANCE, ["disarmed"], { moving: ["disarming"] }),
  "alarm_control_panel.alarm_trigger": stateRow(APPLIANCE, ["triggered"], { moving: ["pending"] }),

  "vacuum.start": stateRow(ROBOT, ["cleaning"], { failed: ["error"] }),
  "vacuum.clean_spot": stateRow(ROBOT, ["cleaning"], { failed: ["error"] }),
  "vacuum.pause": stateRow(ROBOT, ["paused", "idle"]),
  "vacuum.stop": stateRow(ROBOT, ["idle", "paused", "docked"]),
  "vacuum.return_to_base": stateRow(ROBOT, ["docked"], { moving: ["returning"], failed: ["error"] }),
  "vacuum.set_fan_speed": attributeRow(APPLIANCE, "fan_speed"),
  "lawn_mower.start_mowing": stateRow(ROBOT, ["mowing"], { failed: ["error"] }),
  "lawn_mower.pause": stateRow(ROBOT, ["paused"]),
  "lawn_mower.dock": stateRow(ROBOT, ["docked"], { moving: ["returning"], failed: ["error"] }),

  ...onOff("switch", LAMP),
  ...onOff("siren", LAMP),
  ...onOff("remote", APPLIANCE),
  ...onOff("humidifier", APPLIANCE, { observe: ["humidity"] }),
  ...onOff("input_boolean", HELPER),
  ...onOff("automation", HELPER, { fields: ["stop_actions"] }),
  "script.turn_off": stateRow(HELPER, ["off"]),

  "fan.turn_on": { ...fan, end: fanSpeed },
  "fan.turn_off": stateRow(LAMP, ["off"]),
  "fan.set_percentage": { ...fan, end: fanSpeed },
  "fan.set_preset_mode": attributeRow(LAMP, "preset_mode"),
  "fan.oscillate": attributeRow(LAMP, "oscillating"),
  "fan.set_direction": attributeRow(LAMP, "direction"),
  "fan.increase_speed": speedStep(1),
  "fan.decrease_speed": speedStep(-1),

  "climate.turn_on": notOff,
  "climate.turn_off": stateRow(APPLIANCE, ["off"]),
  "climate.set_temperature": setTemperature,
  "climate.set_hvac_mode": setMode("hvac_mode"),
  "climate.set_preset_mode": attributeRow(APPLIANCE, "preset_mode"),
  "climate.set_fan_mode": attributeRow(APPLIANCE, "fan_mode"),
  "climate.set_swing_mode": attributeRow(APPLIANCE, "swing_mode"),
  "climate.set_swing_horizontal_mode": attributeRow(APPLIANCE, "swing_horizontal_mode"),
  "climate.set_humidity": humidity,
  "water_heater.turn_on": notOff,
  "water_heater.turn_off": stateRow(APPLIANCE, ["off"]),
  "water_heater.set_temperature": setTemperature,
  "water_heater.set_operation_mode": setMode("operation_mode"),
  "water_heater.set_away_mode": {
    timing: APPLIANCE,
    fields: ["away_mode"],
    end: (data) => ({ attributes: { away_mode: { equals: data.away_mode ? "on" : "off" } } }),
  },
  "humidifier.set_humidity": humidity,
  "humidifier.set_mode": attributeRow(APPLIANCE, "mode"),

  "media_player.turn_on": notOff,
  "media_player.turn_off": stateRow(APPLIANCE, ["off", "standby"]),
  "media_player.media_play": stateRow(APPLIANCE, ["playing"], playing),
  "media_player.media_pause": stateRow(APPLIANCE, ["paused"], { observe: ["media_title"] }),
  "media_player.media_stop": { timing: APPLIANCE, end: () => ({ notStates: ["playing", "paused", "buffering"] }) },
  "media_player.volume_set": nearRow(APPLIANCE, "volume_level", () => VOLUME),
  "media_player.volume_up": volumeStep(1),
  "media_player.volume_down": volumeStep(-1),
  "media_player.volume_mute": attributeRow(APPLIANCE, "is_volume_muted"),
  "media_player.select_source": attributeRow(APPLIANCE, "source"),
  "media_player.select_sound_mode": attributeRow(APPLIANCE, "sound_mode"),
  "media_player.shuffle_set": attributeRow(APPLIANCE, "shuffle"),
  "media_player.repeat_set": attributeRow(APPLIANCE, "repeat"),

  "input_number.set_value": setNumber,
  "input_number.increment": numberStep(1),
  "input_number.decrement": numberStep(-1),
  "number.set_value": onDevice(setNumber),
  "counter.set_value": setNumber,
  "counter.increment": numberStep(1),
  "counter.decrement": numberStep(-1),
  "input_text.set_value": setText("value"),
  "text.set_value": onDevice(setText("value")),
  "date.set_value": onDevice(setText("date")),
  ...selectRows("input_select", (row) => row),
  ...selectRows("select", onDevice),
  // a running timer that is started anew looks the same
  "timer.start": {
    timing: HELPER,
    fields: ["duration"],
    end: (_data, before) => (before?.state === "active" ? undefined : { states: ["active"] }),
  },
  "timer.pause": stateRow(HELPER, ["paused"]),
  "timer.cancel": stateRow(HELPER, ["idle"]),
  "timer.finish": stateRow(HELPER, ["idle"]),
};
