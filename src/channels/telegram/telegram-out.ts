import { setImmediate } from "node:timers/promises";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import { OutcomeUnknownError } from "../../homeassistant/connection/errors.ts";
import type { CameraImages } from "../../homeassistant/reading/camera-images.ts";
import type { TextToSpeech } from "../../homeassistant/reading/text-to-speech.ts";
import type { OwnTelegram, TelegramMessage, TelegramText } from "../../homeassistant/services/own.ts";
import { TelegramError } from "../../homeassistant/telegram/telegram-error.ts";
import type { UploadedPictures } from "../../homeassistant/telegram/uploaded-pictures.ts";
import type { Logger } from "../../observability/logger.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import { orAborted } from "../../text/time-limit.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { Delivered, PartSent } from "../channel.ts";
import { spokenAnswer } from "../speech.ts";
import { chartPng } from "./chart-png.ts";
import type { BotHistory } from "./telegram-recovery.ts";
import { renderMarkdown, type TelegramPart } from "./telegram-text.ts";
import { timelinePng } from "./timeline-png.ts";

/** Home Assistant may be starting: its bot is there within seconds. */
const NOT_READY_RETRY_MS = 1_000;

/** A camera's picture is of now, and so is a spoken answer: after this time nobody waits for it. */
const FILE_LIFETIME_MS = 5 * 60_000;

interface OutParts {
  connection: Pick<HomeConnection, "connected" | "onConnected">;
  telegram: Pick<OwnTelegram, "sendMessage" | "editMessage">;
  sent: SentMessages;
  pictures: Pick<CameraImages, "addressesFor">;
  voice: Pick<TextToSpeech, "addressesFor">;
  uploads: Pick<UploadedPictures, "put">;
  now: () => number;
  logger: Logger;
}

type Deliver = (item: OutboxItem, partSent: PartSent, signal: AbortSignal) => Promise<Delivered>;
type NotSent = Exclude<Delivered, { kind: "sent" }>;
type PartOutcome = { readonly kind: "shown"; readonly messageId: string } | NotSent;

export type TelegramOut = ReturnType<typeof createTelegramOut>;

