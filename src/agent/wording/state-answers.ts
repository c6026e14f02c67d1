import type { StateQuestion } from "../../homeassistant/recogniser/recogniser.ts";
import { batteryLevel } from "../../homeassistant/registry/at-rest.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { isAway, isInState, isOnByMode } from "../../homeassistant/registry/state-words.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { createPhrases, type Phrases, type StateText } from "./phrases.ts";

interface Words {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  readonly stateText?: StateText;
  readonly phrases: Phrases;
}

/** More are counted, not named. */
const MOST_NAMED = 6;

/** The answer to a recognised question about states, from the states themselves; what cannot be reached, and what is only assumed, is told apart. */
export function reportQuestion(question: StateQuestion, { home, catalogue, stateText }: Omit<Words, "phrases">): string {
  const phrases = createPhrases({ home, catalogue, stateText });
  const words = { home, catalogue, phrases };
  const known = question.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
  if (known.length === 0) return catalogue.text(question.entityIds.length === 0 ? "state.no-detector" : "answer.empty");
  const isSure = (entity: Entity) =>
    (question.state ?? question.whether) === undefined || entity.state.attributes["assumed_state"] !== true;
  const maybe = [...(question.untold ?? []).flatMap((entityId) => home.find(entityId) ?? []), ...known.filter((one) => !isSure(one))];
  const told = known.filter(isSure);
  const [away, reachable, untold] = [[...told, ...maybe].filter(isAway), told.filter(isHere), maybe.filter(isHere)];
  const seen = { entities: reachable, isWhole: away.length + untold.length === 0 };
  const report = () => (question.whether === undefined ? reportReachable : reportWhether)(question, seen, words);
  return [
    ...(reachable.length === 0 ? [] : report()),
    ...(untold.length === 0 ? [] : [catalogue.text("state.untold", { names: fewNames(untold, words, stateOf) })]),
    ...(away.length === 0 ? [] : [catalogue.text("state.unavailable", { name: fewNames(away, words) })]),
  ].join("\n");
}

/** What answers, and whether that is all that the question is about. */
interface Seen {
  readonly entities: readonly Entity[];
  readonly isWhole: boolean;
}

function isHere(entity: Entity): boolean {
  return !isAway(entity);
}

/** The names of the first few, how they are, and how many more there are. */
function fewNames(entities: readonly Entity[], words: Words, told?: (entity: Entity, words: Words) => string): string {
  const { catalogue, phrases } = words;
  const named = entities.slice(0, MOST_NAMED).map((entity) => {
    const name = phrases.names([entity.entityId]);
    return told ? `${name} (${told(entity, words)})` : name;
  });
  const count = entities.length - named.length;
  return catalogue.list([...named, ...(count > 0 ? [catalogue.text("question.more-things", { count })] : [])]);
}

function stateOf({ entityId, state }: Entity, { phrases }: Words): string {
  return phrases.state(entityId, { state: state.state, ...state.attributes });
}

function valueText(entity: Entity, words: Words): string {
  return words.catalogue.text("state.value", { name: words.phrases.nameOf(entity.entityId), state: stateOf(entity, words) });
}

function reportReachable(question: StateQuestion, seen: Seen, words: Words): readonly string[] {
  const { catalogue, phrases } = words;
  const { entities } = seen;
  const { state: asked, attribute, named, atMost } = question;
  if (atMost !== undefined) return reportAtMost(atMost, seen, words);
  if (asked === undefined) {
    return entities.map((entity) => {
      const value = attribute ? entity.state.attributes[attribute] : undefined;
      if (attribute === undefined || value === undefined) return valueText(entity, words);
      return catalogue.text("state.value", { name: phrases.nameOf(entity.entityId), state: phrases.attribute(attribute, value) });
    });
  }
  const say = (key: "state.yes" | "state.no" | "state.is", ids: readonly string[], state: string) =>
    catalogue.text(key, { names: phrases.names(ids), state, count: ids.length });
  const askedWord = phrases.word(asked, entities[0]?.entityId ?? "");
  const matching = entities.filter((entity) => isInState(entity.state, asked));
  if (!named && matching.length > 0) return [say("state.is", idsOf(matching), askedWord)];
  if (!named) return [noneText(seen, "state.none", askedWord, words)];
  if (matching.length > 1 && matching.length === entities.length) return [say("state.yes", idsOf(matching), askedWord)];
  return entities.map((entity) => {
    const { entityId, state } = entity;
    const word = phrases.word(state.state, entityId);
    const isMode = (asked === "on" || asked === "off") && isOnByMode(entity);
    // in some languages the word for a mode is a noun
    const is = isMode ? `${phrases.word("on", entityId)} (${word})` : word;
    return say(isInState(entity.state, asked) ? "state.yes" : "state.no", [entityId], is);
  });
}

