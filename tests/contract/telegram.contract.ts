import { describe, expect, test } from "vitest";
import type { ContractHome } from "./contract-home.ts";
import { RawClient } from "./raw-client.ts";
import { type Frame, recordedEvent, recording } from "./recordings.ts";
import { differences } from "./same-shape.ts";

const EVENTS = ["telegram_text", "telegram_command", "telegram_callback", "telegram_attachment", "telegram_sent"];
/** The recorded message that was edited and deleted. */
const RECORDED_MESSAGE = 101;
/** What we call of it; always for one bot and one chat, and never in the integration's own Markdown, which "snake_case" breaks. */
const OURS = /^(?:send_message|edit_message|answer_callback_query|send_chat_action|send_message_draft)$/;

function isOurs({ type, service, service_data = {} }: Frame): boolean {
  const { config_entry_id, message, timeout } = service_data as Frame;
  const isPlain = config_entry_id !== undefined && timeout === undefined && !String(message).startsWith("snake_case breaks");
  return type === "call_service" && OURS.test(String(service)) && isPlain;
}

/** telegram_bot as recorded: what its services answer and refuse, and what people's messages look like on the bus. */
export function telegramContract(home: () => ContractHome): void {
  describe("telegram_bot", () => {
    const listen = async () => {
      const client = await RawClient.login(home());
      for (const event_type of EVENTS) await client.subscribe({ type: "subscribe_events", event_type });
      return client;
    };
    const data = (event: Frame) => event["data"] as Frame;
    const isType = (type: string) => (event: Frame) => event["event_type"] === type;

    test("sends, edits, drafts and refuses as recorded, telegram_sent before the result", async () => {
      await using client = await listen();
      let messageId = RECORDED_MESSAGE;
      for (const { command, result } of recording("telegram-send").commands) {
        if (!isOurs(command)) continue;
        const { id: _id, ...rest } = command;
        const sent = translate(rest, { entry: home().botEntryId, messageId });
        const answer = await client.command(sent);
        const told = `${command["service"]} ${JSON.stringify(sent["service_data"]).slice(0, 200)}`;
        expect(answer["success"], `${told} ${JSON.stringify(answer["error"])}`).toBe(result["success"]);
        expect(comparable(answer["error"]), told).toEqual(comparable(result["error"]));
        expect(differences({ ...result, id: 1 }, answer), told).toEqual([]);
        if (data(sent)?.["message_tag"] === "t1" || (sent["service_data"] as Frame)["message_tag"] === "t1") {
          const [chat] = (answer["result"] as { response: { chats: { message_id: number }[] } }).response.chats;
          messageId = chat?.message_id ?? messageId;
          const fired = client.frames.findIndex(
            (frame) => frame["type"] === "event" && data(frame["event"] as Frame)["message_tag"] === "t1",
          );
          expect(fired).toBeGreaterThan(0);
          expect(fired).toBeLessThan(client.frames.indexOf(answer));
          const was = recordedEvent("telegram-send", (event) => data(event)["message_tag"] === "t1");
          expect(differences(was, client.frames[fired]?.["event"])).toEqual([]);
        }
      }
    });

    test("texts, replies, edits and commands of people come as recorded", async () => {
      await using client = await listen();
      const { chatId } = home();
      const mark = `note ${Date.now()}`;
      const messageId = await home().say(chatId, mark);
      const text = await client.event((event) => data(event)["text"] === mark);
      expect(differences(recordedEvent("telegram-events", isType("telegram_text")), text)).toEqual([]);
      expect(data(text)).toMatchObject({ id: messageId, chat_id: chatId, user_id: chatId, message_thread_id: null });
      await home().say(chatId, `${mark} again`, { replyTo: messageId });
      expect(data(await client.event((event) => data(event)["text"] === `${mark} again`))["reply_to_message_id"]).toBe(messageId);
      await home().edit(chatId, messageId, `${mark} edited`);
      const edited = data(await client.event((event) => data(event)["text"] === `${mark} edited`));
      expect(edited).toMatchObject({ id: messageId, date: data(text)["date"] });
      await home().say(chatId, "/status@some_bot kitchen now");
      const command = await client.event(isType("telegram_command"));
      expect(differences(recordedEvent("telegram-events", isType("telegram_command")), command)).toEqual([]);
      expect(data(command)).toMatchObject({ command: "/status@some_bot", args: ["kitchen", "now"] });
    });

    test("a stranger in an allowed group comes through", async () => {
      await using client = await listen();
      const mark = `hello ${Date.now()}`;
      await home().say(home().groupId, mark, { userId: 799999999 });
      expect(data(await client.event((event) => data(event)["text"] === mark))).toMatchObject({
        chat_id: home().groupId,
        user_id: 799999999,
      });
    });

    test("a voice message is an attachment without a file name", async () => {
      await using client = await listen();
      await home().voice(home().chatId);
      const attachment = await client.event(isType("telegram_attachment"));
      expect(differences(recordedEvent("telegram-events", isType("telegram_attachment")), attachment)).toEqual([]);
      expect(data(attachment)).toMatchObject({ text: null, file_mime_type: "audio/ogg" });
    });

    test("a pressed button is a callback whose query can be answered once", async () => {
      await using client = await listen();
      const keyboard = {
        inline_keyboard: [
          [
            ["Yes", "/yes 42"],
            ["No", "v1:no:42"],
          ],
        ],
      };
      await client.call("telegram_bot.send_message", {
        config_entry_id: home().botEntryId,
        chat_id: home().chatId,
        message: "Open the gate?",
        parse_mode: "plain_text",
        ...keyboard,
      });
      await home().press(home().chatId, "Yes");
      const pressed = await client.event(isType("telegram_callback"));
      expect(differences(recordedEvent("telegram-events", isType("telegram_callback")), pressed)).toEqual([]);
      expect(data(pressed)).toMatchObject({
        data: "/yes 42",
        command: "/yes",
        args: ["42"],
        chat_id: home().chatId,
        user_id: home().chatId,
      });
      await home().press(home().chatId, "No");
      const second = await client.event((event) => data(event)["data"] === "v1:no:42");
      expect(data(second)).not.toHaveProperty("command");
      const answer = (callback_query_id: unknown) => client.call("telegram_bot.answer_callback_query", { callback_query_id, message: "" });
      expect(await answer(data(pressed)["id"])).toMatchObject({ success: true });
      expect(await answer(data(pressed)["id"])).toMatchObject({ error: { translation_key: "action_failed" } });
    });

    test("what came while nobody listened is in the history of the bot's event entity", async () => {
      const mark = `missed ${Date.now()}`;
      const start_time = new Date(Date.now() - 500).toISOString();
      for (const part of [1, 2]) {
        await home().say(home().chatId, `${mark} ${part}`);
        // Two in one millisecond would be one state with other attributes: the event entity's state is a time in milliseconds.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await using client = await RawClient.login(home());
      const asked = {
        type: "history/history_during_period",
        start_time,
        entity_ids: [home().botEntity],
        include_start_time_state: false,
        significant_changes_only: false,
      };
      const rows = async () => ((await client.result(asked))[home().botEntity] ?? []) as { s: string; a: Frame; lu: number }[];
      const missed = async () => (await rows()).filter((row) => String(row.a["text"]).startsWith(mark));
      await expect.poll(async () => (await missed()).length, { timeout: 8_000 }).toBe(2);
      const [was] = Object.values(recording("telegram-recover-missed").commands[0]?.result["result"] as Record<string, Frame[]>).flat();
      for (const row of await missed()) {
        expect(differences(was, row)).toEqual([]);
        expect(Object.keys(row.a).sort()).toEqual(Object.keys(was?.["a"] as Frame).sort());
      }
    });
  });
}

/** The recorded command for this home: its config entry, its message id. */
function translate(command: Frame, { entry, messageId }: { entry: string; messageId: number }): Frame {
  const { config_entry_id, message_id, ...fields } = command["service_data"] as Frame;
  const service_data = {
    ...(config_entry_id !== undefined && { config_entry_id: entry }),
    ...fields,
    ...(message_id !== undefined && { message_id: message_id === RECORDED_MESSAGE ? messageId : message_id }),
  };
  return { ...command, service_data };
}

/** An error without the bot's name, which is the home's own, and without its case, which is the Telegram library's. */
function comparable(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const { code, translation_key, translation_domain, translation_placeholders } = error as Frame;
  const said = String((translation_placeholders as Frame | null)?.["error"] ?? "").toLowerCase();
  return { code, translation_key, translation_domain, said };
}
