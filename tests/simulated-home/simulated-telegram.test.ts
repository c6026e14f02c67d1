import { expect, test } from "vitest";
import { SimulatedHome } from "../../src/simulated-home/simulated-home.ts";
import { ANNA, BEN, HOME_GROUP } from "../../src/simulated-home/telegram/telegram-bot.ts";
import { RawClient } from "../contract/raw-client.ts";
import type { Frame } from "../contract/recordings.ts";

async function world() {
  const stack = new AsyncDisposableStack();
  const home = stack.use(await SimulatedHome.start());
  const client = stack.use(await RawClient.login(home));
  await client.subscribe({ type: "subscribe_events" });
  const { telegram } = home;
  const send = (message: string, more: Frame = {}) => {
    const data = { config_entry_id: telegram.entryId, chat_id: ANNA, message, parse_mode: "html", ...more };
    return client.command({
      type: "call_service",
      domain: "telegram_bot",
      service: "send_message",
      service_data: data,
      return_response: true,
    });
  };
  const errorOf = async (answer: Promise<Frame>) =>
    ((await answer)["error"] as { translation_placeholders?: { error?: string } } | undefined)?.translation_placeholders?.error;
  return { home, client, telegram, send, errorOf, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test("a person sees what the bot sends, with buttons, and edits in place", async () => {
  await using w = await world();
  const waited = w.telegram.waitFor(ANNA);
  const answer = await w.send("<b>Open</b> &lt;the&gt; gate?", {
    inline_keyboard: [
      [
        ["Yes", "v1:yes"],
        ["No", "v1:no"],
      ],
    ],
    message_tag: "t1",
  });
  expect(await waited).toMatchObject({
    text: "<b>Open</b> &lt;the&gt; gate?",
    plain: "Open <the> gate?",
    parseMode: "html",
    buttons: [
      [
        { label: "Yes", data: "v1:yes" },
        { label: "No", data: "v1:no" },
      ],
    ],
    tag: "t1",
  });
  const messageId = (answer["result"] as { response: { chats: { message_id: number }[] } }).response.chats[0]?.message_id;
  await w.client.call("telegram_bot.edit_message", { chat_id: ANNA, message_id: messageId, message: "Opened.", parse_mode: "html" });
  expect(await w.telegram.waitFor(ANNA, (message) => message.plain === "Opened.")).toMatchObject({
    messageId,
    buttons: [],
    edits: ["<b>Open</b> &lt;the&gt; gate?"],
  });
  expect(w.telegram.messages(ANNA)).toHaveLength(1);
});

test("each message is handed out once when nothing special is waited for", async () => {
  await using w = await world();
  await w.send("one");
  await w.send("two");
  expect((await w.telegram.waitFor(ANNA)).plain).toBe("one");
  expect((await w.telegram.waitFor(ANNA)).plain).toBe("two");
  await expect(w.telegram.waitFor(ANNA, undefined, 10)).rejects.toThrow("no such message");
  expect((await w.telegram.waitFor(ANNA, (message) => message.plain === "one")).plain).toBe("one");
});

test.each([
  ["a < b", 'Can\'t parse entities: unsupported start tag "" at byte offset 2'],
  ["<b>bold", "Can't parse entities: can't find end tag corresponding to start tag \"b\""],
  ["<b>bold</i>", 'Can\'t parse entities: unmatched end tag at byte offset 7, expected "</b>", found "</i>"'],
  ["<h1>big</h1>", 'Can\'t parse entities: unsupported start tag "h1" at byte offset 0'],
  ["text</b>", "Can't parse entities: unexpected end tag at byte offset 4"],
  ["", "Message text is empty"],
  [`${"&amp;".repeat(4096)}x`, "Message is too long"],
])("Telegram refuses the text %#", async (text, error) => {
  await using w = await world();
  expect(await w.errorOf(w.send(text))).toBe(error);
  expect(w.telegram.messages(ANNA)).toEqual([]);
});

test("4,096 characters after the markup are allowed, and & alone is text", async () => {
  await using w = await world();
  expect(await w.errorOf(w.send("&amp;".repeat(4096)))).toBeUndefined();
  expect(await w.errorOf(w.send("salt & pepper"))).toBeUndefined();
});

test("button data of no byte or more than 64, an unchanged edit and an unknown chat are refused", async () => {
  await using w = await world();
  expect(await w.errorOf(w.send("x", { inline_keyboard: [[["Yes", ""]]] }))).toBe("Button_data_invalid");
  expect(await w.errorOf(w.send("x", { inline_keyboard: [[["Yes", "ä".repeat(33)]]] }))).toBe("Button_data_invalid");
  await w.send("same");
  const message_id = w.telegram.messages(ANNA)[0]?.messageId;
  expect(await w.errorOf(w.client.call("telegram_bot.edit_message", { chat_id: ANNA, message_id, message: "same" }))).toContain(
    "Message is not modified",
  );
  expect(await w.send("hello", { chat_id: 5 })).toMatchObject({
    error: { code: "service_validation_error", translation_key: "invalid_chat_ids" },
  });
});

test("faults: a refusal, a delay, and a reply that is lost though the message was sent", async () => {
  await using w = await world();
  w.telegram.fail({ service: "telegram_bot.send_message", error: { message: "Flood control exceeded. Retry in 3 seconds" } });
  expect(await w.errorOf(w.send("too fast"))).toBe("Flood control exceeded. Retry in 3 seconds");
  w.telegram.fail({ service: "send_message", delayMs: 5 });
  expect(await w.send("slow")).toMatchObject({ success: true });
  w.telegram.fail({ service: "send_message", dropReply: true });
  const lost = w.send("lost", { message_tag: "t9" });
  lost.catch(() => undefined);
  await w.client.next((frame) => "closed" in frame);
  expect(w.telegram.messages(ANNA).map((message) => message.plain)).toEqual(["slow", "lost"]);
});

test("drafts are for private chats; chat actions are seen", async () => {
  await using w = await world();
  const draft = (chat_id: number) =>
    w.client.call("telegram_bot.send_message_draft", { chat_id, draft_id: 7, message: "Let me", parse_mode: "plain_text" });
  expect(await w.errorOf(draft(ANNA))).toBeUndefined();
  expect(await w.errorOf(draft(HOME_GROUP))).toBe("Textdraft_peer_invalid");
  await w.client.call("telegram_bot.send_chat_action", { chat_id: ANNA, chat_action: "typing" });
  expect(w.telegram.drafts).toEqual([{ chatId: ANNA, draftId: 7, text: "Let me" }]);
  expect(w.telegram.chatActions).toEqual([{ chatId: ANNA, action: "typing" }]);
});

test("a press carries the message, in the name of who pressed; a button that is not there is a mistake of the test, forged data is not", async () => {
  await using w = await world();
  await w.send("Sure?", { chat_id: HOME_GROUP, inline_keyboard: [[["Yes", "v1:yes"]]] });
  const id = w.telegram.press({ chatId: HOME_GROUP, userId: BEN, label: "Yes" });
  const pressed = await w.client.event((event) => event["event_type"] === "telegram_callback");
  expect(pressed["data"]).toMatchObject({
    id,
    data: "v1:yes",
    chat_id: HOME_GROUP,
    user_id: BEN,
    from_first: "Ben",
    message: { text: "Sure?" },
  });
  expect(() => w.telegram.press({ chatId: HOME_GROUP, label: "Maybe" })).toThrow("no message in chat");
  w.telegram.press({ chatId: HOME_GROUP, data: "v1:forged" });
  expect(await w.client.event((event) => (event["data"] as Frame)["data"] === "v1:forged")).toBeDefined();
});

test("a chat that is not allowed neither gets in nor out", async () => {
  await using w = await world();
  w.telegram.disallow(BEN);
  w.telegram.say({ chatId: BEN, text: "anybody there?" });
  w.telegram.say({ chatId: ANNA, text: "here" });
  await w.client.event((event) => (event["data"] as Frame)["text"] === "here");
  expect(w.client.frames.filter((frame) => JSON.stringify(frame).includes("anybody"))).toEqual([]);
  expect(await w.send("hello", { chat_id: BEN })).toMatchObject({ error: { translation_key: "invalid_chat_ids" } });
});

test("a second bot has its own entry, event entity and messages", async () => {
  await using w = await world();
  const second = w.telegram.addBot("Garden");
  w.telegram.say({ chatId: ANNA, text: "to the garden", bot: second });
  const event = await w.client.event((each) => (each["data"] as Frame)["text"] === "to the garden");
  expect((event["data"] as { bot: Frame }).bot).toMatchObject({ config_entry_id: second, username: "garden_bot" });
  expect(w.home.state("event.garden_update_event")?.attributes["text"]).toBe("to the garden");
  await w.send("from the garden", { config_entry_id: second });
  expect(w.telegram.messages(ANNA)[0]?.bot).toBe(second);
  expect(await w.client.call("telegram_bot.send_message", { chat_id: ANNA, message: "x" })).toMatchObject({
    error: { translation_key: "multiple_config_entry" },
  });
});