/** Shows outbox items. Each part has the tag `<item>.<part>`; one that may already be on Telegram is looked for before it is sent again. */
export function createTelegramOut({ connection, telegram, sent, pictures, voice, uploads, now, logger }: OutParts): Deliver {
  const sendPart = async (
    item: OutboxItem,
    { part, text, last }: { part: number; text: TelegramPart; last: boolean },
    signal: AbortSignal,
  ): Promise<PartOutcome> => {
    const tag = `${item.id}.${part}`;
    const known = await sent.find(tag, item);
    if (known) return known;
    const base = { bot: item.bot, chatId: item.chatId, tag, buttons: last ? item.buttons : undefined };
    const anchors = { replyTo: part === 0 ? item.replyToMessageId : undefined, threadId: item.threadId };
    const send = async (file?: TelegramMessage["file"]): Promise<PartOutcome> => {
      try {
        const { messageId } = await eased(text, anchors, (content, where) =>
          telegram.sendMessage({ ...base, ...content, ...where, file }, { signal }),
        );
        return { kind: "shown", messageId };
      } catch (error) {
        const outcome = outcomeOf(error, logger);
        if (error instanceof TelegramError && error.problem.kind === "unknown_outcome") {
          // late is not lost: Home Assistant goes on trying as long as its process lives
          sent.doubt(tag, { mayStillBeSending: error.cause instanceof OutcomeUnknownError && connection.connected });
        }
        return outcome;
      }
    };
    if (!item.media) return send();
    const isSpeech = "spokenIn" in item.media;
    await using files = await filesFor(item, item.media, signal);
    for (const url of files.addresses) {
      const outcome = await send({ kind: isSpeech ? "voice" : "photo", url });
      if (outcome.kind !== "failed" || outcome.why !== "refused") return outcome;
    }
    return isSpeech ? { kind: "failed", why: "no speech" } : { kind: "no-picture" };
  };

  const filesFor = async (
    { createdAt, text }: OutboxItem,
    media: NonNullable<OutboxItem["media"]>,
    signal: AbortSignal,
  ): Promise<AsyncDisposable & { readonly addresses: readonly string[] }> => {
    const none = { addresses: [], async [Symbol.asyncDispose]() {} };
    if ("aloud" in media || now() - createdAt > FILE_LIFETIME_MS) return none;
    if ("series" in media) return uploads.put(chartPng(media.series), signal).catch(() => none);
    if ("timeline" in media) return uploads.put(timelinePng(media.timeline), signal).catch(() => none);
    const found =
      "spokenIn" in media
        ? voice.addressesFor(spokenAnswer(text).text, { language: media.spokenIn, signal })
        : pictures.addressesFor(media.entityId);
    return { ...none, addresses: await found.catch(() => []) };
  };

  const edit = async (item: OutboxItem, signal: AbortSignal): Promise<Delivered> => {
    const { editMessageId: messageId } = item;
    const [first, second] = renderMarkdown(item.text);
    if (messageId === undefined || !first) return { kind: "failed", why: "an edit without message or text" };
    if (second) logger.warn({ item: item.id }, "an edit is longer than a message; its end is left out");
    const base = { bot: item.bot, chatId: item.chatId, messageId, buttons: item.buttons };
    try {
      await eased(first, {}, (content) => telegram.editMessage({ ...base, ...content }, { signal }));
      return { kind: "sent" };
    } catch (error) {
      const problem = error instanceof TelegramError ? error.problem.kind : undefined;
      // done already, or nothing is left to be changed
      if (problem === "not_modified" || problem === "message_gone") return { kind: "sent" };
      return outcomeOf(error, logger);
    }
  };

  return async (item, partSent, signal) => {
    await whenConnected(connection, signal);
    // a long text takes a while to be rendered, right after it took a while to be written
    await setImmediate();
    if (item.kind === "edit") return edit(item, signal);
    // speech says all of a text at once
    const parts = renderMarkdown(item.text).slice(0, item.media && "spokenIn" in item.media ? 1 : undefined);
    // the text shows nothing, or a newer version of this program cuts it into fewer parts
    if (parts.length === 0) return { kind: "failed", why: "nothing to show" };
    for (const [part, text] of parts.entries()) {
      if (part < item.sentParts.length) continue;
      signal.throwIfAborted();
      const last = part === parts.length - 1;
      const outcome = await sendPart(item, { part, text, last }, signal);
      if (outcome.kind !== "shown") return outcome;
      if (last) return { kind: "sent", last: { part, messageId: outcome.messageId } };
      partSent(part, outcome.messageId);
    }
    return { kind: "sent" };
  };
}

interface Anchors {
  readonly replyTo?: string | undefined;
  readonly threadId?: string | undefined;
}

/** One call, and again without what Telegram refuses: as plain text, without reply and topic. */
async function eased<Result>(
  part: TelegramPart,
  anchors: Anchors,
  send: (content: TelegramText, anchors: Anchors) => Promise<Result>,
): Promise<Result> {
  const contents: [TelegramText, TelegramText] = [
    { text: part.html, parseMode: "html" },
    { text: part.plain, parseMode: "plain_text" },
  ];
  let [content] = contents;
  let where = anchors;
  for (;;) {
    try {
      return await send(content, where);
    } catch (error) {
      const problem = error instanceof TelegramError ? error.problem.kind : undefined;
      if (problem === "markup" && content.parseMode === "html") [, content] = contents;
      else if (problem === "anchor_gone" && (where.replyTo !== undefined || where.threadId !== undefined)) where = {};
      else throw error;
    }
  }
}

