import { embedEach } from "../../models/embeddings.ts";
import type { IdleGate } from "../../models/idle-gate.ts";
import type { TimelyVectors } from "../../models/timely-vector.ts";
import type { Logger } from "../../observability/logger.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { FactStore, FactVector } from "../../storage/facts/facts.ts";
import type { Later } from "../../text/later.ts";

/** Somebody waits for the answer: words find most of it. */
const DEADLINE_MS = 150;
/** Nobody waits: a cold model is loaded within a minute, or not at all. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Texts of one request: a second on a processor. */
const BATCH = 16;
/** So long nobody needed the model: the turn is over, and no other one followed at once. */
const IDLE_MS = 5_000;
/** The model is away, or the disk is. */
const AWAY_MS = 300_000;

interface FactVectorsDependencies {
  readonly store: Pick<FactStore, "withoutVector" | "putVector" | "get">;
  readonly vectors: TimelyVectors;
  readonly idle: Pick<IdleGate, "add">;
  readonly later: Later;
  readonly logger: Logger;
}

/** Vectors of facts and questions, if they come in time; whoever does not get one goes on without. */
export interface FactVectors {
  ofQuestion(text: string, signal: AbortSignal): Promise<FactVector | undefined>;
  /** Of what is said in this turn. */
  ofFact(fact: Pick<Fact, "key" | "value">): Promise<FactVector | undefined>;
  /** In their order, for somebody who has the model's idle time. Undefined for each where the model is away. */
  ofFacts(facts: readonly Pick<Fact, "key" | "value">[], signal: AbortSignal): Promise<readonly (FactVector | undefined)[]>;
  /** Facts may lack vectors: they are made in the model's idle time. */
  fillLater(): void;
}

/** Facts are found by their words alone. */
export const NO_VECTORS: FactVectors = {
  ofQuestion: async () => undefined,
  ofFact: async () => undefined,
  ofFacts: async () => [],
  fillLater: () => {},
};

/** Asks one embedding model for all vectors, and makes those that are missing when nobody needs it. */
export function createFactVectors({ store, vectors, idle, later, logger }: FactVectorsDependencies): FactVectors & AsyncDisposable {
  const { embeddings } = vectors;
  const { model } = embeddings;
  const never = new AbortController().signal;
  let timer: Disposable | undefined;

  const work = { idleMs: IDLE_MS, isWaiting: false, run: fill };
  const task = idle.add(work);

  function fillLater(): void {
    timer?.[Symbol.dispose]();
    work.isWaiting = true;
    task.wake();
  }

  async function fill(signal: AbortSignal): Promise<void> {
    try {
      const facts = store.withoutVector(model, BATCH);
      work.isWaiting = facts.length > 0;
      if (!work.isWaiting) return;
      const made = await embedEach(facts.map(textOf), "document", { embeddings, signal, timeoutMs: REQUEST_TIMEOUT_MS });
      for (const [index, { id, key, value }] of facts.entries()) {
        const now = store.get(id);
        const vector = made[index];
        // it may have been put right meanwhile
        if (vector && now?.key === key && now.value === value) store.putVector(id, { model, vector });
      }
    } catch (error) {
      if (signal.aborted) return;
      work.isWaiting = false;
      timer = later(AWAY_MS, fillLater);
      logger.debug({ err: error }, "facts got no vectors");
    }
  }

  async function inTime(text: string, kind: "query" | "document", signal: AbortSignal): Promise<FactVector | undefined> {
    const vector = await vectors.of(text, kind, { signal, deadlineMs: DEADLINE_MS });
    return vector && { model, vector };
  }

  return {
    ofQuestion: (text, signal) => inTime(text, "query", signal),
    ofFact: (fact) => inTime(textOf(fact), "document", never),
    async ofFacts(facts, signal) {
      if (facts.length === 0) return [];
      try {
        const made = await embedEach(facts.map(textOf), "document", { embeddings, signal, timeoutMs: REQUEST_TIMEOUT_MS });
        return made.map((vector) => ({ model, vector }));
      } catch (error) {
        logger.debug({ err: error }, "facts got no vectors");
        return [];
      }
    },
    fillLater,
    async [Symbol.asyncDispose]() {
      timer?.[Symbol.dispose]();
      await task[Symbol.asyncDispose]();
      timer?.[Symbol.dispose]();
    },
  };
}

function textOf({ key, value }: Pick<Fact, "key" | "value">): string {
  return `${key.replaceAll("_", " ")}: ${value}`;
}
