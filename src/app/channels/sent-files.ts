import { createDocumentDesk } from "../../agent/approvals/document-desk.ts";
import type { AttachmentsDependencies } from "../../agent/turns/attachments.ts";
import type { Own } from "../../homeassistant/services/own.ts";
import { createReceivedFiles } from "../../homeassistant/telegram/received-files.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

interface SentFilesOptions
  extends Pick<Surroundings, "clock" | "later" | "logger">,
    Pick<HomeParts, "home" | "speech">,
    Pick<Stores, "database" | "turns" | "outbox" | "sentDocuments">,
    Pick<AttachmentsDependencies, "sees"> {
  readonly telegram: Own["telegram"];
  /** Where Home Assistant's bot leaves what it downloads. */
  readonly folder: string | undefined;
  readonly knowledge: Pick<Knowledge, "shelf" | "indexer"> | undefined;
}

/** What comes of files that people send: speech, pictures, documents. */
export function createSentFiles(options: SentFilesOptions) {
  const { speech, sees, knowledge, clock } = options;
  const files = createReceivedFiles({ ...options, logger: options.logger.child({ part: "telegram" }) });
  const changed = () => void knowledge?.indexer.request(["document"]);
  const documents = createDocumentDesk({ ...options, files, shelf: knowledge?.shelf, changed, now: clock });
  return {
    documents,
    forTurns: { files, speech, sees, documents },
    start(): void {
      files.start();
      void documents.sweep();
    },
    /** Somebody wanted something forgotten. */
    forgotten(): void {
      void files.sweep();
      void documents.sweep();
    },
  };
}
