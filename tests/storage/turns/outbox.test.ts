import { join } from "node:path";
import { expect, it } from "vitest";
import { createOutboxStore, type NewItem } from "../../../src/storage/turns/outbox.ts";
import { CHAT, MINUTE, NOW, OTHER_BOT, OTHER_CHAT, openStores } from "../stores.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { writtenCommits } from "../written-commits.ts";

function openOutbox(path?: string) {
  const stores = openStores(path);
  const add = (text: string, more: Partial<NewItem> = {}) =>
    stores.outbox.add({ ...CHAT, kind: "answer", text, origin: "home", at: NOW, ...more });
  const due = (now = NOW) => stores.outbox.due(now).map(({ text }) => text);
  /** The one item that is due. */
  const only = () => {
    const [item, ...more] = stores.outbox.due(NOW + 60 * MINUTE);
    if (!item || more.length > 0) throw new Error("not one item is due");
    return item;
  };
  const ask = (approvalId: string) => {
    stores.ask(approvalId, { actions: [] });
    add("Unlock?", { kind: "question", approvalId, turnId: "1" });
  };
  return { ...stores, add, due, only, ask };
}

it("gives back what was put in", () => {
  const { add, only, addTurn } = openOutbox();
  addTurn("1");
  const buttons = [[{ label: "Yes", data: "a:x:yes" }]];
  add("Unlock?", { kind: "question", turnId: "1", threadId: "3", replyToMessageId: "7", buttons });
  const { id, ...item } = only();
  expect(id).toMatch(/^[\w-]{8}$/);
  expect(item).toEqual({
    ...CHAT,
    ...{ turnId: "1", threadId: "3", kind: "question", text: "Unlock?", buttons, replyToMessageId: "7" },
    ...{ editMessageId: undefined, sentParts: [], attempts: 0, createdAt: NOW },
  });
});

it("keeps the order in which things were put in, and nothing of a chat overtakes what was postponed", () => {
  const { add, due, outbox } = openOutbox();
  add("elsewhere", { ...OTHER_CHAT, at: NOW + 2 });
  add("second", { at: NOW + 1 });
  add("first");
  add("third", { at: NOW + 1 });
  expect(due(NOW + 1)).toEqual(["first", "second", "third"]);
  const first = outbox.due(NOW + 1)[0];
  outbox.postpone(first?.id ?? "", NOW + MINUTE, "not_ready", { tried: true });
  expect(due(NOW + 2)).toEqual(["elsewhere"]);
  expect(outbox.nextDue()).toBe(NOW + 2);
  outbox.sent(outbox.due(NOW + 2)[0]?.id ?? "", NOW + 2);
  expect(outbox.nextDue()).toBe(NOW + MINUTE);
  expect(due(NOW + MINUTE)).toEqual(["first", "second", "third"]);
  expect(outbox.due(NOW + MINUTE)[0]?.attempts).toBe(1);
});

it("tells when the next item is due, and nothing when none waits", () => {
  const { add, only, outbox } = openOutbox();
  expect(outbox.nextDue()).toBeUndefined();
  add("one", { at: NOW + 5 });
  expect(outbox.nextDue()).toBe(NOW + 5);
  const { id } = only();
  outbox.postpone(id, NOW + MINUTE, "not_ready", { tried: true });
  expect(outbox.nextDue()).toBe(NOW + MINUTE);
  outbox.failed(id, "blocked");
  expect(outbox.nextDue()).toBeUndefined();
});

it("remembers the parts that were shown, each once, and goes on after them", () => {
  const { add, only, due, outbox } = openOutbox();
  add("long");
  const { id } = only();
  outbox.partSent(id, 0, "50");
  outbox.partSent(id, 0, "50");
  outbox.partSent(id, 1, "51");
  expect(only().sentParts).toEqual(["50", "51"]);
  outbox.sent(id, NOW, { part: 2, messageId: "52" });
  expect(due()).toEqual([]);
  for (const messageId of ["50", "51", "52"]) expect(outbox.ofMessage(CHAT, messageId)?.text).toBe("long");
});

it("knows its messages by chat and bot", () => {
  const { add, only, outbox, addTurn } = openOutbox();
  addTurn("1");
  add("Hello", { turnId: "1" });
  outbox.sent(only().id, NOW, { part: 0, messageId: "50" });
  expect(outbox.ofMessage(CHAT, "50")).toEqual({ turnId: "1", text: "Hello", origin: "home" });
  expect(outbox.ofMessage(OTHER_CHAT, "50")).toBeUndefined();
  expect(outbox.ofMessage(OTHER_BOT, "50")).toBeUndefined();
  expect(outbox.ofMessage(CHAT, "51")).toBeUndefined();
});

it("a shown answer, its message and its turn's `sent` are one commit", async () => {
  const { add, only, outbox, addTurn, turns, database } = openOutbox(join(temporaryFolder(), "assistant.db"));
  addTurn("1");
  turns.end("1", { status: "answered", answer: "Hello", answerOrigin: "home", model: undefined, at: NOW });
  add("Hello", { turnId: "1" });
  const { id } = only();
  expect(await writtenCommits(database.sqlite.name, () => outbox.sent(id, NOW, { part: 0, messageId: "50" }))).toBe(1);
  expect(turns.get("1")?.status).toBe("sent");
});

