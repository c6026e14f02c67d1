import { GENERIC_SERVICES } from "../../security/effects/action-facts.ts";
import { isOwnRoutine, OF_THE_HOME, routineChange, SWITCHES_AUTOMATION } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";
import { textsAndNamesIn } from "../../text/json.ts";
import { domainOf, type Entity, type Home, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import { type Named, similarNames } from "../registry/similar-names.ts";
import { isScriptService, scriptOfService, serviceOfScript } from "../routines/routines.ts";
import { checkData, namesIn } from "./service-data.ts";
import type { ServiceDescription, ServiceDescriptions } from "./service-descriptions.ts";
import { type CallProblem, nearestOf, type Refusal, refuse, told } from "./service-problem.ts";

/** A service call as a tool or the recogniser proposes it; targets may still be areas, floors, labels, devices or `all`. */
export interface ServiceCall {
  /** `domain.service` */
  readonly service: string;
  readonly target: ServiceTarget;
  /** Fields of the service, without targets. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ServiceTarget {
  readonly entityId?: readonly string[];
  readonly deviceId?: readonly string[];
  readonly areaId?: readonly string[];
  readonly floorId?: readonly string[];
  readonly labelId?: readonly string[];
}

/**
 * What the service itself does with a camera: resolved, judged and written down like a service of Home Assistant, and never called there.
 * The picture goes to the chat when the answer does.
 */
export const CAMERA_IMAGE = "camera.get_image";

const SHOWS_CAMERA: ServiceDescription = { fields: new Map(), target: { entity: [{ domain: ["camera"] }] }, response: "none" };

/** A call that Home Assistant will understand: the service exists, its fields fit, every target is an exposed entity that it acts on. */
export interface ResolvedCall {
  readonly service: string;
  /** Sorted, unique, lower case; empty only for services that take no entity. */
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly call: ResolvedCall;
      /** `entity_id: all` was asked for: it may be more than the person has in mind. */
      readonly everything: boolean;
    }
  | { readonly ok: false; readonly problem: CallProblem };

export interface ServicesOptions {
  readonly home: Pick<Home, "ready" | "exposed" | "find" | "isHidden" | "hiddenMatches" | "areas" | "floors" | "nearest"> &
    Pick<WholeHome, "known"> & {
      readonly serviceDescriptions: ServiceDescriptions;
    };
  readonly registries: Pick<Registries, "entities">;
}

const CHANGES_ROUTINE: ServiceDescription = { fields: new Map(), target: undefined, response: "none" };
const TARGET_FIELDS = {
  entity_id: "entityId",
  device_id: "deviceId",
  area_id: "areaId",
  floor_id: "floorId",
  label_id: "labelId",
} as const satisfies Record<string, keyof ServiceTarget>;

/**
 * Checks calls against Home Assistant's own descriptions and the exposed entities, for Home Assistant itself answers success to most
 * wrong ones. Pure but for what it reads at the moment of the call.
 * `script.<id>` becomes `script.turn_on`, which answers at once instead of when the script has ended; `homeassistant.turn_on` and its
 * kind become the service of the targets' domain, and are refused for several domains.
 */
export function createServices({ home, registries }: ServicesOptions) {
  return {
    /** True if Home Assistant lists it, or the service does it itself. */
    exists: (service: string) => find(service) !== undefined,

    resolve(call: ServiceCall): Resolution {
      const service = call.service.trim().toLowerCase();
      if (!home.ready) return refuse("not_ready", "The home is not loaded yet; try again in a moment.");
      const description = find(service);
      if (!description) return unknownService(service);
      if (description.response === "required") {
        return refuse("unknown_service", `${service} only answers with data and does nothing.`);
      }
      const own = switchedAutomation(service, call.target);
      if (own) return { ok: true, call: { service, entityIds: [own], data: {} }, everything: false };
      if (routineChange(service)) return resolveChange(service, call);
      if (holdsTemplate(call.target) || holdsTemplate(call.data)) {
        return refuse("invalid_field", "Templates ({{ … }}) are not accepted; give plain values.");
      }
      const draft = moveTargets({ service, target: call.target, data: call.data }, description);
      if (isScriptService(service)) return resolveScript(service, draft, description);
      const hidden = hiddenName(draft.data);
      if (hidden) return refuse("not_exposed", `${hidden} is not exposed to the assistant.`);
      if (service === "script.turn_on") return resolveScriptStart(draft);
      return finish(draft, description);
    },
  };

  function find(service: string): ServiceDescription | undefined {
    if (service === CAMERA_IMAGE) return SHOWS_CAMERA;
    if (routineChange(service)) return CHANGES_ROUTINE;
    const [domain = "", name = "", ...rest] = service.split(".");
    return rest.length > 0 ? undefined : home.serviceDescriptions.get(domain)?.get(name);
  }

  function finish(draft: ServiceCall, description: ServiceDescription): Resolution {
    const targets = resolveTargets(draft.service, draft.target, description);
    if (!targets.ok) return targets;
    const service = GENERIC_SERVICES.has(draft.service) ? ownService(draft.service, targets.entityIds) : draft.service;
    const entities = targets.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
    const data = checkData(service, draft.data, find(service) ?? description, entities, home);
    if (!data.ok) return data;
    const everything = targets.everything || namesIn(data.data["entity_id"]).includes("all");
    return { ok: true, call: { service, entityIds: targets.entityIds, data: data.data }, everything };
  }

  /** An automation of the service's own is switched though Home Assistant exposes no automations by itself. */
  function switchedAutomation(service: string, target: ServiceTarget): string | undefined {
    const [entityId = "", ...others] = namesIn(target.entityId);
    const id = others.length === 0 && SWITCHES_AUTOMATION.test(service) ? home.known(entityId)?.state.attributes["id"] : undefined;
    return isOwnRoutine(id) ? entityId : undefined;
  }

  /** Its config is compiled by code; what is hidden is not reached through one either, but for where people are and the sun. */
  function resolveChange(service: string, { data }: ServiceCall): Resolution {
    const named = namesIn(textsAndNamesIn(data["config"]));
    const hidden = named.find((name) => !OF_THE_HOME.test(name) && home.isHidden(name));
    if (hidden) return refuse("not_exposed", `${hidden} is not exposed to the assistant.`);
    return { ok: true, call: { service, entityIds: [], data }, everything: false };
  }

  /** `script.good_night {…}` is `script.turn_on script.good_night {variables: {…}}`. */
  function resolveScript(service: string, draft: ServiceCall, description: ServiceDescription): Resolution {
    const data = checkData(service, draft.data, description, [], home);
    if (!data.ok) return data;
    const variables = Object.keys(data.data).length > 0 ? { variables: data.data } : {};
    const hidden = hiddenName(variables);
    if (hidden) return refuse("not_exposed", `${hidden} is not exposed to the assistant.`);
    return resolveScriptStart({ service: "script.turn_on", target: { entityId: [scriptOfService(service, registries)] }, data: variables });
  }

  function resolveScriptStart(draft: ServiceCall): Resolution {
    const { variables, ...data } = draft.data;
    const description = find("script.turn_on");
    if (!description) return unknownService("script.turn_on");
    const resolution = finish({ ...draft, data }, description);
    if (!resolution.ok) return resolution;
    const given = isRecord(variables) ? variables : {};
    if (variables !== undefined && !isRecord(variables)) return refuse("invalid_field", "variables must be an object of names and values.");
    for (const entityId of resolution.call.entityIds) {
      const own = serviceOfScript(entityId, registries);
      const script = find(own);
      const checked = script && checkData(own, given, script, [], home);
      if (checked && !checked.ok) return checked;
    }
    if (Object.keys(given).length === 0) return resolution;
    return { ...resolution, call: { ...resolution.call, data: { ...resolution.call.data, variables: given } } };
  }

  /** The domain's own service when all targets are of one domain: it can be judged, watched and told. */
  function ownService(service: string, entityIds: readonly string[]): string {
    const domains = new Set(entityIds.map(domainOf));
    const [domain = ""] = domains;
    const own = inDomain(domain, service);
    return domains.size === 1 && find(own) ? own : service;
  }

  function namesOf(domain: string): string[] {
    return [...(home.serviceDescriptions.get(domain)?.keys() ?? [])].map((name) => `${domain}.${name}`);
  }

  function unknownService(service: string): Resolution {
    const [domain = ""] = service.split(".");
    const known = home.serviceDescriptions.get(domain);
    const nearest = nearestOf(service, known ? namesOf(domain) : [...home.serviceDescriptions.keys()].flatMap(namesOf));
    const what = known ? `The domain ${domain} has no service ${service}.` : `There is no service ${service}.`;
    return refuse("unknown_service", what, nearest);
  }

  /** The first hidden entity named anywhere in the data: whoever is not exposed is not reached through an argument either. */
  function hiddenName(value: unknown): string | undefined {
    return namesIn(textsAndNamesIn(value)).find((name) => home.isHidden(name));
  }

  /**
   * Turns targets into exposed entities that the service acts on. Named ones must fit; of an area, label, group or `all` those that
   * fit are taken.
   */
  function resolveTargets(service: string, target: ServiceTarget, description: ServiceDescription): ResolvedTargets {
    const named = namesIn(target.entityId).filter((name) => name !== "none");
    const groups = groupsIn(target);
    const isAimed = named.length + groups.length > 0;
    if (!isAimed && description.target !== undefined) {
      return refuse("no_target", `${service} needs a target: entity_id, area_id, floor_id, label_id or device_id.`);
    }
    if (isAimed && description.target === undefined && description.fields.size > 0) {
      return refuse("unknown_field", `${service} takes no target.`);
    }

    const found = new Set<string>();
    for (const entityId of named) {
      const members = membersOfGroup(entityId);
      if (members) groups.push({ kind: "group", id: entityId, members: (entity) => members.has(entity.entityId) });
      else if (entityId === "all") {
        for (const entity of home.exposed()) if (misfit(service, entity, description) === undefined) found.add(entity.entityId);
      } else {
        const entity = home.find(entityId);
        const problem = entity ? misfit(service, entity, description) : missing(entityId);
        if (problem) return problem;
        found.add(entityId);
      }
    }
    for (const group of groups) {
      if ("ok" in group) return group;
      const inside = home.exposed().filter(group.members);
      const fitting = inside.filter((entity) => misfit(service, entity, description) === undefined);
      if (fitting.length === 0) return nothingThere(service, group, inside.length);
      for (const { entityId } of fitting) found.add(entityId);
    }
    if (found.size === 0 && description.target !== undefined) return refuse("no_target", `Nothing that is exposed can take ${service}.`);
    const entityIds = [...found].sort();
    return severalDomains(service, entityIds) ?? { ok: true, entityIds, everything: named.includes("all") };
  }

  function groupsIn({ deviceId, labelId, areaId, floorId }: ServiceTarget): (TargetGroup | Refusal)[] {
    const areas = home.areas().map(({ areaId: id, name, aliases }) => ({ id, names: [name, ...aliases] }));
    const floors = home.floors().map(({ floorId: id, name, aliases }) => ({ id, names: [name, ...aliases] }));
    return [
      ...namesIn(deviceId).map((id) => ({ kind: "device", id, members: (entity: Entity) => entity.deviceId === id })),
      ...namesIn(labelId).map((id) => ({ kind: "label", id, members: (entity: Entity) => entity.labels.includes(id) })),
      ...namesIn(areaId).map((id) => place("area", id, areas)),
      ...namesIn(floorId).map((id) => place("floor", id, floors)),
    ];
  }

  /** Groups of the old kind (`group.x`) stand for their members: those are judged and sent. Undefined for what is no such group. */
  function membersOfGroup(name: string, found: Set<string> = new Set()): ReadonlySet<string> | undefined {
    const members = name.startsWith("group.") ? home.find(name)?.state.attributes["entity_id"] : undefined;
    if (!Array.isArray(members)) return undefined;
    for (const member of members.map(String)) {
      if (found.has(member)) continue;
      found.add(member);
      membersOfGroup(member, found);
    }
    return found;
  }

  function missing(entityId: string): Refusal {
    if (home.isHidden(entityId)) {
      return refuse("not_exposed", `${entityId} is not exposed to the assistant; the owner can expose it in Home Assistant's settings.`);
    }
    return refuse("unknown_target", `There is no entity ${entityId}.`, home.nearest(entityId));
  }

  /** Why the service does nothing to this entity; undefined when it fits. */
  function misfit(service: string, entity: Entity, description: ServiceDescription): Refusal | undefined {
    // A group of the old kind is only a name for its members.
    if (entity.domain === "group") return refuse("unknown_target", `${entity.entityId} has no members.`);
    if (GENERIC_SERVICES.has(service)) {
      return find(inDomain(entity.domain, service)) ? undefined : wrongDomain(service, entity);
    }
    const filters = filtersOf(description);
    if (filters.length === 0) return undefined;
    const ofDomain = filters.filter(({ domains }) => domains.length === 0 || domains.includes(entity.domain));
    if (ofDomain.length === 0) return wrongDomain(service, entity);
    return ofDomain.some((filter) => fits(filter, entity))
      ? undefined
      : refuse("wrong_domain", `${entity.entityId} does not support ${service}.`);
  }

  function wrongDomain(service: string, entity: Entity): Refusal {
    const same = inDomain(entity.domain, service);
    const ofDomain = namesOf(entity.domain);
    const alike = nearestOf(same, ofDomain);
    const nearest = ofDomain.includes(same) ? [same] : alike.length > 0 ? alike : ofDomain;
    const hint = ofDomain.length === 0 ? " It can only be read." : ` Use ${told(nearest)}.`;
    return refuse("wrong_domain", `${service} does nothing to ${entity.entityId}.${hint}`, nearest);
  }

  function nothingThere(service: string, { kind, id }: TargetGroup, inside: number): Refusal {
    if (inside > 0) return refuse("unknown_target", `Nothing that is exposed in ${kind} ${id} can take ${service}.`);
    const hidden = home.hiddenMatches(id.replaceAll("_", " "));
    if (hidden > 0)
      return refuse("not_exposed", `Nothing in ${kind} ${id} is exposed to the assistant; ${hidden} entities there are hidden.`);
    const known = kind === "label" ? [...new Set(home.exposed().flatMap(({ labels }) => labels))] : [];
    return refuse("unknown_target", `No exposed entity has the ${kind} ${id}.`, nearestOf(id, known));
  }
}

export type Services = ReturnType<typeof createServices>;

/** Small models put `entity_id` among the data: Home Assistant takes both as the same, unless the service has a field of that name. */
function moveTargets(draft: ServiceCall, description: ServiceDescription): ServiceCall {
  const data: Record<string, unknown> = { ...draft.data };
  const target: { -readonly [Kind in keyof ServiceTarget]: readonly string[] } = { ...draft.target };
  for (const [field, kind] of Object.entries(TARGET_FIELDS)) {
    if (description.fields.has(field)) {
      if (target[kind]?.length && data[field] === undefined) data[field] = target[kind];
      delete target[kind];
      continue;
    }
    if (data[field] === undefined || data[field] === null) continue;
    target[kind] = [...(target[kind] ?? []), ...namesIn(data[field])];
    delete data[field];
  }
  return { service: draft.service, target, data };
}

function holdsTemplate(value: unknown): boolean {
  return textsAndNamesIn(value).some((text) => text.includes("{{") || text.includes("{%"));
}

type ResolvedTargets =
  | {
      readonly ok: true;
      readonly entityIds: readonly string[];
      /** `all` was asked for, however much that is. */
      readonly everything: boolean;
    }
  | Refusal;

/** What stands for several entities. */
interface TargetGroup {
  readonly kind: string;
  readonly id: string;
  readonly members: (entity: Entity) => boolean;
}

/** A service of the same name in another domain. */
function inDomain(domain: string, service: string): string {
  return `${domain}.${service.split(".")[1] ?? ""}`;
}

/** One call that is judged and told as one thing: each domain has a service of its own. */
function severalDomains(service: string, entityIds: readonly string[]): Refusal | undefined {
  const byService = Map.groupBy(entityIds, (entityId) => inDomain(domainOf(entityId), service));
  if (!GENERIC_SERVICES.has(service) || byService.size < 2) return undefined;
  const calls = [...byService].map(([own, ids]) => `${own} for ${told(ids)}`);
  const message = `These are things of several domains. Call each domain's own service: ${calls.join("; ")}.`;
  return refuse("wrong_domain", message, [...byService.keys()].slice(0, 3));
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
    .filter(isRecord)
    .map(({ domain, device_class, integration, supported_features }) => ({
      domains: listOf(domain).map(String),
      deviceClasses: listOf(device_class).map(String),
      integration: typeof integration === "string" ? integration : undefined,
      features: listOf(supported_features).filter((bits) => typeof bits === "number"),
    }));
}

/** Entities that tell no features are not held to the masks, of which one must fit with all its bits, as in Home Assistant's own check. */
function fits({ integration, deviceClasses, features }: Filter, { platform, deviceClass, state }: Entity): boolean {
  const has = state.attributes["supported_features"];
  return (
    (integration === undefined || platform === undefined || integration === platform) &&
    (deviceClasses.length === 0 || deviceClasses.includes(deviceClass ?? "")) &&
    (features.length === 0 || typeof has !== "number" || features.some((mask) => (has & mask) === mask))
  );
}

function listOf(value: unknown): readonly unknown[] {
  return [value ?? []].flat();
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
