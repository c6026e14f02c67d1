import type { Context } from "../bus.ts";
import { domainOf, isoTime } from "../ids.ts";
import { Refusal, unknownService } from "../refusal.ts";
import { asStep } from "../routines/routine-steps.ts";
import { createRoutines, type NestedCall, type RoutineParts } from "../routines/routines.ts";
import { checkCall, checkResponse, NO_TARGET, type ServiceCatalogue, type ServiceDescription, type TargetSelection } from "./services.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call that reached Home Assistant, of a client or of one of its own routines, whether or not it did anything. */
export interface ServiceCallRecord {
  /** `domain.service` */
  readonly service: string;
  /** Entities that it acted on, areas and the like resolved; ids that do not exist are in here as they came. */
  readonly entityIds: readonly string[];
  /** The fields as sent, without the target. */
  readonly data: Fields;
  /** ms since the epoch. */
  readonly at: number;
  readonly contextId: string;
  /** Who made it: the entity id of a script, automation, scene or group, or a generic service; undefined for a client. */
  readonly by: string | undefined;
}

export interface IncomingCall {
  readonly domain: string;
  readonly service: string;
  readonly data: Fields;
  readonly target: Fields;
  readonly wantsResponse: boolean;
  readonly context: Context;
  readonly by?: string;
}

/** Services of a domain that are not carried out by devices: the telegram_bot's, restarts. */
export type ForeignServices = (service: string, fields: Fields, call: IncomingCall) => Promise<Fields | undefined>;

interface Parts extends Omit<RoutineParts, "call"> {
  readonly catalogue: ServiceCatalogue;
  readonly records: ServiceCallRecord[];
  /** Throws the refusal of a domain whose integration is not loaded yet. */
  readonly assertLoaded: (domain: string, service: string) => void;
  readonly foreign: Readonly<Record<string, ForeignServices>>;
}

