import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { BLOCK_ROWS, bytesOfPassage, createSignTable, nearestBySigns, signsOf } from "../../src/storage/knowledge-signs.ts";

const WORDS = 2;

function openSigns() {
  const sqlite = new Sqlite(":memory:");
  onTestFinished(() => {
    sqlite.close();
  });
  sqlite.exec("CREATE TABLE signs (source TEXT, first INTEGER, block BLOB, UNIQUE (source, first))");
  const table = createSignTable(sqlite, "signs", WORDS);
  /** So many of the first signs are those of positive numbers. */
  const signs = (positive: number) => signsOf(Float32Array.from({ length: WORDS * 32 }, (_, at) => (at < positive ? 1 : -1)));
  const add = (source: string, ids: readonly number[]) =>
    table.add(
      source,
      ids.map((id) => ({ id, signs: signs(id % 60) })),
    );
  const nearest = (positive: number, count: number, more: { sources?: readonly string[]; among?: ReadonlySet<number> } = {}) =>
    nearestBySigns(sqlite, "signs", { signs: signs(positive), count, sources: undefined, among: undefined, ...more });
  const blocks = () => sqlite.prepare("SELECT length(block) / ? FROM signs ORDER BY source, first").pluck().all(bytesOfPassage(WORDS));
  const all = () => nearest(0, 100_000).toSorted((one, other) => one - other);
  return { table, add, nearest, blocks, all };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

it("those with most signs in common are found, with all that have as many as the last", () => {
  const { add, nearest } = openSigns();
  add("entity", numbers(1, 121));
  expect(nearest(7, 1)).toEqual([7, 67]);
  expect(nearest(7, 3)).toEqual([6, 7, 8, 66, 67, 68]);
  expect(nearest(7, 500)).toHaveLength(120);
});

it("only of the wanted sources, and among the wanted ids", () => {
  const { add, nearest } = openSigns();
  add("entity", [1, 2, 3]);
  add("document", [4, 5, 6]);
  expect(nearest(5, 1, { sources: ["entity"] })).toEqual([3]);
  expect(nearest(5, 1, { sources: [] })).toEqual([]);
  expect(nearest(5, 1, { among: new Set([2, 4]) })).toEqual([4]);
});

it("whatever comes and goes, each passage is found once, in blocks that are never too full", () => {
  const { table, add, all, blocks } = openSigns();
  const odd = numbers(1, 2_500).filter((id) => id % 2 === 1);
  const even = numbers(1, 2_500).filter((id) => id % 2 === 0);
  add("entity", odd);
  add("entity", even.toReversed());
  expect(all()).toEqual(numbers(1, 2_500));
  expect(Math.max(...blocks().map(Number))).toBeLessThanOrEqual(BLOCK_ROWS);
  table.remove("entity", [...odd, 7_000]);
  table.remove("entity", [0, 3]);
  expect(all()).toEqual(even);
  table.remove("entity", even);
  expect(blocks()).toEqual([]);
});

it("two blocks made one hold the same", () => {
  const { table, add, all, blocks } = openSigns();
  add("entity", numbers(1, BLOCK_ROWS + 51));
  table.remove("entity", numbers(50, BLOCK_ROWS + 1));
  expect(blocks()).toEqual([49, 50]);
  table.merge("entity", 1, BLOCK_ROWS + 1);
  expect(blocks()).toEqual([99]);
  add("entity", [BLOCK_ROWS + 51]);
  expect(all()).toEqual([...numbers(1, 50), ...numbers(BLOCK_ROWS + 1, BLOCK_ROWS + 52)]);
});
