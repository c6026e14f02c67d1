import type { Scene } from "../../../automations/intent.ts";
import { snapshotOf } from "../../../automations/snapshot.ts";
import type { Area, Entity, Home } from "../../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../../homeassistant/services/services.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import type { SpokenIn } from "../../../recognition/spoken.ts";
import type { EffectFinding } from "../../../security/effects/effect.ts";
import { FREE_EFFECTS } from "../../../security/policy/policy-rules.ts";
import { saveOf } from "../../../security/routines/routine-changes.ts";
import { folded } from "../../../text/fold.ts";
import type { TurnInput } from "../../state.ts";
import { createPhrases, verbatim } from "../../wording/phrases.ts";

/** A scene of how a place is, as it was said. */
export interface SceneRequest {
  readonly where: string;
  readonly name: string | undefined;
}

export type DraftedScene =
  | { readonly ok: true; readonly scene: Scene; readonly notes: readonly string[] }
  | { readonly ok: false; readonly why: string };

export interface SceneDraftsDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "areas" | "info">;
  readonly spokenIn: SpokenIn;
  /** What a call would do to the house. */
  readonly effectsOf: (call: ResolvedCall, signal: AbortSignal) => Promise<readonly EffectFinding[]>;
  readonly clock: () => number;
}

/** Makes scenes of how a room is now, of exposed entities. What would need a yes each time is left out, and that is said. */
export function createSceneDrafts({ home, spokenIn, effectsOf, clock }: SceneDraftsDependencies) {
  function areaOf(turn: TurnInput, where: string): Area | undefined {
    const spoken = spokenIn(turn.language);
    const said = folded(spoken?.unprefixed(where) ?? where);
    const isHere = spoken !== undefined && where.replace(spoken.here, "").trim() === "";
    return home
      .areas()
      .find(({ areaId, name, aliases }) =>
        isHere ? areaId === turn.areaId : [areaId, name, ...aliases].some((one) => folded(one) === said),
      );
  }

  /** Those of the entities of which policy asks before they are brought back. */
  async function riskyOf(entities: Scene["entities"], signal: AbortSignal): Promise<ReadonlySet<string | undefined>> {
    const call = { service: saveOf("scene"), entityIds: [], data: { config: { entities } } };
    const found = await effectsOf(call, signal);
    return new Set(found.flatMap(({ effect, entityId }) => (FREE_EFFECTS.has(effect) ? [] : entityId)));
  }

  return async (turn: TurnInput, { where, name }: SceneRequest, signal: AbortSignal): Promise<DraftedScene> => {
    const catalogue = catalogueFor(turn.language);
    const area = areaOf(turn, where);
    if (!area) {
      const names = catalogue.list(home.areas().map((one) => verbatim(one.name)));
      return { ok: false, why: catalogue.text("scene.no-room", { what: verbatim(where), names }) };
    }
    const there = home.exposed().filter((entity: Entity) => entity.area?.areaId === area.areaId);
    const { entities: all, away } = snapshotOf(there);
    const risky = await riskyOf(all, signal);
    const entities = Object.fromEntries(Object.entries(all).filter(([entityId]) => !risky.has(entityId)));
    const { names } = createPhrases({ home, catalogue });
    const left = Object.keys(all).filter((entityId) => risky.has(entityId));
    const notes = [
      ...(left.length > 0 ? [catalogue.text("scene.risky", { names: names(left) })] : []),
      ...(away.length > 0 ? [catalogue.text("scene.away", { names: names(away) })] : []),
    ];
    if (Object.keys(entities).length === 0)
      return { ok: false, why: [catalogue.text("scene.empty", { name: verbatim(area.name) }), ...notes].join(" ") };
    const { timeZone } = home.info;
    const when = catalogue.time(clock(), { timeZone, day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    return { ok: true, scene: { name: name ?? `${area.name}, ${when}`, entities }, notes };
  };
}
