import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import { createKnowledgeStore } from "../../src/storage/knowledge/knowledge.ts";
import { TEXT_TABLES } from "../../src/storage/texts.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Columns of listed tables that hold texts or bytes, and no words: ids, hashes, names of kinds, of services and of things in the home. */
const BARE: Readonly<Record<string, string>> = {
  turns: "id channel bot chat_id thread_id message_id session_id person_id kind origin reply_to status model area_id answer_origin",
  conversation_history: "session_id chat_id turn_id person_id role origin",
  conversation_summaries: "session_id origin",
  conversation_passages: "person_id session_id turn_id model",
  outbox: "id turn_id approval_id channel bot chat_id thread_id kind origin reply_to edit_message_id status once_key",
  outbox_pictures: "outbox_id type",
  approvals: "id turn_id interrupt_id person_id channel bot chat_id answerers status answers decided_by",
  sent_documents: "turn_id digest content",
  choices: "id turn_id origin status chosen_turn",
  notifications: "person_id kind level status",
  notification_preferences: "person_id",
  schedules: "turn_id person_id kind trigger status recipient_id recipient_name",
  presence_consents: "watcher_id watched_id status",
  automations: "id kind turn_id person_id status",
  interaction_log: "turn_id session_id chat_id person_id channel origin path model learn_state",
  actions: "id turn_id approval_id service entity_ids hash effects fingerprint proposed_by rule context_id",
  audit_log: "kind turn_id person_id approval_id action_id service entity_ids effects outcome rule pruned_chain detail_digest digest chain",
  profile_entries: "scope scope_id category sensitivity source origin language told_by status",
  habits: "subject person_id excluded status",
  search_audit_log: "kind session_id turn_id person_id block_reason outcome",
};

/** Tables without texts of people, or with texts that are not theirs to erase, and why that is so. */
const OTHER_TABLES: Readonly<Record<string, string>> = {
  people: "who may speak: names, roles and languages, as the options have them",
  people_of_home: "ids of people, here and in Home Assistant, as the options have them",
  conversation_sessions: "ids and times",
  conversation_fts: "the index of conversation_passages: a word goes with its passage",
  sent_messages: "ids of messages",
  approval_votes: "who chose which actions, by ids",
  findings: "ids of entities and devices, kinds and times, and what Home Assistant says of an automation that failed",
  programs: "names that owners gave to programs, hashes, ids and times",
  notification_quiet: "ids of people and times",
  schedule_runs: "ids of plans and turns",
  reminder_repeats: "ids of plans and times",
  entity_decisions: "ids of things and people, what the device is, and one of three words",
  audit_head: "the end of the log's chain",
  backup_state: "a random id, counts and times",
  core_starts: "times",
  taken_presses: "ids and times, for two days",
  erasures: "what was asked to be forgotten, by ids and times",
  erasure_turns: "ids of turns",
  turn_quotes: "ids of turns",
  fact_turns: "ids of facts and turns",
  fact_prompts: "ids of facts and turns",
  fact_vectors: "the vectors of profile_entries: one goes with its fact",
  facts_fts: "the index of profile_entries: a word goes with its fact",
  automation_asks: "ids of automations, a day and numbers",
  automation_trials: "ids of automations and people, and times",
  habit_plans: "ids of turns and habits",
  habit_runs: "a time",
  rag_documents: "what the home and the owner's documents say, nothing that a person said",
  rag_fts: "the index of rag_documents",
  rag_state: "which tables of vectors there are",
  rag_skipped: "ids of passages",
};

const LISTED = [...TEXT_TABLES.map(({ table }) => table), ...Object.keys(OTHER_TABLES)];

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly type: string;
}

/** Tables with a life of their own: those of SQLite, and those that a virtual table keeps its contents in, are not. */
function tablesOf(sqlite: Sqlite.Database): readonly string[] {
  const all = (sqlite.pragma("table_list") as Table[]).filter(({ schema }) => schema === "main");
  const virtual = all.filter(({ type }) => type === "virtual").map(({ name }) => `${name}_`);
  return all
    .filter(({ name, type }) => type !== "shadow" && !["sqlite_", ...virtual].some((prefix) => name.startsWith(prefix)))
    .map(({ name }) => name);
}

it("every table stands on the list of those with texts, or on that of the others with the reason why", () => {
  using database = memoryDatabase();
  expect(tablesOf(database.sqlite).toSorted()).toEqual(LISTED.toSorted());
});

it("every column of a listed table that can hold texts or bytes was looked at", () => {
  using database = memoryDatabase();
  for (const { table, words } of TEXT_TABLES) {
    const columns = database.sqlite.pragma(`table_info(${table})`) as { name: string; type: string }[];
    const textual = columns.filter(({ type }) => type !== "INTEGER" && type !== "REAL").map(({ name }) => name);
    expect([table, ...[...words, ...(BARE[table] ?? "").split(" ")].toSorted()]).toEqual([table, ...textual.toSorted()]);
  }
});

it("every listed table says how its texts go, and its statements fit the schema", () => {
  using database = memoryDatabase();
  for (const { table, erase } of TEXT_TABLES) {
    const statements = Object.values(erase).flat();
    expect([table, statements.length > 0]).toEqual([table, true]);
    for (const statement of statements) {
      expect(() => database.sqlite.prepare(statement)).not.toThrow();
      expect(statement).toContain("@id");
    }
  }
});

it("each statement finds its rows by an index", () => {
  using database = memoryDatabase();
  const scans = TEXT_TABLES.flatMap(({ erase }) =>
    Object.values(erase)
      .flat()
      .flatMap((statement) => {
        const plan = database.sqlite.prepare(`EXPLAIN QUERY PLAN ${statement.replaceAll("@id", "1")}`).all() as { detail: string }[];
        return plan
          .filter(({ detail }) => detail.startsWith("SCAN ") && !detail.includes("VIRTUAL TABLE"))
          .map(({ detail }) => `${detail}: ${statement}`);
      }),
  );
  expect(scans).toEqual([]);
});

it("tables of vectors of knowledge belong to rag_state, which is on the list", async () => {
  using database = memoryDatabase();
  const store = createKnowledgeStore({ database });
  await store.sync("document", [{ ref: "a.md", text: "boiler", metadata: {}, origin: "document" }], { at: 0 });
  const [passage] = store.unembedded({ model: "m", limit: 1 });
  if (!passage) throw new Error("there is no passage");
  store.putVectors({ model: "m", dimensions: 8, rows: [{ id: passage.id, vector: new Float32Array(8).fill(1) }] });
  expect(
    tablesOf(database.sqlite)
      .filter((name) => !LISTED.includes(name))
      .toSorted(),
  ).toEqual(["rag_signs_1", "rag_vectors_1"]);
});

it("the file of checkpoints has no other tables than those of threads", () => {
  const path = join(temporaryFolder(), "checkpoints.db");
  using _checkpoints = new Checkpoints(path);
  const sqlite = new Sqlite(path, { readonly: true });
  onTestFinished(() => void sqlite.close());
  expect(tablesOf(sqlite).toSorted()).toEqual(["checkpoints", "writes"]);
});
