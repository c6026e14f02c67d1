import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect } from "../../../src/security/effects/effect.ts";
import { decide, jointTargets, spendPermit } from "../../../src/security/policy/policy.ts";
import type { DecisionInput } from "../../../src/security/policy/policy-input.ts";
import { FREE_EFFECTS } from "../../../src/security/policy/policy-rules.ts";
import { anyInput, finding, isLooser, touchedThing, unanswered } from "../decision-inputs.ts";
import { inputFor, NOW } from "../decisions.ts";

const RUNS = { numRuns: 600 };

/** The same action for one of the things that it touches. */
function forOnly(input: DecisionInput, thing: DecisionInput["touched"][number]): DecisionInput {
  const entityIds = input.call.entityIds.filter((entityId) => entityId === thing.entityId);
  return { ...input, call: { ...input.call, entityIds }, touched: [thing] };
}

describe("whatever is asked", () => {
  test("both permits and refusals come up, with and without a yes", () => {
    const seen = new Set(
      fc.sample(anyInput, { numRuns: 3_000, seed: 1 }).map((input) => `${decide(input).outcome} ${input.approval ? "yes" : ""}`),
    );
    expect([...seen].sort()).toEqual(["allow ", "allow yes", "confirm ", "confirm yes", "deny ", "deny yes"]);
  });

  test("what is permitted as a whole is not refused for any of its parts, and no part is stricter than the whole", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const whole = decide(input);
        const question = decide(unanswered(input));
        const parts = [
          ...input.touched.map((thing) => forOnly(input, thing)),
          ...input.effects.map((found) => ({ ...input, effects: [found] })),
        ];
        for (const part of parts) {
          const alone = decide(unanswered(part));
          expect(isLooser(question, alone)).toBe(false);
          if (whole.outcome === "allow") expect(alone.outcome).not.toBe("deny");
        }
      }),
      RUNS,
    );
  });

  test("one more effect or thing touched never loosens, whatever yes came with it", () => {
    fc.assert(
      fc.property(anyInput, fc.array(finding), fc.array(touchedThing), (input, effects, touched) => {
        const more = { ...input, effects: [...input.effects, ...effects], touched: [...input.touched, ...touched] };
        expect(isLooser(decide(more), decide(input))).toBe(false);
      }),
      RUNS,
    );
  });

  test("what is worse about the moment never loosens", () => {
    fc.assert(
      fc.property(anyInput, fc.constantFrom("late", "unknownBefore", "everything"), (input, fact) => {
        expect(isLooser(decide({ ...input, [fact]: true }), decide({ ...input, [fact]: false }))).toBe(false);
      }),
      RUNS,
    );
  });

  test("one more entry of a list that tightens never loosens", () => {
    const lists = ["restrictedDomains", "blockedDomains", "requireConfirmation"] as const;
    fc.assert(
      fc.property(anyInput, fc.constantFrom(...lists), fc.constantFrom("lock", "light", "lock.unlock"), (input, list, entry) => {
        const options = { ...input.options, [list]: [...input.options[list], entry] };
        expect(isLooser(decide({ ...input, options }), decide(input))).toBe(false);
      }),
      RUNS,
    );
  });

  test("nobody's yes, no option but its own and no other origin lets what is protected go", () => {
    const own = {
      unlock: "riskUnlockWithoutYes",
      disarm: "riskDisarmWithoutYes",
      "open-entry": "riskOpenEntryWithoutYes",
    } as const;
    fc.assert(
      fc.property(
        anyInput,
        fc.constantFrom(...(Object.keys(own) as (keyof typeof own)[]), "run-code", "system", "unknown"),
        (given, effect) => {
          const input = {
            ...unanswered(given),
            effects: [{ effect, entityId: undefined, service: "script.turn_on", because: "domain" } as const],
          };
          if (decide(input).outcome !== "allow") return;
          expect(["unlock", "disarm", "open-entry"]).toContain(effect);
          expect(input.options[own[effect as keyof typeof own]]).toBe(true);
          expect(input).toMatchObject({ origin: { request: "person", outside: undefined }, person: { atHome: true } });
          expect(["owner", "adult"]).toContain(input.person.role);
        },
      ),
      RUNS,
    );
  });

  test("without a yes nothing goes that rests on a text from outside", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const input = unanswered(given);
        const outside = input.origin.outside !== undefined || input.origin.request === "outside";
        expect(outside && decide(input).outcome === "allow").toBe(false);
      }),
      RUNS,
    );
  });

  test("a guest gets what is free, in their areas and in their time, and nothing else", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const input: DecisionInput = { ...given, person: { ...given.person, role: "guest" } };
        if (decide(input).outcome === "deny") return;
        expect(input.effects.filter(({ effect }) => !FREE_EFFECTS.has(effect))).toEqual([]);
        expect(input.touched.filter(({ areaId }) => areaId === undefined || !input.person.areas?.includes(areaId))).toEqual([]);
        expect(input.person.until).toBeGreaterThan(NOW);
      }),
      RUNS,
    );
  });

  test("a permit is for exactly the call that was asked for, and spent once", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const verdict = decide(input);
        if (verdict.outcome !== "allow") return;
        expect(verdict.permit.call).toEqual(input.call);
        expect([spendPermit(verdict.permit, NOW), spendPermit(verdict.permit, NOW)]).toEqual([true, false]);
      }),
      RUNS,
    );
  });
});

describe("no order or split of calls", () => {
  const call = fc.uniqueArray(fc.nat({ max: 25 }), { maxLength: 14 }).map((numbers) => numbers.map((number) => `light.l${number}`));
  const steps = fc.array(fc.array(call, { minLength: 1, maxLength: 6 }), { maxLength: 8 });
  const asCall = (entityIds: readonly string[]) => ({ call: { service: "light.turn_on", entityIds, data: {} } });

  test("gets more things permitted without a yes than one call for all of them would", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (turn, maxTargets) => {
        const done: ReturnType<typeof asCall>[] = [];
        for (const step of turn) {
          const calls = step.map(asCall);
          const joint = jointTargets([...done, ...calls]);
          const permitted = step.filter((entityIds) => {
            const input = inputFor("light.turn_on", entityIds, { options: { maxTargets }, input: { jointTargets: joint } });
            return decide(input).outcome === "allow";
          });
          done.push(...permitted.map(asCall));
        }
        expect(jointTargets(done)).toBeLessThanOrEqual(maxTargets);
      }),
    );
  });

  test("changes what they are counted for together", () => {
    fc.assert(
      fc.property(fc.array(call), fc.infiniteStream(fc.nat()), (calls, chance) => {
        const shuffled = calls.map((entityIds) => ({ entityIds, key: chance.next().value })).sort((a, b) => a.key - b.key);
        const single = shuffled.flatMap(({ entityIds }) => (entityIds.length === 0 ? [[]] : entityIds.map((entityId) => [entityId])));
        expect(jointTargets(single.map(asCall))).toBe(jointTargets(calls.map(asCall)));
      }),
    );
  });
});

test("effects are told apart by what they are, not by how often they were found", () => {
  const twice: readonly Effect[] = ["light", "light"];
  expect(decide(inputFor("light.turn_on", ["light.bed"], { effects: twice }))).toMatchObject({ outcome: "allow", rule: "free" });
});
