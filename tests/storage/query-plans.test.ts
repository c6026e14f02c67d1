import { expect, it } from "vitest";
import { createActionLedger } from "../../src/storage/actions.ts";
import { createApprovalStore } from "../../src/storage/approvals.ts";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { createOutboxStore } from "../../src/storage/outbox.ts";
import { createSessionStore } from "../../src/storage/sessions.ts";
import { createTurnStore } from "../../src/storage/turns.ts";

/** Indexes that hold only what is not over: reading them whole is cheap, however long the service lives. */
const OPEN_ONLY = /USING (?:COVERING )?INDEX (?:one_active_session|open_turns|pending_outbox|open_approvals)\b/;

/** Every statement that the stores prepare. */
function statements(database: AssistantDatabase): readonly string[] {
  const { sqlite } = database;
  const prepared: string[] = [];
  const prepare = sqlite.prepare.bind(sqlite);
  const recording = (source: string) => {
    prepared.push(source);
    return prepare(source);
  };
  Object.defineProperty(sqlite, "prepare", { value: recording, configurable: true });
  createTurnStore({ database });
  createSessionStore({ database, timeoutMs: 1 });
  createApprovalStore({ database, timeoutMs: 1 });
  createActionLedger({ database });
  createOutboxStore({ database, onDelivered: () => {} });
  Object.defineProperty(sqlite, "prepare", { value: prepare });
  return prepared;
}

it("no statement reads the whole of a table that grows", () => {
  using database = new AssistantDatabase(":memory:");
  const all = statements(database);
  const scans = all.flatMap((source) => {
    const plan = database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replace(/@\w+|\?/g, "1")}`).all() as { detail: string }[];
    return plan.filter(({ detail }) => detail.startsWith("SCAN ") && !OPEN_ONLY.test(detail)).map(({ detail }) => `${detail}: ${source}`);
  });

  expect(all.length).toBeGreaterThan(30);
  expect(scans).toEqual([]);
});

it("the span of a bot's messages is read at the two ends of its index", () => {
  using database = new AssistantDatabase(":memory:");
  const ends = statements(database).filter((source) => /ORDER BY sent_at (?:ASC|DESC) LIMIT 1/.test(source));
  const plans = ends.map((source) => database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "1")}`).all());

  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toMatchObject([{ detail: expect.stringContaining("COVERING INDEX turns_of_bot") }]);
});
