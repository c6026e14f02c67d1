import type { Hono } from "hono";
import { z } from "zod";
import { habitSentence, habitsOf } from "../../../agent/commands/command-habits.ts";
import { fromOf, maySay } from "../../../agent/commands/command-memory.ts";
import type { Person } from "../../../agent/turn.ts";
import { capitalised } from "../../../agent/wording/phrases.ts";
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
import { bodyOf, type ConsoleEnv, listed, numberOf, partOf, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { MemoryFact, MemoryHabit, Memory as MemoryPage } from "../wire.ts";

export interface MemoryPorts {
  readonly memory: {
    readonly facts: Pick<Memory, "visibleTo" | "waitingFor" | "correct" | "forget" | "refuse" | "confirm">;
    readonly habits: Pick<HabitStore, "all">;
    readonly book: Pick<HabitBook, "refuse" | "narrow">;
    readonly turns: Pick<TurnStore, "get">;
    readonly home: Pick<Home, "find" | "areas" | "info" | "ready">;
  };
  readonly everybody: readonly Pick<Person, "id" | "name">[];
  readonly minute: (at: number) => string;
  readonly now: () => number;
}

/** As long as `/memory` takes. */
const valueForm = z.strictObject({ value: z.string().trim().min(1).max(300) });
const daysForm = z.strictObject({ days: z.array(z.int().min(0).max(6)).max(7) });
const MOST_DAYS = 10;
const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** A fact that may be seen; one that waits for the person's yes is not known yet. */
interface Seen {
  readonly fact: Fact;
  readonly isWaiting: boolean;
}

/** What a fact rests on: when, and the words, if they are the viewer's own. */
interface Evidence {
  readonly at: number | undefined;
  readonly text: string | undefined;
  readonly days: readonly string[];
}

/** What is known of the person and the house: to see, to put right, to forget and to take along. Nobody sees or changes what is known of somebody else. */
export function routeMemory(app: Hono<ConsoleEnv>, { memory, everybody, minute, now }: MemoryPorts): void {
  const { facts, book, turns, home } = memory;

  app.get("/memory", (context) => {
    const { person } = context.var;
    const about = textOf(context, "person", 20) ?? "me";
    if (about !== "me" && about !== "house") throw new Refusal("not-yours");
    const answer: MemoryPage = {
      people: person.role === "owner" ? everybody.map(({ id, name }) => ({ id, name })) : [{ id: person.id, name: person.name }],
      ...listed(partOf(context, seenBy(person, about)), (seen) => factOf(seen, person)),
      habits: theirs(person)
        .filter((row) => isOwn(row, person) === (about === "me"))
        .map((row) => habitOf(row, person)),
    };
    return context.json(answer);
  });

  app.get("/memory/export", (context) => {
    const { person } = context.var;
    const day = new Date(now()).toISOString().slice(0, 10);
    context.header("Content-Disposition", `attachment; filename="memory-${day}.json"`);
    const { id, name } = person;
    return context.json({
      exportedAt: now(),
      person: { id, name },
      facts: seenBy(person, "me").map((seen) => wholeFact(seen, person)),
      habits: theirs(person).flatMap((row) => (isOwn(row, person) ? { ...wholeHabit(row, person), isOwn: true } : [])),
    });
  });

  /** Other words for a fact; for one that waits its own words are the person's yes. */
  app.post("/memory/:id", async (context) => {
    const { value } = await bodyOf(context, valueForm);
    const { person } = context.var;
    const { fact, isWaiting } = ownFact(person, numberOf(context, "id"));
    // what waits is never taken over by itself: nobody said yes to that
    const typed = fact.value === value ? undefined : value;
    const by = { personId: person.id, evidence: [] };
    const learned = isWaiting ? facts.confirm(fact.id, person.id, now(), typed) : facts.correct(fact.id, value, by, now());
    if (!learned) throw new Refusal("missing");
    if (learned.outcome === "rejected") throw new Refusal(learned.reason === "secret" ? "secret" : "refused");
    return context.json({ ok: true });
  });

  /** What waits is refused, and not learned again. */
  app.delete("/memory/:id", (context) => {
    const { id: personId } = context.var.person;
    const { fact, isWaiting } = ownFact(context.var.person, numberOf(context, "id"));
    const isGone = isWaiting ? facts.refuse(fact.id, now()) : facts.forget([fact.id], { personId }) > 0;
    if (!isGone) throw new Refusal("missing");
    return context.json({ ok: true });
  });

  app.post("/habits/:id", async (context) => {
    const { days } = await bodyOf(context, daysForm);
    const without = EVERY_DAY.filter((day) => !days.includes(day));
    const habitId = ownHabit(context.var.person, numberOf(context, "id"));
    const changed = await book.narrow(habitId, without, weekendOf(home.info.country, home.info.language), now());
    if (changed === undefined) throw new Refusal("missing");
    return context.json({ ok: true });
  });

  app.delete("/habits/:id", (context) => {
    if (!book.refuse(ownHabit(context.var.person, numberOf(context, "id")), now())) throw new Refusal("missing");
    return context.json({ ok: true });
  });

  /** What waits for the person's yes first, then the most important. */
  function seenBy(person: Person, about: "me" | "house"): readonly Seen[] {
    const waits = facts.waitingFor(person.id).map((fact) => ({ fact, isWaiting: true }));
    const known = facts.visibleTo(askerOf(person), now()).map((fact) => ({ fact, isWaiting: false }));
    return [...waits, ...known].filter(({ fact: { scope } }) => (scope.kind === "person") === (about === "me"));
  }

  function mayChange({ fact, isWaiting }: Seen, person: Person): boolean {
    return isWaiting || maySay(fact, askerOf(person));
  }

  function ownFact(person: Person, id: number): Seen {
    const seen = [...seenBy(person, "me"), ...seenBy(person, "house")];
    const found = seen.find((one) => one.fact.id === id && mayChange(one, person));
    if (!found) throw new Refusal("missing");
    return found;
  }

  function theirs(person: Person): readonly HabitRow[] {
    return mayReadOthers(person.role) ? habitsOf(person, memory.habits) : [];
  }

  function ownHabit(person: Person, habitId: number): number {
    if (!theirs(person).some(({ id }) => id === habitId)) throw new Refusal("missing");
    return habitId;
  }

  function wholeFact(seen: Seen, person: Person) {
    const { scope, evidence, ...fact } = seen.fact;
    const { id, category, key, value, confidence, sensitivity, source, firstSeen, lastSeen, occurrences } = fact;
    const areas = scope.kind === "room" && home.ready ? home.areas() : [];
    return {
      ...{ id, category, key, value, confidence, sensitivity, source, firstSeen, lastSeen, occurrences, isWaiting: seen.isWaiting },
      from: fromOf(seen.fact, { personId: person.id }, catalogueFor(person.language)),
      scope: scope.kind,
      room: scope.kind === "room" ? (areas.find(({ areaId }) => areaId === scope.areaId)?.name ?? scope.areaId) : undefined,
      mayChange: mayChange(seen, person),
      evidence: evidence.flatMap((one): readonly Evidence[] => {
        if (one.kind === "events") return [{ at: undefined, text: one.note, days: one.days }];
        const turn = turns.get(one.turnId);
        // what another person wrote is not for everybody
        return turn && turn.personId !== person.id ? [] : [{ at: turn?.sentAt ?? firstSeen, text: turn?.text || undefined, days: [] }];
      }),
    };
  }

  function factOf(seen: Seen, person: Person): MemoryFact {
    const { id, key, value, isWaiting, from, lastSeen, evidence, mayChange, room } = wholeFact(seen, person);
    return {
      ...{ value, lastSeen, mayChange, isWaiting },
      source: capitalised(from),
      id: String(id),
      key: [...(room === undefined ? [] : [room]), key.replaceAll("_", " ")].join(": "),
      evidence: evidence
        .map(({ at, text, days }) => withoutEmpty([at === undefined ? "" : minute(at), plainOf(text ?? ""), newest(days)]).join(" · "))
        .filter((text) => text !== ""),
    };
  }

  function wholeHabit({ id, pattern, confidence, records }: HabitRow, { language }: Person) {
    const days = (kept: boolean) => records.filter((record) => record.kept === kept).map(({ day }) => dateOf(day));
    const text = habitSentence(pattern, home, catalogueFor(language));
    return { id, text, confidence, kept: days(true), missed: days(false), weekdays: pattern.days.weekdays };
  }

  function habitOf(row: HabitRow, person: Person): MemoryHabit {
    const { id, text, confidence, weekdays, kept, missed } = wholeHabit(row, person);
    const evidence = withoutEmpty([kept.length > 0 ? `✓ ${newest(kept)}` : "", missed.length > 0 ? `✗ ${newest(missed)}` : ""]);
    return { id: String(id), text: plainOf(text), confidence, days: weekdays, evidence };
  }
}

function askerOf({ id, role }: Person): Asker {
  return { personId: id, role, isPrivate: true };
}

function isOwn({ personId }: HabitRow, { id }: Person): boolean {
  return personId === id;
}

function newest(days: readonly string[]): string {
  return days.slice(-MOST_DAYS).join(", ");
}

function withoutEmpty(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== "");
}
