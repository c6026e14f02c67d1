import { GENERIC_SERVICES } from "../../security/effects/action-facts.ts";
import { isRecord } from "../../text/is-record.ts";
import { textsAndNamesIn } from "../../text/texts-in.ts";
import type { Home } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import { isScriptService, scriptOfService, serviceOfScript } from "../routines/routines.ts";
import { checkData } from "./service-data.ts";
import type { ServiceDescription, ServiceDescriptions } from "./service-descriptions.ts";
import { type CallProblem, nearestOf, refuse } from "./service-problem.ts";
import { resolveTargets } from "./service-targets.ts";

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
  readonly home: Pick<Home, "ready" | "exposed" | "find" | "isHidden" | "hiddenMatches" | "areas" | "floors" | "nearest"> & {
    readonly serviceDescriptions: ServiceDescriptions;
  };
  readonly registries: Pick<Registries, "entities">;
}

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
    /** True if Home Assistant lists it. */
    exists: (service: string) => find(service) !== undefined,

    resolve(call: ServiceCall): Resolution {
      const service = call.service.trim().toLowerCase();
      if (!home.ready) return refuse("not_ready", "The home is not loaded yet; try again in a moment.");
      const description = find(service);
      if (!description) return unknownService(service);
      if (description.response === "required") {
        return refuse("unknown_service", `${service} only answers with data and does nothing.`);
      }
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
    const [domain = "", name = "", ...rest] = service.split(".");
    return rest.length > 0 ? undefined : home.serviceDescriptions.get(domain)?.get(name);
  }

  function finish(draft: ServiceCall, description: ServiceDescription): Resolution {
    const targets = resolveTargets(draft.service, draft.target, description, { home, servicesOf: namesOf });
    if (!targets.ok) return targets;
    const service = GENERIC_SERVICES.has(draft.service) ? ownService(draft.service, targets.entityIds) : draft.service;
    const entities = targets.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
    const data = checkData(service, draft.data, find(service) ?? description, entities, home);
    if (!data.ok) return data;
    const everything = targets.everything || namesAll(data.data["entity_id"]);
    return { ok: true, call: { service, entityIds: targets.entityIds, data: data.data }, everything };
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
    const domains = new Set(entityIds.map((entityId) => entityId.split(".")[0] ?? ""));
    const [domain = ""] = domains;
    const own = `${domain}.${service.split(".")[1] ?? ""}`;
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
    const names = textsAndNamesIn(value).flatMap((text) => text.split(","));
    return names.map((name) => name.trim().toLowerCase()).find((name) => home.isHidden(name));
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

/** Names given as a list, or as Home Assistant's text with commas. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return String(value).split(",");
}

function namesAll(value: unknown): boolean {
  return value !== undefined && namesIn(value).some((name) => name.trim().toLowerCase() === "all");
}

function holdsTemplate(value: unknown): boolean {
  return textsAndNamesIn(value).some((text) => text.includes("{{") || text.includes("{%"));
}
