import type { EntityPostings, EntityRecord } from "./entity-postings.ts";

/** A pair has one, a row of spots a few. */
const MOST_SIBLINGS = 4;

/**
 * What "the other one" may be: things of the same domain and room whose names have words in common with one of these, the most alike first.
 * The name of the room is no such word. At most 4, and none of these.
 */
export function siblingsOf(records: readonly EntityRecord[], postings: EntityPostings): readonly EntityRecord[] {
  const own = new Set(records.map(({ entityId }) => entityId));
  const shared = new Map<EntityRecord, number>();
  for (const record of records) {
    const words = nameWords(record);
    for (const slot of new Set([...words].flatMap((word) => [...postings.having(word).keys()]))) {
      const other = postings.at(slot);
      if (!other || own.has(other.entityId) || !isBeside(other, record)) continue;
      const common = nameWords(other).intersection(words).size;
      if (common > 0) shared.set(other, Math.max(shared.get(other) ?? 0, common));
    }
  }
  return [...shared]
    .sort(([one, most], [other, more]) => more - most || (one.entityId < other.entityId ? -1 : 1))
    .slice(0, MOST_SIBLINGS)
    .map(([record]) => record);
}

function isBeside({ entity: one }: EntityRecord, { entity: other }: EntityRecord): boolean {
  return one.domain === other.domain && one.area?.areaId === other.area?.areaId;
}

/** Words of its names, without those of its room and floor. */
function nameWords({ names, placeKeys }: EntityRecord): Set<string> {
  return new Set(names.flat()).difference(new Set(placeKeys.flatMap((key) => key.split(" "))));
}
