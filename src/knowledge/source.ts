import { HomeUnreachableError } from "../homeassistant/connection/errors.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { Source } from "../storage/knowledge/knowledge.ts";
import type { KnowledgeItem, SyncOptions } from "../storage/knowledge/knowledge-sync.ts";

/** A part of a source: all of it, or all of one `ref`. What is kept of refs that are `unread` stays. */
export interface SourcePart extends Pick<SyncOptions, "ref" | "unread"> {
  readonly items: readonly KnowledgeItem[];
}

export interface KnowledgeSource {
  readonly source: Source;
  /** Part after part: when the next one is asked for, the one before is stored. Throws if a part cannot be read. */
  read(signal: AbortSignal): AsyncIterable<SourcePart>;
}

/** What is read of the home. Until that is loaded, reading throws HomeUnreachableError: it must not count as one without entities. */
export function homeSource(
  source: Source,
  home: Pick<Home, "ready">,
  read: (signal: AbortSignal) => Promise<readonly KnowledgeItem[]>,
): KnowledgeSource {
  return {
    source,
    async *read(signal) {
      if (!home.ready) throw new HomeUnreachableError("the home is not there to be read");
      yield { items: await read(signal) };
    },
  };
}
