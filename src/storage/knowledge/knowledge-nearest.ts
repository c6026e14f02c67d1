import type Sqlite from "better-sqlite3";
import { type Block, blockOf, bytesOfPassage } from "./knowledge-signs.ts";

/** What a search by signs is for. */
export interface SignQuery {
  readonly signs: Int32Array;
  /** At least so many are given if there are as many. */
  readonly count: number;
  /** All when left out. */
  readonly sources: readonly string[] | undefined;
  /** All when left out. */
  readonly among: ReadonlySet<number> | undefined;
}

/** Reads the blocks of a table with these signs; within a transaction they are those of one moment. */
export type ReadBlocks = (sqlite: Sqlite.Database, table: string, query: Pick<SignQuery, "signs" | "sources">) => readonly Block[];

/**
 * Reads blocks and keeps them in memory, up to so many bytes, for the next search: one then reads only those that were written since. For a
 * thread, which takes them with it at its end; what is gone from the table is forgotten at the next search.
 */
export function keepBlocks(mostBytes: number): ReadBlocks {
  let kept: { readonly table: string; readonly blocks: Map<number, Block> } | undefined;
  return (sqlite, table, { signs, sources }) => {
    // from the index alone
    const rows = sqlite.prepare<[], { id: number; source: string }>(`SELECT id, source FROM ${table}`).all();
    const before = kept?.table === table ? kept.blocks : undefined;
    const blocks = new Map(
      rows.flatMap(({ id }) => {
        const block = before?.get(id);
        return block === undefined ? [] : [[id, block] as const];
      }),
    );
    kept = { table, blocks };
    const read = sqlite.prepare<[number], Buffer>(`SELECT block FROM ${table} WHERE id = ?`).pluck();
    const most = mostBytes / bytesOfPassage(signs.length);
    let passages = blocks.values().reduce((sum, { ids }) => sum + ids.length, 0);
    return rows.flatMap(({ id, source }) => {
      if (sources !== undefined && !sources.includes(source)) return [];
      const known = blocks.get(id);
      if (known !== undefined) return [known];
      const bytes = read.get(id);
      if (bytes === undefined) return [];
      const block = blockOf(bytes, signs.length);
      passages += block.ids.length;
      if (passages <= most) blocks.set(id, block);
      return [block];
    });
  };
}

/** Ids of the passages whose vectors have most signs in common with the query's, and of all that have as many as the last of them. */
export function nearestBySigns(blocks: readonly Block[], { signs, count, among }: Omit<SignQuery, "sources">): readonly number[] {
  const distances = new Uint16Array(blocks.reduce((sum, { ids }) => sum + ids.length, 0));
  // what may not be found is further than all others
  const furthest = signs.length * 32 + 1;
  let at = 0;
  for (const block of blocks) {
    const part = distances.subarray(at, at + block.ids.length);
    countDifferences(block.signs, signs, part);
    if (among !== undefined) for (const [index, id] of block.ids.entries()) if (!among.has(id)) part[index] = furthest;
    at += part.length;
  }
  const most = distanceOf(count, distances, furthest);
  const nearest: number[] = [];
  at = 0;
  for (const { ids } of blocks) {
    for (let index = 0; index < ids.length; index += 1, at += 1) if ((distances[at] ?? 0) <= most) nearest.push(ids[index] ?? 0);
  }
  return nearest;
}

/** The distance that at least so many do not exceed; the largest below `furthest` if there are not as many. */
function distanceOf(count: number, distances: Uint16Array, furthest: number): number {
  const withDistance = new Uint32Array(furthest + 1);
  for (let index = 0; index < distances.length; index += 1) {
    const distance = distances[index] ?? 0;
    withDistance[distance] = (withDistance[distance] ?? 0) + 1;
  }
  let most = 0;
  for (let found = withDistance[0] ?? 0; found < count && most < furthest - 1; found += withDistance[most] ?? 0) most += 1;
  return most;
}

/**
 * How many signs of each vector of a block differ from the query's. Four numbers are added up bit by bit, into ones and twos that are carried
 * on and fours that are counted (Harley and Seal; Warren, Hacker's Delight, 5-1): 2.8 ms for 100,000 of 768, and 3.9 with each number counted.
 */
function countDifferences(block: Int32Array, signs: Int32Array, counts: Uint16Array): void {
  const inFours = signs.length & ~3;
  let at = 0;
  for (let row = 0; row < counts.length; row += 1) {
    let ones = 0;
    let twos = 0;
    let fours = 0;
    let word = 0;
    for (; word < inFours; word += 4, at += 4) {
      const first = (block[at] ?? 0) ^ (signs[word] ?? 0);
      const second = (block[at + 1] ?? 0) ^ (signs[word + 1] ?? 0);
      const third = (block[at + 2] ?? 0) ^ (signs[word + 2] ?? 0);
      const fourth = (block[at + 3] ?? 0) ^ (signs[word + 3] ?? 0);
      const withFirst = ones ^ first;
      const carried = (ones & first) | (withFirst & second);
      const withSecond = withFirst ^ second;
      const withThird = withSecond ^ third;
      const carriedNext = (withSecond & third) | (withThird & fourth);
      ones = withThird ^ fourth;
      const withCarried = twos ^ carried;
      fours += bitsOf((twos & carried) | (withCarried & carriedNext));
      twos = withCarried ^ carriedNext;
    }
    let count = fours * 4 + bitsOf(twos) * 2 + bitsOf(ones);
    for (; word < signs.length; word += 1, at += 1) count += bitsOf((block[at] ?? 0) ^ (signs[word] ?? 0));
    counts[row] = count;
  }
}

/** How many bits of a number are set: in pairs, fours and bytes at once. */
function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
