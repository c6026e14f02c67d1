import type { SpeechToText } from "../../homeassistant/reading/speech-to-text.ts";
import type { ReceivedFiles } from "../../homeassistant/telegram/received-files.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Picture } from "../../models/models.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import { keyOf } from "../chat-queue.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { anchorOf, attachmentOf } from "../turn.ts";

/** More is no conversation, and each keeps Home Assistant's engine or the model busy. */
const MOST_AT_ONCE = 10;
const AT_ONCE_MS = 5 * 60_000;
/** Photos of an album have one time, in whole seconds. */
const ALBUM_MS = 1_000;
/** Two minutes of speech are 500 KB, and a photo as Telegram sends it is as large; whatever is larger is something else. */
const LARGEST_BYTES = 2_000_000;
/** Two minutes of speech are half of it; with what is put around it, it is one message of Telegram. */
const LONGEST_HEARD = 4_000;

export interface AttachmentsDependencies extends Pick<TurnStores, "database" | "turns" | "outbox">, Pick<Timing, "clock"> {
  readonly files: Pick<ReceivedFiles, "read">;
  readonly speech: Pick<SpeechToText, "hear">;
  /** Whether the model at home looks at pictures. */
  readonly sees: (signal: AbortSignal) => Promise<boolean>;
}

/** A turn as it goes on, with the words that were heard or the picture that came; or what is said because there are none. */
type Understood = { readonly turn: TurnRow; readonly picture?: Picture | undefined } | { readonly say: (catalogue: Catalogue) => string };

/**
 * Turns voice messages into what was said, and photos into pictures. What was heard is kept and shown in one transaction, before anything is done
 * about it; a picture is kept nowhere. A message that a crash cut short is fetched again. Rejects with the signal's reason only.
 */
export function createAttachments({ database, turns, outbox, files, speech, sees, clock }: AttachmentsDependencies) {
  const keep = (turn: TurnRow, text: string): TurnRow => {
    const { id: turnId, channel, bot, chatId, threadId, language } = turn;
    const at = clock();
    database.transaction(() => {
      turns.markHeard(text, turnId);
      const shown = catalogueFor(language).text("voice.heard", { text });
      const item = { turnId, kind: "notice" as const, text: shown, origin: "person" as const, onceKey: `heard:${turnId}` };
      if (!turns.isErased(turnId)) outbox.add({ channel, bot, chatId, threadId, ...item, replyToMessageId: anchorOf(turn), at });
    });
    return { ...turn, text, attachment: undefined };
  };

  /** Why the last of a chat was not understood, and when it was sent. */
  const refused = new Map<string, { readonly key: MessageKey; readonly sentAt: number }>();
  /** Of several that were sent at once one is told why. */
  const refuse = (turn: TurnRow, key: MessageKey): Understood => {
    const before = refused.get(keyOf(turn));
    refused.set(keyOf(turn), { key, sentAt: turn.sentAt });
    const isTold = before?.key === key && Math.abs(turn.sentAt - before.sentAt) <= ALBUM_MS;
    return { say: (catalogue) => (isTold ? "" : catalogue.text(key)) };
  };

  return async (turn: TurnRow, signal: AbortSignal): Promise<Understood> => {
    const attachment = attachmentOf(turn);
    if (!attachment) return { turn };
    const { bot, chatId, language, id, personId, receivedAt } = turn;
    const what = turn.kind === "photo" ? "photo" : "voice";
    const isTooMany = turns.kindCount(personId, what, receivedAt - AT_ONCE_MS, receivedAt) > MOST_AT_ONCE;
    if (isTooMany) return refuse(turn, `${what}.too-many`);
    if (what === "photo" && !(await sees(signal))) return refuse(turn, "photo.unseen");
    const file = await files.read({ bot, chatId, ...attachment }, { name: `${id}.${what}`, most: LARGEST_BYTES, signal });
    if (file.kind !== "read") return refuse(turn, what === "photo" ? `photo.${file.kind}` : `voice.${file.kind}`);
    if (what === "photo") {
      const type = pictureType(file.bytes);
      return type ? { turn, picture: { type, bytes: file.bytes } } : refuse(turn, "photo.unreadable");
    }
    const heard = await speech.hear(file.bytes, { language, signal });
    if (heard.kind === "heard") return { turn: keep(turn, heard.text.slice(0, LONGEST_HEARD)) };
    return refuse(turn, `voice.${heard.kind}`);
  };
}

/** By its first bytes, whatever it is called; undefined for what is no picture that models take. */
function pictureType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG\r\n")) return "image/png";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : undefined;
}
