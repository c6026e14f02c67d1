import { z } from "zod";
import { readActionScenes } from "./action-rows.ts";
import { entityRow, homeKey } from "./home-rows.ts";
import { type EvalDataError, readRows } from "./rows.ts";

/** Some models are numbers. */
const label = z.coerce.string().nullable().default(null);

const describedRow = entityRow.extend({ device_model: label, manufacturer: label });

const distractorRow = z.object({ entity_id: z.string(), name: z.string(), device: z.string().nullable() });

const sentenceRow = z.object({
  id: z.string(),
  dataset: z.string(),
  home_id: z.string(),
  sentence: z.string(),
  context_device: z.string().nullable().default(null),
  expected_entities: z.array(z.string()),
  ambiguous: z.boolean().default(false),
  mentions_target: z.boolean().default(true),
  placeholder: z.boolean().default(false),
});

export type HomeEntityRow = z.infer<typeof describedRow>;
export type DistractorRow = z.infer<typeof distractorRow>;
export type SentenceRow = z.infer<typeof sentenceRow>;

export interface RetrievalRows {
  /** Sentences that ask for an action; those whose expectation is faulty are left out. */
  readonly actions: readonly SentenceRow[];
  /** Sentences that name one thing of their home, and no other, by a word of it. */
  readonly things: readonly SentenceRow[];
  /** Entities by `homeKey`. */
  readonly homes: ReadonlyMap<string, readonly HomeEntityRow[]>;
  /** Entities of other homes, without a place. */
  readonly distractors: readonly DistractorRow[];
}

/** Reads cases_actions, cases_retrieval, entities and distractors .jsonl and what readActionScenes reads. Throws {@link EvalDataError}. */
export function readRetrievalRows(folder: string): RetrievalRows {
  const sound = new Set(readActionScenes(folder).map((scene) => scene.case.id));
  return {
    actions: readRows(folder, "cases_actions.jsonl", sentenceRow).filter(({ id }) => sound.has(id)),
    things: readRows(folder, "cases_retrieval.jsonl", sentenceRow).filter(
      ({ ambiguous, mentions_target: mentions, placeholder }) => mentions && !ambiguous && !placeholder,
    ),
    homes: Map.groupBy(readRows(folder, "entities.jsonl", describedRow), homeKey),
    distractors: readRows(folder, "distractors.jsonl", distractorRow),
  };
}
