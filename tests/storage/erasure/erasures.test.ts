import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { createKnowledgeStore } from "../../../src/storage/knowledge/knowledge.ts";
import { createArchive } from "../../../src/storage/turns/archive.ts";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT, openStores } from "../stores.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** What stands in the files: words of Anna begin with `zqanna`, of Ben with `zqben`. */
function wordsIn(path: string, word: RegExp): readonly string[] {
  const files = ["", "-wal", "-shm", "-journal"].map((end) => path + end).filter((file) => existsSync(file));
  return files.flatMap((file) => readFileSync(file, "latin1").match(word) ?? []);
}

// a random id that ends in "zq" may stand before the id of a turn or the person: "anna-12", "annatelegram"
const ANNAS = /zqanna(?!-\d|telegram)\w*/g;
const BENS = /zqben[a-z]+\d+x/g;

/** A database in which Anna and Ben said much, in every table that holds texts, in an order that moves rows about. */
async function talkativeHome(turnsOfEach: number) {
  const path = join(temporaryFolder(), "assistant.db");
  const stores = openStores(path);
  const { database, addTurn, turns, sessions, outbox, approvals, choices, actions, interactions, action, ask, audit, egress } = stores;
  const summaries = createSummaryStore({ database });
  const archive = createArchive({ database });
  const talk = (index: number): void => {
    const personId = index % 2 === 0 ? "anna" : "ben";
    const word = (kind: string) => `${personId === "anna" ? "zqanna" : "zqben"}${kind}${index}x ${"lorem ipsum ".repeat((index * 7) % 40)}`;
    const at = NOW + index * MINUTE;
    const id = `${personId}-${(index * 7919) % 1000}-${index}`;
    const chat = index % 3 === 0 ? CHAT : OTHER_CHAT;
    const turn = addTurn(id, {
      ...chat,
      personId,
      text: word("text"),
      receivedAt: at,
      status: "running",
      sessionId: sessions.current(chat, personId, at),
    });
    ask(`question ${id}`, {
      turnId: id,
      personId,
      answerers: [personId],
      question: word("question"),
      actions: [{ ...ASKED, data: { message: word("asked") } }],
    });
    approvals.close(`question ${id}`, "expired", at);
    actions.start(action(`act ${id}`, { turnId: id, data: { message: word("data") } }));
    actions.end(
      `act ${id}`,
      { actionId: `act ${id}`, service: "notify.send", data: { message: word("data") }, targets: [], contextId: id, error: word("error") },
      at,
    );
    const about = { toolsUsed: [word("tool")], entitiesMentioned: [word("entity")], context: { put: [word("context")] } };
    interactions.put(turn, { path: "model", origin: "person", ...about }, at);
    choices.insert({ id: `choice ${id}`, turnId: id, options: [{ label: "Lamp", sentence: word("sentence") }], origin: "home" }, at);
    const chosen = {
      index: 0,
      turnId: addTurn(`chosen ${id}`, { ...chat, personId, text: word("chosen"), status: "sent", sessionId: turn.sessionId }).id,
    };
    choices.take(`choice ${id}`, { ...chosen, typed: word("typed") }, at);
    egress.begin({
      ...{ kind: "page", original: word("wanted"), sanitized: word("left"), blocked: false, provider: word("host") },
      ...{ sessionId: turn.sessionId, turnId: id, personId, at },
    });
    audit.append({ at, kind: "decided", turnId: id, personId, detail: { facts: word("detail") } });
    sessions.append(turn.sessionId, turn.chatId, id, { role: "person", personId, content: word("said"), origin: "person" }, at);
    const outside = [{ source: "news", text: word("outside") }];
    sessions.append(
      turn.sessionId,
      turn.chatId,
      id,
      { role: "assistant", personId: undefined, content: word("told"), origin: "outside", outside },
      at,
    );
    outbox.add({
      ...chat,
      turnId: id,
      kind: "answer",
      text: word("out"),
      origin: "home",
      buttons: [[{ label: word("button"), data: "x" }]],
      at,
    });
    turns.end(id, { status: "answered", answer: word("answer"), answerOrigin: "home", model: "m", at });
    if (index % 5 === 0) summaries.putSummary(turn.sessionId, { text: word("summary"), upTo: index + 1, origin: "person" }, at);
  };
  for (let index = 0; index < turnsOfEach * 2; index += 1) database.transaction(() => talk(index));
  sessions.closeIdle(NOW + 1_000 * MINUTE);
  // an index of many parts, as it grows in a house
  while (archive.index(1) > 0);
  for (const { id, said } of archive.withoutVector("m", 1_000)) {
    archive.putVector(
      id,
      "m",
      Float32Array.from({ length: 64 }, (_, place) => (said.startsWith("zqanna") ? 1 : -1) * ((id * 31 + place * 17) % 97)),
    );
  }
  return { ...stores, path, archive, summaries };
}

