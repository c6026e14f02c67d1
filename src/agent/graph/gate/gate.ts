import { repeats } from "../../../attention/trigger.ts";
import { expectationOf } from "../../../homeassistant/expectations/expectations.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import type { EntityState } from "../../../homeassistant/registry/states.ts";
import type { CallProblem } from "../../../homeassistant/services/service-problem.ts";
import type { Resolution, ResolvedCall, Services } from "../../../homeassistant/services/services.ts";
import { forbiddenBy } from "../../../security/effects/effect-entity.ts";
import { jointTargets } from "../../../security/policy/policy.ts";
import { reachOf } from "../../../security/policy/policy-input.ts";
import { FREE_EFFECTS } from "../../../security/policy/policy-rules.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import { riskOf } from "../../../security/policy/risk.ts";
import { isUnattended } from "../../../security/provenance/provenance.ts";
import { withoutSecrets } from "../../../security/redaction/redaction.ts";
import { canonicalJson } from "../../../text/json.ts";
import {
  type Circumstances,
  type DecisionRecord,
  type EffectCounts,
  type GateDecision,
  OVERTAKEN,
  type PendingCall,
  type PlanStep,
  type StepResult,
  type TurnInput,
  type TurnStateValues,
  type Wanted,
} from "../../state.ts";
import type { ReadTool } from "../../toolbox.ts";
import { createAlreadySatisfied } from "./already-satisfied.ts";
import {
  asksEachTime,
  beyondOf,
  type Judge,
  type Judgement,
  onceEach,
  outsideOf,
  recordOf,
  sum,
  usedBy,
  worstFindings,
} from "./evaluate-action.ts";
import { answerTo, askLeaving, leavingOf } from "./leaving.ts";
import { actionMessages, endedIds, invalidMessage, receiptForModel, refusalMessage } from "./steps.ts";

/** An action that keeps changing between question and yes is not asked about for ever. */
const MOST_CHANGES = 2;

type State<Key extends keyof TurnStateValues> = Pick<TurnStateValues, Key>;
type Update = Partial<State<"decisions" | "decided" | "plan" | "results" | "messages" | "leaving" | "calls">>;
type Asked = GateDecision & { kind: "ask" };

interface GateDependencies {
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find" | "ready">;
  readonly stateOf: (entityId: string) => EntityState | undefined;
  readonly judge: Judge;
  readonly readTools: ReadonlyMap<string, ReadTool>;
  readonly clock: () => number;
}

export type Gate = ReturnType<typeof createGate>;

/**
 * Resolves targets and has policy decide each action in view of the whole turn. `ask` is a node of its own, because a node that
 * interrupts runs again from its start: the checkpoint holds exactly what was asked. Neither node has side effects.
 */
