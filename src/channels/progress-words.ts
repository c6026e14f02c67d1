import type { Progress } from "../agent/turn.ts";
import type { Catalogue } from "../languages/catalogue.ts";

/** What a turn is doing, in one line; undefined once it is over. */
export function progressWords(progress: Progress, catalogue: Pick<Catalogue, "text" | "list">): string | undefined {
  switch (progress.kind) {
    case "thinking":
      return catalogue.text("progress.thinking");
    case "reading":
      return catalogue.text("progress.reading", { count: progress.count });
    case "acting":
      return catalogue.text("progress.acting", { names: catalogue.list(progress.names) });
    case "asking":
      return catalogue.text("progress.asking");
    case "text":
      return progress.text;
    case "ended":
      return undefined;
  }
}
