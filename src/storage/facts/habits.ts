import { type AssistantDatabase, json } from "../database.ts";

export type HabitAction = "on" | "off" | "open" | "close" | "lock" | "unlock" | "arm" | "disarm" | "start" | "set";

/** Sunday is 0, as in JavaScript. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** On which days something is done: a set of weekdays, with the name that people have for it. */
export interface DaySet {
  readonly name: "every day" | "workdays" | "weekends" | "single";
  readonly weekdays: readonly Weekday[];
}

/** What is done, when and on which days. */
export interface Pattern {
  /** An entity, or the lights of a room together: `lights@<area id>`. */
  readonly subject: string;
  readonly action: HabitAction;
  /** Of `set`: degrees. */
  readonly value?: number | undefined;
  readonly pick: "each" | "first" | "last";
  readonly days: DaySet;
  /** The usual minute of the day, 0 to 1440. */
  readonly minute: number;
  /** Minutes within which two thirds of the days lie, on either side. */
  readonly spread: number;
  /** The minute of the day by which it is done on nine days of ten, where it is the last of its kind that day. */
  readonly by?: number | undefined;
  /** Minutes after sunset or sunrise, where it follows the sun more closely than the clock. */
  readonly sun?: { readonly event: "sunset" | "sunrise"; readonly minutes: number } | undefined;
}

/** The same with what is known around it. */
export interface KeptPattern extends Pattern {
  /** Somebody leaves the house right after. */
  readonly departs: boolean;
  /** Who is nearly always at home then. */
  readonly people: readonly string[];
}

/** Whether a habit was kept on a day (since 1970-01-01) on which it could be. */
export interface DayRecord {
  readonly day: number;
  readonly kept: boolean;
}

/** A habit as it is kept. Times are ms since the epoch. */
export interface HabitRow {
  readonly id: number;
  readonly subject: string;
  readonly pattern: KeptPattern;
  readonly records: readonly DayRecord[];
  /** 0 to 1 */
  readonly confidence: number;
  readonly key: string;
  readonly text: string;
  /** Whose it is; undefined for the house's. */
  readonly personId: string | undefined;
  readonly factId: number | undefined;
  /** Weekdays that a person ruled out. */
  readonly excluded: readonly Weekday[];
  readonly status: "active" | "refused";
  readonly firstSeen: number;
  readonly lastSeen: number;
}

export type HabitStore = ReturnType<typeof createHabitStore>;

/** Habits on disk, those too that were refused: these are not learned again. `onChange` is called once a write is on disk, and must not throw. */
export function createHabitStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const habits = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, HabitRow>(
      `SELECT id, subject, pattern, confidence, key, text, person_id, fact_id, excluded, status, first_seen, last_seen,
         (SELECT json_group_array(json_object('day', value ->> 0, 'kept', json(iif(value ->> 1, 'true', 'false')))) FROM json_each(records)) AS records
       FROM habits ${rest}`,
      { pattern: json, records: json, excluded: json },
    );
  const insert = database.insertion<object>(
    `INSERT INTO habits (subject, pattern, records, confidence, key, text, person_id, fact_id, excluded, status, first_seen, last_seen)
     VALUES (@subject, @pattern, @records, @confidence, @key, @text, @personId, @factId, @excluded, @status, @firstSeen, @lastSeen)`,
  );
  const update = database.command<object>(
    `UPDATE habits SET pattern = @pattern, records = @records, confidence = @confidence, key = @key, text = @text, person_id = @personId,
       fact_id = @factId, excluded = @excluded, status = @status, last_seen = @lastSeen WHERE id = @id`,
  );
  const remove = database.command<[number]>("DELETE FROM habits WHERE id = ?");
  const planned = database.values<[number], 1>("SELECT 1 FROM habit_plans WHERE habit_id = ? LIMIT 1");
  const noted = () => database.afterCommit(onChange);

  return {
    all: habits<[]>("ORDER BY id").all,
    get: habits<[id: number]>("WHERE id = ?").get,
    ofFact: habits<[factId: number]>("WHERE fact_id = ?").get,
    add(habit: Omit<HabitRow, "id">): number {
      const id = insert(written(habit));
      noted();
      return id;
    },
    save(habit: HabitRow): void {
      update(written(habit));
      noted();
    },
    /** A yes to it began a turn; joins the open transaction. */
    plannedBy: database.command<[turnId: string, id: number]>("INSERT INTO habit_plans (turn_id, habit_id) VALUES (?, ?)"),
    /** The habit that a turn plans. */
    ofTurn: habits<[turnId: string]>("WHERE id = (SELECT habit_id FROM habit_plans WHERE turn_id = ?)").get,
    isPlanned: (id: number): boolean => planned.get(id) !== undefined,
    remove(id: number): void {
      remove(id);
      noted();
    },
    /** When habits were last learned, in ms; undefined before the first time. */
    lastRun: database.values<[], number>("SELECT at FROM habit_runs WHERE id = 1").get,
    setLastRun: database.command<[at: number]>(
      "INSERT INTO habit_runs (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
    ),
  };
}

function written(habit: Omit<HabitRow, "id">) {
  return { ...habit, records: habit.records.map(({ day, kept }) => [day, kept ? 1 : 0]) };
}
