import { isRecord } from "../../text/is-record.ts";
import {
  type ActionFacts,
  ANY_SERVICE,
  type CallFacts,
  domainOf,
  type EntityFacts,
  GENERIC_SERVICES,
  plainId,
  type ReadCall,
} from "./action-facts.ts";
import { type Because, EFFECTS, type Effect, type EffectFinding, type EffectWords } from "./effect.ts";
import { effectOfService, effectOfState, isReadOnly, isSwitched } from "./effect-domains.ts";
import { effectsOnEntity } from "./effect-entity.ts";
import { isFreeToPrevent, isFreeWhenCaused } from "./effect-kinds.ts";
import { shownAs } from "./effect-thing.ts";

const RANKS: ReadonlyMap<Effect, number> = new Map(EFFECTS.map((effect, rank) => [effect, rank]));

/**
 * Everything that an action does to the house, by its own call, by those inside the routines that it starts and to what it addresses: the
 * most harmful first, each effect on a thing by a service once. Never empty. What is in no table or could not be resolved is `unknown`.
 */
export function effectsOf(action: ActionFacts, words: EffectWords): readonly EffectFinding[] {
  const found = new Map<string, EffectFinding>();
  const add = (finding: EffectFinding) => {
    const key = `${finding.effect} ${finding.entityId ?? ""} ${finding.service}`;
    if (!found.has(key) || (found.get(key)?.maybe && !finding.maybe)) found.set(key, finding);
  };
  addCall(action, false, words, add);
  for (const call of insideOf(action)) addCall(call, true, words, add);
  for (const call of action.caused)
    addCall(call, true, words, (finding) => {
      if (!isFreeWhenCaused(finding.effect, call.supposed === true)) add(call.supposed ? { ...finding, maybe: true } : finding);
    });
  for (const call of action.guarded) addCall(call, true, words, (finding) => isFreeToPrevent(finding) || add(safeguard(finding)));
  const service = plainId(action.service);
  for (const entityId of action.warners) add({ effect: "safeguard", entityId, service, because: "guards:warning" });
  for (const entity of action.addressed) addWorst(entity, service, words, add);
  return [...found.values()].sort((one, other) => rankOf(one.effect) - rankOf(other.effect));
}

function safeguard(finding: EffectFinding): EffectFinding {
  return { ...finding, effect: "safeguard", because: `guards:${finding.effect}` };
}

type Add = (finding: EffectFinding) => unknown;

function addCall(call: CallFacts, inside: boolean, words: EffectWords, add: Add): void {
  const service = plainId(call.service);
  if (inside && addHarmless(call, service, words, add)) return;
  for (const because of call.unresolved) add({ effect: "unknown", entityId: undefined, service, because });
  const [domain = "", name = "", ...rest] = service.split(".");
  if (domain === "" || name === "" || rest.length > 0) {
    add({ effect: "unknown", entityId: undefined, service, because: "domain" });
    return;
  }
  const read: ReadCall = { domain, name, data: call.data };
  // generic services are not run as such; what a routine does with one is what the entity's own would do
  const generic = inside && GENERIC_SERVICES.has(service);
  if (call.targets.length === 0 && generic) {
    if (call.unresolved.length === 0) add({ effect: "unknown", entityId: undefined, service, because: "missing_entity" });
  } else if (call.targets.length === 0) addFound(effectsOnEntity(read, undefined, words), undefined, service, add);
  for (const target of call.targets.flatMap((one) => [one, ...one.members])) {
    addTarget(generic ? ownCall(read, target) : read, target, service, words, add);
  }
}

/** Steps of a routine that only read, or keep how things are: by hand nobody needs them, and they count as the system's. */
function addHarmless({ data, targets, unresolved }: CallFacts, service: string, words: EffectWords, add: Add): boolean {
  if (service === "homeassistant.update_entity") {
    add({ effect: "helper", entityId: undefined, service, because: "domain" });
    return true;
  }
  if (service !== "scene.create") return false;
  for (const because of unresolved) add({ effect: "unknown", entityId: undefined, service, because });
  for (const found of effectsOfMadeScene(data, targets, words)) add({ ...found, service });
  return true;
}

/** The calls inside; a scene that is not there is the one that an earlier of them makes, whose effects are told of that one. */
function* insideOf({ inside }: ActionFacts): Generator<CallFacts> {
  let makesScene = false;
  for (const call of inside) {
    const service = plainId(call.service);
    const isMade = makesScene && service === "scene.turn_on" && call.unresolved.length > 0;
    yield isMade ? { ...call, unresolved: call.unresolved.filter((why) => why !== "missing_entity") } : call;
    makesScene ||= service === "scene.create";
  }
}

