import { expect, it } from "vitest";
import { openAudit } from "../audit-world.ts";
import { NOW } from "../stores.ts";

const DAY = 24 * 3_600_000;

it.each([
  ["a changed row of the log", "UPDATE audit_log SET outcome = 'allow' WHERE seq = 1", "only its texts are erased"],
  ["another text", "UPDATE audit_log SET detail = '{}' WHERE seq = 1", "only its texts are erased"],
  ["a text erased without its salt", "UPDATE audit_log SET detail = NULL WHERE seq = 1", "only its texts are erased"],
  ["a salt erased without its text", "UPDATE audit_log SET salt = NULL WHERE seq = 1", "only its texts are erased"],
  ["an erased digest", "UPDATE audit_log SET detail = NULL, salt = NULL, detail_digest = NULL WHERE seq = 1", "only its texts are erased"],
  ["a moved row", "UPDATE OR REPLACE audit_log SET seq = 2 WHERE seq = 1", "only its texts are erased"],
  ["a deleted row", "DELETE FROM audit_log WHERE seq = 1", "only what an anchor stands for"],
  ["a deleted last row", "DELETE FROM audit_log WHERE seq = 5", "only what an anchor stands for"],
  ["a replaced row", "INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log WHERE seq = 1", "grows at its end only"],
  [
    "a row out of order",
    "INSERT INTO audit_log (seq, at, kind, digest, chain) VALUES (20, 1, 'decided', x'', x'')",
    "grows at its end only",
  ],
  ["a row without a number", "INSERT INTO audit_log (at, kind, digest, chain) VALUES (1, 'decided', x'', x'')", "grows at its end only"],
  [
    "an anchor for a row that is not",
    `INSERT INTO audit_log (seq, at, kind, pruned_to, pruned_chain, pruned_before, digest, chain)
     VALUES ((SELECT seq + 1 FROM audit_head), 1, 'anchor', 3, zeroblob(32), 1, x'', x'')`,
    "stands for a row",
  ],
  [
    "half an anchor",
    "INSERT INTO audit_log (seq, at, kind, digest, chain) VALUES ((SELECT seq + 1 FROM audit_head), 1, 'anchor', x'', x'')",
    "stands for a row",
  ],
  ["a head put back", "UPDATE audit_head SET seq = 4", "follows audit_log"],
  ["a head of another chain", "UPDATE audit_head SET chain = zeroblob(32)", "follows audit_log"],
  ["a deleted head", "DELETE FROM audit_head", "follows audit_log"],
  ["a replaced head", "INSERT OR REPLACE INTO audit_head VALUES (1, 0, zeroblob(32))", "follows audit_log"],

  ["an action's other target", "UPDATE actions SET entity_ids = '[]'", "ends once"],
  ["an action's other rule", "UPDATE actions SET rule = 'free'", "ends once"],
  ["an action's other effects", "UPDATE actions SET effects = '[]'", "ends once"],
  ["an action's second end", "UPDATE actions SET ended_at = ended_at + 1", "ends once"],
  ["an action's other receipt", "UPDATE actions SET receipt = replace(receipt, 'done', 'failed')", "ends once"],
  ["an action's other context", "UPDATE actions SET context_id = 'mine'", "ends once"],
  ["an action's other data", 'UPDATE actions SET data = \'{"message":"nothing"}\'', "ends once"],
  ["an action's data erased with its outcome", "UPDATE actions SET data = '{}', receipt = NULL", "ends once"],
  ["an unfinished action's other data", "UPDATE actions SET data = '[]', ended_at = 1 WHERE id = 'open'", "ends once"],
  ["a deleted action", "DELETE FROM actions WHERE id = 'a'", "when their time is over"],

  ["an approval's other answer", "UPDATE approvals SET answers = '[]' WHERE status = 'answered'", "decided once"],
  ["an approval opened again", "UPDATE approvals SET status = 'open', decided_at = NULL WHERE status = 'answered'", "decided once"],
  ["an approval answered by another", "UPDATE approvals SET decided_by = 'ben' WHERE status = 'answered'", "decided once"],
  ["another question", "UPDATE approvals SET question = 'Light?' WHERE status = 'answered'", "decided once"],
  ["an open question's other words", "UPDATE approvals SET question = '' WHERE status = 'open'", "decided once"],
  ["an open question's other actions", "UPDATE approvals SET actions = '[]' WHERE status = 'open'", "decided once"],
  ["an open question for others", `UPDATE approvals SET answerers = '["ben"]' WHERE status = 'open'`, "decided once"],
  ["an open question for fewer", "UPDATE approvals SET pin_needed = 1 - pin_needed WHERE status = 'open'", "decided once"],
  ["more time", "UPDATE approvals SET expires_at = expires_at + 1 WHERE status = 'open'", "decided once"],
  ["a decision without a time", "UPDATE approvals SET status = 'answered' WHERE status = 'open'", "CHECK"],
  ["a deleted approval", "DELETE FROM approvals WHERE id = 'question a'", "approvals go only when their time is over"],
  ["a replaced approval", "INSERT OR REPLACE INTO approvals SELECT * FROM approvals WHERE id = 'question a'", "asked once"],
  ["another vote", "UPDATE approval_votes SET choice = '[]'", "a vote is not changed"],
  ["a vote taken back", "DELETE FROM approval_votes", "a vote goes only with its approval"],
])("the schema refuses %s", (_, sql, why) => {
  const { sqlite, ask, approvals, actions, action } = openAudit();
  ask("open");
  approvals.delivered("open", NOW);
  actions.start(action("open"));
  expect(() => sqlite.exec(sql)).toThrow(why);
});

it.each([
  [
    "actions",
    "INSERT OR REPLACE INTO actions SELECT id, turn_id, NULL, 'light.turn_on', '[]', '{}', hash, '[]', '', 'model', 'free', 1, 1, NULL, NULL FROM actions",
  ],
  ["approval_votes", "INSERT OR REPLACE INTO approval_votes SELECT approval_id, person_id, role, '[]', 0, 1 FROM approval_votes"],
  ["approval_votes", "INSERT INTO approval_votes VALUES ('question a', 'ben', 'owner', '[\"a\"]', 0, 1)"],
])("a second use, vote or one after the end leaves %s as they are", (table, sql) => {
  const { sqlite } = openAudit();
  const before = sqlite.prepare(`SELECT * FROM ${table}`).all();
  sqlite.exec(sql);
  expect(sqlite.prepare(`SELECT * FROM ${table}`).all()).toEqual(before);
});

it("what an anchor stands for may go, and nothing else", () => {
  const { audit, unlock, sqlite } = openAudit();
  unlock("b", NOW + DAY);
  audit.prune(NOW + DAY, NOW + 2 * DAY);
  expect(() => sqlite.exec("DELETE FROM audit_log WHERE seq = 6")).toThrow("only what an anchor stands for");
  expect(() => sqlite.exec("DELETE FROM actions WHERE id = 'b'")).toThrow("when their time is over");
  expect(() => sqlite.exec("DELETE FROM approvals WHERE id = 'question b'")).toThrow("when their time is over");
});
