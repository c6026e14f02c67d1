import { createHash } from "node:crypto";
import { type Progress, type ProgressEvent, progressWords } from "../../agent/turn.ts";
import type { OwnTelegram, TelegramText } from "../../homeassistant/services/own.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Logger } from "../../observability/logger.ts";
import { renderMarkdown } from "./telegram-text.ts";

/** Telegram shows "typing…" for 5 s. */
const TYPING_EVERY_MS = 4_000;
/** Most answers are there sooner, and typing or a draft would only flicker before them. */
const SHOWN_AFTER_MS = 300;
/** Drafts come no faster than this; Telegram slows a bot down that writes more. */
const DRAFT_EVERY_MS = 1_000;
/** A turn that never told its end no longer types: longer than any turn takes. */
const LONGEST_SHOW_MS = 10 * 60_000;

export type TelegramProgress = ReturnType<typeof createTelegramProgress>;

interface Show {
  typing: NodeJS.Timeout;
  readonly startedAt: number;
  draftTimer: NodeJS.Timeout | undefined;
  lastDraftAt: number;
  lastText: string;
}

/** Shows in the chat that a turn runs: typing, and drafts where Home Assistant and the chat have them. Failures are ignored. */
export function createTelegramProgress({
  telegram,
  draftsSupported,
  catalogue,
  logger,
  now,
}: {
  telegram: Pick<OwnTelegram, "chatAction" | "draft">;
  /** Whether this Home Assistant has `telegram_bot.send_message_draft`. */
  draftsSupported: () => boolean;
  catalogue: Pick<Catalogue, "text" | "list">;
  logger: Logger;
  now: () => number;
}) {
  const shows = new Map<string, Show>();

  const ignore = (call: Promise<void>) => {
    call.catch((error: unknown) => logger.debug({ err: error }, "progress could not be shown"));
  };
  const type = ({ bot, chatId, threadId }: ProgressEvent) => ignore(telegram.chatAction({ bot, chatId, threadId }));

  const stop = (turnId: string) => {
    const show = shows.get(turnId);
    clearTimeout(show?.typing);
    clearTimeout(show?.draftTimer);
    shows.delete(turnId);
  };

  const begin = (event: ProgressEvent): Show => {
    const again = () => {
      if (now() - show.startedAt > LONGEST_SHOW_MS) {
        stop(event.turnId);
        return;
      }
      type(event);
      show.typing = setTimeout(again, TYPING_EVERY_MS).unref();
    };
    const show: Show = {
      typing: setTimeout(again, SHOWN_AFTER_MS).unref(),
      startedAt: now(),
      draftTimer: undefined,
      lastDraftAt: now() + SHOWN_AFTER_MS - DRAFT_EVERY_MS,
      lastText: "",
    };
    shows.set(event.turnId, show);
    return show;
  };

  const draft = (event: ProgressEvent, show: Show) => {
    const content = draftOf(event.progress, catalogue);
    if (!content || content.text === show.lastText) return;
    clearTimeout(show.draftTimer);
    const send = () => {
      show.lastDraftAt = now();
      show.lastText = content.text;
      ignore(
        telegram.draft({ bot: event.bot, chatId: event.chatId, threadId: event.threadId, draftId: draftId(event.turnId), ...content }),
      );
    };
    const wait = show.lastDraftAt + DRAFT_EVERY_MS - now();
    if (wait > 0) show.draftTimer = setTimeout(send, wait).unref();
    else send();
  };

  return {
    show(event: ProgressEvent) {
      if (event.progress.kind === "ended" || event.progress.kind === "asking") return stop(event.turnId);
      const show = shows.get(event.turnId) ?? begin(event);
      if (event.isPrivate && draftsSupported()) draft(event, show);
    },
    [Symbol.dispose](): void {
      for (const turnId of shows.keys()) stop(turnId);
    },
  };
}

function draftOf(progress: Progress, catalogue: Pick<Catalogue, "text" | "list">): TelegramText | undefined {
  if (progress.kind !== "text") {
    const text = progressWords(progress, catalogue);
    return text === undefined ? undefined : { text, parseMode: "plain_text" };
  }
  const newest = renderMarkdown(progress.text).at(-1);
  return newest && { text: newest.html, parseMode: "html" };
}

/** Telegram wants a whole number above 0, the same for all drafts of one answer. */
function draftId(turnId: string): number {
  return createHash("sha256").update(turnId).digest().readUInt32BE(0) & 0x7fff_ffff || 1;
}
