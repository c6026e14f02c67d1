import { z } from "zod";
import type { Language } from "./catalogue.ts";
import { readData } from "./data.ts";

const templates = z.array(z.string());
const byName = z.record(z.string(), z.string());
const templatesByName = z.record(z.string(), templates);

const universals = z.strictObject({
  /** Words of a state of Home Assistant, as alternatives of a pattern. */
  states: byName,
  /** Words before a phrase for all that it fits. */
  all: templates,
  /** Words inside a phrase that say nothing of the thing. None that stands for one of several: "a lamp" is any, "that lamp" the one of before. */
  fillers: z.string(),
  /** Words before the name of a place. */
  prepositions: z.string(),
  /** Words before a question that change nothing: "do you know". */
  askings: templates,
  /** What people call things of a kind (a domain, or a domain and class) besides Home Assistant's names for it. */
  things: byName,
  /** Whether all there is that can be so is `state`; whether anything is; whether everybody is. */
  everythingIs: templates,
  anythingIs: templates,
  everybodyIs: templates,
});

const questions = universals.extend({
  /** Whether all of `what`, in the plural, are `state`; whether any are. */
  allAre: templates,
  anyIs: templates,
});

const sentences = universals.extend({
  /** Words before and behind a sentence that change nothing: "could you please". */
  openings: templates,
  closings: templates,
  /** Words that say how many, or what to do: where they stand beside a thing the sentence is no simple one. */
  doubtful: z.string(),
  /** Items of a list that point to what was said before. */
  pronouns: z.string(),
  /** Words before what is left out. */
  except: templates,
  /** Words before a phrase for the two, for all things of a place of whatever kind, and between two things. */
  both: templates,
  everything: templates,
  and: templates,
  /** By operation. */
  commands: templatesByName,
  /** With `number`, or `color`. */
  settings: templates,
  lists: templates,
  units: z.strictObject({ percent: z.string(), degrees: z.string() }),
  properties: byName,
  /** Words by the name that Home Assistant knows the colour by. */
  colors: byName,
  /** Is it so; which are so; with `what` and `state`. */
  yesOrNo: templates,
  which: templates,
  anyIs: templates.optional(),
  /** The verb of `yesOrNo` is plural. */
  isPlural: z.boolean().optional(),
  /** Of people alone, with `state`. */
  who: templates,
  /** What is it, with `what`. */
  value: templates,
  /** The same by measurement. */
  measured: templatesByName,
  where: templates,
});

/**
 * How people of one language tell a house what to do and ask it how things are. Templates are as `templateRegex` reads them; slots: `what` a thing
 * or several, `where` a place apart from it, `item` free text, `number` with its unit, `property`, `color` and `state` words of this language.
 */
export type SentenceLanguage = z.infer<typeof sentences>;

/** Commands and questions of a language whose sentences are read beyond Home Assistant's own matcher: English. */
export function sentencesOf(language: "en"): SentenceLanguage {
  return readData(`${language}/sentences.yaml`, sentences);
}

/** How people of one language ask whether all or any are so. */
export function questionsOf(language: Exclude<Language, "en">): z.infer<typeof questions> {
  return readData(`${language}/questions.yaml`, questions);
}
