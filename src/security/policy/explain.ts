import { type Judgement, judge } from "./policy.ts";
import { type DecisionInput, type Facts, factsOf, type PersonFacts, type PolicyOptions } from "./policy-input.ts";

/** Why an action is allowed, asked about or refused, and what would make that easier. */
export interface Explanation {
  readonly outcome: Judgement["outcome"];
  readonly rule: string;
  /** All rules that ask, the strictest first; the rule alone where nothing is asked. */
  readonly reasons: readonly string[];
  readonly facts: ReturnType<typeof explained>;
  /** Each changes one fact or one option and nothing else. */
  readonly changes: readonly Change[];
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
  option_second_person_effects: options({ secondPersonEffects: [] }),
  option_pins: options({ pinEffects: [] }),
  option_max_targets: options({ maxTargets: Number.POSITIVE_INFINITY }),
  option_rate_count: options({ rateCount: Number.POSITIVE_INFINITY }),
} as const satisfies Readonly<Record<string, Changed>>;

/** Explains a decision, past or supposed: the judgement of `decide`, its facts, and every single change that would loosen it. Gives no permit. */
export function explain(given: DecisionInput): Explanation {
  const facts = factsOf(given);
  const judgement = judge(facts);
  const { outcome, rule } = judgement;
  // nothing is looser than "allow": most decisions need no second judgement
  const loosening = outcome === "allow" ? [] : Object.entries(CHANGES);
  const changes = loosening.flatMap(([change, changed]: [string, Changed]) => {
    const then = judge(changed(facts));
    return strictness(then) < strictness(judgement) ? { change, outcome: then.outcome, rule: then.rule } : [];
  });
  return { outcome, rule, reasons: judgement.outcome === "confirm" ? judgement.reasons : [rule], facts: explained(facts), changes };
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

/** What the decision rested on; `targets` are distinct entities of the call, `jointTargets` of all of the turn's actions together. */
function explained({ input: given, effects, targets }: Facts) {
  return {
    role: given.person.role,
    channel: given.channel,
    origin: given.origin.request,
    outside: given.origin.outside,
    effects: given.effects,
    targets,
    jointTargets: given.jointTargets,
    everything: given.everything,
    atHome: given.person.atHome,
    late: given.late,
    unknownBefore: given.unknownBefore,
    /** Earlier actions of the same effects within the rate's minutes. */
    recent: Object.fromEntries(effects.flatMap((effect) => (given.recent[effect] ? [[effect, given.recent[effect]]] : []))),
    /** A yes came with it, whether or not it was enough. */
    answered: given.approval !== undefined,
    now: given.now,
  };
}
