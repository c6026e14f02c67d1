import type { ContextProvider } from "../agent/prompt/context-providers.ts";
import { createEntityProvider, createKnowledgeProvider } from "../agent/prompt/context-sources.ts";
import type { Config } from "../config/config.ts";
import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { InteractionLog } from "../storage/turns/interaction-log.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Remembering } from "./memory.ts";

interface LookupsOptions {
  readonly config: Pick<Config, "contextProviders">;
  readonly home: Pick<Home, "ready">;
  readonly search: Pick<EntityIndexSearch, "find">;
  readonly interactions: Pick<InteractionLog, "recentEntities">;
  readonly knowledge: Pick<Knowledge, "retrieval"> | undefined;
  readonly remembering: Pick<Remembering, "provider">;
}

/** Entities in a prompt: the index finds twenty on average where a whole kind or floor is meant. */
const MOST_ENTITIES = 40;

/** What is looked up for a message before the model is asked, as the options want it. */
export function createLookups({ config, home, search, interactions, knowledge, remembering }: LookupsOptions): readonly ContextProvider[] {
  const find = (text: string, { limit, sessionId }: { readonly limit: number; readonly sessionId: string }) =>
    search.find(text, { limit, context: { recent: interactions.recentEntities(sessionId) } }).map(({ entity }) => entity);
  const providers: Readonly<Record<Config["contextProviders"][number], () => ContextProvider | undefined>> = {
    memory: () => remembering.provider,
    entities: () => createEntityProvider({ home, find, findAlike: knowledge?.retrieval.thingsLike, limit: MOST_ENTITIES }),
    knowledge: () => knowledge && createKnowledgeProvider({ retrieve: knowledge.retrieval.search }),
  };
  return config.contextProviders.flatMap((name) => providers[name]() ?? []);
}
