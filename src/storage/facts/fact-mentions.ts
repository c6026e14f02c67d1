import { folded } from "../../text/fold.ts";
import type { AssistantDatabase } from "../database.ts";

interface Asked {
  readonly personId: string;
  readonly factId: number;
  /** How lists of facts name it. */
  readonly number: string;
}

/** What a turn that may be about a fact was made of. */
interface Candidate {
  readonly id: string;
  readonly words: string;
}

/** The end of a word that has other forms: "peanuts" in "your peanut allergy". */
const ENDING = /(?<=\p{L}{4})(?:es|s|en|n|e)$/u;

export function withoutEnding(text: string): string {
  return text.replace(ENDING, "");
}

export type FactMentions = ReturnType<typeof createFactMentions>;

/** The turns of a person in which something that is remembered was told, listed or used. */
export function createFactMentions({ database }: { database: AssistantDatabase }) {
  const named = database.values<Asked, string>(
    `SELECT id FROM turns WHERE person_id = @personId AND erased = 0
         AND (id IN (SELECT turn_id FROM fact_turns WHERE fact_id = @factId) OR instr(coalesce(answer, ''), @number) > 0)`,
  );
  // those that were given it, that listed it under the number of what was put right in its place, and those that came after it in the same conversation. What was done in the home with the same number ("set it
  // to 22") is no word about the fact
  const given = database.query<{ personId: string; factId: number; isNumber: boolean }, Candidate>(
    `SELECT turns.id, turns.text || ' ' || coalesce(turns.answer, '') || ' ' || coalesce(log.tools, '') AS words
     FROM turns LEFT JOIN interaction_log AS log ON log.turn_id = turns.id
     WHERE turns.person_id = @personId AND turns.erased = 0 AND turns.id IN (
       SELECT turn_id FROM fact_prompts WHERE fact_id = @factId
       UNION SELECT used.turn_id FROM conversation_sessions AS own CROSS JOIN interaction_log AS used ON used.session_id = own.id
         WHERE own.person_id = @personId AND instr(used.tools_used, 'user_profile') > 0
       UNION SELECT later.id FROM fact_turns JOIN turns AS told ON told.id = fact_turns.turn_id
         JOIN turns AS later ON later.session_id = told.session_id AND later.received_at >= told.received_at
         WHERE fact_id = @factId AND @isNumber = 0
       UNION SELECT listed.id FROM profile_entries AS wrong CROSS JOIN turns AS listed ON listed.person_id = @personId
         WHERE wrong.id = @factId AND instr(coalesce(listed.answer, ''), '**m' || wrong.superseded_by || '**') > 0)`,
  );
  return {
    /** Ids of the person's turns about these facts; those of others are theirs. */
    of: (facts: readonly { readonly id: number; readonly value: string }[], personId: string): readonly string[] => [
      ...new Set(
        facts.flatMap(({ id: factId, value }) => {
          const wanted = withoutEnding(folded(value));
          const candidates = given.all({ personId, factId, isNumber: /\d/.test(value) });
          const used = candidates.filter(({ words }) => folded(words).includes(wanted)).map(({ id }) => id);
          return [...named.all({ personId, factId, number: `**m${factId}**` }), ...used];
        }),
      ),
    ],
  };
}
