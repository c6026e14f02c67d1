import type { Sync, SyncOutcome, SyncProgress } from "../homeassistant/sync-run.ts";
import type { Later } from "../later.ts";
import type { Logger } from "../observability/logger.ts";
import type { OutboxStore } from "../storage/outbox.ts";
import type { TurnStore } from "../storage/turns.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CommandContext } from "./command-context.ts";
import { verbatim } from "./verbatim.ts";

interface SyncCommandDependencies {
  readonly sync: Pick<Sync, "status" | "run">;
  readonly outbox: Pick<OutboxStore, "add" | "answerOf">;
  readonly turns: Pick<TurnStore, "ofMessage">;
  readonly later: Later;
  /** ms since the epoch */
  readonly now: () => number;
  readonly wakeDelivery: () => void;
  readonly logger: Logger;
}

/** Telegram takes about one message a second in a chat, edits too; half of that leaves room for answers. */
const EDIT_EVERY_MS = 2_000;
/** A minute in which the database takes nothing: a backup's lock is over by then, and a full disk has more to tell than this. */
const MOST_FAULTS = 30;

/** What `/sync` does: everything is read again, and its answer tells how far that is by changing itself. */
export function createSyncCommand(dependencies: SyncCommandDependencies) {
  const { sync } = dependencies;
  return (context: Pick<CommandContext, "person" | "chat" | "messageId" | "catalogue">, _argument: string): string => {
    const { catalogue, person } = context;
    if (person.role !== "owner" && person.role !== "adult") return catalogue.text("sync.grown-ups");
    if (sync.status.state === "running") return alreadyText(sync.status.progress, catalogue);
    const message = createGrowingMessage(dependencies, context);
    const onProgress = (progress: SyncProgress) => message.show(progressText(progress, catalogue));
    void sync
      .run({ reason: "command", by: person.name, onProgress })
      .then((outcome) => message.show(outcomeText(outcome, catalogue), "last"));
    return catalogue.text("sync.begun");
  };
}

/** The command's answer as a message whose text changes. What comes faster than it can be shown is left out, except the last. */
function createGrowingMessage(
  { outbox, turns, later, now, wakeDelivery, logger }: SyncCommandDependencies,
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
      logger[faults === 0 ? "warn" : "debug"]({ err: error }, "how far a sync is could not be shown");
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
      wakeDelivery();
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

function progressText({ phase, done, total }: SyncProgress, catalogue: Catalogue): string {
  return catalogue.text("sync.progress", { phase: phaseName(phase, catalogue), done, total });
}

function alreadyText(progress: SyncProgress | undefined, catalogue: Catalogue): string {
  if (!progress) return catalogue.text("sync.already");
  const { phase, done, total } = progress;
  return catalogue.text("sync.already-progress", { phase: phaseName(phase, catalogue), done, total });
}

function phaseName(phase: string, catalogue: Catalogue): string {
  return catalogue.find(`sync.phase.${phase}`) ?? phase;
}

function outcomeText(outcome: SyncOutcome, catalogue: Catalogue): string {
  if (outcome.kind === "already_running") return alreadyText(outcome.progress, catalogue);
  // in one line: a terminal shows the last line of what changed
  const problems = outcome.problems.map((problem) => verbatim(problem)).join("; ");
  if (outcome.kind === "failed") return problems ? catalogue.text("sync.failed-because", { problems }) : catalogue.text("sync.failed");
  const counts = Object.entries(outcome.counts).flatMap(([kind, count]) => (count > 0 ? [countText(kind, count, catalogue)] : []));
  const done = counts.length > 0 ? catalogue.text("sync.done-counts", { counts: catalogue.list(counts) }) : catalogue.text("sync.done");
  return problems ? `${done} ${catalogue.text("sync.left-out", { problems })}` : done;
}

function countText(kind: string, count: number, catalogue: Catalogue): string {
  return catalogue.find(`sync.counted.${kind}`, { count }) ?? catalogue.text("sync.count", { count, kind });
}
