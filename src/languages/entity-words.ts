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
  }),
);
