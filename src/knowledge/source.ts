import type { Source } from "../storage/knowledge/knowledge.ts";
import type { KnowledgeItem } from "../storage/knowledge/knowledge-sync.ts";

/** Where knowledge comes from. */
export interface KnowledgeSource {
  readonly source: Source;
  /**
   * All texts of the source as they are now; `entityId`, `domain` and `areaId` among their metadata are what searches filter by. Throws if
   * it cannot be read as a whole: then what is known of it stays.
   */
  read(signal: AbortSignal): Promise<readonly KnowledgeItem[]>;
  /** Refs that the latest read told nothing of although they are there: what is kept of them stays. */
  unread?(): ReadonlySet<string>;
  /** To be called when all that the latest read told is kept. */
  kept?(): void;
}
