import { expect, it } from "vitest";
import { MOST_LOOKED_AT, type Page, type Place } from "../../src/storage/place.ts";
import { createActionLedger } from "../../src/storage/turns/actions.ts";
import { type ChatPlace, createChatPages } from "../../src/storage/turns/chat-pages.ts";
import { createTurnPages } from "../../src/storage/turns/turn-pages.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";

const CHAT = { channel: "console", bot: "", chatId: "p0" };

/** So many turns, each with an answer and an action; every third at the time of the one before, every second of somebody else. */
function filled(count: number) {
  const database = memoryDatabase();
  const { sqlite } = database;
  database.transaction(() => {
    sqlite.exec(`INSERT INTO people VALUES ('p0', 'Anna', 'owner', 'en', 1), ('p1', 'Ben', 'adult', 'en', 1);
      INSERT INTO conversation_sessions VALUES ('s', 'console', '', 'p0', 'p0', 1, 1, 1);`);
    const number = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})`;
    sqlite.exec(`INSERT INTO turns (id, channel, bot, chat_id, message_id, session_id, person_id, is_private, kind, text, origin, status, sent_at, received_at, answer)
      ${number} SELECT 't' || n, 'console', '', 'p0', 'c-' || n, 's', 'p' || (n % 2), 1, 'text', 'Turn ' || n, 'person', 'sent', n, n - (n % 3 = 0), 'Answer ' || n FROM numbers`);
    sqlite.exec(`INSERT INTO outbox (id, turn_id, channel, bot, chat_id, kind, text, origin, buttons, status, next_attempt_at, created_at, sent_at)
      ${number} SELECT 'o' || n, 't' || n, 'console', '', 'p0', 'answer', 'Answer ' || n, 'home', '[]', 'sent', 0, n - (n % 3 = 0), n FROM numbers`);
    sqlite.exec(`INSERT INTO sent_messages ${number} SELECT 'console', '', 'p0', 'a-o' || n, 'o' || n, 0 FROM numbers`);
    sqlite.exec(`INSERT INTO actions (id, turn_id, service, entity_ids, data, hash, effects, fingerprint, proposed_by, rule, started_at, ended_at, receipt)
      ${number} SELECT 'x' || n, 't' || n, 'light.turn_on', '["light.a"]', '{}', 'h', '["light"]', 'f', 'model', 'free', n - (n % 3 = 0), n,
        iif(n = 5, NULL, '{"targets":[{"entityId":"light.a","outcome":"done","observed":{}}]}') FROM numbers`);
  });
  return database;
}

/** All of a list, page by page. */
function walk<Item extends { readonly id: string }, At>(
  page: (before: At | undefined) => Page<Item, At>,
): { readonly ids: readonly string[]; readonly pages: number } {
  const ids: string[] = [];
  let [before, pages]: [At | undefined, number] = [undefined, 0];
  do {
    const { items, next }: Page<Item, At> = page(before);
    ids.push(...items.map(({ id }) => id));
    [before, pages] = [next, pages + 1];
  } while (before !== undefined);
  return { ids, pages };
}

it("each of a list comes once, whatever came at the same time", () => {
  using database = filled(20);
  const [turns, actions, chat] = [
    createTurnPages({ database }),
    createActionLedger({ database, audit: { append: () => {} } }),
    createChatPages({ database }),
  ];
  const numbers = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(walk((before: Place | undefined) => turns.page({ limit: 3, before })).ids).toEqual(numbers.map((n) => `t${n}`));
  expect(walk((before: Place | undefined) => actions.page({ limit: 3, before })).ids).toEqual(numbers.map((n) => `x${n}`));
  const { ids } = walk((before: ChatPlace | undefined) => chat.page(CHAT, { limit: 3, before }));
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  expect(ids.slice(0, 2)).toEqual(["a-o20", "c-20"]);
});

it("filters show what fits and no more", () => {
  using database = filled(20);
  const [turns, actions] = [createTurnPages({ database }), createActionLedger({ database, audit: { append: () => {} } })];
  expect(walk((before: Place | undefined) => turns.page({ limit: 4, before, personId: "p1" })).ids).toHaveLength(10);
  expect(turns.page({ limit: 4, words: { text: "ANSWER 7", viewerId: "p1" } }).items.map(({ id }) => id)).toEqual(["t7"]);
  expect(turns.page({ limit: 4, words: { text: "100%", viewerId: "p1" } }).items).toEqual([]);
  expect(actions.page({ limit: 4, outcome: "unknown" }).items.map(({ id }) => id)).toEqual(["x5"]);
  expect(actions.page({ limit: 4, entityId: "light" }).items).toEqual([]);
  expect(actions.page({ limit: 4, since: 19 }).items.map(({ id }) => id)).toEqual(["x20", "x19"]);
});

it.each(["öffne", "ÖFFNE", "offne", "das café", "CAFÉ", "cafe\u0301", "strasse"])(
  "%j is found whatever its letters were written with",
  (words) => {
    using database = filled(3);
    database.sqlite.exec("UPDATE turns SET text = 'Öffne die Tür', answer = 'Das Café in der Straße' WHERE id = 't2'");
    expect(
      createTurnPages({ database })
        .page({ limit: 4, words: { text: words, viewerId: "p0" } })
        .items.map(({ id }) => id),
    ).toEqual(["t2"]);
  },
);

it("of others' turns no command and no answer of a model is looked in, for the next page would tell of what is not shown", () => {
  using database = filled(3);
  database.sqlite.exec("UPDATE turns SET text = '/memory zanzibar', answer = 'spices' WHERE id = 't2'");
  const ids = (text: string, viewerId: string) =>
    createTurnPages({ database })
      .page({ limit: 4, words: { text, viewerId } })
      .items.map(({ id }) => id);
  expect([ids("zanzibar", "p0"), ids("spices", "p0")]).toEqual([["t2"], ["t2"]]);
  expect([ids("zanzibar", "p1"), ids("spices", "p1")]).toEqual([[], []]);
});

it("what fits far back is found on a later page, and no page looks at more than its share", () => {
  using database = filled(2 * MOST_LOOKED_AT + 50);
  const turns = createTurnPages({ database });
  const first = turns.page({ limit: 5, words: { text: "turn 12", viewerId: "p0" } });
  expect(first.items.every(({ id }) => Number(id.slice(1)) > MOST_LOOKED_AT + 50)).toBe(true);
  const found = walk((before: Place | undefined) => turns.page({ limit: 5, before, words: { text: "turn 3333", viewerId: "p0" } }));
  expect(found.ids).toEqual(["t3333"]);
  expect(found.pages).toBeLessThanOrEqual(3);
});

it("a chat shows a message with its latest edit, and nothing of what was forgotten", () => {
  using database = filled(3);
  database.sqlite.exec(`INSERT INTO outbox (id, turn_id, channel, bot, chat_id, kind, text, origin, buttons, edit_message_id, status, next_attempt_at, created_at)
    VALUES ('e1', 't1', 'console', '', 'p0', 'edit', 'First', 'home', '[[{"label":"A","data":"b"}]]', 'a-o1', 'sent', 0, 8),
      ('e2', 't1', 'console', '', 'p0', 'edit', 'Second', 'home', '[]', 'a-o1', 'sent', 0, 9),
      ('e3', 't1', 'console', '', 'p0', 'edit', 'Not shown yet', 'home', '[]', 'a-o1', 'pending', 0, 10);
    UPDATE turns SET text = '', answer = NULL, erased = 1 WHERE id = 't3'; UPDATE outbox SET text = '' WHERE turn_id = 't3';`);
  const chat = createChatPages({ database });
  expect(chat.get(CHAT, "a-o1")).toMatchObject({ text: "Second", buttons: [], edited: true, turnId: "t1" });
  expect(chat.page(CHAT, { limit: 9 }).items.map(({ id }) => id)).toEqual(["a-o2", "c-2", "a-o1", "c-1"]);
  expect([chat.get({ ...CHAT, chatId: "p1" }, "a-o1"), chat.get(CHAT, "c-3")]).toEqual([undefined, undefined]);
});
