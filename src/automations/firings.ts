import { isKnown } from "../homeassistant/registry/state-words.ts";
import { weekdayOf } from "../memory/habits/calendar.ts";
import { clockTime } from "../text/dates.ts";
import { notFrom, notTo, SUN } from "./compile.ts";
import { type AutomationTrigger, WEEKDAYS, type Weekday } from "./intent.ts";
import { type Change, type Past, seriesKey } from "./past.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** By zone: the state of whoever is in it. */
export type ZoneStates = ReadonlyMap<string, string>;

interface Span {
  readonly past: Past;
  readonly zones: ZoneStates;
  readonly from: number;
  readonly to: number;
}

/** Of these nothing is kept that could be replayed. */
export function canReplay({ kind }: AutomationTrigger): boolean {
  return kind !== "event" && kind !== "calendar";
}

/** When Home Assistant's trigger would have fired, had it been set up at `from`: ms since the epoch, in order. */
export function firingsOf(trigger: AutomationTrigger, span: Span): readonly number[] {
  const { past, from, to } = span;
  switch (trigger.kind) {
    case "state": {
      const before = trigger.from ? new Set(trigger.from) : undefined;
      const not = notFrom(trigger.entities);
      const notAfter = notTo(trigger.from);
      const after = trigger.to ? new Set(trigger.to) : undefined;
      return changing(trigger, span, {
        starts: (change) =>
          (before?.has(change.before) ?? !not.includes(change.before)) && (after?.has(change.after) ?? !notAfter.includes(change.after)),
        // Home Assistant waits for what it left not to come back where it was not told what it becomes
        stays: (state, change) => (before && !after ? state !== change.before : state === change.after),
      });
    }
    case "unavailable":
      return changing(trigger, span, {
        starts: ({ after }) => after === "unavailable",
        stays: (state) => state === "unavailable",
      });
    case "zone": {
      const zone = span.zones.get(trigger.zone) ?? "";
      const [inside, outside] = trigger.event === "enter" ? (["after", "before"] as const) : (["before", "after"] as const);
      return changing(trigger, span, {
        starts: (change) => ![change.before, change.after].some(isGap) && change[inside] === zone && change[outside] !== zone,
        stays: () => true,
      });
    }
    case "sun": {
      const becomes = trigger.event === "sunset" ? "below_horizon" : "above_horizon";
      const offset = (trigger.offsetMinutes ?? 0) * MINUTE_MS;
      const changes = [...past.changes(SUN, from - offset, to - offset)];
      return changes.flatMap(({ at, before, after }) => (after === becomes && !isGap(before) ? [at + offset] : []));
    }
    case "numeric":
      return trigger.entities.flatMap((entityId) => crossings(trigger, entityId, span)).sort((a, b) => a - b);
    case "time": {
      const times = new Set(trigger.at);
      const days: ReadonlySet<Weekday> = new Set(trigger.days ?? WEEKDAYS);
      let last = -Infinity;
      return minutesOf(span, ({ day, minute }) => {
        const local = day * 24 * HOUR_MINUTES + minute;
        // an hour that the clocks repeat counts once
        if (!times.has(clockTime(minute)) || !days.has(dayName(day)) || local <= last) return false;
        last = local;
        return true;
      });
    }
    case "pattern":
      return minutesOf(span, ({ minute }) =>
        trigger.unit === "minutes"
          ? (minute % HOUR_MINUTES) % trigger.every === 0
          : minute % HOUR_MINUTES === 0 && (minute / HOUR_MINUTES) % trigger.every === 0,
      );
    case "event":
    case "calendar":
      return [];
  }
}

function isGap(state: string): boolean {
  return state === "" || !isKnown(state);
}

/** The name of a day of the week; Sunday is 0. */
export function dayName(day: number): Weekday {
  // WEEKDAYS begins on Monday, the calendar on Sunday
  return WEEKDAYS[(weekdayOf(day) + 6) % 7] ?? "mon";
}

/** Whether a value is in the range; undefined for what is no number: Home Assistant raises an error. What is not known is in no range. */
export function inRange(
  value: string | undefined,
  { above, below }: { readonly above?: number | undefined; readonly below?: number | undefined },
): boolean | undefined {
  if (value === undefined) return undefined;
  if (isGap(value)) return false;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  return (above === undefined || number > above) && (below === undefined || number < below);
}

/** A change starts it; with `for` it fires once that has stayed so. */
function changing(
  trigger: { readonly entities: readonly string[]; readonly forSeconds?: number | undefined },
  { past, from, to }: Span,
  { starts, stays }: { starts: (change: Change) => boolean; stays: (state: string, change: Change) => boolean },
): readonly number[] {
  const waitMs = (trigger.forSeconds ?? 0) * 1_000;
  const fired: number[] = [];
  for (const entityId of trigger.entities) {
    for (const change of past.changes(entityId, from, to - waitMs)) {
      if (!starts(change)) continue;
      const at = change.at + waitMs;
      if (past.after(entityId, change.index, at).every(({ state }) => stays(state, change))) fired.push(at);
    }
  }
  return fired.sort((a, b) => a - b);
}

/** A value that comes from outside into the range. It is armed again by leaving it, also into what is not known. */
function crossings(trigger: AutomationTrigger & { kind: "numeric" }, entityId: string, { past, from, to }: Span): readonly number[] {
  const key = seriesKey(entityId, trigger.attribute);
  const waitMs = (trigger.forSeconds ?? 0) * 1_000;
  let isArmed = inRange(past.firstFrom(key, from), trigger) === false;
  const fired: number[] = [];
  for (const { at, after, index } of past.changes(key, from, to - waitMs)) {
    const matches = inRange(after, trigger);
    if (matches === undefined) continue;
    if (matches && isArmed && past.after(key, index, at + waitMs).every(({ state }) => inRange(state, trigger) === true))
      fired.push(at + waitMs);
    isArmed = !matches;
  }
  return fired;
}

function minutesOf(
  { past, from, to }: Span,
  fires: (moment: { readonly day: number; readonly minute: number }) => boolean,
): readonly number[] {
  const fired: number[] = [];
  for (let at = Math.ceil((from + 1) / MINUTE_MS) * MINUTE_MS; at <= to; at += MINUTE_MS) if (fires(past.clock(at))) fired.push(at);
  return fired;
}
