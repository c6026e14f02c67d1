import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { PhraseWords, Placed, Wanted } from "../entity-search/entity-placing.ts";
import { unitsOf as unitsIn } from "../entity-search/entity-text.ts";
import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { SeveralMeant } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { unparted } from "../text/proclitics.ts";
import type { Spoken } from "./spoken.ts";

export type Phrasing = PhraseWords & Pick<Spoken, "phrase" | "halves" | "unprefixed" | "isPronoun">;

/** What a phrase for entities may stand for. */
export interface WantedPhrase extends Omit<Wanted, "words" | "plurals" | "number" | "countsAs"> {
  /** Domains that "everything" stands for. */
  readonly everything?: readonly string[];
  /** True if that may be all of the home. */
  readonly isWhole?: boolean;
  /** True if a plural stands for all that there are. */
  readonly isAllOff?: boolean;
  /** True if a place, and a plural, stand for all that is there, and no place for all of the home. */
  readonly isSet?: boolean;
}

/** Nobody says more names in one breath, and each is looked for in three ways. */
const MOST_NAMED = 8;
const NOWHERE: Placed = { outcome: "none" };

/** Places phrases of a language: one, with what is left out of it, or several with "and". */
export function createPhrasePlacing(index: Pick<EntityIndexSearch, "place">) {
  function placeOne(text: string, meant: WantedPhrase, spoken: Phrasing): Placed {
    const { text: phrase, number, plurals, except } = spoken.phrase(text);
    const isAny = number === "everything" || (meant.isWhole === true && text === "");
    // of the whole house nobody commands everything, without saying what not
    if (isAny && phrase.trim() === "" && !meant.isSet && !meant.isWhole && except.length === 0) return NOWHERE;
    const rankOf = isAny ? ({ domain }: Entity) => (meant.everything?.includes(domain) ? 0 : undefined) : meant.rankOf;
    const wanted = { isCareful: ({ domain }: Entity) => domain === "lock" && !isAny, forgivesSlips: true, ...meant, words: spoken };
    const needsThing = meant.needsThing === true && !isAny;
    const said = { ...wanted, rankOf, plurals, number: isAny ? "all" : number, needsThing } as const;
    const few = index.place(phrase, said);
    const isOpen = few.outcome === "none" || meant.isSet === true;
    const all = isOpen && number === "one" ? index.place(phrase, { ...said, number: "all" }) : NOWHERE;
    // "lights off" leaves none on; of all that "lights on" may be, some are meant
    const isEach =
      all.outcome === "sure" &&
      (meant.isSet ? !all.isByName && (all.isKind ? plurals.size > 0 : all.hasPlace) : meant.isAllOff && plurals.size > 0);
    const placed = isEach
      ? all
      : few.outcome === "none" && all.outcome === "sure" && all.isKind
        ? ({ ...all, outcome: "several" } as const)
        : few;
    if (except.length === 0 || placed.outcome === "none") return placed;
    if (placed.outcome === "several" || !placed.isPlural) return NOWHERE;
    const left = new Set<Entity>();
    const among = (entity: Entity) => (placed.entities.includes(entity) ? 0 : undefined);
    for (const part of except) {
      const { text: some, plurals: several } = spoken.phrase(part);
      // what shall be left out has to be known, and to be one of those that are meant
      const all = { rankOf: among, isCareful: () => false, plurals: several, number: "all", needsThing: false } as const;
      const found = index.place(some, { ...wanted, ...all });
      if (found.outcome !== "sure" || some.trim() === "") return NOWHERE;
      // "all lights except the lamp in the den" may be all of the den's
      if (!placed.hasPlace && unitsIn(some).some((unit) => spoken.prepositions.has(unit))) return NOWHERE;
      for (const entity of found.entities) left.add(entity);
    }
    const entities = placed.entities.filter((entity) => !left.has(entity));
    return entities.length === 0 ? NOWHERE : { ...placed, entities };
  }

  /** One phrase, or several with "and"; of several each has to be sure. "The living room and kitchen lights" are lights both. */
  function placeAll(text: string, meant: WantedPhrase, spoken: Phrasing): Placed {
    const whole = placeOne(text, meant, spoken);
    const halves = spoken.halves(text);
    const isList = halves.length >= 2 && halves.length <= MOST_NAMED && spoken.phrase(text).except.length === 0;
    if (whole.outcome !== "none" || !isList) return whole;
    const isSure = (placed: Placed): placed is Extract<Placed, { outcome: "sure" }> => placed.outcome === "sure";
    const [words, last] = [halves[0]?.split(/\s+/) ?? [], halves.at(-1)?.split(/\s+/) ?? []];
    const lastPreposition = (half: readonly string[]) => half.findLastIndex((word) => spoken.prepositions.has(word));
    const [at, behind] = [lastPreposition(words), lastPreposition(last)];
    // "the lights in the bedroom and the bathroom", "the lights upstairs and downstairs"
    const leads = (at < 0 ? [-1] : [at, at + 1]).map((end) => words.slice(0, end).join(" ")).filter(Boolean);
    const found = halves.flatMap((half, index) => {
      const headed = index === halves.length - 1 ? [] : [-1, -2].map((from) => `${half} ${last.slice(from).join(" ")}`);
      const led = index === 0 ? [] : leads.map((lead) => `${lead} ${half}`);
      const placed = [half, ...headed, ...led].map((phrase) => placeOne(phrase, meant, spoken)).find(isSure);
      return placed ? [{ half, placed }] : [];
    });
    const firstPlaced = found.findIndex(({ placed }) => placed.hasPlace);
    const sure = found
      .map(({ half, placed }, index) => {
        if (firstPlaced < 0 || placed.isByName || placed.hasPlace) return placed;
        // "all lights and fans in the bedroom" are there both
        if (placed.isPlural || placed.entities.length > 1)
          return behind < 0 ? NOWHERE : placeOne([half, ...last.slice(behind)].join(" "), meant, spoken);
        // "the kitchen light and the TV" means the only TV; "the kitchen light and fan" may be the kitchen's both
        return index < firstPlaced || spoken.unprefixed(half) !== half ? placed : NOWHERE;
      })
      .filter(isSure);
    if (sure.length < halves.length) return NOWHERE;
    const entities = [...new Set(sure.flatMap((placed) => placed.entities))];
    const hasPlace = sure.every((placed) => placed.hasPlace);
    return { outcome: "sure", entities, isPlural: true, hasPlace, isByName: true, isKind: false, isNamed: false };
  }

  return placeAll;
}