export function createServiceCalls(parts: Parts) {
  const { bus, states, house, registries, blueprints, catalogue, records, assertLoaded, foreign } = parts;
  const describe = (domain: string, service: string): ServiceDescription => {
    const script = domain === "script" && states.get(`script.${service}`);
    const known = catalogue[domain]?.[service] ?? (script ? { target: "none" as const, response: "optional" as const } : undefined);
    if (!known) throw unknownService(domain, service);
    return known;
  };
  const opened = (entityId: string, found: Set<string>): void => {
    const members = domainOf(entityId) === "group" ? house.membersOf(entityId) : [];
    if (members.length === 0) return void found.add(entityId);
    for (const member of members) if (!found.has(member)) opened(member, found);
  };
  /** What an area, a floor, a device or a label stands for: without what is hidden, and but for labels without settings and diagnostics. */
  const indirect = ({ label_id, device_id, area_id, floor_id }: TargetSelection): string[] =>
    [...registries.entities.values()].flatMap((row) => {
      const device = row.device_id ? registries.devices.get(row.device_id) : undefined;
      const area = registries.areaOf(row.entity_id);
      const labelled = (marks: readonly string[] = []) => marks.some((mark) => label_id.includes(mark));
      const placed =
        (device && (device_id.includes(device.id) || labelled(device.labels))) ||
        (area && (area_id.includes(area.area_id) || floor_id.includes(area.floor_id ?? "") || labelled(area.labels)));
      const meant = row.hidden_by === null && (labelled(row.labels) || (placed && row.entity_category === null));
      return meant ? [row.entity_id] : [];
    });
  /** The entities of a domain (null: any) that a target names, groups of the old kind opened, with those in its areas, floors, devices and labels. */
  const targets = (target: TargetSelection, domain: string | null): string[] => {
    const found = new Set<string>();
    for (const entityId of target.entity_id) {
      if (entityId === "all") for (const row of states.all()) found.add(row.entityId);
      else if (entityId !== "none") opened(entityId, found);
    }
    for (const entityId of indirect(target)) if (states.get(entityId)) found.add(entityId);
    return [...found].filter((entityId) => domain === null || domainOf(entityId) === domain);
  };
  /** The entities that are there and can do it. */
  const capable = (entityIds: readonly string[], features: readonly number[] | undefined) =>
    entityIds.filter((entityId) => {
      const row = states.get(entityId);
      const has = Number(row?.attributes["supported_features"] ?? 0);
      return row && (!features || row.state === "unavailable" || features.some((bits) => (has & bits) === bits));
    });
  /** A call that a routine or a group makes. */
  const nested: NestedCall = ({ by, service: name, ...rest }) => {
    const [domain = "", service = ""] = name.split(".");
    return call({ by, domain, service, ...rest });
  };
  const routines = createRoutines({ bus, states, house, registries, blueprints, call: nested });
  const setScene = async (entityId: string, context: Context) => {
    house.report(entityId, { state: isoTime(bus.now()) }, context);
    await routines.applyScene(entityId, house.furnished(entityId)?.sets ?? {}, context);
  };
  /** `script.turn_on` answers as soon as the script waits for something; calling the script itself answers at its end. */
  const startScript = (entityId: string, variables: Fields, context: Context) =>
    new Promise<void>((resolve, reject) => {
      routines.runScript(entityId, variables, context, resolve).then(resolve, reject);
    });
  const actOn = async (entityId: string, incoming: IncomingCall, fields: Fields): Promise<unknown> => {
    const { domain, service, context } = incoming;
    const members = house.membersOf(entityId);
    if (members.length > 0) {
      const groupCall = { by: entityId, service: `${domain}.${service}`, data: fields, target: { entity_id: members } };
      return nested({ ...groupCall, wantsResponse: false, context });
    }
    if (domain === "scene" && service === "turn_on") return setScene(entityId, context);
    if (domain === "script") {
      const stops = service === "turn_off" || (service === "toggle" && states.get(entityId)?.state === "on");
      if (stops) return routines.end(entityId);
      return startScript(entityId, asStep(fields["variables"]), context);
    }
    if (domain === "automation" && service === "trigger") return routines.trigger(entityId, context);
    if (domain === "automation") {
      const on = service === "toggle" ? states.get(entityId)?.state !== "on" : service === "turn_on";
      return house.report(entityId, { state: on ? "on" : "off" }, context);
    }
    return house.operate(entityId, service, fields, context);
  };
  /** Home Assistant's own generic services call those of each domain that has one of that name. */
  const forEachDomain = async (entityIds: readonly string[], { service, data, context }: IncomingCall) => {
    const { entity_id: _entity, ...own } = data;
    for (const [domain, ids = []] of Object.entries(Object.groupBy(entityIds, domainOf))) {
      if (!catalogue[domain]?.[service]) continue;
      const call = { by: `homeassistant.${service}`, service: `${domain}.${service}`, data: own, target: { entity_id: ids } };
      await nested({ ...call, wantsResponse: false, context });
    }
  };
  /** Resolves with the response, if there is one. Rejects with a Refusal. */
  const call = async (incoming: IncomingCall): Promise<Fields | undefined> => {
    const { domain, service, context, by, data } = incoming;
    const record = {
      service: `${domain}.${service}`,
      entityIds: named(incoming),
      data: ownData(incoming),
      at: bus.now(),
      contextId: context.id,
      by,
    };
    records.push(record);
    assertLoaded(domain, service);
    const description = describe(domain, service);
    checkResponse(description, incoming.wantsResponse);
    const free = domain === "script" && !(service in (catalogue["script"] ?? {}));
    const { fields, target } = free ? { fields: data, target: NO_TARGET } : checkCall(description, data, incoming.target);
    const acts = description.target !== "none";
    const entityIds = acts ? targets(target, description.target === "any" ? null : domain) : [];
    record.entityIds = [...new Set([...entityIds, ...named(incoming)])];
    bus.fire("call_service", { domain, service, service_data: { ...data, ...listed(incoming.target) } }, context);
    const elsewhere = foreign[domain];
    if (elsewhere && !acts) return elsewhere(service, fields, incoming);
    if (free) return void (await routines.runScript(`script.${service}`, data, context));
    if (domain === "scene" && service === "apply")
      return void (await routines.applyScene("scene.apply", asStep(fields["entities"]), context));
    if (domain === "homeassistant") return void (await forEachDomain(entityIds, incoming));
    const acting = capable(entityIds, description.features);
    const answered: [string, unknown][] = [];
    // One after the other: a routine among them may be the cause of what the next one meets.
    for (const entityId of acting) {
      const answer = await actOn(entityId, incoming, fields);
      if (answer !== undefined) answered.push([entityId, answer]);
    }
    if (description.response !== "only") return undefined;
    if (answered.length > 0) return Object.fromEntries(answered);
    throw new Refusal("home_assistant_error", "Service call requested response data but did not match any entities");
  };

  return { call, trigger: routines.trigger, traces: routines.traces, [Symbol.dispose]: () => routines[Symbol.dispose]() };
}

/** The entity ids as the caller wrote them. */
function named(call: IncomingCall): string[] {
  const ids = call.target["entity_id"] ?? (call.domain === "telegram_bot" ? [] : call.data["entity_id"]) ?? [];
  return [ids]
    .flat()
    .map(String)
    .filter((id) => id !== "all" && id !== "none");
}

function ownData({ domain, data }: IncomingCall): Fields {
  if (domain === "telegram_bot") return data;
  const { entity_id: _entity, device_id: _device, area_id: _area, floor_id: _floor, label_id: _label, ...own } = data;
  return own;
}

function listed(target: Fields): Fields {
  return Object.fromEntries(Object.entries(target).map(([key, value]) => [key, [value].flat()]));
}
