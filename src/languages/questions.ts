import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { Language } from "./catalogue.ts";

const templates = z.array(z.string());
const form = z.strictObject({
  /** Words of a state of Home Assistant, as alternatives of a pattern. */
  states: z.record(z.string(), z.string()),
  all: templates,
  fillers: z.string(),
  prepositions: z.string(),
  askings: templates,
  /** Words for kinds of things, by domain or domain and class. */
  things: z.record(z.string(), z.string()),
  everythingIs: templates,
  anythingIs: templates,
  everybodyIs: templates,
  /** With a phrase in the plural. */
  allAre: templates,
  anyIs: templates,
});

/** How people of one language ask whether all or any are so. */
export type Questions = z.infer<typeof form>;

/** The questions of a language, read from its file beside its messages. English has its own templates. */
export function questionsOf(language: Exclude<Language, "en">): Questions {
  return form.parse(parse(readFileSync(new URL(`${language}/questions.yaml`, import.meta.url), "utf8")));
}
