import type { Later } from "../../text/later.ts";
import type { EntityEntry } from "../registry/registry-entries.ts";
import type { EntityState, StateStore } from "../registry/states.ts";

/** A button of ours. Its entity id may have been changed by people; `entityId` is the one that it was given. */
export interface OwnButton {
  readonly platform: string;
  readonly uniqueId: string;
  readonly entityId: string;
}

export interface PressWatchOptions {
  readonly button: OwnButton;
  readonly states: Pick<StateStore, "get" | "onChange">;
  readonly registries: { readonly entities: ReadonlyMap<string, EntityEntry> };
  /** `userId` is Home Assistant's user who pressed; undefined for an automation's press. */
  readonly onPress: (userId: string | undefined) => void;
  readonly later: Later;
}

/** The state is the time of the press, written down at once: recorded 0.06 ms apart. Far less than a restart takes. */
const SAME_MOMENT_MS = 1_000;
/** An entity whose id is changed is gone first; the registry is read again within a second. */
const RENAMED_AFTER_MS = 5_000;

/**
 * Tells presses of a button by its state. Not each new state is one: after a restart of Home Assistant, and after the button was
 * unavailable, the time of an old press comes back, even with the user who pressed then.
 */
export class PressWatch implements Disposable {
  readonly #options: PressWatchOptions;
  #watching: { readonly entityId: string; readonly end: Disposable } | undefined;
  #again: Disposable | undefined;
  /** The press that was seen last, or before we looked. */
  #last: string | undefined;

  constructor(options: PressWatchOptions) {
    this.#options = options;
  }

  /** Begins, or goes on under the id that the button has now. A press from before the first look is none. */
  look(): void {
    const { states } = this.#options;
    const entityId = this.#idNow();
    if (this.#watching?.entityId === entityId) return;
    this.#watching?.end[Symbol.dispose]();
    const now = states.get(entityId);
    if (now && timeOf(now) !== undefined) this.#last = now.state;
    this.#watching = { entityId, end: states.onChange([entityId], (current, previous) => this.#hear(current, previous)) };
  }

  [Symbol.dispose](): void {
    this.#again?.[Symbol.dispose]();
    this.#watching?.end[Symbol.dispose]();
    this.#watching = undefined;
  }

  #idNow(): string {
    const { button, registries } = this.#options;
    for (const { entityId, platform, uniqueId } of registries.entities.values()) {
      if (platform === button.platform && uniqueId === button.uniqueId) return entityId;
    }
    return button.entityId;
  }

  #hear(current: EntityState | undefined, previous: EntityState | undefined): void {
    if (!current) {
      this.#again?.[Symbol.dispose]();
      this.#again = this.#options.later(RENAMED_AFTER_MS, () => this.look());
      return;
    }
    const time = timeOf(current);
    if (time === undefined || current.state === this.#last) return;
    this.#last = current.state;
    if (previous && Math.abs(time - current.lastChanged) <= SAME_MOMENT_MS) this.#options.onPress(current.context.userId ?? undefined);
  }
}

function timeOf({ state }: EntityState): number | undefined {
  const time = Date.parse(state);
  return Number.isNaN(time) ? undefined : time;
}

/** Command and state of one press come a few milliseconds apart, in either order. */
const TOGETHER_MS = 1_000;

/**
 * Brings together the press that comes by MQTT, which tells no user, and the state of the button, which does. `seen` takes the one, `who`
 * asks by the other; undefined when no user is told within a second.
 */
export function createPresser({ later }: { later: Later }) {
  let early: { readonly userId: string | undefined; readonly end: Disposable } | undefined;
  let waiting: ((userId: string | undefined) => void) | undefined;
  return {
    seen(userId: string | undefined): void {
      if (waiting) {
        waiting(userId);
        return;
      }
      early?.end[Symbol.dispose]();
      const end = later(TOGETHER_MS, () => {
        early = undefined;
      });
      early = { userId, end };
    },

    who(): Promise<string | undefined> {
      const found = early;
      early = undefined;
      found?.end[Symbol.dispose]();
      if (found) return Promise.resolve(found.userId);
      waiting?.(undefined);
      return new Promise((resolve) => {
        const end = later(TOGETHER_MS, () => answer(undefined));
        const answer = (userId: string | undefined) => {
          end[Symbol.dispose]();
          if (waiting === answer) waiting = undefined;
          resolve(userId);
        };
        waiting = answer;
      });
    },
  };
}
