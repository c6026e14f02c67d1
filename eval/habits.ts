import { type FoundHabit, findHabits } from "../src/memory/habits/find-habits.ts";
import { distance } from "../src/memory/habits/series.ts";
import { type HouseRecord, handEvents, LIGHTS_OF_AREA } from "../src/memory/habits/user-actions.ts";
import { type GeneratedHouse, generateHouse, type PlantedHabit } from "./habits-house.ts";
import { type Suite, type SuiteOptions, type SuiteReport, share } from "./suite.ts";

/** Minutes between a planted time and the time that is found. */
const MOST_APART = 15;
const HOUSES = 5;
const HISTORY_DAYS = 10;
const DAY_MS = 86_400_000;

/** What a source knows of a generated month. */
const SOURCES: Readonly<Record<string, (house: GeneratedHouse) => HouseRecord>> = {
  database: ({ record }) => record,
  database_and_logbook: ({ record, logbook }) => ({ ...record, causes: logbook }),
  ten_days: (house) => lastDays(house, HISTORY_DAYS),
};

/** Habits in generated months of a household: planted ones, noise, automations, a broken habit, a holiday. */
export const habits: Suite = {
  about: "habits planted in generated months, five from one on (--seed N; needs no data)",
  needsNoData: true,
  async run({ seed = 1, limit = HOUSES, onCase }: SuiteOptions): Promise<SuiteReport> {
    const sums = new Map(Object.keys(SOURCES).map((source) => [source, { planted: 0, missed: 0, wrong: 0, entities: 0 }]));
    const notes: string[] = [];
    for (let house = seed; house < seed + limit; house += 1) {
      const generated = generateHouse(house);
      for (const [source, sum] of sums) {
        const found = habitsOf(generated, SOURCES[source]?.(generated) ?? generated.record);
        const { missed, wrong } = compareHabits(generated, found);
        sum.planted += generated.planted.length;
        sum.missed += missed.length;
        sum.wrong += wrong.length;
        sum.entities += generated.entityIds.length;
        notes.push(...missed.map(({ subject, action }) => `${house} (${source}): ${subject} ${action} is not found`));
        notes.push(...wrong.map((habit) => `${house} (${source}): ${told(habit)} is not there`));
        onCase(`${house} (${source}): ${found.length} habits`);
      }
    }
    const figures = Object.fromEntries(
      [...sums].map(([source, { planted, missed, wrong, entities }]) => [
        source,
        { planted_found: share(planted - missed, planted), false_per_100_entities: share(100 * wrong, entities) },
      ]),
    );
    return { cases: limit, figures, notes };
  },
};

/** The month as Home Assistant's recorder has it, which keeps ten days by default. */
export function lastDays({ record, logbook }: GeneratedHouse, days: number): HouseRecord {
  const from = record.to - days * DAY_MS;
  const samples = new Map(
    [...record.samples].map(([entityId, all]) => {
      const before = all.findLast(({ at }) => at < from);
      return [entityId, [...(before ? [{ ...before, at: from }] : []), ...all.filter(({ at }) => at >= from)]];
    }),
  );
  return { ...record, from, samples, causes: logbook };
}

/** The habits that a record of the house has. */
export function habitsOf({ timeZone, place, own, areaOf }: GeneratedHouse, record: HouseRecord): readonly FoundHabit[] {
  const { events, members } = handEvents(record, { own, areaOf, timeZone });
  return findHabits({ ...record, timeZone, place, events, members, weekend: [0, 6], known: [] });
}

/** What was found of what was planted, and what else was. */
export function compareHabits(house: GeneratedHouse, habits: readonly FoundHabit[]) {
  const unused = new Set(habits);
  const missed = house.planted.filter((planted) => {
    const found = habits.filter((habit) => isPlanted(planted, habit));
    for (const habit of found) unused.delete(habit);
    return !found.some(({ days }) => daysName(days.name) === planted.days);
  });
  // what goes on at a fixed time goes off at one as well, and a thing in a room is part of the room: these are true, if not planted
  const wrong = [...unused].filter((habit) => !house.planted.some((planted) => isEcho(planted, habit)));
  return { missed, wrong };
}

function isPlanted(planted: PlantedHabit, habit: FoundHabit): boolean {
  const isSubject =
    habit.subject === planted.subject || (planted.subject.startsWith(LIGHTS_OF_AREA) && /^light\.bedroom_/.test(habit.subject));
  if (!isSubject || habit.action !== planted.action || habit.value !== planted.value) return false;
  return planted.followsSun === true || distance(habit.minute, planted.minute) <= MOST_APART;
}

function isEcho(planted: PlantedHabit, habit: FoundHabit): boolean {
  return habit.subject === planted.subject || (planted.subject === "lights@bedroom" && /bedroom/.test(habit.subject));
}

function daysName(name: string): string {
  return name === "every day" ? "all" : name;
}

function told({ subject, action, value, days, minute, records }: FoundHabit): string {
  const kept = records.filter((record) => record.kept).length;
  return `${subject} ${action} ${value ?? ""} ${days.name} at minute ${Math.round(minute)} (${kept} of ${records.length} days)`;
}
