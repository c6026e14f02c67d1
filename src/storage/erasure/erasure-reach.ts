import { folded } from "../../text/fold.ts";
import type { AssistantDatabase } from "../database.ts";
import { createFactMentions, withoutEnding } from "../facts/fact-mentions.ts";
import { wordsThatTell } from "../knowledge/knowledge-words.ts";
import { createTurnQuotes } from "../turns/turn-quotes.ts";

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
  const tellers = database.values<[number], string>("SELECT turn_id FROM fact_turns WHERE fact_id = ?");

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

interface Words {
  readonly id: string;
  readonly words: string;
}

/** Shorter ones and numbers say little of what a talk is about. */
const WORD = /[\p{L}\p{M}]{4,}/gu;
/** Of a person's messages that are looked through for words that stay anyway, the newest: some tens of milliseconds. */
const MOST_STAYING = 1_000;

/** Turns that go on with what an answer told again of something that is forgotten. */
function createErasureEchoes({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const wordsOf = sqlite.prepare<[string], Words>(
    "SELECT id, text || ' ' || coalesce(answer, '') AS words FROM turns WHERE id = ? AND erased = 0",
  );
  const sources = sqlite.prepare<{ gone: string; answer: string }, Words>(
    `SELECT turns.id, turns.text || ' ' || coalesce(turns.answer, '') AS words
     FROM json_each(@gone) AS one CROSS JOIN turn_quotes ON quoted_id = one.value AND turn_id = @answer CROSS JOIN turns ON turns.id = quoted_id`,
  );
  // what was asked of the home in the same words is no word about it
  const after = sqlite.prepare<[string], Words>(
    `SELECT later.id, later.text || ' ' || coalesce(later.answer, '') AS words
     FROM turns AS telling CROSS JOIN turns AS later ON later.session_id = telling.session_id AND later.received_at >= telling.received_at
     WHERE telling.id = ? AND later.id <> telling.id AND later.erased = 0 AND NOT EXISTS (SELECT 1 FROM actions WHERE actions.turn_id = later.id)`,
  );
  const staying = sqlite.prepare<{ telling: string; gone: string; most: number }, Words>(
    `SELECT id, text || ' ' || coalesce(answer, '') AS words FROM turns
     WHERE person_id = (SELECT person_id FROM turns WHERE id = @telling) AND erased = 0 AND id NOT IN (SELECT value FROM json_each(@gone))
     ORDER BY received_at DESC LIMIT @most`,
  );
  const telling = (text: string): ReadonlySet<string> =>
    new Set(wordsThatTell(folded(text).match(WORD) ?? []).map((word) => withoutEnding(word)));

  return {
    /** Later turns of the conversation with a word that an answer took from what is forgotten and nothing that stays has. Numbers are no such words. */
    of(forgotten: readonly string[], answers: readonly string[], values?: readonly string[]): readonly string[] {
      const gone = JSON.stringify([...forgotten, ...answers]);
      return answers.flatMap((id) => {
        const { words = "" } = wordsOf.get(id) ?? {};
        const told = values?.filter((value) => !/\d/.test(value)) ?? sources.all({ gone, answer: id }).map((one) => one.words);
        const shared = [...telling(words).intersection(telling(told.join(" ")))];
        const later = after.all(id).map((one) => ({ ...one, words: folded(one.words) }));
        const goesOn = later.filter((one) => shared.some((word) => one.words.includes(word)));
        if (goesOn.length === 0) return [];
        const ids = new Set(goesOn.map((one) => one.id));
        const left = new Set(shared);
        for (const one of staying.iterate({ telling: id, gone, most: MOST_STAYING })) {
          if (ids.has(one.id)) continue;
          const stays = folded(one.words);
          for (const word of left) if (stays.includes(word)) left.delete(word);
          if (left.size === 0) break;
        }
        return goesOn.filter((one) => [...left].some((word) => one.words.includes(word))).map((one) => one.id);
      });
    },
  };
}