export function createGate({ services, home, stateOf, judge, readTools, clock }: GateDependencies) {
  const alreadySatisfied = createAlreadySatisfied({ home, stateOf, clock });

  /** What policy's judgement makes of an action; `approvalId` is the question that got a yes to it, `changes` how often it had changed. */
  const decided = (
    wanted: Wanted & { readonly call: ResolvedCall; readonly circumstances: Circumstances },
    judgement: Judgement,
    { approvalId, changes = 0 }: { readonly approvalId?: string; readonly changes?: number } = {},
  ): GateDecision => {
    const { verdict } = judgement;
    const { call, circumstances } = wanted;
    const who = wantedBy(wanted);
    if (verdict.outcome === "allow" || asksEachTime(verdict, circumstances)) return { kind: "go", ...who, call, circumstances, approvalId };
    if (verdict.outcome === "deny") return { kind: "denied", ...who, call, rule: verdict.rule, by: forbiddenBy(judgement.effects) };
    const { reasons, requirement } = verdict;
    return {
      kind: "ask",
      ...who,
      ...askedAbout(call, judgement, alreadySatisfied.open(call)),
      circumstances,
      reasons,
      requirement,
      changes,
    };
  };

  /** A yes holds for what was shown only. It is looked at again: what has changed in a way that matters is asked about again. */
  const afterYes = async (
    turn: TurnInput,
    asked: Asked,
    approvalId: string,
  ): Promise<{ decision: GateDecision; judgement?: Judgement }> => {
    const { id, circumstances } = asked;
    // exactly the things that were shown: one that came into the room since then was not
    const resolution = services.resolve({ ...asked.call, target: { entityId: asked.call.entityIds } });
    if (!resolution.ok) return { decision: problemOf(turn, asked, asked.call.service, resolution.problem) };
    const { call } = resolution;
    const judgement = await judge(turn, { id, call, approvalId, circumstances });
    const otherwise = stateMatters(asked, judgement, call, stateOf);
    const same = judgement.hash === asked.hash && !otherwise;
    if (same && judgement.verdict.outcome === "allow") return { decision: decided({ ...asked, call }, judgement, { approvalId }) };
    // the yes was not to this: what counts is what policy says as if nobody had been asked
    const anew = judgement.withoutYes();
    if (asked.changes >= MOST_CHANGES) return { decision: { kind: "denied", ...wantedBy(asked), call, rule: OVERTAKEN }, judgement: anew };
    const changes = asked.changes + 1;
    if (otherwise && anew.verdict.outcome === "allow") {
      // a toggle that goes the other way now: harmless, perhaps, but not what was said yes to
      return { decision: { ...asked, ...askedAbout(call, anew, alreadySatisfied.open(call)), changes }, judgement: anew };
    }
    return { decision: decided({ ...asked, call }, anew, { changes }), judgement: anew };
  };

  /** The steps of a plan in the order in which they run: what is asked about, and what is done with a yes to it and changes something. */
  const stepsOf = (
    decisions: readonly GateDecision[],
    ended: ReadonlySet<string>,
    decided: readonly DecisionRecord[],
  ): readonly PlanStep[] => {
    const judged = new Map(decided.map(({ actionId, explanation }) => [actionId, explanation.facts.effects]));
    return decisions.flatMap((decision) => {
      if ((decision.kind !== "ask" && decision.kind !== "go") || ended.has(decision.id)) return [];
      const {
        id,
        call,
        circumstances: { when },
      } = decision;
      const isAsked = decision.kind === "ask";
      // how it is by then nobody knows
      const open = isAsked ? decision.open : when ? call.entityIds : alreadySatisfied.open(call);
      if (open.length === 0 && call.entityIds.length > 0) return [];
      const effects = (isAsked ? decision.effects : (judged.get(id) ?? [])).map(({ effect }) => effect);
      return { id, call: { ...call, entityIds: open }, when, risk: riskOf(effects, isAsked ? decision.requirement : undefined) };
    });
  };

  return {
    async decide(state: State<"turn" | "path" | "calls" | "results" | "decided" | "outside">): Promise<Update> {
      const { turn, calls, results, outside } = state;
      const proposals = eachOnce(
        calls.flatMap((pending) => (pending.kind === "act" ? { pending, resolution: services.resolve(pending.call) } : [])),
      );
      const resolved = proposals.flatMap(({ resolution }) => (resolution.ok ? { call: resolution.call } : []));
      const together = jointTargets([...doneCalls(results), ...resolved]);
      const decisions: GateDecision[] = [];
      const records: DecisionRecord[] = [];
      const reached = new Set<string>();
      let before = doneEffects(state);
      for (const { pending, resolution } of proposals) {
        if (!resolution.ok) {
          decisions.push(problemOf(turn, pending, pending.call.service, resolution.problem));
          continue;
        }
        const { call, everything } = resolution;
        const no = declinedBefore(call, results);
        if (no) {
          decisions.push(declined({ ...pending, call }, no.rule));
          continue;
        }
        const { reading, approvalId } = pending;
        // a code is written down nowhere, so what needs one is done now or not at all
        const hasCode = pending.when !== undefined && canonicalJson(withoutSecrets(call.data)) !== canonicalJson(call.data);
        // what repeats gets no yes when it is planned, so nothing from outside may begin it
        const isOthers = pending.when !== undefined && repeats(pending.when) && (isUnattended(turn.origin) || outside.length > 0);
        const [when, forLater] = hasCode || isOthers ? [undefined, true] : [pending.when, pending.forLater];
        const asked = { everything, jointTargets: together, before, when, forLater, reading };
        let circumstances: Circumstances = { ...asked, outside: outsideOf(call, state, home) };
        let action = { id: pending.id, call, approvalId, circumstances, unknownInTurn: hasUnknownEnd(call, results) };
        let judgement = await judge(turn, action);
        // beside a text from outside no option lets a model do what is not free, whatever the person named
        const [beside] = outside;
        if (beside && judgement.verdict.outcome === "allow" && judgement.effects.some(({ effect }) => !FREE_EFFECTS.has(effect))) {
          circumstances = { ...circumstances, outside: circumstances.outside ?? beside };
          action = { ...action, circumstances };
          judgement = await judge(turn, action);
        }
        // what the step does before may leave it otherwise, and so may the time until later
        const isFirst = !forLater && !when && usedBy(call).every((entityId) => !reached.has(entityId));
        const receipt = judgement.verdict.outcome === "confirm" && isFirst ? alreadySatisfied.receipt(action, judgement.facts) : undefined;
        if (receipt) {
          decisions.push({ kind: "already", ...wantedBy(pending), call, receipt });
          continue;
        }
        const rest = judgement.verdict.outcome === "confirm" && isFirst ? alreadySatisfied.rest(call, judgement.facts) : undefined;
        if (rest) {
          action = { ...action, call: rest };
          judgement = await judge(turn, action);
        }
        decisions.push(decided({ ...pending, call: action.call, circumstances }, judgement, { approvalId }));
        records.push(recordOf(action, judgement, clock()));
        if (judgement.verdict.outcome === "deny") continue;
        before = sum(before, onceEach(judgement.effects));
        for (const entityId of [...usedBy(call), ...judgement.effects.flatMap((effect) => effect.entityId ?? [])]) reached.add(entityId);
      }
      const allowed = withoutLooseEnds(decisions, calls);
      return {
        decisions: allowed,
        leaving: leavingOf(state, readTools),
        decided: records,
        results: allowed.flatMap(refused),
        messages: [...allowed.flatMap((decision) => settledMessages(decision, home)), ...calls.flatMap(invalidMessage)],
      };
    },

    async ask(state: State<"turn" | "decisions" | "decided" | "results" | "calls" | "leaving">): Promise<Update> {
      const { turn, decisions, results, leaving } = state;
      const asked = decisions.filter((decision) => decision.kind === "ask");
      const [question] = leaving;
      if (question && asked.length === 0) return askLeaving(question, state);
      const ended = endedIds(results);
      const alongside = decisions.flatMap((decision) => (decision.kind === "go" && !ended.has(decision.id) ? [decision] : []));
      const steps = stepsOf(decisions, ended, state.decided);
      // what only owners may allow is shown to them alone
      const isSeen = turn.role === "owner" || asked.every(({ requirement }) => requirement.by === "asker");
      const { approvalId, approved } = answerTo({ actions: asked, steps });
      const answered: GateDecision[] = [];
      const records: DecisionRecord[] = [];
      for (const ask of asked) {
        const { id, reasons } = ask;
        if (!approved.includes(id)) {
          answered.push(declined(ask, reasons[0] ?? ""));
          continue;
        }
        const { decision, judgement } = await afterYes(turn, ask, approvalId);
        answered.push(decision);
        if (judgement) records.push(recordOf(ask, judgement, clock()));
      }
      // one sentence is one unit: after a no nothing of it is done
      if (approved.length === 0) answered.push(...alongside.map((going) => declined(going, "")));
      const byId = new Map(answered.map((decision) => [decision.id, decision]));
      return {
        // what went ahead before this question has its result already
        decisions: decisions.filter(({ id }) => !ended.has(id)).map((decision) => byId.get(decision.id) ?? decision),
        decided: records,
        plan: isSeen && approved.length > 0 && steps.length > 1 ? steps.map(({ id }) => id) : [],
        results: answered.flatMap(refused),
        messages: answered.flatMap(refusalMessage),
      };
    },
  };
}

