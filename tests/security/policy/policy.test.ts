import { describe, expect, test } from "vitest";
import type { Effect, EffectFinding } from "../../../src/security/effects/effect.ts";
import { decide, jointTargets } from "../../../src/security/policy/policy.ts";
import type { PolicyOptions } from "../../../src/security/policy/policy-input.ts";
import { ALL_RISKS, inputFor, NOW, ruleFor, type Situation } from "../decisions.ts";

/** Something touched beside the target, in the hall. */
const touching = (...entityIds: readonly string[]) => ({ touched: entityIds.map((entityId) => ({ entityId, areaId: "hall" })) });

describe("the most harmful effect decides", () => {
  test.each<[string, Situation, string]>([
    ["a scene with a lock", { effects: ["routine", "light", "unlock"] }, "ask unlock"],
    ["a script that disarms and unlocks", { effects: ["routine", "disarm", "unlock"] }, "ask unlock"],
    ["a script of lights", { effects: ["routine", "light"] }, "go free"],
    ["a script that runs a command", { effects: ["routine", "light", "run-code"] }, "no run_code"],
    ["a script that cannot be read", { effects: ["routine", "unknown"] }, "ask unknown_effect"],
    ["nothing found at all", { effects: [] }, "ask unknown_effect"],
    ["a risk that was taken for one of two", { effects: ["unlock", "disarm"], options: { riskUnlockWithoutYes: true } }, "ask disarm"],
    ["risks that were taken for both", { effects: ["unlock", "disarm"], options: ALL_RISKS }, "go risk_unlock"],
    ["a risk that was taken beside a freezer", { effects: ["unlock", "power-cut"], options: ALL_RISKS }, "ask power_cut"],
  ])("%s", (_, situation, decision) => {
    expect(ruleFor("script.turn_on", ["script.bedtime"], situation)).toBe(decision);
  });

  test("every reason is told, the strictest first", () => {
    const situation: Situation = {
      effects: ["light", "unlock", "heat", "run-code"],
      options: { riskRunCodeAfterYes: true, restrictedDomains: ["script"] },
      input: { late: true },
    };
    expect(decide(inputFor("script.turn_on", ["script.bedtime"], situation))).toEqual({
      outcome: "confirm",
      rule: "run_code",
      reasons: ["run_code", "restricted_domain", "unlock", "heat", "late"],
      requirement: { by: "owner", people: 1, pin: false },
    });
  });
});

describe("what never happens", () => {
  test.each([
    "conversation.process",
    "telegram_bot.send_message",
    "assist_satellite.announce",
    "ai_task.generate_data",
    "scene.apply",
    "scene.create",
    "group.set",
    "Conversation.Process",
  ])("%s", (service) => {
    expect(ruleFor(service, [])).toBe("no bypasses_policy");
  });

  test.each(["homeassistant.restart", "homeassistant.stop", "homeassistant.turn_off", "homeassistant.reload_all"])(
    "blocked %s",
    (service) => {
      expect(ruleFor(service, [], { effects: ["system"], options: ALL_RISKS })).toBe("no blocked_domain");
    },
  );

  test("a service without a name", () => {
    expect(ruleFor("", [], { input: { serviceExists: false } })).toBe("no unknown_service");
  });
});

