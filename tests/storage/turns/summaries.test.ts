import { expect, it } from "vitest";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, NOW, openStores } from "../stores.ts";

/** A session of three turns, and the ids of its six entries. */
function session() {
  const stores = openStores();
  const turn = stores.addTurn("1");
  for (let at = 1; at <= 3; at += 1) {
    const person = { role: "person", personId: "anna", content: `question ${at}`, origin: "person" } as const;
    const assistant = { role: "assistant", personId: undefined, content: `answer ${at}`, origin: "home" } as const;
    stores.sessions.append(turn.sessionId, CHAT.chatId, turn.id, person, NOW);
    stores.sessions.append(turn.sessionId, CHAT.chatId, turn.id, assistant, NOW);
  }
  const summaries = createSummaryStore(stores);
  const ids = summaries.entriesAfter(turn.sessionId, 0, 10).map(({ id }) => id);
  return { ...stores, summaries, ids, sessionId: turn.sessionId };
}

it("entries come in order with their places: the newest after one, or the first up to one", () => {
  const { summaries, sessionId, ids } = session();
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(summaries.entriesAfter(sessionId, ids[1] ?? 0, 3).map(({ content }) => content)).toEqual(["answer 2", "question 3", "answer 3"]);
  expect(summaries.entriesAfter(sessionId, 0, 1)).toEqual([
    { id: ids[5], role: "assistant", personId: undefined, personName: undefined, content: "answer 3", origin: "home" },
  ]);
  const part = summaries.entriesUpTo(sessionId, { after: ids[0] ?? 0, upTo: ids[4] ?? 0, limit: 3 });
  expect(part.map(({ content, personName }) => [content, personName])).toEqual([
    ["answer 1", undefined],
    ["question 2", "Anna"],
    ["answer 2", undefined],
  ]);
  expect(summaries.entriesAfter("nowhere", 0, 5)).toEqual([]);
});

it("a summary replaces one that tells of less, with its origin, and no other", () => {
  const { summaries, sessionId } = session();
  expect(summaries.summary(sessionId)).toBeUndefined();
  summaries.putSummary(sessionId, { text: "Old.", upTo: 2, origin: "home" }, NOW);
  summaries.putSummary(sessionId, { text: "New.", upTo: 4, origin: "outside" }, NOW);
  summaries.putSummary(sessionId, { text: "Late.", upTo: 3, origin: "home" }, NOW);
  expect(summaries.summary(sessionId)).toEqual({ text: "New.", upTo: 4, origin: "outside" });
});

it("a summary goes with its session", () => {
  const { summaries, sessionId, database, count } = session();
  summaries.putSummary(sessionId, { text: "Told.", upTo: 2, origin: "home" }, NOW);
  for (const table of ["conversation_history", "turns", "conversation_sessions"]) database.sqlite.exec(`DELETE FROM ${table}`);
  expect(count("conversation_summaries")).toBe(0);
});

it("entries are found by the session's index", () => {
  const { database } = session();
  const plan = database.sqlite
    .prepare("EXPLAIN QUERY PLAN SELECT id FROM conversation_history WHERE session_id = 's' AND id > 1 ORDER BY id DESC LIMIT 3")
    .all();
  expect(plan).toMatchObject([{ detail: expect.stringContaining("history_of_session (session_id=? AND") }]);
});
