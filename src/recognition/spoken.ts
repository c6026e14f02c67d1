import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { PhraseWords, Placed, Wanted } from "../entity-search/entity-placing.ts";
import { pluralsIn, unitsOf } from "../entity-search/entity-text.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { StateMeaning } from "../homeassistant/recogniser/meant-states.ts";
import { type ListChange, OPERATIONS, type Operation, type Property, type Setting } from "../homeassistant/recogniser/operations.ts";
import type { About } from "../homeassistant/recogniser/readings.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { LANGUAGES, type Language } from "../languages/catalogue.ts";
import { QUESTION_WORDS } from "../languages/common-words.ts";
import { createDays } from "../languages/said-days.ts";
import { createTimes } from "../languages/said-times.ts";
import { asTyped, type SentenceLanguage, sentencesOf, templateSource } from "../languages/sentences.ts";
import { digitsBefore } from "../languages/spoken-digits.ts";
import type { RoutineDomain } from "../security/routines/routine-changes.ts";
import { monthNames, weekdayNames } from "../text/calendar-names.ts";
import { folded, plainWords } from "../text/fold.ts";
import { textsIn } from "../text/json.ts";
import { anyOf, toCaseless, toPattern } from "../text/pattern.ts";
import { SPACES, unparted } from "../text/proclitics.ts";
import { endsAsking } from "../text/sentences.ts";
import type { Measured, Talk } from "./meanings.ts";

/** What is asked of the weather; a question of rain has words of the weather, too. */
const WEATHER = ["rain", "snow", "wind", "warmth", "weather"] as const;
export type WeatherAbout = (typeof WEATHER)[number];

/** No name of a state has more words. */
const MOST_RUN = 5;

export type Groups = Readonly<Record<string, string>>;

/** A phrase for entities, read for how many are meant. */
interface SpokenPhrase {
  /** Without "all" and "both", and without what is left out. */
  readonly text: string;
  /** What is left out, each a phrase. */
  readonly except: readonly string[];
  readonly number: "one" | "all" | "both" | "everything";
  readonly plurals: ReadonlySet<string>;
}

/** A number with what it is measured in: `percent`, `degrees`, `kelvin`, or the unit as it was said. */
export interface Quantity {
  readonly value: number;
  readonly unit: string | undefined;
}

export type Spoken = ReturnType<typeof prepare>;

type Asked = Pick<Wanted, "rankOf"> & Partial<Pick<Wanted, "number" | "needsThing" | "countsAs" | "mayBeAnywhere">>;

/** What a question is about: the answer names what it tells of, so a part of a name is enough. Nobody asks about all of a place at once. */
export function placeAsked(index: Pick<EntityIndexSearch, "place">, phrase: string, asked: Asked, spoken: Spoken): Placed {
  const { text, number, plurals, except } = spoken.phrase(phrase);
  if (number === "everything" || except.length > 0) return { outcome: "none" };
  return index.place(text, { isTold: () => true, forgivesSlips: true, words: spoken, plurals, number, ...asked });
}

const made = new Map<Language, Spoken>();

/** A language by its BCP 47 code, made ready when it is first spoken; undefined for one without templates. */
export function spokenIn(tag: string): Spoken | undefined {
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  const language = LANGUAGES.find((one) => one === primary);
  if (!language) return undefined;
  const spoken = made.get(language) ?? prepare(sentencesOf(language), language);
  made.set(language, spoken);
  return spoken;
}