describe("the lists of the options", () => {
  const light: [string, readonly string[]] = ["light.turn_on", ["light.bed"]];
  const inside = (service: string): Partial<Parameters<typeof decide>[0]> => ({
    effects: [{ effect: "light", entityId: "light.bed", service, because: "domain" }],
  });

  test.each<[string, [string, readonly string[]], Situation, string]>([
    ["the service's domain", ["lock.unlock", ["lock.front"]], {}, "no blocked_domain"],
    ["a target's domain", ["light.turn_on", ["lock.front"]], {}, "no blocked_domain"],
    ["something touched", light, { input: touching("light.bed", "lock.front") }, "no blocked_domain"],
    ["something touched, in capitals", light, { input: touching("light.bed", "Lock.Front") }, "no blocked_domain"],
    ["an id among the data", light, { data: { entity_id: "lock.front" } }, "no blocked_domain"],
    ["ids in a text among the data", light, { data: { entity_id: "light.hall, Lock.front" } }, "no blocked_domain"],
    ["an id as a key deep in the data", light, { data: { profile: { "lock.front": "unlocked" } } }, "no blocked_domain"],
    [
      "a thing that only an effect names",
      light,
      { input: { effects: [{ effect: "light", entityId: "lock.a", service: "light.turn_on", because: "x" }] } },
      "no blocked_domain",
    ],
    ["a service inside a routine", light, { input: inside("lock.lock") }, "no blocked_domain"],
    ["any service of the domain inside a routine", light, { input: inside("lock.any") }, "no blocked_domain"],
    ["nothing of it", light, { data: { item: "1.5 l milk" } }, "go free"],
  ])("a blocked domain is seen in %s", (_, [service, entityIds], situation, decision) => {
    expect(ruleFor(service, entityIds, { ...situation, options: { blockedDomains: ["lock"] } })).toBe(decision);
  });

  test.each<[string, Partial<PolicyOptions>, Situation, string]>([
    ["blocked service", { blockedDomains: ["light.turn_on"] }, {}, "no blocked_domain"],
    ["another service of the blocked one's domain", { blockedDomains: ["light.turn_off"] }, {}, "go free"],
    ["blocked wins over restricted", { blockedDomains: ["light"], restrictedDomains: ["light"] }, {}, "no blocked_domain"],
    ["allowed by name", { allowedDomains: ["light"] }, {}, "go free"],
    [
      "allowed by name, with a touched thing that is not",
      { allowedDomains: ["light"] },
      { input: touching("switch.pump") },
      "no not_allowed_domain",
    ],
    [
      "allowed by name, with a service inside that is not",
      { allowedDomains: ["light"] },
      { input: inside("notify.anna") },
      "no not_allowed_domain",
    ],
    ["nothing allowed", { allowedDomains: [] }, {}, "no not_allowed_domain"],
    ["allowed by name lifts no question", { allowedDomains: ["light"] }, { effects: ["heat"] }, "ask heat"],
    ["restricted", { restrictedDomains: ["light"] }, {}, "ask restricted_domain"],
    [
      "restricted, among the touched",
      { restrictedDomains: ["lock"] },
      { input: touching("light.bed", "lock.front") },
      "ask restricted_domain",
    ],
    ["restricted, for a child", { restrictedDomains: ["light"] }, { person: { role: "child" } }, "no child"],
    ["restricted, for a guest", { restrictedDomains: ["light"] }, { person: { role: "guest" } }, "no guest"],
    ["listed service", { requireConfirmation: ["light.turn_on"] }, {}, "ask require_confirmation"],
    ["listed service inside a routine", { requireConfirmation: ["lock.lock"] }, { input: inside("lock.lock") }, "ask require_confirmation"],
    [
      "listed service, where a scene may do any of its domain",
      { requireConfirmation: ["lock.unlock"] },
      { input: inside("lock.any") },
      "ask require_confirmation",
    ],
    [
      "listed service, where a routine uses the generic one",
      { requireConfirmation: ["light.toggle"] },
      { input: inside("homeassistant.toggle") },
      "ask require_confirmation",
    ],
    [
      "blocked service, where a scene may do any of its domain",
      { blockedDomains: ["lock.unlock"] },
      { input: inside("lock.any") },
      "no blocked_domain",
    ],
    [
      "listed service of another domain than a scene's",
      { requireConfirmation: ["lock.unlock"] },
      { input: inside("light.any") },
      "go free",
    ],
    ["another service than the listed one", { requireConfirmation: ["light.turn_off"] }, {}, "go free"],
    [
      "listed, though a rule allows the effect",
      { requireConfirmation: ["light.turn_on"], effectRules: [{ effect: "light", decision: "allow" }] },
      {},
      "ask require_confirmation",
    ],
    ["listed, though the risk was taken", { ...ALL_RISKS, restrictedDomains: ["light"] }, { effects: ["unlock"] }, "ask restricted_domain"],
    [
      "homeassistant's own turn_on inside a routine",
      { blockedDomains: ["homeassistant"] },
      { input: inside("homeassistant.turn_on") },
      "go free",
    ],
    ["a restart inside a routine", { blockedDomains: ["homeassistant"] }, { input: inside("homeassistant.restart") }, "no blocked_domain"],
    ["an effect of no service", { allowedDomains: ["light"] }, { input: inside("template") }, "go free"],
  ])("%s", (_, options, situation, decision) => {
    expect(ruleFor(...light, { ...situation, options })).toBe(decision);
  });
});

