import type { Evidence, FactCategory } from "../../storage/facts/fact-row.ts";
import type { HabitRow, HabitStore, KeptPattern, Pattern, Weekday } from "../../storage/facts/habits.ts";
import type { ProposedFact } from "../facts/fact.ts";
import type { Memory } from "../memory.ts";
import { dateOf, isIn, logicalDay, without } from "./calendar.ts";
import { type FoundHabit, LEAST_CONFIDENCE } from "./find-habits.ts";
import { clockOf, confidenceOf, isSameHabit } from "./habit.ts";
import { LIGHTS_OF_AREA } from "./user-actions.ts";

export type HabitMemory = Pick<Memory, "learn" | "forget">;

interface BookDependencies {
  readonly store: HabitStore;
  readonly memory: HabitMemory;
  readonly describe: (habit: KeptPattern) => string;
  /** The person of the options that a user of Home Assistant is. */
  readonly personOf: (userId: string) => string | undefined;
  readonly deviceClassOf: (entityId: string) => string | undefined;
  readonly language: () => string;
}

export interface BookChanges {
  readonly added: number;
  readonly kept: number;
  readonly ended: number;
}

const DEAD = 0.3;
/** Without a learner for three weeks nobody knows any more. */
const TTL_MS = 21 * 86_400_000;
const MOST_DATES = 25;
/** What opens and locks the house is nobody else's business. */
const SENSITIVE: ReadonlySet<string> = new Set(["open", "close", "lock", "unlock", "arm", "disarm"]);

/** Writes what was found: habits with their days, and a fact for each that is sure; what ended goes, what was refused stays away. */
export function createHabitBook({ store, memory, describe, personOf, deviceClassOf, language }: BookDependencies) {
  const drop = (row: HabitRow): void => {
    if (row.factId !== undefined) memory.forget([row.factId]);
    store.remove(row.id);
  };

  const markRefused = (row: HabitRow, now: number): void =>
    store.save({ ...row, status: "refused", factId: undefined, records: [], lastSeen: now });

  /** The row as it is written; undefined if it was refused meanwhile. `personId`: whose habit it is, undefined for the house's. */
  async function write(
    habit: FoundHabit,
    rows: readonly HabitRow[],
    { personId, now }: { readonly personId: string | undefined; readonly now: number },
  ): Promise<HabitRow | undefined> {
    const row = rows.find(({ id }) => id === habit.id);
    const { id: _id, records, confidence, userId: _userId, ...pattern } = habit;
    const taken = new Set(rows.filter((other) => other !== row).map(({ key }) => key));
    const entry = entryOf(habit, { deviceClass: deviceClassOf(habit.subject), taken });
    const text = describe(pattern);
    const next = {
      subject: habit.subject,
      pattern,
      records,
      confidence,
      personId,
      key: row?.key ?? entry.key,
      text,
      factId: row?.factId,
      excluded: row?.excluded ?? [],
      status: "active" as const,
      firstSeen: row?.firstSeen ?? now,
      lastSeen: now,
    };
    const factId =
      confidence >= LEAST_CONFIDENCE || row?.factId !== undefined ? await learn({ ...next, ...entry, key: next.key }, now) : undefined;
    const still = row && store.get(row.id);
    const saved = { ...next, factId };
    if (!row) return { ...saved, id: store.add(saved) };
    if (still?.status !== "active") {
      if (factId !== undefined) memory.forget([factId]);
      return undefined;
    }
    store.save({ ...saved, id: row.id });
    return { ...saved, id: row.id };
  }

  /** The fact's id; undefined where memory does not take it. */
  async function learn(habit: Omit<HabitRow, "id"> & Pick<ProposedFact, "category" | "value">, now: number): Promise<number | undefined> {
    const { personId, subject, records, text, confidence, category, key, value, pattern, factId } = habit;
    const days = records.filter(({ kept }) => kept).map(({ day }) => dateOf(day));
    const evidence: Evidence = { kind: "events", entityId: subject, days: days.slice(-MOST_DATES), note: text };
    const { action, departs } = pattern;
    const learned = await memory.learn(
      {
        scope: personId === undefined ? { kind: "house" } : { kind: "person", personId },
        category,
        key,
        value,
        confidence,
        language: language(),
        source: "observed",
        origin: "home",
        evidence: [evidence],
        ttlMs: TTL_MS,
        ...((SENSITIVE.has(action) || departs) && { sensitivity: "sensitive" as const }),
      },
      now,
    );
    const isOurs = learned.outcome === "stored" || learned.outcome === "merged" || learned.outcome === "superseded";
    const next = isOurs ? learned.fact.id : undefined;
    // a set of values keeps the one of before, which is not true any more
    if (factId !== undefined && next !== factId && learned.outcome === "stored") memory.forget([factId]);
    return next;
  }

  return {
    /** Found habits, those of before among them, take their places. Throws what memory and disk throw. */
    async apply(found: readonly FoundHabit[], weekend: readonly Weekday[], now: number): Promise<BookChanges> {
      const counts = { added: 0, kept: 0, ended: 0 };
      for (const habit of found) {
        const rows = store.all();
        const row = rows.find(({ id }) => id === habit.id);
        const refused = rows.some((other) => other !== row && other.status === "refused" && isSameHabit(other.pattern, habit));
        const days = without(habit.days.weekdays, row?.excluded ?? [], weekend);
        const left = days && ofDays(habit, days);
        const isOver = left === undefined || left.confidence < DEAD;
        // a no that came while the house was read stands
        if (row?.status === "refused") continue;
        if (row && (isOver || refused)) {
          drop(row);
          counts.ended += 1;
        } else if (!refused && left && !isOver) {
          const personId = ownerOf(habit, row);
          const written = await write(left, rows, { personId, now });
          if (written) counts[row ? "kept" : "added"] += 1;
        }
      }
      return counts;
    },

    /** It is not told any more, and not learned again. False if there is none. */
    refuse(id: number, now: number): boolean {
      const row = store.get(id);
      if (row?.status !== "active") return false;
      if (row.factId !== undefined) memory.forget([row.factId]);
      markRefused(row, now);
      return true;
    },

    /** Somebody has these facts forgotten: the habits that they tell are refused. Joins the transaction that removes the facts. */
    factsForgotten(factIds: readonly number[], now: number): void {
      for (const row of store.all()) if (row.factId !== undefined && factIds.includes(row.factId)) markRefused(row, now);
    },

    /** It is true on other days only; refused if none is left. Undefined if there is none. */
    async narrow(
      id: number,
      weekdays: readonly Weekday[],
      weekend: readonly Weekday[],
      now: number,
    ): Promise<HabitRow | "refused" | undefined> {
      const row = store.get(id);
      if (row?.status !== "active") return undefined;
      const days = without(row.pattern.days.weekdays, weekdays, weekend);
      if (!days) return this.refuse(id, now) ? "refused" : undefined;
      const excluded = [...new Set([...row.excluded, ...weekdays])];
      store.save({ ...row, excluded });
      const habit = { ...row.pattern, records: row.records, id, confidence: row.confidence, userId: undefined };
      // whose it is does not change by its days
      const written = await write(ofDays(habit, days), store.all(), { personId: row.personId, now });
      if (!written) return undefined;
      const kept = { ...written, lastSeen: row.lastSeen };
      store.save(kept);
      return kept;
    },
  };

  function ofDays(habit: FoundHabit, days: FoundHabit["days"]): FoundHabit {
    const records = habit.records.filter(({ day }) => isIn(days, logicalDay(day, habit.minute)));
    return { ...habit, days, records, confidence: records.length === habit.records.length ? habit.confidence : confidenceOf(records) };
  }

  /** Whose it is; undefined for the house's. Somebody's own stays theirs until it is known that others do it too. */
  function ownerOf({ userId }: FoundHabit, row: HabitRow | undefined): string | undefined {
    if (userId === null) return undefined;
    return (userId === undefined ? undefined : personOf(userId)) ?? row?.personId;
  }
}

