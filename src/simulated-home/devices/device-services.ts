import { climateServices, fanServices, humidifierServices, inputNumberServices } from "./climate.ts";
import { type DeviceServices, switched } from "./device.ts";
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
import { mediaServices } from "./media.ts";
import { coverServices, lockServices, valveServices } from "./openings.ts";

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
