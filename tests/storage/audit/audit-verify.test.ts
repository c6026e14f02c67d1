import { describe, expect, it } from "vitest";
import { chained, digestOf, type FixedFields } from "../../../src/storage/audit/audit.ts";
import { openAudit } from "../audit-world.ts";
import { MINUTE, NOW, openStores } from "../stores.ts";

const DAY = 24 * 60 * MINUTE;

it("an empty log is whole", async () => {
  expect(await openStores().audit.verify()).toEqual({ ok: true, rows: 0 });
});

it("a log as it was written is whole, over many slices and with rows that come meanwhile", async () => {
  const { audit, decided, database } = openAudit();
  database.transaction(() => {
    for (let n = 0; n < 800; n += 1) decided();
  });
  const check = audit.verify();
  decided();
  expect(await check).toEqual({ ok: true, rows: 805 });
  expect(await audit.verify()).toEqual({ ok: true, rows: 806 });
});

it("can be stopped between two slices", async () => {
  const { audit, decided, database } = openAudit();
  database.transaction(() => {
    for (let n = 0; n < 300; n += 1) decided();
  });
  const stop = new AbortController();
  const check = audit.verify(stop.signal);
  stop.abort(new Error("the service stops"));
  await expect(check).rejects.toThrow("the service stops");
});