export type HabitBook = ReturnType<typeof createHabitBook>;

interface HabitEntry {
  readonly category: FactCategory;
  readonly key: string;
  readonly value: string;
}

const DAY_NAMES = ["sundays", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays"];

/** `night`, `morning`, `day` or `evening`, of a minute of the day. */
function partOfDay(minute: number): "night" | "morning" | "day" | "evening" {
  const hour = minute / 60;
  if (hour < 5 || hour >= 21.5) return "night";
  if (hour < 11) return "morning";
  return hour < 17 ? "day" : "evening";
}

/** Key and value by the product's names (`bedtime_lights_off` = 23:00), else by thing and action; unlike the `taken` keys of other habits. */
export function entryOf(
  pattern: Pattern & { readonly departs: boolean },
  { deviceClass, taken }: { deviceClass: string | undefined; taken: ReadonlySet<string> },
): HabitEntry {
  const { subject, action, value, minute, spread, by } = pattern;
  const thing = subject.startsWith(LIGHTS_OF_AREA) ? `${subject.slice(LIGHTS_OF_AREA.length)}_lights` : (subject.split(".")[1] ?? subject);
  const time = clockOf(by ?? minute, by === undefined ? spread : 0);
  const days = daysWord(pattern);
  const part = partOfDay(minute);
  const unique = (key: string): string => {
    if (!taken.has(key)) return key;
    let count = 1;
    const next = () => (count === 1 ? `${key}_${thing}` : `${key}_${thing}_${count}`);
    while (taken.has(next())) count += 1;
    return next();
  };
  if (action === "set" && value !== undefined) return { category: "habit", key: unique(`preferred_${part}_temp`), value: String(value) };
  const isBedtime = action === "off" && by !== undefined && part === "night" && /^light|^lights@/.test(subject);
  if (isBedtime) return { category: "pattern", key: unique("bedtime_lights_off"), value: time };
  if (action === "on" && (deviceClass === "tv" || /(?:^|_)tv(?:_|$)/.test(thing))) {
    return { category: "pattern", key: unique("tv_routine"), value: days ? `${days}_${time}` : time };
  }
  if ((action === "open" || action === "unlock") && part === "morning" && (pattern.departs || deviceClass === "garage")) {
    return { category: "pattern", key: unique("morning_departure"), value: time };
  }
  return { category: "pattern", key: unique(`${thing}_${action}_${part}`), value: days ? `${days}_${time}` : time };
}

/** `weekdays`, `weekends`, `mondays_and_fridays`; empty for every day. */
function daysWord({ days: { name, weekdays } }: Pattern): string {
  if (name === "every day") return "";
  if (name === "workdays") return "weekdays";
  if (name === "weekends") return "weekends";
  return weekdays.map((day) => DAY_NAMES[day] ?? "").join("_and_");
}
