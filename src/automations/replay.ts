import { actionEvents } from "../memory/habits/user-actions.ts";
import type { HabitAction } from "../storage/facts/habits.ts";
import { clockTime } from "../text/dates.ts";
import { SUN } from "./compile.ts";
import { canReplay, dayName, firingsOf, inRange, type ZoneStates } from "./firings.ts";
import {
  type Automation,
  type AutomationAction,
  type AutomationCondition,
  type AutomationFact,
  type AutomationStep,
  type AutomationTrigger,
  HOME_ZONE,
  triggersIn,
} from "./intent.ts";
import { isWithin } from "./lint.ts";
import { createPast, type Series, seriesKey } from "./past.ts";

export interface ReplayInput {
  readonly automation: Automation;
  readonly series: Series;
  readonly zones: ZoneStates;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
}

/** The runs that there would have been: when each began, and the newest of them whole. Times in ms since the epoch. */
export interface Replayed {
  readonly times: readonly number[];
  readonly newest: readonly ReplayedRun[];
}

export interface ReplayedRun {
  readonly at: number;
  /** What it would have done by `to`, with the branches that it would have taken. */
  readonly steps: readonly AutomationStep[];
  /** Entities that became the opposite within ten minutes. */
  readonly undone: readonly string[];
}

/** Runs that are told of: a phone shows about so many beside the rest of the question. */
const MOST_RUNS = 6;
/** Somebody who does not want it does something about it soon, or is not there. */
const UNDONE_MS = 10 * 60_000;
/** By the name of a service: what undoes it. */
const UNDONE_BY: ReadonlyMap<string, HabitAction> = new Map([
  ["turn_on", "off"],
  ["turn_off", "on"],
  ["open_cover", "close"],
  ["close_cover", "open"],
  ["open_valve", "close"],
  ["close_valve", "open"],
  ["lock", "unlock"],
  ["unlock", "lock"],
]);

interface Run {
  readonly end: number;
  readonly done: readonly { readonly at: number; readonly step: AutomationStep }[];
  readonly isInstant: boolean;
}

