import { expect, it } from "vitest";
import type { Effect } from "../../../src/security/effects/effect.ts";
import type { Requirement } from "../../../src/security/policy/policy.ts";
import { type Risk, riskOf } from "../../../src/security/policy/risk.ts";

const asker: Requirement = { by: "asker", people: 1, pin: false };

it.each<[Risk, readonly Effect[], Requirement | undefined]>([
  ["low", ["light"], undefined],
  ["low", [], undefined],
  ["medium", ["announce"], undefined],
  ["medium", ["light"], asker],
  ["medium", ["heat"], asker],
  ["high", ["light"], { ...asker, by: "owner" }],
  ["high", ["light"], { ...asker, people: 2 }],
  ["high", ["heat"], { ...asker, pin: true }],
  ["high", ["light", "unlock"], asker],
  ["high", ["unlock"], undefined],
])("is %s: %j with %j", (risk, effects, requirement) => {
  expect(riskOf(effects, requirement)).toBe(risk);
});
