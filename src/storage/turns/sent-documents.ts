import { createHash } from "node:crypto";
import type { AssistantDatabase } from "../database.ts";

export type SentDocuments = ReturnType<typeof createSentDocuments>;

/** Which documents came in a chat, so that they go with their message. Of the names only digests are kept. Writes join an open transaction. */
export function createSentDocuments({ database }: { readonly database: AssistantDatabase }) {
  const insert = database.command<[string, string]>(
    "INSERT OR REPLACE INTO sent_documents (turn_id, digest, is_unwanted) VALUES (?, ?, 0)",
  );
  const ofTurn = database.values<[string], number>("SELECT 1 FROM sent_documents WHERE turn_id = ?");
  const unwanted = database.values<[], string>("SELECT digest FROM sent_documents WHERE is_unwanted = 1");
  return {
    add: (turnId: string, name: string): void => void insert(turnId, digestOf(name)),
    has: (turnId: string): boolean => ofTurn.get(turnId) !== undefined,
    drop: database.command<[turnId: string]>("DELETE FROM sent_documents WHERE turn_id = ?"),
    /** Of these names those whose message was forgotten. */
    unwantedOf(names: readonly string[]): readonly string[] {
      const digests = new Set(unwanted.all());
      return digests.size === 0 ? [] : names.filter((name) => digests.has(digestOf(name)));
    },
    hasUnwanted: (): boolean => unwanted.get() !== undefined,
    /** The files are gone. */
    dropUnwanted: database.command<[]>("DELETE FROM sent_documents WHERE is_unwanted = 1"),
  };
}

function digestOf(name: string): string {
  return createHash("sha256").update(name.normalize("NFC")).digest("base64url");
}