/** What ends something that is not begun is not done either. */
function withoutLooseEnds(decisions: readonly GateDecision[], calls: readonly PendingCall[]): GateDecision[] {
  const begins = new Map(calls.flatMap((call) => (call.kind === "act" && call.ends !== undefined ? [[call.id, call.ends] as const] : [])));
  const refused = new Set(decisions.flatMap(({ kind, id }) => (kind === "denied" || kind === "problem" || kind === "declined" ? id : [])));
  return decisions.filter(({ id }) => !refused.has(begins.get(id) ?? ""));
}

function declined(wanted: Wanted & { readonly call: ResolvedCall }, rule: string): GateDecision {
  return { kind: "declined", ...wantedBy(wanted), call: wanted.call, rule };
}

function settledMessages(decision: GateDecision, home: Pick<Home, "find">) {
  return decision.kind === "already" ? actionMessages(decision, receiptForModel(decision.receipt, home)) : refusalMessage(decision);
}

/** What a yes to this call would be bound to, and what is shown of it. */
function askedAbout(call: ResolvedCall, { hash, effects, facts }: Judgement, open: readonly string[]) {
  return {
    // a group may be so as a whole, and not all in it
    call,
    hash,
    open: open.length > 0 ? open : call.entityIds,
    effects: worstFindings(effects),
    beyond: beyondOf(call, effects),
    reach: reachOf(call, effects),
    shown: Object.fromEntries(facts.targets.map(({ entityId, state }) => [entityId, state])),
  };
}

