import type { AssistantDatabase } from "../database.ts";

/** A habit as it is kept; `pattern` is what the learner made of it. Times are ms since the epoch. */
export interface HabitRow {
  readonly id: number;
  readonly subject: string;
  readonly pattern: unknown;
  /** Days since 1970-01-01, and whether it was kept. */
  readonly records: readonly { readonly day: number; readonly kept: boolean }[];
  /** 0 to 1 */
  readonly confidence: number;
  /** Of the fact that tells it. */
  readonly key: string;
  /** One sentence, made by code. */
  readonly text: string;
  /** Whose it is; undefined for the house's. */
  readonly personId: string | undefined;
  readonly factId: number | undefined;
  /** Weekdays that a person ruled out; Sunday is 0. */
  readonly excluded: readonly number[];
  readonly status: "active" | "refused";
  readonly firstSeen: number;
  readonly lastSeen: number;
}

interface Row {
  id: number;
  subject: string;
  pattern: string;
  records: string;
  confidence: number;
  key: string;
  text: string;
  person_id: string | null;
  fact_id: number | null;
  excluded: string;
  status: HabitRow["status"];
  first_seen: number;
  last_seen: number;
}

export type HabitStore = ReturnType<typeof createHabitStore>;

/** Habits on disk, those too that were refused: these are not learned again. `onChange` is called once a write is on disk, and must not throw. */
export function createHabitStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const { sqlite } = database;
  const all = sqlite.prepare<[], Row>("SELECT * FROM habits ORDER BY id");
  const ofFact = sqlite.prepare<[number], Row>("SELECT * FROM habits WHERE fact_id = ?");
  const one = sqlite.prepare<[number], Row>("SELECT * FROM habits WHERE id = ?");
  const insert = sqlite.prepare(
    `INSERT INTO habits (subject, pattern, records, confidence, key, text, person_id, fact_id, excluded, status, first_seen, last_seen)
     VALUES (@subject, @pattern, @records, @confidence, @key, @text, @personId, @factId, @excluded, @status, @firstSeen, @lastSeen)`,
  );
  const update = sqlite.prepare(
    `UPDATE habits SET pattern = @pattern, records = @records, confidence = @confidence, key = @key, text = @text, person_id = @personId,
       fact_id = @factId, excluded = @excluded, status = @status, last_seen = @lastSeen WHERE id = @id`,
  );
  const remove = sqlite.prepare("DELETE FROM habits WHERE id = ?");
  const ran = sqlite.prepare<[], { at: number }>("SELECT at FROM habit_runs WHERE id = 1");
  const setRan = sqlite.prepare("INSERT INTO habit_runs (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at");
  const noted = () => database.afterCommit(onChange);

  return {
    all: (): readonly HabitRow[] => all.all().map(toHabit),
    get(id: number): HabitRow | undefined {
      const row = one.get(id);
      return row && toHabit(row);
    },
    /** The habit that a fact tells. */
    ofFact(factId: number): HabitRow | undefined {
      const row = ofFact.get(factId);
      return row && toHabit(row);
    },
    add(habit: Omit<HabitRow, "id">): number {
      const { lastInsertRowid } = insert.run(written(habit));
      noted();
      return Number(lastInsertRowid);
    },
    save(habit: HabitRow): void {
      update.run({ ...written(habit), id: habit.id });
      noted();
    },
    remove(id: number): void {
      remove.run(id);
      noted();
    },
    /** When habits were last learned, in ms; undefined before the first time. */
    lastRun: (): number | undefined => ran.get()?.at,
    setLastRun(at: number): void {
      setRan.run(at);
    },
  };
}

function written({ pattern, records, personId, factId, excluded, ...rest }: Omit<HabitRow, "id">) {
  return {
    ...rest,
    pattern: JSON.stringify(pattern),
    records: JSON.stringify(records.map(({ day, kept }) => [day, kept ? 1 : 0])),
    excluded: JSON.stringify(excluded),
    personId: personId ?? null,
    factId: factId ?? null,
  };
}

function toHabit(row: Row): HabitRow {
  const { person_id, fact_id, first_seen, last_seen, pattern, records, excluded, ...rest } = row;
  return {
    ...rest,
    pattern: JSON.parse(pattern) as unknown,
    records: (JSON.parse(records) as [number, number][]).map(([day, kept]) => ({ day, kept: kept === 1 })),
    excluded: JSON.parse(excluded) as number[],
    personId: person_id ?? undefined,
    factId: fact_id ?? undefined,
    firstSeen: first_seen,
    lastSeen: last_seen,
  };
}
