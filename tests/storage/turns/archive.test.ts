import { describe, expect, it } from "vitest";
import { createArchive } from "../../../src/storage/turns/archive.ts";
import { createSummaryStore } from "../../../src/storage/turns/summaries.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT, openStores } from "../stores.ts";

const GROUP = { ...CHAT, chatId: "-5" };

/** People who talk; every message is its turn's id too. */
function talk() {
  const stores = openStores();
  const { addTurn, sessions, database, archive } = stores;
  const says = (
    personId: string,
    said: string,
    {
      at = NOW,
      chat = CHAT,
      answered = "OK.",
      origin = "home",
    }: { at?: number; chat?: typeof CHAT; answered?: string; origin?: string } = {},
  ) => {
    const turn = addTurn(said, {
      ...chat,
      personId,
      text: said,
      receivedAt: at,
      status: "sent",
      sessionId: sessions.current(chat, personId, at),
    });
    sessions.append(turn.sessionId, chat.chatId, said, { role: "person", personId, content: said, origin: "person" }, at);
    const outside = origin === "outside" ? [{ source: "news", text: "headline" }] : undefined;
    sessions.append(turn.sessionId, chat.chatId, said, { role: "assistant", personId: undefined, content: answered, origin, outside }, at);
    archive.index();
    return turn;
  };
  const words = (query: string, personId: string, more = {}) =>
    archive.searchWords(query, { personId, ...more }, 10).map(({ said }) => said);
  return { ...stores, says, words, summaries: createSummaryStore({ database }) };
}

describe("past conversations are found", () => {
  it("by the words of either side, with both", () => {
    const { says, archive } = talk();
    says("anna", "which filter does the boiler need?", { answered: "A Brita 7." });
    says("anna", "good night");
    const [found, ...more] = archive.searchWords("brita", { personId: "anna" }, 10);
    expect(found).toMatchObject({
      kind: "turn",
      said: "which filter does the boiler need?",
      answered: "A Brita 7.",
      at: NOW,
      origin: "home",
    });
    expect(more).toEqual([]);
    for (const form of ["filters", "filt"]) expect(archive.searchWords(form, { personId: "anna" }, 10)).toHaveLength(1);
    expect(archive.searchWords("kettle", { personId: "anna" }, 10)).toEqual([]);
  });

  it("by the one who had them, and by nobody else", () => {
    const { says, words, archive } = talk();
    says("anna", "my secret present for ben");
    says("ben", "what present could I buy");
    expect(words("present", "ben")).toEqual(["what present could I buy"]);
    expect(words("present", "anna")).toEqual(["my secret present for ben"]);
    for (const { id } of archive.inTime({ personId: "anna" }, 10)) archive.putVector(id, "m", new Float32Array([1, 0]));
    expect(archive.inTime({ personId: "ben" }, 10)).toHaveLength(1);
    expect(archive.searchVectors(new Float32Array([1, 0]), "m", { personId: "ben" }, 10)).toEqual([]);
    expect(archive.sessions({ personId: "mia" }, 10)).toEqual([]);
  });

  it("in a group: only what was said there", () => {
    const { says, words, sessions } = talk();
    says("anna", "private pizza");
    const { sessionId } = says("anna", "public pizza", { chat: GROUP });
    says("anna", "old public pizza", { chat: GROUP, at: NOW - 99 * MINUTE });
    expect(words("pizza", "anna", { inChatOf: sessionId }).toSorted()).toEqual(["old public pizza", "public pizza"]);
    expect(words("pizza", "anna", { inChatOf: sessions.current(OTHER_CHAT, "anna", NOW) })).toEqual([]);
    expect(words("pizza", "anna")).toHaveLength(3);
  });

  it("by their time, summaries first", () => {
    const { says, archive, summaries } = talk();
    says("anna", "before", { at: NOW - 1 });
    const { sessionId } = says("anna", "first", { at: NOW, chat: OTHER_CHAT });
    says("anna", "second", { at: NOW + 1, chat: OTHER_CHAT });
    says("anna", "after", { at: NOW + 2 });
    summaries.putSummary(sessionId, { text: "They counted.", upTo: 6, origin: "person" }, NOW);
    archive.index();
    const found = archive.inTime({ personId: "anna", from: NOW, to: NOW + 2 }, 10);
    expect(found.map(({ kind, said, answered }) => (kind === "turn" ? said : answered))).toEqual(["They counted.", "first", "second"]);
  });

  it("by their vectors: the nearest first, of the same model and length only", () => {
    const { says, archive, sessions } = talk();
    for (const said of ["near", "far", "other", "short"]) says("anna", said);
    sessions.closeIdle(NOW + 60 * MINUTE);
    const vectors = { near: [0.9, 0.1], far: [0.5, 0.5], other: [1, 0], short: [1] };
    for (const { id, said } of archive.withoutVector("m", 10)) {
      archive.putVector(id, said === "other" ? "another" : "m", Float32Array.from(vectors[said as keyof typeof vectors]));
    }
    expect(archive.searchVectors(new Float32Array([2, 0]), "m", { personId: "anna" }, 10).map(({ said }) => said)).toEqual(["near", "far"]);
    expect(archive.withoutVector("m", 10).map(({ said }) => said)).toEqual(["other"]);
  });

  it("by vectors of each person's newest alone: those are made first, and older ones go", () => {
    const { says, database, sessions } = talk();
    const archive = createArchive({ database, mostVectors: 2 });
    for (const [index, said] of ["one", "two", "three"].entries()) says("anna", said, { at: NOW + index });
    says("ben", "four", { at: NOW - MINUTE });
    sessions.closeIdle(NOW + 60 * MINUTE);
    const bare = () => archive.withoutVector("m", 10);
    const give = () => {
      for (const { id } of bare()) archive.putVector(id, "m", Float32Array.of(1, 0));
    };
    expect(bare().map(({ said }) => said)).toEqual(["three", "two", "four"]);
    give();
    says("anna", "five", { at: NOW + 90 * MINUTE });
    sessions.closeIdle(NOW + 180 * MINUTE);
    expect(bare().map(({ said }) => said)).toEqual(["five"]);
    give();
    const kept = database.sqlite.prepare("SELECT turn_id FROM conversation_passages WHERE vector IS NOT NULL ORDER BY at").pluck().all();
    expect(kept).toEqual(["four", "three", "five"]);
  });

  it("with the worst origin of both sides and what others wrote", () => {
    const { says, archive } = talk();
    says("anna", "any news?", { answered: "A headline.", origin: "outside" });
    expect(archive.searchWords("news", { personId: "anna" }, 1)[0]).toMatchObject({
      origin: "outside",
      outside: [{ source: "news", text: "headline" }],
    });
  });

  it("each once, however often they are made findable, and a changed summary by its new words alone", () => {
    const { says, archive, words, summaries } = talk();
    const { sessionId } = says("anna", "tea");
    expect(archive.index()).toBe(0);
    summaries.putSummary(sessionId, { text: "About coffee.", upTo: 1, origin: "person" }, NOW);
    expect(archive.index()).toBe(1);
    summaries.putSummary(sessionId, { text: "About cocoa.", upTo: 2, origin: "person" }, NOW);
    expect(archive.index()).toBe(1);
    expect([words("tea", "anna").length, words("coffee", "anna").length, words("cocoa", "anna").length]).toEqual([1, 0, 1]);
  });
});

