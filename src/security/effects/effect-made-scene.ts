import { isRecord } from "../../text/is-record.ts";
import { ANY_SERVICE, type EntityFacts } from "./action-facts.ts";
import type { Because, EffectWords } from "./effect.ts";
import { effectOfState, isReadOnly } from "./effect-domains.ts";
import { effectsOnEntity } from "./effect-entity.ts";

export interface SceneFinding extends Because {
  readonly entityId: string | undefined;
}

/**
 * What turning on a scene can do that a step of a routine makes (`scene.create`): of each thing in its snapshot whatever a state can do
 * to it. The states that the step gives itself (`entities`) are calls of their own already. What cannot be read is `unknown`.
 */
export function effectsOfMadeScene(
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
