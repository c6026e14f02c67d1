import { expect, it } from "vitest";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, MINUTE, NOW, OTHER_BOT, OTHER_CHAT, openStores } from "../stores.ts";

it("goes on for less than 30 idle minutes; then a new one begins and the old is archived", () => {
  const { sessions, database } = openStores();
  const first = sessions.current(CHAT, "anna", NOW);
  expect(sessions.current(CHAT, "anna", NOW + 30 * MINUTE - 1)).toBe(first);
  expect(sessions.current(CHAT, "anna", NOW + 60 * MINUTE - 2)).toBe(first);
  const second = sessions.current(CHAT, "anna", NOW + 90 * MINUTE - 2);
  expect(second).not.toBe(first);
  expect(database.sqlite.prepare("SELECT id, is_active FROM conversation_sessions ORDER BY started_at").all()).toEqual([
    { id: first, is_active: 0 },
    { id: second, is_active: 1 },
  ]);
});

it("an answer counts as activity", () => {
  const { sessions, addTurn } = openStores();
  const turn = addTurn("1");
  const said = { role: "assistant", personId: undefined, content: "Done.", origin: "home" } as const;
  sessions.append(turn.sessionId, CHAT.chatId, turn.id, said, NOW + 20 * MINUTE);
  expect(sessions.current(CHAT, "anna", NOW + 45 * MINUTE)).toBe(turn.sessionId);
});

it("a clock that was set back neither ends a session nor makes it older", () => {
  const { sessions } = openStores();
  const first = sessions.current(CHAT, "anna", NOW);
  expect(sessions.current(CHAT, "anna", NOW - 90 * MINUTE)).toBe(first);
  expect(sessions.current(CHAT, "anna", NOW + 29 * MINUTE)).toBe(first);
});

it("begins afresh when asked to", () => {
  const { sessions } = openStores();
  const first = sessions.current(CHAT, "anna", NOW);
  const second = sessions.current(CHAT, "anna", NOW + 1, true);
  expect(second).not.toBe(first);
  expect(sessions.current(CHAT, "anna", NOW + 2)).toBe(second);
});

it("each person in a chat has an own one", () => {
  const { sessions } = openStores();
  const annas = sessions.current(CHAT, "anna", NOW);
  const bens = sessions.current(CHAT, "ben", NOW);
  expect(bens).not.toBe(annas);
  expect(sessions.current(CHAT, "ben", NOW + 1, true)).not.toBe(bens);
  expect(sessions.current(CHAT, "anna", NOW + 2)).toBe(annas);
});

it("what nobody goes on with is archived after 30 minutes, but not while a turn is at work in it", () => {
  const { sessions, turns, addTurn, database } = openStores();
  const annas = sessions.current(CHAT, "anna", NOW);
  const busy = addTurn("1", { personId: "ben", status: "running" });
  const active = () => database.sqlite.prepare("SELECT id FROM conversation_sessions WHERE is_active = 1").pluck().all();
  expect(sessions.nextIdleAt()).toBe(NOW + 30 * MINUTE);
  expect(sessions.closeIdle(NOW + 30 * MINUTE - 1)).toBe(0);
  expect(active().toSorted()).toEqual([annas, busy.sessionId].toSorted());
  expect(sessions.closeIdle(NOW + 30 * MINUTE)).toBe(1);
  expect(active()).toEqual([busy.sessionId]);
  turns.setStatus("1", "sent");
  expect(sessions.closeIdle(NOW + 30 * MINUTE)).toBe(1);
  expect(sessions.nextIdleAt()).toBeUndefined();
});

it("each chat of each bot has its own, and one at a time", () => {
  const { sessions, database } = openStores();
  const ids = [CHAT, OTHER_CHAT, OTHER_BOT].map((chat) => sessions.current(chat, "anna", NOW));
  expect(new Set(ids).size).toBe(3);
  expect(() => database.sqlite.exec("UPDATE conversation_sessions SET chat_id = '100', bot = 'bot-1'")).toThrow("UNIQUE");
});

it("history: the newest entries, oldest first, of this session only", () => {
  const { sessions, addTurn, database } = openStores();
  const { entriesAfter } = createSummaryStore({ database });
  const turn = addTurn("1");
  const other = addTurn("2", OTHER_CHAT);
  for (let at = 0; at < 10; at += 1) {
    const person = { role: "person", personId: "anna", content: `question ${at}`, origin: "person" } as const;
    const assistant = { role: "assistant", personId: undefined, content: `answer ${at}`, origin: "home" } as const;
    sessions.append(turn.sessionId, CHAT.chatId, turn.id, person, NOW);
    sessions.append(turn.sessionId, CHAT.chatId, turn.id, assistant, NOW);
    sessions.append(other.sessionId, OTHER_CHAT.chatId, other.id, person, NOW);
  }
  expect(entriesAfter(turn.sessionId, 0, 3)).toMatchObject([
    { role: "assistant", personId: undefined, content: "answer 8", origin: "home" },
    { role: "person", personId: "anna", personName: "Anna", content: "question 9", origin: "person" },
    { role: "assistant", personId: undefined, content: "answer 9", origin: "home" },
  ]);
  expect(entriesAfter(turn.sessionId, 0, 100)).toHaveLength(20);
  expect(entriesAfter("nowhere", 0, 5)).toEqual([]);
});

it("lists each chat once that was active since then", () => {
  const { sessions } = openStores();
  sessions.current(CHAT, "anna", NOW - 60 * MINUTE);
  sessions.current(CHAT, "anna", NOW);
  sessions.current(CHAT, "anna", NOW, true);
  sessions.current(CHAT, "ben", NOW);
  sessions.current(OTHER_CHAT, "anna", NOW - 60 * MINUTE);
  sessions.closeIdle(NOW);
  expect(sessions.activeChats(NOW - MINUTE)).toEqual([CHAT]);
  expect(sessions.activeChats(NOW - 60 * MINUTE)).toHaveLength(2);
  expect(sessions.activeChats(NOW + 1)).toEqual([]);
});
