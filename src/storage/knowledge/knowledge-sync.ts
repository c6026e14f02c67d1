import { createHash } from "node:crypto";
import type { AssistantDatabase, Step } from "../database.ts";
import type { VectorTables } from "./knowledge-vectors.ts";
import { indexedText } from "./knowledge-words.ts";

/** A passage as its source has it; `part` is 0 when left out, and counts the passages of one `ref`. */
export interface KnowledgeItem {
  readonly ref: string;
  readonly part?: number | undefined;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly origin: "home" | "document" | "person";
}

/** How many passages a source had, compared with what was kept of it. */
export interface SyncCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface SyncOptions {
  readonly at: number;
  /** Only what is kept of this one is compared. */
  readonly ref?: string | undefined;
  /** Refs that are still there although nothing is told of them: what is kept of them stays. */
  readonly unread?: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pages of 4 kB that are merged with each step's words. */
const MERGED_PAGES = 16;

/** Passages that are compared in one step: 5 ms. */
const MOST_READ = 250;
/** Passages whose ids are looked at in one step. The ids of 100,000 passages at once held the event loop for 40 ms. */
const MOST_LISTED = 1_000;

const AFTER_ALL = "\u{10ffff}";

interface Known {
  readonly id: number;
  readonly text: string;
}

/** Where a passage stands in the order of its source. */
interface Place {
  readonly id: number;
  readonly ref: string;
  readonly part: number;
}

interface NewRow {
  readonly source: string;
  readonly ref: string;
  readonly part: number;
  readonly hash: Buffer;
  readonly origin: string;
  readonly at: number;
  readonly metadata: string;
  readonly text: string;
}

/** Brings what is kept of a source in step with what it has now. */
export function createKnowledgeSync({ database, vectors }: { database: AssistantDatabase; vectors: VectorTables }) {
  const placesAfter = database.query<{ source: string; ref: string; part: number; lastRef: string; most: number }, Place>(
    `SELECT id, ref, part FROM rag_documents WHERE source = @source AND (ref, part) > (@ref, @part) AND ref <= @lastRef
     ORDER BY ref, part LIMIT @most`,
  );
  // the text only of what changed: of all the others it would be read to be thrown away
  const find = database.query<NewRow, { readonly id: number; readonly text: string | undefined }>(
    `SELECT id, CASE WHEN hash = @hash THEN NULL ELSE text END AS text FROM rag_documents
     WHERE source = @source AND ref = @ref AND part = @part`,
  );
  const withText = database.query<[readonly number[]], Known>(
    "SELECT id, text FROM rag_documents WHERE id IN (SELECT value FROM json_each(?))",
  );
  const insert = database.insertion<NewRow>(
    `INSERT INTO rag_documents (source, ref, part, hash, origin, updated_at, metadata, text)
     VALUES (@source, @ref, @part, @hash, @origin, @at, @metadata, @text)`,
  );
  const redescribe = database.command<NewRow & { id: number }>(
    `UPDATE rag_documents SET hash = @hash, origin = @origin, updated_at = @at, metadata = @metadata
     WHERE id = @id`,
  );
  const erase = database.command<[number]>("DELETE FROM rag_documents WHERE id = ?");
  const addWords = database.command<[number, string]>("INSERT INTO rag_fts (rowid, words) VALUES (?, ?)");
  const removeWords = database.command<[number, string]>("INSERT INTO rag_fts (rag_fts, rowid, words) VALUES ('delete', ?, ?)");

  function add(row: NewRow): number {
    const id = insert(row);
    addWords(id, indexedText(row.text));
    return id;
  }

  function remove(id: number, text: string): void {
    removeWords(id, indexedText(text));
    erase(id);
  }

  const mergeWords = database.command<[number]>("INSERT INTO rag_fts (rag_fts, rank) VALUES ('merge', ?)");

  /** Takes the old out before the new comes in, by rising ids: in another order the index of words is written anew for each of them. */
  function write(old: readonly Known[], fresh: readonly NewRow[]): readonly number[] {
    vectors.remove(old.map(({ id }) => id));
    for (const { id, text } of old.toSorted((one, other) => one.id - other.id)) remove(id, text);
    const ids = fresh.map(add);
    if (old.length + fresh.length > 0) mergeWords(MERGED_PAGES);
    return ids;
  }

  return async (source: string, items: Iterable<KnowledgeItem>, { at, ref, unread, signal }: SyncOptions): Promise<SyncCounts> => {
    const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
    const kept = new Set<number>();
    const seen = new Set<string>();
    const given = items[Symbol.iterator]();

    const take = (most: number): Step => {
      const old: Known[] = [];
      const fresh: NewRow[] = [];
      let isLast = false;
      let described = 0;
      for (let read = 0; read < MOST_READ && fresh.length + described < most && !isLast; read += 1) {
        const next = given.next();
        if (next.done) {
          isLast = true;
          break;
        }
        const row = rowOf(source, next.value, at);
        const key = `${row.part} ${row.ref}`;
        if (seen.has(key)) throw new RangeError(`two passages of ${source} have the same ref and part`);
        seen.add(key);
        const { id, text } = find.get(row) ?? {};
        if (id !== undefined && (text === undefined || text === row.text)) kept.add(id);
        if (id === undefined) {
          fresh.push(row);
          counts.added += 1;
        } else if (text === undefined) {
          counts.unchanged += 1;
        } else {
          counts.changed += 1;
          if (text === row.text) {
            redescribe({ ...row, id });
            described += 1;
          } else {
            old.push({ id, text });
            fresh.push(row);
          }
        }
      }
      for (const id of write(old, fresh)) kept.add(id);
      return { isLast, isFull: fresh.length + described >= most };
    };

    const removeRest = async (): Promise<void> => {
      const left: number[] = [];
      let last: Pick<Place, "ref" | "part"> = { ref: ref ?? "", part: Number.NEGATIVE_INFINITY };
      await database.inSteps(signal, () => {
        const places = placesAfter.all({ source, ...last, lastRef: ref ?? AFTER_ALL, most: MOST_LISTED });
        for (const place of places) {
          if (kept.has(place.id)) continue;
          if (unread?.has(place.ref)) counts.unchanged += 1;
          else left.push(place.id);
        }
        last = places.at(-1) ?? last;
        return { isLast: places.length < MOST_LISTED, isFull: false };
      });

      const gone = left.sort((one, other) => one - other).values();
      await database.inSteps(signal, (most) => {
        const ids = gone.take(most).toArray();
        write(withText.all(ids), []);
        counts.removed += ids.length;
        return { isLast: ids.length < most, isFull: true };
      });
    };

    try {
      await database.inSteps(signal, take);
      await removeRest();
    } finally {
      // also of what was done until it was cut off
      if (counts.changed + counts.removed > 0) database.emptyLog();
    }
    return counts;
  };
}

function rowOf(source: string, { ref, part = 0, text, metadata: told, origin }: KnowledgeItem, at: number): NewRow {
  const metadata = JSON.stringify(told);
  const hash = createHash("sha256").update(JSON.stringify([text, origin, metadata]));
  return { source, ref, part, origin, at, text, metadata, hash: hash.digest() };
}
