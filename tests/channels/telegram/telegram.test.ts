import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SimulatedHome } from "../../../src/simulated-home/simulated-home.ts";
import { ANNA, BEN, HOME_GROUP } from "../../../src/simulated-home/telegram/telegram-bot.ts";
import { Memory, TelegramWorld, type WorldOptions } from "../telegram-world.ts";

const anna = {
  name: "Anna",
  telegramUserId: String(ANNA),
  role: "owner",
  haPerson: undefined,
  areas: [],
  until: undefined,
  language: undefined,
} as const;
const chatId = String(ANNA);

let home: SimulatedHome;
let username: string;
beforeEach(async () => {
  home = await SimulatedHome.start();
  username = home.telegram.bots[0]?.username ?? "";
});
afterEach(() => home[Symbol.asyncDispose]());

async function startWorld(options: Partial<WorldOptions> = {}): Promise<TelegramWorld> {
  const world = new TelegramWorld({ url: home.url, token: home.token, people: [anna], ...options });
  await world.start();
  return world;
}

const until = (expectation: () => unknown, timeout = 20_000) =>
  vi.waitFor(() => expect(expectation()).toBeTruthy(), { timeout, interval: 10 });
const sends = () => home.calls.filter((call) => call.service === "telegram_bot.send_message");
const item = () => ({ bot: home.telegram.entryId, chatId });

test("hands in what a known person writes, with what it replies to", async () => {
  await using world = await startWorld();
  const first = home.telegram.say({ chatId: ANNA, text: "is the garage closed?" });
  home.telegram.say({ chatId: ANNA, text: "and the door?", replyTo: first });
  home.telegram.say({ chatId: ANNA, text: `/start@${username} now` });
  home.telegram.voice({ chatId: ANNA });
  home.telegram.photo({ chatId: ANNA, caption: "what is this?" });
  await until(() => world.received.length === 5);
  expect(world.received).toMatchObject([
    { kind: "text", text: "is the garage closed?", messageId: String(first), chatId, person: { id: `telegram:${ANNA}` }, isPrivate: true },
    { kind: "text", text: "and the door?", replyToMessageId: String(first) },
    { kind: "text", text: "/start now" },
    { kind: "voice", text: "" },
    { kind: "photo", text: "what is this?" },
  ]);
});

test("hands an edited message in again, and a message without text never", async () => {
  await using world = await startWorld();
  const messageId = home.telegram.say({ chatId: ANNA, text: "turn on the light" });
  await until(() => world.received.length === 1);
  home.fireEvent("telegram_text", {
    ...{ id: 77, chat_id: ANNA, user_id: ANNA, from_first: "Anna", date: new Date().toISOString(), text: null, message_thread_id: null },
    bot: { config_entry_id: home.telegram.entryId, username },
  });
  home.telegram.edit(ANNA, messageId, "turn off the light");
  await until(() => world.received.length === 2);
  expect(world.texts).toEqual(["turn on the light", "turn off the light"]);
  expect(world.received[1]?.messageId).toBe(String(messageId));
});

test("gives strangers nothing and logs one line for each, without what they wrote", async () => {
  await using world = await startWorld();
  for (const text of ["let me in", "please"]) home.telegram.say({ chatId: 799999999, text, firstName: "Zoe" });
  home.telegram.say({ chatId: HOME_GROUP, userId: BEN, text: `@${username} hello` });
  home.telegram.say({ chatId: ANNA, text: "end" });
  await until(() => world.received.length === 1);
  expect(world.texts).toEqual(["end"]);
  expect(home.calls.filter((call) => call.service.startsWith("telegram_bot."))).toEqual([]);
  const lines = world.log.filter((line) => line["msg"] === "a stranger wrote on Telegram and is ignored");
  expect(lines.map((line) => line["userId"])).toEqual(["799999999", String(BEN)]);
  expect(JSON.stringify(lines)).not.toMatch(/Zoe|let me in/);
});

