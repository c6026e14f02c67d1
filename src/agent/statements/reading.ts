import { rankOfState, STATES } from "../../homeassistant/recogniser/meant-states.ts";
import { isRest } from "../../homeassistant/registry/at-rest.ts";
import type { Entity } from "../../homeassistant/registry/home.ts";
import { isOfEverything } from "../../homeassistant/registry/openings.ts";
import { isAway } from "../../homeassistant/registry/state-words.ts";
import { isSameValue, type SaidNumber } from "../../languages/said-numbers.ts";
import { isAsked, isUntold, LOW_BATTERY, meaningsOf, restOf } from "../../recognition/meanings.ts";
import { isPlain, type Token, type Vocabulary } from "./vocabulary.ts";

/** `unknown`: what was said and what is cannot be compared. */
type Comparison = "true" | "false" | "unknown";

/** One thing that a sentence says: of what, and how it is. */
interface Segment {
  /** Entities called by their whole name, together where several have it. */
  readonly names: (readonly Entity[])[];
  /** Other words that say of what: "kitchen window", one list for each of several. */
  readonly phrases: string[][];
  readonly states: string[];
  readonly numbers: SaidNumber[];
  /** Whether it says so of all, and whether it denies it. */
  all: boolean;
  negations: number;
}

export interface Judgement {
  /** Each word of the sentence is known, and the home is as it says. */
  readonly isSo: boolean;
  /** Entities of which it says what is not so, and nothing else. */
  readonly wrong: readonly Entity[];
  /** All that it is about. */
  readonly entities: readonly Entity[];
  /** Those of a set that cannot be reached. */
  readonly away: readonly Entity[];
}

const NOTHING: Judgement = { isSo: false, wrong: [], entities: [], away: [] };
/** A sentence of more names, words and numbers says more than can be compared. */
export const MOST_TOKENS = 80;
/** More entities than this that a sentence may be about make it too vague to be called false. */
const MOST_MEANT = 3;

/** Numeric attributes in percent, by what they are multiplied with: Home Assistant keeps some in another scale. */
const PERCENTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["current_position", "percentage", "battery_level", "current_humidity", "humidity"].map((name) => [name, 1])),
  brightness: 100 / 255,
  volume_level: 100,
};
const TEMPERATURES = ["current_temperature", "temperature"];

/** What a sentence says, in parts: "the front door is locked", "the garage is closed". */
function segmentsOf(tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = [];
  const last = tokens.findLastIndex(isValue);
  const start = (): Segment => {
    const segment = { names: [], phrases: [[]], states: [], numbers: [], all: false, negations: 0 };
    segments.push(segment);
    return segment;
  };
  let segment = start();
  tokens.forEach((token, at) => {
    // "No, it is dry."
    if (at === 0 && (token.role === "none" || token.role === "not") && tokens[1]?.role === "join") return;
    const isFull = segment.states.length + segment.numbers.length > 0;
    if (isFull && at < last && token.role !== "join" && !isValue(token)) segment = start();
    if (token.role === "number") segment.numbers.push(token.number);
    else if (token.role === "name") segment.names.push(token.entities);
    else if (token.role === "state") segment.states.push(token.text);
    else if (token.role === "word") segment.phrases.at(-1)?.push(token.text);
    else if (token.role === "join") segment.phrases.push([]);
    else {
      if (token.role !== "not") segment.all = true;
      if (token.role !== "all") segment.negations += 1;
    }
  });
  return segments;
}

function isValue({ role }: Token): boolean {
  return role === "state" || role === "number";
}

