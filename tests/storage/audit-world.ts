import { ANNA, NOW, openStores } from "./stores.ts";

/** A log with one unlocked door in it: decided, asked, answered, started, ended (rows 1 to 5). Anna's turn is `1`, Ben's `2`. */
export function openAudit(path?: string) {
  const stores = openStores(path);
  const { database, audit, approvals, actions } = stores;
  const { sqlite } = database;
  stores.addTurn("1", { status: "answered" });
  stores.addTurn("2", { status: "answered", personId: "ben", personName: "Ben", chatId: "200" });

  const decided = (turnId = "1", at = NOW, detail: Record<string, unknown> = { because: "domain" }) =>
    audit.append({ at, kind: "decided", turnId, personId: "anna", service: "lock.unlock", outcome: "confirm", rule: "unlock", detail });
  /** Everything about one action, from `at` on. */
  const unlock = (id: string, at = NOW, turnId = "1") => {
    decided(turnId, at);
    const call = { service: "lock.unlock", entityIds: ["lock.front"], data: { message: "for the plumber" } };
    stores.ask(`question ${id}`, { turnId, actions: [{ actionId: id, hash: "h", ...call, effects: ["unlock"] }], createdAt: at });
    approvals.answer(`question ${id}`, [id], ANNA, at + 1);
    actions.start(
      stores.action(id, { turnId, approvalId: `question ${id}`, ...call, effects: ["unlock"], rule: "unlock:approved", at: at + 2 }),
    );
    const targets = [{ entityId: "lock.front", outcome: "done", observed: { state: "unlocked", changed_by: "Keypad 3" } }];
    const receipt = { actionId: id, ...call, targets, contextId: `context ${id}`, error: "a text", startedAt: at + 2, endedAt: at + 3 };
    actions.end(id, receipt, at + 3);
  };
  unlock("a");

  /** Does what the schema refuses: with the triggers out of the way, and back afterwards. */
  const tamper = (sql: string) => {
    const triggers = sqlite.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
    sqlite.exec(sql);
    for (const trigger of triggers) sqlite.exec(trigger.sql);
  };
  const rows = () => sqlite.prepare<[], Record<string, unknown>>("SELECT * FROM audit_log ORDER BY seq").all();
  const kinds = () => rows().map(({ seq, kind }) => `${seq} ${kind}`);
  return { ...stores, sqlite, decided, unlock, tamper, rows, kinds };
}
