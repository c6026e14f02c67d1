import { createHash } from "node:crypto";
import type { AssistantDatabase } from "../database.ts";

export type SentDocuments = ReturnType<typeof createSentDocuments>;

/** A document whose message was forgotten. */
interface UnwantedDocument {
  readonly turnId: string;
  isNamed(name: string): boolean;
  /** False for another document, which somebody put in its place. */
  holds(content: Uint8Array): boolean;
}

/** Which documents came in a chat, so that they go with their message. Of names and contents only digests are kept. Writes join an open transaction. */
export function createSentDocuments({ database }: { readonly database: AssistantDatabase }) {
  const insert = database.command<[turnId: string, digest: string, content: string]>(
    "INSERT OR REPLACE INTO sent_documents (turn_id, digest, content, is_unwanted) VALUES (?, ?, ?, 0)",
  );
  const ofTurn = database.values<[string], number>("SELECT 1 FROM sent_documents WHERE turn_id = ?");
  const unwanted = database.query<[], { readonly turnId: string; readonly digest: string; readonly content: string }>(
    "SELECT turn_id AS turnId, digest, content FROM sent_documents WHERE is_unwanted = 1",
  );
  return {
    add: (turnId: string, name: string, content: Uint8Array): void => void insert(turnId, nameDigest(name), digestOf(content)),
    has: (turnId: string): boolean => ofTurn.get(turnId) !== undefined,
    drop: database.command<[turnId: string]>("DELETE FROM sent_documents WHERE turn_id = ?"),
    unwanted: (): readonly UnwantedDocument[] =>
      unwanted.all().map(({ turnId, digest, content }) => ({
        turnId,
        isNamed: (name) => nameDigest(name) === digest,
        holds: (bytes) => digestOf(bytes) === content,
      })),
  };
}

function nameDigest(name: string): string {
  return digestOf(name.normalize("NFC"));
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}
