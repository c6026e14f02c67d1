import { isRecord } from "../is-record.ts";
import { type ActionFacts, ANY_SERVICE, type CallFacts, type EntityFacts } from "./action-facts.ts";
import { effectOfService, isReadOnly, isSwitched } from "./effect-domains.ts";
import { type Because, effectsOnEntity, type ReadCall } from "./effect-entity.ts";
import { callsOfScene } from "./routine-calls.ts";

/** What an action does to the house. The order is from the most to the least harmful: the first of several names an action. */
export const EFFECTS = [
  "run-code",
  "system",
  "unlock",
  "disarm",
  "open-entry",
  "write-raw",
  "unknown",
  "siren",
  "valve",
  "power-cut",
  "heat",
  "watch",
  "lock",
  "arm",
  "message-out",
  "irrigation",
  "vacuum",
  "cover",
  "power",
  "comfort",
  "media",
  "light",
  "helper",
  "routine",
] as const;

export type Effect = (typeof EFFECTS)[number];

/** An effect, and what it was told by. */
export interface EffectFinding {
  readonly effect: Effect;
  /** The thing that it is done to; undefined for a call without one. */
  readonly entityId: string | undefined;
  /** The service that does it: of the call itself, or of one inside the routine that it starts. */
  readonly service: string;
  /** What told it: `domain`, `device_class:garage`, `label:critical`, `word:freezer`, `template` … */
  readonly because: string;
}

/** Lower-case words and names of the home's own language, made from Home Assistant's translations, and what they stand for. */
export type EffectWords = ReadonlyMap<string, Effect>;

const RANKS: ReadonlyMap<Effect, number> = new Map(EFFECTS.map((effect, rank) => [effect, rank]));
const GENERIC_SERVICES: ReadonlySet<string> = new Set(["turn_on", "turn_off", "toggle"]);

/**
 * Everything that an action does to the house, by its own call, by those inside the routines that it starts and to what it addresses: the
 * most harmful first, each effect on a thing by a service once. Never empty. What is in no table or could not be resolved is `unknown`.
 */
export function effectsOf(action: ActionFacts, words: EffectWords): readonly EffectFinding[] {
  const found = new Map<string, EffectFinding>();
  const add = (finding: EffectFinding) => {
    const key = `${finding.effect} ${finding.entityId ?? ""} ${finding.service}`;
    if (!found.has(key)) found.set(key, finding);
  };
  addCall(action, false, words, add);
  for (const call of action.inside) addCall(call, true, words, add);
  const service = plainId(action.service);
  for (const entity of action.addressed) addWorst(entity, service, words, add);
  return [...found.values()].sort((one, other) => rankOf(one.effect) - rankOf(other.effect));
}

/** The most harmful effect; `unknown` without any finding. */
export function worstEffect(findings: readonly EffectFinding[]): Effect {
  const [first, ...others] = findings.map(({ effect }) => effect);
  return others.reduce((worst, effect) => (rankOf(effect) < rankOf(worst) ? effect : worst), first ?? "unknown");
}

type Add = (finding: EffectFinding) => void;

function addCall(call: CallFacts, inside: boolean, words: EffectWords, add: Add): void {
  const service = plainId(call.service);
  for (const because of call.unresolved) add({ effect: "unknown", entityId: undefined, service, because });
  const [domain = "", name = "", ...rest] = service.split(".");
  if (domain === "" || name === "" || rest.length > 0) {
    add({ effect: "unknown", entityId: undefined, service, because: "domain" });
    return;
  }
  const read: ReadCall = { domain, name, data: call.data };
  // generic services are not run as such; what a routine does with one is what the entity's own would do
  const generic = inside && domain === "homeassistant" && GENERIC_SERVICES.has(name) && call.targets.length > 0;
  if (call.targets.length === 0) addFound(effectsOnEntity(read, undefined, words), undefined, service, add);
  for (const target of call.targets) {
    addTarget(generic ? ownCall(read, target) : read, target, service, words, add);
    for (const member of target.members) addTarget(generic ? ownCall(read, member) : read, member, service, words, add);
  }
  if (service === "scene.apply" || service === "scene.create") addApplied(call.data, service, words, add);
}

function ownCall({ name, data }: ReadCall, entity: EntityFacts): ReadCall {
  const domain = domainOf(entity);
  return { domain, name: isSwitched(domain) ? name : ANY_SERVICE, data };
}

function addTarget(call: ReadCall, entity: EntityFacts, service: string, words: EffectWords, add: Add): void {
  const entityId = plainId(entity.entityId);
  if (domainOf(entity) === call.domain) {
    addFound(effectsOnEntity(call, entity, words), entityId, service, add);
    return;
  }
  add({ effect: effectOfService(call.domain, call.name), entityId, service, because: "domain" });
  addWorst(entity, service, words, add);
}

/** A thing that the service is not made for, or that a raw write reaches: whatever can be done to it. */
function addWorst(entity: EntityFacts, service: string, words: EffectWords, add: Add): void {
  const domain = domainOf(entity);
  if (isReadOnly(domain) || (domain === "group" && entity.members.length > 0)) return;
  addFound(effectsOnEntity({ domain, name: ANY_SERVICE, data: {} }, entity, words), plainId(entity.entityId), service, add);
}

/** A scene that is made on the spot has its states in its data. */
function addApplied(data: Readonly<Record<string, unknown>>, service: string, words: EffectWords, add: Add): void {
  const entities = data["entities"];
  if (!isRecord(entities)) return;
  for (const call of callsOfScene(entities)) {
    const [domain = "", name = ""] = call.service.split(".");
    for (const entityId of call.target.entityId) {
      addFound(effectsOnEntity({ domain, name, data: call.data }, undefined, words), entityId, service, add);
    }
  }
}

function addFound(found: readonly Because[], entityId: string | undefined, service: string, add: Add): void {
  for (const { effect, because } of found) add({ effect, entityId, service, because });
}

function domainOf({ entityId }: EntityFacts): string {
  const plain = plainId(entityId);
  return plain.slice(0, Math.max(0, plain.indexOf(".")));
}

/** As Home Assistant compares ids and services: in small letters, without spaces. */
function plainId(text: string): string {
  return /[\sA-Z]/.test(text) ? text.toLowerCase().replaceAll(/\s+/g, "") : text;
}

function rankOf(effect: Effect): number {
  return RANKS.get(effect) ?? 0;
}
