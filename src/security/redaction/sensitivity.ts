import { z } from "zod";
import { readData } from "../../languages/data.ts";
import { toPattern } from "../../text/pattern.ts";

/** Who may see a thing that is known about people: anybody in the house, the person alone, nobody but the person and the local model. */
export const SENSITIVITIES = ["public", "private", "sensitive"] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

export function stricter(one: Sensitivity, other: Sensitivity | undefined): Sensitivity {
  return other !== undefined && SENSITIVITIES.indexOf(other) > SENSITIVITIES.indexOf(one) ? other : one;
}

const form = z.strictObject({
  subjects: z.record(z.string(), z.string()),
  child: z.string(),
  whereabouts: z.string(),
  absence: z.string(),
  hidingPlace: z.string(),
  emptyHouse: z.string(),
  nobodyHome: z.string(),
  away: z.string(),
  ofHeating: z.string(),
  harmlessKeys: z.string(),
});
const data = readData("shared/sensitive.yaml", form, "matters");

const { access, ...matters } = data.subjects;
const ACCESS = beginnings(access ?? "");
/** Health, money, religion and the like: what is nobody else's business. */
const MATTER = beginnings(Object.values(matters).join(" "));
const HIDING_PLACE = toPattern(data.hidingPlace, "u");
const CHILD = beginnings(data.child);
const WHEREABOUTS = beginnings(data.whereabouts);
export const EMPTY_HOME = `${data.emptyHouse}|${data.nobodyHome}`;
/** That nobody is there, and when: not what the heating does then. */
const EMPTY = toPattern(`${EMPTY_HOME}|${data.away}`, "u");
const OF_HEATING = toPattern(data.ofHeating, "u");
/** Routines tell when a house is empty and who sleeps: never for everybody. */
const ABSENCE = beginnings(data.absence);
/** Kinds of facts that are nobody's secret, by the whole key. */
const HARMLESS: ReadonlySet<string> = new Set(data.harmlessKeys.split(/\s+/));
/** A colour, a kind of music and a language take few words, and no number. */
const HARMLESS_VALUE = /^[\p{L}\p{M}’'&-]+(?:[ ,/]+[\p{L}\p{M}’'&-]+){0,4}$/u;

/** How private a fact is, by its subject and words (sensitive.yaml). What follows a pattern is sensitive. A model may only raise it. */
export function sensitivityOf({
  key,
  value,
  isPattern,
}: {
  readonly key: string;
  readonly value: string;
  readonly isPattern: boolean;
}): Sensitivity {
  const text = ` ${`${key.replaceAll("_", " ")} ${value}`.normalize("NFKC").toLowerCase()} `;
  if (isPattern || ACCESS.test(text) || MATTER.test(text) || HIDING_PLACE.test(text) || (CHILD.test(text) && WHEREABOUTS.test(text)))
    return "sensitive";
  if (EMPTY.test(text) && !OF_HEATING.test(text)) return "sensitive";
  if (ABSENCE.test(text)) return "private";
  const isHarmless = HARMLESS.has(key.normalize("NFC").toLowerCase().replaceAll(" ", "_")) && HARMLESS_VALUE.test(value.trim());
  return isHarmless ? "public" : "private";
}

/** True if a text tells of health, money and the like, of where things are hidden, or where children are when nobody is at home. */
export function tellsMatter(text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  return MATTER.test(plain) || HIDING_PLACE.test(plain) || (CHILD.test(plain) && WHEREABOUTS.test(plain));
}

/** True if a text tells where a key or a valuable lies. */
export function tellsHidingPlace(text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  return HIDING_PLACE.test(plain) && ACCESS.test(plain);
}

/** True if a text speaks of keys, addresses, phones: of how somebody is reached, and what opens their door. */
export function tellsAccess(text: string): boolean {
  return ACCESS.test(text.normalize("NFKC").toLowerCase());
}

function beginnings(words: string): RegExp {
  const choices = [...new Set(words.normalize("NFC").split(/\s+/))].map((word) => word.replaceAll("-", "[- ]?"));
  // Hebrew puts its small words in front of the noun
  return toPattern(`(?<![\\p{L}\\p{N}])[הובכלמש]{0,2}(?:${choices.join("|")})`, "u");
}
