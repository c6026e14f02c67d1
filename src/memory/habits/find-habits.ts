import type { DayRecord, DaySet, KeptPattern, Pattern, Weekday } from "../../storage/facts/habits.ts";
import {
  type Calendar,
  createCalendar,
  createLocalDays,
  DAY_MINUTES,
  daySets,
  type HomeSpan,
  isIn,
  type LocalMoment,
  logicalDay,
  momentAt,
  NIGHT_ENDS,
  type Place,
  sunEvent,
} from "./calendar.ts";
import { confidenceOf, isSameHabit, radiusOf } from "./habit.ts";
import { type Cluster, createScanner, FEWEST_KEPT, type Points } from "./scan.ts";
import { createRandom, distance, type HandEvent, type Mark, type Series, seriesOf } from "./series.ts";
import { LIGHTS_OF_AREA, whoseHand } from "./user-actions.ts";

export interface FindInput {
  readonly timeZone: string;
  /** The weekdays of a weekend in the home's country; Sunday is 0. */
  readonly weekend: readonly Weekday[];
  readonly place: Place | undefined;
  readonly from: number;
  readonly to: number;
  readonly events: readonly HandEvent[];
  /** When who was at home; empty where nobody knows. */
  readonly home: readonly HomeSpan[];
  /** Lights by the subject of their room: what the room does is not told of each of them again. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  readonly known: readonly KnownPattern[];
}

export interface KnownPattern extends Pattern {
  readonly id: number;
  readonly records: readonly DayRecord[];
}

export interface FoundHabit extends KeptPattern {
  readonly id: number | undefined;
  readonly records: readonly DayRecord[];
  /** 0 to 1 */
  readonly confidence: number;
  /** The user whose hand it nearly always was; null for several or a switch on the wall, undefined where that is not known. */
  readonly userId: HandEvent["userId"];
}

/** Of what is told as a habit no more than this may be chance. */
const FALSE_RATE = 0.005;
/** A habit is kept on two of three days, and seldom so by chance. */
const LEAST_SUPPORT = 0.65;
const MOST_EXPECTED = 0.5;
/** Below this a window gathers, but is no time of its own. */
const MOST_SPREAD = 30;
/** Habits of a series: mornings, evenings, and one more. */
const MOST_PER_SERIES = 3;
/** Nobody is on time to half a minute day by day: that is a clock in a device, or an automation that waits before it acts. */
const LEAST_SPREAD = 0.5;
/** What is less sure is no habit yet, or none any more. */
export const LEAST_CONFIDENCE = 0.5;
const MOST_RECORDS = 120;
/** Any: the same every time, so that the same events give the same habits. */
const SEED = 1;

const WIDENING_SHARE = 0.55;
const NEARLY_ALWAYS = 0.9;
const DEPARTS_WITHIN_MS = 20 * 60_000;
const DEPARTS_SHARE = 0.6;
const LAST_SHARE = 0.85;
/** Told as "by 23:00"; an alarm is armed whenever the house is left, so that by when tells nothing. */
const ENDS_BY: ReadonlySet<string> = new Set(["off", "close", "lock"]);

interface Candidate {
  readonly series: Series;
  readonly cluster: Cluster;
  readonly chance: number;
  readonly counts: boolean;
}

/** Finds habits in what hands did, and follows those that are known. The same input gives the same habits. */
export function findHabits(input: FindInput): readonly FoundHabit[] {
  const localTime = createLocalDays(input.timeZone);
  const calendar = createCalendar({ ...input, handsAt: input.events.map(({ at }) => at), localTime });
  const series = seriesOf(input.events, localTime);
  const candidates = series.flatMap((one) => clustersOf(one, input, calendar));
  const stands = standing(
    candidates.map(({ chance }) => chance),
    FALSE_RATE,
  );
  const best = candidates.filter(({ counts }, index) => counts && stands[index]).sort((a, b) => b.cluster.score - a.cluster.score);
  const context = { ...input, calendar, localTime };
  const found: FoundHabit[] = [];
  for (const candidate of best) {
    const habit = habitOf(candidate, context);
    const isTold = found.some((other) => isSameHabit(other, habit) || isPartOf(habit, other, input.members));
    const isSure = habit.confidence >= LEAST_CONFIDENCE && habit.records.filter(({ kept }) => kept).length >= FEWEST_KEPT;
    if (!isTold && (isSure || habit.id !== undefined)) found.push(habit);
  }
  const rest = input.known.filter(({ id }) => !found.some((habit) => habit.id === id));
  return [...found, ...rest.map((known) => followed(known, known, context))];
}

