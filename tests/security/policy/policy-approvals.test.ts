import { describe, expect, test } from "vitest";
import { decide, hashAction } from "../../../src/security/policy/policy.ts";
import type { ApprovalEvidence, DecisionInput, PersonFacts } from "../../../src/security/policy/policy-input.ts";
import { ALL_RISKS, inputFor, type Situation, told } from "../decisions.ts";

type Vote = ApprovalEvidence["by"][number];

const owner: Vote = { personId: "anna", role: "owner" };
const otherOwner: Vote = { personId: "otto", role: "owner" };
const adult: Vote = { personId: "ben", role: "adult" };
const otherAdult: Vote = { personId: "bea", role: "adult" };
const child: Vote = { personId: "cleo", role: "child" };
const guest: Vote = { personId: "gus", role: "guest" };

const as = ({ personId, role }: Vote): Partial<PersonFacts> => ({ id: personId, role });
const answered = (input: DecisionInput, by: readonly Vote[], pin = false): DecisionInput => ({
  ...input,
  approval: { hash: hashAction(input), by, pin },
});
const unlock = (asker: Vote, { effects = ["unlock"], person, ...situation }: Situation = {}) =>
  inputFor("lock.unlock", ["lock.front"], { ...situation, effects, person: { ...as(asker), ...person } });

describe("whose yes counts", () => {
  const ask = { childrenMayAskOwners: true };
  const second = { secondPersonEffects: ["unlock" as const] };
  const yes = "go unlock:approved";
  const two = "go option_confirm:approved";

  test.each<[string, DecisionInput, readonly Vote[], string]>([
    ["the asker's, an owner", unlock(owner), [owner], yes],
    ["another owner's", unlock(owner), [otherOwner], yes],
    ["the asker's, an adult", unlock(adult), [adult], yes],
    ["an owner's for an adult", unlock(adult), [owner], yes],
    ["another adult's", unlock(adult), [otherAdult], "ask unlock"],
    ["an adult's for an owner", unlock(owner), [adult], "ask unlock"],
    ["a child's for an owner", unlock(owner), [child], "ask unlock"],
    ["nobody's", unlock(owner), [], "ask unlock"],
    ["a child's own, for what asks an owner", unlock(child, { options: ask }), [child], "ask-owner unlock"],
    ["a child's own, who claims to be an owner", unlock(child, { options: ask }), [{ ...child, role: "owner" }], "ask-owner unlock"],
    ["an adult's, for a child", unlock(child, { options: ask }), [adult], "ask-owner unlock"],
    ["an owner's, for a child", unlock(child, { options: ask }), [owner], yes],
    ["an owner's, for a child that may not ask", unlock(child), [owner], "no child"],
    ["an owner's, for a guest", unlock(guest), [owner], "no guest"],
    ["an owner's, for code that is switched off", unlock(owner, { effects: ["run-code"] }), [owner], "no run_code"],
    ["an owner's, for code", unlock(owner, { effects: ["run-code"], options: ALL_RISKS }), [owner], "go run_code:approved"],
    ["another owner's, for code", unlock(owner, { effects: ["run-code"], options: ALL_RISKS }), [otherOwner], "go run_code:approved"],
    ["an adult's, for code", unlock(owner, { effects: ["run-code"], options: ALL_RISKS }), [adult], "ask-owner run_code"],
    ["an owner's, for code of an adult", unlock(adult, { effects: ["run-code"], options: ALL_RISKS }), [owner], "no not_owner"],
    ["the asker's, who is no adult any more", unlock({ ...adult, role: "child" }, { options: ask }), [adult], "ask-owner unlock"],
    ["a child's own, for what is only late", unlock(child, { effects: ["light"], input: { late: true } }), [child], "go late:approved"],
    ["a guest's own, for what is only late", unlock(guest, { effects: ["light"], input: { late: true } }), [guest], "go late:approved"],
    ["an owner's, for a late guest", unlock(guest, { effects: ["light"], input: { late: true } }), [owner], "go late:approved"],
    ["an adult's, for a late guest", unlock(guest, { effects: ["light"], input: { late: true } }), [adult], "ask late"],
    [
      "an owner's, beside a text from outside",
      unlock(owner, { effects: ["light"], input: { origin: { request: "outside", outside: undefined } } }),
      [owner],
      "go outside_text:approved",
    ],
    ["one of two", unlock(owner, { options: second }), [owner], "ask option_confirm"],
    ["the same person's twice", unlock(owner, { options: second }), [owner, owner], "ask option_confirm"],
    ["the asker's and an adult's", unlock(owner, { options: second }), [owner, adult], two],
    ["the asker's and an owner's", unlock(adult, { options: second }), [otherOwner, adult], two],
    ["two adults', the asker among them", unlock(adult, { options: second }), [adult, otherAdult], two],
    ["two adults', the asker not among them", unlock(owner, { options: second }), [adult, otherAdult], "ask option_confirm"],
    ["an owner's and an adult's, the asker not among them", unlock(adult, { options: second }), [owner, otherAdult], two],
    ["the asker's and a child's", unlock(owner, { options: second }), [owner, child], "ask option_confirm"],
    ["the asker's and a guest's", unlock(owner, { options: second }), [owner, guest], "ask option_confirm"],
    ["a child's and an owner's", unlock(child, { options: { ...ask, ...second } }), [child, owner], "ask-owner option_confirm"],
    ["an owner's and an adult's, for a child", unlock(child, { options: { ...ask, ...second } }), [owner, adult], two],
    ["two adults', for a child", unlock(child, { options: { ...ask, ...second } }), [adult, otherAdult], "ask-owner option_confirm"],
  ])("%s", (_, input, by, decision) => {
    expect(told(answered(input, by))).toBe(decision);
  });

  test("a PIN is asked for where the effect wants one, and is no yes", () => {
    const input = unlock(owner, { effects: ["light", "unlock"], options: { pinEffects: ["unlock"] } });
    expect(decide(input)).toMatchObject({ requirement: { by: "asker", people: 1, pin: true } });
    expect(told(answered(input, [owner]))).toBe("ask option_confirm");
    expect(told(answered(input, [], true))).toBe("ask option_confirm");
    expect(told(answered(input, [adult], true))).toBe("ask option_confirm");
    expect(told(answered(input, [owner], true))).toBe("go option_confirm:approved");
  });

  test("a second person and a PIN for two effects of one call are both wanted", () => {
    const options = { secondPersonEffects: ["disarm" as const], pinEffects: ["unlock" as const] };
    const input = unlock(owner, { effects: ["unlock", "disarm"], options });
    expect(decide(input)).toMatchObject({ requirement: { by: "asker", people: 2, pin: true } });
    expect(told(answered(input, [owner, adult]))).toBe("ask option_confirm");
    expect(told(answered(input, [owner], true))).toBe("ask option_confirm");
    expect(told(answered(input, [owner, adult], true))).toBe("go option_confirm:approved");
  });
});

