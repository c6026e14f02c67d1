import type { Sync, SyncOutcome, SyncProgress } from "../../homeassistant/own-device/sync-run.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { isGrownUp } from "../../security/policy/policy-input.ts";
import type { CommandContext } from "../command.ts";
import { createGrowingMessage, type GrowingMessageDependencies } from "../live-messages.ts";
import { verbatim } from "../wording/phrases.ts";

interface SyncCommandDependencies extends GrowingMessageDependencies {
  readonly sync: Pick<Sync, "status" | "run">;
}

/** What `/sync` does: everything is read again, and its answer tells how far that is by changing itself. */
export function createSyncCommand(dependencies: SyncCommandDependencies) {
  const { sync } = dependencies;
  return (context: Pick<CommandContext, "person" | "chat" | "messageId" | "catalogue">, _argument: string): string => {
    const { catalogue, person } = context;
    if (!isGrownUp(person.role)) return catalogue.text("sync.grown-ups");
    if (sync.status.state === "running") return alreadyText(sync.status.progress, catalogue);
    const message = createGrowingMessage(dependencies, context);
    const onProgress = (progress: SyncProgress) => message.show(progressText(progress, catalogue));
    void sync
      .run({ reason: "command", by: person.name, onProgress })
      .then((outcome) => message.show(outcomeText(outcome, catalogue), "last"));
    return catalogue.text("sync.begun");
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
