import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { type Sensitivity, sensitivityOf, stricter } from "../../security/redaction/sensitivity.ts";
import type { Fact, Scope } from "../../storage/facts/fact-row.ts";
import type { ToldFact } from "../../storage/facts/facts.ts";
import { toCaseless } from "../../text/pattern.ts";
import { normalisedKey } from "../facts/fact-keys.ts";
import { wordsOfValue } from "../facts/fact-values.ts";
import { isOver } from "../facts/importance.ts";
import { isOfSomebody } from "./telling.ts";

const pattern = z.string().transform((source) => toCaseless(source));
const { confidential, present } = readData("shared/sensitive.yaml", z.strictObject({ confidential: pattern, present: pattern }), "told");

/** True if a message wants what it tells to be kept among few, or tells of a present: told of, that is found. */
function isConfidential(said: string): boolean {
  return confidential.test(said) || present.test(said);
}

interface Telling {
  readonly personId: string;
  readonly key: string;
  readonly value: string;
  readonly said: string;
  /** A model's opinion. */
  readonly sensitivity?: Sensitivity | undefined;
  readonly others?: readonly string[] | undefined;
}

/** What of a room is somebody's own: `temperature_bedroom`. */
export function keyOfRoom(key: string, room: string): string {
  return normalisedKey(`${key} ${room}`).name;
}

/** Scope and key of a told fact. What is sensitive, confidential or about somebody stays the teller's own, whatever scope a model wants. */
export function placeOfTelling(
  wanted: Scope,
  room: string,
  { personId, key, value, said, sensitivity, others = [] }: Telling,
): { readonly scope: Scope; readonly key: string } {
  if (wanted.kind === "person") return { scope: wanted, key };
  const known = normalisedKey(key);
  const isSensitive = stricter(sensitivityOf({ key: known.name, value, isPattern: false }), sensitivity) === "sensitive";
  const isOfFew =
    isConfidential(said) ||
    isConfidential(known.name.replaceAll("_", " ")) ||
    isOfSomebody(`${value} ${known.name.replaceAll("_", " ")}`, said, others);
  if (!isSensitive && !isOfFew) return { scope: wanted, key };
  return { scope: { kind: "person", personId }, key: wanted.kind === "room" ? keyOfRoom(key, room) : key };
}

/** Facts that say no more than what the person told in this conversation: they may be named there, although others read along. */
export function toldHere(told: readonly ToldFact[], personId: string, now: number): readonly Fact[] {
  return told
    .filter(({ fact, turns }) => fact.toldBy === personId && !isOver(fact, now) && (isOnlyFrom(fact, turns) || isAllSaid(fact, turns)))
    .map(({ fact }) => fact);
}

function isOnlyFrom({ evidence }: Fact, turns: ToldFact["turns"]): boolean {
  return evidence.length > 0 && evidence.every((one) => one.kind === "turn" && turns.some(({ id }) => id === one.turnId));
}

function isAllSaid({ value }: Fact, turns: ToldFact["turns"]): boolean {
  const said = new Set(turns.flatMap(({ text }) => wordsOfValue(text)));
  const words = wordsOfValue(value);
  return words.length > 0 && words.every((word) => said.has(word));
}