describe("conversations that are over", () => {
  it("are listed newest first, with how they began and their summary, if something was said", () => {
    const { says, archive, sessions, summaries } = talk();
    const { id, sessionId } = says("anna", "one", { at: NOW });
    says("anna", "two", { at: NOW + MINUTE });
    says("anna", "three", { at: NOW + 99 * MINUTE });
    sessions.current(OTHER_CHAT, "anna", NOW);
    sessions.closeIdle(NOW + 120 * MINUTE);
    summaries.putSummary(sessionId, { text: "They counted.", upTo: 4, origin: "person" }, NOW);
    expect(archive.sessions({ personId: "anna" }, 10)).toEqual([
      { id: sessionId, startedAt: NOW, endedAt: NOW + MINUTE, messages: 2, begin: "one", beginTurnId: id, summary: "They counted." },
    ]);
    sessions.closeIdle(NOW + 129 * MINUTE);
    expect(archive.sessions({ personId: "anna" }, 10).map(({ begin }) => begin)).toEqual(["three", "one"]);
    expect(archive.sessions({ personId: "anna" }, 1).map(({ begin }) => begin)).toEqual(["three"]);
    expect(archive.sessions({ personId: "anna", to: NOW + 99 * MINUTE }, 10).map(({ begin }) => begin)).toEqual(["one"]);
  });

  it("want a summary when they had more than one message, until one tells of all", () => {
    const { says, archive, sessions, summaries } = talk();
    says("anna", "lonely", { chat: OTHER_CHAT });
    const { sessionId } = says("anna", "one");
    says("anna", "two");
    expect(archive.withoutSummary(0, 10)).toEqual([]);
    sessions.closeIdle(NOW + 60 * MINUTE);
    expect(archive.withoutSummary(0, 10)).toEqual([{ id: sessionId, last: 6 }]);
    expect(archive.withoutSummary(NOW + 1, 10)).toEqual([]);
    summaries.putSummary(sessionId, { text: "A part.", upTo: 4, origin: "person" }, NOW);
    expect(archive.withoutSummary(0, 10)).toHaveLength(1);
    summaries.putSummary(sessionId, { text: "All.", upTo: 6, origin: "person" }, NOW);
    expect(archive.withoutSummary(0, 10)).toEqual([]);
  });
});
