import type { Entity } from "../../homeassistant/registry/home.ts";
import { statementScore } from "../../security/claims/claims.ts";
import { folded } from "../../text/fold.ts";
import type { Span } from "../../text/sentences.ts";
import type { Statement } from "../answer-review.ts";

/** From here on a sentence that no review places counts as one about the home: a needless mark costs less than a false assurance. */
const STATEMENT_THRESHOLD = 0.35;
/** So much is enough where it names a kind of what closes the home or warns: "rest assured about the doors". */
const GUARDING_THRESHOLD = 0.2;
/** A clause alone says less than its sentence: it has to be surer. */
const CLAUSE_THRESHOLD = 0.8;
/** "Yes" before a comma is the sentence's, not a clause of its own. */
const LEAST_CLAUSE_WORDS = 2;
/** A sentence is drawn from what was read if it is so long and shares so many of its words; a short line of the prompt says little else. */
const DRAWN = { words: 6, share: 0.7 };
export const GIVEN = { words: 2, share: 0.5 };
const BREAK = /[,;:()،؛–—]|\s-\s/u;

/** Whether a sentence sounds as if it told of the home, of what was done or of what will be done: judged apart from any review. */
export function mayState(sentence: string, { isOfGuarding = false }: { readonly isOfGuarding?: boolean } = {}): boolean {
  const isAsked = isQuestion(sentence);
  if (!isAsked && statementScore(sentence) >= (isOfGuarding ? GUARDING_THRESHOLD : STATEMENT_THRESHOLD)) return true;
  const clauses = clausesOf(sentence).filter((clause) => unitsIn(clause).length >= LEAST_CLAUSE_WORDS);
  // "All is shut, anything else?" states before it asks; "Good night, all is shut" hides nothing behind a courtesy
  return (isAsked ? clauses.slice(0, -1) : clauses).some(
    (clause) => statementScore(clause) >= (isAsked ? STATEMENT_THRESHOLD : CLAUSE_THRESHOLD),
  );
}

/** What a question says in parts, the last of which asks. */
function clausesOf(sentence: string): readonly string[] {
  return sentence.split(BREAK).filter((clause) => unitsIn(clause).length > 0);
}

export function isQuestion(sentence: string): boolean {
  return /[?？؟]\W{0,9}$/u.test(sentence);
}

export function unitsIn(text: string): readonly string[] {
  return folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether the sentence tells what was read, or what a line of the prompt says: so much of its words, and all its numbers, stand in one text. */
export function isDrawn(sentence: string, sources: readonly ReadonlySet<string>[], { words, share } = DRAWN): boolean {
  return unitsIn(sentence).length >= words && sources.some((source) => shares(sentence, source, share));
}

/** Whether a text has each number of a sentence and so much of its words. */
export function shares(sentence: string, source: ReadonlySet<string>, least: number): boolean {
  const units = unitsIn(sentence);
  const missing = units.filter((unit) => !source.has(unit));
  return missing.length <= units.length * (1 - least) && missing.every((unit) => !/\p{N}/u.test(unit));
}

export interface Corrected {
  readonly span: Span;
  readonly contradicted: ReadonlySet<Entity>;
  readonly promised: boolean;
  readonly isLeftOut: boolean;
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

/** The answer with what is true in the place of sentences that are not, without promises and what is left out. */
export function corrected(answer: string, findings: readonly Corrected[], truth: (entities: readonly Entity[]) => string): string {
  let text = answer;
  for (const { span, contradicted, promised, isLeftOut } of findings.toReversed()) {
    const told = contradicted.size > 0 ? truth([...contradicted]) : "";
    if (told === "" && !promised && !isLeftOut) continue;
    text = text.slice(0, span.start) + told + text.slice(span.end);
  }
  if (text === answer) return answer;
  return text
    .replaceAll(/[ \t]{2,}/g, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
