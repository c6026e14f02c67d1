import type { EntityState } from "../registry/states.ts";
import { type EndState, numberOf, type Want } from "../services/end-state.ts";
import {
  APPLIANCE,
  attributeRow,
  type CallData,
  equal,
  HELPER,
  LAMP,
  nearRow,
  onOff,
  type Row,
  type Rows,
  stateRow,
} from "./expectation-row.ts";

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

/** End states of what is switched, set or chosen. */
export const SETTINGS: Rows = {
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
