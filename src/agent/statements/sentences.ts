import type { Entity } from "../../homeassistant/registry/home.ts";
import { statementScore } from "../../security/claims/claims.ts";
import { folded } from "../../text/fold.ts";
import type { Span } from "../../text/sentences.ts";
import type { Statement } from "../answer-review.ts";

/** From here on a sentence that no review places counts as one about the home: a needless mark costs less than a false assurance. */
const STATEMENT_THRESHOLD = 0.35;
/** A clause alone says less than its sentence: it has to be surer. */
const CLAUSE_THRESHOLD = 0.8;
/** "Yes" before a comma is the sentence's, not a clause of its own. */
const LEAST_CLAUSE_WORDS = 2;
/** A sentence is drawn from what was read if so many of its words stand there; a shorter one says too little. */
const LEAST_DRAWN = 0.7;
const LEAST_DRAWN_WORDS = 6;
/** A word alone ("Yes") is told by nothing. */
const LEAST_GIVEN_WORDS = 2;

/** Whether a sentence sounds as if it told of the home, of what was done or of what will be done: judged apart from any review. */
export function mayState(sentence: string): boolean {
  if (!isQuestion(sentence)) return statementScore(sentence) >= STATEMENT_THRESHOLD || clausesOf(sentence).some(isSure);
  // "All is shut, anything else?" states before it asks; "Good night, all is shut" hides nothing behind a courtesy
  return clausesOf(sentence)
    .slice(0, -1)
    .some((clause) => statementScore(clause) >= STATEMENT_THRESHOLD);
}

export function isSure(clause: string): boolean {
  return statementScore(clause) >= CLAUSE_THRESHOLD;
}

export function clausesOf(sentence: string): readonly string[] {
  return sentence.split(/[,;:،؛–—]|\s-\s/u).filter((clause) => unitsIn(clause).length >= LEAST_CLAUSE_WORDS);
}

export function isQuestionAlone(sentence: string): boolean {
  return isQuestion(sentence) && clausesOf(sentence).length < 2;
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟]\W{0,9}$/u.test(sentence);
}

export function unitsIn(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether the sentence tells what was read. */
export function isDrawn(sentence: string, sources: readonly ReadonlySet<string>[]): boolean {
  const units = unitsIn(sentence);
  if (units.length < LEAST_DRAWN_WORDS) return false;
  return sources.some((source) => units.filter((unit) => source.has(unit)).length >= units.length * LEAST_DRAWN);
}

/** Whether a short sentence tells what a line of the prompt says: its numbers, and half of its words. */
export function isGiven(sentence: string, lines: readonly ReadonlySet<string>[]): boolean {
  const units = unitsIn(sentence);
  if (units.length < LEAST_GIVEN_WORDS) return false;
  return lines.some((line) => {
    const shared = units.filter((unit) => line.has(unit));
    return shared.length >= units.length / 2 && units.every((unit) => !/\p{N}/u.test(unit) || line.has(unit));
  });
}

interface Corrected {
  readonly span: Span;
  readonly contradicted: ReadonlySet<Entity>;
  /** What is true follows the sentence instead of taking its place. */
  readonly followed: boolean;
  /** What is so instead, where nothing is. */
  readonly none: string | undefined;
  readonly promised: boolean;
}

/** With one kind of quotation marks and spaces: models do not quote those letter by letter. Keeps the length. */
function plainQuotes(text: string): string {
  return text.replaceAll(/[’‘‛]/g, "'").replaceAll(/[“”„]/g, '"').replaceAll(/\s/g, " ");
}

/** A statement with the place of its quote; none if the answer does not hold it. */
export function placed(statement: Statement, answer: string) {
  const quote = plainQuotes(statement.quote.trim());
  const from = quote === "" ? -1 : plainQuotes(answer).indexOf(quote);
  return from === -1 ? [] : [{ statement, from, to: from + quote.length }];
}

/** The answer with what is true in the place of sentences that are not, and without promises. */
export function corrected(answer: string, findings: readonly Corrected[], truth: (entities: readonly Entity[]) => string): string {
  let text = answer;
  for (const { span, contradicted, followed, none, promised } of findings.toReversed()) {
    const told = none ?? (contradicted.size > 0 ? truth([...contradicted]) : "");
    if (told === "" && !promised) continue;
    const kept = followed ? `${span.text} ` : "";
    text = text.slice(0, span.start) + kept + told + text.slice(span.end);
  }
  if (text === answer) return answer;
  return text
    .replaceAll(/[ \t]{2,}/g, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
