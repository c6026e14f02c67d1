import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AT, openKnowledge } from "../knowledge-world.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const DIMENSIONS = 64;
const PASSAGES = 768;

/** Nearly all of a vector's bytes are its passage's own. */
const vectorOf = (text: string): Float32Array => {
  const seed = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(seed * (at + 1)));
};

function openHome() {
  const path = join(temporaryFolder(), "assistant.db");
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
  return { path, database, store, keep };
}

const texts = (edition: (at: number) => number | undefined, passages = PASSAGES) =>
  Array.from({ length: passages }, (_, at) => (edition(at) === undefined ? "" : `thing ${at} of edition ${edition(at)}`));

describe("the file", () => {
  it("does not grow however often everything changes a little", async () => {
    const { path, store, keep, database } = openHome();
    await keep(texts(() => 0));
    const edition = new Array<number>(PASSAGES).fill(0);
    const sizes: number[] = [];
    for (let round = 1; round <= 24; round += 1) {
      for (let at = round % 3; at < PASSAGES; at += 3) edition[at] = round;
      await keep(texts((at) => edition[at]));
      await store.tidy();
      database.emptyLog();
      sizes.push(statSync(path).size);
    }
    expect(Math.max(...sizes.slice(12))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 12)));
  });

  it("has each vector once, and no byte of deleted ones", async () => {
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
});

it("nothing is written while nothing happens", async () => {
  const { path, store, keep, database } = openHome();
  await keep(texts(() => 1));
  await store.tidy();
  database.emptyLog();
  const files = () => [path, `${path}-wal`].map((file) => ({ bytes: readFileSync(file), at: statSync(file).mtimeMs }));
  const before = files();
  await keep(texts(() => 1));
  await store.tidy();
  await store.searchWords("thing", { limit: 5 });
  expect(files()).toEqual(before);
});