const ASKED = { actionId: "a", hash: "h", service: "notify.send", entityIds: ["notify.phone"], effects: [] };

it("leaves no byte of a person's words in any file, and all of everybody else's", async () => {
  const { path, database, forget, archive, audit } = await talkativeHome(60);
  const before = new Set(wordsIn(path, BENS));
  const vectors = database.sqlite
    .prepare<[], { vector: Buffer }>("SELECT vector FROM conversation_passages WHERE person_id = 'anna' AND turn_id IS NOT NULL")
    .all();
  expect(vectors).toHaveLength(60);
  expect(new Set(wordsIn(path, ANNAS)).size).toBeGreaterThan(500);

  await forget("anna");
  expect(database.rewrite()).toBe(true);

  expect(wordsIn(path, /zqanna.{0,20}/g)).toEqual([]);
  const after = new Set(wordsIn(path, BENS));
  expect([...before].filter((word) => !after.has(word))).toEqual([]);
  const files = Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)]);
  expect(vectors.filter(({ vector }) => files.includes(vector))).toEqual([]);
  expect(archive.searchWords("zqbensaid", { personId: "ben" }, 5)).toHaveLength(5);
  expect(database.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(database.sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(await audit.verify()).toMatchObject({ ok: true });
});

it("the words are gone from every table at once, before the file is written anew", async () => {
  const { database, forget } = await talkativeHome(10);
  await forget("anna");
  const tables = database.sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    .pluck()
    .all();
  const left = tables.filter((table) => /zqanna/.test(JSON.stringify(database.sqlite.prepare(`SELECT * FROM ${table}`).raw().all())));
  expect(left).toEqual([]);
});

it("facts of what was done stay: when, by which service, with what outcome", async () => {
  const { forget, actions, turns, egress } = await talkativeHome(5);
  await forget("anna");
  expect(actions.list({ limit: 100, personId: "anna" })).toHaveLength(5);
  expect(actions.list({ limit: 1, personId: "anna" })[0]).toMatchObject({ service: "light.turn_on", entityIds: ["light.bed"], data: {} });
  expect(egress.page({ personId: "anna", filter: "all", limit: 100 })).toHaveLength(5);
  expect(turns.get("anna-0-0")).toMatchObject({ text: "", status: "answered" });
  expect(turns.isErased("anna-0-0")).toBe(true);
});

it.each([
  ["a turn", { kind: "turn", turnId: "2" }, ["1", "3"]],
  ["a conversation", { kind: "conversation", sessionId: "other" }, ["1", "2"]],
  ["a day", { kind: "day", from: NOW + 1 }, ["1"]],
  ["everything", { kind: "everything" }, []],
] as const)("forgets %s and nothing else of the person", async (_, scope, left) => {
  const { addTurn, forget, database, sessions } = openStores();
  database.sqlite
    .prepare(
      "INSERT INTO conversation_sessions (id, channel, bot, chat_id, person_id, started_at, last_activity) VALUES ('other','telegram','bot-1','200','anna',0,0)",
    )
    .run();
  for (const [id, at, sessionId] of [
    ["1", -1, undefined],
    ["2", 1, undefined],
    ["3", 2, "other"],
  ] as const) {
    const turn = addTurn(id, { receivedAt: NOW + at, status: "sent", ...(sessionId && { ...OTHER_CHAT, sessionId }) });
    sessions.append(turn.sessionId, turn.chatId, id, { role: "person", personId: "anna", content: id, origin: "person" }, NOW);
  }
  await forget("anna", scope);
  expect(database.sqlite.prepare("SELECT content FROM conversation_history ORDER BY id").pluck().all()).toEqual(left);
});

