import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AT, openKnowledge } from "../knowledge-world.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const DIMENSIONS = 64;
/** Four blocks of signs. */
const PASSAGES = 4_096;
const BLOCK = 1_024;

/** Nearly all of a vector's bytes are its passage's own. */
const vectorOf = (text: string): Float32Array => {
  const seed = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(seed * (at + 1)));
};

function openHome(file?: Buffer) {
  const path = join(temporaryFolder(), "assistant.db");
  if (file) writeFileSync(path, file);
  const { database, store } = openKnowledge({ path });
  const keep = async (texts: readonly string[]) => {
    const items = texts.map((text, at) => ({ ref: `r${at}`, text, metadata: {}, origin: "home" as const }));
    await store.sync(
      "entity",
      items.filter(({ text }) => text !== ""),
      { at: AT },
    );
    const rows = store.unembedded({ model: "one", limit: PASSAGES }).map(({ id, text }) => ({ id, vector: vectorOf(text) }));
    store.putVectors({ model: "one", dimensions: DIMENSIONS, rows });
  };
  const blocks = () => database.sqlite.prepare("SELECT count(*) FROM rag_signs_1").pluck().get();
  const nearest = async (text: string) => (await store.searchVectors(vectorOf(text), { limit: 1 }))[0]?.text;
  return { path, database, store, keep, blocks, nearest };
}

const texts = (edition: (at: number) => number | undefined, passages = PASSAGES) =>
  Array.from({ length: passages }, (_, at) => (edition(at) === undefined ? "" : `thing ${at} of edition ${edition(at)}`));

let full: Buffer | undefined;

/** A home in which all is in its first edition, as it is found at a start; it takes a second to be filled, so that is done once. */
async function openFullHome() {
  if (!full) {
    const { path, keep, database } = openHome();
    await keep(texts(() => 1));
    database.emptyLog();
    full = readFileSync(path);
  }
  return openHome(full);
}

describe("tidying after deletions", () => {
  it("leaves less than three times the blocks that the signs need, and finds all of them", async () => {
    const { store, keep, blocks, nearest, database } = await openFullHome();
    expect(blocks()).toBe(PASSAGES / BLOCK);
    const left = texts((at) => (at % 8 === 0 ? 1 : undefined));
    await keep(left);
    expect(blocks()).toBe(PASSAGES / BLOCK);
    await store.tidy();
    expect(blocks()).toBeLessThan((3 * PASSAGES) / 8 / BLOCK);
    for (const text of left.filter((one) => one !== "")) expect(await nearest(text)).toBe(text);
    expect(database.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  it("the file does not grow however often everything changes a little", async () => {
    const { path, store, keep, blocks, database } = openHome();
    const passages = 768;
    await keep(texts(() => 0, passages));
    const edition = new Array<number>(passages).fill(0);
    const sizes: number[] = [];
    for (let round = 1; round <= 24; round += 1) {
      for (let at = round % 3; at < passages; at += 3) edition[at] = round;
      await keep(texts((at) => edition[at], passages));
      await store.tidy();
      database.emptyLog();
      sizes.push(statSync(path).size);
    }
    expect(blocks()).toBeLessThanOrEqual(2);
    expect(Math.max(...sizes.slice(12))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 12)));
  });

  it("moved and deleted vectors are in no byte of the files but where they are kept", async () => {
    const { path, store, keep, database } = openHome();
    const before = texts(() => 1, 320);
    await keep(before);
    await keep(texts((at) => (at % 8 === 0 ? 1 : undefined), 320));
    await store.tidy();
    database.emptyLog();
    const file = readFileSync(path);
    const piecesOf = (text: string) => Array.from({ length: 8 }, (_, at) => Buffer.from(vectorOf(text).buffer, at * 32, 32));
    const times = (piece: Buffer) => {
      const first = file.indexOf(piece);
      return first === -1 ? 0 : file.indexOf(piece, first + 1) === -1 ? 1 : 2;
    };
    // a piece may lie across the end of a page
    const most = before.map((text) => Math.max(...piecesOf(text).map(times)));
    expect(most).toEqual(before.map((_, at) => (at % 8 === 0 ? 1 : 0)));
  });

  it("that is cut off leaves everything to be found, and goes on at the next", async () => {
    const { store, keep, blocks, nearest } = await openFullHome();
    const left = texts((at) => (at % 8 === 0 ? 1 : undefined));
    await keep(left);
    const stop = new AbortController();
    const tidying = store.tidy({ signal: stop.signal });
    setImmediate(() => stop.abort(new Error("stopping")));
    await expect(tidying).rejects.toThrow();
    await store.tidy();
    expect(blocks()).toBeLessThan((3 * PASSAGES) / 8 / BLOCK);
    for (const text of left.filter((one) => one !== "")) expect(await nearest(text)).toBe(text);
  });
});

it("nothing is written while nothing happens", async () => {
  const { path, store, keep, database } = await openFullHome();
  await store.tidy();
  database.emptyLog();
  const files = () => [path, `${path}-wal`].map((file) => ({ bytes: readFileSync(file), at: statSync(file).mtimeMs }));
  const before = files();
  await keep(texts(() => 1));
  await store.tidy();
  await store.searchWords("thing", { limit: 5 });
  expect(files()).toEqual(before);
});