/** Up to three windows of one series, each found in what the others leave. */
function clustersOf(series: Series, input: FindInput, calendar: Calendar): readonly Candidate[] {
  const sets = daySets(input.weekend);
  const found: Candidate[] = [];
  const isPossible = ({ day }: Mark) => calendar.isPossible(day);
  let marks = series.marks.filter(isPossible);
  while (found.length < MOST_PER_SERIES) {
    const points = pointsOf(marks);
    const pool = series.pick === "each" ? points : pointsOf(series.pool.filter(isPossible));
    const scanner = createScanner({ points, pool, pick: series.pick, calendar, sets });
    const cluster = scanner.best();
    const counts = cluster !== undefined && isClear(cluster, marks);
    const random = createRandom(SEED + found.length);
    // what is no habit anyway still counts among what was tried
    const chance = counts ? chanceOf(cluster.score, () => scanner.chance(random)) : 1;
    if (!cluster) break;
    found.push({ series, cluster, chance, counts });
    if (!counts || series.pick !== "each") break;
    marks = marks.filter((mark) => !isInside(mark, cluster));
  }
  return found;
}

/** Kept on most days, within what still counts as the usual time: the window that stands out most may be narrower. */
function isClear(cluster: Cluster, marks: readonly Mark[]): boolean {
  if (cluster.expected > MOST_EXPECTED) return false;
  const own = marks.filter((mark) => isOn(mark, cluster));
  const { middle, spread } = shapeOf(own.filter((mark) => isInside(mark, cluster)).map(({ minute }) => minute));
  const radius = radiusOf({ spread });
  const kept = new Set(own.filter(({ minute }) => Math.abs(minute - middle) <= radius).map(({ day }) => day)).size;
  return kept >= LEAST_SUPPORT * cluster.possible && spread >= LEAST_SPREAD && spread <= MOST_SPREAD;
}

function pointsOf(marks: readonly Mark[]): Points {
  return { days: Int32Array.from(marks, ({ day }) => day), minutes: Float64Array.from(marks, ({ minute }) => minute) };
}

function isInside({ minute }: Mark, { start, width }: Cluster): boolean {
  return minute >= start && minute <= start + width;
}

function isOn({ day }: Mark, { set, from }: Cluster): boolean {
  return day >= from && isIn(set, day);
}

interface Context extends FindInput {
  readonly calendar: Calendar;
  readonly localTime: (at: number) => LocalMoment;
}

function habitOf({ series, cluster }: Candidate, context: Context): FoundHabit {
  const inside = series.marks.filter((mark) => isInside(mark, cluster) && isOn(mark, cluster));
  const { middle, spread } = shapeOf(inside.map(({ minute }) => minute));
  const { subject, action, value, cut } = series;
  const minute = (middle + cut) % DAY_MINUTES;
  const narrow: Pattern = { subject, action, value, pick: series.pick, days: cluster.set, minute, spread };
  const pattern = { ...narrow, days: widestOf(narrow, { ...context, from: cluster.from }) };
  const known = context.known.find((one) => isSameHabit(one, pattern));
  const { events } = follow(pattern, { ...context, from: cluster.from });
  return followed({ ...pattern, by: byOf(pattern, events, context), sun: sunOf(pattern, events, context) }, known, {
    ...context,
    from: cluster.from,
  });
}

/** What is done on most of the other days too is not told as one of workdays because a weekend or two were missed. */
function widestOf(pattern: Pattern, context: Context & { readonly from: number }): DaySet {
  const wider = daySets(context.weekend).filter(
    ({ weekdays }) => weekdays.length > pattern.days.weekdays.length && pattern.days.weekdays.every((day) => weekdays.includes(day)),
  );
  const fits = wider.find((set) => {
    const { records } = follow({ ...pattern, days: set }, context);
    const others = records.filter(({ day }) => !isIn(pattern.days, day));
    return others.filter(({ kept }) => kept).length >= WIDENING_SHARE * Math.max(1, others.length);
  });
  return fits ?? pattern.days;
}