function prepare(written: SentenceLanguage, language: Language) {
  const data = asTyped(written);
  const days = data.days && createDays(language, data.days);
  const oneOf = (words: Readonly<Record<string, string>>) => Object.values(words).join("|") || "(?!)";
  const { percent, degrees, kelvin } = data.units;
  const slots = {
    number: [`-?\\d+(?:[.,]\\d+)?\\s?(?:${percent}|${degrees}|${kelvin})?`, ...Object.values(data.amounts)].join("|"),
    property: oneOf(data.properties),
    color: oneOf(data.colors),
    state: oneOf(data.states),
    became: oneOf(data.became),
    routines: oneOf(data.routines),
    when: days?.slot ?? "(?!)",
    amount: `-?\\d+(?:[.,]\\d+)?\\s?(?:${percent}|${degrees}|[^\\s\\d,.?!]{1,12})?`,
  };
  const anywhere = (sources: readonly string[]) => toCaseless(`(?<![\\p{L}\\p{N}])(?:${anyOf(sources) || "(?!)"})(?![\\p{L}\\p{N}])`, "g");
  const wholly = (sources: readonly string[]) => [toCaseless(`^(?:${anyOf(sources) || "(?!)"})$`)];
  const compiled = (templates: readonly string[]) => templates.map((template) => toCaseless(`^${templateSource(template, slots)}$`));
  const each = <Key extends string>(templates: Templates<string>) =>
    (Object.entries(templates) as [Key, readonly string[]][]).map(([key, list]) => [key, compiled(list)] as const);
  type Templates<Key extends string> = Readonly<Record<Key, readonly string[]>>;
  function lists<Key extends string>(from: Templates<Key>, keys?: readonly Key[]): Readonly<Record<Key, readonly RegExp[]>>;
  function lists(from: Templates<string>, keys: readonly string[] = Object.keys(from)): Readonly<Record<string, readonly RegExp[]>> {
    return Object.fromEntries(keys.map((key) => [key, compiled(from[key] ?? [])]));
  }
  const before = (words: readonly string[], end = "\\s+") => toCaseless(`^(?:${anyOf(words)})${end}`);
  const opening = before(data.openings, "(?:\\s*[,:]\\s*|\\s+)");
  const asking = before([...data.openings, ...data.askings], "(?:\\s*[,:]\\s*|\\s+)");
  const closing = toCaseless(`(?:\\s*,\\s*|\\s+)(?:${anyOf(data.closings)})$`);
  const [all, both, everything] = [before(data.all), before(data.both), before(data.everything, "(?:\\s+|$)")];
  const plurals = new Set(Object.values(written.things).flatMap((words) => unitsOf(words.split("/")[1] ?? "")));
  const plural = toPattern(`.(?:${data.pluralEndings || "(?!)"})$`, "u");
  const leaving = toCaseless(`[\\s,]+(?:${anyOf(data.except)})\\s+`);
  const between = toCaseless(`\\s*,\\s*(?:(?:${anyOf(data.and)})\\s+)?|\\s+(?:${anyOf(data.and)})\\s+`);
  const joint = data.proclitics.includes(data.later.and) ? `| (?:${data.later.and})(?=\\S)` : "";
  const jointly = toCaseless(`${between.source}${joint}`);
  const eachJoint = toCaseless(jointly.source, "g");
  const either = toCaseless(`,? (?:${data.later.or || "(?!)"}) `);
  const [pronouns, fillers, prepositions] = [wordsOf(written.pronouns), wordsOf(written.fillers), wordsOf(written.prepositions)];
  const notItems = wordsOf(written.notItems);
  const meaningIn = <Key extends string>(words: Readonly<Record<string, string>>) => {
    const known = (Object.entries(words) as [Key, string][]).map(([key, list]) => [key, toCaseless(`^(?:${list})$`)] as const);
    return (text: string) => known.find(([, regex]) => regex.test(text))?.[0];
  };
  const wordsIn = (text: string) => plainWords(folded(text));
  const weather = new Map(Object.entries(written.weather ?? {}).map(([about, words]) => [about, new Set(wordsIn(words))]));
  const weatherVocabulary = new Set([...(QUESTION_WORDS.get(language) ?? []), ...weather.values().flatMap((words) => [...words])]);
  const orders = (Object.entries(written.commands) as [Operation, readonly string[]][]).filter(
    ([operation]) => !OPERATIONS[operation].isAsked,
  );
  const verbs = new Set(orders.flatMap(([, templates]) => templates.flatMap(firstWords)));
  const amount = meaningIn(data.amounts);
  const unitOf = meaningIn<Setting["unit"]>(data.units);
  const imperatives = new Map(Object.entries(written.imperatives));
  const unit = `${percent}|${degrees}`;
  const step = toCaseless(
    `\\s+(?:(?:${data.by})\\s?(?<plain>\\d+(?:[.,]\\d+)?(?:\\s?(?:${unit}))?)|(?<number>\\d+(?:[.,]\\d+)?\\s?(?:${unit})))(?!\\S)`,
  );
  function quantity(text: string): Quantity | undefined {
    const said = amount(text.trim()) ?? text.trim();
    const { value, unit } = /^(?<value>-?\d+(?:[.,]\d+)?)\s?(?<unit>.*)$/u.exec(said)?.groups ?? {};
    return value === undefined ? undefined : { value: Number(value.replace(",", ".")), unit: unit ? (unitOf(unit) ?? unit) : undefined };
  }
  /** The sentence without politeness and full stop; a question also without "do you know". */
  function bare(sentence: string, { isQuestion } = { isQuestion: false }): string {
    let rest = sentence
      .trim()
      .replace(/^[¿¡\s]+/u, "")
      .replace(/(?<![\s.!?…])[\s.!?…]+$/u, "")
      .replaceAll(SPACES, " ");
    for (let longer = ""; longer !== rest; ) {
      longer = rest;
      rest = rest
        .replace(isQuestion ? asking : opening, "")
        .replace(closing, "")
        .trim();
    }
    return rest;
  }
  const times = createTimes(language, data);
  const lasting = lists(data.later, ["isSo", "isNot", "silent", "detects", "clears", "above", "below"]);
  return {
    ...lists(data, ["settings", "automate", "scripts", "scenes", "dryRuns", "removals"]),
    ...lasting,
    ...lists(data.later, ["happens", "rings", "done", "leaves", "comes"]),
    ...lists(data.later, ["remind", "wake", "timer", "tell", "watch", "relay", "relayPlain", "relayWhen", "remindOther"]),
    /** Of the words that begin a condition those that wait for it, also where one wants to be told, that only limit, under which it must not be, and after which each time counts. */
    whens: wholly(data.later.whens),
    ifs: wholly(data.later.ifs),
    whiles: wholly(data.later.whiles),
    unless: wholly(data.later.unless),
    each: wholly(data.later.each),
    commands: each<Operation>(data.commands),
    lists: each<ListChange>(data.lists),
    questions: lists(data.questions),
    /** Its questions with `what` are asked of several: their verb says so. */
    isPlural: data.isPlural,
    measured: each<Measured>(data.measured),
    readings: each<About>(data.readings),
    /** What a text asks of the weather: each of its words is one of that, or stands in any question. "Make it warm" asks nothing. */
    weather(text: string): WeatherAbout | undefined {
      const said = wordsIn(text);
      if (verbs.has(said[0] ?? "") || !said.every((word) => weatherVocabulary.has(word))) return undefined;
      return WEATHER.find((about) => said.some((word) => weather.get(about)?.has(word)));
    },
    days,
    followUps: lists(data.followUps),
    talk: each<Talk>(data.talk),
    slash: each<string>(data.slash),
    times,
    /** How long a condition has to be so, and the rest of it: "the window is open for ten minutes", or "open ten minutes" of what lasts. */
    held(condition: string): ReturnType<typeof times.held> {
      const span = times.held(condition);
      if (span) return span;
      const bare = times.duration(condition);
      // "the 5 minute timer is off": in a name it is no span
      const isSpan = bare && matches(Object.values(lasting).flat(), bare.rest).some(({ what = "" }) => condition.includes(what));
      return isSpan ? bare : undefined;
    },
    replays: each<string>(data.replays),
    /** What the assistant is asked (`what`), to the end of the sentence. */
    asksAssistant: toCaseless(
      `(?<![\\p{L}\\p{N}])(?:${anyOf(data.asksAssistant.map((phrase) => templateSource(phrase, {}))) || "(?!)"})(?:\\s*[:,]\\s*|\\s+)(?<what>\\S.*)$`,
    ),
    /** The sentence that tells somebody to do what it says that something does. */
    imperative: (text: string): string =>
      text
        .split(" ")
        .map((word) => imperatives.get(word.toLowerCase()) ?? word)
        .join(" "),
    /** Words that begin a condition. */
    conditions: anywhere([...data.later.unless, ...data.later.conditions]),
    /** How a condition begins that is to be so. */
    provided: written.later.ifs[0] ?? "",
    /** What is said before a condition that only limits, at the end of what stands before it: "but only". */
    onlyBefore: toCaseless(
      `[\\s,]*(?:^|\\s)(?:${anyOf(data.later.changes.only.map((one) => templateSource(one.replace(/ ?\{what\}/, ""), {})))})$`,
    ),
    /** What is joined in a text: all of it has to be so, or one. */
    joined(text: string): { readonly parts: readonly string[]; readonly isAny: boolean } {
      const alternatives = text.split(either);
      return alternatives.length > 1
        ? { parts: alternatives, isAny: true }
        : { parts: text.replace(both, "").split(jointly), isAny: false };
    },
    /** Each place where one thing is joined to another, and what stands around it. */
    joints: (text: string): readonly { readonly before: string; readonly behind: string }[] =>
      [...text.matchAll(eachJoint)].map(({ index, 0: words }) => ({
        before: text.slice(0, index),
        behind: text.slice(index + words.length),
      })),
    /** What comes into a state, by the word for that state. */
    becomes: each<StateMeaning>(data.later.becomes),
    /** The sentence that asks whether something is so, and the one that somebody is woken with. */
    whether: (what: string, state: string) => written.later.whether.replace("{what}", () => what).replace("{state}", () => state),
    wakeWith: (what: string) => written.later.wakeWith.replace("{what}", () => what),
    important: toCaseless(`^(?:${data.later.important || "(?!)"})[:,!]? |[,;:.!]? (?:${data.later.important || "(?!)"})$`),
    nothing: toCaseless(`^(?:${data.later.nothing || "(?!)"})(?!\\p{L})`),
    selves: toCaseless(`^(?:${data.later.selves || "(?!)"})$`),
    /** All people of the house, whoever speaks, and what joins a name to the next, where a text begins with that. */
    everyone: toCaseless(`^(?:${data.later.everyone || "(?!)"})(?![\\p{L}\\p{N}])`),
    selfFirst: toCaseless(`^(?:${data.later.selves || "(?!)"})(?![\\p{L}\\p{N}])`),
    joint: toCaseless(`^(?:,|,? (?:${data.later.joint || "(?!)"})) ?`),
    changes: lists(data.later.changes),
    fillers,
    prepositions,
    doubtful: wordsOf(written.doubtful),
    and: written.and,
    enclitics: written.enclitics.split(" ").filter(Boolean),
    proclitics: [...written.proclitics.replaceAll(" ", "")],
    articles: [...written.proclitics].filter((letter) => fillers.has(letter)),
    /** A phrase without the preposition, the article and the question mark around it. */
    unprefixed(phrase: string): string {
      const units = new Set([...fillers, ...prepositions]);
      const words = phrase.replace(/[\s.!?…]{1,9}$/u, "").split(/\s/);
      const at = words.findIndex((word) => !units.has(unitsOf(word).join(" ")));
      return words.slice(Math.max(0, at)).join(" ");
    },
    /** True of what can go on a list: neither a pronoun nor a denial. */
    isItem: (text: string) => !pronouns.has(unitsOf(text).join(" ")) && !unitsOf(text).some((unit) => notItems.has(unit)),
    /** True of what points to something said before. */
    isPronoun: (text: string) => pronouns.has(unitsOf(text).join(" ")),
    called: calledBy(written.things),
    bare,
    /** "Garage closed?" asks, "could you close the garage?" does not. */
    asks: (sentence: string) =>
      endsAsking(sentence) &&
      sentence
        .replace(/^[¿¡\s]+/u, "")
        .replaceAll(SPACES, " ")
        .startsWith(bare(sentence)),
    phrase(text: string): SpokenPhrase {
      const [main = "", ...left] = text.split(leaving);
      const except = left.flatMap((part) => part.split(between));
      if (everything.test(main)) return { text: main.replace(everything, ""), number: "everything", plurals: new Set(), except };
      const number = all.test(main) ? "all" : both.test(main) ? "both" : "one";
      const rest = main.replace(both, "").replace(all, "");
      return {
        text: rest,
        number,
        plurals: pluralsIn(rest).union(new Set(unitsOf(rest).filter((unit) => plurals.has(unit) || plural.test(unit)))),
        except,
      };
    },
    /** The phrases of "the fan and the kitchen light". */
    halves: (text: string): readonly string[] => text.replace(both, "").split(between),
    /** The sentence with digits for number words before a unit. */
    numbered: digitsBefore(unit),
    quantity,
    /** How much something shall change by, and the sentence without it. */
    stepOf(text: string): { readonly rest: string; readonly size: Quantity | undefined } {
      const found = step.exec(text);
      const { number = "", plain = number } = found?.groups ?? {};
      return { rest: found ? text.replace(found[0], "") : text, size: found ? quantity(plain) : undefined };
    },
    property: meaningIn<Property>(data.properties),
    color: meaningIn(data.colors),
    routines: meaningIn<RoutineDomain>(data.routines),
    /** Words for the place where somebody speaks, and for everywhere. */
    here: anywhere(data.here.words),
    everywhere: toCaseless(anywhere([...data.all, ...data.both, ...data.everything]).source),
    inPlace: (name: string) => written.here.place.replace("{area}", () => name),
    /** Every word of its templates and lists; words for "here" are replaced before a sentence is read. */
    vocabulary: new Set(
      [...weekdayNames(language), ...monthNames(language, "long"), ...textsIn({ ...written, here: {} })].flatMap((text) =>
        plainWords(text.replaceAll(/\{\w+\}/g, " ")),
      ),
    ),
    state: meaningIn<StateMeaning>(data.states),
    became: meaningIn<StateMeaning>(data.became),
    /** The first word for a state. */
    wordFor: (meaning: StateMeaning): string => (written.states[meaning] ?? "").split("|")[0] ?? "",
  };
}

