import { z } from "zod";
import { folded } from "../text/fold.ts";
import { toPattern } from "../text/pattern.ts";
import { readData } from "./data.ts";

const MARKS = /[?\uFF1F\u061F\u2E2E\u037E\u055E\u1367\u00BF]/u;

const list = z.string().transform((words): ReadonlySet<string> => new Set(words.split(/\s+/)));
const form = z.strictObject({ anywhere: list, first: list, signs: z.string().transform((source) => toPattern(source, "u")) });
/** Words that ask: wherever they stand, at the beginning only, and in writing without spaces. */
const { anywhere: ASKING, first: ASKING_FIRST, signs: ASKING_SIGNS } = readData("shared/asking.yaml", form, "questions");

/** Whether a sentence looks like a question, by its marks and question words alone: cheap, and wrong at times in both directions. */
export function looksLikeQuestion(text: string): boolean {
  return MARKS.test(text) || hasAskingWord(text);
}

/** Whether it asks by its words: "can you turn it on?" is a wish with a question mark. */
export function hasAskingWord(text: string): boolean {
  if (ASKING_SIGNS.test(text)) return true;
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  return words.some((word, index) => ASKING.has(word) || (index === 0 && ASKING_FIRST.has(word)));
}

const ASKING_PLAIN: ReadonlySet<string> = new Set([...ASKING].map(folded));

/** Whether a text begins with a word that asks, as questions to everybody do ("why do I wake up at 3"). */
export function beginsByAsking(text: string): boolean {
  return ASKING_PLAIN.has(folded(/^\P{L}*(\p{L}+)/u.exec(text)?.[1] ?? ""));
}
