import type { Hono } from "hono";
import { z } from "zod";
import type { FactChange, MemoryView, ShownEvidence, ShownFact, ShownHabit } from "../../../agent/commands/views/memory-view.ts";
import type { Person } from "../../../agent/turn.ts";
import { capitalised } from "../../../agent/wording/phrases.ts";
import { bodyOf, type ConsoleEnv, listed, numberOf, partOf, textOf } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import { plainOf } from "../rendering.ts";
import type { Memory, MemoryFact, MemoryHabit } from "../wire.ts";

export interface MemoryPorts {
  readonly memory: MemoryView;
  readonly everybody: readonly Pick<Person, "id" | "name">[];
  readonly minute: (at: number) => string;
  readonly now: () => number;
}

/** As long as `/memory` takes. */
const valueForm = z.strictObject({ value: z.string().trim().min(1).max(300) });
const daysForm = z.strictObject({ days: z.array(z.int().min(0).max(6)).max(7) });
const MOST_DAYS = 10;

/** What is known of the person and the house: to see, to put right, to forget and to take along. */
export function routeMemory(app: Hono<ConsoleEnv>, { memory, everybody, minute, now }: MemoryPorts): void {
  app.get("/memory", (context) => {
    const { person } = context.var;
    const about = textOf(context, "person", 20) ?? "me";
    if (about !== "me" && about !== "house") throw new Refusal("not-yours");
    const answer: Memory = {
      people: person.role === "owner" ? everybody.map(({ id, name }) => ({ id, name })) : [{ id: person.id, name: person.name }],
      ...listed(partOf(context, memory.facts(person, about)), (one) => factOf(memory.shown(person, one))),
      habits: memory
        .habits(person)
        .filter(({ isOwn }) => isOwn === (about === "me"))
        .map(habitOf),
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
      facts: memory.facts(person, "me").map((one) => memory.shown(person, one)),
      habits: memory.habits(person).filter(({ isOwn }) => isOwn),
    });
  });

  app.post("/memory/:id", async (context) => {
    const { value } = await bodyOf(context, valueForm);
    done(memory.correct(context.var.person, numberOf(context, "id"), value));
    return context.json({ ok: true });
  });

  app.delete("/memory/:id", (context) => {
    done(memory.forget(context.var.person, numberOf(context, "id")));
    return context.json({ ok: true });
  });

  app.post("/habits/:id", async (context) => {
    const { days } = await bodyOf(context, daysForm);
    done(await memory.narrow(context.var.person, numberOf(context, "id"), days));
    return context.json({ ok: true });
  });

  app.delete("/habits/:id", (context) => {
    done(memory.refuse(context.var.person, numberOf(context, "id")));
    return context.json({ ok: true });
  });

  function factOf({ id, key, value, isWaiting, from, lastSeen, evidence, mayChange, room }: ShownFact): MemoryFact {
    return {
      value,
      lastSeen,
      mayChange,
      source: capitalised(from),
      id: String(id),
      key: [...(room === undefined ? [] : [room]), key.replaceAll("_", " ")].join(": "),
      isWaiting,
      evidence: evidence.map(evidenceText).filter((text) => text !== ""),
    };
  }

  function evidenceText({ at, text, days }: ShownEvidence): string {
    return [at === undefined ? "" : minute(at), plainOf(text ?? ""), days.slice(-MOST_DAYS).join(", ")]
      .filter((part) => part !== "")
      .join(" · ");
  }
}

function habitOf({ id, text, confidence, weekdays, kept, missed }: ShownHabit): MemoryHabit {
  const days = (given: readonly string[]) => given.slice(-MOST_DAYS).join(", ");
  const evidence = [kept.length > 0 ? `✓ ${days(kept)}` : "", missed.length > 0 ? `✗ ${days(missed)}` : ""].filter((line) => line !== "");
  return { id: String(id), text: plainOf(text), confidence, days: weekdays, evidence, mayChange: true };
}

function done(change: FactChange): void {
  if (change === "done") return;
  throw new Refusal(change === "unknown" ? "missing" : change);
}
