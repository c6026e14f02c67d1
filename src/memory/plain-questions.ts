import type { Fact } from "../storage/fact.ts";
import { normalisedKey } from "./fact-keys.ts";

/** Longer messages ask for more than one plain thing. */
const LONGEST = 80;
/** A thing that a question names: few words, and none that asks for more or of somebody else. */
const THING =
  "(?<thing>(?!.*\\b(?:and|or|but|not|if|when|in|on|at|for|of|with|today|now|you|we|they|he|she)\\b)[a-z]{2,14}(?: [a-z]{2,14}){0,2}?)";
const LIKED = "(?:favou?rite|preferred|usual|ideal)";

/** Questions for something of oneself, in English as the answer is; what others are asked in is answered by a model in their language. */
const LIKINGS: readonly RegExp[] = [
  asked(`(?:what|which) ${THING} do i (?:(?:really|usually|normally) )?(?:like|love|prefer)(?: (?:best|most|the most))?`),
  asked(`(?:what|which)(?:(?:'|’)?s| is| are) my ${LIKED} ${THING}`),
  asked(`(?:what|which) ${THING} is my (?:favou?rite|preference)`),
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
  return new RegExp(`^(?:(?:hey|hi|so|and|tell me|do you (?:know|remember)),? )?(?:${pattern})[\\s?.!]*$`, "i");
}

/** What a whole message asks about its writer, as the key of a fact; undefined for everything else. */
export function askedPlainly(message: string): string | undefined {
  const said = message.trim();
  if (said.length > LONGEST) return undefined;
  const own = OWN.exec(said)?.groups?.["thing"];
  if (own !== undefined) return normalisedKey(own.replace("-", " ")).name;
  const liked = LIKINGS.map((pattern) => pattern.exec(said)?.groups?.["thing"]).find((thing) => thing !== undefined);
  if (liked !== undefined) return normalisedKey(`favorite ${liked}`).name;
  return OTHERS.find(([, pattern]) => pattern.test(said))?.[0];
}

/** Of some facts those of a person that a question for a key is answered with: a temperature also as it is in a room or at night. */
export function factsAsked<Known extends Pick<Fact, "key" | "scope">>(
  key: string,
  personId: string,
  facts: readonly Known[],
): readonly Known[] {
  const wanted = normalisedKey(key);
  return facts.filter((fact) => {
    if (fact.scope.kind !== "person" || fact.scope.personId !== personId) return false;
    const own = normalisedKey(fact.key);
    return wanted.kind ? own.kind === wanted.kind : plain(own.name) === plain(wanted.name);
  });
}

function plain(key: string): string {
  return key.replace(/^favorite_/, "");
}
