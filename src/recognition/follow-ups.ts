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
  /** False for the sentence of a button: a name of the home stands in it, which may say more than a name. */
  readonly isOwn: boolean;
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
    const about = before.isOwn ? undefined : before.entityIds;
    // what asks stays a question: "off?" is no order
    const asks = spoken.asks(text);
    const asked = (whole: WholeSentence) => (asks && !endsAsking(whole.sentence) ? { ...whole, sentence: `${whole.sentence}?` } : whole);
    if (spoken.followUps.again.some((template) => template.test(sentence))) {
      return [{ sentence: before.text, about }, ...ofThem(spoken.bare(said), entities, spoken)].map(whole).map(asked);
    }
    if (spoken.followUps.other.some((template) => template.test(sentence))) return other(said, entities).map(whole).map(asked);
    const whats = (templates: readonly RegExp[]) => templates.flatMap((template) => template.exec(sentence)?.groups?.["what"] ?? []);
    const others = before.isOwn
      ? [
          ...whats(spoken.followUps.instead).map((what) => ({ what })),
          ...whats(spoken.followUps.corrected).map((what) => ({ what, isCorrection: true })),
        ]
      : [];
    const isUnnamed = (template: RegExp) => template.test(sentence) && template.exec(sentence)?.groups === undefined;
    const [unnamed] = spoken.commands.find(([, templates]) => templates.some(isUnnamed)) ?? [];
    const isOnly = !asks && unnamed !== undefined && entities.some(({ domain }) => domainsOf(OPERATIONS[unnamed]).includes(domain));
    return [
      ...others.flatMap(({ what, ...correction }) => instead(what, said, entities, spoken).map((one) => ({ ...one, ...correction }))),
      ...ofThem(sentence, entities, spoken).map((one) => asked({ ...one, isOnly })),
    ].map(whole);
  };

  /** The sentence before, said of the only other entity of its kind in its area. */
  function other(before: string, [first, ...more]: readonly Entity[]): readonly WholeSentence[] {
    if (!first || more.length > 0) return [];
    const isAlike = ({ entityId, domain, area }: Entity) =>
      entityId !== first.entityId && domain === first.domain && area !== undefined && area.areaId === first.area?.areaId;
    const [only, ...others] = home.exposed().filter(isAlike);
    const sentence = only && others.length === 0 ? withFirst(before, [first.name, ...first.aliases], only.name) : undefined;
    return only && sentence !== undefined ? [{ sentence, about: [only.entityId], isCorrection: true }] : [];
  }

  /** The sentence before with another place, entity or time in it. */
  function instead(what: string, before: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const timed = spoken.days?.withOther(before, what);
    if (timed !== undefined) return [{ sentence: timed, about: undefined }];
    const phrase = spoken.unprefixed(what);
    const places = [...home.areas(), ...home.floors()].flatMap(({ name, aliases }) => [name, ...aliases]);
    const place = places.find((name) => unitsOf(name).join(" ") === unitsOf(phrase).join(" "));
    const replaced = place === undefined ? entities.flatMap(({ name, aliases }) => [name, ...aliases]) : places;
    const sentence = withFirst(before, replaced, place ?? phrase);
    if (sentence !== undefined) return [{ sentence, about: undefined }];
    // "turn on the lights" – "and in the kitchen?"
    return place === undefined ? [] : withPlace(before, spoken.inPlace(place), spoken).map((one) => ({ sentence: one, about: undefined }));
  }

  /** The sentence with the names of what was spoken of in the place of a pronoun; a short one also before or behind it. */
  function ofThem(sentence: string, entities: readonly Entity[], spoken: Spoken): readonly WholeSentence[] {
    const [first, ...more] = entities;
    if (!first) return [];
    const [and = ""] = spoken.and;
    const names = [first, ...more].map(({ name }) => name).join(` ${and} `);
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
