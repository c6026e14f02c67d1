import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANGES, decide, explain, loosenings } from "../../../src/security/policy/policy.ts";
import type { DecisionInput } from "../../../src/security/policy/policy-input.ts";
import { anyInput, strictness } from "../decision-inputs.ts";
import { ALL_RISKS, inputFor, NOW, OUTSIDE, type Situation } from "../decisions.ts";

/** `change: outcome rule` of each change that would help. */
function changesOf(input: DecisionInput): readonly string[] {
  return loosenings(explain(input).facts, input.options).map(({ change, outcome, rule }) => `${change}: ${outcome} ${rule}`);
}

describe("what would change it", () => {
  const outsideAreas = { touched: [{ entityId: "light.bed", areaId: "study" }] };

  test.each<[string, Situation, readonly string[]]>([
    ["nothing, for what goes", {}, []],
    ["an unlock", { effects: ["unlock"] }, ["option_risk_unlock_without_yes: allow risk_unlock"]],
    ["an unlock from away", { effects: ["unlock"], options: ALL_RISKS, person: { atHome: false } }, ["at_home: allow risk_unlock"]],
    ["a disarm", { effects: ["disarm"] }, ["option_risk_disarm_without_yes: allow risk_disarm"]],
    ["an entry", { effects: ["open-entry"] }, ["option_risk_open_entry_without_yes: allow risk_open_entry"]],
    [
      "an unlock asked for by a document",
      { effects: ["unlock"], options: ALL_RISKS, input: { origin: { request: "document", outside: undefined } } },
      ["in_own_words: allow risk_unlock"],
    ],
    ["a kettle", { effects: ["heat"] }, ["option_effect_rules: allow option_allowed"]],
    [
      "a light that a rule forbids",
      { options: { effectRules: [{ effect: "light", decision: "deny" }] } },
      ["option_effect_rules: allow option_allowed"],
    ],
    ["code", { effects: ["run-code"] }, ["option_risk_run_code_after_yes: confirm run_code"]],
    ["code of an adult", { effects: ["run-code"], options: ALL_RISKS, person: { role: "adult" } }, ["as_owner: confirm run_code"]],
    ["the system", { effects: ["system"] }, ["option_risk_system_after_yes: confirm system"]],
    [
      "a child's unlock",
      { effects: ["unlock"], person: { role: "child" } },
      ["as_owner: confirm unlock", "as_adult: confirm unlock", "option_children_may_ask_owners: confirm unlock"],
    ],
    [
      "a guest's light in a room of others",
      { person: { role: "guest" }, input: outsideAreas },
      ["as_owner: allow free", "as_adult: allow free", "more_areas: allow free"],
    ],
    [
      "a guest's light after their stay",
      { person: { role: "guest", until: NOW } },
      ["as_owner: allow free", "as_adult: allow free", "longer_stay: allow free"],
    ],
    ["a text from outside", { input: { origin: { request: "person", outside: OUTSIDE } } }, ["without_outside_text: allow free"]],
    ["a request from outside", { input: { origin: { request: "outside", outside: undefined } } }, ["without_outside_text: allow free"]],
    ["many things", { input: { jointTargets: 11 } }, ["fewer_targets: allow free", "option_max_targets: allow free"]],
    ["everything", { input: { everything: true } }, ["fewer_targets: allow free"]],
    ["a room in the data", { data: { area_id: "hall" } }, ["exact_targets: allow free"]],
    ["too often", { input: { recent: { light: 20 } } }, ["later: allow free", "option_rate_count: allow free"]],
    ["late", { input: { late: true } }, ["said_again: allow free"]],
    ["for later", { input: { forLater: true } }, ["for_now: allow free"]],
    ["an end that nobody knows", { input: { unknownBefore: true } }, ["outcome_known: allow free"]],
    ["late and too many: no single change", { input: { late: true, jointTargets: 11 } }, []],
    ["an unknown channel", { input: { channel: "pigeon" } }, ["other_channel: allow free"]],
    ["a blocked domain", { options: { blockedDomains: ["light"] } }, ["option_blocked_domains: allow free"]],
    ["a domain that is not allowed", { options: { allowedDomains: ["lock"] } }, ["option_allowed_domains: allow free"]],
    [
      "lists that both ask",
      { options: { restrictedDomains: ["light"], requireConfirmation: ["light.turn_on"] } },
      ["option_asking_lists: allow free"],
    ],
    ["a second person", { options: { secondPersonEffects: ["light"] } }, ["option_second_person_effects: allow free"]],
    ["a PIN", { options: { pinEffects: ["light"] } }, ["option_pins: allow free"]],
  ])("%s", (_, situation, changes) => {
    expect(changesOf(inputFor("light.turn_on", ["light.bed"], situation))).toEqual(changes);
  });
});

