import { HomeUnreachableError } from "../homeassistant/connection/errors.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { Source } from "../storage/knowledge/knowledge.ts";
import type { KnowledgeItem } from "../storage/knowledge/knowledge-sync.ts";

export interface KnowledgeSource {
  readonly source: Source;
  /** All current texts. Throws if a part cannot be read. */
  read(signal: AbortSignal): Promise<readonly KnowledgeItem[]>;
  /** Refs that exist and were not read this time: their passages stay. */
  unread?(): ReadonlySet<string>;
  /** To be called when everything that the latest read returned is stored. */
  kept?(): void;
}

/** What is read of the home. Until that is loaded, reading throws HomeUnreachableError: it must not count as one without entities. */
export function homeSource(source: Source, home: Pick<Home, "ready">, read: KnowledgeSource["read"]): KnowledgeSource {
  return {
    source,
    async read(signal) {
      if (!home.ready) throw new HomeUnreachableError("the home is not there to be read");
      return read(signal);
    },
  };
}