/** Tells whether the home is as segments say; what they leave open is told by the ones before and by the question. */
export function createJudge({ cover, told, statesCalled }: Vocabulary, temperatureUnit: string) {
  function ofNumber(said: SaidNumber, entity: Entity): Comparison {
    const results = measured(entity).flatMap((one) => isSameValue(said, one) ?? []);
    return results.length === 0 ? "unknown" : results.includes(true) ? "true" : "false";
  }

  /** The numbers that an entity has: its state, and attributes with a unit. */
  function measured({ state }: Entity): readonly { readonly value: number; readonly unit: string }[] {
    const unit = state.attributes["unit_of_measurement"];
    const own = typeof unit === "string" && state.state.trim() !== "" ? [{ value: Number(state.state), unit }] : [];
    const others = Object.entries(state.attributes).flatMap(([name, value]) => {
      if (typeof value !== "number") return [];
      if (TEMPERATURES.includes(name)) return { value, unit: temperatureUnit };
      const scale = PERCENTS[name];
      return scale === undefined ? [] : { value: value * scale, unit: "%" };
    });
    return [...own, ...others].filter(({ value }) => Number.isFinite(value));
  }

  /** Compares a word or words for a state, in any language. */
  function ofPhrase(text: string, entity: Entity): Comparison {
    const { state } = entity.state;
    for (const meaning of meaningsOf(text)) {
      if (meaning === "low" && entity.domain === "sensor" && entity.deviceClass === "battery" && Number.isFinite(Number.parseFloat(state)))
        return Number.parseFloat(state) <= LOW_BATTERY ? "true" : "false";
      const rank = rankOfState(meaning, entity);
      if (rank === undefined && !isAsked(meaning, entity)) continue;
      if (isAway(entity)) return "false";
      const rest = restOf(meaning, entity);
      if (rest) return rest.includes(state) === isRest(meaning) ? "true" : "false";
      const wanted = rank === undefined ? undefined : STATES[meaning][rank]?.state;
      if (wanted !== undefined) return wanted === state ? "true" : "false";
    }
    const meant = statesCalled(entity, text);
    if (meant.length === 0) return "unknown";
    return meant.includes(state) ? "true" : "false";
  }

  /** The entities that all the words may stand for. */
  function called(phrase: readonly string[]): readonly Entity[] {
    if (phrase.length === 0) return [];
    return told.filter((entity) => {
      const covered = cover(entity);
      return phrase.every((unit) => covered.has(unit));
    });
  }

  function resultOf({ states, numbers, negations }: Segment, entity: Entity): Comparison {
    // "on the ground floor"
    const firm = states.filter((text) => !isPlain(text));
    const said = (firm.length > 0 || numbers.length > 0 ? firm : states).map((text) => ofPhrase(text, entity));
    const results = [...said, ...numbers.map((number) => ofNumber(number, entity))];
    if (results.length === 0 || results.includes("unknown") || negations > 1)
      return results.includes("false") && negations === 0 ? "false" : "unknown";
    if (negations === 1) return numbers.length > 0 || results.length > 1 ? "unknown" : results.includes("true") ? "false" : "true";
    return results.includes("false") ? "false" : "true";
  }

  /** What the segment is about: groups of entities, each of which has to be so; undefined if it has words that are none of that. */
  function subjectOf(segment: Segment): readonly (readonly Entity[])[] | undefined {
    const phrases = segment.phrases.filter((phrase) => phrase.length > 0);
    if (segment.names.length > 0) {
      const words = phrases.flat();
      const covered = segment.names.flat();
      return words.every((unit) => covered.some((entity) => cover(entity).has(unit))) ? segment.names : undefined;
    }
    const groups = phrases.map(called);
    const meanings = segment.states.flatMap(meaningsOf);
    if (phrases.length > 0) {
      const untold = told.filter((entity) => meanings.some((meaning) => isUntold(meaning, entity)));
      return phrases.some((phrase) => untold.some((entity) => phrase.every((unit) => cover(entity).has(unit)))) ? undefined : groups;
    }
    return segment.all ? [told.filter(isOfEverything)] : [];
  }

  return {
    called,
    /** `asked`: what the question is about, for "it is locked". */
    judge(tokens: readonly Token[], asked: () => readonly (readonly Entity[])[] = () => []): Judgement {
      if (tokens.length > MOST_TOKENS) return NOTHING;
      let subject: readonly (readonly Entity[])[] = [];
      let isOfQuestion = false;
      let isSo = true;
      let isKnown = true;
      const [wrong, entities, away] = [new Set<Entity>(), new Set<Entity>(), new Set<Entity>()];
      for (const segment of segmentsOf(tokens)) {
        const own = subjectOf(segment);
        if (!own) return NOTHING;
        if (own.length > 0) {
          subject = own;
          isOfQuestion = false;
        } else if (subject.length === 0) {
          subject = asked();
          isOfQuestion = true;
        }
        if (subject.length === 0) return NOTHING;
        // "the back door is locked, like everything"
        if (segment.all && segment.negations === 0 && segment.names.length > 0) isSo = false;
        const isNamed = segment.names.length > 0 || isOfQuestion;
        for (const group of subject) {
          const results = new Map(group.map((entity) => [entity, resultOf(segment, entity)]));
          const known = group.filter((entity) => results.get(entity) !== "unknown");
          const reached = isNamed ? known : known.filter((entity) => !isAway(entity));
          const not = reached.filter((entity) => results.get(entity) === "false");
          for (const entity of reached) entities.add(entity);
          if (!isNamed) for (const entity of known.filter(isAway)) away.add(entity);
          // "ok" is said of a few classes alone: it tells nothing of all else that is meant
          const isOfSome = !isNamed && reached.length < group.length && !segment.states.every((text) => meaningsOf(text).length > 0);
          if (not.length > 0 || reached.length === 0 || isOfSome) isSo = false;
          // "a window is open", and one of two is: neither so nor otherwise
          if (isNamed || segment.all || (not.length === reached.length && not.length <= MOST_MEANT))
            for (const entity of not) wrong.add(entity);
          if (reached.length === 0) isKnown = false;
        }
      }
      return { isSo, wrong: isKnown ? [...wrong] : [], entities: [...entities], away: [...away] };
    },
  };
}
