import { bytesOf, cosine, normalised, vectorIn } from "../cosine.ts";
import type { AssistantDatabase } from "../database.ts";

/** A fact that was found, a higher score for a better one. */
export interface FactMatch {
  readonly id: number;
  readonly score: number;
}

export interface FactVector {
  readonly model: string;
  readonly vector: Float32Array;
}

/** Vectors kept in memory beside the file: 15 MB of 768 numbers each. Reading them takes four times as long as comparing. */
const MOST_KEPT = 5_000;

/** Vectors of facts. Those of one model are kept once they were read; whoever asks says of which facts, so what is gone is not looked at. */
export function createFactVectorTable({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const add = sqlite.prepare<[number, string, Uint8Array]>(
    "INSERT INTO fact_vectors (fact_id, model, vector) VALUES (?, ?, ?) ON CONFLICT (fact_id) DO UPDATE SET model = excluded.model, vector = excluded.vector",
  );
  const remove = sqlite.prepare<[number]>("DELETE FROM fact_vectors WHERE fact_id = ?");
  const ofModel = sqlite.prepare<[string, string], { id: number; vector: Buffer }>(
    "SELECT fact_id AS id, vector FROM fact_vectors WHERE fact_id IN (SELECT value FROM json_each(?)) AND model = ?",
  );
  const kept = new Map<number, Float32Array>();
  let keptModel = "";

  function vectorsOf(model: string, ids: readonly number[]): ReadonlyMap<number, Float32Array> {
    if (model !== keptModel) kept.clear();
    keptModel = model;
    const unread = ids.filter((id) => !kept.has(id));
    if (unread.length === 0) return kept;
    const isFull = kept.size + unread.length > MOST_KEPT;
    if (isFull) kept.clear();
    const missing = isFull ? ids : unread;
    const read = new Map(ofModel.all(JSON.stringify(missing), model).map(({ id, vector }) => [id, vectorIn(vector)]));
    // what a transaction wrote may be taken back
    if (sqlite.inTransaction) return new Map([...kept, ...read]);
    // what has none is not looked for again
    for (const id of missing) kept.set(id, read.get(id) ?? new Float32Array());
    return kept;
  }

  return {
    put(id: number, { model, vector }: FactVector): void {
      kept.delete(id);
      add.run(id, model, bytesOf(normalised(vector)));
    },
    remove(id: number): void {
      kept.delete(id);
      remove.run(id);
    },
    /** Of these facts those whose vectors are nearest by the cosine (the score, -1 to 1). */
    nearest({ model, vector }: FactVector, ids: readonly number[], limit: number): readonly FactMatch[] {
      const vectors = vectorsOf(model, ids);
      const query = normalised(vector);
      const nearest: FactMatch[] = [];
      for (const id of ids) {
        const other = vectors.get(id);
        const score = other && cosine(query, other);
        // few of a thousand are among the nearest: putting these in their places is a third of the work of sorting all
        if (score === undefined || (nearest.length >= limit && score <= (nearest.at(-1)?.score ?? 1))) continue;
        const place = nearest.findIndex((match) => match.score < score);
        nearest.splice(place === -1 ? nearest.length : place, 0, { id, score });
        if (nearest.length > limit) nearest.pop();
      }
      return nearest;
    },
  };
}
