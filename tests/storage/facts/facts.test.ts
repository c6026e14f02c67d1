import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AssistantDatabase } from "../../../src/storage/database.ts";
import type { NewFact } from "../../../src/storage/facts/fact-row.ts";
import { createFactStore, type FactFilter } from "../../../src/storage/facts/facts.ts";
import { memoryDatabase } from "../../fakes/memory-database.ts";
import { openStores } from "../stores.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const AT = 1_800_000_000_000;
const filter = { personId: "anna", now: AT, onlyPublic: false, shared: "sensitive" } as const;

/** Words are looked for within what is visible. */
const searched = (store: ReturnType<typeof createFactStore>, text: string, by: FactFilter = filter) =>
  store.searchWords(text, { personId: by.personId, ids: store.visibleIds(by) }, 10);

const fact = (key: string, value: string, more: Partial<NewFact> = {}): NewFact => ({
  ...{ scope: { kind: "person", personId: "anna" }, category: "preference", key, slot: "", value, confidence: 1, sensitivity: "private" },
  ...{ source: "told", origin: "person", language: "en", firstSeen: AT, lastSeen: AT, occurrences: 1, validFrom: AT, importance: 0.5 },
  ...{ expiresAt: undefined, evidence: [{ kind: "turn", turnId: "t1" }], toldBy: "anna", status: "active" },
  ...more,
});

it("keeps one valid fact for each scope, category, key and slot", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const first = store.insert(fact("temperature", "22"), "temperature 22");
  expect(() => store.insert(fact("temperature", "19"), "temperature 19")).toThrow(/UNIQUE/);
  store.insert(fact("temperature", "18", { scope: { kind: "house" } }), "temperature 18");
  store.insert(fact("temperature", "30", { status: "quarantined" }), "temperature 30");
  store.end(first.id, AT);
  store.insert(fact("temperature", "19"), "temperature 19");
  expect(store.ofKey({ kind: "person", personId: "anna" }, "temperature").map(({ value }) => value)).toEqual(["30", "19"]);
});

it("gives back what was put in", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const given = fact("temperature", "22", { scope: { kind: "room", areaId: "bedroom" }, expiresAt: AT + 1, toldBy: undefined });
  const { slot: _, ...kept } = given;
  expect(store.insert(given, "temperature")).toEqual({ ...kept, id: 1, validTo: undefined, supersededBy: undefined });
});

it("tells what must not leave the house, of everybody, and that something was written", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const before = store.changes();
  store.insert(fact("school", "Hillcrest", { sensitivity: "sensitive", status: "quarantined" }), "school");
  store.insert(fact("doctor", "Rosenzweig", { scope: { kind: "person", personId: "ben" } }), "doctor");
  store.insert(fact("color", "blue", { sensitivity: "public" }), "color");
  store.insert(fact("refused", "no", { status: "refused" }), "refused");
  store.end(store.insert(fact("old", "past"), "old").id, AT);
  expect(store.guarded()).toEqual([
    { key: "school", value: "Hillcrest" },
    { key: "doctor", value: "Rosenzweig" },
    { key: "old", value: "past" },
  ]);
  expect(store.changes()).toBeGreaterThan(before);
});

it("says that something was written once it is on disk, and never if that fails", () => {
  using database = memoryDatabase();
  let told = 0;
  const store = createFactStore({ database, onChange: () => told++ });
  const work = () => {
    const { id } = store.insert(fact("color", "blue"), "color");
    store.end(id, AT);
    expect(told).toBe(0);
    return id;
  };
  expect(() =>
    store.atomically(() => {
      work();
      throw new Error("full");
    }),
  ).toThrow("full");
  expect(told).toBe(0);
  const id = store.atomically(work);
  expect(told).toBeGreaterThan(0);
  told = 0;
  expect([store.remove([id]), store.remove([id]), told]).toEqual([1, 0, 1]);
});

it("finds by words only what is valid and for those eyes", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const mine = store.insert(fact("temperature", "22 degrees"), "temperature 22 degrees");
  store.insert(fact("temperature", "19 degrees", { scope: { kind: "person", personId: "ben" } }), "temperature 19 degrees");
  store.insert(fact("old", "degrees", { expiresAt: AT }), "old degrees");
  store.insert(fact("waits", "degrees", { status: "quarantined" }), "waits degrees");
  expect(searched(store, "degrees").map(({ id }) => id)).toEqual([mine.id]);
  expect(searched(store, "degrees", { ...filter, onlyPublic: true })).toEqual([]);
  store.end(mine.id, AT);
  expect(searched(store, "degrees")).toEqual([]);
});

