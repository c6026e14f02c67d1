import { expect, it } from "vitest";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, MINUTE, NOW, openStores } from "../stores.ts";

/** Turns of Anna's with what was said in them, in one session or in one of their own. */
function world() {
  const stores = openStores();
  const { addTurn, sessions, turns } = stores;
  const says = (id: string, { personId = "anna", fresh = false, kind = "text" } = {}) => {
    const sessionId = sessions.current(CHAT, personId, NOW, fresh);
    addTurn(id, { personId, sessionId, kind, text: id, status: "sent", receivedAt: NOW });
    sessions.append(sessionId, CHAT.chatId, id, { role: "person", personId, content: id, origin: "person" }, NOW);
    return sessionId;
  };
  const left = (...ids: readonly string[]) => ids.filter((id) => !turns.isErased(id));
  return { ...stores, says, left };
}

it("what is forgotten goes from the turns that tell it again, and from those that tell these, also of somebody else", async () => {
  const { says, quotes, forget, left } = world();
  for (const id of ["1", "2", "3", "4"]) says(id, { fresh: true });
  says("ben's list", { personId: "ben" });
  says("ben's other list", { personId: "ben" });
  quotes.add("2", { turnIds: ["1"] });
  quotes.add("3", { turnIds: ["2", "4"] });
  // in a ring it ends too
  quotes.add("1", { turnIds: ["3"] });
  quotes.add("ben's list", { turnIds: ["1"] });
  quotes.add("ben's other list", { turnIds: ["4"] });
  await forget("anna", { kind: "turn", turnId: "1" });
  expect(left("1", "2", "3", "4", "ben's list", "ben's other list")).toEqual(["4", "ben's other list"]);
});

it("a summary tells of all turns up to its last", async () => {
  const { says, quotes, database, forget, left, count } = world();
  const sessionId = says("1");
  says("2");
  says("3");
  createSummaryStore({ database }).putSummary(sessionId, { text: "zq", upTo: 2, origin: "person" }, NOW);
  says("4", { fresh: true });
  quotes.add("4", { summaryOf: [sessionId] });
  expect(count("turn_quotes")).toBe(2);
  await forget("anna", { kind: "turn", turnId: "3" });
  expect(left("1", "2", "3", "4")).toEqual(["1", "2", "4"]);
  await forget("anna", { kind: "turn", turnId: "2" });
  expect(left("1", "2", "3", "4")).toEqual(["1"]);
});

it("cut off before it was done it still knows them, and forgets its list at its end", async () => {
  const { says, quotes, erasures, left, count } = world();
  for (const id of ["1", "2"]) says(id, { fresh: true });
  quotes.add("2", { turnIds: ["1"] });
  const id = erasures.ask({ ...CHAT, personId: "anna", scope: { kind: "turn", turnId: "1" }, askedAt: NOW });
  erasures.begin(id, NOW + MINUTE);
  const [erasure] = erasures.begun();
  if (!erasure) throw new Error("it was not begun");
  expect(erasures.turnIds(erasure)).toEqual(["1", "2"]);
  await erasures.erase(erasure);
  expect([left("1", "2"), erasures.turnIds(erasure), count("erasure_turns")]).toEqual([[], ["1", "2"], 2]);
  erasures.end(id, NOW);
  expect(count("erasure_turns")).toBe(0);
});
