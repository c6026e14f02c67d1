import { repeats } from "../../../attention/trigger.ts";
import type { ConfiguredPerson } from "../../../config/people-options.ts";
import { homeTime } from "../../../homeassistant/home-time.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import type { EntityState } from "../../../homeassistant/registry/states.ts";
import type { ActionReader } from "../../../homeassistant/services/action-reader.ts";
import type { ResolvedCall, Services } from "../../../homeassistant/services/services.ts";
import { hasAskingWord } from "../../../languages/asking.ts";
import { type ActionFacts, type EntityFacts, partsOf } from "../../../security/effects/action-facts.ts";
import type { Effect, EffectFinding, EffectWords } from "../../../security/effects/effect.ts";
import { effectsOf } from "../../../security/effects/effects.ts";
import { decide, type Explanation, explain, hashAction, type Verdict } from "../../../security/policy/policy.ts";
import {
  type ApprovalEvidence,
  type DecisionInput,
  isGrownUp,
  type PersonFacts,
  type PolicyOptions,
  type Role,
} from "../../../security/policy/policy-input.ts";
import { type Origin, restsOnOutside, withOwnAddress, withOwnWords, wordsOf } from "../../../security/provenance/provenance.ts";
import {
  type Circumstances,
  type DecisionRecord,
  type EffectCounts,
  type Runs,
  runOf,
  type TurnInput,
  type TurnStateValues,
} from "../../state.ts";

interface InputDependencies {
  readonly services: Pick<Services, "exists">;
  readonly reader: Pick<ActionReader, "read">;
  readonly words: () => EffectWords;
  readonly options: PolicyOptions;
  readonly personFacts: (person: { readonly id: string; readonly role: Role }) => PersonFacts;
  /** Actions that other turns started since, by effect. */
  readonly recentEffects: (since: number, exceptTurnId?: string) => EffectCounts;
}

