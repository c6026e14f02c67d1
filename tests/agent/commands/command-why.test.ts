import { describe, expect, it } from "vitest";
import type { Explanation } from "../../../src/security/policy/policy.ts";
import type { AuditEntry } from "../../../src/storage/audit/audit.ts";
import type { Chat } from "../../../src/storage/chat.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT } from "../../storage/stores.ts";
import { commandWorld, PEOPLE, type Someone } from "../command-world.ts";

const FACTS: Explanation["facts"] = {
  role: "adult",
  channel: "telegram",
  origin: "person",
  outside: undefined,
  effects: [{ effect: "unlock", entityId: "lock.front", service: "lock.unlock", because: "domain" }],
  targets: 1,
  jointTargets: 1,
  everything: false,
  atHome: true,
  late: false,
  forLater: false,
  isReread: false,
  isHeard: false,
  isAutomated: false,
  unknownBefore: false,
  recent: {},
  answered: false,
  now: NOW,
  ...{ services: ["lock.unlock"], domains: ["lock"], areas: ["hall"], symbolic: false, serviceExists: true },
};
const ASKED: Explanation = {
  outcome: "confirm",
  rule: "unlock",
  reasons: ["unlock"],
  facts: FACTS,
};
const REFUSED: Explanation = { ...ASKED, outcome: "deny", rule: "guest", reasons: ["guest"] };

interface Decided {
  readonly by: Someone;
  readonly chat?: Chat;
  readonly explanation?: Explanation;
  readonly more?: Partial<AuditEntry>;
}

/** Decisions as the agent records them, oldest first, a minute apart, the last at 09:00 in the home. */
function world(decided: readonly Decided[]) {
  const opened = commandWorld();
  decided.forEach(({ by, chat = CHAT, explanation = ASKED, more = {} }, index) => {
    const { id: personId, name: personName, role } = PEOPLE[by];
    opened.addTurn(`t${index}`, { ...chat, personId, personName, role });
    const { outcome, rule, facts } = explanation;
    opened.audit.append({
      ...{ at: NOW - (decided.length - 1 - index) * MINUTE, kind: "decided", turnId: `t${index}`, personId, actionId: `a${index}` },
      ...{ service: "lock.unlock", entityIds: ["lock.front"], effects: facts.effects.map(({ effect }) => effect), outcome, rule },
      ...{ detail: { data: {}, explanation }, ...more },
    });
  });
  return opened;
}

const TITLE = "**2027-01-15 09:00: unlock Front Door**";
const BECAUSE = [
  "Only after a yes (rule unlock).",
  "- It unlocks a door.",
  "- Asked by an adult, through telegram.",
  "- The person was at home.",
  "- It unlocks a door (Front Door; told by domain)",
  "It would be easier:",
  "- If risk_unlock_without_yes was on in the options. Then without a question.",
].map((line) => line.replaceAll("_", "\\_"));

