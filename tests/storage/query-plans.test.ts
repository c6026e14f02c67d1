import { expect, it } from "vitest";
import { createAuditLog } from "../../src/storage/audit/audit.ts";
import { createEgressLog } from "../../src/storage/audit/search-audit.ts";
import type { AssistantDatabase } from "../../src/storage/database.ts";
import { createErasureStore } from "../../src/storage/erasure/erasures.ts";
import { createFactMentions } from "../../src/storage/facts/fact-mentions.ts";
import { createFactStore } from "../../src/storage/facts/facts.ts";
import { createHabitStore } from "../../src/storage/facts/habits.ts";
import { createLearningQueue } from "../../src/storage/facts/learning-queue.ts";
import { createActionLedger } from "../../src/storage/turns/actions.ts";
import { createApprovalStore } from "../../src/storage/turns/approvals.ts";
import { createArchive } from "../../src/storage/turns/archive.ts";
import { createChatPages } from "../../src/storage/turns/chat-pages.ts";
import { createChoiceStore } from "../../src/storage/turns/choices.ts";
import { createInteractionLog } from "../../src/storage/turns/interaction-log.ts";
import { createOutboxStore } from "../../src/storage/turns/outbox.ts";
import { createSummaryStore } from "../../src/storage/turns/summaries.ts";
import { createTurnPages } from "../../src/storage/turns/turn-pages.ts";
import { createTurnQuotes } from "../../src/storage/turns/turn-quotes.ts";
import { createSessionStore, createTurnStore } from "../../src/storage/turns/turns.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

/** Indexes that hold only what is not over: reading them whole is cheap, however long the service lives. */
const OPEN_ONLY = /USING (?:COVERING )?INDEX (?:one_active_session|open_turns|pending_outbox|open_approvals|open_choices|valid_facts)\b/;

/** A list that was handed in, or that stands in one row; what a recursion or a bounded query has found so far; people, and habits, of which a house has dozens; no table. */
const LIST = /^SCAN (?:\w+ (?:EXISTS )?VIRTUAL TABLE INDEX|gone$|habits$|people USING COVERING INDEX|\(subquery-\d+\)$|CONSTANT ROW$)/;

/** What is private of everybody, before something leaves the house: all of it has to be known. */
const WHOLE = /^SELECT key, value FROM profile_entries WHERE sensitivity <> 'public'/;

/** Every statement that the stores name, in the order in which they do. */
function statements(database: AssistantDatabase): readonly string[] {
  const named: string[] = [];
  database.vectorsProblem();
  const ways = ["query", "values", "command", "insertion"] as const;
  for (const way of ways) {
    const name = database[way].bind(database) as (...given: unknown[]) => unknown;
    const value = (sql: string, ...rest: unknown[]) => {
      named.push(sql);
      return name(sql, ...rest);
    };
    Object.defineProperty(database, way, { value, configurable: true });
  }
  const { nameOf } = createTurnStore({ database });
  createSessionStore({ database, timeoutMs: 1 });
  const audit = createAuditLog({ database });
  createApprovalStore({ database, audit, timeoutMs: 1, nameOf });
  createActionLedger({ database, audit });
  createArchive({ database });
  createErasureStore({ database });
  createOutboxStore({ database, onDelivered: () => {} });
  createInteractionLog({ database });
  createLearningQueue({ database });
  createChoiceStore({ database });
  createFactStore({ database });
  createFactMentions({ database });
  createTurnQuotes({ database });
  createHabitStore({ database });
  createSummaryStore({ database });
  createEgressLog({ database });
  createTurnPages({ database });
  createChatPages({ database });
  for (const way of ways) Reflect.deleteProperty(database, way);
  return named;
}

it("no statement reads the whole of a table that grows", () => {
  using database = memoryDatabase();
  const all = statements(database).filter((source) => !WHOLE.test(source));
  const scans = all.flatMap((source) => {
    const plan = database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replace(/@\w+|\?/g, "1")}`).all() as { detail: string }[];
    return plan
      .filter(({ detail }) => detail.startsWith("SCAN ") && !OPEN_ONLY.test(detail) && !LIST.test(detail))
      .map(({ detail }) => `${detail}: ${source}`);
  });

  expect(all.length).toBeGreaterThan(30);
  expect(scans).toEqual([]);
});

it("the span of a bot's messages is read at the two ends of its index", () => {
  using database = memoryDatabase();
  const ends = statements(database).filter((source) => /ORDER BY sent_at (?:ASC|DESC) LIMIT 1/.test(source));
  const plans = ends.map((source) => database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replaceAll("?", "1")}`).all());

  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toMatchObject([{ detail: expect.stringContaining("COVERING INDEX turns_of_bot") }]);
});

