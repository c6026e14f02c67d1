import type { AssistantDatabase } from "./database.ts";

interface Mention {
  readonly personId: string;
  readonly factId: number;
  readonly value: string;
  /** How lists of facts name it. */
  readonly number: string;
  /** How the record of a prompt names it. */
  readonly source: string;
}

export type FactMentions = ReturnType<typeof createFactMentions>;

/** The turns of a person in which something that is remembered was told, listed or used. */
export function createFactMentions({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  // what was done in the home with the same value ("set it to 22") is no word about the fact
  const mentions = sqlite
    .prepare<Mention, string>(
      `SELECT id FROM turns WHERE person_id = @personId AND erased = 0 AND (
         id IN (SELECT turn_id FROM fact_turns WHERE fact_id = @factId)
         OR instr(coalesce(answer, ''), @number) > 0
         OR EXISTS (SELECT 1 FROM interaction_log WHERE turn_id = turns.id
              AND (instr(context, @source) > 0 OR instr(tools_used, 'user_profile') > 0))
            AND instr(lower(text || ' ' || coalesce(answer, '')), lower(@value)) > 0)`,
    )
    .pluck();
  return {
    /** Ids of the person's turns about these facts; those of others are theirs. */
    of: (facts: readonly { readonly id: number; readonly value: string }[], personId: string): readonly string[] => [
      ...new Set(facts.flatMap(({ id, value }) => mentions.all({ personId, factId: id, value, number: `**m${id}**`, source: `"m${id}"` }))),
    ],
  };
}
