import { nameOfRoutine } from "../automations/routine.ts";
import { type OwnRoutines, routineHash } from "../homeassistant/acting/own-routines.ts";
import { homeTime } from "../homeassistant/home-time.ts";
import type { Home, WholeHome } from "../homeassistant/registry/home.ts";
import type { TracedRun, Traces } from "../homeassistant/routines/traces.ts";
import { mayRead } from "../security/policy/read-access.ts";
import type { AutomationAskStore, AutomationAsks } from "../storage/turns/automation-asks.ts";
import type { AutomationTrialStore } from "../storage/turns/automation-trials.ts";
import { type AutomationStore, type AutomationVersion, isForgotten } from "../storage/turns/automations.ts";
import { mine } from "./automation-numbers.ts";
import type { Person } from "./turn.ts";

/** What a phone shows, and what is of use to a model. */
const MOST_SHOWN = 20;
const READ_MS = 5_000;

/** How an automation is now. */
export interface AutomationState {
  readonly id: string;
  readonly entityId: string | undefined;
  readonly name: string;
  readonly state: string;
  /** ms since the epoch */
  readonly ranAt: number | undefined;
  /** Those that Home Assistant still has a trace of, the newest last. */
  readonly runs: readonly TracedRun[];
  /** When it runs tells of others who do not share that with all who read it: nothing of its runs is told. */
  readonly isPrivate: boolean;
}

/** One that the assistant made. */
export interface OwnAutomationState extends AutomationState {
  readonly number: number;
  readonly version: AutomationVersion;
  /** Somebody edited it in Home Assistant. */
  readonly isEdited: boolean;
  readonly asks: AutomationAsks;
  /** When its trial ends (ms since the epoch); undefined for one that is kept. */
  readonly onTrialUntil: number | undefined;
}

interface AutomationOverviewDependencies {
  readonly automationStore: Pick<AutomationStore, "latest">;
  readonly ownRoutines: Pick<OwnRoutines, "read" | "entityOf">;
  readonly asks: Pick<AutomationAskStore, "on">;
  readonly trials: Pick<AutomationTrialStore, "get">;
  readonly traces: Pick<Traces, "all">;
  readonly home: Pick<Home, "info"> & Pick<WholeHome, "everything" | "known">;
  /** Whether somebody may know when an automation runs. */
  readonly mayTell: (made: Pick<AutomationVersion, "kind" | "automation">, person: Viewer) => boolean;
  readonly now: () => number;
}

/** Who reads it; `inGroup`: others do, too. */
type Viewer = Pick<Person, "id" | "role" | "language"> & { readonly inGroup: boolean };

/** The home's day that the questions of automations are counted by. */
export function dayOfAsks({ info }: Pick<Home, "info">, at: number): string {
  return homeTime(info.timeZone).date(at);
}

const NOTHING_TOLD = { ranAt: undefined, runs: [] };

export type AutomationOverview = ReturnType<typeof createAutomationOverview>;

/** The automations that a person may see: those of the assistant with their numbers, and for owners the home's others. */
export function createAutomationOverview({
  automationStore: store,
  ownRoutines: own,
  asks,
  trials,
  traces,
  home,
  mayTell,
  now,
}: AutomationOverviewDependencies) {
  function stateOf(entityId: string | undefined): Pick<AutomationState, "state" | "ranAt"> {
    const { state, attributes } = home.known(entityId ?? "")?.state ?? { state: "unavailable", attributes: undefined };
    // a scene's state is when it was turned on last
    const ran = Date.parse(String(attributes?.["last_triggered"] ?? state));
    return { state, ranAt: Number.isNaN(ran) ? undefined : ran };
  }

  return async (person: Viewer, signal: AbortSignal) => {
    const within = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
    const traced = await traces.all(within).catch(() => new Map<string, readonly TracedRun[]>());
    const day = dayOfAsks(home, now());
    const latest = store.latest();
    const ours = await Promise.all(
      mine(latest, person)
        .slice(0, MOST_SHOWN)
        .map(async ({ version, number }): Promise<OwnAutomationState> => {
          const { id } = version;
          const stored = version.status === "removed" ? undefined : await own.read(version, within).catch(() => undefined);
          const entityId = own.entityOf(version);
          // what begins a forgotten one is not known, nor whom that is about
          const isPrivate = isForgotten(version) || !mayTell(version, person);
          const told = isPrivate ? NOTHING_TOLD : { runs: traced.get(id) ?? [] };
          const isEdited = !isForgotten(version) && stored !== undefined && routineHash(stored) !== version.hash;
          const name = (isForgotten(version) && home.known(entityId ?? "")?.name) || nameOfRoutine(version);
          const known = { id, entityId, name, number, version, isEdited, isPrivate, onTrialUntil: trials.get(id)?.endsAt };
          return { ...known, ...stateOf(entityId), ...told, asks: isPrivate ? { answered: 0, refused: 0 } : asks.on(id, day) };
        }),
    );
    const ids = new Set(latest.map(({ id }) => id));
    const others = [...home.everything()]
      .filter(
        ({ entityId, domain, state }) =>
          domain === "automation" && !ids.has(String(state.attributes["id"])) && mayRead(entityId, person.role),
      )
      .slice(0, MOST_SHOWN)
      .map(({ entityId, name, state: { attributes } }): AutomationState => {
        const id = String(attributes["id"]);
        // what the home's own look at is not known
        const told = person.inGroup ? NOTHING_TOLD : { runs: traced.get(id) ?? [] };
        return { id, entityId, name, isPrivate: person.inGroup, ...stateOf(entityId), ...told };
      });
    return { ours, others };
  };
}
