import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How often a word stands in the files of a service: in the databases, their logs and their indexes. */
export function countOnDisk({ dataDir }: { readonly dataDir: string }, word: string): number {
  const files = ["assistant.db", "langgraph_checkpoints.db"].flatMap((file) =>
    ["", "-wal", "-shm"].map((end) => join(dataDir, file + end)),
  );
  return files.filter((file) => existsSync(file)).reduce((sum, file) => sum + readFileSync(file, "latin1").split(word).length - 1, 0);
}