test("in a group hears its name and replies to its messages only", async () => {
  await using world = await startWorld();
  const group = { chatId: HOME_GROUP, userId: ANNA };
  home.telegram.say({ ...group, text: "what a day" });
  home.telegram.say({ ...group, text: `@${username} is it warm?` });
  await until(() => world.received.length === 1);
  const id = world.answer({ ...item(), chatId: String(HOME_GROUP), text: "21 °C" });
  const answer = await home.telegram.waitFor(HOME_GROUP);
  await until(() => world.row(id)?.["status"] === "sent");
  home.telegram.say({ ...group, text: "and outside?", replyTo: answer.messageId });
  home.telegram.say({ ...group, text: "/status" });
  home.telegram.say({ ...group, text: "/status@another_bot" });
  home.telegram.say({ chatId: ANNA, text: "end" });
  await until(() => world.texts.includes("end"));
  expect(world.texts).toEqual(["is it warm?", "and outside?", "/status", "end"]);
});

test("in a group hears a reply to a message whose id Home Assistant has not told yet, once, and not what answers others", async () => {
  await using world = await startWorld();
  const group = { chatId: HOME_GROUP, userId: ANNA };
  home.telegram.say({ ...group, text: `@${username} is it warm?` });
  await until(() => world.received.length === 1);
  home.telegram.fail({ service: "send_message", heardAfterMs: 250 });
  const id = world.answer({ ...item(), chatId: String(HOME_GROUP), text: "21 °C" });
  const answer = await home.telegram.waitFor(HOME_GROUP);
  const others = home.telegram.say({ ...group, text: "who has the key?" });
  home.telegram.say({ ...group, text: "Ben has it", replyTo: others });
  home.telegram.say({ ...group, text: "and outside?", replyTo: answer.messageId });
  expect(world.row(id)?.["status"]).toBe("pending");
  await until(() => world.texts.includes("and outside?"));
  expect(world.row(id)?.["status"]).toBe("sent");
  home.telegram.say({ chatId: ANNA, text: "end" });
  await until(() => world.texts.includes("end"));
  expect(world.texts).toEqual(["is it warm?", "and outside?", "end"]);
});

test("in a group hears what somebody says after such a reply after it, and others at once", async () => {
  const ben = { ...anna, name: "Ben", telegramUserId: String(BEN) };
  await using world = await startWorld({ people: [anna, ben] });
  const group = { chatId: HOME_GROUP, userId: ANNA };
  home.telegram.say({ ...group, text: `@${username} is it warm?` });
  await until(() => world.received.length === 1);
  home.telegram.fail({ service: "send_message", heardAfterMs: 250 });
  world.answer({ ...item(), chatId: String(HOME_GROUP), text: "21 °C" });
  const answer = await home.telegram.waitFor(HOME_GROUP);
  home.telegram.say({ ...group, text: "turn on the lamp", replyTo: answer.messageId });
  home.telegram.say({ ...group, text: `@${username} turn it off again` });
  home.telegram.say({ ...group, text: "as I said", replyTo: answer.messageId });
  home.telegram.say({ chatId: HOME_GROUP, userId: BEN, text: `@${username} who is there?` });
  await until(() => world.received.length === 5);
  expect(world.texts).toEqual(["is it warm?", "who is there?", "turn on the lamp", "turn it off again", "as I said"]);
});

test("in a group hears a reply to a message whose sending was never answered, when the history tells that it is ours", async () => {
  await using world = await startWorld();
  const group = { chatId: HOME_GROUP, userId: ANNA };
  home.telegram.say({ ...group, text: `@${username} is it warm?` });
  await until(() => world.received.length === 1);
  home.telegram.fail({ service: "send_message", heardAfterMs: 100, dropReply: true });
  const id = world.answer({ ...item(), chatId: String(HOME_GROUP), text: "21 °C" });
  const answer = await home.telegram.waitFor(HOME_GROUP);
  home.telegram.say({ ...group, text: "and outside?", replyTo: answer.messageId });
  await until(() => world.texts.includes("and outside?"));
  expect(world.texts).toEqual(["is it warm?", "and outside?"]);
  expect(world.row(id)?.["status"]).toBe("sent");
  expect(sends()).toHaveLength(1);
});

test("shows markup and buttons, hands presses in and answers them with a toast", async () => {
  await using world = await startWorld();
  world.answer({
    ...item(),
    kind: "question",
    text: "Unlock the **front door**?",
    buttons: [
      [
        { label: "Yes", data: "q1:y" },
        { label: "Cancel", data: "q1:n" },
      ],
    ],
  });
  const question = await home.telegram.waitFor(ANNA);
  expect(question).toMatchObject({
    text: "Unlock the <b>front door</b>?",
    parseMode: "html",
    buttons: [[{ label: "Yes" }, { label: "Cancel" }]],
  });
  const query = home.telegram.press({ chatId: ANNA, label: "Yes" });
  await until(() => home.telegram.answers.length === 1);
  expect(world.presses).toMatchObject([
    { data: "q1:y", messageId: String(question.messageId), person: { id: `telegram:${ANNA}` }, chatId },
  ]);
  expect(home.telegram.answers).toMatchObject([{ callbackQueryId: query, text: "OK" }]);
});