function followed(pattern: Pattern, known: KnownPattern | undefined, context: Context & { readonly from?: number }): FoundHabit {
  const { records: seen, events } = follow(pattern, known ? { ...context, from: context.calendar.first } : context);
  const older = (known?.records ?? []).filter(({ day }) => day < (seen[0]?.day ?? Number.POSITIVE_INFINITY));
  const all = [...older, ...seen];
  // a habit that began in the middle of what is looked at has no misses before
  const begun = known
    ? 0
    : Math.max(
        0,
        all.findIndex(({ kept }) => kept),
      );
  const records = all.slice(begun).slice(-MOST_RECORDS);
  return {
    ...pattern,
    id: known?.id,
    records,
    confidence: confidenceOf(records),
    userId: whoseHand(events.map(({ userId }) => userId)),
    departs: departs(events, context),
    people: context.calendar.homeAt(events.at(-1)?.at ?? 0).filter((person) => isNearlyAlwaysHome(person, events, context.calendar)),
  };
}

/** Middle (median) and spread (1.48 × median of distances, as a standard deviation, but blind to outliers). */
function shapeOf(minutes: readonly number[]): { middle: number; spread: number } {
  const middle = median(minutes);
  return { middle, spread: 1.4826 * median(minutes.map((minute) => Math.abs(minute - middle))) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** For what ends the day: by when, rounded up to five minutes. */
function byOf(pattern: Pattern, kept: readonly HandEvent[], { events, localTime }: Context): number | undefined {
  if (!ENDS_BY.has(pattern.action) || kept.length === 0) return undefined;
  const same = events.filter(({ subject, action }) => subject === pattern.subject && action === pattern.action);
  const isLast = (event: HandEvent) => !same.some(({ at }) => at > event.at && at - event.at < restOfDay(event, localTime));
  if (kept.filter(isLast).length < LAST_SHARE * kept.length) return undefined;
  const after = kept.map(({ at }) => signed(localTime(at).minute - pattern.minute)).sort((a, b) => a - b);
  const late = after[Math.min(after.length - 1, Math.floor(after.length * NEARLY_ALWAYS))] ?? 0;
  return (Math.ceil((pattern.minute + Math.max(0, late)) / 5) * 5) % DAY_MINUTES;
}

function restOfDay({ at }: HandEvent, localTime: Context["localTime"]): number {
  const { minute } = localTime(at);
  return ((NIGHT_ENDS - minute + DAY_MINUTES) % DAY_MINUTES) * 60_000;
}

function signed(minutes: number): number {
  return minutes > DAY_MINUTES / 2 ? minutes - DAY_MINUTES : minutes < -DAY_MINUTES / 2 ? minutes + DAY_MINUTES : minutes;
}

/** The sun has to have moved, and what follows it has to be much closer to it than to the clock. */
const SUN_MOVED = 25;
const SUN_CLOSER = 0.6;
const SUN_DAYS = 10;

function sunOf({ spread }: Pattern, events: readonly HandEvent[], { place }: Context): Pattern["sun"] {
  if (!place || events.length < SUN_DAYS) return undefined;
  const tries = (["sunset", "sunrise"] as const).flatMap((event) => {
    const apart = events.flatMap(({ at }) => {
      const sun = sunEvent(event, at, place);
      return sun === undefined ? [] : [{ minutes: (at - sun) / 60_000, sun: (sun / 60_000) % DAY_MINUTES }];
    });
    // on the circle of the day: sunset may cross midnight UTC
    const first = apart[0]?.sun ?? 0;
    const away = apart.map(({ sun }) => signed(sun - first));
    const moved = Math.max(...away) - Math.min(...away);
    const shape = shapeOf(apart.map(({ minutes }) => minutes));
    const isNear =
      apart.length === events.length && moved >= SUN_MOVED && shape.spread < SUN_CLOSER * spread && Math.abs(shape.middle) <= 180;
    return isNear ? [{ event, minutes: Math.round(shape.middle / 5) * 5, spread: shape.spread }] : [];
  });
  const [closest] = tries.sort((a, b) => a.spread - b.spread);
  return closest && { event: closest.event, minutes: closest.minutes };
}

function departs(events: readonly HandEvent[], { home }: Context): boolean {
  const left = events.filter(({ at }) => home.some(({ to }) => to >= at && to - at <= DEPARTS_WITHIN_MS));
  return events.length > 0 && left.length >= DEPARTS_SHARE * events.length;
}

function isNearlyAlwaysHome(person: string, events: readonly HandEvent[], calendar: Calendar): boolean {
  return events.filter(({ at }) => calendar.homeAt(at).includes(person)).length >= NEARLY_ALWAYS * events.length;
}

/** A light's habit that is its room's, or the other way round. */
function isPartOf(one: Pattern, other: Pattern, members: FindInput["members"]): boolean {
  const room = [one, other].find(({ subject }) => subject.startsWith(LIGHTS_OF_AREA));
  const light = room === one ? other : one;
  if (!room || !members[room.subject]?.includes(light.subject) || one.action !== other.action) return false;
  return distance(one.minute, other.minute) <= 30;
}

/** Each day from `from` on on which a habit could be kept, and the events that kept it. A `last` habit is kept by the day's last event only. */
function follow(
  pattern: Pattern,
  { events, calendar, localTime, from = calendar.first }: Context & { readonly from?: number },
): { readonly records: readonly DayRecord[]; readonly events: readonly HandEvent[] } {
  const radius = radiusOf(pattern);
  const byDay = new Map<number, { event: HandEvent; apart: number; minute: number }[]>();
  for (const event of events) {
    if (event.subject !== pattern.subject || event.action !== pattern.action || event.value !== pattern.value) continue;
    const { day, minute } = localTime(event.at);
    const offset = minute - pattern.minute;
    const own = offset > DAY_MINUTES / 2 ? day + 1 : offset < -DAY_MINUTES / 2 ? day - 1 : day;
    const found = byDay.get(own) ?? [];
    found.push({ event, apart: distance(minute, pattern.minute), minute });
    byDay.set(own, found);
  }
  const records: DayRecord[] = [];
  const kept: HandEvent[] = [];
  for (let day = Math.max(from, calendar.first); day <= calendar.last; day += 1) {
    if (!isIn(pattern.days, logicalDay(day, pattern.minute))) continue;
    const done = (byDay.get(day) ?? []).toSorted((a, b) => a.event.at - b.event.at);
    const near = done.filter(({ apart }) => apart <= radius);
    const counted =
      pattern.pick === "last" ? done.at(-1) : pattern.pick === "first" ? done[0] : near.toSorted((a, b) => a.apart - b.apart)[0];
    const event = counted && counted.apart <= radius ? counted.event : undefined;
    if (event) kept.push(event);
    if (event || calendar.isPossibleAt(day, momentAt(localTime, day, pattern.minute))) records.push({ day, kept: event !== undefined });
  }
  return { records, events: kept };
}

/** So many better draws of chance tell that there is nothing (Besag and Clifford 1991, "Sequential Monte Carlo p-values"). */
const ENOUGH_BETTER = 10;
/** Draws after which the rest of the tail is computed. */
const MOST_DRAWS = 600;
const EULER = 0.577_215_664_9;

/** The share of chance's draws that are at least as good as what was seen. The tail is a Gumbel distribution's (Abrams et al. 2010, scan statistics). */
export function chanceOf(seen: number, draw: () => number): number {
  let [better, sum, squares] = [0, 0, 0];
  for (let drawn = 1; drawn <= MOST_DRAWS; drawn += 1) {
    const score = draw();
    sum += score;
    squares += score * score;
    if (score < seen) continue;
    better += 1;
    if (better === ENOUGH_BETTER) return better / drawn;
  }
  const mean = sum / MOST_DRAWS;
  const scale = Math.max(1e-9, (Math.sqrt(6) / Math.PI) * Math.sqrt(Math.max(0, squares / MOST_DRAWS - mean * mean)));
  const tail = -Math.expm1(-Math.exp(-(seen - (mean - EULER * scale)) / scale));
  return Math.max(tail, better / MOST_DRAWS);
}

/** Which of many findings stand, so that of those no more than `rate` are false (Benjamini and Hochberg 1995). `chances` are of all that was tried. */
export function standing(chances: readonly number[], rate: number): readonly boolean[] {
  const sorted = chances.toSorted((a, b) => a - b);
  const most = sorted.findLast((chance, index) => chance <= (rate * (index + 1)) / sorted.length) ?? -1;
  return chances.map((chance) => chance <= most);
}
