import { createHash } from "node:crypto";
import { canonicalJson } from "../../text/json.ts";
import { EFFECTS, type Effect } from "../effects/effect.ts";
import { withoutSecrets } from "../redaction/redaction.ts";
import {
  CONDITIONS,
  type DecisionInput,
  type Facts,
  factsOf,
  isGrownUp,
  type JudgedCall,
  type PersonFacts,
  type PolicyOptions,
  type Role,
  targetsOf,
  type Yes,
} from "./policy-input.ts";
import { NEVER_AUTOMATED, RULES, type Rule } from "./policy-rules.ts";

/** What a yes must be to count. `asker`: the asker's or an owner's. Of two people both are owners or adults. */
export interface Requirement {
  readonly by: "asker" | "owner";
  readonly people: 1 | 2;
  readonly pin: boolean;
}

/** A verdict without the right that comes with it. `rule` names what decided, for the record and the answer; it is the first of reasons. */
export type Judgement =
  | { readonly outcome: "allow"; readonly rule: string }
  | { readonly outcome: "confirm"; readonly rule: string; readonly reasons: readonly string[]; readonly requirement: Requirement }
  | { readonly outcome: "deny"; readonly rule: string };

export type Verdict =
  | Exclude<Judgement, { outcome: "allow" }>
  | { readonly outcome: "allow"; readonly rule: string; readonly permit: Permit };

/** A permit is used at once; one that was kept is worth nothing. */
const PERMIT_LIFETIME_MS = 5_000;

const MINT = Symbol("mint");

/** The right to make one exact call, once, now. Only `decide` makes one; `spendPermit` tells at run time. */
class PermitToAct {
  readonly actionId: string;
  readonly call: JudgedCall;
  readonly expiresAt: number;
  #spent = false;

  constructor(mint: typeof MINT, actionId: string, call: JudgedCall, expiresAt: number) {
    if (mint !== MINT) throw new TypeError("a permit is made by policy only");
    this.actionId = actionId;
    this.call = call;
    this.expiresAt = expiresAt;
    Object.freeze(this);
  }