function ownCall({ name, data }: ReadCall, entity: EntityFacts): ReadCall {
  const domain = domainOf(entity);
  return { domain, name: isSwitched(domain) ? name : ANY_SERVICE, data };
}

function addTarget(call: ReadCall, entity: EntityFacts, service: string, words: EffectWords, add: Add): void {
  const entityId = plainId(entity.entityId);
  if (domainOf(entity) === call.domain) {
    addFound(effectsOnEntity(call, entity, words), entityId, service, add);
    addWrapped(call, entity, service, words, add);
    return;
  }
  add({ effect: effectOfService(call.domain, call.name), entityId, service, because: "domain" });
  addWorst(entity, service, words, add);
}

/** A thing that the service is not made for, or that a raw write reaches: whatever can be done to it. */
function addWorst(entity: EntityFacts, service: string, words: EffectWords, add: Add): void {
  const domain = domainOf(entity);
  if (isReadOnly(domain) || (domain === "group" && entity.members.length > 0)) return;
  const any: ReadCall = { domain, name: ANY_SERVICE, data: {} };
  addFound(effectsOnEntity(any, entity, words), plainId(entity.entityId), service, add);
  addWrapped(any, entity, service, words, add);
}

/** What a switch in another form is told to do, the switch does. */
function addWrapped(call: ReadCall, entity: EntityFacts, service: string, words: EffectWords, add: Add): void {
  const { entityId, wrapped } = entity;
  if (!wrapped) return;
  // a brightness or a speed of nothing turns it off
  const name = SWITCHING.has(call.name) && Object.keys(call.data).length === 0 ? call.name : ANY_SERVICE;
  const found = effectsOnEntity({ domain: domainOf(wrapped), name, data: {} }, wrapped, words);
  // what the helper makes of the switch is what its own service does
  const beyond = found.filter(({ because }) => because !== shownAs(entity));
  addFound(beyond, plainId(entityId), service, add);
  for (const member of wrapped.members) addTarget({ domain: domainOf(wrapped), name, data: {} }, member, service, words, add);
}

const SWITCHING: ReadonlySet<string> = new Set(["turn_on", "turn_off", "toggle"]);

function addFound(found: readonly Because[], entityId: string | undefined, service: string, add: Add): void {
  for (const { effect, because } of found) add({ effect, entityId, service, because });
}

function rankOf(effect: Effect): number {
  return RANKS.get(effect) ?? 0;
}

type SceneFinding = Omit<EffectFinding, "service">;

/** What turning on a scene made by `scene.create` can do: whatever a state can do to the entities of its snapshot. `entities` of the step are calls of their own. */
function effectsOfMadeScene(
  data: Readonly<Record<string, unknown>>,
  targets: readonly EntityFacts[],
  words: EffectWords,
): readonly SceneFinding[] {
  const { entities, snapshot_entities: snapshot } = data;
  const given: SceneFinding[] = entities === undefined || isRecord(entities) ? [] : [unknown("unknown_step")];
  const ids = snapshot === undefined || snapshot === null ? [] : Array.isArray(snapshot) ? snapshot : [snapshot];
  const found = [...given, ...ids.flatMap(namesIn).flatMap((id) => effectsOfState(id, targets, words))];
  return found.length > 0 ? found : [{ effect: "helper", because: "domain", entityId: undefined }];
}

function namesIn(value: unknown): readonly unknown[] {
  return typeof value === "string" && !value.includes("{") ? value.split(",") : [value];
}

function effectsOfState(value: unknown, targets: readonly EntityFacts[], words: EffectWords): readonly SceneFinding[] {
  const entityId = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (!/^[a-z\d_]+\.[a-z\d_]+$/.test(entityId)) return [unknown(entityId.includes("{") ? "template" : "unknown_step")];
  const domain = entityId.slice(0, entityId.indexOf("."));
  if (isReadOnly(domain)) return [];
  const entity = targets.find((target) => target.entityId === entityId);
  if (!entity) return [unknown("missing_entity")];
  return effectsOnEntity({ domain, name: ANY_SERVICE, data: {} }, entity, words).map(({ effect, because }) => {
    const restored = because === "domain" ? effectOfState(domain, effect) : effect;
    return { effect: restored, because: restored === "unknown" && because === "domain" ? "unknown_step" : because, entityId };
  });
}

function unknown(because: string): SceneFinding {
  return { effect: "unknown", because, entityId: undefined };
}
