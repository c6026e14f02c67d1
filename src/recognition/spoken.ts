import type { Wanted } from "../entity-search/entity-placing.ts";
import { pluralsIn, unitsOf } from "../entity-search/entity-text.ts";
import { LANGUAGES as CATALOGUES } from "../languages/catalogue.ts";
import { questionsOf, type SentenceLanguage, sentencesOf } from "../languages/sentences.ts";
import { anyOf, toPattern } from "../text/pattern.ts";
import type { Measured, Operation, Property, StateMeaning } from "./meanings.ts";
import { templateRegex } from "./template.ts";

/** A phrase for things, read for how many are meant. */
export interface SpokenPhrase {
  /** Without "all" and "both", and without what is left out. */
  readonly text: string;
  /** The things that are left out, each a phrase. */
  readonly except: readonly string[];
  readonly number: "one" | "all" | "both" | "everything";
  readonly plurals: ReadonlySet<string>;
}

export interface SpokenNumber {
  readonly value: number;
  readonly unit: "percent" | "degrees" | undefined;
}

/** A language, made ready for reading. */
export interface Spoken {
  readonly commands: readonly (readonly [Operation, readonly RegExp[]])[];
  readonly settings: readonly RegExp[];
  readonly lists: readonly RegExp[];
  readonly yesOrNo: readonly RegExp[];
  readonly which: readonly RegExp[];
  readonly everythingIs: readonly RegExp[];
  readonly anythingIs: readonly RegExp[];
  readonly everybodyIs: readonly RegExp[];
  readonly anyIs: readonly RegExp[];
  /** Its questions with `what` are asked of several: their verb says so. */
  readonly isPlural: boolean;
  readonly who: readonly RegExp[];
  readonly value: readonly RegExp[];
  readonly measured: readonly (readonly [Measured, readonly RegExp[]])[];
  readonly where: readonly RegExp[];
  readonly fillers: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  readonly doubtful: ReadonlySet<string>;
  readonly called: Wanted["called"];
  /** The sentence without politeness and full stop; a question also without "do you know". */
  bare(sentence: string, options?: { readonly isQuestion: boolean }): string;
  /** True of what points to something said before. */
  isPronoun(text: string): boolean;
  phrase(text: string): SpokenPhrase;
  /** The phrases of "the fan and the kitchen light". */
  halves(text: string): readonly string[];
  number(text: string): SpokenNumber | undefined;
  property(text: string): Property | undefined;
  color(text: string): string | undefined;
  state(text: string): StateMeaning | undefined;
}

/** Of a language whose questions about all and any alone are read: it has no word for anything else. */
const NOTHING: Omit<SentenceLanguage, "states"> = {
  openings: [],
  askings: [],
  closings: [],
  fillers: "",
  prepositions: "",
  doubtful: "",
  pronouns: "",
  except: [],
  things: {},
  all: [],
  both: [],
  everything: [],
  and: [],
  settings: [],
  lists: [],
  units: { percent: "%", degrees: "°" },
  colors: {},
  everythingIs: [],
  anythingIs: [],
  everybodyIs: [],
  yesOrNo: [],
  which: [],
  who: [],
  value: [],
  where: [],
  commands: {},
  properties: {},
  measured: {},
};

/** Languages by BCP 47 code, each made ready when it is first spoken; undefined for one that is not there yet. */
export function createSpokenLanguages(dataOf = commandsIn): (language: string) => Spoken | undefined {
  const made = new Map<string, Spoken>();
  return (language) => {
    const primary = language.toLowerCase().split(/[-_]/)[0] ?? "";
    const known = made.get(primary);
    const data = known ? undefined : dataOf(primary);
    if (!data) return known;
    const fresh = prepare(data);
    made.set(primary, fresh);
    return fresh;
  };
}

function commandsIn(primary: string): SentenceLanguage | undefined {
  return primary === "en" ? sentencesOf(primary) : undefined;
}

/** The templates of a language for questions whether all or any are so. */
export function universalsIn(primary: string): SentenceLanguage | undefined {
  const language = CATALOGUES.find((one) => one === primary);
  if (language === undefined || language === "en") return commandsIn(primary);
  const { allAre, ...questions } = questionsOf(language);
  return { ...NOTHING, ...questions, yesOrNo: allAre, isPlural: true };
}

