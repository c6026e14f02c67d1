import { describe, expect, it } from "vitest";
import type { StepResult } from "../../../src/agent/state.ts";
import { OVERTAKEN } from "../../../src/agent/state.ts";
import { modelProblem } from "../../../src/agent/wording/phrases.ts";
import { reportResults } from "../../../src/agent/wording/receipts.ts";
import { reportQuestion } from "../../../src/agent/wording/state-answers.ts";
import type { Outcome, Receipt, TargetReceipt } from "../../../src/homeassistant/acting/acting.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import type { ModelProblem } from "../../../src/models/models.ts";
import { fakeHome } from "../../fakes/home.ts";
import { RULE_IDS } from "../../security/rules-table.ts";
import { smallHome } from "../home.ts";

const input = { home: smallHome(), catalogue: catalogueFor("en") };
const BED = "light.bed_light";
const KITCHEN = "light.kitchen";

function receipt(service: string, targets: readonly TargetReceipt[], more: Partial<Receipt> = {}): StepResult {
  const times = { startedAt: 0, endedAt: 0 };
  return {
    kind: "receipt",
    id: "a",
    receipt: { actionId: "a", service, data: {}, targets, contextId: undefined, error: undefined, ...times, ...more },
  };
}

const target = (entityId: string, outcome: Outcome, state?: string): TargetReceipt => ({
  entityId,
  outcome,
  observed: state === undefined ? {} : { state },
});

describe("receipts", () => {
  const UNKNOWN = "I do not know whether “turn on";
  it.each<[outcome: Outcome, state: string | undefined, one: string, two: string]>([
    ["done", "on", "Bed Light is now on.", "Bed Light and Kitchen Lights are now on."],
    ["done", undefined, "Done: turn on Bed Light.", "Done: turn on Bed Light and Kitchen Lights."],
    ["already", "on", "Bed Light is already on.", "Bed Light and Kitchen Lights are already on."],
    [
      "sent",
      undefined,
      "I sent “turn on Bed Light”. It does not report back, so please check.",
      "I sent “turn on Bed Light and Kitchen Lights”. It does not report back, so please check.",
    ],
    ["started", "opening", "Bed Light is opening.", "Bed Light and Kitchen Lights are opening."],
    ["started", undefined, "Started: turn on Bed Light.", "Started: turn on Bed Light and Kitchen Lights."],
    [
      "no-change",
      "off",
      "I tried to turn on Bed Light, but Bed Light did not react: still off.",
      "I tried to turn on Bed Light and Kitchen Lights, but Bed Light and Kitchen Lights did not react: still off.",
    ],
    [
      "failed",
      "unavailable",
      "I could not turn on Bed Light: Bed Light cannot be reached.",
      "I could not turn on Bed Light and Kitchen Lights: Bed Light and Kitchen Lights cannot be reached.",
    ],
    ["failed", "jammed", "I could not turn on Bed Light: it is jammed.", "I could not turn on Bed Light and Kitchen Lights: it is jammed."],
    [
      "unknown",
      undefined,
      `${UNKNOWN} Bed Light” worked: the connection was lost on the way. Please check Bed Light.`,
      `${UNKNOWN} Bed Light and Kitchen Lights” worked: the connection was lost on the way. Please check Bed Light and Kitchen Lights.`,
    ],
  ])("%s (%s) of one and of two things", (outcome, state, one, two) => {
    expect(reportResults([receipt("light.turn_on", [target(BED, outcome, state)])], input)).toEqual([one]);
    expect(reportResults([receipt("light.turn_on", [target(BED, outcome, state), target(KITCHEN, outcome, state)])], input)).toEqual([two]);
  });

  it.each<[outcome: Outcome, text: string]>([
    ["done", "Sent: use “notify anna”. Nothing reports back."],
    ["already", "Sent: use “notify anna”. Nothing reports back."],
    ["sent", "Sent: use “notify anna”. Nothing reports back."],
    ["started", "Started: use “notify anna”."],
    ["no-change", "Sent: use “notify anna”. Nothing reports back."],
    ["failed", "I could not use “notify anna”: Home Assistant refused (no such device)."],
    ["unknown", "I do not know whether “use “notify anna”” worked: I was interrupted on the way."],
  ])("%s of a call without things", (outcome, text) => {
    expect(reportResults([receipt("notify.anna", [target("", outcome)], { error: "no such device" })], input)).toEqual([text]);
  });

  it("one line for each outcome of a call, and what is the same is told once", () => {
    const targets = [target(BED, "done", "on"), target("lock.front_door", "failed", "unavailable"), target(KITCHEN, "done", "on")];
    expect(reportResults([receipt("homeassistant.turn_on", targets)], input)).toEqual([
      "Bed Light and Kitchen Lights are now on.",
      "I could not turn on Front Door: Front Door cannot be reached.",
    ]);
  });

  it("tells why Home Assistant refused, in its words but with the names of the house", () => {
    const error = "Entity light.bed_light does not support light.turn_on with lock.front_door, see sensor.gone_away";
    const [line = ""] = reportResults([receipt("light.turn_on", [target(BED, "failed", "off")], { error })], input);
    expect(line).toContain("Home Assistant refused (Entity Bed Light does not support");
    expect(line).not.toMatch(/light\.bed_light|lock\.front_door|sensor\.gone_away/);
  });

  it("says no empty reason: what was not even sent is away, and what was refused without a word was refused", () => {
    expect(reportResults([receipt("light.turn_on", [target(BED, "failed")])], input)).toEqual([
      "I could not turn on Bed Light: Bed Light cannot be reached.",
    ]);
    expect(reportResults([receipt("light.turn_on", [target(BED, "failed", "off")], { error: "" })], input)).toEqual([
      "I could not turn on Bed Light: Home Assistant refused.",
    ]);
  });

  it.each<Outcome>(["done", "already", "sent", "started", "no-change", "failed", "unknown"])(
    "%s never shows an id or an empty place",
    (outcome) => {
      const kinds = ["light.turn_on", "cover.open_cover", "script.turn_on", "siren.wail", "notify.anna"];
      const states = [undefined, "on", "opening", "unavailable", "unknown", "not_home"];
      for (const service of kinds) {
        for (const state of states) {
          for (const entityIds of [[""], [BED], [BED, "lock.front_door"], ["light.gone_away"], ["lock.safe"]]) {
            const targets = entityIds.map((entityId) => target(entityId, outcome, state));
            const text = reportResults([receipt(service, targets)], input).join("\n");
            expect(text).not.toBe("");
            expect(text).not.toMatch(/\b[a-z_]+\.[a-z_]+\b/);
            expect(text).not.toMatch(/[{}_]| {2}|\(\)|undefined|^ |\bis now unknown/);
          }
        }
      }
    },
  );
});

