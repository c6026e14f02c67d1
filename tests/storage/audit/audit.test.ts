import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAudit } from "../audit-world.ts";
import { ANNA, CHAT, MINUTE, NOW, OTHER_CHAT } from "../stores.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { writtenCommits } from "../written-commits.ts";

const details = (rows: readonly Record<string, unknown>[]) => rows.map(({ detail }) => detail && JSON.parse(String(detail)));

describe("the stores write down what they record", () => {
  it("asked, answered, started, ended", () => {
    const { rows } = openAudit();
    expect(rows().map(({ digest, chain, salt, detail, detail_digest, ...row }) => row)).toMatchObject([
      { seq: 1, kind: "decided", at: NOW, turn_id: "1", person_id: "anna", outcome: "confirm", rule: "unlock" },
      { seq: 2, kind: "asked", at: NOW, turn_id: "1", person_id: "anna", approval_id: "question a" },
      { seq: 3, kind: "answered", at: NOW + 1, turn_id: "1", person_id: "anna", approval_id: "question a", outcome: "yes" },
      {
        ...{ seq: 4, kind: "started", at: NOW + 2, turn_id: "1", approval_id: "question a", action_id: "a", service: "lock.unlock" },
        ...{ entity_ids: '["lock.front"]', effects: '["unlock"]', rule: "unlock:approved", person_id: "anna" },
      },
      { seq: 5, kind: "ended", at: NOW + 3, turn_id: "1", action_id: "a", outcome: "done" },
    ]);
    expect(details(rows())).toEqual([
      { because: "domain" },
      { asked: expect.stringMatching(/^[\da-f]{64}$/), answerers: ["anna"], actions: [["a", "h"]] },
      { role: "owner", withPin: false, choice: ["a"] },
      null,
      null,
    ]);
  });

  it("votes, a plain no, a part of it, and questions without an answer", () => {
    const { approvals, ask, rows } = openAudit();
    const two = ["x", "y"].map((actionId) => ({ actionId, hash: "h", service: "lock.unlock", entityIds: [], data: {}, effects: [] }));
    ask("no");
    approvals.answer("no", [], ANNA, NOW);
    ask("some", { actions: two });
    approvals.vote("some", { ...ANNA, pin: true, choice: ["y"], at: NOW });
    ask("late");
    approvals.close("late", "expired", NOW);
    approvals.close("some", "withdrawn", NOW);
    const told = rows()
      .slice(5)
      .map(({ kind, approval_id, outcome }) => [kind, approval_id, outcome].join(" "));
    expect(told).toEqual([
      "asked no ",
      "answered no no",
      "asked some ",
      "answered some some",
      "asked late ",
      "expired late ",
      "withdrawn some ",
    ]);
    expect(details(rows())[8]).toEqual({ role: "owner", withPin: true, choice: ["y"] });
  });

  it("the answer that ends a vote without telling again what was chosen", () => {
    const { approvals, ask, rows } = openAudit();
    ask("q", { peopleNeeded: 2 });
    approvals.vote("q", { personId: "ben", role: "adult", pin: false, choice: ["a1"], at: NOW });
    approvals.vote("q", { ...ANNA, choice: ["a1"], at: NOW + 1 });
    approvals.answer("q", ["a1"], ANNA, NOW + 1);
    expect(
      rows()
        .slice(6)
        .map(({ kind, person_id, outcome, detail }) => [kind, person_id, outcome, detail !== null]),
    ).toEqual([
      ["answered", "ben", "yes", true],
      ["answered", "anna", "yes", true],
      ["answered", "anna", "yes", false],
    ]);
  });

  it("nothing for what changed nothing", () => {
    const { approvals, actions, action, kinds } = openAudit();
    const before = kinds();
    approvals.answer("question a", [], ANNA, NOW);
    approvals.vote("question a", { ...ANNA, choice: [], at: NOW });
    approvals.close("question a", "expired", NOW);
    actions.start(action("a"));
    actions.end("a", { targets: [] }, NOW);
    actions.end("nowhere", { targets: [] }, NOW);
    expect(kinds()).toEqual(before);
  });

  it("or neither is written", () => {
    const { database, ask, approvals, action, actions, count, kinds, tamper } = openAudit();
    const before = kinds();
    expect(() =>
      database.transaction(() => {
        ask("q");
        throw new Error("no");
      }),
    ).toThrow("no");
    expect([kinds(), approvals.get("q")]).toEqual([before, undefined]);
    tamper("DELETE FROM audit_head");
    expect(() => actions.start(action("b"))).toThrow("lost its head");
    expect(count("actions")).toBe(1);
  });

  it("in one commit each, and in the open one", async () => {
    const { database, ask, approvals, action, actions, decided, sqlite } = openAudit(join(temporaryFolder(), "assistant.db"));
    const commits = (work: () => unknown) => writtenCommits(sqlite.name, work);
    expect(await commits(() => ask("q"))).toBe(1);
    expect(await commits(() => approvals.answer("q", ["a1"], ANNA, NOW))).toBe(1);
    expect(await commits(() => actions.start(action("b")))).toBe(1);
    expect(await commits(() => actions.end("b", { targets: [] }, NOW))).toBe(1);
    expect(await commits(() => decided())).toBe(1);
    const all = () => {
      decided();
      actions.start(action("c"));
      actions.end("c", { targets: [] }, NOW);
    };
    expect(await commits(() => database.transaction(all))).toBe(1);
  });
});

