import type { AssistantDatabase } from "../database.ts";
import { createFactMentions } from "../facts/fact-mentions.ts";
import { createTurnQuotes } from "../turns/turn-quotes.ts";
import { createErasureEchoes } from "./erasure-echoes.ts";

/** How far the words of turns have come that are to be forgotten. */
export function createErasureReach({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const mentions = createFactMentions({ database });
  const quotes = createTurnQuotes({ database });
  const echoes = createErasureEchoes({ database });
  // facts that another message says in the same words, which stays, stay too (texts.ts)
  const told = sqlite.prepare<{ turns: string }, { id: number; value: string }>(
    `SELECT id, value FROM profile_entries AS fact
     WHERE id IN (SELECT fact_id FROM fact_turns WHERE turn_id IN (SELECT value FROM json_each(@turns)))
       AND NOT EXISTS (SELECT 1 FROM fact_turns AS other CROSS JOIN turns ON turns.id = other.turn_id
         WHERE other.fact_id = fact.id AND other.turn_id NOT IN (SELECT value FROM json_each(@turns))
           AND erased = 0 AND instr(lower(turns.text), lower(fact.value)) > 0)`,
  );
  const tellers = sqlite.prepare<[number], string>("SELECT turn_id FROM fact_turns WHERE fact_id = ?").pluck();

  /** These turns, and all that tell their words again; where only facts of these values are forgotten, those words. */
  const ofTurns = (turnIds: readonly string[], values?: readonly string[]): readonly string[] => {
    const named = new Set(turnIds);
    const quoting = quotes.withQuoting(turnIds);
    const answers = quoting.filter((id) => !named.has(id));
    return quotes.withQuoting([...quoting, ...echoes.of(turnIds, answers, values)]);
  };
  return {
    ofTurns,
    /** The same, and the person's turns about the facts that are forgotten with these turns; who told such a fact otherwise keeps that message. */
    ofTold(turnIds: readonly string[], personId: string): readonly string[] {
      const facts = told.all({ turns: JSON.stringify(turnIds) });
      const others = new Set(facts.flatMap(({ id }) => tellers.all(id)));
      return ofTurns([...turnIds, ...mentions.of(facts, personId).filter((id) => !others.has(id))]);
    },
  };
}
