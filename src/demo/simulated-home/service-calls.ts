import type { Bus, Context } from "./bus.ts";
import type { House } from "./house.ts";
import { domainOf, isoTime } from "./ids.ts";
import { invalidCall, unknownService } from "./refusal.ts";
import { serviceCatalogue } from "./service-catalogue.ts";
import { checkCall, checkResponse, supports } from "./service-check.ts";
import type { ServiceDescription } from "./service-fields.ts";
import type { StateMachine } from "./states.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A `call_service` command that Home Assistant received, whether or not it did anything. */
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
}

export interface IncomingCall {
  readonly domain: string;
  readonly service: string;
  readonly data: Fields;
  readonly target: Fields;
  readonly wantsResponse: boolean;
  readonly context: Context;
}

/** Services of a domain that are not carried out by devices: the telegram_bot's, restarts. */
export type ForeignServices = (service: string, fields: Fields, call: IncomingCall) => Promise<Fields | undefined>;

export interface ServiceCalls {
  /** Resolves with the response, if there is one. Rejects with a Refusal. */
  call(call: IncomingCall): Promise<Fields | undefined>;
}

interface Parts {
  readonly bus: Bus;
  readonly states: StateMachine;
  readonly house: House;
  readonly records: ServiceCallRecord[];
  /** Throws the refusal of a domain whose integration is not loaded yet. */
  readonly assertLoaded: (domain: string, service: string) => void;
  readonly foreign: Readonly<Record<string, ForeignServices>>;
}

export function createServiceCalls({ bus, states, house, records, assertLoaded, foreign }: Parts): ServiceCalls {
  const describe = (domain: string, service: string): ServiceDescription => {
    const script = domain === "script" && states.get(`script.${service}`);
    const known = serviceCatalogue[domain]?.[service] ?? (script ? { fields: {}, target: null, response: "optional" as const } : undefined);
    if (!known) throw unknownService(domain, service);
    return known;
  };
  /** The entities to act on; one that is named and cannot do it is refused, one that was meant with its area is left out. */
  const capable = (entityIds: readonly string[], named: readonly string[], call: IncomingCall, features: readonly number[] | undefined) =>
    entityIds.filter((entityId) => {
      const row = states.get(entityId);
      if (!row || !features || row.state === "unavailable" || supports(row.attributes["supported_features"], features))
        return row !== undefined;
      if (!named.includes(entityId)) return false;
      const { domain, service } = call;
      const words = `Entity ${entityId} does not support action ${domain}.${service}`;
      throw invalidCall(words, "service_not_supported", "homeassistant", { domain, service, entity_id: entityId });
    });
  const runSteps = (entityId: string, context: Context) => {
    const routine = domainOf(entityId);
    house.report(
      entityId,
      { ...(routine === "script" && { state: "on" }), attributes: { last_triggered: isoTime(bus.now()), current: 1 } },
      context,
    );
    for (const step of house.stepsOf(entityId)) {
      const [domain = "", service = ""] = step.service.split(".");
      bus.fire("call_service", { domain, service, service_data: { ...step.data, entity_id: step.entityIds } }, context);
      for (const target of step.entityIds) house.operate(target, service, step.data ?? {}, context);
    }
    house.report(entityId, { ...(routine === "script" && { state: "off" }), attributes: { current: 0 } }, context);
  };
  const setScene = (entityId: string, context: Context) => {
    house.report(entityId, { state: isoTime(bus.now()) }, context);
    for (const [target, wanted] of Object.entries(house.scene(entityId))) {
      const { state, ...attributes } = wanted;
      house.report(target, { state: String(state), attributes }, context);
    }
  };
  const actOn = (entityId: string, call: IncomingCall, fields: Fields): Fields | undefined => {
    const { domain, service, context } = call;
    if (domain === "homeassistant") return house.operate(entityId, service, fields, context);
    if (domain === "scene" && service === "turn_on") return void setScene(entityId, context);
    if (domain === "script" && service !== "turn_off") return void runSteps(entityId, context);
    if (domain === "automation" && service === "trigger") return void runSteps(entityId, bus.newContext({ parentId: context.id }));
    if (domain === "automation") {
      const on = service === "toggle" ? states.get(entityId)?.state !== "on" : service === "turn_on";
      return void house.report(entityId, { state: on ? "on" : "off" }, context);
    }
    return house.operate(entityId, service, fields, context);
  };

  return {
    async call(call) {
      const { domain, service, context } = call;
      const record = { service: `${domain}.${service}`, entityIds: named(call), data: ownData(call), at: bus.now(), contextId: context.id };
      records.push(record);
      assertLoaded(domain, service);
      const description = describe(domain, service);
      checkResponse(description, call.wantsResponse);
      const free = domain === "script" && !(service in (serviceCatalogue["script"] ?? {}));
      const { fields, target } = free ? { fields: call.data, target: NO_TARGET } : checkCall(description, call.data, call.target);
      const entityIds = description.target ? house.inTarget(target, description.target.domain) : [];
      record.entityIds = [...new Set([...entityIds, ...named(call)])];
      bus.fire("call_service", { domain, service, service_data: { ...call.data, ...listed(call.target) } }, context);
      const elsewhere = foreign[domain];
      if (elsewhere && !description.target) return elsewhere(service, fields, call);
      if (free) return void runSteps(`script.${service}`, context);
      const acting = capable(entityIds, target.entity_id, call, description.target?.features);
      const answers = acting.map((entityId) => [entityId, actOn(entityId, call, fields)] as const);
      if (!description.response) return undefined;
      return Object.fromEntries(answers.map(([entityId, answer]) => [entityId, answer ?? { forecast: [] }]));
    },
  };
}

const NO_TARGET = { entity_id: [], device_id: [], area_id: [], floor_id: [], label_id: [] };

/** The entity ids as the caller wrote them. */
function named(call: IncomingCall): string[] {
  const ids = call.target["entity_id"] ?? (call.domain === "telegram_bot" ? [] : call.data["entity_id"]) ?? [];
  return (Array.isArray(ids) ? ids.map(String) : [String(ids)]).filter((id) => id !== "all" && id !== "none");
}

function ownData({ domain, data }: IncomingCall): Fields {
  if (domain === "telegram_bot") return data;
  const { entity_id: _entity, device_id: _device, area_id: _area, floor_id: _floor, label_id: _label, ...own } = data;
  return own;
}

function listed(target: Fields): Fields {
  return Object.fromEntries(Object.entries(target).map(([key, value]) => [key, Array.isArray(value) ? value : [value]]));
}
