import { z } from "zod";
import { type EvalDataError, readRows } from "./rows.ts";

const attributes = z.record(z.string(), z.unknown());
const state = z.union([z.string(), z.number(), z.boolean()]);
const changes = z.record(z.string(), z.object({ state: state.optional(), attributes: attributes.optional() }));

const homeRow = z.object({ dataset: z.string(), home_id: z.string(), areas: z.array(z.string()) });

const entityRow = z.object({
  dataset: z.string(),
  home_id: z.string(),
  entity_id: z.string(),
  name: z.string().nullable(),
  area: z.string().nullable(),
  floor: z.string().nullable(),
  device: z.string().nullable(),
  state: state.nullable(),
  attributes: attributes.nullable(),
});

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
});

const matcherRow = z.object({ id: z.string(), result: z.unknown() });

export type EntityRow = z.infer<typeof entityRow>;
export type ActionCase = z.infer<typeof actionCase>;

/** One case with the home that it is said in and what Home Assistant's own matcher was recorded to answer (null: nothing). */
export interface ActionScene {
  readonly case: ActionCase;
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
]);

/** Reads homes.jsonl, entities.jsonl, cases_actions.jsonl and matcher.jsonl, without the faulty cases. Throws {@link EvalDataError}. */
export function readActionScenes(folder: string): ActionScene[] {
  const key = (row: { dataset: string; home_id: string }) => `${row.dataset}/${row.home_id}`;
  const homes = new Map(readRows(folder, "homes.jsonl", homeRow).map((row) => [key(row), row.areas]));
  const entities = Map.groupBy(readRows(folder, "entities.jsonl", entityRow), key);
  const matched = new Map(readRows(folder, "matcher.jsonl", matcherRow).map((row) => [row.id, row.result ?? null]));
  return readRows(folder, "cases_actions.jsonl", actionCase)
    .filter((row) => !FAULTY.has(row.id))
    .map((row) => ({
      case: row,
      areas: homes.get(key(row)) ?? [],
      entities: entities.get(key(row)) ?? [],
      matcherAnswer: matched.get(row.id) ?? null,
    }));
}
