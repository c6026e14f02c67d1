import { copyFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rarestTerms } from "../../../src/storage/knowledge/knowledge-search.ts";
import { termsOf } from "../../../src/storage/knowledge/knowledge-words.ts";
import { AT, embedAll, openKnowledge } from "../knowledge-world.ts";
import { temporaryFolder } from "../temporary-folder.ts";

describe("sync", () => {
  it("keeps what is new, and leaves alone what is the same", async () => {
    const { sync, store } = openKnowledge();
    expect(await sync("entity", { a: "Lamp", b: "Fan" })).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0 });
    const before = await store.searchWords("lamp", { limit: 1 });
    expect(await sync("entity", { a: "Lamp", b: "Fan" })).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 });
    expect(await store.searchWords("lamp", { limit: 1 })).toEqual(before);
    expect(before).toMatchObject([{ source: "entity", ref: "a", part: 0, text: "Lamp", metadata: {}, origin: "home" }]);
  });

  it("replaces what changed and removes what is gone, of its own source only", async () => {
    const { sync, words, store } = openKnowledge();
    await sync("entity", { a: "Lamp", b: "Fan" });
    await sync("area", { a: "Cellar" });
    expect(await sync("entity", { a: "Heater" })).toEqual({ added: 0, changed: 1, removed: 1, unchanged: 0 });
    expect([await words("lamp"), await words("fan"), await words("heater"), await words("cellar")]).toEqual([[], [], ["a"], ["a"]]);
    expect(store.counts()).toMatchObject({ passages: 2, sources: { entity: 1, area: 1 } });
  });

  it("of one ref leaves the others of its source alone", async () => {
    const { sync, store } = openKnowledge();
    await sync("document", { boiler: "Press reset", oven: "Clean it" });
    const items = [0, 1].map((part) => ({ ref: "boiler", part, text: `Page ${part}`, metadata: {}, origin: "document" as const }));
    const counts = await store.sync("document", items, { at: AT, ref: "boiler" });
    expect(counts).toEqual({ added: 1, changed: 1, removed: 0, unchanged: 0 });
    expect(await store.sync("document", [], { at: AT, ref: "boiler" })).toMatchObject({ removed: 2 });
    expect(store.counts().passages).toBe(1);
  });

  it("of new metadata keeps the id, and with it the vector", async () => {
    const { sync, store, near } = openKnowledge();
    await sync("entity", { a: "Lamp 1 0" }, { areaId: "attic" });
    embedAll(store);
    expect(await sync("entity", { a: "Lamp 1 0" }, { areaId: "cellar" })).toMatchObject({ changed: 1 });
    expect(store.unembedded({ model: "one", limit: 10 })).toEqual([]);
    expect(await near([1, 0, 0, 0, 0, 0, 0, 0], { sources: ["entity"] })).toEqual(["a"]);
  });

  it("refuses two passages of one ref and part", async () => {
    const { store } = openKnowledge();
    const item = { ref: "a", text: "Lamp", metadata: {}, origin: "home" as const };
    await expect(store.sync("entity", [item, item], { at: AT })).rejects.toThrow(RangeError);
  });

  it("that is cut off goes on at the next", async () => {
    const { store } = openKnowledge();
    const stop = new AbortController();
    const items = Array.from({ length: 600 }, (_, at) => ({ ref: `r${at}`, text: `Lamp ${at}`, metadata: {}, origin: "home" as const }));
    const cut = function* () {
      for (const [at, item] of items.entries()) {
        if (at === 50) stop.abort(new Error("stopping"));
        yield item;
      }
    };
    await expect(store.sync("entity", cut(), { at: AT, signal: stop.signal })).rejects.toThrow();
    const before = store.counts().passages;
    expect(before).toBeGreaterThan(0);
    const counts = await store.sync("entity", items, { at: AT });
    expect(counts).toEqual({ added: 600 - before, changed: 0, removed: 0, unchanged: before });
  });

  it("leaves alone what its source could not read for now, and removes it once it is gone", async () => {
    const { store, sync, words } = openKnowledge();
    await sync("document", { a: "Lamp", b: "Lamp", c: "Lamp" });
    const counts = await store.sync("document", [], { at: AT, unread: new Set(["a", "b", "new"]) });
    expect(counts).toEqual({ added: 0, changed: 0, removed: 1, unchanged: 2 });
    expect((await words("lamp")).toSorted()).toEqual(["a", "b"]);
    await store.sync("document", [], { at: AT, unread: new Set(["b"]) });
    expect(await words("lamp")).toEqual(["b"]);
  });

  it("of two at once does one after the other", async () => {
    const { sync, words } = openKnowledge();
    await Promise.all([sync("entity", { a: "Lamp" }), sync("entity", { b: "Lamp" })]);
    expect(await words("lamp")).toEqual(["b"]);
  });
});

it("deleted and changed texts, their words and their vectors are in no byte of the files", async () => {
  const path = join(temporaryFolder(), "assistant.db");
  const { sync, store } = openKnowledge({ path });
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`ref${at}`, `common zebrasecret${at}q lamp ${at % 7}`]));
  const vector = Float32Array.from({ length: 8 }, (_, at) => 0.123_456 + at);
  await sync("document", texts);
  const passages = store.unembedded({ model: "one", limit: 1_000 });
  store.putVectors({ model: "one", dimensions: 8, rows: passages.map(({ id }) => ({ id, vector })) });
  const holds = (what: string | Buffer) => [path, `${path}-wal`].some((file) => readFileSync(file).includes(what));
  const bytes = Buffer.from(vector.buffer);
  expect([holds("zebrasecret250q"), holds(bytes)]).toEqual([true, true]);

  await sync("document", { ref0: "common lamp", ref1: "something else" });

  const left = Object.values(texts).filter((_, at) => holds(`zebrasecret${at}q`));
  expect([left, holds("zebra"), holds(bytes)]).toEqual([[], false, false]);
});