describe("how many and how often", () => {
  const lights = (count: number) => Array.from({ length: count }, (_, index) => `light.l${index}`);
  const eleven = (effect: Effect): readonly EffectFinding[] =>
    Array.from({ length: 11 }, (_, index) => ({ effect, entityId: `switch.${index}`, service: "switch.turn_on", because: "domain" }));

  test.each<[string, readonly string[], Situation, string]>([
    ["ten things", lights(10), {}, "go free"],
    ["eleven things", lights(11), {}, "ask many_targets"],
    ["one thing eleven times", Array.from({ length: 11 }, () => "light.bed"), {}, "go free"],
    ["eleven among the data", ["light.bed"], { data: { entity_id: lights(11) } }, "ask many_targets"],
    ["a routine with eleven inside", ["script.evening"], { input: touching(...lights(11)) }, "go free"],
    ["the turn's tenth", ["light.bed"], { input: { jointTargets: 10 } }, "go free"],
    ["a group of eleven plugs", ["switch.all"], { input: { effects: eleven("power") } }, "ask many_targets"],
    ["a script for eleven lists", ["script.tidy"], { input: { effects: eleven("helper") } }, "ask many_targets"],
    ["ten plugs and their group", ["switch.all"], { input: { effects: eleven("power").slice(1) } }, "ask many_targets"],
    ["nine plugs and their group", ["switch.all"], { input: { effects: eleven("power").slice(2) } }, "go free"],
    [
      "the same plug eleven times",
      ["switch.all"],
      { input: { effects: eleven("power").map((one) => ({ ...one, entityId: "switch.0" })) } },
      "go free",
    ],
    ["a group of eleven lamps", ["light.all"], { input: { effects: eleven("light") } }, "go free"],
    ["a scene with eleven blinds", ["scene.day"], { input: { effects: [...eleven("cover"), ...eleven("comfort")] } }, "go free"],
    ["the turn's eleventh", ["light.bed"], { input: { jointTargets: 11 } }, "ask many_targets"],
    ["a count that is none", ["light.bed"], { input: { jointTargets: Number.NaN } }, "ask many_targets"],
    ["a higher bound", lights(11), { options: { maxTargets: 11 } }, "go free"],
    ["often, but less than the bound", ["light.bed"], { input: { recent: { light: 19 } } }, "go free"],
    ["as often as the bound", ["light.bed"], { input: { recent: { light: 20 } } }, "ask rate"],
    ["often, but another effect", ["light.bed"], { input: { recent: { media: 99 } } }, "go free"],
    ["often, one of two effects", ["light.bed"], { effects: ["light", "media"], input: { recent: { media: 20 } } }, "ask rate"],
    ["a bound that is none", ["light.bed"], { options: { rateCount: Number.NaN } }, "ask rate"],
  ])("%s", (_, entityIds, situation, decision) => {
    expect(ruleFor("light.turn_on", entityIds, situation)).toBe(decision);
  });

  test.each(["device_id", "area_id", "floor_id", "label_id"])("a target that was not looked up, in %s", (field) => {
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { [field]: "hall" } })).toBe("ask symbolic_target");
  });

  test("actions of a turn are counted together, each thing once, and what is for nothing as one", () => {
    const call = (entityIds: readonly string[], data = {}) => ({ call: { service: "light.turn_on", entityIds, data } });
    expect(jointTargets([])).toBe(0);
    expect(jointTargets([call(["light.a", "light.b"]), call(["Light.B", "light.c"])])).toBe(3);
    expect(jointTargets([call([]), call([]), call(["light.a"])])).toBe(3);
    expect(jointTargets([call([], { entity_id: "light.a, light.b" }), call(["light.a"])])).toBe(2);
  });
});

