import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";
import type { Page } from "../place.ts";
import type { Button } from "./outbox.ts";

/** Something that stands in a chat as it stands there now: with its latest edit. */
export interface ChatMessage {
  readonly id: string;
  readonly from: "person" | "assistant" | "notice";
  /** Markdown; of a person what they wrote. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
  readonly at: number;
  readonly edited: boolean;
  readonly turnId: string | undefined;
  readonly approvalId: string | undefined;
  /** A picture belongs to it, and is still kept. */
  readonly hasPicture: boolean;
  /** How long the time is that its numbers are of; undefined without a series. */
  readonly hours: number | undefined;
  /** Entities that its turn was about. */
  readonly about: readonly string[];
}

/** A picture of a camera, as it was shown. */
export interface ShownPicture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** How long a picture can be looked at again. */
const PICTURE_KEPT_MS = 24 * 3_600_000;

/** What came at the same time is told apart by whose it is: the person's stands before the answer. */
export interface ChatPlace {
  readonly at: number;
  readonly side: number;
  readonly row: number;
}

interface Row extends ChatPlace {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly buttons: ChatMessage["buttons"];
  readonly turnId: string | undefined;
  readonly approvalId: string | undefined;
  readonly hasPicture: 0 | 1;
  readonly hours: number | undefined;
}

const NEWEST: ChatPlace = { at: Number.MAX_SAFE_INTEGER, side: 2, row: Number.MAX_SAFE_INTEGER };
const PERSON = 0;
const ASSISTANT = 1;

export type ChatPages = ReturnType<typeof createChatPages>;

/** What was said in a chat of a channel that keeps nothing itself. What was forgotten is not there. */
export function createChatPages({ database }: { database: AssistantDatabase }) {
  const rows = (sql: string) => database.query<object, Row>(sql, { buttons: json });
  const ofChat = "channel = @channel AND bot = @bot AND chat_id = @chatId";
  const said = `SELECT rowid AS row, ${PERSON} AS side, message_id AS id, kind, text, '[]' AS buttons, received_at AS at, id AS turn_id,
      NULL AS approval_id, 0 AS has_picture, NULL AS hours
    FROM turns WHERE ${ofChat} AND erased = 0`;
  const shown = `SELECT outbox.rowid AS row, ${ASSISTANT} AS side,
      (SELECT message_id FROM sent_messages WHERE outbox_id = outbox.id ORDER BY part DESC LIMIT 1) AS id,
      kind, text, buttons, created_at AS at, turn_id, approval_id,
      EXISTS (SELECT 1 FROM outbox_pictures WHERE outbox_id = outbox.id) AS has_picture,
      media ->> '$.series.hours' AS hours
    FROM outbox WHERE ${ofChat} AND status = 'sent' AND kind <> 'edit' AND text <> ''`;
  const behind = (at: string, side: number) => `AND ${at} <= @at AND (${at}, ${side}, rowid) < (@at, @side, @row)
    ORDER BY ${at} DESC, rowid DESC LIMIT @more`;
  const saidBefore = rows(`${said} ${behind("received_at", PERSON)}`);
  const shownBefore = rows(`${shown} ${behind("created_at", ASSISTANT)}`);
  const oneSaid = rows(`${said} AND message_id = @messageId`);
  const oneShown = rows(`${shown} AND id = (SELECT outbox_id FROM sent_messages WHERE ${ofChat} AND message_id = @messageId)`);
  const latestEdit = database.query<object, Pick<Row, "text" | "buttons">>(
    `SELECT text, buttons FROM outbox WHERE ${ofChat} AND edit_message_id = @messageId AND edit_message_id IS NOT NULL AND status = 'sent'
     ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    { buttons: json },
  );

  const mentioned = database.values<[string], string>("SELECT log.entities_mentioned FROM interaction_log AS log WHERE log.turn_id = ?");
  const aboutOf = (turnId: string | undefined): readonly string[] =>
    turnId === undefined ? [] : (JSON.parse(mentioned.get(turnId) ?? "[]") as string[]);

  const toMessage = (chat: Chat, row: Row): ChatMessage => {
    const { side, id, kind, at, turnId, approvalId, hasPicture, hours } = row;
    const edit = side === ASSISTANT ? latestEdit.get({ ...chat, messageId: id }) : undefined;
    const { text, buttons } = edit ?? row;
    const from = side === PERSON ? "person" : kind === "notice" ? "notice" : "assistant";
    return {
      id,
      from,
      text,
      buttons,
      at,
      edited: edit !== undefined,
      turnId,
      approvalId,
      hasPicture: hasPicture === 1,
      hours,
      about: kind === "answer" ? aboutOf(turnId) : [],
    };
  };
  const keep = database.command<object>(
    "INSERT OR REPLACE INTO outbox_pictures (outbox_id, type, bytes, taken_at) VALUES (@id, @type, @bytes, @at)",
  );
  const prune = database.command<[number]>("DELETE FROM outbox_pictures WHERE taken_at < ?");
  const pictureOf = database.query<object, ShownPicture>(`SELECT type, bytes FROM outbox_pictures
    JOIN sent_messages USING (outbox_id) WHERE ${ofChat} AND message_id = @messageId AND taken_at >= @since`);
  const named = ({ channel, bot, chatId }: Chat) => ({ channel, bot, chatId });

  return {
    /** Newest first. */
    page(
      chat: Chat,
      { limit, before = NEWEST }: { readonly limit: number; readonly before?: ChatPlace | undefined },
    ): Page<ChatMessage, ChatPlace> {
      const wanted = { ...named(chat), ...before, more: limit + 1 };
      const rows = [...saidBefore.all(wanted), ...shownBefore.all(wanted)].toSorted(
        (one, other) => other.at - one.at || other.side - one.side || other.row - one.row,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const next = rows.length > limit && last ? { at: last.at, side: last.side, row: last.row } : undefined;
      return { items: page.map((row) => toMessage(named(chat), row)), next };
    },
    /** Keeps the picture of an item for a day. */
    keepPicture: (id: string, { type, bytes }: ShownPicture, at: number): void => void keep({ id, type, bytes: Buffer.from(bytes), at }),
    pictures: {
      newestAt: database.values<[], number>("SELECT max(taken_at) FROM outbox_pictures").get,
      /** Removes those of before; returns how many. */
      prune: (before: number): number => prune(before),
    },
    picture: (chat: Chat, messageId: string, now: number): ShownPicture | undefined =>
      pictureOf.get({ ...named(chat), messageId, since: now - PICTURE_KEPT_MS }),
    aboutOf,
    /** One message; undefined if none of that id stands there. */
    get(chat: Chat, messageId: string): ChatMessage | undefined {
      const wanted = { ...named(chat), messageId };
      const row = oneSaid.get(wanted) ?? oneShown.get(wanted);
      return row && toMessage(named(chat), row);
    },
  };
}
