import type { ForLater } from "../../../attention/later.ts";
import { bothWays, type Draft, pauseOf } from "../../../automations/from-sentence.ts";
import { type AutomationStep, stepsIn } from "../../../automations/intent.ts";
import type { Planning } from "../planning.ts";
import type { ClauseReading } from "./automation-clauses.ts";

/** What starts it and what it does, and the same of what ends it. */
const MOST_PARTS_OF_TWO = 4;

interface HalvesReading extends Pick<ClauseReading, "turn" | "spoken" | "read" | "named"> {
  /** What a sentence has done that only does something. */
  readonly calls: (text: string) => Promise<readonly AutomationStep[]>;
}

export interface HalvesDependencies {
  readonly planning: Pick<Planning, "later">;
}

/** Reads what begins something and ends it, in one sentence. */
export function createHalves({ planning }: HalvesDependencies) {
  /** An automation with what ends what it began. */
  async function ended(
    { ends, later, first }: { readonly ends: string; readonly later: ForLater; readonly first: Draft },
    { read, named, calls: callsOf }: HalvesReading,
  ): Promise<Draft | undefined> {
    const awaited = first.triggers.flatMap((trigger) => ("entities" in trigger ? trigger.entities : []));
    const done = stepsIn(first.actions).flatMap((step) => (step.kind === "call" ? step.entities : []));
    const { after, ...otherwise } = later.said;
    for (const { rest, condition } of later.wishes) {
      for (const what of [rest, ...named(rest, done)]) {
        if (condition !== undefined) {
          for (const so of [condition, ...named(condition, awaited)]) {
            const half = ends.replace(rest, () => what).replace(condition, () => so);
            const second = await read(half);
            const both = second && bothWays(first, second);
            if (both) return both;
          }
        } else if (after !== undefined && Object.keys(otherwise).length === 0) {
          const calls = await callsOf(what);
          if (calls.length > 0) return { ...first, actions: [...first.actions, pauseOf(after), ...calls], mode: "restart" };
        }
      }
    }
    return undefined;
  }

  /** "On when it opens and off when it closes", "and off again after five minutes": the second half speaks of the things of the first. */
  return async (sentence: string, reading: HalvesReading): Promise<Draft | undefined> => {
    const { turn, spoken, read } = reading;
    const parts = spoken.halves(sentence);
    if (parts.length > MOST_PARTS_OF_TWO) return undefined;
    for (let at = 1; at < parts.length; at += 1) {
      const ends = parts.slice(at).join(", ");
      const later = planning.later({ ...turn, text: ends }, true);
      // looked at first, for to understand a sentence Home Assistant is asked
      if (later?.said.after === undefined && !later?.wishes.some(({ condition }) => condition !== undefined)) continue;
      const begins = parts.slice(0, at).join(", ");
      const first = await read(begins);
      if (first) return ended({ ends, later, first }, reading);
    }
    return undefined;
  };
}