/** That none is so; of what does not answer, or does not tell, nothing is said. */
function noneText({ entities, isWhole }: Seen, key: "state.none" | "state.not-any", state: string, words: Words): string {
  const count = entities.length;
  if (isWhole) return words.catalogue.text(key, { count, state });
  return count === 1 ? stateTexts(entities, words).join("") : words.catalogue.text("state.none-seen", { count, state });
}

/** How they are, in one sentence for those that are alike; the first may say what that means for the question. */
function stateTexts(entities: readonly Entity[], { catalogue, phrases }: Words, verdict: MessageKey = "state.is"): readonly string[] {
  const alike = [...Map.groupBy(entities, ({ entityId, state }) => phrases.word(state.state, entityId))];
  return alike.map(([state, of], index) =>
    catalogue.text(index === 0 ? verdict : "state.is", { names: phrases.names(idsOf(of)), state, count: of.length }),
  );
}

/** Whether all or any are so, with those that decide it. Where some do not tell, nothing is said of all. */
function reportWhether({ whether, states = {}, rest }: StateQuestion, seen: Seen, words: Words): readonly string[] {
  const { catalogue, phrases } = words;
  const { entities, isWhole } = seen;
  const isSo = ({ entityId, state }: Entity) =>
    rest ? rest.states[entityId]?.includes(state.state) === rest.isAsked : state.state === states[entityId];
  const deciding = entities.filter((entity) => isSo(entity) === (whether !== "all"));
  const first = entities[0]?.entityId ?? "";
  const count = entities.length;
  if (deciding.length === 0) {
    const state = phrases.word(states[first] ?? "", first);
    if (whether !== "all") return [noneText(seen, whether === "any" ? "state.not-any" : "state.none", state, words)];
    if (count > 1) return [catalogue.text(isWhole ? "state.all" : "state.all-seen", { count, state })];
    return stateTexts(entities, words, isWhole ? "state.yes" : "state.is");
  }
  if (whether === "count") {
    const state = phrases.word(states[first] ?? "", first);
    return [catalogue.text("state.count", { count: deciding.length, state, names: fewNames(deciding, words) })];
  }
  return stateTexts(deciding, words, whether === "which" ? "state.is" : whether === "any" ? "state.any" : "state.not-all");
}

/** Batteries with no more than a bound, the lowest first, then those that say themselves that they are low. */
function reportAtMost(bound: number, seen: Seen, words: Words): readonly string[] {
  const { catalogue, phrases } = words;
  const measured = seen.entities.flatMap((entity) => ({ entity, level: batteryLevel(entity) ?? Number.POSITIVE_INFINITY }));
  const low = measured.filter(({ level }) => level <= bound).sort((one, other) => one.level - other.level);
  const telling = seen.entities.filter(({ domain, state }) => domain === "binary_sensor" && state.state === "on");
  const values = low.map(({ entity, level }) => {
    if (entity.domain === "sensor") return valueText(entity, words);
    return catalogue.text("state.value", { name: phrases.nameOf(entity.entityId), state: `${catalogue.number(level)} %` });
  });
  if (values.length + telling.length === 0)
    return [catalogue.text(seen.isWhole ? "state.none-at-most" : "state.none-seen-at-most", { bound })];
  return [...values, ...stateTexts(telling, words)];
}

function idsOf(entities: readonly Entity[]): readonly string[] {
  return entities.map(({ entityId }) => entityId);
}
