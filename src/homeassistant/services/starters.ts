import { type RoutineCall, UNKNOWN_SERVICE } from "../../security/routines/routine-calls.ts";
import { routineChange } from "../../security/routines/routine-changes.ts";
import { sideBySide } from "../connection/pacing.ts";
import type { WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import { type Routines, routinesStartedBy } from "../routines/routines.ts";
import type { CallTargets } from "./call-targets.ts";
import type { ResolvedCall } from "./services.ts";

interface StartersOptions {
  readonly home: WholeHome;
  readonly registries: Pick<Registries, "entities">;
  readonly routines: Routines;
  readonly targets: Pick<CallTargets, "ofRoutineCall">;
}

/** Homes have some hundred routines; of more it is not known what they start. */
const MOST_STARTERS = 2_000;
const AT_ONCE = 8;

/** Tells whether automations of the home, whoever made them, start a script or scene: by themselves, or by what they start. */
export function createStarters({ home, registries, routines, targets }: StartersOptions) {
  /** What a call starts; undefined where that cannot be told. */
  function startedBy(call: RoutineCall): readonly string[] | undefined {
    // an agent understands the sentence as it likes, and starts what it can
    if (call.service === SENTENCE_SERVICE) return undefined;
    const { targets: found, unresolved } = targets.ofRoutineCall(call);
    const blind = [...call.unresolved, ...unresolved].some((why) => why !== "missing_entity" && why !== "event");
    // only of a call that may start something it matters what it is for
    if (blind && (call.service === UNKNOWN_SERVICE || STARTING.test(call.service))) return undefined;
    const missing = call.target.entityId.filter((id) => !home.known(id));
    return [...routinesStartedBy({ service: call.service, targets: found }, registries), ...missing];
  }

  return {
    /** Whether a script or scene that is saved is started so from then on; true also where that cannot be told. Never rejects. */
    async isAutomated({ service, data }: ResolvedCall, signal: AbortSignal): Promise<boolean> {
      const { kind, isRemoval } = routineChange(service) ?? {};
      if (!kind || kind === "automation" || isRemoval) return false;
      const { replaces, base, version } = data;
      // it is there, but Home Assistant does not tell as what
      if (base !== undefined && typeof replaces !== "string") return true;
      // a script that is new has an id that nothing can name; another one may get that of one that is gone
      if (replaces === undefined && kind === "script" && version === 1) return false;
      const isIt = (id: string) => (typeof replaces === "string" ? id === replaces : id.startsWith(`${kind}.`) && !home.known(id));
      let wave = [...home.everything()].filter(({ domain }) => domain === "automation").map(({ entityId }) => entityId);
      const seen = new Set(wave);
      let isFound = false;
      while (wave.length > 0 && !isFound) {
        if (signal.aborted || seen.size > MOST_STARTERS) return true;
        const next = new Set<string>();
        await sideBySide(wave, AT_ONCE, async (entityId) => {
          const content = await routines.read(entityId, signal);
          const started = content.ok ? content.calls.map(startedBy) : [content.why === "missing_routine" ? [] : undefined];
          if (started.includes(undefined) || started.some((ids) => ids?.some(isIt))) isFound = true;
          for (const id of started.flatMap((ids) => ids ?? [])) if (!seen.has(id) && home.known(id)) next.add(id);
        });
        for (const id of next) seen.add(id);
        wave = [...next];
      }
      return isFound;
    },
  };
}

/** Hands a sentence to an agent of Home Assistant, and nobody is asked. */
const SENTENCE_SERVICE = "conversation.process";
/** Services that start routines by their targets. */
const STARTING = /^(?:script|scene|automation|homeassistant)\.(?:turn_on|toggle|trigger|any)$/;
