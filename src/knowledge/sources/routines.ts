import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import { stateWord } from "../../homeassistant/registry/state-words.ts";
import type { RoutineConfig, RoutineConfigs } from "../../homeassistant/routines/routines.ts";
import type { RoutineDomain } from "../../security/routines/routine-changes.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import { passagesOf } from "../passages.ts";
import { type RoutineNames, routineOutline } from "../routine-outline.ts";
import { homeSource, type KnowledgeSource } from "../source.ts";

/** Routines, hidden ones too, with the names of hidden entities: only owners may read them (security/policy/read-access.ts). */
export function createRoutineSource({
  domain,
  home,
  configs,
  names,
}: {
  readonly domain: RoutineDomain;
  readonly home: Pick<Home, "ready">;
  readonly configs: Pick<RoutineConfigs, "all">;
  readonly names: RoutineNames;
}): KnowledgeSource {
  return homeSource(domain, home, async (signal) =>
    (await configs.all(domain, signal)).flatMap((config) => itemsOf(domain, config, names)),
  );
}

/** Names for routines from the registries; ids of the entity registry, which device steps use, are resolved too. */
export function createRoutineNames({
  home,
  registries,
}: {
  readonly home: Pick<WholeHome, "known">;
  readonly registries: Pick<Registries, "entities" | "devices" | "areas" | "floors" | "labels">;
}): RoutineNames {
  let byRegistryId: { readonly of: unknown; readonly ids: ReadonlyMap<string, string> } | undefined;
  const entityIdOf = (id: string): string => {
    if (id.includes(".")) return id;
    if (byRegistryId?.of !== registries.entities) {
      const ids = [...registries.entities.values()].flatMap(({ registryId, entityId }) =>
        registryId ? [[registryId, entityId] as const] : [],
      );
      byRegistryId = { of: registries.entities, ids: new Map(ids) };
    }
    return byRegistryId.ids.get(id) ?? id;
  };
  return {
    entity: (id) => home.known(entityIdOf(id))?.name,
    state: (id, state) => {
      const entity = home.known(entityIdOf(id));
      return entity ? stateWord(entity, state) : state;
    },
    device: (id) => registries.devices.get(id)?.name,
    area: (id) => registries.areas.get(id)?.name,
    floor: (id) => registries.floors.get(id)?.name,
    label: (id) => registries.labels.get(id)?.name,
  };
}

/** A long routine is several passages, each with its name in front. */
function itemsOf(domain: RoutineDomain, { entity, content }: RoutineConfig, names: RoutineNames): readonly KnowledgeItem[] {
  const { entityId, name, aliases, area } = entity;
  const lines = content.ok ? routineOutline(domain, content.config, names) : ["What is in it cannot be read."];
  const called = aliases.length > 0 ? ` (also called ${aliases.join(", ")})` : "";
  const head = `The ${domain} ${name}${called}${area ? ` in ${area.name}` : ""}.`;
  const pieces = passagesOf([{ heading: undefined, page: undefined, text: lines.join("\n") }]);
  const texts = pieces.length === 0 ? [""] : pieces.map(({ text }) => text);
  return texts.map((text, part) => ({
    ref: entityId,
    part,
    text: text === "" ? head : `${head}\n${text}`,
    metadata: { entityId, domain, name, ...(area && { areaId: area.areaId }) },
    origin: "home",
  }));
}
