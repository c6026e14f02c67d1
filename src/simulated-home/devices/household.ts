import { isoTime } from "../ids.ts";
import { invalidCall } from "../refusal.ts";
import { type Device, type DeviceServices, type Doing, switched, to } from "./device.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Item {
  readonly summary: string;
  readonly uid: string;
  readonly status: string;
}

export const vacuumServices: DeviceServices = {
  start: to("cleaning"),
  clean_spot: to("cleaning"),
  pause: to("paused"),
  stop: to("idle"),
  return_to_base: to("returning"),
  locate: () => ({}),
  set_fan_speed: (_device, fields) => ({ change: { attributes: { fan_speed: fields["fan_speed"] } } }),
};

export const buttonServices: DeviceServices = { press: (device) => ({ change: { state: isoTime(device.now) } }) };

export const sirenServices = switched;

export const cameraServices: DeviceServices = {
  turn_on: to("idle"),
  turn_off: to("off"),
  enable_motion_detection: () => ({ change: { attributes: { motion_detection: true } } }),
  disable_motion_detection: () => ({ change: { attributes: { motion_detection: undefined } } }),
  snapshot: () => ({}),
  record: () => ({}),
};

export const selectServices: DeviceServices = {
  select_option: (device, fields) => selectOption(device, String(fields["option"] ?? "")),
  select_next: (device) => selectOption(device, step(device, 1)),
  select_previous: (device) => selectOption(device, step(device, -1)),
};

export const numberServices: DeviceServices = { set_value: (_device, fields) => ({ change: { state: String(fields["value"]) } }) };

export const alarmServices: DeviceServices = {
  alarm_disarm: (device, fields) => {
    checkCode(device, fields);
    return { change: { state: "disarmed" } };
  },
  alarm_arm_home: (device, fields) => arm(device, fields, "armed_home"),
  alarm_arm_away: (device, fields) => arm(device, fields, "armed_away"),
  alarm_arm_night: (device, fields) => arm(device, fields, "armed_night"),
  alarm_arm_vacation: (device, fields) => arm(device, fields, "armed_vacation"),
  alarm_arm_custom_bypass: (device, fields) => arm(device, fields, "armed_custom_bypass"),
  alarm_trigger: to("triggered"),
};

export const todoServices: DeviceServices = {
  add_item: (device, fields) =>
    keep(device, [...items(device), { summary: String(fields["item"]), uid: `${items(device).length + 1}`, status: "needs_action" }]),
  remove_item: (device, fields) => {
    const gone = find(device, String(fields["item"]));
    return keep(
      device,
      items(device).filter((item) => item !== gone),
    );
  },
  update_item: (device, fields) => {
    const changed = find(device, String(fields["item"]));
    const next = { ...changed, summary: String(fields["rename"] ?? changed.summary), status: String(fields["status"] ?? changed.status) };
    return keep(
      device,
      items(device).map((item) => (item === changed ? next : item)),
    );
  },
  remove_completed_items: (device) =>
    keep(
      device,
      items(device).filter((item) => item.status !== "completed"),
    ),
  get_items: (device) => ({ response: { items: items(device).filter((item) => item.status === "needs_action") } }),
};

function selectOption(device: Device, option: string): Doing {
  const listed = device.attributes["options"];
  const options = Array.isArray(listed) ? listed.map(String) : [];
  if (options.includes(option)) return { change: { state: option } };
  const words = `Option ${option} is not valid for ${device.entityId}. Valid options are: ${options.join(", ")}`;
  throw invalidCall(words, "invalid_option", "input_select", { entity_id: device.entityId, option, options: options.join(", ") });
}

function step(device: Device, by: number): string {
  const listed = device.attributes["options"];
  const options = Array.isArray(listed) ? listed.map(String) : [];
  return options.at((options.indexOf(device.state) + by) % options.length) ?? device.state;
}

function checkCode(device: Device, fields: Fields): void {
  const code = device.memory["code"];
  if (code !== undefined && fields["code"] !== code) throw invalidCall("invalid_code", "invalid_code", "manual");
}

function arm(device: Device, fields: Fields, state: string): Doing {
  if (device.memory["code"] !== undefined && device.attributes["code_arm_required"] === false) {
    return { passing: { state: "arming" }, change: { state } };
  }
  if (device.memory["code"] !== undefined && fields["code"] === undefined) {
    const words = `Arming requires a code but none was given for ${device.entityId}`;
    throw invalidCall(words, "code_arm_required", "alarm_control_panel", { entity_id: device.entityId });
  }
  checkCode(device, fields);
  return { passing: { state: "arming" }, change: { state } };
}

function items(device: Device): readonly Item[] {
  return Array.isArray(device.memory["items"]) ? device.memory["items"] : [];
}

function find(device: Device, name: string): Item {
  const found = items(device).find((item) => item.summary.toLowerCase() === name.toLowerCase() || item.uid === name);
  if (!found) throw invalidCall(`Unable to find to-do list item: ${name}`, "item_not_found", "todo", { item: name });
  return found;
}

function keep(device: Device, list: readonly Item[]): Doing {
  device.memory["items"] = list;
  return { change: { state: String(list.filter((item) => item.status === "needs_action").length) } };
}
