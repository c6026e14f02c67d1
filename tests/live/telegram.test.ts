// Against a real Home Assistant with a Bot API server of our own: HA_LIVE_STATE is the path of the state.json of such a run.
import { describe, expect, it, vi } from "vitest";
import { Memory, TelegramWorld } from "../channels/telegram-world.ts";
import { control, live } from "./live-state.ts";

interface Shown {
  readonly message_id: number;
  readonly text: string;
  readonly own: boolean;
  readonly raw?: string;
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { text: string }[])[] };
}

const { anna, group } = live.chats;
const bot = live.entries.telegram_bot;
const annaPerson = {
  name: "Anna",
  telegramUserId: String(anna),
  role: "owner",
  haPerson: undefined,
  areas: [],
  until: undefined,
  language: undefined,
} as const;

const say = (text: string, chat_id = anna, user_id = anna) =>
  control<{ message_id: number }>("say", { chat_id, user_id, text }).then((said) => String(said.message_id));
const shown = async (chat = anna) =>
  (await control<{ messages: Shown[] }>(`messages?chat_id=${chat}`)).messages.filter((message) => message.own);
const until = (expectation: () => unknown, timeout = 15_000) =>
  vi.waitFor(async () => expect(await expectation()).toBeTruthy(), { timeout, interval: 50 });