function outcomeOf(error: unknown, logger: Logger): NotSent {
  if (!(error instanceof TelegramError)) throw error;
  const { problem } = error;
  // Telegram's words may quote the text, so they are for debugging only
  logger.debug({ err: error, problem: problem.kind }, "Telegram did not take a message");
  switch (problem.kind) {
    case "flood":
      return { kind: "later", afterMs: problem.seconds * 1000, why: "flood" };
    case "not_ready":
      return { kind: "later", afterMs: NOT_READY_RETRY_MS, why: "not_ready" };
    case "unknown_outcome":
      return { kind: "later", afterMs: 0, why: "unknown_outcome" };
    default:
      return { kind: "failed", why: problem.kind };
  }
}

async function whenConnected(connection: Pick<HomeConnection, "connected" | "onConnected">, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (connection.connected) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  using _ = connection.onConnected(() => resolve());
  await orAborted(() => promise, signal);
}

/** Tags kept in memory; one is asked for within seconds of its message. */
const REMEMBERED_TAGS = 500;
/** Home Assistant's recorder writes every 5 s (its default `commit_interval`); what is younger may be missing in the history. */
const RECORDER_COMMIT_MS = 6_000;
/** Home Assistant may still be waiting for Telegram. With the 30 s of the send itself, a message counts as not sent after a minute. */
const STILL_SENDING_MS = 30_000;
/** How far the clocks of this machine and of Home Assistant's may be apart when a message is looked for in the history. */
const CLOCK_SKEW_MS = 60_000;
/** Attempts after which a history that cannot be read no longer holds an answer back: about a minute of them. */
const ATTEMPTS_WITHOUT_HISTORY = 6;

export type SentMessages = ReturnType<typeof createSentMessages>;

/**
 * Which of our messages Telegram has: heard live from `telegram_sent`, or read back from the history of the bot's event entity. `startedAt`
 * is when this process began: what an earlier one sent last may not be in the history yet.
 */
export function createSentMessages({
  botHistory,
  startedAt,
  now,
  logger,
}: {
  botHistory: BotHistory;
  startedAt: number;
  now: () => number;
  logger: Logger;
}) {
  const seen = new BoundedMap<string, string>(REMEMBERED_TAGS);
  const doubts = new BoundedMap<string, number>(REMEMBERED_TAGS);
  return {
    note(tag: string, messageId: string): void {
      seen.set(tag, messageId);
    },
    /** The send's outcome was lost: the next attempt has to look for it first. */
    doubt(tag: string, { mayStillBeSending }: { readonly mayStillBeSending: boolean }): void {
      doubts.set(tag, now() + (mayStillBeSending ? STILL_SENDING_MS : RECORDER_COMMIT_MS));
    },
    /** A part that is on Telegram, or may be; undefined if it was not sent, at once if nothing speaks for its having been. */
    async find(tag: string, { createdAt, attempts }: Pick<OutboxItem, "createdAt" | "attempts">): Promise<PartOutcome | undefined> {
      const why = "looking whether it was sent";
      const live = seen.get(tag);
      if (live !== undefined) return { kind: "shown", messageId: live };
      // an earlier process may have sent what is older than this one
      const settled = doubts.get(tag) ?? (createdAt < startedAt ? startedAt + RECORDER_COMMIT_MS : undefined);
      if (settled === undefined) return undefined;
      try {
        const updates = await botHistory.updates(createdAt - CLOCK_SKEW_MS, now());
        const found = updates.find((update) => update.kind === "sent" && update.tag === tag);
        if (found?.kind === "sent") return { kind: "shown", messageId: found.messageId };
      } catch (error) {
        logger.debug({ err: error }, "the history of sent messages cannot be read");
        if (attempts < ATTEMPTS_WITHOUT_HISTORY) return { kind: "later", afterMs: 0, why };
      }
      const left = settled - now();
      // what is heard meanwhile is seen by the next question, so the longer wait is made in steps
      return left > 0 ? { kind: "later", afterMs: Math.min(left, RECORDER_COMMIT_MS), why, untried: true } : undefined;
    },
  };
}
