import { z } from "zod";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Services } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageValues } from "../../languages/format-message.ts";
import { EFFECTS } from "../../security/effects/effect.ts";
import { type DecisionFacts, type Explanation, explain, judge, loosenings, type Requirement } from "../../security/policy/policy.ts";
import { factsOf, type PolicyOptions, ROLES, type Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { ORIGINS } from "../../security/provenance/provenance.ts";
import type { AuditLog, RecordedDecision } from "../../storage/audit/audit.ts";
import type { ApprovalStore } from "../../storage/turns/approvals.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandContext, seesOthers } from "../command.ts";
import type { CreateDecisionInput } from "../graph/gate/evaluate-action.ts";
import type { Person } from "../turn.ts";
import { createPhrases, outsideQuote, verbatim } from "../wording/phrases.ts";
import { countIn } from "./command-arguments.ts";

const MOST_DECISIONS = 10;
/** Decisions read to find those of one person among a group's. */
const MOST_READ = 200;

interface WhyDependencies {
  readonly home: Pick<Home, "find" | "exposed" | "info">;
  readonly audit: Pick<AuditLog, "decisions">;
  readonly approvals: Pick<ApprovalStore, "ofAction">;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly policyOptions: PolicyOptions;
  readonly explainFact: (context: CommandContext, factId: number) => string;
}

const factsForm = z.object({
  ...{ role: z.enum(ROLES), until: z.number().optional(), atHome: z.boolean().optional(), ownAreas: z.array(z.string()).optional() },
  ...{ channel: z.string(), origin: z.enum(ORIGINS), outside: z.object({ source: z.string(), text: z.string() }).optional() },
  effects: z.array(
    z
      .object({ effect: z.enum(EFFECTS), entityId: z.string().optional(), service: z.string(), because: z.string() })
      .transform(({ entityId, ...finding }) => ({ ...finding, entityId })),
  ),
  ...{ services: z.array(z.string()), domains: z.array(z.string()), areas: z.array(z.string()), symbolic: z.boolean() },
  ...{ targets: z.number(), jointTargets: z.number(), recent: z.partialRecord(z.enum(EFFECTS), z.number()), now: z.number() },
  ...{
    serviceExists: z.boolean(),
    everything: z.boolean(),
    late: z.boolean(),
    unknownBefore: z.boolean(),
    forLater: z.boolean().default(false),
    isReread: z.boolean().default(false),
    isHeard: z.boolean().default(false),
    isAutomated: z.boolean().default(false),
    answered: z.boolean(),
  },
}) satisfies z.ZodType<DecisionFacts>;
/** As the audit log keeps a decision's detail: the call's arguments and the explanation. What was erased, or has another form, is left out. */
const explanationForm = z.object({ reasons: z.array(z.string()).readonly(), facts: factsForm });
const detailForm = z.object({
  data: z.record(z.string(), z.unknown()).catch({}),
  explanation: explanationForm.optional().catch(undefined),
});

/** A decision to be put into words: an Explanation, or as much of one as was kept. */
export interface Explained {
  readonly outcome: string;
  readonly rule: string;
  readonly reasons: readonly string[];
  readonly facts: DecisionFacts | { readonly effects: readonly Told[] };
}

/** What an action does to the house, and what told so. */
interface Told {
  readonly effect: string;
  readonly entityId?: string | undefined;
  readonly because: string;
}

/** What `/why [n]` and `/why m12` (a fact that is remembered) answer: rule, facts, and what would change it. */
export function createWhyCommand({ home, audit, approvals, quotes, policyOptions, explainFact }: WhyDependencies) {
  const explanationText = createExplanationText({ home, options: policyOptions });

  return (context: CommandContext, argument: string): string => {
    const text = argument.trim();
    const [, fact] = /^m(\d{1,12})$/i.exec(text) ?? [];
    if (fact !== undefined) return explainFact(context, Number(fact));
    const count = countIn(text, MOST_DECISIONS);
    return count === undefined ? context.catalogue.text("explain.usage", { most: MOST_DECISIONS }) : past(context, count);
  };

  function past(context: CommandContext, count: number): string {
    const { catalogue, chat, person, turnId } = context;
    const seesAll = seesOthers(context);
    const decisions = audit
      .decisions({ chat, limit: seesAll ? count : MOST_READ })
      .filter(({ personId }) => seesAll || personId === person.id)
      .slice(0, count);
    if (decisions.length === 0) return catalogue.text("explain.none");
    quotes.add(turnId, { turnIds: decisions.flatMap((decision) => decision.turnId ?? []) });
    const phrases = createPhrases({ home, catalogue });
    const { minute } = homeTime(home.info.timeZone);
    return decisions
      .map((decision) => {
        const { at, service = "", entityIds } = decision;
        const { data, explained } = explainedOf(decision);
        const head = { time: minute(at), action: phrases.action({ service, entityIds, data }) };
        const [verdict = "", ...why] = explanationText(explained, { catalogue, role: person.role });
        const told = [verdict, ...endOf(decision, context)].join(" ");
        return [catalogue.text("explain.past", head), told, ...why].join("\n");
      })
      .join("\n\n");
  }

  function endOf({ at, turnId, actionId, outcome }: RecordedDecision, { catalogue }: CommandContext): readonly string[] {
    if (outcome !== "confirm" || turnId === undefined || actionId === undefined) return [];
    const [asked, again] = approvals.ofAction(turnId, actionId).filter(({ createdAt }) => createdAt >= at);
    if (!asked) return [];
    const names = catalogue.list(asked.by.map(verbatim));
    const changed = again && asked.ended === "yes" ? [catalogue.text("explain.ended-changed")] : [];
    return [catalogue.text(`explain.ended-${asked.ended}`, { names }), ...changed];
  }
}

/** A recorded decision, ready to be put into words, and the arguments of its call. */
export function explainedOf({ detail, rule = "", outcome = "", effects }: Omit<RecordedDecision, "at">): {
  readonly data: Readonly<Record<string, unknown>>;
  readonly explained: Explained;
} {
  const { data = {}, explanation } = detailForm.safeParse(detail).data ?? {};
  return { data, explained: { reasons: [rule], facts: { effects: effects.map(bare) }, ...explanation, outcome, rule } };
}

function bare(effect: string) {
  return { effect, entityId: undefined, because: "" };
}

/** What a rule is called when a yes was there. */
const APPROVED = ":approved";

const MOST_EFFECTS = 5;

/** Rule, facts and what would change it, as lines of Markdown. Shows no entity id, and of hidden things no name. */
export function createExplanationText({ home, options }: { home: Pick<Home, "find">; options: PolicyOptions }) {
  return (explained: Explained, { catalogue, role }: { readonly catalogue: Catalogue; readonly role: Role }): readonly string[] => {
    const { outcome, facts } = explained;
    const whole = "services" in facts ? facts : undefined;
    const changes = whole && outcome !== "allow" ? loosenings(whole, options) : [];
    const rule = verbatim(explained.rule.replace(APPROVED, ""));
    const verdict = explained.rule.endsWith(APPROVED) ? "approved" : outcome;
    const parameters: MessageValues = {
      ...outsideQuote(whole?.outside, catalogue),
      count: Math.max(whole?.targets ?? 1, whole?.jointTargets ?? 1),
      minutes: options.rateMinutes,
    };
    const reasons = explained.reasons.flatMap((reason) => {
      const id = reason.replace(APPROVED, "");
      return (outcome === "deny" ? catalogue.find(`denied.${id}`, parameters) : undefined) ?? catalogue.find(`why.${id}`, parameters) ?? [];
    });
    return [
      catalogue.find(`explain.${verdict}`, { rule }) ?? catalogue.text("explain.rule", { rule }),
      ...reasons.map((reason) => `- ${reason}`),
      ...factLines(facts.effects, whole).map((fact) => `- ${fact}`),
      ...(changes.length > 0 ? [catalogue.text("explain.changes")] : []),
      ...changes.map(({ change, outcome: then }) => {
        const words = catalogue.find(`change.${change}`) ?? verbatim(change.replaceAll("_", " "));
        return `- ${words} ${catalogue.find(`explain.then-${then}`) ?? ""}`.trimEnd();
      }),
    ];

    function factLines(effects: readonly Told[], known: DecisionFacts | undefined): readonly string[] {
      const who = known && (catalogue.find(`role.${known.role}`) ?? verbatim(known.role));
      return [
        ...(who === undefined ? [] : [catalogue.text("explain.who", { who, channel: verbatim(known?.channel ?? "") })]),
        ...(known?.atHome === undefined ? [] : [catalogue.text(known.atHome ? "explain.at-home" : "explain.away")]),
        ...effects.slice(0, MOST_EFFECTS).map(effectLine),
        ...(effects.length > MOST_EFFECTS ? [catalogue.text("explain.more-effects", { more: effects.length - MOST_EFFECTS })] : []),
      ];
    }

    function effectLine({ effect, entityId, because }: Told): string {
      const words = catalogue.find(`effect.${effect}`) ?? verbatim(effect);
      const mayName = entityId !== undefined && mayRead(entityId, role) && home.find(entityId) !== undefined;
      const name = mayName ? [createPhrases({ home, catalogue }).nameOf(entityId)] : [];
      const told = because === "" ? [] : [catalogue.text("explain.told-by", { told: verbatim(because.replaceAll(/[_:]/g, " ")) })];
      const more = [...name, ...told];
      const line = catalogue.text("explain.effect", { effect: words });
      return more.length > 0 ? `${line} (${more.join("; ")})` : line;
    }
  };
}

export type TellExplanation = ReturnType<typeof createExplanationText>;

/** A supposed action; `time` as `HH:MM` in the home, undefined for now. */
export interface WhatIf {
  /** A person's name or id, or a role. */
  readonly who: string;
  readonly service: string;
  /** An exposed entity's id; empty for a service that takes none. */
  readonly entity: string;
  readonly time: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  /** Where it is said; on Telegram if that is left out. */
  readonly channel?: string | undefined;
}

/** An explanation, with what a yes must be where one is asked for; nobody of that name or role; or in Home Assistant's terms why there is no such action. */
export type WhatIfAnswer = (Explanation & { readonly needs?: Requirement }) | { readonly nobody: true } | { readonly problem: string };

interface WhatIfDependencies {
  readonly everybody: readonly Person[];
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "info">;
  readonly decisionInput: CreateDecisionInput;
  readonly clock: () => number;
}

export type ExplainWhatIf = ReturnType<typeof createWhatIf>;

/** Explains how policy would judge a supposed action, without doing anything. */
export function createWhatIf({ everybody, services, home, decisionInput, clock }: WhatIfDependencies) {
  return async ({ who, service, entity, time, data, channel = "telegram" }: WhatIf): Promise<WhatIfAnswer> => {
    const person = personOf(who, everybody);
    if (!person) return { nobody: true };
    const resolution = services.resolve({ service, target: entity === "" ? {} : { entityId: [entity] }, data });
    if (!resolution.ok) return { problem: resolution.problem.message };
    const { call, everything } = resolution;
    const at = time === undefined ? clock() : todayAt(time, home.info.timeZone, clock());
    const circumstances = { everything, jointTargets: call.entityIds.length, outside: undefined, before: {} };
    const wish = { actionId: "what-if", call, person, channel, origin: "person" as const, circumstances };
    const { input } = await decisionInput({ ...wish, late: false, unknownBefore: false }, () => at);
    const judgement = judge(factsOf(input));
    return { ...explain(input, judgement), ...(judgement.outcome === "confirm" && { needs: judgement.requirement }) };
  };
}

function personOf(who: string, everybody: readonly Person[]): Pick<Person, "id" | "role"> | undefined {
  const name = who.trim().toLowerCase();
  const role = ROLES.find((one) => one === name);
  return everybody.find((person) => person.id === who || person.name.toLowerCase() === name) ?? (role && { id: "what-if", role });
}

/** `HH:MM` of the day that it is in the home. */
function todayAt(time: string, timeZone: string, now: number): number {
  const { minute } = homeTime(timeZone);
  const written = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);
  const offsetAt = (at: number) => written(minute(at)) - at;
  const asUtc = written(`${minute(now).slice(0, 10)} ${time}`);
  // clocks may have been changed between the guess and that time
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}
