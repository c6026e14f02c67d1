import { unitsOf } from "../entity-search/entity-text.ts";
import { createParting } from "../entity-search/parting.ts";
import { domainsOf, OPERATIONS } from "../homeassistant/recogniser/operations.ts";
import { LONGEST_SENTENCE } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { plainWords } from "../text/fold.ts";
import { literally, toCaseless } from "../text/pattern.ts";
import { unparted } from "../text/proclitics.ts";
import { endsAsking } from "../text/sentences.ts";
import { type Spoken, spokenIn } from "./spoken.ts";
import { withPlace } from "./spoken-in-area.ts";

/** A longer sentence says itself what it is about. */
const MOST_SHORT_WORDS = 3;

/** What was said just before, and what it was about. */
export interface SaidBefore {
  readonly text: string;
  /** Entities whose names stand in it in the place of the person's own words, as after a pronoun or a button: a name may say more than a name. */
  readonly about: readonly string[] | undefined;
  readonly entityIds: readonly string[];
}

/** A whole sentence that a follow-up may stand for. */
export interface WholeSentence {
  readonly sentence: string;
  /** The only entities that it may touch, where their names were put into it: devices write names too. */
  readonly about: readonly string[] | undefined;
  /** It takes the place of the one before, which was meant otherwise. */
  readonly isCorrection?: boolean;
  /** What was said is a whole command that names no thing, and what was spoken of is of its kind: nothing else is meant. */
  readonly isOnly?: boolean;
}

export type FollowUps = ReturnType<typeof createFollowUps>;

/** Makes whole sentences of what only makes sense after another: "turn it off again", "and in the hallway?", "off", "again". Likeliest first. */
export function createFollowUps({ home }: { readonly home: Pick<Home, "find" | "exposed" | "areas" | "floors" | "generation"> }) {
  const parting = createParting(home);
  return (text: string, language: string, before: SaidBefore): readonly WholeSentence[] => {
    const spoken = text.length <= LONGEST_SENTENCE ? spokenIn(language) : undefined;
    if (!spoken) return [];
    const sentence = spoken.bare(parting(text, spoken), { isQuestion: true });
    const said = parting(before.text, spoken);
    const entities = before.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
    const { about } = before;
    // what asks stays a question: "off?" is no order
    const asks = spoken.asks(text);
    const asked = (whole: WholeSentence) => (asks && !endsAsking(whole.sentence) ? { ...whole, sentence: `${whole.sentence}?` } : whole);
    if (spoken.followUps.again.some((template) => template.test(sentence))) {
      return [{ sentence: before.text, about }, ...ofThem(spoken.bare(said), entities, spoken)].map(whole).map(asked);
    }
    if (spoken.followUps.other.some((template) => template.test(sentence))) return other(said, entities, spoken).map(whole).map(asked);
    const whats = (templates: readonly RegExp[]) => templates.flatMap((template) => template.exec(sentence)?.groups?.["what"] ?? []);
    const others = [
      ...whats(spoken.followUps.instead).map((what) => ({ what })),
      ...whats(spoken.followUps.corrected).map((what) => ({ what, isCorrection: true })),
    ];
    const isUnnamed = (template: RegExp) => template.test(sentence) && template.exec(sentence)?.groups === undefined;
    const [unnamed] = spoken.commands.find(([, templates]) => templates.some(isUnnamed)) ?? [];
    const isOnly = !asks && unnamed !== undefined && entities.some(({ domain }) => domainsOf(OPERATIONS[unnamed]).includes(domain));
    return [
      ...others.flatMap(({ what, ...correction }) =>
        instead(what, said, entities, spoken, about !== undefined).map((one) => ({ ...one, ...correction })),
      ),
      ...ofThem(sentence, entities, spoken).map((one) => asked({ ...one, isOnly })),
    ].map(whole);
  };

  /** The sentence before, said of the only other entity of its kind in its area. */
  function other(before: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const [first, ...more] = entities;
    if (!first?.area || more.length > 0) return [];
    const isOther = ({ entityId, domain, area }: Entity) =>
      entityId !== first.entityId && domain === first.domain && area?.areaId === first.area?.areaId;
    const [only, ...others] = home.exposed().filter(isOther);
    return only && others.length === 0 ? ofOthers(before, entities, [only], spoken).map((one) => ({ ...one, isCorrection: true })) : [];
  }

  /** The sentence before with another place, entity or time in it. `isNamed`: names of entities stand in it that the person did not say. */
  function instead(what: string, before: string, entities: readonly Entity[], spoken: Spoken, isNamed: boolean): readonly WholeSentence[] {
    const timed = spoken.days?.withOther(before, what);
    if (timed !== undefined) return [{ sentence: timed, about: undefined }];
    const phrase = spoken.unprefixed(what);
    const isCalled = ({ name, aliases }: Pick<Entity, "name" | "aliases">) =>
      [name, ...aliases].some((one) => unitsOf(one).join(" ") === unitsOf(phrase).join(" "));
    const [areas, floors] = [home.areas(), home.floors()];
    const place = [...areas, ...floors].find(isCalled);
    const own = (place ? [...areas, ...floors] : entities).flatMap(({ name, aliases }) => [name, ...aliases]);
    // a name that was put in goes as a whole: what else it says is nobody's wish
    const replaced = isNamed ? (place ? [] : [namesOf(entities, spoken)]) : own;
    const sentence = withFirst(before, replaced, place?.name ?? phrase);
    if (sentence !== undefined) return [{ sentence, about: undefined }];
    if (!place) return [];
    // "turn on the lights" – "and in the kitchen?"
    const added = isNamed ? [] : withPlace(before, spoken.inPlace(place.name), spoken).map((one) => ({ sentence: one, about: undefined }));
    const domains = new Set(entities.map(({ domain }) => domain));
    const there = home.exposed().filter((one) => domains.has(one.domain) && [one.area?.name, one.floor?.name].includes(place.name));
    return [...added, ...ofOthers(before, entities, there, spoken)];
  }

  /** The sentence before, said of other entities by their names. */
  function ofOthers(before: string, entities: readonly Entity[], others: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const [first, ...more] = entities;
    const names = first && more.length === 0 ? [first.name, ...first.aliases] : [namesOf(entities, spoken)];
    const sentence = others.length > 0 ? withFirst(before, names, namesOf(others, spoken)) : undefined;
    return sentence === undefined ? [] : [{ sentence, about: others.map(({ entityId }) => entityId) }];
  }

  /** The sentence with the names of what was spoken of in the place of a pronoun; a short one also before or behind it. */
  function ofThem(sentence: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    if (entities.length === 0) return [];
    const names = namesOf(entities, spoken);
    const about = entities.map(({ entityId }) => entityId);
    const words = sentence.split(" ");
    const at = words.findIndex((word, index) => verbOf(word, index === words.length - 1, spoken) !== undefined);
    const verb = at < 0 ? "" : verbOf(words[at] ?? "", at === words.length - 1, spoken);
    if (at >= 0) return [{ sentence: words.with(at, `${verb} ${names}`.trim()).join(" "), about }];
    // a number alone may be anything
    if (words.length > MOST_SHORT_WORDS || !/[\p{L}%]/u.test(sentence)) return [];
    return [
      { sentence: `${names} ${sentence}`, about },
      { sentence: `${sentence} ${names}`, about },
    ];
  }
}

function namesOf(entities: readonly Entity[], { and: [and = ""] }: Pick<Spoken, "and">): string {
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
