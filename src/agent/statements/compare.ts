import type { Entity } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { folded } from "../../text/fold.ts";
import { isSameValue, numbersIn, type SaidNumber } from "./measured-values.ts";

/** `unknown`: what was said and what is cannot be compared. */
export type Comparison = "true" | "false" | "unknown";

/** Numeric attributes that are shown in another scale than Home Assistant keeps them in, and those with a unit of their own. */
const ATTRIBUTES: Readonly<Record<string, { readonly unit: string; readonly scale: number }>> = {
  brightness: { unit: "%", scale: 100 / 255 },
  volume_level: { unit: "%", scale: 100 },
  current_position: { unit: "%", scale: 1 },
  percentage: { unit: "%", scale: 1 },
  battery_level: { unit: "%", scale: 1 },
  current_humidity: { unit: "%", scale: 1 },
  humidity: { unit: "%", scale: 1 },
  current_temperature: { unit: "°", scale: 1 },
  temperature: { unit: "°", scale: 1 },
};
const AWAY: ReadonlySet<string> = new Set(["unavailable", "unknown"]);
/** States of what is off, of things with more states than on and off. */
const RESTING: ReadonlySet<string> = new Set(["off", "standby", "idle"]);

interface Said {
  readonly value: string;
  /** "" for the state. */
  readonly attribute: string;
}

/** Compares what is said of an entity with its state and attributes. */
export function createComparison({ words, temperatureUnit }: { readonly words: StateWords; readonly temperatureUnit: () => string }) {
  function ofNumber(said: SaidNumber, entity: Entity, attribute: string): Comparison {
    const all = measured(entity, attribute);
    const results = all.flatMap((one) => isSameValue(said, one) ?? []);
    if (results.length === 0) return "unknown";
    if (results.includes(true)) return "true";
    // "100 % down" is position 0: which end is meant the number does not tell
    const isInverse =
      entity.domain === "cover" && all.some(({ value, unit }) => unit === "%" && isSameValue(said, { value: 100 - value, unit }));
    return isInverse ? "unknown" : "false";
  }

  /** The numbers that an entity has: its state, and attributes with a unit. */
  function measured({ state }: Entity, attribute: string): readonly { readonly value: number; readonly unit: string }[] {
    const unit = state.attributes["unit_of_measurement"];
    const own = typeof unit === "string" && state.state.trim() !== "" ? [{ value: Number(state.state), unit }] : [];
    const others = Object.entries(ATTRIBUTES).flatMap(([name, { unit: sign, scale }]) => {
      const value = state.attributes[name];
      if (typeof value !== "number" || (attribute !== "" && attribute !== name)) return [];
      return { value: value * scale, unit: sign === "°" ? temperatureUnit() : sign };
    });
    return [...(attribute === "" || others.length === 0 ? own : []), ...others].filter(({ value }) => Number.isFinite(value));
  }

  /** The states that a word stands for, of this kind of entity. */
  function statesCalled(word: string, entity: Entity): readonly string[] {
    const states = [...words.statesOf(entity)];
    return states.flatMap(([state, names]) => (names.includes(word) || state.startsWith(`${word}_`) ? state : []));
  }

  function ofWord(word: string, entity: Entity): Comparison {
    const current = entity.state.state;
    const meant = statesCalled(word, entity);
    if (meant.includes(current)) return "true";
    if (word === "on" || word === "off") return RESTING.has(current) === (word === "off") ? "true" : "false";
    return meant.length > 0 ? "false" : "unknown";
  }

  function ofAttribute(value: string, { state }: Entity, attribute: string): Comparison {
    const known = state.attributes[attribute];
    if (typeof known === "boolean") {
      const said = value === "true" || value === "on" ? true : value === "false" || value === "off" ? false : undefined;
      return said === undefined ? "unknown" : said === known ? "true" : "false";
    }
    if (typeof known !== "string") return "unknown";
    return folded(known).trim() === value ? "true" : "false";
  }

  return {
    /** Compares a value as a review gives it: a state, a number with its unit, a text. */
    ofValue({ value, attribute }: Said, entity: Entity): Comparison {
      const said = folded(value).trim().replaceAll("_", " ");
      if (said === "") return "unknown";
      if (AWAY.has(entity.state.state)) return AWAY.has(said) ? "true" : "false";
      const texts = Object.values(entity.state.attributes).filter((text) => typeof text === "string");
      const [number, ...more] = numbersIn(value);
      if (number && more.length === 0) {
        const result = ofNumber(number, entity, attribute);
        if (result !== "unknown") return result;
      }
      if (attribute !== "" && attribute !== "state") {
        const result = ofAttribute(said, entity, attribute);
        if (result !== "unknown") return result;
      }
      const result = ofWord(said, entity);
      return result === "unknown" && texts.some((text) => folded(text).trim() === said) ? "true" : result;
    },
    /** Compares a sentence that names the entity by what it holds of the entity's own state words and numbers. */
    inSentence(sentence: string, entity: Entity): Comparison {
      const text = folded(sentence);
      const said = [...words.statesOf(entity)].flatMap(([state, names]) =>
        names.flatMap((name) => (holdsWord(text, name) ? [{ state, name }] : [])),
      );
      // one state's word may be a part of another's
      const found = said.filter(({ name }) => !said.some((other) => other.name.length > name.length && holdsWord(other.name, name)));
      if (found.length > 0) {
        if (AWAY.has(entity.state.state)) return "false";
        return found.some(({ state }) => state === entity.state.state) ? "true" : "false";
      }
      const [number, ...more] = numbersIn(sentence);
      return number && number.unit !== "" && more.length === 0 && !AWAY.has(entity.state.state) ? ofNumber(number, entity, "") : "unknown";
    },
  };
}

/** Whether a text holds a word or words as a whole; both folded. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? " ";
    const after = text.charAt(at + word.length) || " ";
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}