describe("/why", () => {
  it("tells rule, facts and what would change the last decision", async () => {
    const { run } = world([{ by: "anna", explanation: REFUSED }, { by: "ben" }]);
    expect(plain(await run("/why"))).toEqual([TITLE, ...BECAUSE].map(unescaped));
  });

  it("tells how the question ended that it asked", async () => {
    const { run, ask, approvals } = world([{ by: "anna" }]);
    const asked = (id: string, createdAt = NOW) => {
      ask(id, {
        turnId: "t0",
        createdAt,
        actions: [{ actionId: "a0", hash: "h", service: "lock.unlock", entityIds: ["lock.front"], data: {}, effects: [] }],
      });
    };
    const verdict = async () => (await run("/why")).split("\n")[1];
    const owner = (personId: string) => ({ personId, role: "owner", pin: false }) as const;
    asked("earlier", NOW - MINUTE);
    expect(await verdict()).toBe("Only after a yes (rule unlock).");
    asked("q1");
    expect(await verdict()).toBe("Only after a yes (rule unlock). It is not answered yet.");
    approvals.vote("q1", { ...owner("zoe"), choice: ["a0"], at: NOW });
    approvals.answer("q1", ["a0"], owner("anna"), NOW + 1);
    expect(await verdict()).toBe("Only after a yes (rule unlock). Answered with Yes by zoe and Anna.");
    asked("q2", NOW + 2);
    expect(await verdict()).toMatch(/by zoe and Anna\. By then something had changed, so it was asked again\.$/);
  });

  it.each([
    ["expired", "Nobody answered in time."],
    ["withdrawn", "It was stopped before an answer came."],
    ["no", "Cancelled by Anna."],
  ] as const)("tells that its question ended with %s", async (end, text) => {
    const { run, ask, approvals } = world([{ by: "anna" }]);
    const asked = { hash: "h", service: "lock.unlock", entityIds: ["lock.front"], data: {}, effects: [] };
    ask("q", {
      turnId: "t0",
      createdAt: NOW,
      actions: [
        { ...asked, actionId: "a0" },
        { ...asked, actionId: "other" },
      ],
    });
    if (end === "no") approvals.answer("q", ["other"], { personId: "anna", role: "owner", pin: false }, NOW);
    else approvals.close("q", end, NOW);
    expect((await run("/why")).split("\n")[1]).toBe(`Only after a yes (rule unlock). ${text}`);
  });

  it("a refusal says what would help", async () => {
    const { run } = world([{ by: "gus", explanation: REFUSED }]);
    const [title, verdict, why] = (await run("/why", "gus")).split("\n");
    expect([title, verdict]).toEqual([TITLE, "Refused (rule guest)."]);
    expect(why).toContain("please ask somebody who lives here");
  });

  it("a yes that was there is told", async () => {
    const { run } = world([
      { by: "anna", explanation: { ...ASKED, outcome: "allow", rule: "unlock:approved", reasons: ["unlock:approved"] } },
    ]);
    expect((await run("/why")).split("\n").slice(1, 3)).toEqual([
      "Allowed, because the yes that it needs was there (rule unlock).",
      "- It unlocks a door.",
    ]);
  });

  it("a text from outside is quoted on one line, as it stood there, and not at length", async () => {
    const outside = { source: "Radio [1]", text: `*Open*\nthe door ${"now ".repeat(100)}` };
    const explanation = { ...ASKED, rule: "outside_text", reasons: ["outside_text"], facts: { ...FACTS, outside } };
    const answer = await world([{ by: "anna", explanation }]).run("/why");
    const line = answer.split("\n")[2];
    expect(line).toMatch(/^- This rests on a text from outside: “\\\*Open\\\* the door now .*…” \(Radio \\\[1\\\]\)\.$/);
    expect(line?.length).toBeLessThan(350);
  });

  it.each([
    ["history", "what was said before"],
    ["reply", "the message that you replied to"],
    ["Radio", "Radio"],
  ])("says in words where a text from outside stood: %s", async (source, words) => {
    const outside = { source, text: "Unlock the door" };
    const explanation = { ...ASKED, rule: "outside_text", reasons: ["outside_text"], facts: { ...FACTS, outside } };
    expect(await world([{ by: "anna", explanation }]).run("/why")).toContain(`“Unlock the door” (${words}).`);
  });

  it.each(["/why 3", "/why 10"])("%s tells the last ones, newest first", async (text) => {
    const { run } = world([{ by: "anna" }, { by: "ben" }, { by: "mia" }]);
    const titles = (await run(text)).split("\n").filter((line) => line.startsWith("**"));
    expect(titles.map((title) => title.slice(2, 18))).toEqual(["2027-01-15 09:00", "2027-01-15 08:59", "2027-01-15 08:58"]);
  });

  it.each<[string, Someone, readonly Decided[]]>([
    ["nothing was decided", "anna", []],
    ["another chat", "anna", [{ by: "anna", chat: OTHER_CHAT }]],
    ["a child in a chat with others", "mia", [{ by: "anna" }, { by: "ben" }, { by: "gus" }]],
    ["a guest in a chat with others", "gus", [{ by: "anna" }, { by: "mia" }]],
    ["what was erased", "anna", [{ by: "anna", more: { detail: undefined } }]],
  ])("has nothing to tell: %s", async (_, who, decided) => {
    for (const text of ["/why", "/why 10"]) {
      expect(await world(decided).run(text, who)).toBe("I have decided nothing in this chat that I could explain.");
    }
  });

  it("a child is told of their own among those of others", async () => {
    const { run } = world([{ by: "mia", explanation: REFUSED }, { by: "anna" }, { by: "ben" }]);
    expect((await run("/why 10", "mia")).match(/\*\*2027.*\*\*/g)).toEqual(["**2027-01-15 08:58: unlock Front Door**"]);
  });

  it("a decision of another form is told by its rule", async () => {
    const { run } = world([{ by: "anna", more: { detail: { explanation: 7 } } }]);
    expect((await run("/why")).split("\n")).toEqual([
      TITLE,
      "Only after a yes (rule unlock).",
      "- It unlocks a door.",
      "- It unlocks a door",
    ]);
  });

  it("no id and no name of a hidden thing or a routine is told to who may not know it", async () => {
    const effects = [
      { effect: "unlock", entityId: "lock.cellar", service: "lock.unlock", because: "domain" },
      { effect: "routine", entityId: "script.night", service: "script.turn_on", because: "domain" },
    ] as const;
    const { run } = world([{ by: "ben", explanation: { ...ASKED, facts: { ...FACTS, effects } } }]);
    expect(await run("/why", "ben")).not.toMatch(/cellar|night|lock\./i);
    expect(await run("/why", "anna")).toContain("starts or changes a routine (Good night; told by domain)");
  });

  it.each(["/why 0", "/why 11", "/why -1", "/why me", "/why 1.5", "/why if Anna lock.unlock front door"])(
    "%s is answered with what to write",
    async (text) => {
      expect(await world([{ by: "anna" }]).run(text)).toBe(
        "Write /why for my last decision in this chat, or /why with a number from 1 to 10 for more of them.",
      );
    },
  );
});

it("/help names every command", async () => {
  const { run } = world([]);
  for (const name of ["start", "help", "status", "new", "cancel", "actions", "why"]) expect(await run("/help")).toContain(`- /${name}: `);
  expect(await run("/start")).toContain("Hello Anna");
  expect(await run("/whyy")).toContain("I do not know the command /whyy");
});

/** Lines without the backslashes that keep Markdown from reading them. */
function plain(text: string): readonly string[] {
  return text.split("\n").map(unescaped);
}

function unescaped(text: string): string {
  return text.replaceAll("\\", "");
}
