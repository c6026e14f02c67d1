import { z } from "zod";
import { readData } from "./data.ts";

const words = z.string().transform((text) => text.split(", "));
const form = z.strictObject({
  own: z.record(z.string(), words),
  keys: z.record(z.string(), words),
  compounds: z.strictObject({ start: words, end: words }),
  heads: words,
  belonging: words,
  criticalLabels: words,
});

/** Words in names of things by their kind, see things.yaml. */
export const THING_WORDS = readData("shared/things.yaml", form);
