import { GENERIC_SERVICES } from "../../security/effects/action-facts.ts";
import type { Entity, Home } from "../registry/home.ts";
import { type Named, similarNames } from "../registry/similar-names.ts";
import type { ServiceDescription } from "./service-descriptions.ts";
import { nearestOf, type Refusal, refuse, told } from "./service-problem.ts";
import type { ServiceTarget } from "./services.ts";

export type ResolvedTargets =
  | {
      readonly ok: true;
      readonly entityIds: readonly string[];
      /** `all` was asked for, however much that is. */
      readonly everything: boolean;
    }
  | Refusal;

export interface TargetContext {
  readonly home: Pick<Home, "exposed" | "find" | "isHidden" | "hiddenMatches" | "areas" | "floors" | "nearest">;
  /** All services of a domain, `domain.service`. */
  readonly servicesOf: (domain: string) => readonly string[];
}

/** What stands for several entities. */
interface TargetGroup {
  readonly kind: string;
  readonly id: string;
  readonly members: (entity: Entity) => boolean;
}

/**
 * Turns targets into exposed entities that the service acts on. Named ones must fit; of an area, label, group or `all` those that
 * fit are taken.
 */
export function resolveTargets(
  service: string,
  target: ServiceTarget,
  description: ServiceDescription,
  context: TargetContext,
): ResolvedTargets {
  const { home } = context;
  const named = cleaned(target.entityId).filter((name) => name !== "none");
  const groups: TargetGroup[] = [
    ...cleaned(target.deviceId).map((id) => ({ kind: "device", id, members: (entity: Entity) => entity.deviceId === id })),
    ...cleaned(target.labelId).map((id) => ({ kind: "label", id, members: (entity: Entity) => entity.labels.includes(id) })),
  ];
  const wanted = [...named, ...groups, ...cleaned(target.areaId), ...cleaned(target.floorId)].length;
  if (wanted === 0 && description.target !== undefined) {
    return refuse("no_target", `${service} needs a target: entity_id, area_id, floor_id, label_id or device_id.`);
  }
  if (wanted > 0 && description.target === undefined && description.fields.size > 0) {
    return refuse("unknown_field", `${service} takes no target.`);
  }

  const found = new Set<string>();
  for (const entityId of named) {
    const members = membersOfGroup(entityId, home);
    if (members) {
      groups.push({ kind: "group", id: entityId, members: (entity) => members.has(entity.entityId) });
      continue;
    }
    if (entityId === "all") {
      for (const entity of home.exposed()) if (misfit(service, entity, description, context) === undefined) found.add(entity.entityId);
      continue;
    }
    const entity = home.find(entityId);
    if (!entity) return missing(entityId, home);
    const problem = misfit(service, entity, description, context);
    if (problem) return problem;
    found.add(entityId);
  }
  const areas = home.areas().map(({ areaId: id, name, aliases }) => ({ id, names: [name, ...aliases] }));
  const floors = home.floors().map(({ floorId: id, name, aliases }) => ({ id, names: [name, ...aliases] }));
  const inAreas = cleaned(target.areaId).map((id) => place("area", id, areas));
  const onFloors = cleaned(target.floorId).map((id) => place("floor", id, floors));
  for (const spot of [...inAreas, ...onFloors]) {
    if ("ok" in spot) return spot;
    groups.push(spot);
  }
  for (const { kind, id, members } of groups) {
    const inside = home.exposed().filter(members);
    const fitting = inside.filter((entity) => misfit(service, entity, description, context) === undefined);
    if (fitting.length === 0) return nothingThere(service, kind, id, inside.length, home);
    for (const { entityId } of fitting) found.add(entityId);
  }
  if (found.size === 0 && description.target !== undefined) return refuse("no_target", `Nothing that is exposed can take ${service}.`);
  if (GENERIC_SERVICES.has(service)) {
    const mixed = severalDomains(service, [...found].sort());
    if (mixed) return mixed;
  }
  return { ok: true, entityIds: [...found].sort(), everything: named.includes("all") };
}

/** One call that is judged and told as one thing: each domain has a service of its own. */
function severalDomains(service: string, entityIds: readonly string[]): Refusal | undefined {
  const name = service.split(".")[1] ?? "";
  const byService = Map.groupBy(entityIds, (entityId) => `${entityId.split(".")[0] ?? ""}.${name}`);
  if (byService.size < 2) return undefined;
  const calls = [...byService].map(([own, ids]) => `${own} for ${told(ids)}`);
  return refuse("wrong_domain", `These are things of several domains. Call each domain's own service: ${calls.join("; ")}.`, [
    ...[...byService.keys()].slice(0, 3),
  ]);
}

function cleaned(names: readonly string[] | undefined): string[] {
  const single = (names ?? []).flatMap((name) => name.split(","));
  return [...new Set(single.map((name) => name.trim().toLowerCase()))].filter((name) => name !== "");
}

