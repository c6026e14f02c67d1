import type { ActionFacts, CallFacts, EntityFacts } from "../src/security/effects/action-facts.ts";
import { effectsOf } from "../src/security/effects/effects.ts";
import { decide } from "../src/security/policy/policy.ts";
import type { DecisionInput, PolicyOptions } from "../src/security/policy/policy-input.ts";
import { alone } from "../tests/security/effect-facts.ts";
import { atMost, type Figure, percentile } from "./figure.ts";

/** A decision stands between a sentence and what it does: it must not be felt. */
const PLAIN_MICROSECONDS = 100;
/** Nothing holds up the event loop for longer. */
const LARGEST_MICROSECONDS = 10_000;
const CALLS = 100;
const WARM_UP = 200;
const RUNS = 1_000;

/** Strict enough that every rule is looked at. */
const OPTIONS: PolicyOptions = {
  allowedDomains: ["*"],
  restrictedDomains: ["lock", "alarm_control_panel"],
  blockedDomains: ["hassio"],
  requireConfirmation: ["lock.unlock"],
  effectRules: [{ effect: "siren", decision: "deny" }],
  ...{ riskUnlockWithoutYes: false, riskDisarmWithoutYes: false, riskOpenEntryWithoutYes: false },
  ...{ riskRunCodeAfterYes: false, riskSystemAfterYes: false, childrenMayAskOwners: true },
  ...{ automationEffects: [], secondPersonEffects: ["unlock"], pinEffects: ["unlock"], maxTargets: 10, rateCount: 5, rateMinutes: 5 },
};
const WORDS = new Map([["schloss", "unlock"] as const, ["kamera", "watch"] as const, ["garage", "open-entry"] as const]);
const CALLED = ["light.turn_on", "switch.turn_off", "cover.open_cover", "lock.lock", "climate.set_temperature"];

/** Telling the effects of an action and deciding it, of things that were never seen before: one lamp, and a routine of a hundred calls. */
export function decisions(): readonly Figure[] {
  return [
    atMost(PLAIN_MICROSECONDS, { name: "a plain decision", value: microseconds(lamp), unit: "µs" }),
    atMost(LARGEST_MICROSECONDS, { name: `a decision on a routine of ${CALLS} calls`, value: microseconds(routine), unit: "µs" }),
  ];
}

function microseconds(make: () => ActionFacts): number {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    const facts = make();
    const begun = performance.now();
    const { outcome } = decide(inputOf(facts));
    if (run >= WARM_UP) times.push((performance.now() - begun) * 1_000);
    if (outcome === "deny") throw new Error("the measured decision is another than it should be");
  }
  return percentile(times, 0.5);
}

function lamp(): ActionFacts {
  return alone(callOn("light.turn_on", thing("light.kitchen_ceiling", "Kitchen ceiling")));
}

function routine(): ActionFacts {
  const inside = Array.from({ length: CALLS }, (_, index) => {
    const service = CALLED[index % CALLED.length] ?? "";
    return callOn(service, thing(`${service.split(".")[0]}.thing_${index}`, `Upstairs corner thing number ${index}`));
  });
  return alone(callOn("script.turn_on", thing("script.good_night", "Good night")), { inside, fingerprint: "0".repeat(64) });
}

function callOn(service: string, target: EntityFacts): CallFacts {
  return { service, data: service.startsWith("climate") ? { temperature: 20 } : {}, targets: [target], unresolved: [] };
}

function thing(entityId: string, name: string): EntityFacts {
  return {
    ...{ entityId, name, aliases: [`the ${name}`], deviceName: `${name} device`, deviceClass: undefined, platform: "zha" },
    ...{
      category: undefined,
      deviceDomains: [],
      decision: { decision: "fine", by: "Anna" },
      translationKey: undefined,
      labels: ["upstairs"],
      areaId: "kitchen",
      temperatureUnit: "°C",
      exposed: true,
    },
    ...{ state: "off", attributes: {}, members: [], model: undefined, wrapped: undefined, shownAs: [], siblingLabels: [] },
  };
}

function inputOf(facts: ActionFacts): DecisionInput {
  const touched = [facts, ...facts.inside].flatMap(({ targets }) => targets);
  return {
    ...{ actionId: "a", call: { service: facts.service, entityIds: facts.targets.map(({ entityId }) => entityId), data: facts.data } },
    ...{ effects: effectsOf(facts, WORDS), touched, isAutomated: false, fingerprint: facts.fingerprint },
    person: { id: "anna", role: "owner", areas: undefined, until: undefined, atHome: true },
    ...{ channel: "telegram", origin: { request: "person", outside: undefined }, serviceExists: true, everything: false },
    ...{ late: false, unknownBefore: false, jointTargets: 1, recent: {}, options: OPTIONS, now: 1_800_000_000_000 },
  };
}
