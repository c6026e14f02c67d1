/** What a service sees of the device it acts on. */
export interface Device {
  readonly entityId: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What the device keeps that is not in its state: the brightness to come back to, the code, the items of a list. */
  readonly memory: Record<string, unknown>;
  /** ms since the epoch. */
  readonly now: number;
}

export interface Change {
  readonly state?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** What a service does to a device: nothing, a change at once, or a passing change with the end a little later. */
export interface Doing {
  readonly passing?: Change;
  readonly change?: Change;
  readonly response?: Readonly<Record<string, unknown>>;
}

/** Throws a Refusal where Home Assistant refuses. */
export type DeviceService = (device: Device, fields: Readonly<Record<string, unknown>>) => Doing;

export type DeviceServices = Readonly<Record<string, DeviceService>>;

/** Services that set one state. */
export function to(state: string): DeviceService {
  return () => ({ change: { state } });
}

/** `turn_on`, `turn_off` and `toggle` of everything that is on or off and nothing else. */
export const switched: DeviceServices = {
  turn_on: to("on"),
  turn_off: to("off"),
  toggle: (device) => ({ change: { state: device.state === "on" ? "off" : "on" } }),
};

export function numeric(value: unknown, otherwise: number): number {
  const read = typeof value === "number" ? value : Number(value);
  return value === null || value === undefined || !Number.isFinite(read) ? otherwise : read;
}