/** Groups of the old kind (`group.x`) stand for their members: those are judged and sent. Undefined for what is no such group. */
function membersOfGroup(name: string, home: TargetContext["home"], found: Set<string> = new Set()): ReadonlySet<string> | undefined {
  const members = name.startsWith("group.") ? home.find(name)?.state.attributes["entity_id"] : undefined;
  if (!Array.isArray(members)) return undefined;
  for (const member of members.map(String)) {
    if (found.has(member)) continue;
    found.add(member);
    membersOfGroup(member, home, found);
  }
  return found;
}

function missing(entityId: string, home: TargetContext["home"]): Refusal {
  if (home.isHidden(entityId)) {
    return refuse("not_exposed", `${entityId} is not exposed to the assistant; the owner can expose it in Home Assistant's settings.`);
  }
  return refuse("unknown_target", `There is no entity ${entityId}.`, home.nearest(entityId));
}

/** Why the service does nothing to this entity; undefined when it fits. */
function misfit(service: string, entity: Entity, description: ServiceDescription, { servicesOf }: TargetContext): Refusal | undefined {
  // A group of the old kind is only a name for its members.
  if (entity.domain === "group") return refuse("unknown_target", `${entity.entityId} has no members.`);
  if (GENERIC_SERVICES.has(service)) {
    const own = `${entity.domain}.${service.split(".")[1] ?? ""}`;
    return servicesOf(entity.domain).includes(own) ? undefined : wrongDomain(service, entity, servicesOf(entity.domain));
  }
  const filters = filtersOf(description);
  if (filters.length === 0) return undefined;
  const ofDomain = filters.filter(({ domains }) => domains.length === 0 || domains.includes(entity.domain));
  if (ofDomain.length === 0) return wrongDomain(service, entity, servicesOf(entity.domain));
  const fits = ofDomain.some(
    ({ integration, deviceClasses, features }) =>
      (integration === undefined || entity.platform === undefined || integration === entity.platform) &&
      (deviceClasses.length === 0 || deviceClasses.includes(entity.deviceClass ?? "")) &&
      supports(entity, features),
  );
  return fits ? undefined : refuse("wrong_domain", `${entity.entityId} does not support ${service}.`);
}

function wrongDomain(service: string, entity: Entity, ofDomain: readonly string[]): Refusal {
  const same = `${entity.domain}.${service.split(".")[1] ?? ""}`;
  const alike = nearestOf(same, ofDomain);
  const nearest = ofDomain.includes(same) ? [same] : alike.length > 0 ? alike : ofDomain;
  const hint = ofDomain.length === 0 ? " It can only be read." : ` Use ${told(nearest)}.`;
  return refuse("wrong_domain", `${service} does nothing to ${entity.entityId}.${hint}`, nearest);
}

interface Filter {
  readonly domains: readonly string[];
  readonly deviceClasses: readonly string[];
  readonly integration: string | undefined;
  readonly features: readonly number[];
}

/** Home Assistant's `target.entity` selector: one filter or a list, of which one must fit. */
function filtersOf({ target }: ServiceDescription): Filter[] {
  return listOf(target?.["entity"])
    .filter((filter) => typeof filter === "object" && filter !== null)
    .map((filter) => {
      const { domain, device_class, integration, supported_features } = Object.fromEntries(Object.entries(filter));
      return {
        domains: listOf(domain).map(String),
        deviceClasses: listOf(device_class).map(String),
        integration: typeof integration === "string" ? integration : undefined,
        features: listOf(supported_features).filter((bits) => typeof bits === "number"),
      };
    });
}

/** One of the masks, with all its bits, as Home Assistant's own check of entities does. Entities that tell no features are not held to them. */
function supports({ state }: Entity, masks: readonly number[]): boolean {
  const has = state.attributes["supported_features"];
  return masks.length === 0 || typeof has !== "number" || masks.some((mask) => (has & mask) === mask);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

/** An area or floor by id, name or alias. */
function place(kind: "area" | "floor", wanted: string, places: readonly Named[]): TargetGroup | Refusal {
  const byId = places.find(({ id }) => id.toLowerCase() === wanted);
  const byName = places.filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
  const right = byId ?? (byName.length === 1 ? byName[0] : undefined);
  if (!right) return refuse("unknown_target", `There is no ${kind} ${wanted}.`, similarNames(wanted, places));
  const idOf = (entity: Entity) => (kind === "area" ? entity.area?.areaId : entity.floor?.floorId);
  return { kind, id: right.id, members: (entity) => idOf(entity) === right.id };
}

function nothingThere(service: string, kind: string, id: string, inside: number, home: TargetContext["home"]): Refusal {
  if (inside > 0) return refuse("unknown_target", `Nothing that is exposed in ${kind} ${id} can take ${service}.`);
  const hidden = home.hiddenMatches(id.replaceAll("_", " "));
  if (hidden > 0)
    return refuse("not_exposed", `Nothing in ${kind} ${id} is exposed to the assistant; ${hidden} entities there are hidden.`);
  const known = kind === "label" ? [...new Set(home.exposed().flatMap(({ labels }) => labels))] : [];
  return refuse("unknown_target", `No exposed entity has the ${kind} ${id}.`, nearestOf(id, known));
}
