import { describe, expect, it } from "vitest";
import { createInteractionLog, type Interaction } from "../../../src/storage/turns/interaction-log.ts";
import { CHAT, NOW, OTHER_BOT, OTHER_CHAT, openStores } from "../stores.ts";

const DAY = 86_400_000;
const ANSWERED: Interaction = { path: "model", model: "ollama/a", origin: "person" };

function openLog() {
  const stores = openStores();
  const { interactions, addTurn, database } = stores;
  const add = (id: string, more: Partial<Interaction> = {}, turn: Parameters<typeof addTurn>[1] = {}, at = NOW) =>
    interactions.put(addTurn(id, turn), { ...ANSWERED, ...more }, at);
  const rows = () => database.sqlite.prepare<[], Readonly<Record<string, unknown>>>("SELECT * FROM interaction_log ORDER BY id").all();
  return { ...stores, add, rows };
}

describe("a row", () => {
  it("tells of a turn all that its texts do not, and waits to be learnt from", () => {
    const { add, rows } = openLog();
    const context = { tokens: 900 };
    add(
      "1",
      { tokens: { prompt: 1_000, completion: 20 }, toolsUsed: ["read"], entitiesMentioned: ["light.bed"], context, learnable: true },
      { receivedAt: NOW - 1_500 },
    );
    expect(rows()).toEqual([
      {
        ...{ id: 1, turn_id: "1", session_id: expect.any(String), chat_id: "100", person_id: "anna", channel: "telegram" },
        ...{ origin: "person", path: "model", model: "ollama/a", prompt_tokens: 1_000, completion_tokens: 20, milliseconds: 1_500 },
        ...{ tools: null, tools_used: '["read"]', entities_mentioned: '["light.bed"]', context: JSON.stringify(context) },
        ...{ learn_state: "waiting", attempts: 0, next_at: null, timestamp: NOW },
      },
    ]);
  });

  it("waits no more when the turn turns out to hold nothing to learn, and never where nothing is learned", () => {
    const { add, rows, interactions, turns, database, addTurn } = openLog();
    add("1", { learnable: true });
    const turn = turns.get("1");
    if (turn) interactions.put(turn, { ...ANSWERED, learnable: false }, NOW + 5);
    createInteractionLog({ database, learns: false }).put(addTurn("2"), { ...ANSWERED, learnable: true }, NOW);
    expect(rows()).toMatchObject([{ learn_state: "none" }, { learn_state: "none" }]);
  });

  it("of a command leaves nothing to learn", () => {
    const { add, rows } = openLog();
    add("1", { path: "command", model: undefined });
    expect(rows()).toMatchObject([{ path: "command", learn_state: "none", model: null, context: null, prompt_tokens: null }]);
  });

  it("is written anew when its turn goes on after a question, and keeps what was learnt by then", () => {
    const { add, rows, interactions, turns, database } = openLog();
    add("1", { tokens: { prompt: 10, completion: 1 }, learnable: true });
    database.sqlite.exec("UPDATE interaction_log SET learn_state = 'done', attempts = 2");
    const turn = turns.get("1");
    if (turn) interactions.put(turn, { ...ANSWERED, origin: "outside", tokens: { prompt: 30, completion: 2 } }, NOW + 5);
    expect(rows()).toMatchObject([{ origin: "outside", prompt_tokens: 30, timestamp: NOW + 5, learn_state: "done", attempts: 2 }]);
  });

  it("of no turn is refused", () => {
    const { addTurn, interactions } = openLog();
    expect(() => interactions.put({ ...addTurn("1"), id: "2" }, ANSWERED, NOW)).toThrow("FOREIGN KEY");
  });

  it("leaves after thirty days, when others come", () => {
    const { add, rows } = openLog();
    for (let id = 1; id <= 25; id += 1) add(`${id}`);
    add("26", {}, {}, NOW + 30 * DAY);
    expect(rows()).toHaveLength(26);
    for (let id = 27; id <= 29; id += 1) add(`${id}`, {}, {}, NOW + 31 * DAY);
    expect(rows().map(({ turn_id }) => turn_id)).toEqual(["26", "27", "28", "29"]);
  });

  it("and all others stay when a clock is far ahead for once, but for a few", () => {
    const { add, rows } = openLog();
    for (let id = 1; id <= 25; id += 1) add(`${id}`);
    add("26", {}, {}, NOW + 1_000 * DAY);
    expect(rows()).toHaveLength(16);
  });
});

describe("the last turns of a chat", () => {
  it("are found one after the other, across sessions, without commands and without other chats'", () => {
    const { add, sessions, interactions } = openLog();
    add("1", { context: { a: 1 } }, { text: "first" });
    add("2", {}, { text: "second", sessionId: sessions.current(CHAT, "anna", NOW, true) });
    add("3", { path: "command" }, { text: "/help" });
    add("4", {}, { ...OTHER_CHAT, text: "elsewhere" });
    add("5", {}, { ...OTHER_BOT, text: "another bot's" });
    const said = [0, 1, 2].map((skip) => interactions.nthLast(CHAT, { skip })?.said);
    expect(said).toEqual(["second", "first", undefined]);
    expect(interactions.nthLast(CHAT, { skip: 1 })).toEqual({
      ...{ turnId: "1", path: "model", model: "ollama/a", tokens: undefined, context: { a: 1 }, said: "first", at: NOW },
    });
  });

  it("of one person are theirs alone", () => {
    const { add, interactions } = openLog();
    add("1", {}, { text: "mine" });
    add("2", {}, { text: "Ben's", personId: "ben", personName: "Ben" });
    expect(interactions.nthLast(CHAT, { skip: 0, personId: "anna" })?.said).toBe("mine");
    expect(interactions.nthLast(CHAT, { skip: 1, personId: "anna" })).toBeUndefined();
  });
});

describe("what a session was about", () => {
  it("is what its last two turns were, the latest first, each once", () => {
    const { add, sessions, interactions } = openLog();
    add("1", { entitiesMentioned: ["light.long_ago"] });
    add("2", { entitiesMentioned: ["light.bed", "light.left"] });
    add("3", { entitiesMentioned: ["light.right", "light.bed"] });
    add("4", { path: "command" });
    expect(interactions.recentEntities(sessions.current(CHAT, "anna", NOW))).toEqual(["light.right", "light.bed", "light.left"]);
  });

  it("is not told of another session, and of many things only the first", () => {
    const { add, rows, sessions, interactions } = openLog();
    add("1", { entitiesMentioned: Array.from({ length: 40 }, (_, index) => `light.l${index}`) });
    expect(interactions.recentEntities(String(rows()[0]?.["session_id"]))).toHaveLength(8);
    expect(interactions.recentEntities(sessions.current(CHAT, "anna", NOW, true))).toEqual([]);
  });
});
