import { LANGUAGES, textsIn } from "../../languages/catalogue.ts";
import { isCommonWord } from "../../languages/common-words.ts";
import { folded } from "../../text/fold.ts";
import { toCaseless, toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import type { Claim } from "../facts/fact.ts";
import { type Key, normalisedKey } from "../facts/fact-keys.ts";
import { hitsIn, isSaid } from "../facts/fact-values.ts";
import { RELATION, RELATIVE, RELATIVE_OF_HEBREW, whole } from "../facts/people-words.ts";
import { isKeyOfDislike, isSamePolarity, isTurned, NEGATION } from "../facts/polarity.ts";
import { changedPlainly, toldPlainly } from "./plain-sentences.ts";

interface Told {
  readonly key: Key;
  readonly value: string;
  readonly claim?: Claim | undefined;
}

const QUESTION = /[?？؟][\s"'”’»)]*$|^\s*¿/u;
/** As mail marks what it answers. */
const QUOTED_LINE = /^\s*>/;
/** A line that ends so gives the words of somebody else in the lines behind it. */
const LABEL_LINE = /:\s*$/;
/** Before what somebody said: not the colon of a time. */
const LABEL = /^[^:]{1,80}:(?=\s)/u;
/** "don't forget that …" */
const UNFORGOTTEN = toCaseless(NEGATION);
const CLAUSE_END = /(?<=[,;:–—])\s/u;
const QUOTATION = /["“„«][^"“”„«»]{0,400}["”“»]/gu;

const IS_RELATION = whole(RELATION);
/** Facts of which the reason may be somebody else: "I cook for a vegan". */
const OF_HEALTH: ReadonlySet<string> = new Set(["allergies", "medication", "diet", "health", "illness"]);
/** Kinds of facts whose values are people or animals. */
const OF_OTHERS: ReadonlySet<string> = new Set(["children", "pets"]);

interface Grammar {
  readonly self: RegExp;
  readonly own: RegExp;
  readonly others: RegExp;
  readonly notStated: RegExp;
  /** Of a house's people together, and of nobody alone. */
  readonly together: RegExp;
  /** Before somebody whom one lives with or does something for. */
  readonly beside: RegExp;
  readonly forget: RegExp;
  /** "don't save this", "merk dir das nicht" */
  readonly unkept: RegExp;
}

let known: readonly Grammar[] | undefined;

/** The closed classes of words of each language, read when first used. */
function grammars(): readonly Grammar[] {
  known ??= LANGUAGES.map((language) => {
    const texts = textsIn(language, "grammar.yaml");
    const source = (key: string, behind = "(?!\\p{L})") => {
      const words = texts.get(key)?.split("|") ?? [];
      const forms = words.map((word) => (word.endsWith("'") ? `${word}(?=\\p{L})` : `${word}${behind}`));
      return `(?<![\\p{L}\\p{N}])(?:${forms.join("|")})`;
    };
    const pattern = (key: string, behind?: string) => toPattern(source(key, behind), "gu");
    const keep = source("grammar.keep");
    const unkept = `${NEGATION}(?: [\\p{L}']{1,20}){0,2} ${keep}|${keep}(?: [\\p{L}']{1,20}){0,3} ${NEGATION}(?=\\s{0,9}(?:$|[.!,;)]))`;
    return {
      self: pattern("grammar.self"),
      // with the words behind it, which say what of theirs
      own: pattern("grammar.own", "(?:[ ](?<thing>\\p{L}+)(?:[ ](?<more>\\p{L}+))?|(?!\\p{L}))"),
      others: pattern("grammar.others"),
      notStated: pattern("grammar.not-stated"),
      together: pattern("grammar.together"),
      beside: pattern("grammar.beside"),
      forget: pattern("grammar.forget"),
      unkept: toPattern(`${unkept}|${source("grammar.unkept")}`, "gu"),
    };
  });
  return known;
}

/** Those of the languages in which a text speaks of its writer; all where it does in none. */
function grammarsOf(plain: string): readonly Grammar[] {
  const spoken = grammars().filter(({ self, own }) => [self, own].some((one) => plain.search(one) >= 0));
  return spoken.length > 0 ? spoken : grammars();
}

function has(kind: keyof Grammar, text: string): boolean {
  const plain = plainly(text);
  return grammarsOf(plain).some((one) => plain.search(one[kind]) >= 0);
}

/** Whether a message says that something is to be forgotten: what else it tells is asked about. */
function speaksOfForgetting(message: string): boolean {
  return has("forget", message) && !UNFORGOTTEN.test(message);
}

/** Whether a message says that something is not to be remembered. */
export function isConfided(message: string): boolean {
  return has("unkept", message);
}

/** What of a message its writer says themselves: no lines quoted as in mail, nothing behind a label. */
function ownPart(message: string): string {
  const lines = message.split("\n").filter((line) => !QUOTED_LINE.test(line));
  const label = lines.findIndex((line) => LABEL_LINE.test(line));
  return (label < 0 ? lines : lines.slice(0, label)).join("\n");
}

/** Sentences of a message's own part that state something. */
function statementsIn(message: string): readonly string[] {
  if (speaksOfForgetting(message) || isConfided(message)) return [];
  return ownPart(message)
    .split("\n")
    .flatMap((line) => splitSentences(line).map(({ text }) => withoutQuotation(text)))
    .filter((text) => text.trim() !== "" && !QUESTION.test(text) && !has("notStated", text));
}

/** Whether a value verifiably stands in a person's own statement about themselves (`isOfPerson`) or the house. Anything else is asked. */
export function isVerified(
  { key, value, claim = {} }: Told,
  said: string,
  { isOfPerson, others }: { readonly isOfPerson: boolean; readonly others: readonly string[] },
): boolean {
  const { subject, polarity, modality = "stated", quote = "" } = claim;
  if (modality !== "stated" || subject === "other" || subject === "none") return false;
  if (polarity === "negated" && !isTurned(value) && !isKeyOfDislike(key.name)) return false;
  const template = toldPlainly(said) ?? changedPlainly(said);
  if (template && normalisedKey(template.key).name === key.name && template.value.toLowerCase() === value.toLowerCase()) return true;
  const places = placesOf(value, statementsIn(said), quote);
  if (places.length === 0 || !isSaid(value, places.join("\n"))) return false;
  const isAllergy = key.kind?.name === "allergies";
  return places.every((sentence) => {
    const { clause, last, at } = clauseWith(value, sentence);
    if (isLabelled(sentence, others) || namesSomebody(sentence, others)) return false;
    if (OF_HEALTH.has(key.kind?.name ?? key.name) && has("beside", sentence.slice(0, at))) return false;
    if (isOfPerson && !OF_OTHERS.has(key.kind?.name ?? "") && relativesIn(sentence).some((who) => !key.name.includes(who))) return false;
    if (!isSamePolarity(clause, { key: key.name, value, at: last, isAllergy })) return false;
    const whose = whoseIs(sentence, at, key);
    return isOfPerson ? whose === "self" : whose !== "other";
  });
}

/** Whether a message that tells a value speaks of its writer alone, or of somebody else: it is not for everybody of the house. */
export function isOfSomebody(value: string, said: string, others: readonly string[]): boolean {
  const isOfOne = (text: string): boolean => {
    if (namesSomebody(text, others) || IS_RELATION.test(text) || relativesIn(text).length > 0) return true;
    const alone = grammars().reduce((left, { together }) => left.replaceAll(together, " "), plainly(text));
    return (["self", "own", "others"] as const).some((kind) => has(kind, alone));
  };
  return namesSomebody(value, others) || IS_RELATION.test(value) || splitSentences(said).some(({ text }) => isOfOne(text));
}

/** "Kevin: I love jazz", "my neighbour told me: …": what follows is not the writer's. "That has changed: …" is. */
function isLabelled(sentence: string, others: readonly string[]): boolean {
  const [label] = LABEL.exec(sentence) ?? [];
  return label !== undefined && (/^\s*\p{Lu}\p{L}+:$/u.test(label) || speaksOfOthers(label, others));
}

/** Whether a text names somebody, or speaks of somebody who is not its writer. */
function speaksOfOthers(text: string, others: readonly string[]): boolean {
  return namesSomebody(text, others) || has("others", text) || relativesIn(text).length > 0;
}

/** Statements of a message that speak of nobody but its writer and the house. */
export function ownStatements(message: string, others: readonly string[]): readonly string[] {
  return statementsIn(message).filter((text) => !isLabelled(text, others) && !speaksOfOthers(text, others));
}

/** What somebody is to the writer, where a text speaks of them. */
function relativesIn(text: string): readonly string[] {
  return [RELATIVE, RELATIVE_OF_HEBREW].flatMap((one) =>
    [...text.matchAll(one)].map(([all, who, kin]) => (who ?? kin ?? all).toLowerCase()),
  );
}

/** The same length as the text, in small plain letters. */
function plainly(text: string): string {
  return Array.from(text.replaceAll("’", "'"), (sign) => {
    const plain = folded(sign);
    return plain.length === sign.length ? plain : sign.toLowerCase().padEnd(sign.length).slice(0, sign.length);
  }).join("");
}

function withoutQuotation(sentence: string): string {
  return sentence.replaceAll(QUOTATION, (quoted) => (has("self", quoted) ? " " : quoted));
}

/** The sentences that hold the most of a value, within those that hold the quote if any does. */
function placesOf(value: string, sentences: readonly string[], quote: string): readonly string[] {
  const wanted = spaced(quote);
  const quoted = wanted === "" ? sentences : sentences.filter((text) => spaced(text).includes(wanted) || wanted.includes(spaced(text)));
  const most = Math.max(0, ...quoted.map((text) => hitsIn(value, text).count));
  return most === 0 ? [] : quoted.filter((text) => hitsIn(value, text).count === most);
}

function clauseWith(value: string, sentence: string): { readonly clause: string; readonly last: number; readonly at: number } {
  const clauses = sentence.split(CLAUSE_END).map((clause) => ({ clause, ...hitsIn(value, clause) }));
  const [best] = clauses.toSorted((one, other) => other.count - one.count);
  return { clause: best?.clause ?? sentence, last: best?.last ?? sentence.length, at: hitsIn(value, sentence).at };
}

/** Whose matter stands at a place of a sentence: of the last word for a person before it, else of the first behind it. */
function whoseIs(sentence: string, at: number, { name, kind }: Pick<Key, "name" | "kind">): "self" | "other" | "nobody" {
  const keyWords = new Set([...name.split("_"), ...(kind?.words ?? []).flatMap((phrase) => phrase.split(" "))].map(folded));
  const isOfHealth = OF_HEALTH.has(kind?.name ?? name);
  const isOfOwn = OF_OTHERS.has(kind?.name ?? "");
  const text = plainly(sentence);
  const found = grammarsOf(text)
    .flatMap(({ self, own, others }) => [
      ...[...text.matchAll(self)].map(({ index }) => ({ index, whose: "self" as const })),
      ...[...text.matchAll(others)].map(({ index }) => ({ index, whose: "other" as const })),
      ...[...text.matchAll(own)].map(({ index, groups }) => {
        const things = [groups?.["thing"], groups?.["more"]].flatMap((word) => word ?? []);
        const isKey =
          isOfOwn || things.some((word) => keyWords.has(word)) || (!isOfHealth && !things.some((word) => IS_RELATION.test(word)));
        return { index, whose: isKey ? ("self" as const) : ("other" as const) };
      }),
    ])
    .toSorted((one, other) => one.index - other.index);
  return (found.findLast(({ index }) => index < at) ?? found[0])?.whose ?? "nobody";
}

/** Somebody of the household by the first or the whole name; one that is a word of every day with its capital only. */
function namesSomebody(text: string, names: readonly string[]): boolean {
  const tokens = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return names.some((name) => {
    const [first = ""] = name.trim().split(/\s+/);
    const form = folded(first);
    return tokens.some((token) => {
      const plain = folded(token);
      const isName =
        plain === form ||
        plain === `${form}s` ||
        (/\p{Script=Hebrew}/u.test(form) && plain.length < form.length + 3 && plain.endsWith(form));
      return isName && (/^\p{Lu}/u.test(token) || (form.length > 2 && !isCommonWord(form)));
    });
  });
}

/** The words of a text in small letters, with one space between them and nothing else. */
export function spaced(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
