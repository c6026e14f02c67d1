import { changeTraced, triggerTraced } from "../../automations/traced-trigger.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { TracedTrigger, Traces } from "../../homeassistant/routines/traces.ts";
import type { Logger } from "../../observability/logger.ts";
import { isNameLike, type Origin, originOfState, worstOrigin } from "../../security/provenance/provenance.ts";
import type { AutomationStore } from "../../storage/turns/automations.ts";
import type { TurnInput } from "../state.ts";
import { inLine, LONGEST_NAME, LONGEST_STATE } from "./prompts.ts";

interface BegunByDependencies {
  readonly automations: Pick<AutomationStore, "current">;
  readonly traces: Pick<Traces, "triggerIn">;
  readonly home: Pick<Home, "find">;
  readonly logger: Pick<Logger, "warn">;
}

/** What a text is that goes along with a message: never an instruction. */
export interface Told {
  readonly text: string;
  readonly origin: Origin;
}

/** How an automation of ours began a turn. */
export interface Beginning {
  /** What its person said when they made it. */
  readonly sentence: string;
  /** What set it off; undefined where Home Assistant has no trace of the run, and where it saw what is hidden. */
  readonly setOff: Told | undefined;
}

export type BegunBy = ReturnType<typeof createBegunBy>;

/** Reads how a turn began; undefined for one that no automation of ours began, or whose automation is gone. */
export function createBegunBy({ automations, traces, home, logger }: BegunByDependencies) {
  function told(traced: TracedTrigger): Told | undefined {
    const trigger = triggerTraced(traced, home);
    if (!trigger) return undefined;
    const change = changeTraced(traced);
    const names = "entities" in trigger ? trigger.entities.flatMap((entityId) => home.find(entityId)?.name ?? []) : [];
    const states = Object.entries(change).map(([which, state]) => [which, inLine(state, LONGEST_STATE)]);
    const shown = { ...trigger, ...Object.fromEntries(states), names: names.map((name) => inLine(name, LONGEST_NAME)) };
    const origins = [
      ...Object.values(change).map((state) => originOfState(state)),
      ...names.map((name) => (isNameLike(name) ? "home" : "outside")),
    ];
    return { text: JSON.stringify(shown), origin: worstOrigin(["home", ...origins]) };
  }

  return async ({ begunBy }: Pick<TurnInput, "begunBy">, signal: AbortSignal): Promise<Beginning | undefined> => {
    const made = begunBy && automations.current(begunBy.automationId);
    if (!made) return undefined;
    const traced = await traces.triggerIn(begunBy.automationId, begunBy.contextId, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      logger.warn({ err: error }, "what set off an automation could not be read");
      return undefined;
    });
    return { sentence: made.sentence, setOff: traced && told(traced) };
  };
}
