import type { QueryVector } from "../../knowledge/retrieval.ts";
import type { Embeddings } from "../../models/embeddings.ts";
import type { Logger } from "../../observability/logger.ts";
import type { TurnInput } from "../state.ts";
import { type Offered, TOOL_GROUPS, type ToolGroup } from "../toolbox.ts";

interface ToolGroupsDependencies {
  /** Undefined without an embedding model. */
  readonly vectors: { readonly embeddings: Pick<Embeddings, "model" | "embed">; readonly of: QueryVector } | undefined;
  readonly offered: Offered;
  /** Groups whose tools were used in a session. */
  readonly used: (sessionId: string) => readonly ToolGroup[];
  /** ms since the epoch */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Which groups of tools the prompt of a turn holds. */
export type ToolGroups = (turn: Pick<TurnInput, "text" | "sessionId">, signal: AbortSignal) => Promise<readonly ToolGroup[]>;

const GROUPS = Object.keys(TOOL_GROUPS) as readonly ToolGroup[];
/** A model that is loaded embeds twenty sentences within a second; a cold one is loaded within a minute, or not at all. */
const TIMEOUT_MS = 60_000;
/** A server that hangs is not asked in every turn. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * A turn gets the group whose description is nearest to its message, if no tool that is always there is nearer, and those whose tools its session used. Embeddings tell it
 * where small models never ask for more tools (docs/decisions/2026-11-29-tools-in-groups.md). Waits for the query's vector alone. Rejects with the signal's reason only.
 */
export function createToolGroups({ vectors, offered, used, now, logger }: ToolGroupsDependencies): ToolGroups {
  let known: { readonly of: string; readonly vectors: readonly Float32Array[] } | undefined;
  let isAsked = false;
  let failures = 0;
  /** ms since the epoch */
  let pausedUntil = 0;

  /** Of the groups, and of the tools that are always there; undefined until they are there. No turn waits for them. */
  function described(): readonly Float32Array[] | undefined {
    const texts = [...Object.values(TOOL_GROUPS), ...offered().map(({ description }) => description)];
    const of = texts.join("\n");
    if (known?.of === of) return known.vectors;
    if (vectors && !isAsked && now() >= pausedUntil) void embed(vectors.embeddings, texts, of);
    return undefined;
  }

  async function embed(embeddings: Pick<Embeddings, "embed">, texts: readonly string[], of: string): Promise<void> {
    isAsked = true;
    try {
      known = { of, vectors: await embeddings.embed(texts, "query", { signal: AbortSignal.timeout(TIMEOUT_MS) }) };
      failures = 0;
    } catch (error) {
      logger.debug({ err: error }, "tool descriptions could not be embedded");
      pausedUntil = now() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
    } finally {
      isAsked = false;
    }
  }

  async function nearest(text: string, signal: AbortSignal): Promise<readonly ToolGroup[]> {
    described();
    const asked = await vectors?.of(text, signal);
    const all = described();
    if (!asked || !all) return [];
    const likeness = all.map((vector) => cosine(asked, vector));
    const best = GROUPS[likeness.indexOf(Math.max(...likeness))];
    return best ? [best] : [];
  }

  return async ({ text, sessionId }, signal) => {
    const open = new Set([...used(sessionId), ...(await nearest(text, signal))]);
    return GROUPS.filter((group) => open.has(group));
  };
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [product, ones, others] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const beside = other[index] ?? 0;
    product += value * beside;
    ones += value * value;
    others += beside * beside;
  }
  return product / Math.sqrt(ones * others || 1);
}
