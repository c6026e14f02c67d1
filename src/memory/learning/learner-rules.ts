import type { Role } from "../../security/policy/policy-input.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import { restsOnOutside, wordsOf } from "../../security/provenance/provenance.ts";
import { secrecyOf } from "../../security/redaction/personal-secrets.ts";
import { sensitivityOf, stricter } from "../../security/redaction/sensitivity.ts";
import type { Scope } from "../../storage/facts/fact-row.ts";
import type { LearnableTurn } from "../../storage/facts/learning-queue.ts";
import type { ProposedFact } from "../facts/fact.ts";
import { isSaid, numbersAreSaid } from "../facts/fact-values.ts";
import { ownStatements, spaced } from "../sentences/telling.ts";
import { placeOfTelling } from "../sentences/told-scope.ts";
import type { ExtractedFact } from "./learner-extraction.ts";

/** Who writes more at once has pasted it: those are not their words. */
const LONGEST_SAID = 2_000;
/** One word says nothing that lasts. */
const FEWEST_WORDS = 2;
/** Of one message; a small model that finds more makes them up. */
const MOST_FACTS = 8;
/** A model read it later, in passing; what was told Memory is surer of. */
const TOLD_CONFIDENCE = 0.8;
const INFERRED_CONFIDENCE = 0.5;
/** The tool by which the model that answers remembers and forgets. */
const REMEMBERING_TOOL = "update_user_profile";

interface SaidInTurn {
  readonly text: string;
  readonly origin: string;
  readonly role: Role;
  readonly toolsUsed: readonly string[];
}

/** True if a message is worth a model's time: a household member's own statement that a model answered, and did not remember or forget itself. */
export function mayTeach({ text, origin, role, toolsUsed }: SaidInTurn): boolean {
  if (role === "guest" || origin !== "person" || toolsUsed.includes(REMEMBERING_TOOL)) return false;
  return text.length <= LONGEST_SAID && ownStatements(text, []).some(isLongEnough);
}

/** What of a model's findings may be offered to memory: what stands in the person's own statements, and is theirs to say. */
export function proposalsOf(
  turn: LearnableTurn,
  found: readonly ExtractedFact[],
  areaId: (name: string) => string | undefined,
  others: (personId: string) => readonly string[] = () => [],
): readonly ProposedFact[] {
  const statements = ownStatements(turn.said, others(turn.personId)).join("\n");
  return found.slice(0, MOST_FACTS).flatMap((fact) => {
    const { key, value, quote, category, sensitivity, subject, polarity, modality } = fact;
    const claim = { subject, polarity, modality, quote };
    // what is of others, supposed, over or quoted is nothing of theirs
    if (subject === "other" || subject === "none" || (modality ?? "stated") !== "stated") return [];
    const scope = scopeOf(fact, turn, areaId);
    if (!scope || spaced(quote) === "" || !spaced(statements).includes(spaced(quote))) return [];
    if (secrecyOf({ key, value, said: turn.said }) !== "none") return [];
    const isTold = isSaid(value, quote);
    // said, but not where it is quoted from
    if (!isTold && isSaid(value, turn.said)) return [];
    // numbers are not concluded, and what is sensitive is not either
    if (!isTold && (!numbersAreSaid(value, quote) || isSensitive(fact))) return [];
    const { personId, language } = turn;
    const proposed: ProposedFact = {
      category,
      value,
      sensitivity,
      language,
      toldBy: personId,
      ...placeOfTelling(scope, fact.about, { personId, key, value, said: turn.said, sensitivity, others: others(personId) }),
      origin: originOf(fact, turn),
      evidence: [{ kind: "turn", turnId: turn.turnId }],
      ...(isTold
        ? { source: "told", confidence: TOLD_CONFIDENCE, said: statements, claim }
        : { source: "inferred", confidence: INFERRED_CONFIDENCE }),
    };
    return [proposed];
  });
}

/** As the tool has it: a person speaks for themselves, and grown-ups for the house. */
function scopeOf(
  { about }: ExtractedFact,
  { personId, role }: LearnableTurn,
  areaId: (name: string) => string | undefined,
): Scope | undefined {
  const place = about.trim().toLowerCase();
  if (place === "me") return { kind: "person", personId };
  if (!mayReadOthers(role)) return undefined;
  if (place === "house") return { kind: "house" };
  const id = areaId(place);
  return id === undefined ? undefined : { kind: "room", areaId: id };
}

/** The person's own words, unless a text from outside in the turn may have put them there: memory asks about those. */
function originOf({ key, value }: ExtractedFact, { said, origin, outside }: LearnableTurn): Origin {
  if (origin !== "outside") return "person";
  const things = [key.replaceAll("_", " "), value];
  const isFromThere =
    restsOnOutside({ text: said, asksOnly: false }, { service: REMEMBERING_TOOL, targets: [things], data: { value } }, outside) !==
    undefined;
  const words = wordsOf(value);
  // whoever reads a text from outside aloud does not state it
  const isReadThere = outside.some(({ text }) => words.every((word) => wordsOf(text).includes(word)));
  return outside.length === 0 || isFromThere || isReadThere ? "outside" : "person";
}

function isSensitive({ key, value, category, sensitivity }: ExtractedFact): boolean {
  return stricter(sensitivityOf({ key, value, isPattern: category === "pattern" }), sensitivity) === "sensitive";
}

/** Scripts without spaces write a sentence as one word. */
function isLongEnough(sentence: string): boolean {
  const words = sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.length >= FEWEST_WORDS || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{3}/u.test(sentence);
}
