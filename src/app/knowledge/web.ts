import type { ReadTool } from "../../agent/toolbox.ts";
import type { EgressPolicy } from "../../security/egress/egress.ts";
import { createReadPage } from "../../tools/read-page.ts";
import { createSearchWeb } from "../../tools/search-web.ts";
import { createEgressWatch, createTurnLinks } from "../../tools/turn-links.ts";
import { createDuckDuckGo } from "../../web/duckduckgo.ts";
import type { PageDoor } from "../../web/page.ts";
import { createPages } from "../../web/page.ts";
import { createCarefulProvider, createWebSearch, type SearchProvider } from "../../web/search.ts";
import { createBrave, createSearxng } from "../../web/search-json.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

export interface OutsideOptions extends Surroundings {
  readonly policy: Pick<EgressPolicy, "decide" | "find">;
  readonly stores: Pick<Stores, "approvals" | "egress" | "turns">;
  /** Where pages may come from; the internet when left out. */
  readonly pageDoor?: PageDoor | undefined;
}

/** A yes to a text is not asked for again so long. */
const YES_HOLDS_MS = 90 * 86_400_000;

/** Pages that may wait for a thread: people wait for them. */
const MOST_WAITING = 10;

/**
 * How often each engine may be asked, ms between two searches: DuckDuckGo takes whoever is quicker than a person for a robot, Brave's free plan is one
 * a second, and one's own SearXNG knows by itself.
 */
const SPACING_MS: Readonly<Record<SearchProvider["name"], number>> = { duckduckgo: 3_000, brave: 1_100, searxng: 0 };

/** What the model may ask of the web for a person. Nothing is asked, loaded or started before a tool is called. */
export function createOutside(options: OutsideOptions) {
  const { policy, stores, pageDoor, clock, later, workers } = options;
  const saidBefore = stores.turns.saidIn;
  const logger = options.logger.child({ part: "web" });
  const stack = new AsyncDisposableStack();
  const egress = createEgressWatch({ egress: stores.egress, now: clock });
  const links = createTurnLinks({ saidBefore });
  const tools: ReadTool[] = [];
  const allowedLately = (personId: string, text: string) => stores.approvals.mayLeave(personId, text, clock() - YES_HOLDS_MS);
  const engines = enginesOf(options);
  const [first] = engines;
  if (first) {
    const providers = engines.map((provider) => createCarefulProvider({ provider, spacingMs: SPACING_MS[provider.name], later, logger }));
    const search = createWebSearch({ providers });
    tools.push(createSearchWeb({ search, engine: first.name, policy, mayLeave: allowedLately, saidBefore, egress, links }));
  }
  if (options.config.readPages) {
    const pool = stack.use(workers({ threads: 1, maxQueue: MOST_WAITING, niceness: 0, logger }));
    tools.push(createReadPage({ pages: createPages({ pool, door: pageDoor, logger }), egress, links }));
  }
  return { tools, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** In the order in which they are asked. Who chose an engine of their own is asked about by that one alone. */
function enginesOf({ config: { webSearch, searxngUrl }, secrets }: OutsideOptions): readonly SearchProvider[] {
  const apiKey = secrets.reveal("brave_api_key");
  const searxng = searxngUrl === undefined ? [] : [createSearxng({ url: searxngUrl })];
  const brave = apiKey === undefined ? [] : [createBrave({ apiKey })];
  switch (webSearch) {
    case "duckduckgo":
      return [createDuckDuckGo(), ...searxng, ...brave];
    case "searxng":
      return searxng;
    case "brave":
      return brave;
    case "off":
      return [];
  }
}