describe("an explanation", () => {
  test("names all reasons and the facts that they rest on", () => {
    const input = inputFor("lock.unlock", ["lock.front", "lock.back"], {
      effects: ["unlock", "light"],
      person: { role: "adult", atHome: undefined },
      input: { late: true, jointTargets: 4, recent: { unlock: 3, media: 2 }, origin: { request: "person", outside: OUTSIDE } },
    });
    expect(explain(input)).toEqual({
      outcome: "confirm",
      rule: "unlock",
      reasons: ["unlock", "outside_text", "late"],
      facts: {
        role: "adult",
        channel: "telegram",
        origin: "person",
        outside: OUTSIDE,
        effects: input.effects,
        targets: 2,
        jointTargets: 4,
        everything: false,
        atHome: undefined,
        late: true,
        forLater: false,
        isReread: false,
        isAutomated: false,
        isHeard: false,
        unknownBefore: false,
        recent: { unlock: 3 },
        answered: false,
        now: NOW,
        ...{ services: ["lock.unlock"], domains: ["lock"], areas: ["hall"], symbolic: false, serviceExists: true },
        ...{ ownAreas: ["hall"], until: expect.any(Number) },
      },
    });
  });

  test("gives no right to act", () => {
    expect(JSON.stringify(explain(inputFor("light.turn_on", ["light.bed"])))).not.toContain("permit");
  });

  test("never disagrees with the decision", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { outcome, rule, reasons } = explain(input);
        const verdict = decide(input);
        expect({ outcome, rule }).toEqual({ outcome: verdict.outcome, rule: verdict.rule });
        expect(reasons).toEqual(verdict.outcome === "confirm" ? verdict.reasons : [verdict.rule]);
      }),
      { numRuns: 200 },
    );
  });

  test("promises of each change what the decision would be after it", () => {
    const person = (change: Partial<DecisionInput["person"]>) => (input: DecisionInput) => ({
      ...input,
      person: { ...input.person, ...change },
    });
    const options = (change: Partial<DecisionInput["options"]>) => (input: DecisionInput) => ({
      ...input,
      options: { ...input.options, ...change },
    });
    const made: Readonly<Record<string, (input: DecisionInput) => DecisionInput>> = {
      as_owner: person({ role: "owner" }),
      as_adult: person({ role: "adult" }),
      at_home: person({ atHome: true }),
      later: (input) => ({ ...input, recent: {} }),
      said_again: (input) => ({ ...input, late: false }),
      for_now: (input) => ({ ...input, forLater: false }),
      spelt_right: (input) => ({ ...input, isReread: false }),
      written: (input) => ({ ...input, isHeard: false }),
      outcome_known: (input) => ({ ...input, unknownBefore: false }),
      option_blocked_domains: options({ blockedDomains: [] }),
      option_risk_unlock_without_yes: options({ riskUnlockWithoutYes: true }),
      option_children_may_ask_owners: options({ childrenMayAskOwners: true }),
      option_pins: options({ pinEffects: [] }),
    };
    fc.assert(
      fc.property(anyInput, fc.constantFrom(...Object.entries(made)), ({ approval: _, ...input }, [change, make]) => {
        const then = decide(make(input));
        const told = loosenings(JSON.parse(JSON.stringify(explain(input).facts)), input.options).find((one) => one.change === change);
        const looser = strictness(then).outcome < strictness(decide(input)).outcome;
        expect(told).toEqual(looser ? { change, outcome: then.outcome, rule: then.rule } : undefined);
      }),
      { numRuns: 200 },
    );
    expect(Object.keys(made).filter((change) => !(change in CHANGES))).toEqual([]);
  });
});
