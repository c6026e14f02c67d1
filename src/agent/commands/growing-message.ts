import type { Logger } from "../../observability/logger.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { Later } from "../../text/later.ts";
import type { CommandContext } from "../command-context.ts";

export interface GrowingMessageDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "answerOf">;
  readonly turns: Pick<TurnStore, "ofMessage">;
  readonly later: Later;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Telegram takes about one message a second in a chat, edits too; half of that leaves room for answers. */
const EDIT_EVERY_MS = 2_000;
/** A minute in which the database takes nothing: a backup's lock is over by then, and a full disk has more to tell than this. */
const MOST_FAULTS = 30;

/** The command's answer as a message whose text changes. What comes faster than it can be shown is left out, except the last. */
export function createGrowingMessage(
  { outbox, turns, later, now, logger }: GrowingMessageDependencies,
  { chat: { channel, bot, chatId }, messageId }: Pick<CommandContext, "chat" | "messageId">,
) {
  let text: string | undefined;
  let shown: string | undefined;
  let ended = false;

  let faults = 0;

  const look = () => {
    try {
      if (showNewest() === "over") return;
      faults = 0;
    } catch (error) {
      logger[faults === 0 ? "warn" : "debug"]({ err: error }, "how far something is could not be shown");
      faults++;
    }
    if (faults < MOST_FAULTS) later(EDIT_EVERY_MS, look);
  };
  later(EDIT_EVERY_MS, look);

  const showNewest = (): "over" | undefined => {
    const turn = turns.ofMessage({ channel, bot, chatId }, messageId);
    const { messageId: editMessageId, waiting } = turn ? outbox.answerOf(turn.id) : {};
    // a chat that cannot be reached gets the newest text later, not all that there were
    if (waiting) return undefined;
    if (!turn || editMessageId === undefined) return "over";
    if (text !== undefined && text !== shown) {
      outbox.add({ channel, bot, chatId, turnId: turn.id, kind: "edit", text, origin: "home", editMessageId, at: now() });
      shown = text;
    }
    return ended ? "over" : undefined;
  };

  return {
    show(newest: string, last?: "last"): void {
      text = newest;
      ended = last !== undefined;
    },
  };
}
