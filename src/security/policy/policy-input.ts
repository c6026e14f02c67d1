import { textsAndNamesIn } from "../../text/json.ts";
import { ANY_SERVICE, GENERIC_SERVICES, TARGET_FIELDS } from "../effects/action-facts.ts";
import { EFFECTS, type Effect, type EffectFinding } from "../effects/effect.ts";
import { isUnattended, type Origin, type OutsideText } from "../provenance/provenance.ts";
import { domainOfChange, routineChange, saveOf } from "../routines/routine-changes.ts";
import { FREE_EFFECTS } from "./policy-rules.ts";

/** A call as policy judges it: exact entity ids, nothing symbolic. Same shape as homeassistant's ResolvedCall. */
export interface JudgedCall {
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export const ROLES = ["owner", "adult", "child", "guest"] as const;
export type Role = (typeof ROLES)[number];

export function isGrownUp(role: Role): boolean {
  return role === "owner" || role === "adult";
}

export interface PersonFacts {
  readonly id: string;
  readonly role: Role;
  /** Ids of the areas that a guest may act in; for others of no weight. */
  readonly areas: readonly string[] | undefined;
  /** When a guest's stay ends, in milliseconds since the epoch. */
  readonly until: number | undefined;
  /** Undefined if nobody knows. */
  readonly atHome: boolean | undefined;
}

/** A yes that was given: to what, by whom, and whether the PIN came with it. */
export interface ApprovalEvidence {
  /** Of `hashAction`. */
  readonly hash: string;
  readonly by: readonly { readonly personId: string; readonly role: Role }[];
  readonly pin: boolean;
}

/** The options that policy obeys. Entries of the lists are domains, or services where it says so. */
export interface PolicyOptions {
  /** `*` for all. */
  readonly allowedDomains: readonly string[];
  /** Domains or services. */
  readonly restrictedDomains: readonly string[];
  /** Domains or services. */
  readonly blockedDomains: readonly string[];
  /** Services, `domain.service`. */
  readonly requireConfirmation: readonly string[];
  /** For everybody, or for one role; the first that fits counts. */
  readonly effectRules: readonly { readonly effect: Effect; readonly role?: Role; readonly decision: "allow" | "confirm" | "deny" }[];
  readonly riskUnlockWithoutYes: boolean;
  readonly riskDisarmWithoutYes: boolean;
  readonly riskOpenEntryWithoutYes: boolean;
  readonly riskRunCodeAfterYes: boolean;
  readonly riskSystemAfterYes: boolean;
  readonly childrenMayAskOwners: boolean;
  /** Of `NEVER_AUTOMATED`: those that an automation may have all the same. */
  readonly automationEffects: readonly Effect[];
  readonly secondPersonEffects: readonly Effect[];
  readonly pinEffects: readonly Effect[];
  /** More than so many things at once ask. */
  readonly maxTargets: number;
  /** So many actions of one effect within `rateMinutes` and the next one asks. */
  readonly rateCount: number;
  readonly rateMinutes: number;
}

export interface DecisionInput {
  readonly actionId: string;
  readonly call: JudgedCall;
  readonly effects: readonly EffectFinding[];
  /** Targets, members of groups, what is inside routines, what is addressed: each once. */
  readonly touched: readonly { readonly entityId: string; readonly areaId: string | undefined }[];
  /** Of what was read to tell the effects. */
  readonly fingerprint: string;
  readonly person: PersonFacts;
  /** It saves a script or scene that an automation starts, or may start. */
  readonly isAutomated: boolean;
  /** Where the request came in. */
  readonly channel: string;
  /** Of the request itself, and the text from outside that the action may rest on. */
  readonly origin: { readonly request: Origin; readonly outside: OutsideText | undefined };
  /** Whether Home Assistant lists the service. */
  readonly serviceExists: boolean;
  /** The call was proposed for `all`. */
  readonly everything: boolean;
  /** The request is old: what it asks for may not be wanted any more. */
  readonly late: boolean;
  /** It was asked for later, or for when something happens: nothing of that is done at once by itself. */
  readonly forLater?: boolean;
  /** The sentence was understood only after slips of spelling were corrected. */
  readonly isReread?: boolean;
  /** It was spoken and not written: a word may have been heard wrong. */
  readonly isHeard?: boolean;
  /** The same service and target ended `unknown` earlier in this session. */
  readonly unknownBefore: boolean;
  /** `jointTargets` of all actions of the turn, this one and those done already included. */
  readonly jointTargets: number;
  /** Actions by effect within the last `rateMinutes`. */
  readonly recent: Readonly<Partial<Record<Effect, number>>>;
  readonly options: PolicyOptions;
  readonly approval?: ApprovalEvidence;
  /** Milliseconds since the epoch, when the decision is made. */
  readonly now: number;
}

/** Whose yes a rule asks for: whoever asked, a grown-up of the house, or an owner. */
export type Yes = "asker" | "adult" | "owner";

export interface Facts {
  readonly input: DecisionInput;
  /** Each once, the most harmful first. */
  readonly effects: readonly Effect[];
  /** Of the call and of what is inside the routines that it starts, lower case. */
  readonly services: readonly string[];
  /** Of these services and of everything touched. */
  readonly domains: readonly string[];
  /** Of everything touched; undefined for what stands in no area, or of which nobody looked. */
  readonly areas: readonly (string | undefined)[];
  /** Of `reachOf`. */
  readonly targets: number;
  /** A target is named by device, area, floor or label: what it stands for was not looked at. */
  readonly symbolic: boolean;
}

interface Question {
  readonly facts: Facts;
  /** The effect that a row is tried for. */
  readonly effect: Effect | undefined;
  /** The strictest yes that would be asked for. */
  readonly yes: Yes | undefined;
}

/** Ways in that this policy was made for. */
const CHANNELS: ReadonlySet<string> = new Set(["telegram", "terminal", "console", "assist", "rest", "mcp"]);

/** Services that would do something to the house behind the gate's back: sentences run as commands, our own way to the chats. */
const BYPASSING_DOMAINS: ReadonlySet<string> = new Set(["conversation", "telegram_bot", "assist_satellite", "ai_task"]);

/** From then on what is in an automation happens by itself as well. */
const SWITCHES_ON: ReadonlySet<string> = new Set(["automation.turn_on", "automation.toggle"]);

/** Services that set other entities' states by their data: each of those has a service of its own that can be judged. */
const BYPASSING_SERVICES: ReadonlySet<string> = new Set(["scene.apply", "scene.create", "group.set"]);

/** Gathers what the rules look at. Nothing is free because nobody looked at it: ids among the data count as touched too. */
export function factsOf(input: DecisionInput): Facts {
  const { call, effects } = input;
  const inside = effects.map(serviceOf).filter((name) => DOTTED_NAME.test(name));
  const services = [...new Set([call.service.toLowerCase(), ...inside])];
  const looked = new Set(input.touched.map(({ entityId }) => entityId.toLowerCase()));
  const named = [...targetsOf(call), ...idsIn(call.data), ...effects.flatMap(({ entityId }) => entityId?.toLowerCase() ?? [])];
  const unseen = [...new Set(named)].filter((entityId) => !looked.has(entityId));
  const names = new Set(effects.map(({ effect }) => effect));
  const found = EFFECTS.filter((effect) => names.has(effect));
  return {
    input,
    // A call of which nothing was found is a call of which nothing is known.
    effects: found.length === 0 ? ["unknown"] : found,
    services,
    domains: [...new Set([...services, ...looked, ...unseen].map(domainOf).map(domainOfChange))],
    areas: [...input.touched.map(({ areaId }) => areaId), ...unseen.map(() => undefined)],
    targets: reachOf(call, effects),
    symbolic: Object.keys(call.data).some((field) => field !== "entity_id" && TARGET_FIELDS.has(field)),
  };
}

/** A generic service inside a routine is one of the thing's own, whichever. */
function serviceOf({ service, entityId = "" }: EffectFinding): string {
  const name = service.toLowerCase();
  return GENERIC_SERVICES.has(name) ? `${domainOf(entityId.toLowerCase())}.${ANY_SERVICE}` : name;
}

/** Distinct entities that a call names as its targets, lower case. */
export function targetsOf({ entityIds, data }: JudgedCall): ReadonlySet<string> {
  const named = [data["entity_id"] ?? []].flat().flatMap((ids) => wordsOf(String(ids)));
  return new Set([...entityIds.map((entityId) => entityId.toLowerCase()), ...named]);
}

/** Effects of which a group or a scene may have many things and counts as one: they do no harm, and people make those for that. */
const COUNTED_AS_ONE: ReadonlySet<Effect> = new Set(["light", "media", "cover", "comfort", "routine"]);

/** How many things a call is for: its own targets, and what it reaches beside them in groups and routines, lamps and the like left out. */
export function reachOf(call: JudgedCall, effects: readonly EffectFinding[]): number {
  const beside = effects.flatMap(({ effect, entityId }) => (COUNTED_AS_ONE.has(effect) ? [] : (entityId?.toLowerCase() ?? [])));
  return Math.max(1, targetsOf(call).union(new Set(beside)).size);
}

const DOTTED_NAME = /^[a-z][a-z0-9_]*\.[a-z0-9_]+$/;

function domainOf(name: string): string {
  return name.split(".")[0] ?? "";
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
}

function idsIn(data: unknown): readonly string[] {
  return textsAndNamesIn(data)
    .flatMap(wordsOf)
    .filter((word) => DOTTED_NAME.test(word));
}

function listed(facts: Facts, list: readonly string[]): boolean {
  return facts.domains.some((name) => list.includes(name)) || serviceListed(facts, list);
}

/** Any service of a domain may be each of those listed. */
function serviceListed({ services }: Facts, list: readonly string[]): boolean {
  const fits = (service: string, name: string) =>
    service === name || (service.endsWith(`.${ANY_SERVICE}`) && name.startsWith(`${domainOf(service)}.`));
  return services.some((service) => list.some((name) => fits(service, name)));
}

/** Whether the options' first effect rule that fits this effect and person decides so. */
function ruled({ facts, effect }: Question, decision: PolicyOptions["effectRules"][number]["decision"]): boolean {
  const { options, person } = facts.input;
  const first = options.effectRules.find((rule) => rule.effect === effect && (rule.role === undefined || rule.role === person.role));
  return first?.decision === decision;
}

function changesRoutine({ services: [own = ""] }: Facts): boolean {
  return routineChange(own) !== undefined;
}

/** What is in an automation happens by itself from then on, and so does what is in a script or scene that one starts. What others do is asked about when they are started. */
function automates({ services: [own], input }: Facts): boolean {
  return own === saveOf("automation") || input.isAutomated;
}

/** Owners wrote it, or said yes to it, and are asked as by hand. */
function switchesOn({ services: [own = ""], input }: Facts): boolean {
  return SWITCHES_ON.has(own) && input.person.role !== "owner";
}

const RISKS: ReadonlyMap<Effect | undefined, keyof PolicyOptions> = new Map([
  ["unlock", "riskUnlockWithoutYes"],
  ["disarm", "riskDisarmWithoutYes"],
  ["open-entry", "riskOpenEntryWithoutYes"],
]);

/** Whether an option lets the effect go without a yes, as far as nothing from outside is in it. */
function riskTaken({ facts: { input }, effect }: Question): boolean {
  const option = RISKS.get(effect);
  return option !== undefined && input.options[option] === true && input.origin.outside === undefined;
}

/** The conditions that rules name. Bounds are compared so that a number that is none asks. */
export const CONDITIONS = {
  service_unknown: ({ facts }: Question) => !facts.input.serviceExists,
  channel_unknown: ({ facts }: Question) => !CHANNELS.has(facts.input.channel),
  bypasses_policy: ({ facts: { input, services } }: Question) => {
    const own = input.call.service.toLowerCase();
    const judged = routineChange(own) ? services : [own];
    return judged.some((service) => BYPASSING_DOMAINS.has(domainOf(service)) || BYPASSING_SERVICES.has(service));
  },
  changes_routine: ({ facts }: Question) => changesRoutine(facts),
  automates_from_outside: ({ facts }: Question) =>
    changesRoutine(facts) && (isUnattended(facts.input.origin.request) || facts.input.origin.outside !== undefined),
  automates_unlisted_effect: ({ facts, effect }: Question) =>
    automates(facts) && !facts.input.options.automationEffects.some((listed) => listed === effect),
  automates_what_asks: ({ facts }: Question) =>
    (automates(facts) || switchesOn(facts)) && !facts.effects.every((effect) => FREE_EFFECTS.has(effect)),
  in_blocked_domains: ({ facts }: Question) => listed(facts, facts.input.options.blockedDomains),
  not_in_allowed_domains: ({ facts }: Question) => {
    const { allowedDomains } = facts.input.options;
    return !allowedDomains.includes("*") && !facts.domains.every((name) => allowedDomains.includes(name));
  },
  in_restricted_domains: ({ facts }: Question) => listed(facts, facts.input.options.restrictedDomains),
  in_require_confirmation: ({ facts }: Question) => serviceListed(facts, facts.input.options.requireConfirmation),
  stay_is_over: ({ facts: { input } }: Question) => input.person.until === undefined || !(input.person.until > input.now),
  outside_own_areas: ({ facts }: Question) => {
    const own = facts.input.person.areas ?? [];
    return own.length === 0 || !facts.areas.every((area) => area !== undefined && own.includes(area));
  },
  run_code_risk_not_taken: ({ facts }: Question) => !facts.input.options.riskRunCodeAfterYes,
  system_risk_not_taken: ({ facts }: Question) => !facts.input.options.riskSystemAfterYes,
  effect_rule_denies: (question: Question) => ruled(question, "deny"),
  effect_rule_allows: (question: Question) => ruled(question, "allow"),
  option_asks: (question: Question) => {
    const { secondPersonEffects, pinEffects } = question.facts.input.options;
    const named = [...secondPersonEffects, ...pinEffects].some((effect) => effect === question.effect);
    return named || ruled(question, "confirm");
  },
  risk_taken_at_home: (question: Question) => riskTaken(question) && question.facts.input.person.atHome === true,
  risk_taken_not_at_home: (question: Question) => riskTaken(question) && question.facts.input.person.atHome !== true,
  rests_on_outside_text: ({ facts: { input } }: Question) => input.origin.outside !== undefined || input.origin.request === "outside",
  target_not_looked_up: ({ facts }: Question) => facts.symbolic,
  everything_at_once: ({ facts }: Question) => facts.input.everything,
  over_max_targets: ({ facts: { input, targets } }: Question) => !(Math.max(targets, input.jointTargets) <= input.options.maxTargets),
  over_rate: ({ facts: { input, effects } }: Question) =>
    effects.some((effect) => !((input.recent[effect] ?? 0) < input.options.rateCount)),
  ended_unknown_before: ({ facts }: Question) => facts.input.unknownBefore,
  said_long_ago: ({ facts }: Question) => facts.input.late,
  meant_for_later: ({ facts }: Question) => facts.input.forLater === true,
  read_with_slips: ({ facts: { input, effects } }: Question) =>
    input.isReread === true && !effects.every((effect) => FREE_EFFECTS.has(effect)),
  heard_not_read: ({ facts: { input, effects } }: Question) =>
    input.isHeard === true && !effects.every((effect) => FREE_EFFECTS.has(effect)),
  needs_a_grown_up: ({ yes }: Question) => yes === "adult" || yes === "owner",
  needs_an_owner_who_may_not_be_asked: ({ facts, yes }: Question) =>
    (yes === "adult" || yes === "owner") && !facts.input.options.childrenMayAskOwners,
} as const;

export type Condition = keyof typeof CONDITIONS;
