import { z } from "zod";
import { toPattern } from "../text/pattern.ts";
import { endsAsking } from "../text/sentences.ts";
import { readData } from "./data.ts";
import { TOLD } from "./told.ts";

/** What is typed in place of pressing a button: a yes, a no, all or both of what was asked, or one by its place; -1 is the last. */
export type TypedAnswer = "yes" | "no" | "all" | "both" | number;

const words = z.string().transform((list) => list.trim().split(/\s+/).join("|"));
const { articles, elided } = readData("shared/asking.yaml", z.strictObject({ articles: words, elided: words }), "answers");
/** Of all languages, in small letters. */
export const ARTICLES: ReadonlySet<string> = new Set(articles.split("|"));
const ARTICLE = toPattern(`^(?:(?:${articles})\\s+|(?:${elided})['’])`, "u");

/** Politeness behind an answer, each as `plain` writes it. */
const COURTESIES = TOLD.flatMap(({ behind, please }) => [...behind, ...please.split("|")]).map(
  (phrase) => ` ${plain(phrase.replaceAll("\\s", " ").replaceAll(/\['{1,2}’\]/g, "'"))}`,
);
const ANSWERS: ReadonlyMap<string, TypedAnswer> = new Map(
  TOLD.flatMap(({ replies }): readonly (readonly [string, TypedAnswer])[] => [
    ...(["yes", "no", "all", "both"] as const).flatMap((kind) => replies[kind].map((phrase) => [plain(phrase), kind] as const)),
    ...replies.nth.flatMap((phrases, at) => phrases.map((phrase) => [plain(phrase), at] as const)),
    ...replies.last.map((phrase) => [plain(phrase), -1] as const),
  ]),
);
const BESIDE_NAMES: ReadonlySet<string> = new Set(TOLD.flatMap(({ replies }) => replies.one));
/** A longer text is no answer. */
const LONGEST = 60;

/** What a text answers that is nothing else, in whatever language; undefined for every other text. */
export function typedAnswer(text: string): TypedAnswer | undefined {
  // "ok?" asks back
  if (text.length > LONGEST || endsAsking(text)) return undefined;
  const typed = plain(text);
  const shorter = withoutCourtesies(typed);
  const answer = [typed, shorter, withoutArticle(shorter)].map((one) => ANSWERS.get(one)).find((one) => one !== undefined);
  if (answer !== undefined) return answer;
  // "ok, do it"
  const [first = "", ...rest] = shorter.split(" ");
  const [one, other] = [first, rest.join(" ")].map((part) => ANSWERS.get(part));
  return one === other ? one : undefined;
}

/** A name in small letters without the article before it. */
export function withoutArticle(name: string): string {
  return name.replace(ARTICLE, "");
}

/** The words of a name or of a part of one, without politeness and what only stands beside a name. */
export function wordsOfName(name: string): readonly string[] {
  const words = withoutArticle(withoutCourtesies(plain(name))).split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.filter((word) => word !== "" && !BESIDE_NAMES.has(word));
}

/** In small letters, with one kind of apostrophe, and without punctuation but hyphens. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("’", "'")
    .replaceAll(/[^\p{L}\p{M}\p{N}'-]+/gu, " ")
    .trim();
}

function withoutCourtesies(typed: string): string {
  const courtesy = COURTESIES.find((one) => typed.endsWith(one));
  return courtesy === undefined ? typed : withoutCourtesies(typed.slice(0, -courtesy.length));
}
