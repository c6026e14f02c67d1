import type { Entity } from "../homeassistant/registry/home.ts";
import type { DomainWords } from "../homeassistant/registry/translations.ts";
import { INTENT_WORDS } from "../languages/entity-words.ts";
import { tokensOf, unitsOf } from "./entity-text.ts";
import { Vocabulary } from "./entity-vocabulary.ts";

/** A domain, a domain's device class, or a domain's things without one: `light`, `cover.garage`, `valve.?`. */
export type Kind = string;

export interface KindHit {
  readonly kind: Kind;
  /** `name`: what it is called; `deed`: something that it can be, have or do. */
  readonly by: "name" | "deed";
  readonly isOwnName: boolean;
  /** 0 to 1: less for a likeness, and for a word of several kinds. */
  readonly strength: number;
  /** Where it stands in the units: from, and before which. */
  readonly from: number;
  readonly to: number;
}

export type Lexicon = ReturnType<typeof createLexicon>;

const UNCLASSED = "?";
const PASSIVE_DOMAINS: ReadonlySet<string> = new Set(
  "sensor binary_sensor button number select text update event image device_tracker date time datetime timer".split(" "),
);
/** What is said of more kinds of things tells none of them apart, unless nothing else is said ("pause"); of far more, not even then. */
const MOST_KINDS_OF_DEED = 3;
const MOST_KINDS_OF_ANY = 6;
const LONGEST_NAME = 8;
/** The thing in a compound is what it is, but may be a part of another word too. */
const HEAD_STRENGTH = 0.7;
/** Of a domain with few classes, a thing without one may be of any ("water" and a valve); of one with many that says nothing. */
const FEW_CLASSES = 12;
/** In the order of likelihood: inflections of kinds' names count, slips of the finger do not. */
const LEAST_LIKE = 0.8;

/** The kind of an entity with and without its class. */
export function kindsOf({ domain, deviceClass }: Pick<Entity, "domain" | "deviceClass">): readonly Kind[] {
  return [domain, `${domain}.${deviceClass ?? UNCLASSED}`];
}

/** Words for the kinds that the home has (`known`), in one language and by their ids. */
export function createLexicon({ language, domains }: DomainWords, known: Iterable<Kind>) {
  const inHome = new Set(known);
  const { names, unclassed, deeds, vague, common } = wordsOf(domains, INTENT_WORDS[language.toLowerCase().split(/[-_]/)[0] ?? ""] ?? {});
  for (const kind of inHome) {
    const id = kind.slice(kind.indexOf(".") + 1);
    if (id !== UNCLASSED) addTo(names, keyOf(id.replaceAll("_", " ")), kind);
  }
  const nameWords = new Vocabulary([...names.keys()].filter((name) => !name.includes(" ")));
  const deedWords = new Vocabulary(deeds.keys());

  function meaning(word: string, strength: number, from: number, to: number): readonly KindHit[] {
    const named = [...(names.get(word) ?? [])].filter((kind) => inHome.has(kind));
    const said = deeds.get(word) ?? new Set();
    const others = [...(unclassed.get(word) ?? []), ...said].filter((kind) => inHome.has(kind) && !named.includes(kind));
    // "Licht" is a class of sensors, but who says it means lamps
    const isThing = said.size === 1 && !common.has(word) && named.every(isPassive) && names.has(word);
    const share = named.length > 0 ? 1 : Math.max(1, said.size);
    return [
      ...named.map((kind) => ({ kind, by: "name" as const, isOwnName: true, strength, from, to })),
      ...others.map((kind) => ({
        kind,
        by: isThing ? ("name" as const) : ("deed" as const),
        isOwnName: false,
        strength: strength / share,
        from,
        to,
      })),
    ];
  }

  function hitsAt(units: readonly string[], from: number): readonly KindHit[] {
    for (let to = Math.min(units.length, from + LONGEST_NAME); to > from; to -= 1) {
      const name = units.slice(from, to).join(" ");
      const found = names.has(name) ? meaning(name, 1, from, to) : [];
      if (found.length > 0) return found;
    }
    const unit = units[from] ?? "";
    if (common.has(unit)) return [];
    if (deeds.has(unit)) return meaning(unit, 1, from, from + 1);
    for (const words of [nameWords, deedWords]) {
      const like = words.like(unit).find((found) => found.like >= LEAST_LIKE);
      const head = like?.word ?? words.headOf(unit);
      const found = head === undefined ? [] : meaning(head, like?.like ?? HEAD_STRENGTH, from, from + 1);
      if (found.length > 0) return found;
    }
    return [];
  }

  function vaguely(unit: string, from: number): readonly KindHit[] {
    const kinds = [...(vague.get(unit) ?? [])].filter((kind) => inHome.has(kind));
    return kinds.map((kind) => ({ kind, by: "deed" as const, isOwnName: false, strength: 1 / kinds.length, from, to: from + 1 }));
  }

  return {
    kindsIn(units: readonly string[]): readonly KindHit[] {
      const found: KindHit[] = [];
      for (let at = 0; at < units.length; at += 1) {
        const here = hitsAt(units, at);
        found.push(...here);
        at = Math.max(at, ...here.map(({ to }) => to - 1));
      }
      return found.length > 0 ? found : units.flatMap(vaguely);
    },
    /** Kinds that the words of a name say, of the home or not: the end of a compound too ("Badfenster"). */
    kindsNamed(units: readonly string[]): readonly Kind[] {
      return units.flatMap((unit, at) => {
        const like = nameWords.like(unit).find((found) => found.like >= LEAST_LIKE)?.word ?? nameWords.headOf(unit) ?? "";
        const several = Array.from({ length: LONGEST_NAME }, (_, more) => units.slice(at, at + more + 1).join(" "));
        return [like, ...several].flatMap((name) => [...(names.get(name) ?? [])]);
      });
    },
    /** True of a word that Home Assistant calls some kind by, whether the home has it or not. */
    isKindName: (unit: string): boolean => names.has(unit),
    /** True of words that are said of every kind of thing, so that they tell none apart: "turn", "the". */
    isCommon: (unit: string): boolean => common.has(unit),
  };
}

