import type { Logger } from "../../observability/logger.ts";
import type { ComputedTemplate } from "../../security/routines/routine-watches.ts";
import { canonicalJson } from "../../text/json.ts";
import type { HomeConnection } from "../connection/connection.ts";
import { sideBySide } from "../connection/pacing.ts";
import type { WholeHome } from "../registry/home.ts";

/** What something looks at: these entities, and all of these domains. */
export interface Scope {
  readonly entityIds: ReadonlySet<string>;
  /** `*` for all. */
  readonly domains: ReadonlySet<string>;
}

interface Kept extends Scope {
  /** Of what it reads when it was rendered: other states may make it read something else. */
  readonly stamp: string;
}

interface RenderEvent {
  readonly listeners?: { readonly all: boolean; readonly domains: readonly string[]; readonly entities: readonly string[] };
}

/** Homes have a few; beyond these what templates read counts as everything. */
const MOST_TEMPLATES = 500;
const AT_ONCE = 8;
/** A template that takes longer than this holds up Home Assistant itself. */
const RENDER_TIMEOUT_MS = 2_000;
const EVERYTHING: Scope = { entityIds: new Set(), domains: new Set(["*"]) };

/** Asks Home Assistant what templates read whose text does not tell. What it cannot render may read everything. */
export function createTemplateListeners({
  connection,
  home,
  logger,
}: {
  readonly connection: Pick<HomeConnection, "firstEvent">;
  readonly home: WholeHome;
  readonly logger: Logger;
}) {
  const kept = new Map<string, Kept>();
  const keys = new WeakMap<ComputedTemplate, string>();
  /** What could not be rendered, for want of values that it runs with: asked again when the home is another. */
  let refused = new Set<string>();
  let generation = -1;

  return {
    /** Brings what is known of these up to date. Never rejects. */
    async refresh(templates: readonly ComputedTemplate[], signal: AbortSignal): Promise<void> {
      if (generation !== home.generation) {
        refused = new Set();
        generation = home.generation;
      }
      const wanted = new Map(templates.map((template) => [keyOf(template), template]));
      if (kept.size > 2 * MOST_TEMPLATES) kept.clear();
      const stale = [...wanted].slice(0, MOST_TEMPLATES).filter(([key]) => !refused.has(key) && !isFresh(kept.get(key)));
      await sideBySide(stale, AT_ONCE, ([key, template]) => render(key, template, signal));
    },
    of: (template: ComputedTemplate): Scope => kept.get(keyOf(template)) ?? EVERYTHING,
  };

  function keyOf(one: ComputedTemplate): string {
    const key = keys.get(one) ?? `${one.template} ${canonicalJson(one.variables)}`;
    keys.set(one, key);
    return key;
  }

  async function render(key: string, { template, variables }: ComputedTemplate, signal: AbortSignal): Promise<void> {
    kept.delete(key);
    const command = { type: "render_template", template, variables, strict: true, report_errors: true };
    try {
      const options = { signal, timeoutMs: RENDER_TIMEOUT_MS };
      const { listeners } = await connection.firstEvent<RenderEvent>(command, options);
      if (!listeners) {
        refused.add(key);
        return;
      }
      const read = { entityIds: new Set(listeners.entities), domains: new Set(listeners.all ? ["*"] : listeners.domains) };
      kept.set(key, { ...read, stamp: stampOf(read) });
    } catch (error) {
      logger.debug({ err: error }, "what a template reads could not be told");
    }
  }

  function isFresh(known: Kept | undefined): boolean {
    return known !== undefined && known.stamp === stampOf(known);
  }

  /** The newest state among what is read, and of how many. */
  function stampOf({ entityIds, domains }: Scope): string {
    const members = domains.size === 0 ? [] : [...home.everything()].filter(({ domain }) => domains.has("*") || domains.has(domain));
    const states = [...members, ...Array.from(entityIds, (id) => home.known(id))].flatMap((entity) => entity?.state.lastUpdated ?? []);
    return `${states.length} ${states.reduce((latest, at) => Math.max(latest, at), 0)}`;
  }
}