test("edits a message once, and drops an edit whose message is gone", async () => {
  await using world = await startWorld();
  world.answer({ ...item(), text: "Unlock?", buttons: [[{ label: "Yes", data: "q1:y" }]] });
  const { messageId } = await home.telegram.waitFor(ANNA);
  for (const text of ["✅ Yes", "✅ Yes"]) world.answer({ ...item(), kind: "edit", text, editMessageId: String(messageId) });
  const gone = world.answer({ ...item(), kind: "edit", text: "too late", editMessageId: "999999" });
  await until(() => world.row(gone)?.["status"] === "sent");
  expect(home.telegram.messages(ANNA)).toMatchObject([{ plain: "✅ Yes", buttons: [], edits: ["Unlock?"] }]);
});

test("sends an answer of 4,500 characters in two messages, whole, with the buttons under the last", async () => {
  await using world = await startWorld();
  const line = "- The **Garage <left> & Co_2_x** is _closed_, 5 < 6\n";
  const id = world.answer({ ...item(), text: line.repeat(100), buttons: [[{ label: "OK", data: "v1:ok" }]] });
  await until(() => world.row(id)?.["status"] === "sent");
  const messages = home.telegram.messages(ANNA);
  expect(messages.map((message) => message.plain).join("\n")).toBe("• The Garage <left> & Co_2_x is closed, 5 < 6\n".repeat(100).trimEnd());
  expect(messages.map((message) => message.buttons.length)).toEqual([0, 1]);
  expect(messages.map((message) => message.tag)).toEqual([`${id}.0`, `${id}.1`]);
});

test("sends markup that Telegram refuses as plain text", async () => {
  await using world = await startWorld();
  home.telegram.fail({ service: "send_message", error: refusal("Can't parse entities: unsupported start tag") });
  world.answer({ ...item(), text: "**5 < 6**" });
  expect(await home.telegram.waitFor(ANNA)).toMatchObject({ text: "5 < 6", parseMode: "plain_text" });
});

test("sends again what Telegram's flood control put off", async () => {
  await using world = await startWorld();
  home.telegram.fail({ service: "send_message", error: refusal("Flood control exceeded. Retry in 1 seconds") });
  const id = world.answer({ ...item(), text: "too fast" });
  await until(() => world.row(id)?.["status"] === "sent");
  expect(world.row(id)).toMatchObject({ note: "flood", attempts: 1 });
  expect(home.telegram.messages(ANNA)).toHaveLength(1);
});

test("gives up at once on a chat that blocked the bot", async () => {
  await using world = await startWorld();
  home.telegram.fail({ service: "send_message", error: refusal("Forbidden: bot was blocked by the user") });
  const id = world.answer({ ...item(), text: "hello?" });
  await until(() => world.row(id)?.["status"] === "failed");
  expect(world.row(id)).toMatchObject({ note: "chat_gone" });
});

test("does not send a message again whose reply was lost with the connection", async () => {
  await using world = await startWorld();
  home.telegram.fail({ service: "send_message", dropReply: true });
  const id = world.answer({ ...item(), text: "once" });
  await until(() => world.row(id)?.["status"] === "sent");
  expect(home.telegram.messages(ANNA).map((message) => message.plain)).toEqual(["once"]);
  expect(sends()).toHaveLength(1);
});

