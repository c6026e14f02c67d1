import type { OwnRoutines } from "../../../homeassistant/acting/own-routines.ts";
import type { Home, WholeHome } from "../../../homeassistant/registry/home.ts";
import type { DryRun, DryStep } from "../../../homeassistant/services/dry-run.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import { matches, spokenIn } from "../../../recognition/spoken.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import { riskOf } from "../../../security/policy/risk.ts";
import { UNKNOWN_SERVICE } from "../../../security/routines/routine-calls.ts";
import { ROUTINE_DOMAINS } from "../../../security/routines/routine-changes.ts";
import type { AutomationStore } from "../../../storage/turns/automations.ts";
import type { TurnQuotes } from "../../../storage/turns/turn-quotes.ts";
import { folded } from "../../../text/fold.ts";
import { mine } from "../../automation-numbers.ts";
import type { TurnInput, TurnStateValues } from "../../state.ts";
import { createPhrases, verbatim } from "../../wording/phrases.ts";

interface DryRunningDependencies {
  readonly home: Pick<Home, "find" | "ready"> & Pick<WholeHome, "everything">;
  readonly dryRun: DryRun;
  readonly automations: Pick<OwnRoutines, "entityOf">;
  readonly store: Pick<AutomationStore, "latest">;
  readonly quotes: Pick<TurnQuotes, "add">;
}

/** A message has room for about so many on a phone. */
const MOST_STEPS = 20;

/** Tells what a routine would do, step by step, to whoever may read it. Undefined for every other message, and for a name that no routine has. */
export function createDryRunning({ home, dryRun, automations, store, quotes }: DryRunningDependencies) {
  function asked({ text, language }: TurnInput): string | undefined {
    const spoken = spokenIn(language);
    const { name } = (spoken && matches(spoken.dryRuns, spoken.bare(text))[0]) ?? {};
    return name === undefined || !spoken ? undefined : folded(spoken.unprefixed(name));
  }

  /** What somebody had made themselves is theirs to read. */
  function named(name: string, { personId, role, turnId }: TurnInput) {
    const made = mine(store.latest(), { id: personId, role }).filter(({ version }) => version.status === "saved");
    // another routine may have got the entity id of one that was deleted
    const own = new Map(made.map(({ version }) => [automations.entityOf(version), version.turnId]));
    return [...home.everything()].flatMap((entity) => {
      const kind = ROUTINE_DOMAINS.find((domain) => domain === entity.domain);
      if (!kind || ![entity.name, ...entity.aliases].some((one) => folded(one) === name)) return [];
      const madeIn = own.get(entity.entityId);
      if (madeIn !== undefined) quotes.add(turnId, { turnIds: [madeIn] });
      return [{ kind, entity, isReadable: madeIn !== undefined || mayRead(entity.entityId, role) }];
    });
  }

  function stepText({ effects, unresolved, ...call }: DryStep, catalogue: Catalogue): string {
    const why = unresolved.flatMap((reason) => catalogue.find(`unknown.${reason}`) ?? []);
    const { fullAction } = createPhrases({ home, catalogue });
    const what = call.service === UNKNOWN_SERVICE ? why : [fullAction(call), ...why];
    return `${catalogue.list(what)} (${catalogue.text(`risk.${riskOf(effects)}`)})`;
  }

  return async (turn: TurnInput, signal: AbortSignal): Promise<Partial<TurnStateValues> | undefined> => {
    const name = asked(turn);
    const found = name === undefined || !home.ready ? [] : named(name, turn);
    if (found.length === 0) return undefined;
    const catalogue = catalogueFor(turn.language);
    const texts: string[] = [];
    for (const { kind, entity, isReadable } of found) {
      if (!isReadable) {
        texts.push(catalogue.text("routines.owners", { kind }));
        continue;
      }
      const { steps, caused } = await dryRun(kind, entity.entityId, signal);
      const about = { kind, name: verbatim(entity.name) };
      const lines = (all: readonly DryStep[]) => all.slice(0, MOST_STEPS).map((step, at) => `${at + 1}. ${stepText(step, catalogue)}`);
      const more = steps.length > MOST_STEPS ? ["…"] : [];
      texts.push(
        ...(steps.length === 0
          ? [catalogue.text("dry-run.nothing", about)]
          : [catalogue.text("dry-run.head", about), ...lines(steps), ...more]),
        ...(caused.length > 0 ? ["", catalogue.text("dry-run.caused"), ...lines(caused)] : []),
        ...(kind === "scene" || steps.length === 0 ? [] : ["", catalogue.text("dry-run.branches")]),
      );
    }
    return { path: "asked", model: "recogniser", origin: "home", answer: texts.join("\n") };
  };
}