function prepare(data: SentenceLanguage): Spoken {
  const slots = {
    number: `-?\\d+(?:[.,]\\d+)?\\s*(?:${data.units.percent}|${data.units.degrees})?`,
    property: Object.values(data.properties).join("|"),
    color: Object.values(data.colors).join("|"),
    state: Object.values(data.states).join("|"),
  };
  const compiled = (templates: readonly string[]) => templates.map((template) => templateRegex(template, slots));
  const each = <Key extends string>(templates: Readonly<Record<string, readonly string[]>>) =>
    (Object.entries(templates) as [Key, readonly string[]][]).map(([key, list]) => [key, compiled(list)] as const);
  const opening = toPattern(`^(?:${anyOf(data.openings)})(?:\\s*[,:]\\s*|\\s+)`, "iu");
  const asking = toPattern(`^(?:${anyOf([...data.openings, ...data.askings])})(?:\\s*[,:]\\s*|\\s+)`, "iu");
  const closing = toPattern(`(?:\\s*,\\s*|\\s+)(?:${anyOf(data.closings)})$`, "iu");
  const number = toPattern(`^(-?\\d+(?:[.,]\\d+)?)\\s*(?:(${data.units.percent})|(${data.units.degrees}))?$`, "iu");
  const before = (words: readonly string[]) => toPattern(`^(?:${anyOf(words)})\\s+`, "iu");
  const all = before(data.all);
  const both = before(data.both);
  const everything = before(data.everything);
  const leaving = toPattern(`[\\s,]+(?:${anyOf(data.except)})\\s+`, "iu");
  const between = toPattern(`\\s*,\\s*(?:(?:${anyOf(data.and)})\\s+)?|\\s+(?:${anyOf(data.and)})\\s+`, "iu");
  const meaningIn = <Key extends string>(words: Readonly<Record<string, string>>) => {
    const known = (Object.entries(words) as [Key, string][]).map(([key, list]) => [key, toPattern(`^(?:${list})$`, "iu")] as const);
    return (text: string) => known.find(([, regex]) => regex.test(text))?.[0];
  };
  return {
    commands: each<Operation>(data.commands),
    settings: compiled(data.settings),
    lists: compiled(data.lists),
    yesOrNo: compiled(data.yesOrNo),
    which: compiled(data.which),
    everythingIs: compiled(data.everythingIs),
    anythingIs: compiled(data.anythingIs),
    everybodyIs: compiled(data.everybodyIs),
    anyIs: compiled(data.anyIs ?? []),
    isPlural: data.isPlural ?? false,
    who: compiled(data.who),
    value: compiled(data.value),
    measured: each<Measured>(data.measured),
    where: compiled(data.where),
    fillers: wordsOf(data.fillers),
    prepositions: wordsOf(data.prepositions),
    doubtful: wordsOf(data.doubtful),
    isPronoun: (text) => wordsOf(data.pronouns).has(unitsOf(text).join(" ")),
    called: calledBy(data.things),
    bare(sentence, { isQuestion } = { isQuestion: false }) {
      let rest = sentence
        .trim()
        .replace(/^[¿¡\s]+/u, "")
        .replace(/(?<![\s.!?…])[\s.!?…]+$/u, "");
      for (let longer = ""; longer !== rest; ) {
        longer = rest;
        rest = rest
          .replace(isQuestion ? asking : opening, "")
          .replace(closing, "")
          .trim();
      }
      return rest;
    },
    phrase(text) {
      const [main = "", ...left] = text.split(leaving);
      const except = left.flatMap((part) => part.split(between));
      if (everything.test(main)) return { text: main.replace(everything, ""), number: "everything", plurals: new Set(), except };
      const number = all.test(main) ? "all" : both.test(main) ? "both" : "one";
      const rest = main.replace(both, "").replace(all, "");
      return { text: rest, number, plurals: pluralsIn(rest), except };
    },
    halves: (text) => text.replace(both, "").split(between),
    number(text) {
      const found = number.exec(text.trim());
      if (!found) return undefined;
      return { value: Number(found[1]?.replace(",", ".")), unit: found[2] ? "percent" : found[3] ? "degrees" : undefined };
    },
    property: meaningIn<Property>(data.properties),
    color: meaningIn(data.colors),
    state: meaningIn<StateMeaning>(data.states),
  };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").flatMap(unitsOf));
}

function calledBy(things: SentenceLanguage["things"]): Wanted["called"] {
  const called = new Map<string, Set<string>>();
  for (const [domain, words] of Object.entries(things)) {
    for (const word of words.split(" ").flatMap(unitsOf)) called.set(word, (called.get(word) ?? new Set()).add(domain));
  }
  return called;
}
