import { climateServices, fanServices, humidifierServices, inputNumberServices } from "./climate.ts";
import { type DeviceServices, numeric, switched, to } from "./device.ts";
import {
  alarmServices,
  buttonServices,
  cameraServices,
  numberServices,
  selectServices,
  sirenServices,
  todoServices,
  vacuumServices,
} from "./household.ts";
import { lightServices } from "./lights.ts";
import { coverServices, lockServices, valveServices } from "./openings.ts";

const VOLUME_STEP = 0.1;

const track =
  (by: number): DeviceServices[string] =>
  (device) => {
    const next = Math.max(1, numeric(device.attributes["media_track"], 1) + by);
    return { change: { attributes: { media_track: next, media_title: `Track ${next}` } } };
  };
const louder =
  (by: number): DeviceServices[string] =>
  (device) => {
    const level = Math.min(1, Math.max(0, numeric(device.attributes["volume_level"], 0.5) + by));
    return { change: { attributes: { volume_level: Math.round(level * 100) / 100 } } };
  };

const mediaServices: DeviceServices = {
  turn_on: (device) => ({ change: { state: device.state === "off" ? "idle" : device.state } }),
  turn_off: to("off"),
  toggle: (device) => ({ change: { state: device.state === "off" ? "idle" : "off" } }),
  media_play: to("playing"),
  media_pause: to("paused"),
  media_stop: to("idle"),
  media_play_pause: (device) => ({ change: { state: device.state === "playing" ? "paused" : "playing" } }),
  media_next_track: track(1),
  media_previous_track: track(-1),
  volume_up: louder(VOLUME_STEP),
  volume_down: louder(-VOLUME_STEP),
  volume_set: (_device, fields) => ({ change: { attributes: { volume_level: fields["volume_level"] } } }),
  volume_mute: (_device, fields) => ({ change: { attributes: { is_volume_muted: fields["is_volume_muted"] } } }),
  select_source: (_device, fields) => ({ change: { attributes: { source: fields["source"] } } }),
};

/** What each domain's services do to a device. Scripts, scenes and automations act on others and are in service-calls.ts. */
export const deviceServices: Readonly<Record<string, DeviceServices>> = {
  light: lightServices,
  switch: switched,
  input_boolean: switched,
  lock: lockServices,
  cover: coverServices,
  valve: valveServices,
  climate: climateServices,
  media_player: mediaServices,
  fan: fanServices,
  humidifier: humidifierServices,
  vacuum: vacuumServices,
  siren: sirenServices,
  camera: cameraServices,
  button: buttonServices,
  input_button: buttonServices,
  input_number: inputNumberServices,
  number: numberServices,
  input_select: selectServices,
  select: selectServices,
  alarm_control_panel: alarmServices,
  todo: todoServices,
};
