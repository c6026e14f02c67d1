import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { type ActionFacts, type CallFacts, type EntityFacts, partsOf, type Unresolved } from "../../security/effects/action-facts.ts";
import { callsOfRoutine, callsOfScene, NO_TARGET, type RoutineCall } from "../../security/routines/routine-calls.ts";
import { routineChange } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";
import { canonicalJson } from "../../text/json.ts";
import { timeLimit } from "../../text/time-limit.ts";
import type { HomeConnection } from "../connection/connection.ts";
import type { Rest } from "../connection/rest.ts";
import type { EntityFactsReader } from "../registry/entity-facts.ts";
import { byEntityId, type Home, type WholeHome } from "../registry/home.ts";
import type { Registries } from "../registry/registries.ts";
import { createRoutines, type RoutineContent, routinesStartedBy } from "../routines/routines.ts";
import { createCallTargets, isRawWrite } from "./call-targets.ts";
import { createListeners } from "./listeners.ts";
import { createTemplateListeners } from "./listeners-of-templates.ts";
import { createMqttTopics } from "./mqtt-topics.ts";
import type { ResolvedCall } from "./services.ts";
import { createStarters } from "./starters.ts";

export interface ActionReaderOptions {
  readonly connection: Pick<HomeConnection, "command" | "firstEvent">;
  readonly home: WholeHome & Pick<Home, "info">;
  readonly registries: Pick<Registries, "entities" | "devices" | "areas" | "floors" | "labels">;
  readonly rest: Pick<Rest, "get">;
  readonly facts: EntityFactsReader;
  readonly serviceExists: (service: string) => boolean;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** A call whose facts are still being found. */
interface Draft extends CallFacts {
  readonly unresolved: Unresolved[];
}

/** Calls of an action's routines, of what listens to what they set, and those that are let or kept from being made. */
type Part = "inside" | "caused" | "guarded";

interface Wave extends Draft {
  readonly part: Part;
}

interface Found extends Readonly<Record<Part, Draft[]>> {
  readonly warners: Set<string>;
  readonly contents: Map<string, RoutineContent>;
  readonly addressed: Map<string, EntityFacts>;
}

/** Beyond these it is not known what an action does; within them chains are followed to their end. */
const MOST_ROUTINES = 50;
const MOST_CALLS = 1_000;
/** Each read takes milliseconds; a person waits for the answer. */
const READ_TIMEOUT_MS = 5_000;

/** Opens what an action starts, wave by wave: all routines of one depth, then what they start and cause. Each is followed once, so a loop ends. */
export function createActionReader(options: ActionReaderOptions) {
  const { facts } = options;
  const routines = createRoutines(options);
  const mqtt = createMqttTopics(options);
  const targets = createCallTargets({ ...options, mqtt });
  const listeners = createListeners({ ...options, routines, targets, mqtt, templates: createTemplateListeners(options) });
  const starters = createStarters({ ...options, routines, targets });
  return {
    /** What cannot be read, in a few seconds at most, is `unresolved`: it rejects only with the signal's reason. */
    async read(call: ResolvedCall, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ActionFacts> {
      // what a routine names it does not set yet: its calls are inside
      const named = routineChange(call.service) ? { targets: [], unresolved: [] } : targets.ofCall(call);
      const action: Draft = { service: call.service, data: call.data, targets: named.targets, unresolved: [...named.unresolved] };
      const found: Found = { inside: [], caused: [], guarded: [], warners: new Set(), contents: new Map(), addressed: new Map() };
      using inTime = timeLimit(READ_TIMEOUT_MS, signal);
      const bounded = inTime.signal;
      const target = { ...NO_TARGET, entityId: [...call.entityIds] };
      const [isAutomated] = await Promise.all([
        starters.isAutomated(call, bounded),
        address(action, { ...call, target }, found, bounded),
        explore(action, found, bounded),
      ]);
      signal?.throwIfAborted();
      const addressed = [...found.addressed.values()].sort(byEntityId);
      const each = (part: Part) => found[part].map((draft) => ({ ...draft, unresolved: [...new Set(draft.unresolved)] }));
      return {
        service: call.service,
        data: call.data,
        targets: action.targets,
        unresolved: [...new Set(action.unresolved)],
        inside: each("inside"),
        caused: each("caused"),
        guarded: each("guarded"),
        warners: [...found.warners].sort(),
        addressed,
        isAutomated,
        fingerprint: fingerprintOf(action, found, addressed),
      };
    },

    /** Reads what automations listen to ahead of the first action. Never rejects. */
    async warm(signal: AbortSignal): Promise<void> {
      await listeners.refresh(signal);
    },
  };

  async function explore(action: Draft, found: Found, signal: AbortSignal): Promise<void> {
    let wave: readonly Wave[] = [{ ...action, part: "inside" }];
    const seen = new Set<string>();
    while (wave.length > 0) {
      // a long chain neither blocks the event loop nor outlasts the time limit
      await setImmediate();
      if (signal.aborted) {
        action.unresolved.push("too_large");
        return;
      }
      const fresh = new Set(wave.flatMap(openedBy).filter((id) => !found.contents.has(id)));
      const wanted = [...fresh].slice(0, MOST_ROUTINES - found.contents.size);
      const read = await Promise.all(wanted.map(async (id) => [id, await routines.read(id, signal)] as const));
      for (const [id, content] of read) found.contents.set(id, content);
      for (const draft of wave) draft.unresolved.push(...problemsOf(draft, found));
      await warn(wave, found, signal);
      const next = [
        ...wave.flatMap((draft) => callsOfApply(draft).map((call) => ({ call, part: draft.part }))),
        ...wave.flatMap((draft) => contentsOf(draft, found, seen)),
        ...(await consequencesOf(wave, found, signal)).filter((one) => isNew(canonicalJson(one), seen)),
      ];
      const room = MOST_CALLS - found.inside.length - found.caused.length - found.guarded.length;
      if (next.length > room) action.unresolved.push("too_large");
      wave = await Promise.all(
        next.slice(0, room).map(async ({ call, ...about }) => ({ ...(await draftOf(call, about.part, found, signal)), ...about })),
      );
      for (const { part, ...draft } of wave) found[part].push(draft);
    }
  }

  /** Calls of the routines that a call starts or stops, those of each routine once. */
  function contentsOf(draft: Wave, { contents }: Found, seen: Set<string>) {
    const opened = (ids: readonly string[], part: Part) =>
      ids.flatMap((id) => {
        const content = contents.get(id);
        return content?.ok && isNew(`${part} ${id}`, seen) ? content.calls.map((call) => ({ call, part })) : [];
      });
    return [...opened(startedBy(draft), draft.part), ...opened(stoppedBy(draft), "guarded")];
  }

  /** What is only guarded may never be done: what it would cause is kept from being done as well. */
  async function consequencesOf(wave: readonly Wave[], { warners }: Found, signal: AbortSignal) {
    const [kept, made] = [wave.filter(({ part }) => part === "guarded"), wave.filter(({ part }) => part !== "guarded")];
    const sure = await listeners.consequencesOf(made.map(withStarted), "made", signal);
    const prevented = await listeners.consequencesOf(kept.map(withStarted), "prevented", signal);
    for (const entityId of sure.warners) warners.add(entityId);
    return [
      ...sure.caused.map((call) => ({ call, part: "caused" as const })),
      ...sure.supposed.map((call) => ({ call, part: "caused" as const, supposed: true })),
      ...[...sure.guarded, ...prevented.caused].map((call) => ({ call, part: "guarded" as const })),
    ];
  }

  /** What a routine that is stopped looks at tells what it is for. */
  async function warn(wave: readonly Wave[], { contents, warners }: Found, signal: AbortSignal): Promise<void> {
    for (const id of new Set(wave.filter(({ part }) => part !== "guarded").flatMap(stoppedBy))) {
      const content = contents.get(id);
      if (content?.ok) for (const entityId of await listeners.warnersOf(content.config, signal)) warners.add(entityId);
    }
  }

  /** A script that is called by its own service is among what is set. */
  function withStarted(draft: Wave): CallFacts {
    const named = new Set(draft.targets.map(({ entityId }) => entityId));
    const more = startedBy(draft).flatMap((id) => (named.has(id) ? [] : (facts.of(id) ?? [])));
    return { ...draft, targets: [...draft.targets, ...more] };
  }

  function openedBy(call: CallFacts): readonly string[] {
    return [...startedBy(call), ...stoppedBy(call)];
  }

  function startedBy(call: CallFacts): readonly string[] {
    return routinesStartedBy(call, options.registries);
  }

  /** Why what this call starts is not known. */
  function problemsOf(call: CallFacts, { contents }: Found): readonly Unresolved[] {
    return openedBy(call).flatMap((id) => {
      const content = contents.get(id);
      if (!content) return ["too_large"];
      return content.ok ? [] : [content.why];
    });
  }

  async function draftOf(call: RoutineCall, part: Part, found: Found, signal: AbortSignal): Promise<Draft> {
    const { service, data } = call;
    const named = targets.ofRoutineCall(call);
    const draft: Draft = { service, data, targets: named.targets, unresolved: [...call.unresolved, ...named.unresolved] };
    if (part !== "guarded") await address(draft, call, found, signal);
    return draft;
  }

  async function address(draft: Draft, call: Pick<RoutineCall, "service" | "target" | "data">, found: Found, signal: AbortSignal) {
    if (!isRawWrite(call.service)) return;
    const { entities, complete } = await targets.addressedBy(call, signal);
    if (!complete) draft.unresolved.push("too_large");
    for (const facts of entities) found.addressed.set(facts.entityId, facts);
  }
}

export type ActionReader = ReturnType<typeof createActionReader>;

/** Automations and scripts that a call ends or keeps from running: also the one that another takes the place of. */
function stoppedBy({ service, targets, data }: CallFacts): readonly string[] {
  const change = routineChange(service);
  // nothing rests on a scene that is not there any more
  if (change) return typeof data["replaces"] === "string" && change.kind !== "scene" ? [data["replaces"]] : [];
  const [domain = "", name = ""] = service.split(".");
  if (!/^(?:turn_off|toggle|any)$/.test(name) || !/^(?:automation|script|homeassistant)$/.test(domain)) return [];
  const touched = targets.flatMap((target) => [target, ...target.members]).map(({ entityId }) => entityId);
  return touched.filter((id) => /^(?:automation|script)\./.test(id));
}

function isNew(key: string, seen: Set<string>): boolean {
  return !seen.has(key) && seen.add(key) !== undefined;
}

/** A scene that is made on the spot has its states in its data, a routine that is saved its steps or states. */
function callsOfApply({ service, data }: CallFacts): readonly RoutineCall[] {
  const change = routineChange(service);
  if (change?.isRemoval) return [];
  if (change && change.kind !== "scene") return callsOfRoutine(data["config"]).calls;
  const config = data["config"];
  if (change) return isRecord(config) && isRecord(config["entities"]) ? callsOfScene(config["entities"]) : [];
  return (service === "scene.apply" || service === "scene.create") && isRecord(data["entities"]) ? callsOfScene(data["entities"]) : [];
}

/** Empty where nothing but the action's own entities is involved: those stand in the call itself. */
function fingerprintOf(
  action: CallFacts,
  { inside, caused, guarded, warners, contents }: Found,
  addressed: readonly EntityFacts[],
): string {
  const calls = [action, ...inside, ...caused, ...guarded];
  const members = calls.flatMap(({ targets }) => targets.map((target) => idsOf(partsOf(target))));
  const groups = new Map(members.filter((ids) => ids.length > 1).map(([id = "", ...ids]) => [id, ids.sort()]));
  if (contents.size + calls.length - 1 + groups.size + addressed.length + warners.size === 0) return "";
  const read = {
    contents: Object.fromEntries([...contents].map(([id, content]) => [id, content.ok ? content.config : content.why])),
    groups: Object.fromEntries(groups),
    ...Object.fromEntries(
      Object.entries({ inside, caused, guarded }).map(([part, made]) => [
        part,
        made.map(({ service, targets }) => [service, ...idsOf(targets)]),
      ]),
    ),
    addressed: idsOf(addressed),
    warners: [...warners].sort(),
  };
  return createHash("sha256").update(canonicalJson(read)).digest("hex");
}

function idsOf(entities: readonly EntityFacts[]): string[] {
  return entities.map(({ entityId }) => entityId);
}
