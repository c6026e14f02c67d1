import { unitsOf } from "../entity-search/entity-text.ts";
import { createParting } from "../entity-search/parting.ts";
import { domainsOf, OPERATIONS } from "../homeassistant/recogniser/operations.ts";
import { LONGEST_SENTENCE } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { plainWords } from "../text/fold.ts";
import { literally, toCaseless } from "../text/pattern.ts";
import { unparted } from "../text/proclitics.ts";
import { endsAsking } from "../text/sentences.ts";
import { fits, matches, type Spoken, spokenIn } from "./spoken.ts";

/** A longer sentence says itself what it is about. */
const MOST_SHORT_WORDS = 3;

/** What was said just before, and what it was about. */
export interface SaidBefore {
  readonly text: string;
  /** Entities whose names stand in it in the place of the person's own words, as after a pronoun or a button: a name may say more than a name. */
  readonly about: readonly string[] | undefined;
  readonly entityIds: readonly string[];
}

/** A whole sentence that one may stand for. */
export interface WholeSentence {
  readonly sentence: string;
  /** The only entities that it may touch, where their names were put into it: devices write names too. */
  readonly about?: readonly string[] | undefined;
  /** The only area that it may be about, which was not said. */
  readonly areaId?: string | undefined;
  /** It takes the place of the one before, which was meant otherwise. */
  readonly isCorrection?: boolean;
}

export type WholeSentences = ReturnType<typeof createWholeSentences>;

/**
 * What a sentence may stand for, likeliest first, itself included: with the area that it was spoken in for "here", or where it names no place;
 * and what only makes sense after another: "turn it off again", "and in the hallway?", "off", "again".
 */
export function createWholeSentences({ home }: { readonly home: Pick<Home, "find" | "exposed" | "areas" | "floors" | "generation"> }) {
  const parting = createParting(home);
  const places = () => [...home.areas(), ...home.floors()];

  return (
    text: string,
    language: string,
    { before, areaId }: { readonly before?: SaidBefore | undefined; readonly areaId?: string | undefined },
  ): readonly WholeSentence[] => {
    const spoken = text.length <= LONGEST_SENTENCE ? spokenIn(language) : undefined;
    if (!spoken) return [{ sentence: text }];
    const entities = before?.entityIds.flatMap((entityId) => home.find(entityId) ?? []) ?? [];
    const sentence = spoken.bare(parting(text, spoken), { isQuestion: true });
    const after = before ? followUps(text, sentence, before, entities, spoken) : [];
    if (!spoken.asks(text) && isOfThem(sentence, entities, spoken)) return after;
    const area = home.areas().find((one) => one.areaId === areaId);
    const place = area ? spoken.inPlace(area.name) : "";
    const here = area ? text.replace(spoken.here, () => place) : text;
    if (here !== text) return [{ sentence: here }];
    const said = ` ${unitsOf(text).join(" ")} `;
    const isPlaced =
      !area ||
      spoken.everywhere.test(text) ||
      places()
        .flatMap(namesOf)
        .some((name) => said.includes(` ${unitsOf(name).join(" ")} `));
    const there = isPlaced ? [] : withPlace(text, place, spoken).map((one) => ({ sentence: one, areaId }));
    return [...there, { sentence: text }, ...after];
  };

  function followUps(
    text: string,
    sentence: string,
    before: SaidBefore,
    entities: readonly Entity[],
    spoken: Spoken,
  ): readonly WholeSentence[] {
    const said = parting(before.text, spoken);
    // what asks stays a question: "off?" is no order
    const asks = spoken.asks(text);
    const asked = (whole: WholeSentence) => (asks && !endsAsking(whole.sentence) ? { ...whole, sentence: `${whole.sentence}?` } : whole);
    const { again, other, instead, corrected } = spoken.followUps;
    if (fits(again, sentence)) return [asked({ sentence: before.text, about: before.about })];
    if (fits(other, sentence)) return ofOther(said, entities, spoken).map(whole).map(asked);
    const put = (templates: readonly RegExp[]) =>
      matches(templates, sentence).flatMap(({ what = "" }) => insteadOf(what, said, entities, spoken, before.about !== undefined));
    const others = [...put(instead), ...put(corrected).map((one) => ({ ...one, isCorrection: true }))];
    return [...others, ...ofThem(sentence, entities, spoken).map(asked)].map(whole);
  }

  /** The sentence before, said of the only other entity of its kind in its area. */
  function ofOther(before: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const [first, ...more] = entities;
    if (!first?.area || more.length > 0) return [];
    const isOther = ({ entityId, domain, area }: Entity) =>
      entityId !== first.entityId && domain === first.domain && area?.areaId === first.area?.areaId;
    const [only, ...others] = home.exposed().filter(isOther);
    return only && others.length === 0 ? ofOthers(before, entities, [only], spoken).map((one) => ({ ...one, isCorrection: true })) : [];
  }

  /** The sentence before with another place, entity or time in it. `isNamed`: names of entities stand in it that the person did not say. */
  function insteadOf(
    what: string,
    before: string,
    entities: readonly Entity[],
    spoken: Spoken,
    isNamed: boolean,
  ): readonly WholeSentence[] {
    const timed = spoken.days?.withOther(before, what);
    if (timed !== undefined) return [{ sentence: timed }];
    const phrase = spoken.unprefixed(what);
    const place = places().find((one) => namesOf(one).some((name) => unitsOf(name).join(" ") === unitsOf(phrase).join(" ")));
    const own = (place ? places() : entities).flatMap(namesOf);
    // a name that was put in goes as a whole: what else it says is nobody's wish
    const replaced = isNamed ? (place ? [] : [joined(entities, spoken)]) : own;
    const sentence = withFirst(before, replaced, place?.name ?? phrase);
    if (sentence !== undefined) return [{ sentence }];
    if (!place) return [];
    // "turn on the lights" – "and in the kitchen?"
    const added = isNamed ? [] : withPlace(before, spoken.inPlace(place.name), spoken).map((one) => ({ sentence: one }));
    const domains = new Set(entities.map(({ domain }) => domain));
    const there = home.exposed().filter((one) => domains.has(one.domain) && [one.area?.name, one.floor?.name].includes(place.name));
    return [...added, ...ofOthers(before, entities, there, spoken)];
  }

  /** The sentence before, said of other entities by their names. */
  function ofOthers(before: string, entities: readonly Entity[], others: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const [first, ...more] = entities;
    const names = first && more.length === 0 ? namesOf(first) : [joined(entities, spoken)];
    const sentence = others.length > 0 ? withFirst(before, names, joined(others, spoken)) : undefined;
    return sentence === undefined ? [] : [{ sentence, about: others.map(({ entityId }) => entityId) }];
  }

  /** The sentence with the names of what was spoken of in the place of a pronoun; a short one also before or behind it. */
  function ofThem(sentence: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    if (entities.length === 0) return [];
    const names = joined(entities, spoken);
    const about = entities.map(({ entityId }) => entityId);
    const words = sentence.split(" ");
    const verbs = words.map((word, index) => verbOf(word, index === words.length - 1, spoken));
    const at = verbs.findIndex((verb) => verb !== undefined);
    if (at >= 0) return [{ sentence: words.with(at, `${verbs[at]} ${names}`.trim()).join(" "), about }];
    // a number alone may be anything
    if (words.length > MOST_SHORT_WORDS || !/[\p{L}%]/u.test(sentence)) return [];
    return [`${names} ${sentence}`, `${sentence} ${names}`].map((one) => ({ sentence: one, about }));
  }
}

