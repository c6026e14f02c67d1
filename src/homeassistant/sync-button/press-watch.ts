import type { Later } from "../../text/later.ts";
import type { EntityEntry } from "../registry/registry-entries.ts";
import type { EntityState, StateStore } from "../registry/states.ts";

export interface PressWatchOptions {
  /** People may have changed its entity id; `entityId` is the one that it was given. */
  readonly button: { readonly platform: string; readonly uniqueId: string; readonly entityId: string };
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly registries: { readonly entities: ReadonlyMap<string, EntityEntry> };
  /** `userId` is Home Assistant's user who pressed; undefined for an automation's press. */
  readonly onPress: (userId: string | undefined) => void;
  readonly later: Later;
}

/** The state is the time of the press, written down at once: recorded 0.06 ms apart. Far less than a restart takes. */
const SAME_MOMENT_MS = 1_000;
/** An entity that is new, or whose id is changed, is in the registry within a second. */
const REGISTERED_AFTER_MS = 5_000;

/**
 * Not each new state is a press: after a restart, and after the button was unavailable, the time of an old press comes back with
 * its user.
 */
export function watchPresses({ button, states, registries, onPress, later }: PressWatchOptions) {
  let watching: { readonly entityId: string; readonly end: Disposable } | undefined;
  let again: Disposable | undefined;
  /** The press that was seen last, or before we looked. */
  let last: string | undefined;

  return {
    look,
    lookSoon,
    [Symbol.dispose](): void {
      again?.[Symbol.dispose]();
      watching?.end[Symbol.dispose]();
      watching = undefined;
    },
  };

  /** Begins, or goes on under the id that the button has now. A press from before the first look is none. */
  function look(): void {
    const entityId = idNow();
    if (watching?.entityId === entityId) return;
    watching?.end[Symbol.dispose]();
    const now = states.get(entityId);
    if (now && timeOf(now) !== undefined) last = now.state;
    watching = { entityId, end: states.onChange([entityId], hear) };
  }

  /** Looks once the registry knows the button. */
  function lookSoon(): void {
    again?.[Symbol.dispose]();
    again = later(REGISTERED_AFTER_MS, look);
  }

  function idNow(): string {
    for (const { entityId, platform, uniqueId } of registries.entities.values()) {
      if (platform === button.platform && uniqueId === button.uniqueId) return entityId;
    }
    return button.entityId;
  }

  function hear(current: EntityState | undefined, previous: EntityState | undefined): void {
    if (!current) {
      lookSoon();
      return;
    }
    const time = timeOf(current);
    if (time === undefined || current.state === last) return;
    last = current.state;
    if (previous && Math.abs(time - current.lastChanged) <= SAME_MOMENT_MS) onPress(current.context.userId ?? undefined);
  }
}

function timeOf({ state }: EntityState): number | undefined {
  const time = Date.parse(state);
  return Number.isNaN(time) ? undefined : time;
}