/** A risky thing is no longer as the question said, and not because what was asked for has come about meanwhile. */
function stateMatters(
  { shown, effects, call: { entityIds } }: Asked,
  judged: Judgement,
  call: ResolvedCall,
  stateOf: GateDependencies["stateOf"],
): boolean {
  // what was asked has the worst findings only, the judgement all of now
  const risky = new Set([...effects, ...judged.effects].filter(({ effect }) => !FREE_EFFECTS.has(effect)).map(({ entityId }) => entityId));
  return entityIds.some((entityId) => {
    const state = stateOf(entityId);
    if (!risky.has(entityId) || state?.state === shown[entityId]) return false;
    return !state || !expectationOf(call, entityId, state)?.holds(state);
  });
}

/** What is wrong with a call, without hints at what the person may not read. */
function problemOf({ role }: TurnInput, wanted: Wanted, service: string, { nearest = [], ...problem }: CallProblem): GateDecision {
  const readable = nearest.filter((name) => mayRead(name, role));
  return { kind: "problem", ...wantedBy(wanted), service, problem: { ...problem, ...(readable.length > 0 && { nearest: readable }) } };
}

function doneCalls(results: readonly StepResult[]): readonly { call: ResolvedCall }[] {
  return results.flatMap((result) => {
    if (result.kind !== "receipt") return [];
    const { service, data, targets } = result.receipt;
    return { call: { service, data, entityIds: targets.flatMap(({ entityId }) => entityId || []) } };
  });
}

/** What the turn has done so far, by effect; told by what was judged then. */
function doneEffects({ results, decided }: State<"results" | "decided">): EffectCounts {
  const judged = new Map(decided.map(({ actionId, explanation }) => [actionId, explanation.facts.effects]));
  const done = results.flatMap((result) => (result.kind === "receipt" ? [onceEach(judged.get(result.id) ?? [])] : []));
  return done.reduce(sum, {});
}

/** A no holds for the rest of the turn, whatever the arguments: nobody is asked until they tire. */
function declinedBefore({ service, entityIds }: ResolvedCall, results: readonly StepResult[]): { readonly rule: string } | undefined {
  const declined = results.flatMap((result) => (result.kind === "declined" || result.kind === "denied" ? [result] : []));
  return declined.find(({ kind, call }) => kind === "declined" && call.service === service && call.entityIds.join() === entityIds.join());
}

/** The ledger tells of the turns before; this turn's own receipts are written there at its end. */
function hasUnknownEnd(call: ResolvedCall, results: readonly StepResult[]): boolean {
  const last = new Map<string, string>();
  for (const result of results) {
    if (result.kind !== "receipt" || result.receipt.service !== call.service) continue;
    for (const { entityId, outcome } of result.receipt.targets) last.set(entityId, outcome);
  }
  return usedBy(call).some((entityId) => last.get(entityId) === "unknown");
}

function refused(decision: GateDecision): readonly StepResult[] {
  const { id } = decision;
  switch (decision.kind) {
    case "go":
    case "ask":
      return [];
    case "already":
      return [{ kind: "receipt", id, receipt: decision.receipt }];
    case "problem":
      return [{ kind: "problem", id, service: decision.service, problem: decision.problem }];
    default:
      return [{ kind: decision.kind, id, call: decision.call, rule: decision.rule, by: decision.by }];
  }
}

interface Proposal {
  readonly pending: Wanted &
    Pick<Circumstances, "when" | "forLater" | "reading"> & { readonly approvalId?: string | undefined } & {
      readonly call: { readonly service: string };
    };
  readonly resolution: Resolution;
}

/** A step's calls for the very same are one: nobody is asked twice about it, and it is done once. */
function eachOnce(proposals: readonly Proposal[]): readonly Proposal[] {
  const same = Map.groupBy(proposals, ({ pending, resolution }) => {
    if (!resolution.ok) return pending.id;
    const { service, entityIds, data } = resolution.call;
    return canonicalJson([service, entityIds.toSorted(), data, resolution.everything, pending.when]);
  });
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    return { ...first, pending: { ...first.pending, repeats: others.flatMap(({ pending }) => pending.toolCallId ?? []) } };
  });
}

function wantedBy({ id, toolCallId, repeats = [] }: Wanted): Wanted {
  return { id, toolCallId, ...(repeats.length > 0 && { repeats }) };
}
