import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { entityRow, homeKey } from "./home-rows.ts";
import { type EvalDataError, readRows } from "./rows.ts";

const attributes = z.record(z.string(), z.unknown());
const state = z.union([z.string(), z.number(), z.boolean()]);
const changes = z.record(z.string(), z.object({ state: state.optional(), attributes: attributes.optional() }));

const homeRow = z.object({ dataset: z.string(), home_id: z.string(), areas: z.array(z.string()) });

const statefulRow = entityRow.extend({ state: state.nullable() });

const actionCase = z.object({
  id: z.string(),
  dataset: z.string(),
  home_id: z.string(),
  sentence: z.string(),
  setup: changes,
  expect_changes: changes,
  /** Attributes by entity that may change; the names count, also where the data give values with them. */
  ignore_changes: z.record(z.string(), z.union([z.array(z.string()), attributes.transform((values) => Object.keys(values))])),
  expected_entities: z.array(z.string()),
  /** The answer is right if any of these is in it. */
  expect_response: z.array(z.string()).optional(),
});

const matcherRow = z.object({ id: z.string(), result: z.unknown() });

export type EntityRow = z.infer<typeof statefulRow>;
export type ActionCase = z.infer<typeof actionCase>;

/** One case with the home that it is said in and what Home Assistant's own matcher was recorded to answer (null: nothing). */
export interface ActionScene {
  readonly case: ActionCase;
  readonly isQuestion: boolean;
  readonly areas: readonly string[];
  readonly entities: readonly EntityRow[];
  readonly matcherAnswer: unknown;
}

/** Cases whose expectation is itself faulty: doing exactly that on a real Home Assistant does not bring it (told by the data's README). */
const FAULTY = new Set([
  "assist/dom1-pl/lights/4/0",
  "assist/dom1-pl/lights/4/1",
  "assist/dom1-pl/lights/5/0",
  "assist/dom1-pl/lights/5/1",
  "assist/home7-dk/media-player/4/0",
  "assist/home7-dk/media-player/4/1",
  "assist-mini/home7-dk-media-player/media-player/4/0",
  "intents/en/todo_HassListAddItem/0/0",
  "intents/en/todo_HassListAddItem/0/1",
  "questions/urban-loft-au/todo/1/1",
]);

/** Rows of questions are not in every folder of rows. */
const QUESTIONS = "cases_questions.jsonl";

/** Reads homes.jsonl, entities.jsonl, cases_actions.jsonl, cases_questions.jsonl if it is there, and matcher.jsonl, without the faulty cases. Throws {@link EvalDataError}. */
export function readActionScenes(folder: string): ActionScene[] {
  const homes = new Map(readRows(folder, "homes.jsonl", homeRow).map((row) => [homeKey(row), row.areas]));
  const entities = Map.groupBy(readRows(folder, "entities.jsonl", statefulRow), homeKey);
  const matched = new Map(readRows(folder, "matcher.jsonl", matcherRow).map((row) => [row.id, row.result ?? null]));
  const questions = existsSync(join(folder, QUESTIONS)) ? readRows(folder, QUESTIONS, actionCase) : [];
  const asked = new Set(questions);
  return [...readRows(folder, "cases_actions.jsonl", actionCase), ...questions]
    .filter((row) => !FAULTY.has(row.id))
    .map((row) => ({
      case: row,
      isQuestion: asked.has(row),
      areas: homes.get(homeKey(row)) ?? [],
      entities: entities.get(homeKey(row)) ?? [],
      matcherAnswer: matched.get(row.id) ?? null,
    }));
}
