import { ASKED, TOLD } from "../../languages/told.ts";
import type { Fact, FactCategory } from "../../storage/facts/fact-row.ts";
import { anyOf, toCaseless } from "../../text/pattern.ts";
import { normalisedKey } from "../facts/fact-keys.ts";
import { favouriteKey, isThing } from "../facts/fact-values.ts";
import { RELATIVE } from "../facts/people-words.ts";
import { isDenial, isKeyOfDislike } from "../facts/polarity.ts";

/** What a whole message tells of its writer, as `update_user_profile` takes it. */
export interface Telling {
  readonly key: string;
  readonly value: string;
  readonly category: FactCategory;
}

const words = (kind: "joining" | "before" | "behind") => anyOf(TOLD.flatMap((one) => one[kind]));

/** Longer messages have more in them than one plain sentence, and ask for more than one plain thing. */
const LONGEST = 80;
const UNIT = `(?:°|${anyOf(TOLD.map(({ degrees }) => degrees))})(?: ?(?:c|f|celsius|fahrenheit))?`;
/** What stands in braces in told.yaml; a thing takes few words. */
const SLOTS: Readonly<Record<string, string>> = {
  degrees: `(?<value>\\d{1,2}(?:[.,]\\d)? ?${UNIT})`,
  number: `(?<value>\\d{1,2}(?:[.,]\\d)?(?: ?${UNIT})?)`,
  thing: `(?<value>(?!.*\\b(?:${words("joining")})\\b)[\\p{L}\\d'’-]+(?: [\\p{L}\\d'’-]+){0,3})`,
};

/** All patterns of a kind, in every language, with their slots filled. */
function patternsOf(kind: "temperature" | "allergies" | "diet" | "favourite" | "changed" | "forgetThat" | "allKnown"): string {
  const filled = TOLD.flatMap((one) =>
    one[kind].map((pattern) =>
      pattern
        .replaceAll("{please}", `(?:(?:${one.please}),? )?`)
        .replaceAll(/\{(degrees|number|thing)\}/g, (_, slot: string) => SLOTS[slot] ?? ""),
    ),
  );
  return filled.join("|");
}

const plainSentence = (kind: Parameters<typeof patternsOf>[0]) => toCaseless(`^(?:${patternsOf(kind)})[.!]?$`);
const TEMPERATURE = "preferred_temperature";
/** One plain sentence each, in the languages of the product; all else is for a model. */
const TELLINGS: readonly (readonly [key: string, category: FactCategory, pattern: RegExp])[] = [
  [TEMPERATURE, "preference", plainSentence("temperature")],
  ["allergies", "fact", plainSentence("allergies")],
  ["diet", "preference", plainSentence("diet")],
];
const FAVOURITE = plainSentence("favourite");

/** What a person tells of themselves in one plain sentence that is the whole of a message; undefined for everything else. */
export function toldPlainly(message: string): Telling | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const favourite = FAVOURITE.exec(said)?.groups;
  const telling = favourite
    ? { key: favouriteKey(favourite["what"] ?? ""), value: favourite["value"] ?? "", category: "preference" as const }
    : TELLINGS.map(([key, category, pattern]) => ({ key, category, value: pattern.exec(said)?.groups?.["value"] ?? "" })).find(
        ({ value }) => value !== "",
      );
  if (telling?.key === undefined || !isThing(telling.value)) return undefined;
  // "allergic to my boss"
  if (telling.key === "allergies" && telling.value.search(RELATIVE) >= 0) return undefined;
  return { ...telling, key: telling.key };
}

/** A wish that is all of a message, with the small words that people put before and behind one. */
const wish = (kind: "changed" | "forgetThat" | "allKnown") =>
  toCaseless(`^¿?(?:(?:${words("before")})[,.! ]+)*(?:${patternsOf(kind)})(?:[, ]+(?:${words("behind")}))*[\\s.!?]*$`);
const CHANGED = wish("changed");
const FORGET_THAT = wish("forgetThat");
const ALL_KNOWN = wish("allKnown");

/** What is to take the place of the temperature that somebody likes, said right after they told it or asked for it; undefined for everything else. */
export function changedPlainly(message: string): Telling | undefined {
  const value = CHANGED.exec(message.trim().normalize("NFC"))?.groups?.["value"];
  return value === undefined ? undefined : { key: TEMPERATURE, value, category: "preference" };
}

/** Whether a message asks for everything that is remembered of its writer, and for nothing else. */
export function asksForAllKnown(message: string): boolean {
  return ALL_KNOWN.test(message.trim().normalize("NFC"));
}

/** Whether a message wants that forgotten which was just remembered. */
export function wantsThatForgotten(message: string): boolean {
  return FORGET_THAT.test(message.trim().normalize("NFC"));
}

/** A thing that a question names: few words, and none that asks for more or of somebody else. */
const ASKED_THING = `(?<thing>(?!.*\\b(?:${ASKED.joining.join("|")})\\b)[a-z]{2,14}(?: [a-z]{2,14}){0,2}?)`;

function asked(patterns: readonly string[]): RegExp {
  const any = patterns.map((pattern) => `(?:${pattern.replace("{thing}", ASKED_THING)})`).join("|");
  return toCaseless(`^(?:(?:${ASKED.before}),? )?(?:${any})[\\s?.!]*$`);
}

const OWN = asked(ASKED.own);
const ASKED_FAVOURITE = asked(ASKED.favourite);
const PREFERRED = asked(ASKED.preferred);
const OTHERS = Object.entries(ASKED.keys).map(([key, patterns]) => ({ key, pattern: asked(patterns) }));

/** What a whole message asks about its writer, as the key of a fact; undefined for everything else. */
export function askedPlainly(message: string): string | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const thingOf = (pattern: RegExp) => pattern.exec(said)?.groups?.["thing"];
  const own = thingOf(OWN);
  if (own !== undefined) return normalisedKey(own.replace("-", " ")).name;
  const favourite = thingOf(ASKED_FAVOURITE);
  if (favourite !== undefined) return favouriteKey(favourite);
  const preferred = thingOf(PREFERRED);
  if (preferred !== undefined) return normalisedKey(`favorite ${preferred}`).name;
  return OTHERS.find(({ pattern }) => pattern.test(said))?.key;
}

/** A person's facts that answer a question for a key. What they do not like, or is not so, answers none. */
export function factsAsked<Known extends Pick<Fact, "key" | "scope" | "value">>(
  key: string,
  personId: string,
  facts: readonly Known[],
): readonly Known[] {
  const wanted = normalisedKey(key);
  return facts.filter((fact) => {
    if (fact.scope.kind !== "person" || fact.scope.personId !== personId) return false;
    if (isKeyOfDislike(fact.key) || isDenial(fact.value.split(/[,;(]/)[0] ?? "")) return false;
    const own = normalisedKey(fact.key);
    return wanted.kind ? own.kind === wanted.kind : plain(own.name) === plain(wanted.name);
  });
}

function plain(key: string): string {
  return key.replace(/^favorite_/, "");
}
