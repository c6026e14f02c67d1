import type { Context } from "./bus.ts";
import type { Change, Doing } from "./devices/device.ts";

/**
 * How a device answers a service that Home Assistant took.
 *
 * - `late`: the state comes `ms` later, with a context of its own, as from a slow cloud or a polled device
 * - `optimistic`: the state is assumed at once (`assumed_state`), nobody knows whether it is true
 * - `silent`: success, and nothing ever changes
 * - `flapping`: end state, back, end state, `ms` apart
 * - `unavailable`: the device is gone; calls succeed and do nothing
 * - `jams`: a lock that gets stuck on its way
 * - `moves`: the way takes `ms` (a cover opening, a lock locking)
 * - `fails`: Home Assistant answers `home_assistant_error` with the message
 */
export type Behaviour =
  | { readonly kind: "normal" | "optimistic" | "silent" | "unavailable" | "jams" }
  | { readonly kind: "late" | "moves"; readonly ms: number }
  | { readonly kind: "flapping"; readonly ms?: number }
  | { readonly kind: "fails"; readonly message: string };

/** How long a lock or a cover is on its way when nothing else is said: long enough to be seen, short enough for tests. */
const MOVE_MS = 150;
const FLAP_MS = 50;

export interface Stage {
  /** ms after the call. */
  readonly after: number;
  readonly change: Change;
  /** Undefined: a context of the device's own. */
  readonly context: Context | undefined;
}

/** What becomes visible when, of a service's doing on a device of that behaviour; `before` is what it shows now. */
export function stagesOf({
  doing,
  behaviour,
  before,
  context,
}: {
  doing: Doing;
  behaviour: Behaviour;
  before: Change;
  context: Context;
}): Stage[] {
  const { passing, change: end } = doing;
  if (!end || behaviour.kind === "silent" || behaviour.kind === "unavailable" || behaviour.kind === "fails") return [];
  const at = (after: number, change: Change): Stage => ({ after, change, context });
  switch (behaviour.kind) {
    case "late":
      return [{ after: behaviour.ms, change: end, context: undefined }];
    case "flapping": {
      const gap = behaviour.ms ?? FLAP_MS;
      return [at(0, end), at(gap, before), at(2 * gap, end)];
    }
    case "jams":
      return [at(0, passing ?? end), at(MOVE_MS, { state: "jammed" })];
    case "moves":
      return passing ? [at(0, passing), at(behaviour.ms, end)] : [at(behaviour.ms, end)];
    case "optimistic":
      return [at(0, end)];
    case "normal":
      return passing ? [at(0, passing), at(MOVE_MS, end)] : [at(0, end)];
  }
}
