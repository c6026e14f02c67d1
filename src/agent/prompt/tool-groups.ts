import type { QueryVector } from "../../knowledge/retrieval.ts";
import type { Embeddings } from "../../models/embeddings.ts";
import type { Logger } from "../../observability/logger.ts";
import type { TurnInput } from "../state.ts";
import { type Offered, TOOL_GROUPS, type ToolGroup } from "../toolbox.ts";

interface ToolGroupsDependencies {
  /** What is alike in meaning; undefined in a home that knows nothing but words. */
  readonly vectors: { readonly embeddings: Pick<Embeddings, "model" | "embed">; readonly of: QueryVector } | undefined;
  readonly offered: Offered;
  /** Groups whose tools were used in a session. */
  readonly used: (sessionId: string) => readonly ToolGroup[];
  readonly logger: Logger;
}

/** Which groups of tools the prompt of a turn holds. */
export type ToolGroups = (turn: Pick<TurnInput, "text" | "sessionId">, signal: AbortSignal) => Promise<readonly ToolGroup[]>;

const GROUPS = Object.keys(TOOL_GROUPS) as readonly ToolGroup[];
/** A model that is loaded embeds twenty sentences within a second. */
const TIMEOUT_MS = 60_000;

/**
 * A turn gets the group whose description is nearest to its message, if no tool that is always there is nearer, and those whose tools its session used. Embeddings tell it
 * where small models never ask for more tools (docs/decisions/2026-11-29-tools-in-groups.md). Rejects with the signal's reason only.
 */
export function createToolGroups({ vectors, offered, used, logger }: ToolGroupsDependencies): ToolGroups {
  let known: { readonly of: readonly string[]; readonly vectors: Promise<readonly Float32Array[] | undefined> } | undefined;

  /** Of the groups, and of the tools that are always there. */
  function described(): Promise<readonly Float32Array[] | undefined> | undefined {
    if (!vectors) return undefined;
    const texts = [...Object.values(TOOL_GROUPS), ...offered().map(({ description }) => description)];
    if (known?.of.join("\n") === texts.join("\n")) return known.vectors;
    const made = vectors.embeddings.embed(texts, "query", { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
      logger.debug({ err: error }, "tools got no vectors");
      // whoever asks next may have more luck
      known = undefined;
      return undefined;
    });
    known = { of: texts, vectors: made };
    return made;
  }

  async function nearest(text: string, signal: AbortSignal): Promise<readonly ToolGroup[]> {
    const [asked, all] = await Promise.all([vectors?.of(text, signal), described()]);
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
