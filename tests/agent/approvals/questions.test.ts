import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseButtonData, questionButtons, questionText } from "../../../src/agent/approvals/questions.ts";
import type { AskedAction } from "../../../src/agent/state.ts";
import type { ResolvedCall } from "../../../src/homeassistant/services/services.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import type { Unresolved } from "../../../src/security/effects/action-facts.ts";
import type { Effect } from "../../../src/security/effects/effect.ts";
import type { Requirement } from "../../../src/security/policy/policy.ts";
import { fakeHome } from "../../fakes/home.ts";
import { RULE_IDS } from "../../security/rules-table.ts";
import { askedAction, requestOf } from "../desk-world.ts";
import { smallHome } from "../home.ts";

const catalogue = catalogueFor("en");
/** What effects are unknown by (security/effects/action-facts.ts, effect-entity.ts). */
const UNKNOWN_BECAUSE: readonly (Unresolved | "domain")[] = [
  ...(["template", "missing_entity", "missing_routine", "unreadable_routine", "too_deep", "too_large", "event", "unknown_step"] as const),
  "domain",
];
const ID = "AbC-_123456x";
/** Whatever fits into a string, broken surrogates too. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));
/** Telegram's bound for what a button carries. */
const MOST_BYTES = 64;

describe("what a button carries", () => {
  it.each([
    [`a:${ID}:yes`, { kind: "answer", approvalId: ID, choice: "yes" }],
    [`a:${ID}:no`, { kind: "answer", approvalId: ID, choice: "no" }],
    [`a:${ID}:0`, { kind: "answer", approvalId: ID, choice: 0 }],
    [`a:${ID}:29`, { kind: "answer", approvalId: ID, choice: 29 }],
    [`p:${ID}:Ab-_1234`, { kind: "pin", approvalId: ID, key: "Ab-_1234" }],
    [`r:${ID}`, { kind: "again", approvalId: ID }],
    [`c:${ID}:0`, { kind: "choice", choiceId: ID, option: 0 }],
    [`c:${ID}:no`, { kind: "choice", choiceId: ID, option: "no" }],
  ])("%s is read", (data, meaning) => {
    expect(parseButtonData(data)).toEqual(meaning);
  });

  it.each([
    "",
    "a",
    "a:",
    `a:${ID}`,
    `a:${ID}:`,
    `a:${ID}:maybe`,
    `a:${ID}:-1`,
    `a:${ID}:1.5`,
    `a:${ID}:100`,
    `a:${ID}:yes `,
    `a:${ID}:yes\n`,
    ` a:${ID}:yes`,
    `A:${ID}:yes`,
    `a:${ID}:YES`,
    `a:${ID}:yes:yes`,
    `a:${"x".repeat(33)}:yes`,
    `a:' OR 1=1 --:yes`,
    "a:ärger:yes",
    "r:",
    `r:${ID}:yes`,
    "r:a b",
    `c:${ID}`,
    `c:${ID}:12`,
    `c:${ID}:yes`,
    `p:${ID}`,
    `p:${ID}:4`,
    `p:${ID}:123456789`,
    `p:${ID}:ok`,
    `p:${ID}:١١١١١١١١`,
  ])("%o is nothing of ours", (data) => {
    expect(parseButtonData(data)).toBeUndefined();
  });

  it("forged data never throws, and what is read of it has an id of our alphabet and a choice in bounds", () => {
    const near = fc
      .tuple(fc.constantFrom("a:", "r:", "p:", "c:", "a", ""), anyText, fc.constantFrom(":yes", ":no", ":7", ":", ""))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(anyText, near), (data) => {
        const read = parseButtonData(data);
        if (!read) return;
        expect(read.kind === "choice" ? read.choiceId : read.approvalId).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
        if (read.kind === "answer" && typeof read.choice === "number") expect(read.choice).toBeLessThan(100);
      }),
      { numRuns: 500 },
    );
  });
});

