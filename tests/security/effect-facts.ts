import type { ActionFacts, CallFacts, EntityFacts } from "../../src/security/effects/action-facts.ts";
import type { EffectFinding, EffectWords } from "../../src/security/effects/effect.ts";
import { effectsOf } from "../../src/security/effects/effects.ts";

export const NO_WORDS: EffectWords = new Map();

/** An entity of which only the id and what is said here are known. */
export function thing(entityId: string, facts: Partial<EntityFacts> = {}): EntityFacts {
  return {
    entityId,
    name: "",
    aliases: [],
    deviceName: undefined,
    model: undefined,
    deviceClass: undefined,
    platform: undefined,
    translationKey: undefined,
    category: undefined,
    deviceDomains: [],
    decision: undefined,
    labels: [],
    siblingLabels: [],
    areaId: undefined,
    temperatureUnit: undefined,
    exposed: true,
    state: "off",
    attributes: {},
    members: [],
    wrapped: undefined,
    shownAs: [],
    ...facts,
  };
}

/** An entity whose id says nothing, with a name. */
export function named(domain: string, name: string, facts: Partial<EntityFacts> = {}): EntityFacts {
  return thing(`${domain}.x`, { name, ...facts });
}

export function callOn(service: string, targets: readonly EntityFacts[], facts: Partial<CallFacts> = {}): CallFacts {
  return { service, data: {}, targets, unresolved: [], ...facts };
}

export function actionOn(service: string, targets: readonly EntityFacts[], facts: Partial<ActionFacts> = {}): ActionFacts {
  return alone(callOn(service, targets), facts);
}

/** A call as an action that reaches nothing beside it, but for what is said here. */
export function alone(call: CallFacts, facts: Partial<ActionFacts> = {}): ActionFacts {
  return {
    ...call,
    inside: [],
    caused: [],
    guarded: [],
    warners: [],
    addressed: [],
    isAutomated: false,
    fingerprint: "",
    ...facts,
  };
}

/** What an action does, the worst effect first, each once; whether an owner has decided about it is left aside. */
export function effectNames(action: ActionFacts, words: EffectWords = NO_WORDS): readonly string[] {
  return [...new Set(effectsOf(action, words).map(({ effect }: EffectFinding) => effect))].filter((effect) => effect !== "unfamiliar");
}