/** Whether it is a whole command that names nothing, and something of its kind was spoken of: nothing else is meant. */
function isOfThem(sentence: string, entities: readonly Entity[], { commands }: Spoken): boolean {
  const isUnnamed = (template: RegExp) => template.test(sentence) && template.exec(sentence)?.groups === undefined;
  const [operation] = commands.find(([, templates]) => templates.some(isUnnamed)) ?? [];
  return operation !== undefined && entities.some(({ domain }) => domainsOf(OPERATIONS[operation]).includes(domain));
}

/** A sentence with a place at its end, and before its last word, where languages have the rest of a verb there: "mach das Licht in Küche an". */
function withPlace(text: string, place: string, { bare }: Spoken): readonly string[] {
  const isQuestion = endsAsking(text);
  const words = bare(text, { isQuestion }).split(" ");
  return [`${words.join(" ")} ${place}`, words.toSpliced(-1, 0, place).join(" ")].map((one) => (isQuestion ? `${one}?` : one));
}

function namesOf({ name, aliases }: Pick<Entity, "name" | "aliases">): readonly string[] {
  return [name, ...aliases];
}

function joined(entities: readonly Entity[], { and: [and = ""] }: Spoken): string {
  return entities.map(({ name }) => name).join(` ${and} `);
}

function whole(one: WholeSentence): WholeSentence {
  return { ...one, sentence: unparted(one.sentence) };
}

/** The verb that a pronoun is written with, "" for a pronoun alone; undefined for any other word. */
function verbOf(word: string, isLast: boolean, { isPronoun, enclitics, vocabulary }: Spoken): string | undefined {
  if (isPronoun(word) || (isLast && enclitics.some((enclitic) => enclitic.replace("-", "") === word))) return "";
  return enclitics
    .filter((enclitic) => word.endsWith(enclitic))
    .map((enclitic) => plainWords(word.slice(0, -enclitic.length)).join(" "))
    .find((verb) => vocabulary.has(verb));
}

/** The text with the longest of some names replaced where it stands as whole words; undefined if none does. */
function withFirst(text: string, names: readonly string[], by: string): string | undefined {
  const [found] = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => toCaseless(`(?<![\\p{L}\\p{N}])${literally(name)}(?![\\p{L}\\p{N}])`))
    .filter((pattern) => pattern.test(text));
  return found && text.replace(found, () => by);
}