describe("the first broken row is told", () => {
  it.each([
    ["a changed rule", "UPDATE audit_log SET rule = 'free' WHERE seq = 4", 4],
    ["a changed time", "UPDATE audit_log SET at = at + 1 WHERE seq = 5", 5],
    ["a changed text", `UPDATE audit_log SET detail = '{"because":"nothing"}' WHERE seq = 1`, 1],
    ["a text without its salt", "UPDATE audit_log SET salt = NULL WHERE seq = 1", 1],
    ["a salt without its text", "UPDATE audit_log SET detail = NULL WHERE seq = 1", 1],
    ["a text where there was none", "UPDATE audit_log SET detail = '{}', salt = zeroblob(16) WHERE seq = 4", 4],
    ["another digest", "UPDATE audit_log SET digest = zeroblob(32) WHERE seq = 2", 2],
    ["another chain", "UPDATE audit_log SET chain = zeroblob(32) WHERE seq = 3", 3],
    ["a row deleted in the middle", "DELETE FROM audit_log WHERE seq = 3", 3],
    ["the first row deleted", "DELETE FROM audit_log WHERE seq = 1", 1],
    ["the last row deleted", "DELETE FROM audit_log WHERE seq = 5", 5],
    ["several at the end deleted", "DELETE FROM audit_log WHERE seq >= 3", 3],
    ["all rows deleted", "DELETE FROM audit_log", 1],
    ["the last row deleted and the head put back", "DELETE FROM audit_log WHERE seq = 5; UPDATE audit_head SET seq = 4", 5],
    ["a head of another row", "UPDATE audit_head SET chain = zeroblob(32)", 6],
    ["a lost head", "DELETE FROM audit_head", 6],
    [
      "two rows swapped",
      "UPDATE audit_log SET seq = 99 WHERE seq = 3; UPDATE audit_log SET seq = 3 WHERE seq = 4; UPDATE audit_log SET seq = 4 WHERE seq = 99",
      3,
    ],
    [
      "a row behind the head",
      "INSERT INTO audit_log (seq, at, kind, digest, chain) SELECT 6, at, 'decided', digest, chain FROM audit_log WHERE seq = 5",
      6,
    ],
    [
      "an anchor that hides the beginning",
      `DELETE FROM audit_log WHERE seq <= 2;
       UPDATE audit_log SET kind = 'anchor', pruned_to = 2, pruned_chain = zeroblob(32), pruned_before = 0 WHERE seq = 5`,
      3,
    ],
    [
      "an anchor that stands for rows that are not there yet",
      "UPDATE audit_log SET kind = 'anchor', pruned_to = 9, pruned_chain = zeroblob(32), pruned_before = 0 WHERE seq = 5",
      10,
    ],
  ])("%s", async (_, sql, brokenAt) => {
    const { audit, tamper } = openAudit();
    tamper(sql);
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt });
  });

  it.each([
    ["another target", "UPDATE actions SET entity_ids = '[]'", 4],
    ["another rule", "UPDATE actions SET rule = 'free'", 4],
    ["no approval", "UPDATE actions SET approval_id = NULL", 4],
    ["another outcome", "UPDATE actions SET receipt = replace(receipt, 'done', 'failed')", 5],
    ["no end", "UPDATE actions SET ended_at = NULL, receipt = NULL", 5],
    ["no action", "DELETE FROM actions", 4],
    ["another asker", "UPDATE approvals SET person_id = 'ben'", 2],
    ["no vote", "DELETE FROM approval_votes", 3],
    ["another role of who answered", "UPDATE approval_votes SET role = 'adult'", 3],
    ["another choice", "UPDATE approval_votes SET choice = '[]'", 3],
    ["a choice that nobody can read", "UPDATE approval_votes SET choice = '['", 3],
    ["a PIN that was not given", "UPDATE approval_votes SET pin = 1", 3],
    ["others who may answer", `UPDATE approvals SET answerers = '["anna","ben"]'`, 2],
    ["fewer people to say yes", "UPDATE approvals SET people_needed = 2", 2],
    ["a PIN that is not needed", "UPDATE approvals SET pin_needed = 1", 2],
    ["another question", "UPDATE approvals SET question = 'Turn on the light?'", 2],
    ["another action under the same yes", `UPDATE approvals SET actions = replace(actions, '"hash":"h"', '"hash":"g"')`, 2],
    ["another person's turn", "UPDATE turns SET person_id = 'ben' WHERE id = '1'", 4],
  ])("also where the ledger tells something else: %s", async (_, sql, brokenAt) => {
    const { audit, tamper } = openAudit();
    tamper(sql);
    expect(await audit.verify()).toEqual({ ok: false, rows: brokenAt - 1, brokenAt });
  });

  it("not a question with a text that no file can hold, and not one whose texts were erased", async () => {
    const { audit, ask, approvals, forget } = openAudit();
    ask("q", { question: "Unlock \ud800 \0 the door?" });
    expect(await audit.verify()).toEqual({ ok: true, rows: 6 });
    approvals.close("q", "withdrawn", NOW);
    await forget("anna");
    expect(await audit.verify()).toEqual({ ok: true, rows: 7 });
  });

  it.each(["expired", "withdrawn"] as const)("also where a question that was %s is told to be answered", async (status) => {
    const { audit, ask, approvals, tamper } = openAudit();
    ask("q");
    approvals.close("q", status, NOW);
    tamper("UPDATE approvals SET status = 'answered' WHERE id = 'q'");
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 7 });
  });

  it("also for a row that was made anew with a right digest", async () => {
    const { audit, database, tamper } = openAudit();
    const row = database.query<[], FixedFields>("SELECT * FROM audit_log WHERE seq = 1").get();
    const digest = digestOf({ ...row, rule: "free" });
    const chain = chained(Buffer.alloc(32), digest);
    tamper(`UPDATE audit_log SET rule = 'free', digest = x'${digest.toString("hex")}', chain = x'${chain.toString("hex")}' WHERE seq = 1`);
    expect(await audit.verify()).toEqual({ ok: false, rows: 1, brokenAt: 2 });
  });
});