it("a shown question starts its approval's time in the same commit, once", async () => {
  const { ask, only, outbox, addTurn, approvals, database } = openOutbox(join(temporaryFolder(), "assistant.db"));
  addTurn("1");
  ask("q");
  const { id } = only();
  expect(approvals.get("q")?.expiresAt).toBeUndefined();
  expect(await writtenCommits(database.sqlite.name, () => outbox.sent(id, NOW, { part: 0, messageId: "50" }))).toBe(1);
  outbox.sent(id, NOW + MINUTE, { part: 0, messageId: "50" });
  expect(approvals.get("q")?.expiresAt).toBe(NOW + MINUTE);
  expect(outbox.messagesOfApproval("q")).toMatchObject([{ messageId: "50" }]);
});

it("what is shown and cannot be written down is not half written down", () => {
  const { ask, only, outbox, addTurn, approvals, database, due } = openOutbox();
  addTurn("1");
  ask("q");
  const { id } = only();
  database.sqlite.exec("CREATE TRIGGER no BEFORE UPDATE ON approvals BEGIN SELECT raise(ABORT, 'no'); END");
  expect(() => outbox.sent(id, NOW, { part: 0, messageId: "50" })).toThrow("no");
  expect(due()).toEqual(["Unlock?"]);
  expect(outbox.messagesOfApproval("q")).toEqual([]);
  expect(approvals.get("q")?.expiresAt).toBeUndefined();
});

it("an item that does not exist is nothing", () => {
  const { outbox, delivered, count } = openOutbox();
  outbox.partSent("nowhere", 0, "50");
  outbox.sent("nowhere", NOW, { part: 0, messageId: "50" });
  expect(delivered).toEqual([]);
  expect(count("sent_messages")).toBe(0);
});

it("a key is put in once ever, also after it was sent", () => {
  const { add, only, outbox, due, count } = openOutbox();
  add("missed", { onceKey: "core-start:1" });
  add("missed again", { onceKey: "core-start:1" });
  outbox.sent(only().id, NOW);
  add("missed once more", { onceKey: "core-start:1" });
  expect(due()).toEqual([]);
  add("another", { onceKey: "core-start:2" });
  add("without key");
  add("without key");
  expect(count("outbox")).toBe(4);
});

it("the question's message is the one with the buttons, not the edit of it nor the notice beside it", () => {
  const { ask, add, only, outbox, addTurn } = openOutbox();
  addTurn("1");
  ask("q");
  const { id } = only();
  outbox.partSent(id, 0, "50");
  outbox.sent(id, NOW, { part: 1, messageId: "51" });
  add("✅ Yes", { kind: "edit", approvalId: "q", editMessageId: "51" });
  outbox.sent(only().id, NOW, { part: 0, messageId: "51" });
  expect(outbox.messagesOfApproval("q")).toMatchObject([{ messageId: "51" }]);
  expect(outbox.ofMessage(CHAT, "51")?.text).toBe("Unlock?");
});

it("takes back what was not sent yet for an approval, and nothing else", () => {
  const { ask, add, outbox, addTurn, due } = openOutbox();
  addTurn("1");
  ask("q");
  ask("other");
  add("answer");
  outbox.withdraw("q");
  expect(due()).toEqual(["Unlock?", "answer"]);
});

it("finds every message that shows a question: of each the last part, where its buttons are", () => {
  const { ask, add, outbox, addTurn } = openOutbox();
  addTurn("1");
  ask("q");
  add("May Anna unlock?", { ...OTHER_CHAT, kind: "question", approvalId: "q", turnId: "1" });
  add("Asked in private.", { ...OTHER_BOT, kind: "notice", approvalId: "q" });
  expect(outbox.messagesOfApproval("q")).toEqual([]);
  const [first, second, notice] = outbox.due(NOW);
  outbox.partSent(second?.id ?? "", 0, "70");
  outbox.sent(second?.id ?? "", NOW, { part: 1, messageId: "71" });
  outbox.sent(first?.id ?? "", NOW, { part: 0, messageId: "72" });
  outbox.sent(notice?.id ?? "", NOW, { part: 0, messageId: "73" });
  expect(outbox.messagesOfApproval("q")).toEqual([
    { ...CHAT, messageId: "72", text: "Unlock?" },
    { ...OTHER_CHAT, messageId: "71", text: "May Anna unlock?" },
  ]);
});

it("knows whether a question was shown or may be: not one that was given up everywhere", () => {
  const { ask, add, outbox, addTurn } = openOutbox();
  addTurn("1");
  add("Asked in private.", { kind: "notice", approvalId: "q" });
  expect(outbox.hasQuestion("q")).toBe(false);
  ask("q");
  add("May Anna unlock?", { ...OTHER_CHAT, kind: "question", approvalId: "q", turnId: "1" });
  const [, first, second] = outbox.due(NOW);
  outbox.failed(first?.id ?? "", "blocked");
  expect(outbox.hasQuestion("q")).toBe(true);
  outbox.failed(second?.id ?? "", "blocked");
  expect(outbox.hasQuestion("q")).toBe(false);
});

it("tells that something is due once that is on disk, and never if it is undone", () => {
  const { database } = openOutbox();
  const told: boolean[] = [];
  const outbox = createOutboxStore({ database, onDelivered: () => {}, onQueued: () => void told.push(database.sqlite.inTransaction) });
  const add = () => outbox.add({ ...CHAT, kind: "notice", text: "Hello.", origin: "home", at: NOW });
  add();
  outbox.withdraw("none");
  database.transaction(() => {
    add();
    expect(told).toHaveLength(2);
  });
  expect(told).toEqual([false, false, false]);
  const fails = () => {
    add();
    throw new Error("full");
  };
  expect(() => database.transaction(fails)).toThrow("full");
  expect(told).toHaveLength(3);
});
