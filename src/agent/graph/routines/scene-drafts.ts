import type { Scene } from "../../../automations/intent.ts";
import { isRestored, snapshotOf } from "../../../automations/snapshot.ts";
import type { EntityIndexSearch } from "../../../entity-search/entity-index.ts";
import type { Placed } from "../../../entity-search/entity-placing.ts";
import { createParting } from "../../../entity-search/parting.ts";
import { NO_MATCH } from "../../../homeassistant/recogniser/intents.ts";
import type { SeveralMeant } from "../../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../../homeassistant/services/services.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { createPhrasePlacing, severalOf } from "../../../recognition/phrase-placing.ts";
import { type Spoken, spokenIn } from "../../../recognition/spoken.ts";
import type { EffectFinding } from "../../../security/effects/effect.ts";
import { FREE_EFFECTS } from "../../../security/policy/policy-rules.ts";
import { saveOf } from "../../../security/routines/routine-changes.ts";
import { singleSpaced } from "../../../text/fold.ts";
import { unparted } from "../../../text/proclitics.ts";
import type { TurnInput } from "../../state.ts";
import { capitalised, createPhrases, verbatim } from "../../wording/phrases.ts";

/** A scene of how a place, or what is named, is, as it was said. */
export interface SceneRequest {
  readonly where: string;
  readonly name: string | undefined;
}

export type DraftedScene =
  | { readonly kind: "draft"; readonly scene: Scene; readonly notes: readonly string[] }
  | { readonly kind: "several"; readonly several: SeveralMeant }
  | { readonly kind: "none"; readonly why: string };

export interface SceneDraftsDependencies {
  readonly home: Pick<Home, "exposed" | "find" | "areas" | "floors" | "generation" | "info" | "hiddenNamed">;
  readonly search: Pick<EntityIndexSearch, "place">;
  /** What a call would do to the house. */
  readonly effectsOf: (call: ResolvedCall, signal: AbortSignal) => Promise<readonly EffectFinding[]>;
  readonly clock: () => number;
}

/** Makes scenes of how rooms, floors, named entities or all of the home are now, of what is exposed. What would need a yes each time is left out, and that is said. */
export function createSceneDrafts({ home, search, effectsOf, clock }: SceneDraftsDependencies) {
  const place = createPhrasePlacing(search);
  const parting = createParting(home);

  /** What is meant, and what the scene is called by. */
  function placed(turn: TurnInput, where: string, spoken: Spoken): { readonly meant: Placed; readonly called: string } {
    const isHere = where.replace(spoken.here, "").trim() === "";
    const area = home.areas().find(({ areaId }) => areaId === turn.areaId);
    const said = isHere ? (area?.name ?? "") : spoken.unprefixed(parting(singleSpaced(where), spoken));
    // something that is hidden may be called exactly so
    if (said === "" || home.hiddenNamed(said) > 0) return { meant: { outcome: "none" }, called: where };
    const rankOf = (entity: Entity) => (isRestored(entity) ? 0 : 1);
    const meant = place(said, { rankOf, isSet: true, everything: [...new Set(home.exposed().map(({ domain }) => domain))] }, spoken);
    const areas = meant.outcome === "sure" && !meant.isByName ? new Set(meant.entities.map(({ area }) => area?.name)) : new Set();
    const [only] = areas;
    return { meant, called: areas.size === 1 && typeof only === "string" ? only : capitalised(unparted(said)) };
  }

  /** Those of the entities of which policy asks before they are brought back. */
  async function riskyOf(entities: Scene["entities"], signal: AbortSignal): Promise<ReadonlySet<string | undefined>> {
    const call = { service: saveOf("scene"), entityIds: [], data: { config: { entities } } };
    const found = await effectsOf(call, signal);
    return new Set(found.flatMap(({ effect, entityId }) => (FREE_EFFECTS.has(effect) ? [] : entityId)));
  }

  return async (turn: TurnInput, { where, name }: SceneRequest, signal: AbortSignal): Promise<DraftedScene> => {
    const catalogue = catalogueFor(turn.language);
    const spoken = spokenIn(turn.language);
    const { meant, called } = spoken ? placed(turn, where, spoken) : { meant: { outcome: "none" } as const, called: where };
    if (meant.outcome !== "sure") {
      const several = spoken && meant.outcome === "several" ? severalOf(turn.text, where, meant.entities, spoken) : NO_MATCH;
      if (!several.ok && several.reason === "several") return { kind: "several", several };
      const names = catalogue.list(home.areas().map((one) => verbatim(one.name)));
      return { kind: "none", why: catalogue.text("scene.unknown", { what: verbatim(where), names }) };
    }
    const { entities: all, away } = snapshotOf(meant.entities);
    const risky = await riskyOf(all, signal);
    const entities = Object.fromEntries(Object.entries(all).filter(([entityId]) => !risky.has(entityId)));
    const { names } = createPhrases({ home, catalogue });
    const left = Object.keys(all).filter((entityId) => risky.has(entityId));
    const notes = [
      ...(left.length > 0 ? [catalogue.text("scene.risky", { names: names(left) })] : []),
      ...(away.length > 0 ? [catalogue.text("scene.away", { names: names(away) })] : []),
    ];
    if (Object.keys(entities).length === 0)
      return { kind: "none", why: [catalogue.text("scene.empty", { name: verbatim(called) }), ...notes].join(" ") };
    const { timeZone } = home.info;
    const when = catalogue.time(clock(), { timeZone, day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    return { kind: "draft", scene: { name: name ?? `${called}, ${when}`, entities }, notes };
  };
}