/** The runs that an automation would have had, in order, had it been switched on at `from`. Triggers that cannot be replayed start none. */
export function replay({ automation, series, zones, timeZone, from, to }: ReplayInput): Replayed {
  const past = createPast({ series, timeZone });
  const { triggers, conditions, actions } = automation;
  const hysteresis = triggers.find((one) => one.kind === "numeric" && one.hysteresis !== undefined);

  /** Undefined where Home Assistant raises an error: then it is neither so nor not so. */
  function holds(condition: AutomationCondition, at: number): boolean | undefined {
    switch (condition.kind) {
      case "all":
        return every(condition.of, (one) => holds(one, at));
      case "any":
        return some(condition.of, (one) => holds(one, at));
      case "none":
        return not(some(condition.of, (one) => holds(one, at)));
      default:
        return isSo(condition, at);
    }
  }

  function isSo(fact: AutomationFact, at: number): boolean | undefined {
    switch (fact.kind) {
      case "state": {
        const { entities, states, any, forSeconds = 0 } = fact;
        return (any ? some : every)(entities, (id) => isIn(id, states, at, forSeconds));
      }
      case "numeric":
        return inRange(past.at(seriesKey(fact.entity, fact.attribute), at)?.state, fact);
      case "time":
        return isWithin(clockTime(past.clock(at).minute), fact.after, fact.before);
      case "weekday":
        return fact.days.includes(dayName(past.clock(at).day));
      case "sun":
        return isIn(SUN, [fact.is === "up" ? "above_horizon" : "below_horizon"], at);
      case "presence": {
        const { people, home } = fact;
        if (people.length === 0) return inRange(past.at(HOME_ZONE, at)?.state, home ? { above: 0 } : { below: 1 });
        const isThere = (id: string) => isIn(id, ["home"], at);
        return home ? every(people, isThere) : not(some(people, isThere));
      }
    }
  }

  function isIn(entityId: string, states: readonly string[], at: number, forSeconds = 0): boolean | undefined {
    const then = past.at(entityId, at);
    return then && states.includes(then.state) && then.at <= at - forSeconds * 1_000;
  }

  const allHold = (all: readonly AutomationCondition[], at: number) => every(all, (one) => holds(one, at)) === true;

  /** One run from `start`, as far as it comes before `until`. */
  function runFrom(start: number, until: number): Run {
    const done: { at: number; step: AutomationStep }[] = [];
    let at = start;
    // a run that only fires events ends before the next trigger; a device call takes time
    let isInstant = true;
    for (const action of actions) {
      for (const step of stepsAt(action, at)) {
        if (!isInstant && at >= until) return { end: at, done, isInstant };
        done.push({ at, step });
        if (step.kind !== "tell" && step.kind !== "ask") isInstant = false;
        if (step.kind === "delay") at += step.seconds * 1_000;
        if (step.kind !== "wait") continue;
        const end = at + step.timeoutSeconds * 1_000;
        const [first] = firingsOf(step.until, { past, zones, from: at, to: Math.min(end, to) });
        if (first === undefined && !step.goOn) return { end, done, isInstant };
        at = first ?? end;
      }
    }
    if (hysteresis?.kind === "numeric") return { end: backAgain(hysteresis, at), done, isInstant: false };
    return { end: at, done, isInstant };
  }

  function stepsAt(action: AutomationAction, at: number): readonly AutomationStep[] {
    if (action.kind !== "choose") return [action];
    return action.options.find((option) => allHold(option.if, at))?.do ?? action.otherwise ?? [];
  }

  /** When the value has gone back by its hysteresis, from `at` on. */
  function backAgain(
    { entities, attribute, above, below, hysteresis: by = 0 }: AutomationTrigger & { kind: "numeric" },
    at: number,
  ): number {
    const key = seriesKey(entities[0] ?? "", attribute);
    const isBack = (state: string) =>
      (above !== undefined && inRange(state, { above: above - by }) === false && inRange(state, {}) === true) ||
      (below !== undefined && inRange(state, { below: below + by }) === false && inRange(state, {}) === true);
    const now = past.at(key, at);
    if (now && isBack(now.state)) return at;
    return past.changes(key, at, to).find(({ after }) => isBack(after))?.at ?? Infinity;
  }

  function undone(done: readonly { at: number; step: AutomationStep }[]): readonly string[] {
    const entityIds = done.flatMap(({ at, step }) => {
      if (step.kind !== "call") return [];
      const opposite = UNDONE_BY.get(step.service.split(".")[1] ?? "");
      return step.entities.filter((entityId) => {
        const changes = [...past.changes(entityId, at, at + UNDONE_MS)].map((change) => ({ at: change.at, state: change.after }));
        const before = past.at(entityId, at);
        return (
          changes.length > 0 &&
          before !== undefined &&
          actionEvents(entityId, [before, ...changes]).some(({ action }) => action === opposite)
        );
      });
    });
    return [...new Set(entityIds)];
  }

  const fired = triggers.flatMap((trigger) => firingsOf(trigger, { past, zones, from, to })).sort((a, b) => a - b);
  const started = fired.filter((at) => allHold(conditions, at));
  const mode = hysteresis ? "single" : automation.mode;
  const runs: (Pick<Run, "done"> & { readonly at: number })[] = [];
  let busyUntil = -Infinity;
  let isThrough = true;
  started.forEach((at, index) => {
    // triggers of the same moment overlap unless the first run has ended
    if (mode === "single" && (at < busyUntil || (at === busyUntil && !isThrough))) return;
    const start = mode === "queued" ? Math.max(at, busyUntil) : at;
    const { end, done, isInstant } = runFrom(start, mode === "restart" ? Math.min(to, started[index + 1] ?? to) : to);
    busyUntil = end;
    isThrough = isInstant;
    if (start <= to) runs.push({ at: start, done });
  });
  return {
    times: runs.map(({ at }) => at),
    newest: runs.slice(-MOST_RUNS).map(({ at, done }) => ({ at, steps: done.map(({ step }) => step), undone: undone(done) })),
  };
}

/** Whether there is anything that cannot be replayed in an automation. */
export function isWhole(automation: Pick<Automation, "triggers" | "actions">): boolean {
  return triggersIn(automation).every(canReplay);
}

type Judge<Item> = (item: Item) => boolean | undefined;

function every<Item>(all: readonly Item[], judge: Judge<Item>): boolean | undefined {
  return not(some(all, (item) => not(judge(item))));
}

/** Looks no further than the first that is so: there may be hundreds of them for each of thousands of moments. */
function some<Item>(all: readonly Item[], judge: Judge<Item>): boolean | undefined {
  let answer: boolean | undefined = false;
  for (const item of all) {
    const one = judge(item);
    if (one === true) return true;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function not(one: boolean | undefined): boolean | undefined {
  return one === undefined ? undefined : !one;
}
