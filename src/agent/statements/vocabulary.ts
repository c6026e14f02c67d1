import { z } from "zod";
import { unitsOf } from "../../entity-search/entity-text.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { LANGUAGES } from "../../languages/catalogue.ts";
import { readData } from "../../languages/data.ts";
import { numbersIn, type SaidNumber } from "../../languages/said-numbers.ts";
import { sentencesOf } from "../../languages/sentences.ts";
import { MEANT } from "../../recognition/meanings.ts";
import { isRoutine } from "../../security/policy/read-access.ts";

const form = z.strictObject({
  plain: z.string(),
  join: z.string(),
  all: z.string(),
  none: z.string(),
  people: z.string(),
  not: z.string(),
});
const DATA = readData("shared/statements.yaml", form);
const COMMA = /^[,;،؛|/]$/;
const PIECE = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?|[,;،؛|/]/gu;

type Role = "state" | "all" | "none" | "not" | "join" | "plain";

/** A word or words of a sentence. `word` is what says something and is neither a name nor a state: "kitchen", "because". */
export type Token =
  | { readonly role: "name"; readonly entities: readonly Entity[] }
  | { readonly role: "number"; readonly number: SaidNumber }
  | { readonly role: Role | "word"; readonly text: string };

interface Entry {
  readonly units: readonly string[];
  readonly token: Token;
}

type Kind = Pick<Entity, "domain" | "deviceClass">;

interface KindStates {
  readonly known: ReadonlySet<string>;
  /** The states that each word or words for one stand for. */
  readonly called: ReadonlyMap<string, readonly string[]>;
}

/** Words that stand in ordinary sentences too: "on" is a state of a lamp and stands before "the table". */
const PLAIN: ReadonlySet<string> = new Set([...DATA.plain.split(/\s+/), ...DATA.join.split(/\s+/)]);
export const isPlain = (text: string): boolean => PLAIN.has(text);
const PEOPLE: ReadonlySet<string> = new Set(DATA.people.split(/\s+/));
/** "nobody" and "everybody". */
export const isOfPeople = (token: Token): boolean => (token.role === "all" || token.role === "none") && PEOPLE.has(token.text);

const spoken = LANGUAGES.map(sentencesOf);

const FIXED: readonly Entry[] = [
  ...[...MEANT.keys()].map((text): Entry => ({ units: text.split(" "), token: { role: "state", text } })),
  ...(["all", "none", "not", "join", "plain"] as const).flatMap((role) =>
    DATA[role].split(/\s+/).map((word): Entry => ({ units: unitsOf(word), token: { role, text: word } })),
  ),
];