describe("pruning", () => {
  it("takes rows from before a time, with their actions and questions, and leaves an anchor", async () => {
    const { audit, unlock, kinds, count } = openAudit();
    unlock("b", NOW + DAY);
    expect(audit.prune(NOW + DAY, NOW + 2 * DAY)).toBe(5);
    expect(kinds()).toEqual(["6 decided", "7 asked", "8 answered", "9 started", "10 ended", "11 anchor"]);
    expect([count("actions"), count("approvals"), count("approval_votes"), count("turns")]).toEqual([1, 1, 1, 2]);
    expect(await audit.verify()).toEqual({ ok: true, rows: 6 });
  });

  it("writes nothing when there is nothing to take", () => {
    const { audit, kinds } = openAudit();
    const before = kinds();
    expect(audit.prune(NOW, NOW + DAY)).toBe(0);
    expect(kinds()).toEqual(before);
  });

  it("can be done again and again, also up to the end; older anchors go like other rows", async () => {
    const { audit, unlock, kinds } = openAudit();
    unlock("b", NOW + DAY);
    audit.prune(NOW + DAY, NOW + DAY + MINUTE);
    unlock("c", NOW + 2 * DAY);
    expect(audit.prune(NOW + 2 * DAY, NOW + 3 * DAY)).toBe(6);
    expect(kinds()).toEqual(["12 decided", "13 asked", "14 answered", "15 started", "16 ended", "17 anchor"]);
    expect(audit.prune(NOW + 4 * DAY, NOW + 4 * DAY)).toBe(6);
    expect(kinds()).toEqual(["18 anchor"]);
    unlock("d", NOW + 5 * DAY);
    expect(await audit.verify()).toEqual({ ok: true, rows: 6 });
  });

  it("breaks are found behind an anchor too", async () => {
    const { audit, unlock, tamper } = openAudit();
    unlock("b", NOW + DAY);
    audit.prune(NOW + DAY, NOW + 2 * DAY);
    tamper("DELETE FROM audit_log WHERE seq = 6");
    expect(await audit.verify()).toEqual({ ok: false, rows: 0, brokenAt: 6 });
  });

  it("an anchor cannot be moved to hide more", async () => {
    const { audit, unlock, tamper, kinds } = openAudit();
    unlock("b", NOW + DAY);
    audit.prune(NOW + DAY, NOW + 2 * DAY);
    tamper("UPDATE audit_log SET pruned_to = 7, pruned_chain = (SELECT chain FROM audit_log WHERE seq = 7) WHERE seq = 11");
    tamper("DELETE FROM audit_log WHERE seq <= 7");
    expect(kinds()[0]).toBe("8 answered");
    expect(await audit.verify()).toEqual({ ok: false, rows: 3, brokenAt: 11 });
  });

  it("between two slices of a check breaks nothing", async () => {
    const { audit, decided, database } = openAudit();
    database.transaction(() => {
      for (let n = 0; n < 600; n += 1) decided("1", NOW + DAY);
    });
    decided("1", NOW + 2 * DAY);
    const check = audit.verify();
    audit.prune(NOW + 2 * DAY, NOW + 3 * DAY);
    expect(await check).toEqual({ ok: true, rows: 2 });
  });

  it("keeps what a turn at work or something newer still needs", async () => {
    const { audit, addTurn, unlock, actions, action, ask, approvals, count } = openAudit();
    addTurn("3", { status: "waiting" });
    unlock("b", NOW, "3");
    ask("open", { turnId: "2" });
    ask("answered", { turnId: "2" });
    approvals.answer("answered", ["late"], { personId: "anna", role: "owner", pin: false }, NOW);
    actions.start(action("late", { turnId: "2", approvalId: "answered", at: NOW + DAY }));
    audit.prune(NOW + DAY, NOW + 2 * DAY);
    expect(actions.list({ limit: 10 }).map(({ id }) => id)).toEqual(["late", "b"]);
    expect(["question a", "question b", "open", "answered"].map((id) => approvals.get(id)?.id)).toEqual([
      undefined,
      "question b",
      "open",
      "answered",
    ]);
    expect(count("turns")).toBe(3);
    expect(await audit.verify()).toEqual({ ok: true, rows: 2 });
  });
});
