import type { LiveStates } from "../homeassistant/registry/states.ts";
import type { Logger } from "../observability/logger.ts";
import type { AutomationTrial, AutomationTrialStore } from "../storage/turns/automation-trials.ts";
import type { Later } from "../text/later.ts";

/** Every weekday once. */
export const TRIAL_MS = 7 * 86_400_000;
/** What runs more often is told with how often it ran. */
const TOLD_EVERY_MS = 10 * 60_000;
/** Home Assistant may be away when it is over, and an automation that was just saved shows a moment later. */
const LOOK_AGAIN_MS = 60_000;
/** Somebody removed it in Home Assistant, or it was never saved. */
const LOST_AFTER_MS = TRIAL_MS;

/** What its person hears: that it ran, or that the trial is over and it is off. */
export interface TrialNews {
  readonly kind: "ran" | "over";
  readonly trial: AutomationTrial;
  /** As Home Assistant has it. */
  readonly name: string;
}

interface TrialsDependencies {
  readonly store: Pick<AutomationTrialStore, "all" | "ran" | "drop">;
  readonly transaction: (run: () => void) => void;
  readonly states: Pick<LiveStates, "get" | "onChange" | "onAdded">;
  readonly entityOf: (id: string) => string | undefined;
  /** Switches one off whose trial is over. */
  readonly switchOff: (id: string) => Promise<void>;
  /** Joins the transaction that writes down what is told. */
  readonly tell: (news: TrialNews) => void;
  readonly clock: () => number;
  readonly later: Later;
  readonly logger: Logger;
}

/** Tells of each run of an automation on trial, and switches it off at the end. What is told and what was counted are one transaction. A trial is over once the automation's state is `off`. */
export function createTrials({ store, transaction, states, entityOf, switchOff, tell, clock, later, logger }: TrialsDependencies) {
  let timer: Disposable | undefined;
  /** Whose states are listened to. */
  let watched: readonly string[] = [];
  let watching: Disposable | undefined;

  function lookAt(trial: AutomationTrial): void {
    const { id, endsAt, ranAt, runs, toldAt } = trial;
    const now = clock();
    const entityId = entityOf(id);
    const state = entityId === undefined ? undefined : states.get(entityId);
    if (!state) {
      if (now > endsAt + LOST_AFTER_MS) store.drop(id);
      return;
    }
    const name = String(state.attributes["friendly_name"] ?? entityId);
    const last = Date.parse(String(state.attributes["last_triggered"]));
    if (last > ranAt) {
      const isTold = now - toldAt >= TOLD_EVERY_MS;
      const counted = { ...trial, ranAt: last, runs: runs + 1, toldAt: isTold ? now : toldAt };
      transaction(() => {
        store.ran(counted);
        if (isTold) tell({ kind: "ran", trial: counted, name });
      });
      lookAt(counted);
      return;
    }
    if (now < endsAt) return;
    if (state.state === "off") {
      transaction(() => {
        store.drop(id);
        tell({ kind: "over", trial, name });
      });
      return;
    }
    switchOff(id).catch((error: unknown) =>
      logger.warn({ err: error }, "an automation on trial could not be switched off; it is tried again"),
    );
  }

  function watch(entityIds: readonly string[]): void {
    if (entityIds.join() === watched.join()) return;
    watching?.[Symbol.dispose]();
    watched = entityIds;
    watching = states.onChange(entityIds, look);
  }

  function look(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    try {
      for (const trial of store.all()) lookAt(trial);
      const trials = store.all();
      watch(trials.flatMap(({ id }) => entityOf(id) ?? []));
      const waits = trials.map(({ endsAt }) => endsAt - clock()).filter((ms) => ms > 0);
      if (trials.length > 0) timer = later(Math.min(...waits, LOOK_AGAIN_MS), look);
    } catch (error) {
      logger.error({ err: error }, "trials of automations could not be looked at");
      timer = later(LOOK_AGAIN_MS, look);
    }
  }

  const added = states.onAdded(look);
  return {
    /** The home is known again, or a trial was ended. */
    look,
    [Symbol.dispose](): void {
      added[Symbol.dispose]();
      watching?.[Symbol.dispose]();
      timer?.[Symbol.dispose]();
    },
  };
}