it("finds no one else's facts by words that mean something to the index", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  store.insert(fact("temperature", "19", { scope: { kind: "person", personId: "ben" } }), "temperature 19");
  for (const text of ["shared", "owner : shared) OR words : (19", '19" OR owner : "p', "words : 19 NOT x"]) {
    expect(searched(store, text), text).toEqual([]);
  }
});

it("compares vectors of one model and length only", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const near = store.insert(fact("a", "1"), "a");
  const far = store.insert(fact("b", "2"), "b");
  const other = store.insert(fact("c", "3"), "c");
  store.putVector(near.id, { model: "m", vector: Float32Array.of(1, 0) });
  store.putVector(far.id, { model: "m", vector: Float32Array.of(0, 1) });
  store.putVector(other.id, { model: "n", vector: Float32Array.of(1, 0) });
  expect(store.searchVectors({ model: "m", vector: Float32Array.of(1, 0) }, store.visibleIds(filter), 10)).toEqual([
    { id: near.id, score: 1 },
    { id: far.id, score: 0 },
  ]);
  expect(store.searchVectors({ model: "m", vector: Float32Array.of(1, 0, 0) }, store.visibleIds(filter), 10)).toEqual([]);
  expect(store.withoutVector("m", 10).map(({ id }) => id)).toEqual([other.id]);
});

it("gives the nearest vectors in their order, of any length", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const turned = (degrees: number) =>
    Float32Array.from([Math.cos, Math.sin, () => 0, () => 0, () => 0], (part) => part((degrees * Math.PI) / 180));
  const stored = [50, 10, 80, 0, 30, 60, 20].map((degrees) => {
    const { id } = store.insert(fact(`k${degrees}`, "v"), "v");
    store.putVector(id, { model: "m", vector: turned(degrees) });
    return { id, degrees };
  });
  const found = store.searchVectors({ model: "m", vector: turned(0) }, store.visibleIds(filter), 4);
  expect(found.map(({ id }) => stored.find((one) => one.id === id)?.degrees)).toEqual([0, 10, 20, 30]);
  expect(found[2]?.score).toBeCloseTo(Math.cos((20 * Math.PI) / 180), 5);
});

it("finds by rare words among a thousand facts that share one, and by that one where the others find too little", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const ids = Array.from(
    { length: 1_100 },
    (_, n) => store.insert(fact(`k${n}`, `shelf ${n}`), `place on the shelf ${n % 100 === 7 ? "vanilla" : ""}`).id,
  );
  const vanilla = ids.filter((_, n) => n % 100 === 7);
  const found = searched(store, "Where on the shelf is the vanilla?").map(({ id }) => id);
  expect(found.toSorted((one, other) => one - other)).toEqual(vanilla.slice(0, 10));
  expect(searched(store, "Where is the shelf?")).toHaveLength(10);
  store.remove(vanilla.slice(1));
  const few = searched(store, "Where on the shelf is the vanilla?").map(({ id }) => id);
  expect([few[0], few.length]).toEqual([vanilla[0], 10]);
});

it("leaves nothing of a removed fact and of what it superseded in the files", () => {
  const folder = temporaryFolder();
  using database = new AssistantDatabase(join(folder, "assistant.db"));
  const store = createFactStore({ database });
  const vector = Float32Array.from({ length: 64 }, (_, index) => Math.sin(index + 1));
  const old = store.insert(fact("tea", "oolongmarker"), "tea oolongmarker");
  store.end(old.id, AT);
  const next = store.insert(fact("tea", "sencha-marker"), "tea sencha marker");
  store.link(old.id, next.id);
  store.putVector(next.id, { model: "m", vector });
  const contents = () => readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  const holds = (bytes: Buffer | string) => contents().some((content) => content.includes(bytes));
  const raw = Buffer.from(vector.buffer);
  expect([holds("oolongmarker"), holds("sencha"), holds(raw)]).toEqual([true, true, true]);

  expect(store.remove([next.id])).toBe(2);
  store.emptyLog();
  expect([holds("oolongmarker"), holds("sencha"), holds(raw)]).toEqual([false, false, false]);
});

