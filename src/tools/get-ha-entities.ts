import { z } from "zod";
import type { ReadTool, ToolAnswer } from "../agent/toolbox.ts";
import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { unitsOf } from "../entity-search/entity-text.ts";
import type { Area, Entity, Floor, Home } from "../homeassistant/registry/home.ts";
import { similarNames } from "../homeassistant/registry/similar-names.ts";
import { mayRead } from "../security/policy/read-access.ts";
import { isNameLike } from "../security/provenance/provenance.ts";
import { HOW_TO_EXPOSE, LONGEST_NAME, OWNERS_ONLY, shorten } from "./entity-access.ts";
import { defineReadTool } from "./tool.ts";

const MOST_ENTITIES = 40;
const ENTITIES_OF_A_QUERY = 15;
/** Room of the map in an answer, so that all of it stays near 2,000 characters (about 600 tokens). */
const MAP_CHARACTERS = 1_600;
const MOST_NAMES = 5;

const input = z.object({
  domain: z.string().max(40).optional(),
  area: z.string().max(80).optional().describe("or floor"),
  query: z.string().max(200).optional(),
});

type Filters = z.infer<typeof input>;

/** Exposed entities as a map from name to id; `more` did not fit, `hidden` more of that name or place are not exposed. */
export function createGetHaEntities({
  home,
  search,
}: {
  home: Pick<Home, "exposed" | "areas" | "floors" | "hiddenMatches">;
  search: Pick<EntityIndexSearch, "search">;
}): ReadTool {
  return defineReadTool("get_ha_entities", "Finds entities and their exact ids.", input, (filters, caller) => {
    const places = [...home.areas(), ...home.floors()];
    const place = placeOf(filters.area, places);
    if (place === "unknown") return unknownPlace(filters.area, places);
    const domain = filters.domain?.trim().toLowerCase().replaceAll(" ", "_");
    if (domain && !mayRead(domain, caller.role)) return { ok: false, error: "owners_only", message: OWNERS_ONLY };

    const all = home.exposed();
    const candidates = filters.query?.trim() ? search.search(filters.query, all.length) : all;
    const found = candidates.filter(
      (entity) =>
        mayRead(entity.domain, caller.role) &&
        (!domain || entity.domain === domain || `${entity.domain}s` === domain) &&
        (!place || ("areaId" in place ? entity.area?.areaId === place.areaId : entity.floor?.floorId === place.floorId)),
    );
    const entities = mapOf(found.slice(0, filters.query ? ENTITIES_OF_A_QUERY : MOST_ENTITIES), namesakes(all));
    return {
      ok: true,
      entities: Object.fromEntries(entities),
      more: found.length - entities.length,
      ...(entities.every(([name]) => isNameLike(name))
        ? { origin: "home" as const }
        : { origin: "outside" as const, outside: entities.flatMap(([name]) => (isNameLike(name) ? [] : [name])) }),
      ...(found.length === 0 && { domains: [...new Set(all.map((entity) => entity.domain))].sort() }),
      // hidden ones are found by words alone: with a kind asked for and found, their number would mislead
      ...(domain && found.length > 0 ? {} : hiddenOnes(home, filters, place)),
    };
  });
}

function hiddenOnes(home: Pick<Home, "hiddenMatches">, { query }: Filters, place: Area | Floor | undefined): Partial<ToolAnswer> {
  const text = [query?.trim(), place?.name].filter(Boolean).join(" ");
  const hidden = text ? home.hiddenMatches(text) : 0;
  return hidden > 0 ? { hidden, how_to_expose: HOW_TO_EXPOSE } : {};
}

function placeOf(name: string | undefined, places: readonly (Area | Floor)[]): Area | Floor | "unknown" | undefined {
  if (!name?.trim()) return undefined;
  const wanted = unitsOf(name).join(" ");
  const named = (place: Area | Floor) => [place.name, ...place.aliases].some((known) => unitsOf(known).join(" ") === wanted);
  return places.find(named) ?? places.find((place) => idOf(place) === name.trim().toLowerCase()) ?? "unknown";
}

function idOf(place: Area | Floor): string {
  return "areaId" in place ? place.areaId : place.floorId;
}

function unknownPlace(name: string | undefined, places: readonly (Area | Floor)[]): ToolAnswer {
  const similar = similarNames(
    name ?? "",
    places.map((place) => ({ id: place.name, names: place.aliases })),
    MOST_NAMES,
  );
  const nearest = similar.length > 0 ? similar : places.slice(0, MOST_NAMES).map((place) => place.name);
  return { ok: false, error: "unknown_area", nearest: nearest.map((near) => shorten(near, LONGEST_NAME)) };
}

function namesakes(all: readonly Entity[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of all) {
    const key = name.toLowerCase();
    (seen.has(key) ? shared : seen).add(key);
  }
  return shared;
}

/** A shared name is told apart by its area, and where that is not enough by its id. Ends where the answer is full. */
function mapOf(entities: readonly Entity[], shared: ReadonlySet<string>): readonly [string, string][] {
  const entries = new Map<string, string>();
  let room = MAP_CHARACTERS;
  for (const { entityId, name, area } of entities) {
    const short = shorten(name, LONGEST_NAME);
    const placed = shared.has(name.toLowerCase()) && area ? `${short} (${shorten(area.name, LONGEST_NAME)})` : short;
    const key = entries.has(placed) || (shared.has(name.toLowerCase()) && !area) ? `${short} (${entityId})` : placed;
    room -= key.length + entityId.length + 6;
    if (room < 0) break;
    entries.set(key, entityId);
  }
  return [...entries];
}