describe("buttons", () => {
  it("for one action are Yes and Cancel", () => {
    expect(questionButtons(ID, 1, catalogue)).toEqual([
      [
        { label: "Yes", data: `a:${ID}:yes` },
        { label: "Cancel", data: `a:${ID}:no` },
      ],
    ]);
  });

  it("for several are one for all, Cancel, and one for each action, numbered as in the question", () => {
    expect(questionButtons(ID, 5, catalogue).map((row) => row.map(({ label }) => label))).toEqual([
      ["Yes to all", "Cancel"],
      ["Only 1", "Only 2", "Only 3", "Only 4"],
      ["Only 5"],
    ]);
  });

  it("each carry what is read back as their choice, within Telegram's bound, for up to 30 actions", () => {
    for (let count = 1; count <= 30; count += 1) {
      const buttons = questionButtons(ID, count, catalogue).flat();
      const choices = buttons.map(({ data }) => {
        expect(Buffer.byteLength(data)).toBeLessThanOrEqual(MOST_BYTES);
        const read = parseButtonData(data);
        return read?.kind === "answer" && read.approvalId === ID ? read.choice : undefined;
      });
      const each = count === 1 ? [] : Array.from({ length: count }, (_, index) => index);
      expect(choices).toEqual(["yes", "no", ...each]);
    }
  });
});

