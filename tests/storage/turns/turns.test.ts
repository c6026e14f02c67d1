import { expect, it } from "vitest";
import { CHAT, MINUTE, NOW, OTHER_BOT, OTHER_CHAT, openStores } from "../stores.ts";

it("gives back what was put in", () => {
  const { addTurn, turns } = openStores();
  const turn = addTurn("7", {
    threadId: "3",
    replyTo: "5",
    isPrivate: false,
    role: "child",
    language: "de-AT",
    kind: "command",
    text: "/new",
  });
  expect(turns.get("7")).toEqual(turn);
  expect(turns.ofMessage(CHAT, "7")).toEqual(turn);
  expect(turns.get("8")).toBeUndefined();
});

it("takes a message once; the same id in another chat, bot or channel is another message", () => {
  const { addTurn, turns, count } = openStores();
  addTurn("7");
  expect(() => addTurn("7", { id: "again" })).toThrow("UNIQUE");
  addTurn("7", { ...OTHER_CHAT, id: "other chat" });
  addTurn("7", { ...OTHER_BOT, id: "other bot" });
  addTurn("7", { ...CHAT, channel: "terminal", id: "other channel" });
  expect(count("turns")).toBe(4);
  expect(turns.ofMessage(OTHER_CHAT, "7")?.id).toBe("other chat");
  expect(turns.ofMessage(OTHER_BOT, "7")?.id).toBe("other bot");
});

it("lists what is not over, in the order it came", () => {
  const { addTurn, turns } = openStores();
  addTurn("later", { receivedAt: NOW + 2 });
  addTurn("waiting", { receivedAt: NOW, status: "waiting" });
  addTurn("twin", { receivedAt: NOW, status: "running" });
  addTurn("between", { receivedAt: NOW + 1 });
  for (const status of ["answered", "sent", "cancelled", "expired", "failed"] as const) addTurn(status, { status });
  expect(turns.open().map(({ id }) => id)).toEqual(["waiting", "twin", "between", "later"]);
});

it("refuses a status that does not exist", () => {
  const { addTurn, turns, database } = openStores();
  addTurn("1");
  expect(() => database.sqlite.exec("UPDATE turns SET status = 'lost'")).toThrow("CHECK");
  expect(turns.get("1")?.status).toBe("received");
});

it("replaces the text of an edited message, with its time, and marks an edit as seen", () => {
  const { addTurn, turns } = openStores();
  addTurn("1");
  turns.replaceText({ id: "1", text: "turn it off", sentAt: NOW + 5 });
  turns.markEditSeen("1");
  expect(turns.get("1")).toMatchObject({ text: "turn it off", sentAt: NOW + 5, editSeen: true, status: "received" });
});

it("an answer that was shown is `sent`; other ends stay what they were", () => {
  const { addTurn, turns } = openStores();
  const end = { answer: "Done.", answerOrigin: "home", model: "ollama/a", at: NOW };
  for (const status of ["answered", "cancelled", "expired", "failed"] as const) {
    addTurn(status);
    turns.end(status, { ...end, status });
    turns.markSent(status);
  }
  addTurn("running", { status: "running" });
  turns.markSent("running");
  expect(["answered", "cancelled", "expired", "failed", "running"].map((id) => turns.get(id)?.status)).toEqual([
    "sent",
    "cancelled",
    "expired",
    "failed",
    "running",
  ]);
});

it("keeps how a turn ended", () => {
  const { addTurn, turns, database } = openStores();
  addTurn("1");
  turns.end("1", { status: "answered", answer: "21 °C", answerOrigin: "home", model: "ollama/a", at: NOW + 9 });
  const row = database.sqlite.prepare("SELECT status, answer, answer_origin, model, ended_at FROM turns").get();
  expect(row).toEqual({ status: "answered", answer: "21 °C", answer_origin: "home", model: "ollama/a", ended_at: NOW + 9 });
});

it("knows a person as they were last seen", () => {
  const { addTurn, turns, count } = openStores();
  addTurn("1");
  addTurn("2", { personName: "Anna B", role: "child", language: "fr" });
  expect(turns.get("1")).toMatchObject({ personName: "Anna B", role: "child", language: "fr" });
  expect(count("people")).toBe(1);
});

it("tells when the first and the last message of a bot were sent, of those taken in before", () => {
  const { addTurn, turns } = openStores();
  addTurn("1", { sentAt: NOW - 5 * MINUTE, receivedAt: NOW });
  addTurn("2", { sentAt: NOW - 9 * MINUTE, receivedAt: NOW + 1 });
  addTurn("3", { ...OTHER_BOT, id: "b", sentAt: NOW - MINUTE, receivedAt: NOW });
  addTurn("4", { sentAt: NOW, receivedAt: NOW + MINUTE });
  expect(turns.sentSpan(CHAT.channel, CHAT.bot, NOW + MINUTE)).toEqual({ first: NOW - 9 * MINUTE, last: NOW - 5 * MINUTE });
  expect(turns.sentSpan(CHAT.channel, CHAT.bot, NOW)).toBeUndefined();
  expect(turns.sentSpan(CHAT.channel, "nobody", NOW + MINUTE)).toBeUndefined();
});

it("knows the chats that were ever spoken in", () => {
  const { addTurn, turns } = openStores();
  addTurn("1");
  expect([CHAT, OTHER_CHAT, OTHER_BOT].map(turns.knowsChat)).toEqual([true, false, false]);
});

it("counts what is not over by what it waits for, and work without what waits for a person", () => {
  const { addTurn, turns } = openStores();
  expect(turns.counts()).toEqual({ received: 0, running: 0, waiting: 0 });
  for (const [id, status] of Object.entries({ 1: "received", 2: "received", 3: "running", 4: "waiting", 5: "sent" } as const)) {
    addTurn(id);
    turns.setStatus(id, status);
  }
  expect([turns.counts(), turns.atWork()]).toEqual([{ received: 2, running: 1, waiting: 1 }, 3]);
});
