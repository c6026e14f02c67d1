import { toPattern } from "../../text/pattern.ts";
import { splitSentences } from "../../text/sentences.ts";
import { isSaid } from "../facts/fact-values.ts";
import { choices, SELF, whole } from "../facts/people-words.ts";
import { clausesOf, isContrast, withoutJoining } from "./clauses.ts";
import { DO_NOT_KEEP, FORGET, OFF_THE_RECORD, THAT } from "./forget-words.ts";

const OF_BEFORE = toPattern(
  `^[\\s,]*(?:(?:${THAT})(?![\\p{L}\\p{N}])[\\s,]*)?(?:(?:from|out of|aus|uit|de) \\p{L}+ \\p{L}+(?!\\p{L})[\\s,]*)?(?:please|again|bitte|wieder|down|alsjeblieft|maar|por favor|בבקשה|(?:the )?(?:thing )?i said)?(?:[.!?)][\\s.!?)]*)?$`,
  "iu",
);
/** What is to be forgotten goes on in the next clause. */
const GOES_ON = whole("that|what|dass|daß|que|qu['’]\\p{L}*|dat|wat|ש\\p{L}+");
/** What tells something of its own, and is no more of a list: "…, I like 22", "…, 19 is better". */
const TELLS = toPattern(
  `${SELF}|\\d|(?<!\\p{L})(?:${choices(
    "is are was prefer like remember better instead rather now ist sind merk mag besser lieber jetzt stattdessen est sont plutôt mieux maintenant retiens es son soy estoy tengo prefiero como bebo tomo quiero vivo mejor ahora recuerda zijn liever beter nu onthoud עדיף עכשיו זכור",
  )})(?!\\p{L})`,
  "iu",
);

/** A message without what it wants to be forgotten or not kept, and what these speak of: the rest of the sentence, or the sentence before. */
export function withoutUnwanted(message: string): string {
  const kept: string[] = [];
  let isAnyUnwanted = false;
  for (const { text } of splitSentences(message)) {
    const clauses = clausesOf(text).flatMap((clause) => clause.split(/(?<!\s)\s+(?=\()/u));
    const at = clauses.findIndex((_, index) => commandAt(clauses, index) !== undefined);
    const command = commandAt(clauses, at);
    if (!command) {
      kept.push(text);
      continue;
    }
    isAnyUnwanted = true;
    const behind = clauses.slice(at + 1);
    const isNamed = !OF_BEFORE.test(command.object) || goesOn(behind[0] ?? "");
    const isFirst = clauses.slice(0, at).every((one) => withoutJoining(one).trim().split(/\s+/).length <= LONGEST_EXCLAMATION);
    const isOfBefore = !isNamed && (!isFirst || kept.length > 0);
    if (isFirst && isOfBefore) kept.pop();
    // "forget that, I like 22": what stands behind is told; of "don't save this, but I'm vegan" it is meant
    const isTold = command.isOfAll ? false : command.isForget || isNamed || (isOfBefore && !isContrast(behind[0] ?? ""));
    const told = isTold ? toldBehind(behind, isNamed) : [];
    if (told.length > 0) kept.push(told.join(", "));
  }
  return isAnyUnwanted ? kept.join("\n") : message;
}

/** True if whoever says a value does not want it to be kept. */
export function isUnwanted(value: string, message: string): boolean {
  const kept = withoutUnwanted(message);
  return kept !== message && isSaid(value, message) && !isSaid(value, kept);
}

interface Command {
  readonly isForget: boolean;
  /** Of all that is said beside it. */
  readonly isOfAll: boolean;
  /** What stands behind its verb in the clause. */
  readonly object: string;
}

/** What a clause wants to be forgotten, or not kept; German says it in two ("ich will, dass du vergisst, …"). */
function commandAt(clauses: readonly string[], index: number): Command | undefined {
  const clause = clauses[index];
  if (clause === undefined) return undefined;
  const two = index > 0 ? `${clauses[index - 1]}, ${clause}` : clause;
  const isOfAll = OFF_THE_RECORD.test(clause);
  const found = isOfAll ? OFF_THE_RECORD.exec(clause) : (FORGET.exec(clause) ?? DO_NOT_KEEP.exec(clause) ?? inTwo(two, clause));
  if (!found) return undefined;
  const object = found.input.slice(found.index + found[0].length);
  return { isForget: FORGET.test(found.input), isOfAll, object };
}

/** What only both clauses together say. */
function inTwo(two: string, clause: string): RegExpExecArray | undefined {
  const found = FORGET.exec(two) ?? DO_NOT_KEEP.exec(two);
  return found && found.index + found[0].length > two.length - clause.length ? found : undefined;
}

function goesOn(clause: string): boolean {
  return GOES_ON.test(withoutJoining(clause).trim().split(/\s+/)[0] ?? "");
}

/** Of the clauses behind, those that are told; what is to be forgotten may go on in the first. */
function toldBehind(behind: readonly string[], isNamed: boolean): readonly string[] {
  const from = behind.findIndex((clause) => !goesOn(clause) && (!isNamed || TELLS.test(clause)));
  return from < 0 ? [] : behind.slice(from);
}

/** "Oh no, …" */
const LONGEST_EXCLAMATION = 2;