/** The sentence with each thing's whole name in it; none if a name would not tell them apart. */
export function severalOf(
  sentence: string,
  what: string,
  entities: readonly Entity[],
  { isPronoun }: Pick<Phrasing, "isPronoun">,
): IntentReading {
  // "make it brighter" says no thing, and its name goes in the place of "it"
  const words = sentence.split(" ");
  const it = what === "" ? words.findIndex(isPronoun) : -1;
  const able = entities.toSorted((one, other) => one.name.localeCompare(other.name));
  const named = Map.groupBy(able, ({ name }) => name.toLowerCase());
  const labels = able.map(({ name, area }) => (area && named.get(name.toLowerCase())?.[1] ? `${area.name} ${name}` : name));
  const several =
    it < 0
      ? severalIn(sentence, what, labels)
      : { what: words[it] ?? "", options: labels.map((label) => ({ label, sentence: words.with(it, label).join(" ") })) };
  const areDistinct = new Set(labels.map((label) => label.toLowerCase())).size === labels.length;
  return several && areDistinct && labels.length > 1 ? { ok: false, reason: "several", ...several } : NO_MATCH;
}

/** The sentence with each of some names in the place of the words that fit all of them; "louder" says no thing, so a name goes before it. */
export function severalIn(sentence: string, what: string, labels: readonly string[]): SeveralMeant | undefined {
  const at = what === "" ? 0 : sentence.toLowerCase().lastIndexOf(what.toLowerCase());
  const [before, behind] = [sentence.slice(0, at), what === "" ? ` ${sentence}` : sentence.slice(at + what.length)];
  const options = labels.map((label) => ({ label, sentence: unparted(before + label + behind) }));
  return at < 0 ? undefined : { what: unparted(what || sentence), options };
}
