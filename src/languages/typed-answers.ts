import { z } from "zod";
import { toPattern } from "../text/pattern.ts";
import { readData } from "./data.ts";

const words = z.string().transform((list) => list.trim().split(/\s+/).join("|"));
const form = z.strictObject({ answers: words, courtesies: z.string(), articles: words, elided: words });
const { answers, courtesies, articles, elided } = readData("shared/typed-answers.yaml", form);

const ANSWER = toPattern(`^\\W*(?:${answers})(?:\\W+(?:${courtesies}))?\\W*$`, "iu");
const ARTICLE = toPattern(`^(?:(?:${articles})\\s+|(?:${elided})['’])`, "u");

/** Whether a text is a yes or a no and nothing else: where there are buttons, only a press counts. */
export function isBareAnswer(text: string): boolean {
  return ANSWER.test(text);
}

/** A name in small letters without the article before it. */
export function withoutArticle(name: string): string {
  return name.replace(ARTICLE, "");
}
