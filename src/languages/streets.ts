import { z } from "zod";
import { readData } from "./data.ts";

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
  return readData("shared/streets.yaml", z.record(z.string(), words));
}