describe("what was not done", () => {
  const call = { service: "lock.unlock", entityIds: ["lock.front_door"], data: {} };
  it("is told", () => {
    expect(reportResults([{ kind: "declined", id: "a", call, rule: "unlock" }], input)).toEqual(["OK, I did not unlock Front Door."]);
  });

  it.each([
    ["blocked_domain", "This is switched off for everybody; an owner can change that in the options (blocked_domains)."],
    ["child", "This needs a grown-up, so please ask one; an owner can let children ask in the options (children_may_ask_owners)."],
    ["guest_areas", "Guests may only use things in rooms that were named for them; an owner can add rooms in the options (people)."],
  ])("is told with why not and what would help: %s", (rule, why) => {
    expect(reportResults([{ kind: "denied", id: "a", call, rule }], input)).toEqual([`I am not allowed to unlock Front Door. ${why}`]);
  });

  it("is told in a sentence of its own for every rule that refuses, and for one of an earlier version", () => {
    const told = (rule: string) => reportResults([{ kind: "denied", id: "a", call, rule }], input)[0] ?? "";
    for (const rule of RULE_IDS.deny) expect(told(rule), rule).toMatch(/^I am not allowed to unlock Front Door\. \w.+\.$/);
    expect(told("risky_domain:lock")).toBe("I am not allowed to unlock Front Door.");
  });

  it("because the home has changed asks to say it again", () => {
    expect(reportResults([{ kind: "denied", id: "a", call, rule: OVERTAKEN }], input)).toEqual([
      "I did not unlock Front Door: too much has changed since you asked. Please ask again.",
    ]);
  });

  it("and what only was read or went wrong on the way needs no line", () => {
    const read: StepResult = { kind: "read", id: "r", tool: "get_entity_state", ok: true, hidden: 0, origin: "home" };
    const problem: StepResult = { kind: "problem", id: "p", service: "a.b", problem: { error: "no_target", message: "which?" } };
    expect(reportResults([read, problem], input)).toEqual([]);
  });
});

