import { z } from "zod";
import { readData } from "./data.ts";

const alternatives = z.array(z.string()).transform((words) => words.join("|"));

/** See entity-words.yaml: each as the content of a group; `pointing` as words. */
export const ENTITY_WORDS = readData(
  "shared/entity-words.yaml",
  z.strictObject({
    above: alternatives,
    below: alternatives,
    exceptBefore: alternatives,
    exceptBehind: alternatives,
    pointing: z.string(),
    articles: z.string(),
  }),
);

/**
 * What people say of a kind of entity, by language and domain: words in templates of home-assistant-intents 2026.10.27 (Apache-2.0) for one or
 * two domains, one of each inflection. `common` are those in templates of six intents or more.
 */
export const INTENT_WORDS = readData("shared/intent-words.yaml", z.record(z.string(), z.record(z.string(), z.string())));