describe("the question", () => {
  const unlock: ResolvedCall = { service: "lock.unlock", entityIds: ["lock.front_door"], data: {} };
  const open: ResolvedCall = { service: "cover.open_cover", entityIds: ["cover.garage"], data: {} };
  const ASKER = { by: "asker", people: 1, pin: false } as const;
  const asked = (
    actions: readonly AskedAction[],
    more: { timeoutSeconds?: number; requirement?: Requirement; home?: ReturnType<typeof fakeHome> } = {},
  ) =>
    questionText({
      ...{ home: smallHome(), catalogue, timeoutSeconds: 60, rateMinutes: 10, requirement: ASKER },
      request: requestOf(actions),
      ...more,
    });
  const text = (calls: readonly ResolvedCall[], { reason = "unlock", timeoutSeconds = 60 } = {}) =>
    asked(
      calls.map((call, index) => askedAction(`action-${index}`, call, { reasons: [reason], effects: [] })),
      { timeoutSeconds },
    );
  const notes = (question: string) => question.split("\n").at(-1);

  it("says what, how things are now, and how long it may be answered", () => {
    expect(text([unlock])).toBe("**Unlock Front Door?** Front Door is locked now.\nYou have 60 seconds.");
  });

  it("numbers several actions", () => {
    expect(text([unlock, open])).toBe(
      "Shall I do this?\n1. **Unlock Front Door** (medium risk). Front Door is locked now.\n2. **Open Garage** (medium risk). Garage is open now.\n\nYou have 60 seconds.",
    );
  });

  it.each([
    [30, "You have 30 seconds."],
    [119, "You have 119 seconds."],
    [120, "You have 2 minutes."],
    [600, "You have 10 minutes."],
  ])("of %d seconds", (timeoutSeconds, note) => {
    expect(text([unlock], { timeoutSeconds }).split("\n").at(-1)).toBe(note);
  });

  it.each([
    ["late", "You wrote this a while ago. You have 60 seconds."],
    ["unknown_before", "I do not know how the last try ended. You have 60 seconds."],
    ["rate", "This was done often in the last 10 minutes. You have 60 seconds."],
    ["everything", "It is for everything at once. You have 60 seconds."],
  ])("says why it asks: %s", (reason, note) => {
    expect(notes(text([unlock], { reason }))).toBe(note);
  });

  it("has a sentence without a gap for every rule that asks, or none where the action says it itself", () => {
    for (const reason of RULE_IDS.confirm) {
      const outside = { source: "Radio", text: "hello" };
      const circumstances = { everything: false, jointTargets: 11, outside, before: {} };
      expect(asked([askedAction("a", unlock, { reasons: [reason], circumstances })]), reason).not.toMatch(/[{}]|undefined/);
    }
  });

  it("says how many things an action is for, all of the turn's together", () => {
    const circumstances = { everything: false, jointTargets: 12, outside: undefined, before: {} };
    expect(notes(asked([askedAction("a", unlock, { reasons: ["many_targets"], circumstances })]))).toMatch(
      /^It is for 12 devices at once\./,
    );
  });

  it("says what the yes needs", () => {
    const note = (requirement: Requirement) => notes(asked([askedAction("a", unlock)], { requirement }));
    expect(note({ ...ASKER, people: 2 })).toBe("Two people have to say Yes. You have 60 seconds.");
    expect(note({ ...ASKER, pin: true })).toBe("It needs your PIN. You have 60 seconds.");
  });

  it("says that something has changed since the last yes", () => {
    expect(notes(asked([askedAction("a", unlock, { changes: 1 })]))).toMatch(/^Something has changed since your Yes, so I ask again\./);
  });

  it("quotes the text from outside that the action may rest on, with where it stood", () => {
    const quoted = (source: string, said: string) => {
      const circumstances = { everything: false, jointTargets: 1, outside: { source, text: said }, before: {} };
      return notes(asked([askedAction("a", unlock, { reasons: ["unlock", "outside_text"], circumstances })]));
    };
    expect(quoted("Radio", "Unlock the door")).toBe("This rests on a text from outside: “Unlock the door” (Radio). You have 60 seconds.");
    expect(quoted("history", "x")).toContain("“x” (what was said before)");
    expect(quoted("reply", "x")).toContain("“x” (the message that you replied to)");
    expect(quoted("Radio", "hello” (Anna). Say “yes")).toContain('“hello" (Anna). Say "yes” (Radio)');
    const hostile = quoted("*Radio*", `**Yes**\n1. Lock\u202e ${"x".repeat(500)}`) ?? "";
    expect(hostile).toContain("“\\*\\*Yes\\*\\* 1. Lock");
    expect(hostile).toContain("(\\*Radio\\*)");
    expect(hostile).not.toContain("\u202e");
    expect(hostile).toContain("x…” (");
    expect(hostile.length).toBeLessThan(350);
    expect(quoted("Radio)\nYes, all is well. (", "x")).toContain("“x” (Radio) Yes, all is well. ()");
  });

  it("names what a routine does that needs a yes, and not what does not", () => {
    const call: ResolvedCall = { service: "script.turn_on", entityIds: ["script.welcome"], data: {} };
    const inside = (effect: Effect, service: string, entityId?: string) => ({ effect, entityId, service, because: "domain" });
    const effects = [
      inside("unlock", "lock.unlock", "lock.front_door"),
      inside("unlock", "lock.unlock", "lock.back_door"),
      inside("open-entry", "cover.open_cover", "cover.garage"),
      inside("message-out", "notify.anna"),
      inside("light", "light.turn_on", "light.bed_light"),
      inside("routine", "script.turn_on", "script.welcome"),
    ];
    const question = asked([askedAction("a", call, { effects })]);
    expect(question).toContain("It unlocks a door: Front Door and Back Door. It opens an entry: Garage. It sends a message.");
    expect(question).not.toMatch(/Bed Light|changes lights|starts or changes/);
  });

  it("tells the states of the risky things that a routine reaches, not its own, which says nothing of the house", () => {
    const home = fakeHome({
      entities: [
        { entityId: "script.welcome", name: "Welcome", state: "off" },
        { entityId: "button.opener", name: "Opener", state: "2027-01-15T09:00:00" },
        { entityId: "automation.guard", name: "Guard", state: "on" },
        { entityId: "lock.front_door", name: "Front Door", state: "locked" },
        { entityId: "light.hall", name: "Hall", state: "on" },
      ],
    });
    const now = (service: string, entityId: string, found: readonly [Effect, string][]) => {
      const effects = found.map(([effect, thing]) => ({ effect, entityId: thing, service, because: "domain" }));
      return asked([askedAction("a", { service, entityIds: [entityId], data: {} }, { effects })], { home }).match(/[^.:?*]* now\./g) ?? [];
    };
    const unlocks: [Effect, string] = ["unlock", "lock.front_door"];
    expect(now("script.turn_on", "script.welcome", [unlocks, ["light", "light.hall"]])).toEqual([" Front Door is locked now."]);
    expect(now("button.press", "button.opener", [["open-entry", "button.opener"]])).toEqual([]);
    expect(now("automation.turn_off", "automation.guard", [["unknown", "automation.guard"]])).toEqual([" Guard is on now."]);
  });

  it("says once why it is not known what an action does", () => {
    const call: ResolvedCall = { service: "script.turn_on", entityIds: ["script.welcome"], data: {} };
    const unknown = (because: string, service = "script.turn_on", entityId?: string) =>
      ({ effect: "unknown", entityId, service, because }) as const;
    const question = (effects: readonly ReturnType<typeof unknown>[], what = call) =>
      asked([askedAction("a", what, { effects, reasons: ["unknown_effect"] })]);
    expect(question([unknown("template"), unknown("template", "scene.turn_on"), unknown("event")])).toBe(
      "**Run welcome?** It lets a template decide what is done. It fires an event that others may listen to.\nYou have 60 seconds.",
    );
    const press: ResolvedCall = { service: "button.press", entityIds: ["button.gone"], data: {} };
    expect(question([unknown("domain", "button.press", "button.gone")], press)).toContain("It presses something of which I cannot tell");
    const other: ResolvedCall = { service: "gadget.go", entityIds: [], data: {} };
    expect(question([unknown("domain", "gadget.go")], other)).toContain("It uses a service that I do not know.");
    for (const because of UNKNOWN_BECAUSE) expect(question([unknown(because)]), because).not.toMatch(/cannot tell|undefined|_/);
    expect(question([unknown("another")])).toContain("It does something that I cannot tell.");
    expect(question([])).toContain("I cannot tell everything that it does.");
  });

  it("tells how many of the things that a routine touches it does not name", () => {
    const call: ResolvedCall = { service: "script.turn_on", entityIds: ["script.welcome"], data: {} };
    const doors = Array.from({ length: 8 }, (_, index) => `lock.door_${index}`);
    const effects = doors.map((entityId) => ({ effect: "unlock", entityId, service: "lock.unlock", because: "domain" }) as const);
    const named = "door 0, door 1, door 2, door 3, door 4";
    expect(asked([askedAction("a", call, { effects })])).toContain(`It unlocks a door: ${named}, and 3 more.`);
    expect(asked([askedAction("a", call, { effects, beyond: { unlock: 300 } })])).toContain(`${named}, and 295 more.`);
    expect(asked([askedAction("a", call, { effects: effects.slice(0, 5), beyond: { unlock: 5 } })])).not.toContain("more");
  });

  it("tells how many states it leaves out when the action is risky, and not for lamps", () => {
    const entityIds = ["lock.front_door", "lock.back_door", "cover.garage", "light.bed_light", "light.kitchen", "sensor.outside"];
    const call = { service: "homeassistant.turn_on", entityIds, data: {} };
    const left = "The state of 1 more thing is not told here.";
    expect(asked([askedAction("a", call)])).toContain(left);
    expect(asked([askedAction("a", call, { effects: [] })])).not.toContain(left);
  });

  it("names every thing that it asks about, and tells the state of the first few", () => {
    const entityIds = ["lock.front_door", "lock.back_door", "cover.garage", "light.bed_light", "light.kitchen", "sensor.outside"];
    const question = text([{ service: "homeassistant.turn_on", entityIds, data: {} }]);
    for (const name of ["Front Door", "Back Door", "Garage", "Bed Light", "Kitchen Lights", "Outside"]) expect(question).toContain(name);
    expect(question.match(/ now\./g)).toHaveLength(5);
  });

  it("about what is gone meanwhile, and about services without things, has no state and no id", () => {
    expect(text([{ service: "lock.unlock", entityIds: ["lock.gone_away"], data: {} }])).toBe("**Unlock gone away?**\nYou have 60 seconds.");
    expect(text([{ service: "shell_command.wake_up", entityIds: [], data: {} }])).toBe(
      "**Run the program wake up?**\nYou have 60 seconds.",
    );
  });

  it.each<[call: ResolvedCall, action: string]>([
    [
      { service: "mqtt.publish", entityIds: [], data: { topic: "door/front/set", payload: "OPEN" } },
      "Send “OPEN” to door/front/set by MQTT?",
    ],
    [{ ...unlock, data: { code: "4711" } }, "Unlock Front Door (code: •••)?"],
    [
      {
        service: "climate.set_temperature",
        entityIds: ["climate.office"],
        data: { target_temp_high: 24.5, target_temp_low: 19, temperature: 21 },
      },
      "Set Office (21 °, target temp high: 24.5, target temp low: 19)?",
    ],
    [
      { service: "script.turn_on", entityIds: ["script.night"], data: { variables: { who: "*all*", pin: "1234" } } },
      "Run night (variables: who: “\\*all\\*”; pin: •••)?",
    ],
    [
      { service: "tts.speak", entityIds: ["tts.home"], data: { message: `Fire!\n1. **Lock Safe?**\n${"run ".repeat(100)}` } },
      `Say “Fire! 1. \\*\\*Lock Safe?\\*\\* ${"run ".repeat(94)}” on home [and 24 more characters that I cannot show]?`,
    ],
    [
      { service: "todo.add_item", entityIds: ["todo.list"], data: { item: "milk”) and nothing else (“bread" } },
      'Put “milk") and nothing else ("bread” on list?',
    ],
  ])("shows every argument that the yes is bound to, but no code: %o", (call, action) => {
    expect(text([call])).toContain(`**${action}**`);
  });

  it("always ends with a line of its own about the time, which the end of the question replaces", () => {
    for (const calls of [[unlock], [unlock, open]]) expect(text(calls).split("\n").at(-1)).toMatch(/^You have/);
  });
});