it("that is cut off leaves an empty log, so the file alone holds what is known and no text that was changed until then", async () => {
  const path = join(temporaryFolder(), "assistant.db");
  const { store, sync } = openKnowledge({ path });
  const texts = (word: string) => Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`ref${at}`, `${word}${at}q`]));
  await sync("document", texts("zebrasecret"));
  const stop = new AbortController();
  const cut = function* () {
    for (const [at, [ref, text]] of Object.entries(texts("lamp")).entries()) {
      if (at === 500) stop.abort(new Error("stopping"));
      yield { ref, text, metadata: {}, origin: "document" as const };
    }
  };
  await expect(store.sync("document", cut(), { at: AT, signal: stop.signal })).rejects.toThrow();
  expect(statSync(`${path}-wal`).size).toBe(0);
  const copy = join(temporaryFolder(), "assistant.db");
  copyFileSync(path, copy);
  const inFile = openKnowledge({ path: copy }).store.unembedded({ model: "one", limit: 1_000 });
  expect(inFile).toEqual(store.unembedded({ model: "one", limit: 1_000 }));
  const changed = inFile.filter(({ text }) => text.startsWith("lamp"));
  expect(changed.length).toBeGreaterThan(0);
  expect(inFile.filter(({ text }) => text.startsWith("zebrasecret"))).toHaveLength(600 - changed.length);
});

describe("words", () => {
  it.each([
    ["accents", "Küchenlicht", "kuchenlicht"],
    ["letters without a base", "Straße", "STRASSE"],
    ["the beginning of a word", "Wohnzimmerlampe", "Wohnzimmer"],
    ["case endings", "кухонная лампа", "лампа"],
    ["Chinese, within a sentence", "打开客厅的灯", "客厅在哪里"],
    ["Japanese", "寝室のエアコン", "エアコン"],
    ["Thai", "ไฟห้องนอน", "ห้องนอน"],
    ["Hindi, with its vowel signs", "रसोई की बत्ती", "बत्ती"],
    ["wide letters", "ＬＥＤ strip", "led"],
    ["an id", "light.kitchen_main", "light.kitchen_main"],
  ])("%s: %s is found by %s", async (_, text, query) => {
    const { sync, words } = openKnowledge();
    await sync("entity", { wanted: text, other: "nothing 其他" });
    expect(await words(query)).toEqual(["wanted"]);
  });

  it.each([
    '"',
    "AND",
    "NOT lamp",
    "lamp AND (",
    "lamp*",
    "^lamp",
    "words:lamp",
    "lamp NEAR/2 fan",
    "-",
    "'; DROP TABLE rag_documents",
    "\0",
    "\ud800",
    "",
    "( ) [ ]",
    "+ - lamp",
  ])("%j is a query like any other", async (query) => {
    const { sync, words } = openKnowledge();
    await sync("entity", { a: "lamp" });
    expect(await words(query)).toEqual(query.includes("lamp") ? ["a"] : []);
  });

  it("a pasted text of thousands of words is a query too", async () => {
    const { sync, words } = openKnowledge();
    await sync("entity", { a: "lamp" });
    expect(await words(`lamp ${Array.from({ length: 5_000 }, (_, at) => `w${at}`).join(" ")}`)).toEqual(["a"]);
  });

  it("the passage with the rare word comes first", async () => {
    const { sync, words } = openKnowledge();
    await sync("entity", { a: "lamp kitchen", b: "lamp cellar", c: "lamp attic" });
    expect((await words("lamp cellar"))[0]).toBe("b");
  });
});

describe("words of a large store", () => {
  const PASSAGES = 6_000;
  const large = () =>
    Object.fromEntries(Array.from({ length: PASSAGES }, (_, at) => [`r${at}`, `common usual plain general things ${at % 3_000}x`]));

  it("the rare ones of a question decide what is found, wherever they stand in it", async () => {
    const { database, sync, words } = openKnowledge();
    await sync("document", { ...large(), wanted: "Küchenlampe, common and usual" });
    expect((await words("common usual plain general things kuchenlampe"))[0]).toBe("wanted");
    const question = "77x common usual plain general things";
    expect((await words(question)).slice(0, 2).toSorted()).toEqual(["r3077", "r77"]);
    const terms = rarestTerms(database.sqlite, termsOf(question)).map(({ query }) => query);
    expect([terms[0], terms.length]).toEqual(['"77x"', 4]);
  });

  it("common ones are looked up where the others find too little", async () => {
    const { sync, words } = openKnowledge();
    await sync("document", large());
    expect(await words("common usual plain general things")).toHaveLength(10);
    expect(await words("77x common usual plain general things")).toHaveLength(10);
    await sync("area", { attic: "common things" });
    expect(await words("77x plain usual general common things", { sources: ["area"] })).toEqual(["attic"]);
  });
});

describe("filters", () => {
  it.each([
    ["sources", { sources: ["area"] as const }, 1],
    ["no source", { sources: [] }, 0],
    ["limit", { limit: 2 }, 2],
    ["no limit to speak of", { limit: 0 }, 0],
  ])("%s", async (_, filter, expected) => {
    const { store, sync, words, near } = openKnowledge();
    await sync("entity", { light: "lamp 1 0", fan: "lamp 1 0" });
    await sync("area", { attic: "lamp 1 0" });
    embedAll(store);
    expect(await words("lamp", filter)).toHaveLength(expected);
    expect(await near([1, 0, 0, 0, 0, 0, 0, 0], filter)).toHaveLength(expected);
  });
});
