import type { Fact } from "../../storage/facts/fact-row.ts";
import { toPattern } from "../../text/pattern.ts";
import { normalisedKey } from "../facts/fact-keys.ts";
import { favouriteKey } from "../facts/favourites.ts";
import { isDenial, isKeyOfDislike } from "../facts/polarity.ts";

/** Longer messages ask for more than one plain thing. */
const LONGEST = 80;
/** A thing that a question names: few words, and none that asks for more or of somebody else. */
const THING =
  "(?<thing>(?!.*\\b(?:and|or|but|not|if|when|in|on|at|for|of|with|today|now|you|we|they|he|she)\\b)[a-z]{2,14}(?: [a-z]{2,14}){0,2}?)";

/** Questions for something of oneself, in English as the answer is; what others are asked in is answered by a model in their language. */
const FAVOURITES: readonly RegExp[] = [
  asked(`(?:what|which) ${THING} do i (?:(?:really|usually|normally) )?(?:like|love)(?: (?:best|most|the most))?`),
  asked(`(?:what|which)(?:(?:'|’)?s| is| are) my favou?rite ${THING}`),
  asked(`(?:what|which) ${THING} is my favou?rite`),
];
const PREFERENCES: readonly RegExp[] = [
  asked(`(?:what|which) ${THING} do i (?:(?:really|usually|normally) )?prefer(?: (?:most|the most))?`),
  asked(`(?:what|which)(?:(?:'|’)?s| is| are) my (?:preferred|usual|ideal) ${THING}`),
  asked(`(?:what|which) ${THING} is my preference`),
];
/** Of these kinds what is mine can be nothing else than what was told of me: no thing of the home has a diet. */
const OWN = asked(
  "(?:what|which|when)(?:(?:'|’)?s| is| are) my (?<thing>diet|allergies|allergy|medication|medicine|wake time|wake[- ]up time|bedtime|hobby|hobbies|birthday|workplace)",
);
const OTHERS: readonly (readonly [key: string, pattern: RegExp])[] = [
  ["allergies", asked("what am i allergic to|which allergies do i have|do i have (?:any )?allergies")],
  ["wake_time", asked("(?:when|what time) do i (?:(?:usually|normally) )?(?:wake up|get up)")],
  ["bedtime", asked("(?:when|what time) do i (?:(?:usually|normally) )?go to (?:bed|sleep)")],
  ["temperature", asked("how warm do i (?:like|want|prefer) it")],
];

function asked(pattern: string): RegExp {
  return toPattern(`^(?:(?:hey|hi|so|and|tell me|do you (?:know|remember)),? )?(?:${pattern})[\\s?.!]*$`, "i");
}

/** What a whole message asks about its writer, as the key of a fact; undefined for everything else. */
export function askedPlainly(message: string): string | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const own = OWN.exec(said)?.groups?.["thing"];
  if (own !== undefined) return normalisedKey(own.replace("-", " ")).name;
  const favourite = thingOf(FAVOURITES, said);
  if (favourite !== undefined) return favouriteKey(favourite);
  const preferred = thingOf(PREFERENCES, said);
  if (preferred !== undefined) return normalisedKey(`favorite ${preferred}`).name;
  return OTHERS.find(([, pattern]) => pattern.test(said))?.[0];
}

function thingOf(patterns: readonly RegExp[], said: string): string | undefined {
  return patterns.map((pattern) => pattern.exec(said)?.groups?.["thing"]).find((thing) => thing !== undefined);
}

/**
 * Of some facts those of a person that a question for a key is answered with: a temperature also as it is in a room or at night. What they do not
 * like, or is not so, answers none.
 */
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
