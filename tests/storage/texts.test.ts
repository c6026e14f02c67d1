import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { Checkpoints } from "../../src/storage/checkpoints.ts";
import { AssistantDatabase } from "../../src/storage/database.ts";
import { createKnowledgeStore } from "../../src/storage/knowledge/knowledge.ts";
import { CHECKPOINT_TABLES, OTHER_TABLES, TEXT_TABLES } from "../../src/storage/texts.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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
  using database = new AssistantDatabase(":memory:");
  const listed = [...TEXT_TABLES, ...OTHER_TABLES].map(({ table }) => table);
  expect(tablesOf(database.sqlite).toSorted()).toEqual(listed.toSorted());
  expect(OTHER_TABLES.filter(({ why }) => why.length < 5)).toEqual([]);
});

it("every column of a listed table that can hold texts or bytes was looked at", () => {
  using database = new AssistantDatabase(":memory:");
  for (const { table, words, bare } of TEXT_TABLES) {
    const columns = database.sqlite.pragma(`table_info(${table})`) as { name: string; type: string }[];
    const textual = columns.filter(({ type }) => type !== "INTEGER" && type !== "REAL").map(({ name }) => name);
    expect([table, ...[...words, ...bare].toSorted()]).toEqual([table, ...textual.toSorted()]);
  }
});

it("every listed table says how its texts go, and its statements fit the schema", () => {
  using database = new AssistantDatabase(":memory:");
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
  using database = new AssistantDatabase(":memory:");
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
  using database = new AssistantDatabase(":memory:");
  const store = createKnowledgeStore({ database });
  await store.sync("document", [{ ref: "a.md", text: "boiler", metadata: {}, origin: "document" }], { at: 0 });
  const [passage] = store.unembedded({ model: "m", limit: 1 });
  if (!passage) throw new Error("there is no passage");
  store.putVectors({ model: "m", dimensions: 8, rows: [{ id: passage.id, vector: new Float32Array(8).fill(1) }] });
  const listed = new Set([...TEXT_TABLES, ...OTHER_TABLES].map(({ table }) => table));
  expect(tablesOf(database.sqlite).filter((name) => name.startsWith("rag_vectors") && !listed.has(name))).toEqual(["rag_vectors_1"]);
});

it("the file of checkpoints has no other tables than those of threads", () => {
  const path = join(temporaryFolder(), "checkpoints.db");
  using _checkpoints = new Checkpoints(path);
  const sqlite = new Sqlite(path, { readonly: true });
  onTestFinished(() => void sqlite.close());
  expect(tablesOf(sqlite).toSorted()).toEqual([...CHECKPOINT_TABLES].toSorted());
});
