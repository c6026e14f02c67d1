import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const words = z.strictObject({
  before: z.string().optional(),
  behind: z.string().optional(),
  ends: z.string().optional(),
  begins: z.string().optional(),
  parts: z.string().optional(),
  cues: z.string().optional(),
});

/** How a language writes a street; lists of words, see streets.yaml. */
export type StreetWords = z.infer<typeof words>;

/** By language, ISO 639-1. */
export function streetWords(): Readonly<Record<string, StreetWords>> {
  return z.record(z.string(), words).parse(parse(readFileSync(new URL("streets.yaml", import.meta.url), "utf8")));
}
