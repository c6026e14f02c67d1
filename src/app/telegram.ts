import type { Turns } from "../agent/turn.ts";
import { createMissedStarts } from "../channels/missed-starts.ts";
import type { People } from "../channels/people.ts";
import { TelegramChannel } from "../channels/telegram/telegram.ts";
import type { HeardSpan } from "../channels/telegram/telegram-recovery.ts";
import type { HomeAssistantConnection } from "../homeassistant/connection/connection.ts";
import type { History } from "../homeassistant/history/history.ts";
import type { LiveHome } from "../homeassistant/live-home.ts";
import type { createOwn } from "../homeassistant/services/own.ts";
import type { Catalogue } from "../languages/catalogue.ts";
import type { Logger } from "../observability/logger.ts";
import type { CoreStarts } from "../storage/core-starts.ts";
import type { OutboxStore } from "../storage/turns/outbox.ts";
import type { SessionStore } from "../storage/turns/sessions.ts";
import type { TurnStore } from "../storage/turns/turns.ts";

interface TelegramParts {
  readonly connection: HomeAssistantConnection;
  readonly own: ReturnType<typeof createOwn>;
  readonly history: History;
  readonly home: LiveHome;
  readonly people: People;
  readonly runner: Turns;
  readonly turns: TurnStore;
  readonly outbox: OutboxStore;
  readonly sessions: SessionStore;
  readonly coreStarts: CoreStarts;
  /** When the database was restored from a backup, ms since the epoch: what was said between the two is not there to be known again. */
  readonly restoredAt: number | undefined;
  readonly serviceExists: (service: string) => boolean;
  readonly catalogue: Catalogue;
  /** ms since the epoch */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** The Telegram channel over the service's stores. */
export function createTelegram(parts: TelegramParts): TelegramChannel {
  const { connection, own, history, home, people, runner, turns, outbox, sessions, coreStarts, catalogue, clock, logger } = parts;
  return new TelegramChannel({
    connection,
    own,
    history,
    people,
    catalogue,
    turns: runner,
    logger: logger.child({ part: "telegram" }),
    now: clock,
    store: {
      heard: (bot, before) => after(parts.restoredAt, turns.sentSpan("telegram", bot, before)),
      isOwnMessage: (bot, chatId, messageId) => outbox.ofMessage({ channel: "telegram", bot, chatId }, messageId) !== undefined,
      isSendingTo: (bot, chatId) => outbox.isSendingTo({ channel: "telegram", bot, chatId }),
      activeChats: (since) => sessions.activeChats(since).filter(({ channel }) => channel === "telegram"),
    },
    serviceExists: parts.serviceExists,
    missedCoreStart: createMissedStarts({ connection, home, note: coreStarts.note }),
    notify: ({ channel, bot, chatId }, text, key) => {
      outbox.add({ channel, bot, chatId, kind: "notice", text, origin: "home", onceKey: `${key}:${bot}:${chatId}`, at: clock() });
    },
    timeZone: () => home.info.timeZone,
  });
}

/** What came before a backup was restored may have been worked on then, of which nothing is known any more: it is not read again. */
function after(restoredAt: number | undefined, span: HeardSpan | undefined): HeardSpan | undefined {
  if (!span || restoredAt === undefined) return span;
  return { first: Math.max(span.first, restoredAt), last: Math.max(span.last, restoredAt) };
}
