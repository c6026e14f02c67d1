import { hash, randomBytes } from "node:crypto";

/** What a row of the log says and can never lose, in the order in which its digest is made. Digests are SHA-256, 32 bytes. */
export const FIXED_FIELDS = [
  ...([
    "seq",
    "at",
    "kind",
    "turn_id",
    "person_id",
    "approval_id",
    "action_id",
    "service",
    "entity_ids",
    "effects",
    "outcome",
    "rule",
  ] as const),
  ...(["pruned_to", "pruned_chain", "pruned_before", "detail_digest"] as const),
] as const;

/** A row's fixed fields, as columns; what is left out is NULL. */
export type FixedFields = Partial<Record<(typeof FIXED_FIELDS)[number], string | number | Buffer | null>>;

/** What an anchor says: up to which row all was removed, that row's chain, and the time (ms) that all of it was older than. */
export interface Anchor {
  readonly at: number;
  readonly pruned_to: number;
  readonly pruned_chain: Buffer;
  readonly pruned_before: number;
}

export interface AuditRow extends FixedFields {
  readonly seq: number;
  readonly detail_digest: Buffer | null;
  readonly detail: string | null;
  readonly salt: Buffer | null;
  readonly digest: Buffer;
  readonly chain: Buffer;
}

/** What the first row of all follows. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Short texts could be found by trying them against their digest; nobody tries 128 random bits. */
const SALT_BYTES = 16;

/** The columns of a text that can be erased later without breaking the chain. */
export function sealed(detail: string | undefined): Pick<AuditRow, "detail" | "salt" | "detail_digest"> {
  if (detail === undefined) return { detail: null, salt: null, detail_digest: null };
  const salt = randomBytes(SALT_BYTES);
  return { detail, salt, detail_digest: detailDigest(salt, detail) };
}

export function digestOf(row: FixedFields): Buffer {
  const fields = FIXED_FIELDS.map((name) => {
    const value = row[name] ?? null;
    return Buffer.isBuffer(value) ? value.toString("hex") : value;
  });
  return hash("sha256", JSON.stringify(fields), "buffer");
}

interface AskedColumns {
  readonly answerers: string;
  readonly people_needed: number;
  readonly pin_needed: number;
  readonly question: string;
  readonly actions: string;
}

/** What was asked, as a digest that its row seals. */
export function askedDigest({ answerers, people_needed, pin_needed, question, actions }: AskedColumns): string {
  // halves of a character do not survive in a file
  return hash("sha256", JSON.stringify([answerers, people_needed, pin_needed, question.toWellFormed(), actions]));
}

export function chained(previous: Buffer, digest: Buffer): Buffer {
  return hash("sha256", Buffer.concat([previous, digest]), "buffer");
}

/** True if the row is as it was written and follows on `previous`; its text may have been erased meanwhile. */
export function isIntact(row: AuditRow, previous: Buffer): boolean {
  return textIsIntact(row) && digestOf(row).equals(row.digest) && chained(previous, row.digest).equals(row.chain);
}

function textIsIntact({ detail, salt, detail_digest }: AuditRow): boolean {
  if (detail === null || salt === null) return detail === null && salt === null;
  return detail_digest !== null && detailDigest(salt, detail).equals(detail_digest);
}

function detailDigest(salt: Buffer, detail: string): Buffer {
  return hash("sha256", Buffer.concat([salt, Buffer.from(detail)]), "buffer");
}
