import { ASKED } from "../../languages/told.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import { toPattern } from "../../text/pattern.ts";
import { normalisedKey } from "../facts/fact-keys.ts";
import { favouriteKey } from "../facts/fact-values.ts";
import { isDenial, isKeyOfDislike } from "../facts/polarity.ts";

/** Longer messages ask for more than one plain thing. */
const LONGEST = 80;
/** A thing that a question names: few words, and none that asks for more or of somebody else. */
const THING = `(?<thing>(?!.*\\b(?:${ASKED.joining.join("|")})\\b)[a-z]{2,14}(?: [a-z]{2,14}){0,2}?)`;

function asked(patterns: readonly string[]): RegExp {
  const any = patterns.map((pattern) => `(?:${pattern.replace("{thing}", THING)})`).join("|");
  return toPattern(`^(?:(?:${ASKED.before}),? )?(?:${any})[\\s?.!]*$`, "i");
}

const OWN = asked(ASKED.own);
const FAVOURITE = asked(ASKED.favourite);
const PREFERRED = asked(ASKED.preferred);
const OTHERS = Object.entries(ASKED.keys).map(([key, patterns]) => ({ key, pattern: asked(patterns) }));

/** What a whole message asks about its writer, as the key of a fact; undefined for everything else. */
export function askedPlainly(message: string): string | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const thingOf = (pattern: RegExp) => pattern.exec(said)?.groups?.["thing"];
  const own = thingOf(OWN);
  if (own !== undefined) return normalisedKey(own.replace("-", " ")).name;
  const favourite = thingOf(FAVOURITE);
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
