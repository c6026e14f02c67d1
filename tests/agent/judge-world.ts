import { createDecisionInput, createJudge, createPersonFacts } from "../../src/agent/graph/gate/evaluate-action.ts";
import type { PendingCall, Run, TurnInput } from "../../src/agent/state.ts";
import type { ConfiguredPerson } from "../../src/config/people-options.ts";
import type { WholeHome } from "../../src/homeassistant/registry/home.ts";
import type { EntityState } from "../../src/homeassistant/registry/states.ts";
import type { ActionReader } from "../../src/homeassistant/services/action-reader.ts";
import type { Resolution, ServiceCall } from "../../src/homeassistant/services/services.ts";
import type { CallFacts, EntityFacts } from "../../src/security/effects/action-facts.ts";
import type { ApprovalEvidence, PolicyOptions } from "../../src/security/policy/policy-input.ts";
import { OPTIONS } from "../security/decisions.ts";
import { NOW, type openStores } from "../storage/stores.ts";
import { smallHome } from "./home.ts";

export const TURN: TurnInput = {
  ...{ turnId: "1", sessionId: "s", text: "do it", personId: "anna", personName: "Anna", role: "owner", language: "en" },
  ...{ isPrivate: true, replyText: undefined, replyOrigin: "home", channel: "telegram", origin: "person" },
};

export const act = (
  id: string,
  service: string,
  entityId: readonly string[],
  { toolCallId = `call-${id}`, areaId }: { toolCallId?: string; areaId?: readonly string[] } = {},
): PendingCall & { kind: "act" } => ({
  kind: "act",
  id,
  toolCallId,
  call: { service, target: areaId ? { areaId } : { entityId }, data: {} },
});

/** What is read of a routine. */
export interface Contents {
  readonly inside: readonly CallFacts[];
  readonly fingerprint: string;
}

/**
 * The real judge and policy over a small home whose services take every call as it is, unless the test says otherwise. What was done and said
 * before stands in the world, or in real stores.
 */
export function judgeWorld(
  home: WholeHome & ReturnType<typeof smallHome> = smallHome(),
  stores?: Pick<ReturnType<typeof openStores>, "actions" | "approvals">,
) {
  const run: { -readonly [Key in keyof Run]: Run[Key] } = { signal: new AbortController().signal, late: false, progress: () => {} };
  const world = {
    home,
    run,
    now: NOW,
    options: { ...OPTIONS, blockedDomains: ["humidifier"] } as { -readonly [Key in keyof PolicyOptions]: PolicyOptions[Key] },
    resolve: (call: ServiceCall): Resolution => ({
      ok: true,
      call: { service: call.service, entityIds: call.target.entityId ?? [], data: call.data },
      everything: false,
    }),
    exists: (service: string) => service !== "light.explode",
    uncertain: new Set<string>(),
    recent: {} as Readonly<Record<string, number>>,
    people: new Map<string, ConfiguredPerson>(),
    /** Yeses by question and action. */
    evidence: new Map<string, ApprovalEvidence>(),
    /** By entity id of a routine. */
    routines: new Map<string, Contents>(),
    /** States that differ from the home's: what tests open and switch on is not so yet. */
    states: new Map([
      ["light.bed_light", "off"],
      ["lock.back_door", "locked"],
      ["cover.garage", "closed"],
    ]),
    /** Entity ids of calls that were read. */
    read: [] as string[],
  };
  const stateOf = (entityId: string): EntityState | undefined => {
    const state = home.known(entityId)?.state;
    return state && { ...state, state: world.states.get(entityId) ?? state.state };
  };
  const factsOf = (entityId: string): EntityFacts[] => {
    const entity = home.known(entityId);
    if (!entity) return [];
    const { name, aliases, deviceClass, platform, area, exposed } = entity;
    const known = { entityId, name, aliases, deviceClass, platform, exposed, areaId: area?.areaId };
    const { state = "", attributes = {} } = stateOf(entityId) ?? {};
    return [
      {
        ...known,
        deviceName: undefined,
        model: undefined,
        translationKey: undefined,
        category: undefined,
        deviceDomains: [],
        decision: { decision: "fine", by: "Anna" },
        temperatureUnit: undefined,
        labels: [],
        state,
        attributes,
        members: [],
        wrapped: undefined,
        shownAs: [],
        siblingLabels: [],
      },
    ];
  };
  const reader: Pick<ActionReader, "read"> = {
    async read(call) {
      world.read.push(...call.entityIds);
      const contents = call.entityIds.flatMap((id) => world.routines.get(id) ?? []);
      const inside = contents.flatMap((content) => content.inside);
      const own = { service: call.service, data: call.data, targets: call.entityIds.flatMap(factsOf), unresolved: [] };
      return {
        ...own,
        inside,
        caused: [],
        guarded: [],
        warners: [],
        addressed: [],
        isAutomated: false,
        fingerprint: contents.map(({ fingerprint }) => fingerprint).join(),
      };
    },
  };
  const services = { resolve: (call: ServiceCall) => world.resolve(call), exists: (service: string) => world.exists(service) };
  const decisionInput = createDecisionInput({
    ...{
      services,
      reader,
      options: world.options,
      words: () => new Map(),
      recentEffects: stores?.actions.recentEffects ?? (() => world.recent),
    },
    personFacts: createPersonFacts({ isStranger: () => false, configured: (id) => world.people.get(id), home, stateOf }),
  });
  const judge = createJudge({
    decisionInput,
    uncertainTargets: stores?.actions.uncertainTargets ?? (() => world.uncertain),
    evidence: stores?.approvals.evidence ?? ((approvalId, actionId) => world.evidence.get(`${approvalId} ${actionId}`)),
    runs: new Map([[TURN.turnId, run]]),
    clock: () => world.now,
  });
  /** One call of a routine on things of the home. */
  const inside = (service: string, ...entityIds: readonly string[]): CallFacts => ({
    ...{ service, data: {}, targets: entityIds.flatMap(factsOf), unresolved: [] },
  });
  return { world, home, services, judge, stateOf, decisionInput, inside };
}
