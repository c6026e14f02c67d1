import { unitsOf } from "../../entity-search/entity-text.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { isRoutine } from "../../security/policy/read-access.ts";

interface Name {
  readonly units: readonly string[];
  readonly entity: Entity;
}

/**
 * The exposed entities whose whole name or alias stands in a text; of names within names the longest. What a routine's state tells is no state of
 * the house: routines are left out. Follows the home's generation.
 */
export function createNamedEntities(home: Pick<Home, "exposed" | "generation">): (text: string) => readonly Entity[] {
  let known: { readonly generation: number; readonly byFirst: ReadonlyMap<string, readonly Name[]> } | undefined;

  function names(): ReadonlyMap<string, readonly Name[]> {
    if (known?.generation !== home.generation) {
      const all = home.exposed().flatMap((entity) => (isRoutine(entity.domain) ? [] : namesOf(entity)));
      const byFirst = Map.groupBy(all, ({ units }) => units[0] ?? "");
      for (const list of byFirst.values()) list.sort((one, other) => other.units.length - one.units.length);
      known = { generation: home.generation, byFirst };
    }
    return known.byFirst;
  }

  return (text) => {
    const units = unitsOf(text);
    const found = new Set<Entity>();
    for (let at = 0; at < units.length; ) {
      const here = (names().get(units[at] ?? "") ?? []).filter((name) => name.units.every((unit, index) => units[at + index] === unit));
      const longest = here[0]?.units.length ?? 1;
      for (const name of here) if (name.units.length === longest) found.add(name.entity);
      at += longest;
    }
    return [...found];
  };
}

function namesOf(entity: Entity): readonly Name[] {
  return [entity.name, ...entity.aliases].map((name) => ({ units: unitsOf(name), entity })).filter(({ units }) => units.length > 0);
}
