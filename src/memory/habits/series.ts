import type { HabitAction, Pattern } from "../../storage/facts/habits.ts";
import { DAY_MINUTES, type LocalMoment, NIGHT_ENDS } from "./calendar.ts";

/** What hands did: the events that habits are made of. */
export interface HandEvent {
  /** An entity, or the lights of a room together: `lights@<area id>`. */
  readonly subject: string;
  readonly action: HabitAction;
  readonly value: number | undefined;
  readonly at: number;
  /** The user of Home Assistant whose hand it was; null for a switch on the wall, undefined where nobody knows. */
  readonly userId: string | null | undefined;
}

/** One event on the circle of the day, cut open where the series is at rest: `minute` counts from the cut. */
export interface Mark {
  readonly day: number;
  readonly minute: number;
  readonly event: HandEvent;
}

export interface Series {
  readonly subject: string;
  readonly action: HabitAction;
  readonly value: number | undefined;
  /** Which events of a day count. */
  readonly pick: Pattern["pick"];
  /** The minute of the day at which its days begin. */
  readonly cut: number;
  readonly marks: readonly Mark[];
  /** Of all events, also those that are neither first nor last. */
  readonly pool: readonly Mark[];
}

const BINS = 96;
const BIN_MINUTES = DAY_MINUTES / BINS;
/** Within half an hour of an event nothing is cut. */
const REST_BINS = 2;

/** Actions that end something: the last of the day says by when. */
const ENDING: ReadonlySet<HabitAction> = new Set(["off", "close", "lock", "arm"]);
/** A thing that is used more often has no time of its own, except for its first or last use. */
const MOST_A_DAY = 10;
/** Fewer days tell nothing. */
const FEWEST_DAYS = 4;

/** Sorts events into series; things with few events are left out. */
export function seriesOf(events: readonly HandEvent[], localTime: (at: number) => LocalMoment): readonly Series[] {
  const groups = Map.groupBy(events, ({ subject, action, value }) => `${subject}\0${action}\0${value ?? ""}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length < FEWEST_DAYS) return [];
    const { subject, action, value } = first;
    const moments = group.map((event) => ({ event, moment: localTime(event.at) }));
    const cut = restOf(moments.map(({ moment }) => moment.minute));
    const marks = moments.map(({ event, moment }) => markOf(event, moment, cut)).sort((a, b) => a.minute - b.minute);
    const days = new Set(marks.map(({ day }) => day)).size;
    if (days < FEWEST_DAYS) return [];
    const whole = { subject, action, value, cut, pool: marks };
    const end = ENDING.has(action) ? "last" : "first";
    return [
      ...(marks.length <= MOST_A_DAY * days ? [{ ...whole, pick: "each" as const, marks }] : []),
      ...(marks.length > days * 1.2 ? [{ ...whole, pick: end, marks: onePerDay(marks, end) } as const] : []),
    ];
  });
}

/** A moment on the days of a series that begin at `cut`: before noon a cut leaves what lies before it to the day before. */
function markOf(event: HandEvent, { day, minute }: LocalMoment, cut: number): Mark {
  const rest = minute - cut;
  const own = cut <= DAY_MINUTES / 2 ? (rest < 0 ? day - 1 : day) : rest < 0 ? day : day + 1;
  return { day: own, minute: rest < 0 ? rest + DAY_MINUTES : rest, event };
}

function onePerDay(marks: readonly Mark[], which: "first" | "last"): readonly Mark[] {
  const byDay = new Map<number, Mark>();
  for (const mark of marks) if (which === "last" || !byDay.has(mark.day)) byDay.set(mark.day, mark);
  return [...byDay.values()].sort((a, b) => a.minute - b.minute);
}

/** Where the circle of the day is cut: in its quietest quarters of an hour, the one nearest to the end of the night. */
function restOf(minutes: readonly number[]): number {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const minute of minutes) {
    const bin = Math.floor(minute / BIN_MINUTES);
    for (let near = -REST_BINS; near <= REST_BINS; near += 1) {
      const index = (bin + near + BINS) % BINS;
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  const least = Math.min(...counts);
  const quiet = counts.flatMap((count, bin) => (count === least ? [bin * BIN_MINUTES] : []));
  return quiet.reduce(
    (best, minute) => (distance(minute, NIGHT_ENDS) < distance(best, NIGHT_ENDS) ? minute : best),
    quiet[0] ?? NIGHT_ENDS,
  );
}

/** Minutes between two times of the day, the short way round. */
export function distance(one: number, other: number): number {
  const apart = Math.abs(one - other) % DAY_MINUTES;
  return Math.min(apart, DAY_MINUTES - apart);
}

export type Random = () => number;

/** Chance that can be repeated: the same seed gives the same numbers (Mulberry32, T. Ettinger). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Normally distributed around 0 with a standard deviation of 1 (Box–Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
