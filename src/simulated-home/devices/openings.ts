import { type Device, type DeviceServices, type Doing, numeric } from "./device.ts";

const SET_POSITION = 4;
const STOP = 8;
const OPEN = 100;

export const lockServices: DeviceServices = {
  lock: () => ({ passing: { state: "locking" }, change: { state: "locked" } }),
  unlock: () => ({ passing: { state: "unlocking" }, change: { state: "unlocked" } }),
  open: () => ({ passing: { state: "opening" }, change: { state: "open" } }),
};

export const coverServices: DeviceServices = {
  open_cover: (device) => moveTo(device, OPEN),
  close_cover: (device) => moveTo(device, 0),
  set_cover_position: (device, fields) => moveTo(device, numeric(fields["position"], 0)),
  stop_cover: stop,
  toggle,
};

export const valveServices: DeviceServices = {
  open_valve: (device) => moveTo(device, OPEN),
  close_valve: (device) => moveTo(device, 0),
  set_valve_position: (device, fields) => moveTo(device, numeric(fields["position"], 0)),
  stop_valve: stop,
  toggle,
};

function moveTo(device: Device, position: number): Doing {
  const knowsPosition =
    "current_position" in device.attributes || (numeric(device.attributes["supported_features"], 0) & SET_POSITION) !== 0;
  // What does not tell its position knows all the same where it was stopped.
  const stopped = device.state === "open" ? numeric(device.memory["stopped"], OPEN) : OPEN;
  const before = numeric(device.attributes["current_position"], device.state === "closed" ? 0 : stopped);
  device.memory["stopped"] = undefined;
  const is = (at: number) => ({ is_closed: at === 0, ...(knowsPosition && { current_position: at }) });
  const end = { state: position === 0 ? "closed" : "open", attributes: is(position) };
  device.memory["half-way"] = Math.round((before + position) / 2);
  if (before === position) return { change: end };
  const way = position > before ? "opening" : "closing";
  device.memory["last"] = way;
  return { passing: { state: way }, change: end };
}

/** Stops where half of the way is; stopping what does not move changes nothing. */
function stop(device: Device): Doing {
  if (device.state !== "opening" && device.state !== "closing") return {};
  const at = numeric(device.memory["half-way"], 50);
  device.memory["stopped"] = at;
  return {
    change: {
      state: at === 0 ? "closed" : "open",
      attributes: { is_closed: at === 0, ...("current_position" in device.attributes && { current_position: at }) },
    },
  };
}

/**
 * What moves and can be stopped is stopped; what is closed is opened, what is wholly open is closed. What stands half open goes against its
 * last direction: opened again if it was last seen closing, as Home Assistant does it.
 */
function toggle(device: Device): Doing {
  const moving = device.state === "opening" || device.state === "closing";
  if (moving && (numeric(device.attributes["supported_features"], 0) & STOP) !== 0) return stop(device);
  if (device.state === "closed" || device.state === "closing") return moveTo(device, OPEN);
  if (device.attributes["current_position"] === OPEN || device.state === "opening") return moveTo(device, 0);
  return moveTo(device, device.memory["last"] === "closing" ? OPEN : 0);
}