it.each([
  ["a page of actions", /receipt IS NULL\)\)\s+ORDER BY started_at DESC, actions/, "actions_by_time (started_at>? AND started_at<?)"],
  [
    "where the looking for actions ends",
    /started_at AS at, rowid AS row/,
    "COVERING INDEX actions_by_time (started_at>? AND started_at<?)",
  ],
  ["a page of everybody's turns", /WHERE\s+received_at <= @at[\s\S]*@words/, "turns_by_time (received_at>? AND received_at<?)"],
  [
    "a page of somebody's turns",
    /WHERE turns\.person_id = @personId AND received_at <= @at[\s\S]*@words/,
    "turns_of_person (person_id=? AND received_at>? AND",
  ],
  [
    "where the looking for turns ends",
    /AS row FROM turns WHERE\s+received_at <= @at/,
    "COVERING INDEX turns_by_time (received_at>? AND received_at<?)",
  ],
  [
    "where the looking for somebody's turns ends",
    /AS row FROM turns WHERE turns\.person_id/,
    "COVERING INDEX turns_of_person (person_id=? AND received_at>? AND received_at<?)",
  ],
  ["what was said in a chat", /erased = 0 AND received_at <= @at/, "turns_of_chat (channel=? AND bot=? AND chat_id=? AND received_at<?)"],
  ["what was shown in a chat", /text <> '' AND created_at <= @at/, "shown_outbox (channel=? AND bot=? AND chat_id=? AND created_at<?)"],
  [
    "a message's latest edit",
    /edit_message_id IS NOT NULL AND status = 'sent'/,
    "edits_of_message (channel=? AND bot=? AND chat_id=? AND edit_message_id=?)",
  ],
  ["actions by context", /context_id IN/, "actions_of_context (context_id=?)"],
  ["actions of a rate window", /json_each\(effects\)\s+WHERE started_at/, "actions_by_time (started_at>?)"],
  ["old actions", /DELETE FROM actions/, "actions_by_time (started_at<?)"],
  ["old approvals", /DELETE FROM approvals/, "approvals_by_time (created_at<?)"],
  ["decisions of a turn", /FROM audit_log WHERE .* detail IS NOT NULL AND turn_id = \?/, "audit_texts (turn_id=? AND kind=?)"],
  ["the number of a turn's decisions", /count\(\*\) FROM audit_log WHERE turn_id/, "audit_decided (turn_id=?)"],
  ["old interactions", /DELETE FROM interaction_log WHERE id </, "INTEGER PRIMARY KEY (rowid<?)"],
  ["what a session was about", /SELECT entities_mentioned/, "interactions_of_session (session_id=?)"],
  ["what left for a person", /log\.person_id = @personId .* LIMIT/s, "search_audit_of_person (person_id=? AND id<?)"],
  ["old rows of what left", /DELETE FROM search_audit_log WHERE timestamp/, "search_audit_by_time (timestamp<?)"],
  ["too many rows of what left", /DELETE FROM search_audit_log WHERE id/, "INTEGER PRIMARY KEY (rowid<?)"],
  ["what was said just before", /rowid < \(SELECT rowid FROM turns/, "turns_of_session (session_id=? AND rowid<?)"],
  ["what was told in a session", /SELECT fact_id, id, text/, "turns_of_session (session_id=?)"],
  ["the newest anchor", /pruned_to > 0 ORDER BY/, "audit_anchors (pruned_to>?)"],
])("%s: by an index, without sorting", (_, which, index) => {
  using database = memoryDatabase();
  const [source = "", ...more] = statements(database).filter((one) => which.test(one));
  const plan = database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replace(/@\w+|\?/g, "1")}`).all() as { detail: string }[];
  const details = plan.map(({ detail }) => detail);

  expect(more).toEqual([]);
  expect(details[0]).toContain(index);
  expect(details).not.toContain("USE TEMP B-TREE FOR ORDER BY");
});

it("what is learned from first: rows that wait by their index, and of these one a person", () => {
  using database = memoryDatabase();
  const [source = ""] = statements(database).filter((one) => /log\.learn_state = 'waiting'/.test(one));
  const plan = database.sqlite.prepare(`EXPLAIN QUERY PLAN ${source.replaceAll("@now", "1")}`).all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringContaining("interactions_by_learning (learn_state=?)"));
});