it("codes reach no detail", () => {
  const { decided, rows } = openAudit();
  decided("1", NOW, { data: { code: "1234", deep: [{ pin: "1234" }] } });
  expect(JSON.stringify(rows())).not.toContain("1234");
});

describe("decisions", () => {
  it("of a chat are looked for among the last five thousand rows", () => {
    const { audit, decided, database } = openAudit();
    decided("2", NOW + 1);
    const rows = (count: number) =>
      database.transaction(() => {
        for (let n = 0; n < count; n += 1) decided();
      });
    rows(4_999);
    expect(audit.decisions({ chat: OTHER_CHAT, limit: 10 })).toHaveLength(1);
    rows(1);
    expect(audit.decisions({ chat: OTHER_CHAT, limit: 10 })).toEqual([]);
    expect(audit.decisions({ chat: CHAT, limit: 10 })).toHaveLength(10);
  });

  it("are those of a turn, of a chat or of all, newest first", () => {
    const { audit, decided } = openAudit();
    decided("2", NOW + 1, { n: 2 });
    decided("1", NOW + 2, { n: 3 });
    const found = (of: Partial<Parameters<typeof audit.decisions>[0]>) => audit.decisions({ limit: 10, ...of }).map(({ at }) => at - NOW);
    expect(found({})).toEqual([2, 1, 0]);
    expect(found({ limit: 2 })).toEqual([2, 1]);
    expect(found({ turnId: "1" })).toEqual([2, 0]);
    expect(found({ turnId: "1", limit: 1 })).toEqual([2]);
    expect(found({ chat: CHAT })).toEqual([2, 0]);
    expect(found({ chat: OTHER_CHAT, limit: 1 })).toEqual([1]);
    expect(found({ chat: { ...CHAT, chatId: "300" } })).toEqual([]);
  });

  it("have everything that was put in", () => {
    const { audit } = openAudit();
    const more = { personId: "ben", actionId: "b", service: "light.turn_on", entityIds: ["light.bed"], effects: ["light"] };
    const decision = { at: NOW, turnId: "2", ...more, outcome: "allow", rule: "free", detail: { facts: ["x"] } };
    audit.append({ kind: "decided", ...decision });
    expect(audit.decisions({ turnId: "2", limit: 1 })).toEqual([decision]);
  });
});

describe("erasing", () => {
  it("takes every text of a turn, and leaves what was done", async () => {
    const { audit, approvals, actions, rows, sqlite, forget } = openAudit();
    await forget("anna", { kind: "turn", turnId: "1" });
    expect(rows().map(({ detail, salt }) => [detail, salt])).toEqual(Array(5).fill([null, null]));
    expect(approvals.get("question a")).toMatchObject({ question: "", actions: [], status: "answered", approved: ["a"] });
    expect(actions.list({ limit: 1 })[0]).toMatchObject({
      ...{ service: "lock.unlock", entityIds: ["lock.front"], data: {}, effects: ["unlock"], approvedBy: [{ name: "Anna" }] },
      receipt: { actionId: "a", contextId: "context a", data: {}, targets: [{ entityId: "lock.front", outcome: "done", observed: {} }] },
    });
    expect(JSON.stringify(sqlite.prepare("SELECT * FROM actions").all())).not.toMatch(/plumber|Keypad|a text/);
    expect(actions.byContext(["context a"]).get("context a")?.id).toBe("a");
    expect(audit.decisions({ limit: 10 })).toEqual([]);
    expect(await audit.verify()).toEqual({ ok: true, rows: 5 });
    await forget("anna", { kind: "turn", turnId: "1" });
    expect(await audit.verify()).toEqual({ ok: true, rows: 5 });
  });

  it("of a person leaves other people's turns alone", async () => {
    const { audit, unlock, approvals, forget } = openAudit();
    unlock("b", NOW + MINUTE, "2");
    await forget("ben");
    expect(approvals.get("question a")?.question).toBe("Unlock?");
    expect(approvals.get("question b")?.question).toBe("");
    expect(audit.decisions({ limit: 10 }).map(({ turnId }) => turnId)).toEqual(["1"]);
    expect(await audit.verify()).toEqual({ ok: true, rows: 10 });
  });

  it("keeps an open question's words, and makes no target doubtful", async () => {
    const { audit, ask, approvals, actions, action, turns, forget } = openAudit();
    ask("q");
    actions.start(action("cut off"));
    await forget("anna", { kind: "turn", turnId: "1" });
    expect(approvals.get("q")?.question).toBe("Unlock?");
    const session = turns.get("1")?.sessionId ?? "";
    expect([...actions.uncertainTargets(session, "lock.unlock")]).toEqual([]);
    expect([...actions.uncertainTargets(session, "light.turn_on")]).toEqual(["light.bed"]);
    actions.end("cut off", { targets: [] }, NOW);
    expect(await audit.verify()).toMatchObject({ ok: true });
  });
});