it("what was replaced for a time is valid again when that is removed, and goes with what replaced it for ever", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const valid = () => store.visible(filter).map(({ value }) => value);
  const replace = (old: number, value: string, expiresAt?: number) => {
    store.end(old, AT);
    const next = store.insert(fact("temperature", value, { expiresAt }), value);
    store.link(old, next.id);
    return next.id;
  };
  const lasting = store.insert(fact("temperature", "22"), "22").id;
  const week = replace(lasting, "24", AT + 7);
  const days = replace(week, "25", AT + 3);
  expect([store.remove([days]), ...valid()]).toEqual([1, "24"]);
  expect([store.remove([week]), ...valid()]).toEqual([1, "22"]);

  const again = replace(lasting, "24", AT + 7);
  const other = replace(again, "18");
  // what took the place of the one that is removed stays
  expect([store.remove([again]), ...valid()]).toEqual([1, "18"]);
  expect([store.remove([other]), ...valid()]).toEqual([2]);
  expect(store.ofScope({ kind: "person", personId: "anna" })).toEqual([]);
});

describe("what was told just before", () => {
  const messages = (...said: readonly (readonly [text: string, tells?: string])[]) => {
    const { database, addTurn } = openStores();
    const store = createFactStore({ database });
    const turns = said.map(([text, tells], at) => {
      // the clock goes backwards
      const turn = addTurn(String(at + 1), { text, receivedAt: AT - at });
      if (tells !== undefined) store.insert(fact(tells, text, { evidence: [{ kind: "turn", turnId: turn.id }] }), text);
      return { turnId: turn.id, sessionId: turn.sessionId, personId: turn.personId };
    });
    const erase = (turnId: string) => database.sqlite.prepare("UPDATE turns SET text = '', erased = 1 WHERE id = ?").run(turnId);
    const toldBefore = (at: number) => store.toldBefore(turns[at] ?? FIRST, (text) => text === "look").map(({ key }) => key);
    return { store, turns, erase, toldBefore };
  };
  const FIRST = { turnId: "1", sessionId: "", personId: "anna" };

  it("goes by the order in which messages came, and knows of none that came later", () => {
    const { store, turns, toldBefore } = messages(["vegan", "diet"], ["mauve", "color"], ["forget that"], ["what is my diet?"]);
    expect(toldBefore(2)).toEqual(["color"]);
    expect(turns.map((turn) => store.saidBefore(turn))).toEqual([undefined, "vegan", "mauve", "forget that"]);
    expect(toldBefore(0)).toEqual([]);
  });

  it("is nothing after a message that is forgotten, or one that told nothing", () => {
    const { store, turns, erase, toldBefore } = messages(["vegan", "diet"], ["mauve"], ["forget that"], ["forget that"]);
    expect(toldBefore(3)).toEqual([]);
    erase("3");
    expect(toldBefore(3)).toEqual([]);
    expect(store.saidBefore(turns[3] ?? FIRST)).toBeUndefined();
    erase("2");
    expect(toldBefore(2)).toEqual([]);
  });

  it("stands before a look at all of it, where nothing else can be meant", () => {
    expect(messages(["vegan", "diet"], ["look"], ["forget that"]).toldBefore(2)).toEqual(["diet"]);
    expect(messages(["mauve", "color"], ["vegan", "diet"], ["look"], ["forget that"]).toldBefore(3)).toEqual([]);
  });

  it("is told with the messages of the session that told it", () => {
    const { store, turns } = messages(["vegan", "diet"], ["mauve", "color"]);
    store.end(1, AT);
    expect(store.toldInSession(turns[0] ?? FIRST)).toMatchObject([{ fact: { key: "color" }, turns: [{ id: "2", text: "mauve" }] }]);
    expect(store.toldInSession({ ...(turns[0] ?? FIRST), personId: "ben" })).toEqual([]);
  });
});

it("takes words, vectors and turns along when rows are deleted by others", () => {
  using database = memoryDatabase();
  const store = createFactStore({ database });
  const { id } = store.insert(fact("tea", "sencha"), "tea sencha");
  store.putVector(id, { model: "m", vector: Float32Array.of(1, 0) });
  database.sqlite.exec("DELETE FROM profile_entries");
  for (const table of ["facts_fts", "fact_vectors", "fact_turns"]) {
    expect(database.sqlite.prepare(`SELECT * FROM ${table}`).all(), table).toEqual([]);
  }
});
