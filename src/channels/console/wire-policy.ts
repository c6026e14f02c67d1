/** What the policy page reads and asks, as JSON; see wire.ts. */

/** How an effect is decided for a role when nothing else speaks against it. */
export interface PolicyCell {
  readonly outcome: string;
  readonly rule: string;
  readonly pin: boolean;
  /** Whose yes, if one is needed: `asker`, `owner`; and how many people's. */
  readonly by?: string;
  readonly people?: number;
}

/** `GET api/policy` */
export interface PolicyTable {
  readonly effects: readonly { readonly effect: string; readonly text: string; readonly byRole: Readonly<Record<string, PolicyCell>> }[];
  /** Devices that no fact tells about, and all that were decided. */
  readonly devices: readonly DecidedDevice[];
  /** Options that policy obeys, as they are set. */
  readonly options: Readonly<Record<string, unknown>>;
  /** For the simulator: who can be supposed, and what there is. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly things: readonly { readonly entityId: string; readonly name: string }[];
  readonly channels: readonly string[];
}

/** A device that no fact tells about. */
export interface DecidedDevice {
  readonly entityId: string;
  readonly name: string;
  readonly area: string | null;
  /** `fine`, `ask` or `never`; null while no owner has decided. */
  readonly decision: string | null;
  /** Who decided, and when in ms since the epoch. */
  readonly by: string | null;
  readonly at: number | null;
  /** Something is plugged into it: it measures power. */
  readonly isPlug: boolean;
}

/** Body of `POST api/policy/devices`. */
export interface DeviceDecision {
  readonly entityIds: readonly string[];
  readonly decision: "fine" | "ask" | "never";
}

/** Body of `POST api/policy/simulate`: a role, or a person's id. */
export interface Simulation {
  readonly role?: string;
  readonly person?: string;
  readonly service: string;
  readonly entityId: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** 0 to 23 */
  readonly hour: number;
  readonly channel: string;
}

export interface Simulated {
  readonly outcome: string;
  readonly rule: string;
  readonly explanation: readonly string[];
  /** What a yes must be; null where none helps or none is needed. */
  readonly needs: { readonly by: string; readonly people: number; readonly pin: boolean } | null;
}
