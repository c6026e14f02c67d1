import type { Home } from "../../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import type { Asker } from "../../../memory/facts/fact.ts";
import { dateOf, weekendOf } from "../../../memory/habits/calendar.ts";
import type { HabitBook } from "../../../memory/habits/habit-book.ts";
import type { Memory } from "../../../memory/memory.ts";
import { mayReadOthers } from "../../../security/policy/read-access.ts";
import type { Fact } from "../../../storage/facts/fact-row.ts";
import type { HabitRow, HabitStore, Weekday } from "../../../storage/facts/habits.ts";
import type { TurnStore } from "../../../storage/turns/turns.ts";
import type { Person } from "../../turn.ts";
import { habitSentence, habitsOf } from "../command-habits.ts";
import { fromOf, maySay } from "../command-memory.ts";

/** What a fact rests on: when, and the words, if they are the viewer's own. */
export interface ShownEvidence {
  readonly at: number | undefined;
  readonly text: string | undefined;
  readonly days: readonly string[];
}

export interface ShownFact
  extends Pick<
    Fact,
    "id" | "category" | "key" | "value" | "confidence" | "sensitivity" | "source" | "firstSeen" | "lastSeen" | "occurrences"
  > {
  readonly scope: "person" | "room" | "house";
  readonly room: string | undefined;
  /** Whence it is known, in words. */
  readonly from: string;
  /** It is not known yet: the person is asked. */
  readonly isWaiting: boolean;
  readonly mayChange: boolean;
  readonly evidence: readonly ShownEvidence[];
}

/** A fact that may be seen; `shown` tells the rest of it. */
export interface ListedFact {
  readonly fact: Fact;
  readonly isWaiting: boolean;
}

export interface ShownHabit {
  readonly id: number;
  readonly text: string;
  readonly confidence: number;
  readonly kept: readonly string[];
  readonly missed: readonly string[];
  readonly isOwn: boolean;
  /** Weekdays on which it is looked for; Sunday is 0. */
  readonly weekdays: readonly number[];
}

export type FactChange = "done" | "unknown" | "secret" | "refused";
export type HabitChange = "done" | "unknown";

interface MemoryViewDependencies {
  readonly memory: Pick<Memory, "visibleTo" | "waitingFor" | "correct" | "forget" | "refuse" | "confirm">;
  readonly habits: Pick<HabitStore, "all">;
  readonly book: Pick<HabitBook, "refuse" | "narrow">;
  readonly turns: Pick<TurnStore, "get">;
  readonly home: Pick<Home, "find" | "areas" | "info" | "ready">;
  readonly now: () => number;
}

const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

export type MemoryView = ReturnType<typeof createMemoryView>;

/** What is known of a person and the house, as that person may see and change it: nobody sees or changes what is known of somebody else. */
export function createMemoryView({ memory, habits, book, turns, home, now }: MemoryViewDependencies) {
  const askerOf = ({ id, role }: Person): Asker => ({ personId: id, role, isPrivate: true });
  const theirs = (viewer: Person): readonly HabitRow[] => (mayReadOthers(viewer.role) ? habitsOf(viewer, habits) : []);
  const changeable = (viewer: Person, factId: number): Fact | undefined =>
    memory.visibleTo(askerOf(viewer), now()).find((fact) => fact.id === factId && maySay(fact, askerOf(viewer)));
  const waiting = (viewer: Person, factId: number): Fact | undefined => memory.waitingFor(viewer.id).find(({ id }) => id === factId);

  const shown = (viewer: Person, { fact, isWaiting }: ListedFact): ShownFact => {
    const { scope } = fact;
    const { id, category, key, value, confidence, sensitivity, source, firstSeen, lastSeen, occurrences } = fact;
    const areas = scope.kind === "room" && home.ready ? home.areas() : [];
    return {
      id,
      category,
      key,
      value,
      confidence,
      sensitivity,
      source,
      firstSeen,
      lastSeen,
      occurrences,
      isWaiting,
      from: fromOf(fact, { personId: viewer.id }, catalogueFor(viewer.language)),
      scope: scope.kind,
      room: scope.kind === "room" ? (areas.find(({ areaId }) => areaId === scope.areaId)?.name ?? scope.areaId) : undefined,
      mayChange: isWaiting || maySay(fact, askerOf(viewer)),
      evidence: fact.evidence.flatMap((one): readonly ShownEvidence[] => {
        if (one.kind === "events") return [{ at: undefined, text: one.note, days: one.days }];
        const turn = turns.get(one.turnId);
        // what another person wrote is not for everybody
        if (turn && turn.personId !== viewer.id) return [];
        return [{ at: turn?.sentAt ?? fact.firstSeen, text: turn?.text || undefined, days: [] }];
      }),
    };
  };

  const shownHabit = (row: HabitRow, viewer: Person): ShownHabit => {
    const { pattern } = row;
    const days = (kept: boolean) => row.records.filter((record) => record.kept === kept).map(({ day }) => dateOf(day));
    return {
      id: row.id,
      text: habitSentence(pattern, home, catalogueFor(viewer.language)),
      confidence: row.confidence,
      kept: days(true),
      missed: days(false),
      isOwn: row.personId === viewer.id,
      weekdays: pattern.days.weekdays,
    };
  };

  return {
    /** Everything that the person may see; what waits for their yes first, then the most important. What each rests on is not read yet. */
    facts(viewer: Person, about: "me" | "house"): readonly ListedFact[] {
      const waits = memory.waitingFor(viewer.id).map((fact) => ({ fact, isWaiting: true }));
      const known = memory.visibleTo(askerOf(viewer), now()).map((fact) => ({ fact, isWaiting: false }));
      return [...waits, ...known].filter(({ fact: { scope } }) => (scope.kind === "person") === (about === "me"));
    },
    shown,
    habits: (viewer: Person): readonly ShownHabit[] => theirs(viewer).map((row) => shownHabit(row, viewer)),
    /** Other words for a fact; for one that waits its own words are the person's yes. */
    correct(viewer: Person, factId: number, value: string): FactChange {
      const asked = waiting(viewer, factId);
      const fact = asked ?? changeable(viewer, factId);
      if (!fact) return "unknown";
      const by = { personId: viewer.id, evidence: [] };
      // what waits is never taken over by itself: nobody said yes to that
      const typed = asked?.value === value ? undefined : value;
      const learned = asked ? memory.confirm(factId, viewer.id, now(), typed) : memory.correct(factId, value, by, now());
      if (!learned) return "unknown";
      if (learned.outcome === "rejected") return learned.reason === "secret" ? "secret" : "refused";
      return "done";
    },
    /** Forgets a fact; what waits is refused, and not learned again. */
    forget(viewer: Person, factId: number): FactChange {
      if (waiting(viewer, factId)) return memory.refuse(factId, now()) ? "done" : "unknown";
      if (!changeable(viewer, factId)) return "unknown";
      return memory.forget([factId], { personId: viewer.id }) > 0 ? "done" : "unknown";
    },
    async narrow(viewer: Person, habitId: number, weekdays: readonly number[]): Promise<HabitChange> {
      if (!theirs(viewer).some(({ id }) => id === habitId)) return "unknown";
      const without = EVERY_DAY.filter((day) => !weekdays.includes(day));
      const changed = await book.narrow(habitId, without, weekendOf(home.info.country, home.info.language), now());
      return changed === undefined ? "unknown" : "done";
    },
    refuse(viewer: Person, habitId: number): HabitChange {
      return theirs(viewer).some(({ id }) => id === habitId) && book.refuse(habitId, now()) ? "done" : "unknown";
    },
  };
}