describe("Telegram on a real Home Assistant", () => {
  it("takes a message in, answers it with markup, and edits the answer", async () => {
    await using world = new TelegramWorld(live);
    await world.start();
    const mark = `hello ${Date.now()}`;
    const messageId = await say(mark);
    await until(() => world.texts.includes(mark));
    expect(world.received.find((message) => message.text === mark)).toMatchObject({
      channel: "telegram",
      bot,
      chatId: String(anna),
      messageId,
      person: { id: `telegram:${anna}`, name: "Anna", role: "owner" },
      isPrivate: true,
    });
    const buttons = [[{ label: "Yes", data: "v1:yes" }]];
    const id = world.answer({ bot, chatId: String(anna), text: `**${mark}** <&> a_b_c`, buttons, replyToMessageId: messageId });
    await until(() => world.row(id)?.["status"] === "sent");
    const sent = (await shown()).find((message) => message.text === `${mark} <&> a_b_c`);
    expect(sent).toMatchObject({ raw: `<b>${mark}</b> &lt;&amp;&gt; a_b_c`, reply_markup: { inline_keyboard: [[{ text: "Yes" }]] } });

    await control("press", { chat_id: anna, label: "Yes", message_id: sent?.message_id });
    await until(() => world.presses.length === 1);
    expect(world.presses[0]).toMatchObject({ data: "v1:yes", messageId: String(sent?.message_id), person: { name: "Anna" } });
    await until(async () => (await control<{ answers: { text: string }[] }>("messages")).answers.some(({ text }) => text === "OK"));

    const edit = world.answer({ bot, chatId: String(anna), kind: "edit", text: `done ${mark}`, editMessageId: String(sent?.message_id) });
    await until(() => world.row(edit)?.["status"] === "sent");
    expect((await shown()).find((message) => message.message_id === sent?.message_id)).toMatchObject({ text: `done ${mark}` });
    const gone = world.answer({ bot, chatId: String(anna), kind: "edit", text: "nobody sees this", editMessageId: "999999" });
    await until(() => world.row(gone)?.["status"] === "sent");
  });

  it("sends an answer of 4,500 characters with <, & and _ in order, whole", async () => {
    await using world = new TelegramWorld(live);
    await world.start();
    const mark = `long ${Date.now()}`;
    await say(mark);
    await until(() => world.texts.includes(mark));
    const line = "- **Garage <left> & Co_2_x** is _closed_ at 5 < 6\n";
    const id = world.answer({
      bot,
      chatId: String(anna),
      text: `${mark}\n\n${line.repeat(120)}`,
      buttons: [[{ label: "OK", data: "v1:ok" }]],
    });
    await until(() => world.row(id)?.["status"] === "sent");
    const two = (await shown()).slice(-2);
    expect(two.map((part) => part.text).join("\n")).toBe(
      `${mark}\n\n${"• Garage <left> & Co_2_x is closed at 5 < 6\n".repeat(120)}`.trimEnd(),
    );
    expect(two.map((part) => part.reply_markup !== undefined)).toEqual([false, true]);
  });

  it("honours flood control, falls back to plain text, and sends nothing twice when Telegram's reply is lost", async () => {
    await using world = new TelegramWorld(live);
    await world.start();
    const mark = `refusals ${Date.now()}`;
    await say(mark);
    await until(() => world.texts.includes(mark));
    await control("fail", { method: "sendMessage", status: 429, retry_after: 2 });
    const flooded = world.answer({ bot, chatId: String(anna), text: `flooded ${mark}` });
    await until(() => world.row(flooded)?.["note"] === "flood");
    await until(() => world.row(flooded)?.["status"] === "sent");
    await control("fail", { method: "sendMessage", status: 400, description: "Bad Request: can't parse entities: Unsupported start tag" });
    const plain = world.answer({ bot, chatId: String(anna), text: `**plain** ${mark}` });
    await until(() => world.row(plain)?.["status"] === "sent");
    expect((await shown()).find((message) => message.text === `plain ${mark}`)?.raw).toBe(`plain ${mark}`);
    await control("fail", { method: "sendMessage", drop: true });
    const dropped = world.answer({ bot, chatId: String(anna), text: `dropped ${mark}` });
    await until(() => world.row(dropped)?.["status"] === "sent", 30_000);
    expect((await shown()).filter((message) => message.text === `dropped ${mark}`)).toHaveLength(1);
  });

  it("finds an answer that an earlier run sent without knowing it in the history, and does not send it twice", async () => {
    using memory = new Memory();
    const mark = `twice ${Date.now()}`;
    {
      await using world = new TelegramWorld({ ...live, memory });
      await world.start();
      await say(mark);
      await until(() => world.texts.includes(mark));
      const id = world.answer({ bot, chatId: String(anna), text: `once ${mark}` });
      await until(() => world.row(id)?.["status"] === "sent");
      // as if the process had died after the send and before the row was written
      memory.database.sqlite.prepare("DELETE FROM sent_messages").run();
      memory.database.sqlite.prepare("UPDATE outbox SET status = 'pending', next_attempt_at = 0").run();
    }
    await using again = new TelegramWorld({ ...live, memory });
    await again.start();
    await until(() => memory.database.sqlite.prepare("SELECT count(*) AS n FROM outbox WHERE status = 'sent'").pluck().get() === 1, 30_000);
    expect((await shown()).filter((message) => message.text === `once ${mark}`)).toHaveLength(1);
  });

  it("reads three messages back that came while the service was away, once", async () => {
    using memory = new Memory();
    const mark = `away ${Date.now()}`;
    {
      await using world = new TelegramWorld({ ...live, memory });
      await world.start();
      await say(mark);
      await until(() => world.texts.includes(mark));
    }
    for (const number of [1, 2, 3]) await say(`${mark} missed ${number}`);
    // the recorder writes what it has every 5 s
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    {
      await using world = new TelegramWorld({ ...live, memory });
      await world.start();
      await until(() => world.texts.includes(`${mark} missed 3`));
    }
    await using world = new TelegramWorld({ ...live, memory });
    await world.start();
    await say(`${mark} last`);
    await until(() => world.texts.includes(`${mark} last`));
    expect(world.texts.filter((text) => text.includes(mark))).toEqual([
      mark,
      `${mark} missed 1`,
      `${mark} missed 2`,
      `${mark} missed 3`,
      `${mark} last`,
    ]);
  });

  it("hears in the group only what is meant for it, from people it knows", async () => {
    await using world = new TelegramWorld({ ...live, people: [annaPerson] });
    await world.start();
    const mark = `group ${Date.now()}`;
    await say(`${mark} among us`, group);
    await say(`@test_home_bot ${mark} stranger`, group, 799999999);
    await say(`@test_home_bot ${mark} again`, group, 799999999);
    await say(`@test_home_bot ${mark} for you`, group);
    await until(() => world.texts.includes(`${mark} for you`));
    expect(world.texts.filter((text) => text.includes(mark))).toEqual([`${mark} for you`]);
    expect(world.received.at(-1)).toMatchObject({ isPrivate: false, person: { id: `telegram:${anna}` } });
    const strangers = world.log.filter((line) => line["msg"] === "a stranger wrote on Telegram and is ignored");
    expect(strangers).toHaveLength(1);
    expect(JSON.stringify(strangers)).not.toContain(mark);
  });

  it("shows typing and drafts while a turn runs", async () => {
    await using world = new TelegramWorld({ ...live, people: [annaPerson] });
    await world.start();
    const { last } = await control<{ last: number }>("wait?timeout_ms=1");
    const chat = { bot, chatId: String(anna) };
    world.progress({ ...chat, progress: { kind: "reading", count: 3 } });
    const calls = async () =>
      (await control<{ events: { type: string; method?: string; ok?: boolean; parameters?: { text?: string } }[] }>(`log?after=${last}`))
        .events;
    await until(async () =>
      (await calls()).some(({ method, parameters }) => method === "sendMessageDraft" && parameters?.text === "Reading 3 things …"),
    );
    await until(async () => (await calls()).some(({ method }) => method === "sendChatAction"));
    world.progress({ ...chat, progress: { kind: "ended" } });
  });
});