describe("a guest", () => {
  const area = (...areas: readonly (string | undefined)[]) => ({
    touched: areas.map((areaId, index) => ({ entityId: `light.l${index}`, areaId })),
  });

  test.each<[string, Situation, string]>([
    ["in a named room", { input: area("hall") }, "go free"],
    ["in two named rooms", { person: { areas: ["hall", "bath"] }, input: area("hall", "bath") }, "go free"],
    ["in a room of others", { input: area("study") }, "no guest_areas"],
    ["with one thing of a room of others", { input: area("hall", "hall", "study") }, "no guest_areas"],
    ["with a thing that stands nowhere", { input: area("hall", undefined) }, "no guest_areas"],
    ["with a thing that nobody looked at", { input: { touched: [] } }, "no guest_areas"],
    ["with a thing among the data", { data: { entity_id: "light.study" } }, "no guest_areas"],
    ["without rooms", { person: { areas: [] } }, "no guest_areas"],
    ["until the last moment", { person: { until: NOW + 1 } }, "go free"],
    ["at the end", { person: { until: NOW } }, "no guest_over"],
    ["with an end that is none", { person: { until: Number.NaN } }, "no guest_over"],
    ["with a risk that was taken for others", { effects: ["unlock"], options: ALL_RISKS }, "no guest"],
    ["late, in a room of others", { input: { ...area("study"), late: true } }, "no guest_areas"],
  ])("%s", (_, situation, decision) => {
    const { person, input } = situation;
    const touched = input?.touched ?? area("hall").touched;
    const given = { ...situation, person: { ...person, role: "guest" as const }, input: { ...input, touched } };
    const entityIds = touched.length === 0 ? ["light.bed"] : touched.map(({ entityId }) => entityId);
    expect(ruleFor("light.turn_on", entityIds, given)).toBe(decision);
  });

  test("without rooms does nothing, also where nothing is touched", () => {
    const list = (areas: readonly string[]) =>
      ruleFor("shopping_list.add_item", [], { effects: ["helper"], person: { role: "guest", areas } });
    expect([list(["hall"]), list([])]).toEqual(["go free", "no guest_areas"]);
  });
});

describe("a routine that the service saves", () => {
  const saves = (service: string, effect: Effect, more: Situation = {}) => ruleFor(service, [], { effects: ["routine", effect], ...more });

  test.each<[string, Effect, Situation, string]>([
    ["own_scene.save", "light", {}, "ask automated"],
    ["own_script.save", "light", {}, "ask automated"],
    ["own_script.save", "unlock", {}, "ask unlock"],
    ["automation.save", "unlock", {}, "no automated_never"],
    ["automation.save", "open-entry", {}, "ask-owner automated_asks"],
    ["own_script.save", "open-entry", {}, "ask open_entry"],
    ["own_script.save", "light", { input: { isAutomated: true } }, "ask automated"],
    ["own_script.save", "unlock", { input: { isAutomated: true } }, "no automated_never"],
    ["own_scene.save", "open-entry", { input: { isAutomated: true } }, "ask-owner automated_asks"],
    ["own_scene.save", "light", { person: { role: "child" } }, "no automated_role"],
    ["own_scene.remove", "light", { person: { role: "guest" } }, "no automated_role"],
    ["own_script.save", "light", { input: { origin: { request: "outside", outside: undefined } } }, "no automated_outside"],
    ["own_scene.save", "light", { options: { allowedDomains: ["light", "scene"] } }, "ask automated"],
    ["own_scene.save", "light", { options: { blockedDomains: ["scene"] } }, "no blocked_domain"],
    ["own_script.save", "run-code", {}, "no run_code"],
  ])("%s with %s inside: %o", (service, effect, situation, decision) => {
    expect(saves(service, effect, situation)).toBe(decision);
  });
});