interface Wish {
  readonly turnId?: string | undefined;
  readonly actionId: string;
  readonly call: ResolvedCall;
  /** What the person wrote; undefined for what is only supposed. */
  readonly said?: string | undefined;
  readonly person: { readonly id: string; readonly role: Role };
  readonly channel: string;
  /** It was spoken and not written. */
  readonly isHeard?: boolean | undefined;
  readonly origin: Origin;
  readonly circumstances: Circumstances;
  readonly late: boolean;
  readonly unknownBefore: boolean;
  readonly approval?: ApprovalEvidence | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type CreateDecisionInput = ReturnType<typeof createDecisionInput>;

/** Brings together what policy needs to decide one resolved call. Contents of routines are read each time. `clock` gives ms since the epoch. */
export function createDecisionInput({ services, reader, words, options, personFacts, recentEffects }: InputDependencies) {
  return async (wish: Wish, clock: () => number): Promise<{ input: DecisionInput; facts: ActionFacts }> => {
    const { turnId, actionId, call, said, person, channel, isHeard, origin, circumstances, late, unknownBefore, approval, signal } = wish;
    const facts = await reader.read(call, { ...(signal && { signal }) });
    const now = clock();
    const effects = withOwnWords(effectsOf(facts, words()), call.data, said);
    const input: DecisionInput = {
      actionId,
      call,
      channel,
      late,
      unknownBefore,
      options,
      now,
      effects: isGrownUp(person.role) ? withOwnAddress(effects, call, said) : effects,
      touched: [...touchedBy(facts), ...placesNamed(facts)],
      fingerprint: facts.fingerprint,
      isAutomated: facts.isAutomated,
      person: personFacts(person),
      origin: { request: origin, outside: circumstances.outside },
      serviceExists: services.exists(call.service),
      everything: circumstances.everything,
      jointTargets: circumstances.jointTargets,
      forLater: circumstances.forLater === true,
      isReread: circumstances.reading !== undefined,
      isHeard: isHeard === true,
      // the turn's own are counted once, by the gate: when it acts, those that began with this one stand in the ledger already
      recent: sum(recentEffects(now - options.rateMinutes * 60_000, turnId), circumstances.before),
      ...(approval && { approval }),
    };
    return { input, facts };
  };
}

interface JudgeDependencies {
  readonly decisionInput: CreateDecisionInput;
  readonly uncertainTargets: (sessionId: string, service: string) => ReadonlySet<string>;
  readonly evidence: (approvalId: string, actionId: string) => ApprovalEvidence | undefined;
  readonly runs: Runs;
  readonly clock: () => number;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly hash: string;
  readonly effects: readonly EffectFinding[];
  readonly facts: ActionFacts;
  readonly explain: () => Explanation;
  /** What policy says of the very same, as if nobody had said yes. */
  readonly withoutYes: () => Judgement;
}

/** An action as it is judged; `approvalId` is the question that got a yes to it. */
export interface JudgedAction {
  readonly id: string;
  readonly call: ResolvedCall;
  readonly approvalId?: string | undefined;
  readonly circumstances: Circumstances;
  /** This turn itself used the same service on one of the targets, and nobody knows how that ended. */
  readonly unknownInTurn?: boolean;
}

export type Judge = (turn: TurnInput, action: JudgedAction) => Promise<Judgement>;

export function createJudge({ decisionInput, uncertainTargets, evidence, runs, clock }: JudgeDependencies): Judge {
  return async (turn, { id, call, approvalId, circumstances, unknownInTurn = false }) => {
    const { signal, late } = runOf(runs, turn.turnId);
    const uncertain = uncertainTargets(turn.sessionId, call.service);
    const unknownBefore = unknownInTurn || usedBy(call).some((entityId) => uncertain.has(entityId));
    const person = { id: turn.personId, role: turn.role };
    const { turnId, channel, isHeard, origin } = turn;
    const wish = {
      turnId,
      actionId: id,
      call,
      said: turn.text,
      person,
      channel,
      isHeard,
      origin,
      circumstances,
      late,
      unknownBefore,
      signal,
    };
    const approval = approvalId === undefined ? undefined : evidence(approvalId, id);
    const { input, facts } = await decisionInput({ ...wish, approval }, clock);
    return judgementOf(input, facts);
  };
}

function judgementOf(input: DecisionInput, facts: ActionFacts): Judgement {
  const { approval: _, ...unanswered } = input;
  const verdict = decide(input);
  return {
    verdict,
    hash: hashAction(input),
    effects: input.effects,
    facts,
    explain: () => explain(input, verdict),
    withoutYes: () => judgementOf(unanswered, facts),
  };
}

/** What happens again and again is asked about each time, and needs no yes to be planned. */
export function asksEachTime({ outcome }: Judgement["verdict"], { when }: Circumstances): boolean {
  return outcome === "confirm" && when !== undefined && repeats(when);
}

/** A judgement for the record. A routine may do a thousand things: the worst stand for all. */
export function recordOf({ id, call }: Pick<JudgedAction, "id" | "call">, judgement: Judgement, at: number): DecisionRecord {
  const { facts, ...explanation } = judgement.explain();
  const effects = worstFindings(facts.effects);
  return { actionId: id, at, call, explanation: { ...explanation, facts: { ...facts, effects } }, effectsFound: facts.effects.length };
}

/** More findings nobody reads, and each is stored several times over. */
const MOST_FINDINGS = 50;

/** The worst findings, and of each effect at least one: roles, PINs and counts go by effects. Takes them the most harmful first. */
export function worstFindings(findings: readonly EffectFinding[]): readonly EffectFinding[] {
  const seen = new Set<Effect>();
  return findings.filter(({ effect }, index) => {
    const first = !seen.has(effect);
    seen.add(effect);
    return first || index < MOST_FINDINGS;
  });
}

export function onceEach(findings: readonly EffectFinding[]): EffectCounts {
  return Object.fromEntries(findings.map(({ effect }) => [effect, 1]));
}

/** How many things an action reaches beside its own targets, by effect. */
export function beyondOf({ entityIds }: Pick<ResolvedCall, "entityIds">, findings: readonly EffectFinding[]): EffectCounts {
  const own = new Set(entityIds);
  const others = findings.filter(({ entityId }) => entityId !== undefined && !own.has(entityId));
  const things = ([effect, found]: [Effect, readonly EffectFinding[]]) => [effect, new Set(found.map(({ entityId }) => entityId)).size];
  return Object.fromEntries([...Map.groupBy(others, ({ effect }) => effect)].map(things));
}

export function sum(one: EffectCounts, other: EffectCounts): EffectCounts {
  const effects = Object.keys({ ...one, ...other }) as Effect[];
  return Object.fromEntries(effects.map((effect) => [effect, (one[effect] ?? 0) + (other[effect] ?? 0)]));
}

/** What a call is for, as receipts have it: a call for nothing has the empty id. */
export function usedBy({ entityIds }: Pick<ResolvedCall, "entityIds">): readonly string[] {
  return entityIds.length === 0 ? [""] : entityIds;
}

function touchedBy({ targets, inside, addressed }: ActionFacts): readonly EntityFacts[] {
  const all = [...targets, ...inside.flatMap((call) => call.targets), ...addressed].flatMap(partsOf);
  return [...new Map(all.map((entity) => [entity.entityId, entity])).values()];
}

/** A robot stands in one area and is sent to another: what is told an area by its data works there. */
function placesNamed({ targets, data, inside }: ActionFacts): DecisionInput["touched"] {
  return [{ targets, data }, ...inside].flatMap((call) => {
    const areas = Object.entries(call.data).flatMap(([field, value]) => (/(?:^|_)area_id$/.test(field) ? [value].flat() : []));
    return areas.flatMap((areaId) => call.targets.map(({ entityId }) => ({ entityId, areaId: String(areaId) })));
  });
}

/** The text from outside that a call may rest on. What the recogniser made of the person's own words cannot come from anywhere else; what is tried again can. */
export function outsideOf(
  call: ResolvedCall,
  { turn, path, outside }: Pick<TurnStateValues, "turn" | "path" | "outside">,
  home: Pick<Home, "find">,
) {
  if (turn.origin === "outside") return { source: "event", text: turn.text };
  if (path === "recogniser" && outside.length === 0) return undefined;
  const targets = call.entityIds.map((entityId) => {
    const entity = home.find(entityId);
    const place = new Set([entity?.area, entity?.floor].flatMap((one) => wordsOf(one?.name ?? "")));
    const names = [entityId.replaceAll(/[._]/g, " "), entity?.name ?? "", ...(entity?.aliases ?? []), entity?.deviceClass ?? ""];
    // a room alone names nothing in it
    const own = names.flatMap(wordsOf).filter((word) => !place.has(word));
    return own.length > 0 ? own : names;
  });
  return restsOnOutside(
    { text: turn.text, asksOnly: hasAskingWord(turn.text) },
    { service: call.service, targets, data: call.data },
    outside,
  );
}

interface PersonFactsDependencies {
  /** As the options name a person; undefined for people of channels without such options. */
  readonly configured: (personId: string) => ConfiguredPerson | undefined;
  /** True for somebody whom the options do not name any more. */
  readonly isStranger: (personId: string) => boolean;
  readonly home: Pick<Home, "areas" | "info">;
  /** Also of persons that are not exposed: it is the person's own. */
  readonly stateOf: (entityId: string) => EntityState | undefined;
}

/** What policy must know of a person, from the options and the home as they are now. `role` is that of the turn. */
export function createPersonFacts({ configured, isStranger, home, stateOf }: PersonFactsDependencies) {
  return ({ id, role }: { readonly id: string; readonly role: Role }): PersonFacts => {
    // a guest without rooms and without a day: what they asked for before they were taken out is not done either
    if (isStranger(id)) return { id, role: "guest", areas: undefined, until: undefined, atHome: undefined };
    const person = configured(id);
    return {
      id,
      role: person?.role ?? role,
      areas: person && areaIds(person.areas, home),
      until: person?.until === undefined ? undefined : homeTime(home.info.timeZone).endOfDay(person.until),
      atHome: atHome(person?.haPerson === undefined ? undefined : stateOf(person.haPerson)),
    };
  };
}

/** Areas by id, name or alias; one that is not there any more opens nothing. */
function areaIds(wanted: readonly string[], home: Pick<Home, "areas">): readonly string[] {
  const names = new Set(wanted.map((name) => name.trim().toLowerCase()));
  return home
    .areas()
    .filter(({ areaId, name, aliases }) => [areaId, name, ...aliases].some((known) => names.has(known.toLowerCase())))
    .map(({ areaId }) => areaId);
}

function atHome(state: EntityState | undefined): boolean | undefined {
  if (!state || state.state === "unknown" || state.state === "unavailable") return undefined;
  return state.state === "home";
}
