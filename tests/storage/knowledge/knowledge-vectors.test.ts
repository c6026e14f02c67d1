import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLogger } from "../../../src/observability/logger.ts";
import { VectorError } from "../../../src/storage/knowledge/knowledge-vectors.ts";
import { createWorkerPool } from "../../../src/workers/pool.ts";
import { AT, embedAll, openKnowledge } from "../knowledge-world.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const NORTH = [0, 1, 0, 0, 0, 0, 0, 0];
const EAST = [1, 0, 0, 0, 0, 0, 0, 0];

describe("vectors", () => {
  it("the nearest comes first, with the cosine", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { east: "1 0", between: "1 1", north: "0 1" });
    embedAll(store);
    expect(await near(EAST)).toEqual(["east", "between", "north"]);
    const [first, second] = await store.searchVectors(Float32Array.from(NORTH), { limit: 2 });
    expect([first?.score, second?.score]).toEqual([expect.closeTo(1, 5), expect.closeTo(Math.SQRT1_2, 5)]);
  });

  it("are wanted for what is new or changed, and for nothing else", async () => {
    const { sync, store } = openKnowledge();
    await sync("entity", { a: "1 0", b: "0 1" });
    expect(embedAll(store)).toBe(2);
    await sync("entity", { a: "1 0", b: "1 1", c: "2 1" });
    expect(store.unembedded({ model: "one", limit: 10 }).map(({ ref }) => ref)).toEqual(["b", "c"]);
    expect(store.counts().vectors).toEqual({ model: "one", dimensions: 8, missing: 2 });
    embedAll(store);
    expect(store.counts().vectors?.missing).toBe(0);
  });

  it("a passage that was passed over is asked for last, and may get its vector later", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { a: "1 0", b: "0 1", c: "1 1" });
    const [, b, c] = store.unembedded({ model: "one", limit: 3 });
    const vector = Float32Array.from(NORTH);
    store.putVectors({ model: "one", dimensions: 8, rows: [{ id: c?.id ?? 0, vector }] });
    await sync("entity", { a: "1 0", b: "0 1", c: "1 1", d: "3 1" });
    expect(store.unembedded({ model: "one", limit: 10 }).map(({ ref }) => ref)).toEqual(["d", "a", "b"]);
    store.putVectors({ model: "one", dimensions: 8, rows: [{ id: b?.id ?? 0, vector }] });
    store.putVectors({ model: "one", dimensions: 8, rows: [{ id: b?.id ?? 0, vector }] });
    expect((await near(NORTH)).sort()).toEqual(["b", "c"]);
  });

  it("of a passage that changed meanwhile are left out", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { a: "1 0" });
    const [old] = store.unembedded({ model: "one", limit: 1 });
    await sync("entity", { a: "0 1" });
    store.putVectors({ model: "one", dimensions: 8, rows: [{ id: old?.id ?? 0, vector: Float32Array.from(EAST) }] });
    expect(await near(EAST)).toEqual([]);
    expect(store.unembedded({ model: "one", limit: 1 })).toHaveLength(1);
  });

  it.each([
    ["of another length", [1, 0]],
    ["of nothing but zeros", [0, 0, 0, 0, 0, 0, 0, 0]],
    ["with what is no number", [Number.NaN, 0, 0, 0, 0, 0, 0, 0]],
  ])("%s are refused", async (_, vector) => {
    const { sync, store } = openKnowledge();
    await sync("entity", { a: "1 0" });
    const rows = store.unembedded({ model: "one", limit: 1 }).map(({ id }) => ({ id, vector: Float32Array.from(vector) }));
    expect(() => store.putVectors({ model: "one", dimensions: 8, rows })).toThrow(VectorError);
  });

  it("may have any length", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { east: "1 0", north: "0 1" });
    embedAll(store, { dimensions: 3 });
    expect(await near([1, 0, 0])).toEqual(["east", "north"]);
  });

  it("before the first one nothing is found by them", async () => {
    const { sync, near } = openKnowledge();
    await sync("entity", { a: "1 0" });
    expect(await near(EAST)).toEqual([]);
  });
});

