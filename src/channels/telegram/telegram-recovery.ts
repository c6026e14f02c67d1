import { z } from "zod";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import { HomeUnreachableError } from "../../homeassistant/connection/errors.ts";
import { pause } from "../../homeassistant/connection/pacing.ts";
import type { History } from "../../homeassistant/history/history.ts";
import type { Logger } from "../../observability/logger.ts";
import { type MessageUpdate, type PressUpdate, readUpdate, type TelegramUpdate } from "./telegram-updates.ts";

/** Rows before the last known message that are read again: a lost connection is noticed late, and Telegram's times are whole seconds. */
const OVERLAP_MS = 60_000;
/** Home Assistant's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 60_000;
/** How far back is read at most; older messages are nobody's wish any more. */
const FURTHEST_BACK_MS = 24 * 3_600_000;
/** While Home Assistant starts, its recorder is not there yet. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const GIVE_UP_AFTER_MS = 10 * 60_000;

const registryEntry = z.object({ entity_id: z.string(), platform: z.string() });
const configEntries = z.array(z.object({ entry_id: z.string() }));

export interface HeardSpan {
  readonly first: number;
  readonly last: number;
}

export type BotHistory = ReturnType<typeof createBotHistory>;

/** The history of every `event.<bot>_update_event`, whose attributes are the bots' updates (tests/fixtures/transcripts/telegram-recover-missed.json). */
export function createBotHistory({ connection, history }: { connection: Pick<HomeConnection, "command">; history: Pick<History, "rows"> }) {
  let known: readonly string[] = [];
  const eventEntities = async (): Promise<readonly string[]> => {
    const entries = z.array(z.unknown()).parse(await connection.command({ type: "config/entity_registry/list" }));
    return entries.flatMap((entry) => {
      const { data } = registryEntry.safeParse(entry);
      return data?.platform === "telegram_bot" && data.entity_id.startsWith("event.") ? [data.entity_id] : [];
    });
  };
  return {
    /** Config entry ids of the bots. Rejects while Home Assistant is not ready. */
    async bots(): Promise<readonly string[]> {
      const entries = configEntries.parse(await connection.command({ type: "config_entries/get", domain: "telegram_bot" }));
      return entries.map((entry) => entry.entry_id);
    },
    /** Updates of all bots between two times (ms), in the order they came. Rejects while registry or recorder is not ready. */
    async updates(from: number, to: number, signal?: AbortSignal): Promise<readonly TelegramUpdate[]> {
      if (known.length === 0) known = await eventEntities();
      const rows = await Promise.all(known.map((entityId) => history.rows(entityId, from, to + CLOCK_SKEW_MS, { signal })));
      return rows.flat().flatMap(({ state, attributes }) => {
        // the state is the time of the event; after a restart the last one comes back as a new row with its old time
        const at = Date.parse(state);
        if (!(at >= from)) return [];
        const update = readUpdate(String(attributes["event_type"]), attributes, at);
        return update ? [update] : [];
      });
    },
    /** To be called after each login: bots may have come and gone. */
    forgetBots(): void {
      known = [];
    },
  };
}

/** What Home Assistant received while we were away, oldest first, in its last version. Gives up after ten minutes; never rejects. */
export async function readMissed({
  botHistory,
  heard,
  firstConnectedAt,
  now,
  logger,
  signal,
  onNotReady,
}: {
  botHistory: BotHistory;
  heard: (bot: string) => HeardSpan | undefined;
  /** Where to begin if no bot ever had a message. */
  firstConnectedAt: number;
  now: () => number;
  logger: Logger;
  signal: AbortSignal;
  /** Called each time the recorder is not ready: what waits for this reading should wait no longer. */
  onNotReady: () => void;
}): Promise<readonly (MessageUpdate | PressUpdate)[]> {
  const startedAt = now();
  for (let delay = FIRST_RETRY_MS; !signal.aborted; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
    try {
      const to = now();
      const spans = (await botHistory.bots()).map(heard).filter((span) => span !== undefined);
      // one connection serves all bots: when one was heard, the others would have been
      const last = Math.max(...spans.map((span) => span.last));
      // what was said before we first heard somebody was not said to us
      const first = Math.min(...spans.map((span) => span.first));
      const since = spans.length === 0 ? firstConnectedAt : Math.max(first, last - OVERLAP_MS);
      return lastVersions(await botHistory.updates(Math.max(since, to - FURTHEST_BACK_MS), to, signal));
    } catch (error) {
      // the next connection begins anew
      if (signal.aborted || error instanceof HomeUnreachableError) return [];
      if (now() - startedAt > GIVE_UP_AFTER_MS) {
        logger.warn({ err: error }, "missed Telegram messages could not be read from Home Assistant's history");
        return [];
      }
      logger.debug({ err: error }, "Home Assistant's history is not ready");
      onNotReady();
    }
    await pause(delay, signal);
  }
  return [];
}

function lastVersions(updates: readonly TelegramUpdate[]): (MessageUpdate | PressUpdate)[] {
  const latest = new Map<string, MessageUpdate | PressUpdate>();
  for (const update of updates) {
    if (update.kind === "message") latest.set(`${update.bot.id} ${update.chatId} ${update.messageId}`, update);
    if (update.kind === "press") latest.set(`press ${update.queryId}`, update);
  }
  return [...latest.values()];
}