describe("a question about states", () => {
  const ask = (entityIds: readonly string[], state?: string, named = true, attribute?: string) =>
    reportQuestion({ entityIds, state, named, attribute }, input);

  it.each([
    [["cover.garage"], "open", true, "Yes, Garage is open."],
    [["cover.garage"], "closed", true, "No, Garage is open."],
    [["lock.front_door", "lock.back_door"], "locked", true, "Yes, Front Door is locked.\nNo, Back Door is unlocked."],
    [["lock.front_door"], "locked", true, "Yes, Front Door is locked."],
    [["lock.front_door", "lock.back_door"], "locked", false, "Front Door is locked."],
    [["binary_sensor.window"], "on", true, "Yes, Window is open."],
    [["light.bed_light", "light.kitchen"], "unavailable", false, "None of them is not reachable."],
    [["lock.front_door", "lock.back_door"], "jammed", false, "None of them is jammed."],
  ])("%o %s (named: %s)", (entityIds, state, named, text) => {
    expect(ask(entityIds, state, named)).toBe(text);
  });

  it.each([
    [["sensor.outside"], undefined, "Outside: 21.44 °C."],
    [["light.bed_light"], undefined, "Bed Light: on (30 %)."],
    [["climate.office"], "current_temperature", "Office: 20.3 °C."],
    [["light.bed_light", "light.kitchen"], undefined, "Bed Light: on (30 %).\nKitchen Lights: off."],
  ])("what %o is (%s)", (entityIds, attribute, text) => {
    expect(ask(entityIds, undefined, true, attribute)).toBe(text);
  });

  it.each([
    [20, "Attic Battery: 7 %.\nHall Battery: 15 %."],
    [5, "None of them is at 5 % or less."],
  ])("names what measures %d or less, the lowest first", (atMost, text) => {
    const battery = (id: string, name: string, state: string) => ({
      ...{ entityId: `sensor.${id}`, name, state, deviceClass: "battery" },
      attributes: { unit_of_measurement: "%" },
    });
    const batteries = [battery("a", "Hall Battery", "15"), battery("b", "Attic Battery", "7"), battery("c", "Door Battery", "80")];
    const home = fakeHome({ entities: batteries });
    const entityIds = batteries.map(({ entityId }) => entityId);
    expect(reportQuestion({ entityIds, state: undefined, named: false, attribute: undefined, atMost }, { ...input, home })).toBe(text);
  });

  it.each([
    ["media_player.tv", "playing", "on", "Yes, TV is on (playing)."],
    ["media_player.tv", "standby", "on", "No, TV is standby."],
    ["media_player.tv", "paused", "off", "No, TV is on (paused)."],
    ["climate.heating", "heat", "on", "Yes, Heating is on (heat)."],
    ["climate.heating", "off", "off", "Yes, Heating is off."],
  ])("%s that is %s, asked whether it is %s", (entityId, state, asked, text) => {
    const name = entityId === "media_player.tv" ? "TV" : "Heating";
    const home = fakeHome({ entities: [{ entityId, name, state }] });
    expect(reportQuestion({ entityIds: [entityId], state: asked, named: true, attribute: undefined }, { ...input, home })).toBe(text);
  });

  it("says what cannot be reached, instead of leaving it out of a no or an all", () => {
    expect(ask(["cover.blind"], "open")).toBe("Blind cannot be reached right now.");
    expect(ask(["cover.blind"])).toBe("Blind cannot be reached right now.");
    expect(ask(["cover.garage", "cover.blind"], "closed", false)).toBe("Garage is open.\nBlind cannot be reached right now.");
    expect(ask(["cover.garage", "cover.blind"], "open", false)).toBe("Garage is open.\nBlind cannot be reached right now.");
    expect(ask(["cover.garage", "cover.blind"], "open")).toBe("Yes, Garage is open.\nBlind cannot be reached right now.");
    expect(ask(["cover.garage", "cover.blind"])).toBe("Garage: open (100 %).\nBlind cannot be reached right now.");
  });

  it("about what is gone or hidden has no answer", () => {
    expect(ask(["lock.safe", "lock.gone"], "locked")).toBe("I have no answer to that.");
  });
});

describe("a model's problem", () => {
  const model = "ollama/gpt-oss:20b";
  it.each<[ModelProblem, string]>([
    [{ kind: "unreachable", model, url: "http://model.internal:11434" }, "http://model.internal:11434"],
    [{ kind: "not_pulled", model }, "run: ollama pull gpt-oss:20b"],
    [{ kind: "not_pulled", model: "ollama/hf.co/someone/model:q4" }, "run: ollama pull hf.co/someone/model:q4"],
    [{ kind: "no_tools", model }, "cannot use tools"],
    [{ kind: "context_too_small", model, numCtx: 4096 }, "Raise num_ctx"],
    [{ kind: "message_too_long", model }, "Please shorten it, or raise num_ctx"],
    [{ kind: "timeout", model, seconds: 120 }, "took over 120 seconds"],
    [{ kind: "refused", model, why: "key" }, "refused the key"],
    [{ kind: "refused", model, why: "rate" }, "too many requests"],
    [{ kind: "refused", model, why: "quota" }, "no credit left"],
    [{ kind: "failed", model, status: 500 }, "look at the log of its server"],
  ])("%o says what to do", (problem, text) => {
    const sentence = modelProblem(problem, input.catalogue);
    expect(sentence).toContain(text);
    expect(sentence).not.toMatch(/[{}]/);
    if (problem.kind !== "not_pulled") expect(sentence).toContain(model);
  });
});