/** The words that a template may begin with. */
function firstWords(template: string): readonly string[] {
  const first = /^\((?<several>[^()]*)\)|^(?<one>[^\s({["?]+)/u.exec(template)?.groups;
  return (first?.["several"] ?? first?.["one"] ?? "").split("|").flatMap((words) => plainWords(folded(words))[0] ?? []);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").flatMap(unitsOf));
}

function calledBy(things: SentenceLanguage["things"]): PhraseWords["called"] {
  const pairs = Object.entries(things).flatMap(([kind, words]) => [...wordsOf(words)].map((word) => ({ word, kind })));
  return new Map([...Map.groupBy(pairs, ({ word }) => word)].map(([word, of]) => [word, new Set(of.map(({ kind }) => kind))]));
}

/** What stands in the slots of each template that fits a text. */
export function matches(templates: readonly RegExp[], text: string): readonly Groups[] {
  return templates.flatMap((template) => {
    const found = template.exec(text);
    return found ? [{ ...found.groups }] : [];
  });
}

/** What the first of some templates that fits has in its place. */
export function whatIn(templates: readonly RegExp[], text: string): string | undefined {
  return matches(templates, text).find(({ what }) => what !== undefined)?.["what"];
}

/** Whether one of some templates fits a text. */
export function fits(templates: readonly RegExp[], text: string): boolean {
  return templates.some((template) => template.test(text));
}

/** What is named, and where. */
export function phraseOf({ what = "", where = "" }: Groups): string {
  return `${what} ${where}`.trim();
}

interface Naming<Value> {
  readonly templates: readonly RegExp[];
  /** The slot of theirs that is named, and what may stand in it. */
  readonly slot: string;
  readonly by: string;
  readonly entities: () => readonly Entity[];
  readonly namesOf: (entity: Entity) => ReadonlyMap<string, Value>;
}

/** The same for templates that take in a slot what entities have a name for, with what it is of each of them. A longer name stands first. */
export function readNamed<Value>(
  sentence: string,
  { templates, slot, by, entities, namesOf }: Naming<Value>,
  read: (groups: Groups, named: ReadonlyMap<Entity, Value>) => IntentReading,
): IntentReading {
  const words = sentence.split(" ");
  const runs = new Map<string, { readonly said: readonly Groups[]; readonly named: Map<Entity, Value> }>();
  for (let length = Math.min(MOST_RUN, words.length - 1); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const said = matches(templates, words.toSpliced(at, length, by).join(" ")).filter((groups) => groups[slot] === by);
      if (said.length > 0) runs.set(folded(words.slice(at, at + length).join(" ")), { said, named: new Map() });
    }
  }
  for (const entity of runs.size === 0 ? [] : entities())
    for (const [name, value] of namesOf(entity)) runs.get(name)?.named.set(entity, value);
  const ways = [...runs.values()].filter(({ named }) => named.size > 0);
  return firstReading(ways.flatMap(({ said, named }) => said.map((groups) => () => read(groups, named))));
}

/** The first reading that understands the sentence; else the first that has to ask which of several is meant, or knows that it is not clear. */
export function firstReading(ways: Iterable<() => IntentReading>): IntentReading {
  const missed: IntentReading[] = [];
  for (const way of ways) {
    const reading = way();
    if (reading.ok) return reading;
    missed.push(reading);
  }
  const first = (wanted: string) => missed.find((reading) => !reading.ok && reading.reason === wanted);
  return first("several") ?? first("ambiguous") ?? NO_MATCH;
}

/** The same for the templates that fit a text, each with what stands in its slots. */
export function readWith(templates: readonly RegExp[], text: string, read: (groups: Groups) => IntentReading): IntentReading {
  return firstReading(
    matches(templates, text).map(
      ({ item, ...groups }) =>
        () =>
          read(item === undefined ? groups : { ...groups, item: unparted(item) }),
    ),
  );
}