test("waits with its answers while Home Assistant is away, without writing anything", async () => {
  await using world = await startWorld();
  home.outage("refuse");
  home.disconnect();
  await until(() => !world.connection.connected);
  const id = world.answer({ ...item(), text: "later" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(world.row(id)).toMatchObject({ status: "pending", attempts: 0 });
  home.outage("none");
  expect(await home.telegram.waitFor(ANNA)).toMatchObject({ plain: "later" });
});

test("reads messages back that came while the connection was lost, once and in order", async () => {
  await using world = await startWorld();
  home.telegram.say({ chatId: ANNA, text: "before" });
  await until(() => world.received.length === 1);
  home.outage("refuse");
  home.disconnect();
  await until(() => !world.connection.connected);
  for (const number of [1, 2, 3]) home.telegram.say({ chatId: ANNA, text: `missed ${number}` });
  home.outage("none");
  await until(() => world.received.length === 4);
  home.telegram.say({ chatId: ANNA, text: "after" });
  home.disconnect();
  await until(() => world.received.length === 5);
  expect(world.texts).toEqual(["before", "missed 1", "missed 2", "missed 3", "after"]);
});

test("reads messages back that came while the service did not run", async () => {
  using memory = new Memory();
  {
    await using world = await startWorld({ memory });
    home.telegram.say({ chatId: ANNA, text: "before" });
    await until(() => world.received.length === 1);
  }
  const missed = home.telegram.say({ chatId: ANNA, text: "turn on teh light" });
  home.telegram.edit(ANNA, missed, "turn on the light");
  {
    await using world = await startWorld({ memory });
    await until(() => world.received.length === 2);
  }
  await using world = await startWorld({ memory });
  home.telegram.say({ chatId: ANNA, text: "after" });
  await until(() => world.texts.includes("after"));
  expect(world.texts).toEqual(["before", "turn on the light", "after"]);
});

test("takes nothing from the history that was said before its very first start, at no later start either", async () => {
  using memory = new Memory();
  home.telegram.say({ chatId: ANNA, text: "not to you" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  {
    await using world = await startWorld({ memory });
    // Telegram's times are whole seconds
    home.telegram.say({ chatId: ANNA, text: "hello", date: new Date(Date.now() + 1_000) });
    await until(() => world.texts.includes("hello"));
    expect(world.texts).toEqual(["hello"]);
  }
  await using world = await startWorld({ memory });
  home.telegram.say({ chatId: ANNA, text: "after" });
  await until(() => world.texts.includes("after"));
  expect(world.texts).toEqual(["hello", "after"]);
});

test("tells active chats after a start of Home Assistant that it did not see", async () => {
  using memory = new Memory();
  {
    await using world = await startWorld({ memory });
    home.telegram.say({ chatId: ANNA, text: "hello" });
    await until(() => world.received.length === 1);
  }
  const from = Date.UTC(2026, 10, 21, 17, 5);
  await using _world = await startWorld({ memory, coreStart: from });
  const notice = await home.telegram.waitFor(ANNA);
  expect(notice.plain).toMatch(/between 2026-11-21 18:05 and \d{4}-\d\d-\d\d \d\d:\d\d/);
});

test("types while a turn runs and shows its progress as drafts in private chats, until it ends", async () => {
  await using world = await startWorld();
  const { telegram } = home;
  world.progress({ ...item(), progress: { kind: "reading", count: 3 } });
  world.progress({ ...item(), chatId: String(HOME_GROUP), turnId: "turn-2", isPrivate: false, progress: { kind: "thinking" } });
  await until(() => telegram.drafts.length === 1 && telegram.chatActions.length >= 1);
  expect(telegram.drafts).toMatchObject([{ chatId: ANNA, text: "Reading 3 things …" }]);
  world.progress({ ...item(), progress: { kind: "text", text: "The garage is **closed**." } });
  await until(() => telegram.drafts.length === 2);
  expect(telegram.drafts[1]).toMatchObject({ draftId: telegram.drafts[0]?.draftId, text: "The garage is closed." });
  world.progress({ ...item(), progress: { kind: "text", text: "too late" } });
  world.progress({ ...item(), progress: { kind: "ended" } });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(telegram.drafts).toHaveLength(2);
});

test("answers through the bot that was asked", async () => {
  const other = home.telegram.addBot("Second Bot");
  await using world = await startWorld();
  home.telegram.say({ chatId: ANNA, text: "hello", bot: other });
  await until(() => world.received.length === 1);
  expect(world.received[0]?.bot).toBe(other);
  world.answer({ ...item(), bot: other, text: "hello too" });
  expect(await home.telegram.waitFor(ANNA)).toMatchObject({ bot: other });
});

function refusal(error: string) {
  return {
    code: "home_assistant_error",
    message: `Action failed. ${error}`,
    translation_key: "action_failed",
    translation_placeholders: { error },
  };
}
