import type { Source } from "../../storage/knowledge.ts";
import type { KnowledgeItem } from "../../storage/knowledge-sync.ts";

/** Where knowledge comes from. */
export interface KnowledgeSource {
  readonly source: Source;
  /**
   * All texts of the source as they are now; `entityId`, `domain` and `areaId` among their metadata are what searches filter by. Throws if
   * it cannot be read as a whole: then what is known of it stays.
   */
  read(signal: AbortSignal): Promise<readonly KnowledgeItem[]>;
}