/** True of things that only tell of others or set them up: they are meant when their kind or full name is said. */
export function isPassive(kind: Kind): boolean {
  const dot = kind.indexOf(".");
  return PASSIVE_DOMAINS.has(dot < 0 ? kind : kind.slice(0, dot));
}

function wordsOf(domains: DomainWords["domains"], intents: Readonly<Record<string, string>>) {
  const names = new Map<string, Set<Kind>>();
  const unclassed = new Map<string, Set<Kind>>();
  const deeds = new Map<string, Set<Kind>>();
  const vague = new Map<string, Set<Kind>>();
  const common = new Set<string>();
  for (const [domain, texts] of domains) {
    for (const text of [domain.replaceAll("_", " "), ...texts.names]) addTo(names, keyOf(text), domain);
    const classes = Object.entries(texts.classes);
    for (const [deviceClass, text] of classes) {
      addTo(names, keyOf(text), `${domain}.${deviceClass}`);
      if (classes.length <= FEW_CLASSES) addTo(unclassed, keyOf(text), `${domain}.${UNCLASSED}`);
    }
    for (const token of new Set(texts.deeds.flatMap((text) => tokensOf(unitsOf(text))))) addTo(deeds, token, domain);
  }
  for (const [domain, words] of Object.entries(intents)) {
    // a list of words is longer than a text
    for (const token of tokensOf(words.split(" ").flatMap(unitsOf))) {
      if (domain === "common") common.add(token);
      else addTo(deeds, token, domain);
    }
  }
  for (const [token, kinds] of deeds) {
    if (kinds.size <= MOST_KINDS_OF_DEED && !common.has(token)) continue;
    common.add(token);
    deeds.delete(token);
    if (kinds.size <= MOST_KINDS_OF_ANY) vague.set(token, kinds);
  }
  for (const token of names.keys()) common.delete(token);
  return { names, unclassed, deeds, vague, common };
}

function keyOf(text: string): string {
  return unitsOf(text).join(" ");
}

function addTo(table: Map<string, Set<Kind>>, key: string, kind: Kind): void {
  if (key === "") return;
  const kinds = table.get(key);
  if (kinds) kinds.add(kind);
  else table.set(key, new Set([kind]));
}