describe("another model", () => {
  it.each([
    ["another length", { model: "one", dimensions: 16 }],
    ["another name", { model: "two", dimensions: 8 }],
  ])("%s: the old vectors are searched until the new ones are complete, also over a restart", async (_, next) => {
    const path = join(temporaryFolder(), "assistant.db");
    const before = openKnowledge({ path });
    await before.sync("entity", { a: "1 0", b: "0 1", c: "1 1" });
    embedAll(before.store);
    const rows = before.store
      .unembedded({ ...next, limit: 1 })
      .map(({ id }) => ({ id, vector: new Float32Array(next.dimensions).fill(1) }));
    before.store.putVectors({ ...next, rows });
    expect(before.store.counts()).toMatchObject({
      vectors: { model: "one", dimensions: 8, missing: 0 },
      building: { ...next, missing: 2 },
    });

    const { store, near, database } = openKnowledge({ path });
    expect(await near(EAST, { model: "one" })).toEqual(["a", "c", "b"]);
    expect(store.unembedded({ ...next, limit: 10 }).map(({ ref }) => ref)).toEqual(["b", "c"]);
    embedAll(store, next);

    expect(store.counts()).toMatchObject({ vectors: { ...next, missing: 0 }, building: undefined });
    expect(await near(new Array(next.dimensions).fill(1), { model: next.model })).toHaveLength(3);
    expect(await near(EAST, { model: next.model === "one" ? "three" : "one" })).toEqual([]);
    await store.tidy();
    expect(database.sqlite.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('rag_vectors_1', 'rag_signs_1')").get()).toEqual(
      { n: 0 },
    );
    expect(database.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("that is given up for the one before leaves its vectors in use", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { a: "1 0", b: "0 1" });
    embedAll(store);
    embedAll(store, { model: "two", limit: 1 });
    await sync("entity", { a: "1 0", b: "0 1", c: "1 1" });
    expect(store.unembedded({ model: "one", limit: 10 }).map(({ ref }) => ref)).toEqual(["c"]);
    expect(store.counts().building).toBeUndefined();
    await store.tidy();
    expect(await near(EAST, { model: "one" })).toEqual(["a", "b"]);
  });

  it("takes the place also when what was missing is removed", async () => {
    const { sync, store } = openKnowledge();
    await sync("entity", { a: "1 0", b: "0 1" });
    embedAll(store);
    embedAll(store, { model: "two", limit: 1 });
    await sync("entity", { a: "1 0" });
    expect(store.unembedded({ model: "two", limit: 10 })).toEqual([]);
    expect(store.counts().vectors?.model).toBe("two");
  });
});

/** More passages than are searched by the event loop itself, a few of them with vectors. */
async function openLarge() {
  const path = join(temporaryFolder(), "assistant.db");
  const names: string[] = [];
  const pool = createWorkerPool({ threads: 1, maxQueue: 5, logger: createLogger({ level: "error" }) });
  onTestFinished(() => pool[Symbol.asyncDispose]());
  const run: typeof pool.run = (task, input, options) => {
    names.push(task.name);
    return pool.run(task, input, options);
  };
  const opened = openKnowledge({ path, pool: { run } });
  opened.database.sqlite.exec(
    `BEGIN;
     WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
     INSERT INTO rag_documents (source, ref, part, hash, origin, updated_at, metadata, text)
       SELECT 'entity', 'r' || n, 0, x'00', 'home', ${AT}, '{}', 'common ' || n FROM numbers;
     INSERT INTO rag_fts (rowid, words) SELECT id, text FROM rag_documents;
     COMMIT`,
  );
  return { ...opened, names };
}

it("a large store is searched in a thread, with the same answers", async () => {
  const { store, words, near, names } = await openLarge();
  const rows = store
    .unembedded({ model: "one", limit: 3 })
    .map(({ id }, at) => ({ id, vector: Float32Array.from([1, at, 0, 0, 0, 0, 0, 0]) }));
  store.putVectors({ model: "one", dimensions: 8, rows });
  expect(await words("4242")).toEqual(["r4242"]);
  expect(await words("4242", { sources: ["document"] })).toEqual([]);
  expect(await near(EAST)).toEqual(["r0", "r1", "r2"]);
  expect(await near(EAST, { sources: ["document"] })).toEqual([]);
  expect(names).toEqual(["searchWords", "searchWords", "searchVectors", "searchVectors"]);
  const [later] = store.unembedded({ model: "one", limit: 1 });
  store.putVectors({ model: "one", dimensions: 8, rows: [{ id: later?.id ?? 0, vector: Float32Array.from(EAST) }] });
  expect((await near(EAST)).toSorted()).toEqual(["r0", "r1", "r2", "r3"]);
  await expect(store.searchWords("common", { limit: 1, signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
});

it("blocks of signs of an older version go, and vectors are made anew", async () => {
  const path = join(temporaryFolder(), "assistant.db");
  const before = openKnowledge({ path });
  await before.sync("entity", { a: "1 0" });
  embedAll(before.store);
  before.database.sqlite.exec(
    `DROP TABLE taken_presses; DROP TABLE automation_asks; DROP TABLE sent_documents; DROP INDEX told_unasked; DROP TABLE automation_trials; DROP TABLE programs; DROP TABLE habit_plans; DROP TABLE automations; DROP TABLE reminder_repeats; DROP TABLE presence_consents; ALTER TABLE turns DROP COLUMN attachment; ALTER TABLE turns DROP COLUMN area_id; ALTER TABLE approvals DROP COLUMN steps; DROP TABLE notification_quiet; DROP TABLE findings; DROP TABLE notifications; DROP TABLE notification_preferences; DROP TABLE schedule_runs; DROP TABLE schedules; DROP TABLE outbox_pictures; ALTER TABLE outbox DROP COLUMN media; DROP TABLE rag_signs_1; CREATE TABLE rag_signs_1 (id INTEGER PRIMARY KEY, source TEXT, first INTEGER, block BLOB);
     INSERT INTO rag_signs_1 VALUES (7, 'entity', 1, x'00'); ALTER TABLE rag_documents ADD COLUMN domain TEXT; ALTER TABLE rag_documents ADD COLUMN area_id TEXT;
     CREATE INDEX rag_filters ON rag_documents (source, domain, area_id); PRAGMA user_version = 4`,
  );
  const { store, near } = openKnowledge({ path });
  await store.tidy();
  expect(await near(EAST)).toEqual([]);
  expect(embedAll(store)).toBe(1);
  expect(await near(EAST)).toEqual(["a"]);
});

it("a large store compares signs first, and finds the same", async () => {
  const { database, store, sync, near } = openKnowledge();
  await sync("entity", { east: "1 0", between: "1 1", north: "0 1", far: "3 1" });
  embedAll(store);
  const few = await near(EAST);
  database.sqlite.exec(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
     INSERT INTO rag_documents (source, ref, part, hash, origin, updated_at, metadata, text)
     SELECT 'history', n, 0, x'', 'home', 0, '{}', '' FROM numbers`,
  );
  expect(few).toEqual(["east", "far", "between", "north"]);
  expect(await near(EAST)).toEqual(few);
  expect(await near(EAST, { sources: ["entity"], limit: 1 })).toEqual(["east"]);
  expect(await near(EAST, { sources: ["document"] })).toEqual([]);
});