describe("a yes is for one action", () => {
  const data = { code: "1234", seconds: 30, extra: { a: 1, b: [1, 2] } };
  const input = inputFor("lock.unlock", ["lock.front", "lock.back"], { effects: ["unlock", "routine"], data });
  const approval: ApprovalEvidence = { hash: hashAction(input), by: [owner], pin: true };

  test("the same passes, in whatever order its parts are written", () => {
    const call = {
      service: "lock.unlock",
      entityIds: ["lock.back", "lock.front"],
      data: { extra: { b: [1, 2], a: 1 }, code: "1234", seconds: 30 },
    };
    expect(told({ ...input, call, effects: [...input.effects, ...input.effects].reverse(), approval })).toBe("go unlock:approved");
  });

  test("codes are no part of what is written down about it", () => {
    const others = { ...input, call: { ...input.call, data: { ...data, code: "9999" } } };
    expect(hashAction(others)).toBe(hashAction(input));
  });

  test.each<[string, Partial<DecisionInput>]>([
    ["another target", { call: { ...input.call, entityIds: ["lock.side"] } }],
    ["one target more", { call: { ...input.call, entityIds: ["lock.front", "lock.back", "lock.side"] } }],
    ["one target less", { call: { ...input.call, entityIds: ["lock.front"] } }],
    ["another service", { call: { ...input.call, service: "lock.open" } }],
    ["another argument", { call: { ...input.call, data: { ...data, seconds: 31 } } }],
    ["a number as text", { call: { ...input.call, data: { ...data, seconds: "30" } } }],
    ["a list in another order", { call: { ...input.call, data: { ...data, extra: { a: 1, b: [2, 1] } } } }],
    [
      "an object as list of its pairs",
      {
        call: {
          ...input.call,
          data: {
            ...data,
            extra: [
              ["a", 1],
              ["b", [1, 2]],
            ],
          },
        },
      },
    ],
    ["less data", { call: { ...input.call, data: {} } }],
    [
      "an effect more",
      {
        effects: [
          ...input.effects,
          { effect: "disarm", entityId: "alarm_control_panel.home", service: "alarm_control_panel.alarm_disarm", because: "domain" },
        ],
      },
    ],
    ["an effect less", { effects: input.effects.slice(0, 1) }],
    ["the effect on another thing", { effects: input.effects.map((found) => ({ ...found, entityId: "lock.back" })) }],
    ["the effect by another service", { effects: input.effects.map((found) => ({ ...found, service: "lock.open" })) }],
    ["a routine with other contents", { fingerprint: "read-2" }],
  ])("%s does not", (_, change) => {
    expect(decide({ ...input, ...change, approval })).toMatchObject({ outcome: "confirm", rule: "unlock" });
  });

  test.each(["", "0".repeat(64), approval.hash.toUpperCase()])("the hash “%s” does not", (hash) => {
    expect(decide({ ...input, approval: { ...approval, hash } })).toMatchObject({ outcome: "confirm" });
  });

  test("what told an effect may change its words", () => {
    const effects = input.effects.map((found) => ({ ...found, because: "label:door" }));
    expect(decide({ ...input, effects, approval })).toMatchObject({ outcome: "allow" });
  });
});

describe("what a yes was given to is judged again by the facts of now", () => {
  const given = unlock(owner);
  const approval: ApprovalEvidence = { hash: hashAction(given), by: [owner], pin: false };

  test.each<[string, DecisionInput, string]>([
    ["a block came", unlock(owner, { options: { blockedDomains: ["lock"] } }), "no blocked_domain"],
    ["a rule came", unlock(owner, { options: { effectRules: [{ effect: "unlock", decision: "deny" }] } }), "no option_denied"],
    ["a PIN is wanted now", unlock(owner, { options: { pinEffects: ["unlock"] } }), "ask option_confirm"],
    ["a second person is wanted now", unlock(owner, { options: { secondPersonEffects: ["unlock"] } }), "ask option_confirm"],
    ["the asker is a guest now", unlock({ ...owner, role: "guest" }), "no guest"],
    ["the service is gone", unlock(owner, { input: { serviceExists: false } }), "no unknown_service"],
    ["it has become late", unlock(owner, { input: { late: true } }), "go unlock:approved"],
    ["the risk was taken since", unlock(owner, { options: ALL_RISKS }), "go risk_unlock"],
  ])("%s", (_, input, decision) => {
    expect(told({ ...input, approval })).toBe(decision);
  });
});
