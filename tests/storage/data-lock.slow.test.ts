import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DatabaseError, DataLock } from "../../src/storage/database.ts";

const folder = mkdtempSync(join(tmpdir(), "lock-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder of data is one process's own, until that has ended", () => {
  const path = join(folder, "service.lock");
  const first = new DataLock(path);
  expect(() => new DataLock(path)).toThrow(DatabaseError);
  expect(() => new DataLock(path)).toThrow("Another service uses this folder");
  first[Symbol.dispose]();
  new DataLock(path)[Symbol.dispose]();
});

test("what is kept in memory is nobody else's", () => {
  using _first = new DataLock(":memory:");
  using _second = new DataLock(":memory:");
});