  /** Takes the permit back: true the first time for a permit that policy made and whose time has not passed, false ever after. */
  static spend(permit: PermitToAct, now: number): boolean {
    // A private field is on what the constructor made and on nothing else: no copy, proxy or heir has it.
    const given: unknown = permit;
    if (typeof given !== "object" || given === null || !(#spent in given) || given.#spent) return false;
    given.#spent = true;
    return now <= given.expiresAt;
  }
}

export type Permit = PermitToAct;
export const spendPermit = PermitToAct.spend;

/** A copy that nobody can change any more: what is judged is what is called. */
function frozenCall({ service, entityIds, data }: JudgedCall): JudgedCall {
  return Object.freeze({ service, entityIds: Object.freeze([...entityIds]), data: deepFreeze(structuredClone(data)) });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** Decides one action. Pure; deny by default. Only this gives a permit. */
export function decide(input: DecisionInput): Verdict {
  const call = frozenCall(input.call);
  const judgement = judge(factsOf({ ...input, call }));
  if (judgement.outcome !== "allow") return judgement;
  const permit = new PermitToAct(MINT, input.actionId, call, input.now + PERMIT_LIFETIME_MS);
  return { ...judgement, permit };
}

/** What an owner's answer to the question itself decides; with it goes what the words of a name suggest, so that “fine” is not asked twice. */
const OF_DECISION: ReadonlySet<Effect> = new Set(["unfamiliar", "ask-first"]);

/** What a yes is bound to: SHA-256 over the call, its effects and what was read. Codes are left out: the hash is stored, and four digits are soon found. */
export function hashAction({ call, effects, fingerprint }: Pick<DecisionInput, "call" | "effects" | "fingerprint">): string {
  const bound = effects.filter(({ effect, because }) => !OF_DECISION.has(effect) && !because.startsWith("word:"));
  const found = new Set(bound.map(({ effect, entityId, service }) => JSON.stringify([effect, entityId, service])));
  return createHash("sha256")
    .update(canonicalJson([call.service, [...call.entityIds].sort(), withoutSecrets(call.data), [...found].sort(), fingerprint]))
    .digest("hex");
}

/** Distinct things that the actions of a turn are for, so that ten single calls weigh as much as one for ten. A call for none counts one. */
export function jointTargets(actions: readonly { readonly call: JudgedCall }[]): number {
  const targets = actions.map(({ call }) => targetsOf(call));
  return new Set(targets.flatMap((ids) => [...ids])).size + targets.filter((ids) => ids.size === 0).length;
}

/** The judgement on facts: the one way to it, for decisions and for what explains them. */
export function judge(facts: Facts): Judgement {
  const found = [
    ...fitting(RULES.call, facts),
    ...facts.effects.map((effect) => firstFor(effect, facts)),
    ...fitting(RULES.circumstance, facts),
  ];
  const asking = found.filter((rule) => rule.decision === "confirm");
  const yes = STRICTEST_FIRST.find((level) => asking.some((rule) => rule.yes === level));
  const denying = [...found, ...fitting(RULES.answer, facts, yes)].find(({ decision }) => decision === "deny");
  if (denying) return { outcome: "deny", rule: denying.id };
  const [rule, ...others] = new Set(STRICTEST_FIRST.flatMap((level) => asking.flatMap((asked) => (asked.yes === level ? asked.id : []))));
  if (rule === undefined || yes === undefined) return { outcome: "allow", rule: found[0]?.id ?? "" };
  const requirement = requirementFor(yes, facts);
  if (isMet(requirement, facts)) return { outcome: "allow", rule: `${rule}:approved` };
  return { outcome: "confirm", rule, reasons: [rule, ...others], requirement };
}

const STRICTEST_FIRST: readonly Yes[] = ["owner", "adult", "asker"];

function fitting(rules: readonly Rule[], facts: Facts, yes?: Yes): readonly Rule[] {
  return rules.filter((rule) => fits(rule, facts, undefined, yes));
}

function firstFor(effect: Effect, facts: Facts): Rule {
  const rule = RULES.effect.find((row: Rule) => fits(row, facts, effect, undefined));
  if (!rule) throw new RangeError(`no rule fits the effect ${effect}`);
  return rule;
}

function fits({ effects, roles, origins, when }: Rule, facts: Facts, effect: Effect | undefined, yes: Yes | undefined): boolean {
  const { person, origin } = facts.input;
  if (effects !== "any" && (effect === undefined || !effects.includes(effect))) return false;
  if (roles && !roles.includes(person.role)) return false;
  if (origins && !origins.includes(origin.request)) return false;
  return when === undefined || CONDITIONS[when]({ facts, effect, yes });
}

function requirementFor(yes: Yes, { effects, input: { person, options } }: Facts): Requirement {
  const ofOwner = yes === "owner" || (yes === "adult" && person.role === "child");
  const needsSecond = effects.some((effect) => options.secondPersonEffects.includes(effect));
  const pin = effects.some((effect) => options.pinEffects.includes(effect));
  return { by: ofOwner ? "owner" : "asker", people: needsSecond ? 2 : 1, pin };
}

/** Whether a yes is there that fits what is asked for now, to exactly this. */
function isMet({ by, people, pin }: Requirement, { input }: Facts): boolean {
  const { approval, person } = input;
  if (!approval || approval.hash !== hashAction(input) || (pin && !approval.pin)) return false;
  // What the asker is now counts, not what they were when they answered.
  const voters = approval.by.map((vote) => (vote.personId === person.id ? person : { id: vote.personId, role: vote.role }));
  const carried = voters.some(({ id, role }) => role === "owner" || (by === "asker" && id === person.id));
  const grownUps = new Set(voters.filter(({ role }) => isGrownUp(role)).map(({ id }) => id));
  return carried && (people === 1 || grownUps.size >= people);
}

/** Why an action is allowed, asked about or refused. */
export interface Explanation {
  readonly outcome: Judgement["outcome"];
  readonly rule: string;
  /** All rules that ask, the strictest first; the rule alone where nothing is asked. */
  readonly reasons: readonly string[];
  readonly facts: DecisionFacts;
}

interface Change {
  /** A key of the texts: `change.<id>`. */
  readonly change: string;
  readonly outcome: Judgement["outcome"];
  readonly rule: string;
}

type Changed = (facts: Facts) => Facts;

const input =
  (change: (given: DecisionInput) => Partial<DecisionInput>): Changed =>
  (facts) => ({ ...facts, input: { ...facts.input, ...change(facts.input) } });
const person = (change: Partial<PersonFacts>): Changed => input((given) => ({ person: { ...given.person, ...change } }));
const options = (change: Partial<PolicyOptions>): Changed => input((given) => ({ options: { ...given.options, ...change } }));

/** What could be otherwise, one thing at a time. */
export const CHANGES = {
  as_owner: person({ role: "owner" }),
  as_adult: person({ role: "adult" }),
  at_home: person({ atHome: true }),
  without_outside_text: input(({ origin }) => ({
    origin: { request: origin.request === "outside" ? "person" : origin.request, outside: undefined },
  })),
  in_own_words: input(({ origin }) => ({ origin: { ...origin, request: origin.request === "outside" ? "outside" : "person" } })),
  other_channel: input(() => ({ channel: "telegram" })),
  fewer_targets: (facts) => ({ ...facts, targets: 1, input: { ...facts.input, jointTargets: 1, everything: false } }),
  exact_targets: (facts) => ({ ...facts, symbolic: false }),
  later: input(() => ({ recent: {} })),
  said_again: input(() => ({ late: false })),
  for_now: input(() => ({ forLater: false })),
  spelt_right: input(() => ({ isReread: false })),
  written: input(() => ({ isHeard: false })),
  outcome_known: input(() => ({ unknownBefore: false })),
  longer_stay: person({ until: Number.POSITIVE_INFINITY }),
  more_areas: (facts) => person({ areas: facts.areas.filter((area) => area !== undefined) })(facts),
  option_allowed_domains: options({ allowedDomains: ["*"] }),
  option_blocked_domains: options({ blockedDomains: [] }),
  // Both at once: as delivered they name the same locks and cameras, and one alone would change nothing.
  option_asking_lists: options({ restrictedDomains: [], requireConfirmation: [] }),
  option_effect_rules: (facts) => options({ effectRules: facts.effects.map((effect) => ({ effect, decision: "allow" })) })(facts),
  option_risk_unlock_without_yes: options({ riskUnlockWithoutYes: true }),
  option_risk_disarm_without_yes: options({ riskDisarmWithoutYes: true }),
  option_risk_open_entry_without_yes: options({ riskOpenEntryWithoutYes: true }),
  option_risk_run_code_after_yes: options({ riskRunCodeAfterYes: true }),
  option_risk_system_after_yes: options({ riskSystemAfterYes: true }),
  option_children_may_ask_owners: options({ childrenMayAskOwners: true }),
  option_automation_effects: options({ automationEffects: NEVER_AUTOMATED }),
  option_second_person_effects: options({ secondPersonEffects: [] }),
  option_pins: options({ pinEffects: [] }),
  option_max_targets: options({ maxTargets: Number.POSITIVE_INFINITY }),
  option_rate_count: options({ rateCount: Number.POSITIVE_INFINITY }),
} as const satisfies Readonly<Record<string, Changed>>;

/** Explains a decision by its facts; the judgement is that of `decide`, if there was one. Gives no permit. */
export function explain(given: DecisionInput, judgement?: Judgement): Explanation {
  const facts = factsOf(given);
  const judged = judgement ?? judge(facts);
  const { outcome, rule } = judged;
  return { outcome, rule, reasons: judged.outcome === "confirm" ? judged.reasons : [rule], facts: keptFacts(facts) };
}

/** Every single change that would loosen a decision, by the facts that were kept of it and the options of now, as if nobody had answered. */
export function loosenings(kept: DecisionFacts, now: PolicyOptions): readonly Change[] {
  const facts = factsAgain(kept, now);
  const judgement = judge(facts);
  return Object.entries(CHANGES).flatMap(([change, changed]: [string, Changed]) => {
    const then = judge(changed(facts));
    return strictness(then) < strictness(judgement) ? { change, outcome: then.outcome, rule: then.rule } : [];
  });
}

function strictness(judgement: Judgement): number {
  switch (judgement.outcome) {
    case "allow":
      return 0;
    case "confirm":
      return judgement.requirement.by === "asker" ? 1 : 2;
    case "deny":
      return 3;
  }
}

/** What a decision rested on, as it is kept; `targets` are distinct entities of the call, `jointTargets` of all of the turn's actions together. */
export interface DecisionFacts
  extends Pick<
      DecisionInput,
      | "channel"
      | "effects"
      | "serviceExists"
      | "isAutomated"
      | "everything"
      | "late"
      | "forLater"
      | "isReread"
      | "isHeard"
      | "unknownBefore"
      | "jointTargets"
      | "now"
    >,
    Pick<PersonFacts, "role">,
    Pick<Facts, "services" | "domains" | "targets" | "symbolic"> {
  readonly origin: DecisionInput["origin"]["request"];
  readonly outside?: DecisionInput["origin"]["outside"];
  /** Of a guest: the areas that they may use. */
  readonly ownAreas?: PersonFacts["areas"];
  readonly until?: PersonFacts["until"];
  readonly atHome?: PersonFacts["atHome"];
  /** Of everything touched; empty for what stands in none. */
  readonly areas: readonly string[];
  /** Earlier actions of the same effects within the rate's minutes. */
  readonly recent: DecisionInput["recent"];
  /** A yes came with it, whether or not it was enough. */
  readonly answered: boolean;
}

function keptFacts({ input: given, effects, services, domains, areas, targets, symbolic }: Facts): DecisionFacts {
  const {
    person: asker,
    origin,
    channel,
    isAutomated,
    serviceExists,
    everything,
    late,
    forLater = false,
    isReread = false,
    isHeard = false,
    unknownBefore,
    jointTargets,
    now,
  } = given;
  return {
    ...{ role: asker.role, until: asker.until, atHome: asker.atHome, ownAreas: asker.areas },
    ...{ origin: origin.request, outside: origin.outside, channel, effects: given.effects, services, domains, targets, symbolic },
    areas: [...new Set(areas.map((area) => area ?? ""))],
    recent: Object.fromEntries(effects.flatMap((effect) => (given.recent[effect] ? [[effect, given.recent[effect]]] : []))),
    ...{
      isAutomated,
      serviceExists,
      everything,
      late,
      forLater,
      isReread,
      isHeard,
      unknownBefore,
      jointTargets,
      now,
      answered: given.approval !== undefined,
    },
  };
}

function factsAgain({ services, domains, areas, targets, symbolic, ...kept }: DecisionFacts, options: PolicyOptions): Facts {
  const { role, until, atHome, ownAreas, origin: request, outside } = kept;
  const again: DecisionInput = {
    ...kept,
    ...{ actionId: "", fingerprint: "", touched: [], options, call: { service: services[0] ?? "", entityIds: [], data: {} } },
    person: { id: "", role, until, atHome, areas: ownAreas },
    origin: { request, outside },
  };
  return { ...factsOf(again), services, domains, targets, symbolic, areas: areas.map((area) => (area === "" ? undefined : area)) };
}

const ROOM = "room";
const SERVICE = "example.act";
const ENTITY = "example.thing";

/** What each effect needs by these options, for each role: one entity, at home, in the person's own words. Lists of domains and services do not count. */
export function effectTable(options: PolicyOptions) {
  const without = { ...options, allowedDomains: ["*"], blockedDomains: [], restrictedDomains: [], requireConfirmation: [] };
  return EFFECTS.map((effect) => {
    const judged = (role: Role): Judgement =>
      judge(
        factsOf({
          actionId: "table",
          call: { service: SERVICE, entityIds: [ENTITY], data: {} },
          fingerprint: "",
          channel: "telegram",
          options: without,
          effects: [{ effect, entityId: ENTITY, service: SERVICE, because: "" }],
          touched: [{ entityId: ENTITY, areaId: ROOM }],
          person: { id: "table", role, areas: role === "guest" ? [ROOM] : undefined, until: Number.POSITIVE_INFINITY, atHome: true },
          origin: { request: "person", outside: undefined },
          isAutomated: false,
          serviceExists: true,
          everything: false,
          late: false,
          unknownBefore: false,
          jointTargets: 1,
          recent: {},
          now: 0,
        }),
      );
    return { effect, byRole: { owner: judged("owner"), adult: judged("adult"), child: judged("child"), guest: judged("guest") } };
  });
}
