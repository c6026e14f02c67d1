import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { DOORS, isOfEverything, rankOfState, STATES, type StateMeaning } from "../../recognition/meanings.ts";
import { folded } from "../../text/fold.ts";

/** Shorter beginnings fit too much. */
const SHORTEST_STEM = 3;
/** Between a name of a kind and its plural. */
const LONGEST_ENDING = 3;
const CLOSING: ReadonlySet<string> = new Set(["cover", "lock", "alarm_control_panel"]);

/**
 * The exposed entities that a statement about all or any of a set is about: those that can be in that state, of the kind and the place that
 * the phrase names. Empty if the phrase says more than these explain.
 */
export function entitiesOfSet(
  { about, value }: { readonly about: string; readonly value: string },
  { home, words }: { readonly home: Pick<Home, "exposed" | "areas" | "floors">; readonly words: StateWords },
): readonly Entity[] {
  const able = home.exposed().filter((entity) => canBe(value, entity));
  const phrase = folded(about);
  const isSaid = nameFinder(phrase);
  const areas = home.areas().filter(({ name, aliases }) => [name, ...aliases].some(isSaid));
  const floors = home.floors().filter(({ name, aliases }) => [name, ...aliases].some(isSaid));
  const hasPlace = areas.length + floors.length > 0;
  const there = able.filter(
    ({ area, floor }) =>
      !hasPlace ||
      areas.some(({ areaId }) => areaId === area?.areaId) ||
      (areas.length === 0 && floors.some(({ floorId }) => floorId === floor?.floorId)),
  );
  // a garage may be a place, and a kind of door
  const placeNames = new Set([...areas, ...floors].flatMap(({ name, aliases }) => [name, ...aliases].map(folded)));
  const isKindSaid = (name: string) => !placeNames.has(name) && isSaid(name);
  const ofKind = there.filter((entity) => words.kindNames(entity).some(isKindSaid) || isKindSaid(entity.domain.replaceAll("_", " ")));
  // "valves", and the home has none: not everything
  if (ofKind.length > 0 || words.allKinds().some(isKindSaid)) return ofKind;
  // what no kind is called by stands for everything that can be so
  return there.filter(isOfEverything);
}

/** Whether an entity closes the home, or tells of what does. */
export function isClosing({ domain, deviceClass }: Entity): boolean {
  return CLOSING.has(domain) || DOORS.includes(deviceClass ?? "");
}

function canBe(value: string, entity: Entity): boolean {
  if (value === "not_home") return entity.domain === "person";
  return isMeaning(value) && rankOfState(value, entity) !== undefined;
}

function isMeaning(value: string): value is StateMeaning {
  return Object.hasOwn(STATES, value);
}

/** Tells whether a phrase holds a name as whole words, the last of them with an ending or without. */
export function nameFinder(phrase: string): (name: string) => boolean {
  const words = ` ${wordsOf(phrase)} `;
  return (name) => {
    const wanted = wordsOf(name);
    if (wanted.length < SHORTEST_STEM) return false;
    for (let at = words.indexOf(` ${wanted}`); at !== -1; at = words.indexOf(` ${wanted}`, at + 1)) {
      const end = at + 1 + wanted.length;
      if (words.indexOf(" ", end) - end <= LONGEST_ENDING) return true;
    }
    return false;
  };
}

function wordsOf(text: string): string {
  return folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