it("forgetting a conversation ends its session", async () => {
  const { addTurn, forget, sessions } = openStores();
  const { sessionId } = addTurn("1", { status: "sent" });
  await forget("anna", { kind: "turn", turnId: "1" });
  expect(sessions.current(CHAT, "anna", NOW)).toBe(sessionId);
  await forget("anna", { kind: "conversation", sessionId });
  expect(sessions.current(CHAT, "anna", NOW)).not.toBe(sessionId);
});

it("what was not sent yet is not sent any more", async () => {
  const { addTurn, outbox, forget } = openStores();
  addTurn("1", { status: "answered" });
  outbox.add({ ...CHAT, turnId: "1", kind: "answer", text: "zqanna", origin: "home", at: NOW });
  await forget("anna");
  expect(outbox.due(NOW)).toEqual([]);
});

it("cut off in the middle it goes on where it was", async () => {
  const { path, database, erasures } = await talkativeHome(40);
  const id = erasures.ask({ ...CHAT, personId: "anna", scope: { kind: "everything" }, askedAt: NOW });
  expect(erasures.begun()).toEqual([]);
  expect(erasures.begin(id, NOW)).toBe(true);
  expect(erasures.begin(id, NOW)).toBe(false);
  const [erasure] = erasures.begun();
  if (!erasure) throw new Error("it was not begun");
  const stop = new AbortController();
  const cut = erasures.erase(erasure, stop.signal);
  stop.abort(new Error("cut off"));
  await expect(cut).rejects.toThrow("aborted");
  const left = () =>
    database.sqlite.prepare<[], number>("SELECT count(*) FROM turns WHERE person_id = 'anna' AND erased = 0").pluck().get();
  expect(left()).toBeGreaterThan(0);
  await erasures.erase(erasure);
  expect(left()).toBe(0);
  database.rewrite();
  erasures.end(id, NOW);
  expect([wordsIn(path, ANNAS), erasures.begun(), erasures.get(id)?.state]).toEqual([[], [], "done"]);
});

it("what comes after it was begun stays, and a clock that was set back keeps nothing", async () => {
  const { addTurn, erasures, turns } = openStores();
  addTurn("before", { receivedAt: NOW + 10 * MINUTE, status: "sent" });
  const id = erasures.ask({ ...CHAT, personId: "anna", scope: { kind: "everything" }, askedAt: NOW });
  erasures.begin(id, NOW);
  addTurn("after", { receivedAt: NOW + 11 * MINUTE });
  const [erasure] = erasures.begun();
  if (erasure) await erasures.erase(erasure);
  expect([turns.isErased("before"), turns.isErased("after")]).toEqual([true, false]);
});

it("vectors of knowledge are still found after the file was written anew", async () => {
  const { database, forget } = await talkativeHome(3);
  const store = createKnowledgeStore({ database });
  const items = Array.from({ length: 300 }, (_, part) => ({
    ref: "a.md",
    part,
    text: `passage ${part}`,
    metadata: {},
    origin: "document" as const,
  }));
  await store.sync("document", items, { at: 0 });
  const rows = store
    .unembedded({ model: "m", limit: 300 })
    .map(({ id }, index) => ({ id, vector: new Float32Array(8).fill(0.1).with(index % 8, 1 + index) }));
  store.putVectors({ model: "m", dimensions: 8, rows });
  await store.sync("document", items.slice(150), { at: 1 });
  const find = async () =>
    (await store.searchVectors(new Float32Array(8).fill(0.1).with(3, 200), { model: "m", limit: 3 })).map(({ text }) => text);
  const before = await find();
  await forget("anna");
  database.rewrite();
  expect(before).toHaveLength(3);
  expect(await find()).toEqual(before);
});

it("is not clean while another handle reads the file, and is when that one is done", async () => {
  const { path, database, forget } = await talkativeHome(5);
  const reader = new Sqlite(path, { readonly: true });
  const rows = reader.prepare("SELECT * FROM turns").iterate();
  rows.next();
  await forget("anna");
  expect(database.rewrite()).toBe(false);
  rows.return?.();
  reader.close();
  expect(database.rewrite()).toBe(true);
  expect(wordsIn(path, ANNAS)).toEqual([]);
});
