import { type FindInput, type FoundHabit, findHabits } from "./find-habits.ts";
import { type HouseRecord, handEvents, type OwnAction } from "./user-actions.ts";

export interface LearnInput extends Omit<FindInput, "events" | "members" | "home" | "from" | "to"> {
  readonly record: HouseRecord;
  readonly own: readonly OwnAction[];
  readonly areas: ReadonlyMap<string, string>;
}

/** Runs in a worker thread: from what happened in the house to its habits, hands first, then statistics. A month of a house takes a second or two. */
export function learnHabits({ record, own, areas, ...input }: LearnInput): readonly FoundHabit[] {
  const { timeZone } = input;
  const { from, to, home } = record;
  const { events, members } = handEvents(record, { own, areaOf: (entityId) => areas.get(entityId), timeZone });
  return findHabits({ ...input, from, to, home, events, members });
}
