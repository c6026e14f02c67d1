import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDocuments } from "../../src/knowledge/documents/documents.ts";
import { type ReadDocument, readDocument } from "../../src/knowledge/documents/documents-worker.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { temporaryFolder } from "../storage/temporary-folder.ts";

/** A folder with documents in it, which are read here and not in a thread; `faults` and `pauses` are for the next readings. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>) {
  const folder = temporaryFolder();
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  for (const [file, content] of Object.entries(files)) write(file, content);
  const read: string[] = [];
  const faults: Error[] = [];
  const pauses: (() => void)[] = [];
  const documents = createDocuments({
    folders: [folder],
    pool: {
      async run<Input, Output>(_task: object, input: Input) {
        const file = input as Parameters<typeof readDocument>[0];
        read.push(file.path.slice(folder.length + 1));
        const fault = faults.shift();
        if (fault) throw fault;
        pauses.shift()?.();
        return (await readDocument(file)) as Output;
      },
    },
    logger: recordingLogger().logger,
  });
  return { folder, write, read, faults, pauses, documents };
}

/** The documents of some folders. */
export function documentsOf(folders: readonly string[]) {
  const pool = { run: async <Input, Output>(_: object, input: Input) => (await readDocument(input as ReadDocument)) as Output };
  return createDocuments({ folders, pool, logger: recordingLogger().logger });
}