/** Reads a sentence by the names, state words and small words that it is made of. Follows the home and the words that are known. */
export function createVocabulary({ home, words }: { readonly home: Pick<Home, "exposed">; readonly words: StateWords }) {
  const told = home.exposed().filter(isTold);
  const kinds = new Map<string, Map<string | undefined, KindStates>>();
  const covers = new Map<Entity, { readonly state: Entity["state"]; readonly all: ReadonlySet<string> }>();
  const names = Map.groupBy(
    told.flatMap((entity) => [entity.name, ...entity.aliases].map((name) => ({ text: unitsOf(name).join(" "), entity }))),
    ({ text }) => text,
  );
  const states = new Set(told.values().flatMap((entity) => [...kindOf(entity).called.keys(), ...ownWords(entity)]));
  const entries = [
    ...[...states].map((text): Entry => ({ units: text.split(" "), token: { role: "state", text } })),
    ...[...names].map(
      ([text, of]): Entry => ({ units: text.split(" "), token: { role: "name", entities: of.map(({ entity }) => entity) } }),
    ),
    ...FIXED,
  ].filter(({ units }) => units.some((unit) => unit !== ""));
  const byFirst = Map.groupBy(entries, ({ units }) => units[0] ?? "");
  // of those that are equally long the first stays: states before names, names before small words
  for (const list of byFirst.values()) list.sort((one, other) => other.units.length - one.units.length);
  const units = new Set(told.map(({ state }) => state.attributes["unit_of_measurement"]));

  function readKind(kind: Kind): KindStates {
    const known = words.statesOf(kind);
    const all = [...known].flatMap(([state, called]) => {
      // its class has better words for a sensor's "on"
      const own = kind.domain === "binary_sensor" ? called.filter((word) => word !== state) : called;
      return [...own, ...headsOf(kind, state)].map((word) => ({ text: unitsOf(word).join(" "), state }));
    });
    const called = new Map([...Map.groupBy(all, ({ text }) => text)].map(([text, of]) => [text, of.map(({ state }) => state)]));
    return { known: new Set(known.keys()), called };
  }

  function kindOf(kind: Kind): KindStates {
    const { domain, deviceClass } = kind;
    const known = kinds.get(domain)?.get(deviceClass);
    if (known) return known;
    const read = readKind(kind);
    kinds.set(domain, (kinds.get(domain) ?? new Map()).set(deviceClass, read));
    return read;
  }

  /** What an entity's state is called if nobody knows that its kind can have it. */
  function ownWords(entity: Entity): readonly string[] {
    const { state } = entity.state;
    return kindOf(entity).known.has(state) ? [] : [state, ...headsOf(entity, state)].map((word) => unitsOf(word).join(" "));
  }

  /** The states that a text may stand for with an entity. */
  function statesCalled(entity: Entity, text: string): readonly string[] {
    return kindOf(entity).called.get(text) ?? (ownWords(entity).includes(text) ? [entity.state.state] : []);
  }

  /** What its kind is called, by Home Assistant and by people. */
  function kindNames(entity: Kind): readonly string[] {
    const { domain, deviceClass } = entity;
    const called = spoken.flatMap(({ things }) =>
      [things[domain], things[`${domain}.${deviceClass}`]].flatMap((list) => list?.split(" ") ?? []),
    );
    return [...words.kindNames(entity), ...called];
  }

  /** Every word that an entity may be called by or told with: of its names, place, kind and texts. */
  function cover(entity: Entity): ReadonlySet<string> {
    const { name, aliases, area, floor, domain, state } = entity;
    const known = covers.get(entity);
    // a title that plays is part of it
    if (known?.state === state) return known.all;
    const own = Object.values(state.attributes).filter((text) => typeof text === "string");
    const places = [area, floor].flatMap((place) => (place ? [place.name, ...place.aliases] : []));
    const texts = [name, ...aliases, ...places, ...kindNames(entity), domain.replaceAll("_", " "), ...own];
    const all = new Set(texts.flatMap(unitsOf));
    covers.set(entity, { state, all });
    return all;
  }

  return {
    told,
    statesCalled,
    /** What the states of its kind are called, each with those that it may stand for. */
    statesOf: (kind: Kind): ReadonlyMap<string, readonly string[]> => kindOf(kind).called,
    kindNames,
    cover,
    /** Those of some words that an entity may be called by or told with. */
    known(some: ReadonlySet<string>): ReadonlySet<string> {
      const found = new Set<string>();
      for (const entity of told) {
        const covered = cover(entity);
        for (const unit of some) if (covered.has(unit)) found.add(unit);
      }
      return found;
    },
    tokens(sentence: string): readonly Token[] {
      const numbers = numbersIn(sentence, units);
      const read = [...sentence.matchAll(PIECE)].flatMap(({ 0: piece, index }) =>
        COMMA.test(piece) ? [{ unit: piece, at: index }] : unitsOf(piece).map((unit) => ({ unit, at: index })),
      );
      const tokens: Token[] = [];
      let next = 0;
      for (let at = 0; at < read.length; ) {
        const here = read[at] ?? { unit: "", at: 0 };
        while ((numbers[next]?.to ?? Number.POSITIVE_INFINITY) <= here.at) next += 1;
        const number = (numbers[next]?.from ?? Number.POSITIVE_INFINITY) <= here.at ? numbers[next] : undefined;
        const found = byFirst.get(here.unit)?.find((entry) => entry.units.every((unit, index) => read[at + index]?.unit === unit));
        if (number && found?.token.role !== "name") {
          tokens.push({ role: "number", number });
          while (at < read.length && (read[at]?.at ?? 0) < number.to) at += 1;
          continue;
        }
        if (COMMA.test(here.unit)) tokens.push({ role: "join", text: here.unit });
        else if (found?.token.role !== "plain") tokens.push(found?.token ?? { role: "word", text: here.unit });
        at += found?.units.length ?? 1;
      }
      return tokens;
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;

/** "armed" of `armed_away`. */
function headsOf({ domain }: Kind, state: string): readonly string[] {
  return domain === "alarm_control_panel" ? [state.split("_")[0] ?? ""] : [];
}

/** What a routine's state tells is no state of the house. */
function isTold({ domain }: Entity): boolean {
  return !isRoutine(domain);
}
