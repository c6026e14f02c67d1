import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ActionFacts, CallFacts, EntityFacts } from "../../../src/security/effects/action-facts.ts";
import { EFFECTS } from "../../../src/security/effects/effect.ts";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import { actionOn, alone, NO_WORDS, thing } from "../effect-facts.ts";

const DOMAINS = [
  "light",
  "switch",
  "lock",
  "cover",
  "climate",
  "button",
  "group",
  "automation",
  "mqtt",
  "homeassistant",
  "scene",
  "nowhere",
  "constructor",
];
const SERVICES = [
  "turn_on",
  "turn_off",
  "toggle",
  "unlock",
  "open_cover",
  "set_cover_position",
  "press",
  "apply",
  "any",
  "reload",
  "toString",
];
const NAMES = ["Freezer", "Garage door", "Light", "Child lock", "", "日本", "x".repeat(500)];

const entityId = fc.tuple(fc.constantFrom(...DOMAINS), fc.constantFrom("a", "garage_door", "freezer")).map((parts) => parts.join("."));
const service = fc.oneof(
  fc.tuple(fc.constantFrom(...DOMAINS), fc.constantFrom(...SERVICES)).map((parts) => parts.join(".")),
  fc.string(),
);
const data = fc.dictionary(
  fc.constantFrom("position", "temperature", "entities", "option", "brightness", "media_content_id", "hvac_mode"),
  fc.anything(),
);

const plain = fc
  .record({
    entityId: fc.oneof(entityId, fc.string()),
    name: fc.constantFrom(...NAMES),
    deviceClass: fc.constantFrom(undefined, "garage", "blind", "restart"),
    deviceName: fc.constantFrom(undefined, ...NAMES),
    translationKey: fc.constantFrom(undefined, "door_opener", "child_lock"),
    labels: fc.array(fc.constantFrom("critical", "Attic")),
    state: fc.constantFrom("open", "closed", "on", ""),
    attributes: fc.dictionary(fc.constantFrom("current_position", "max_temp", "min_temp", "supported_color_modes"), fc.anything()),
  })
  .map(({ entityId: id, ...facts }) => thing(id, facts));
const entity: fc.Arbitrary<EntityFacts> = fc.tuple(plain, fc.array(plain, { maxLength: 2 })).map(([own, members]) => ({ ...own, members }));

const call: fc.Arbitrary<CallFacts> = fc.record({
  service,
  data,
  targets: fc.array(entity, { maxLength: 3 }),
  unresolved: fc.array(fc.constantFrom("template" as const, "event" as const), { maxLength: 1 }),
});
const action: fc.Arbitrary<ActionFacts> = fc
  .tuple(call, fc.array(call, { maxLength: 2 }), fc.array(entity, { maxLength: 2 }))
  .map(([own, inside, addressed]) => ({
    ...own,
    inside,
    caused: [],
    guarded: [],
    warners: [],
    addressed,
    isAutomated: false,
    fingerprint: "",
  }));

const told = (facts: ActionFacts) => effectsOf(facts, NO_WORDS).map((found) => `${found.effect} ${found.entityId} ${found.service}`);

describe("effects of any action", () => {
  test("there is at least one, the most harmful first, and none twice", () => {
    fc.assert(
      fc.property(action, (facts) => {
        const findings = effectsOf(facts, NO_WORDS);
        const ranks = findings.map(({ effect }) => EFFECTS.indexOf(effect));
        expect(findings.length).toBeGreaterThan(0);
        expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
        expect(new Set(told(facts)).size).toBe(findings.length);
      }),
    );
  });

  test("one more target, call or addressed thing takes no effect away", () => {
    fc.assert(
      fc.property(action, entity, call, (facts, another, inner) => {
        const before = told(facts);
        if (facts.targets.length > 0)
          expect(told({ ...facts, targets: [another, ...facts.targets] })).toEqual(expect.arrayContaining(before));
        expect(told({ ...facts, inside: [inner, ...facts.inside] })).toEqual(expect.arrayContaining(before));
        expect(told({ ...facts, addressed: [another, ...facts.addressed] })).toEqual(expect.arrayContaining(before));
      }),
    );
  });

  test("a call does inside a routine what it does alone, but for generic ones", () => {
    fc.assert(
      fc.property(
        call.filter((inner) => !/homeassistant/i.test(inner.service)),
        (inner) => {
          expect(told(actionOn("script.a", [], { inside: [inner] }))).toEqual(expect.arrayContaining(told(alone(inner))));
        },
      ),
    );
  });
});
