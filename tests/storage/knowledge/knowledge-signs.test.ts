import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { keepBlocks, nearestBySigns } from "../../../src/storage/knowledge/knowledge-nearest.ts";
import { BLOCK_ROWS, bytesOfPassage, createSignTable, signsOf, signsSchema } from "../../../src/storage/knowledge/knowledge-signs.ts";

const WORDS = 2;

function openSigns({ kept = 0 } = {}) {
  const sqlite = new Sqlite(":memory:");
  onTestFinished(() => {
    sqlite.close();
  });
  sqlite.exec(signsSchema("signs"));
  const table = createSignTable(sqlite, "signs", WORDS);
  /** So many of the first signs are those of positive numbers. */
  const signs = (positive: number) => signsOf(Float32Array.from({ length: WORDS * 32 }, (_, at) => (at < positive ? 1 : -1)));
  const add = (source: string, ids: readonly number[]) =>
    table.add(
      source,
      ids.map((id) => ({ id, signs: signs(id % 60) })),
    );
  const readBlocks = keepBlocks(kept * bytesOfPassage(WORDS));
  const nearest = (
    positive: number,
    count: number,
    { sources, among }: { sources?: readonly string[]; among?: ReadonlySet<number> } = {},
  ) => {
    const query = { signs: signs(positive), count, sources, among };
    return nearestBySigns(readBlocks(sqlite, "signs", query), query);
  };
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

it.each([0, 100, 10_000])("blocks kept for the next search, at most %i passages, do not change what is found", (kept) => {
  const { table, add, nearest, all } = openSigns({ kept });
  add("entity", numbers(1, 1_500));
  add("document", numbers(1_500, 1_560));
  expect(all()).toEqual(numbers(1, 1_560));
  expect(nearest(5, 1, { sources: ["document"] })).toEqual([1_505]);
  table.remove("entity", numbers(1, 1_450));
  expect(nearest(15, 1, { sources: ["entity"] })).toEqual([1_455]);
  add("entity", [2_000]);
  expect(all()).toEqual([...numbers(1_450, 1_560), 2_000]);
});

it.each([1, 3, 4, 7, 24])("signs of %i numbers are compared each", (words) => {
  const signs = (differing: number) => Int32Array.from({ length: words }, (_, at) => (at < differing ? -1 : 0x5a5a5a5a));
  const block = { ids: Float64Array.from(numbers(0, words + 1)), signs: new Int32Array((words + 1) * words) };
  for (let row = 0; row <= words; row += 1) block.signs.set(signs(row), row * words);
  for (let row = 0; row <= words; row += 1) {
    expect(nearestBySigns([block], { signs: signs(row), count: 1, among: undefined })).toEqual([row]);
  }
});
