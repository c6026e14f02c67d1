import type { SaidPlan } from "../../../attention/later.ts";
import type { Awaited, Clockwork } from "../../../attention/trigger.ts";
import { fillAutomation } from "../../../automations/fill.ts";
import {
  automationFrom,
  conditionsOf,
  type Draft,
  limited,
  onDays,
  onOrOff,
  pauseOf,
  retimed,
  stepOf,
  weekdaysOf,
} from "../../../automations/from-sentence.ts";
import {
  type Automation,
  type AutomationCondition,
  type AutomationStep,
  type AutomationTrigger,
  automationSchema,
  stepsIn,
  WEEKDAYS,
  withoutTemplate,
  withSteps,
} from "../../../automations/intent.ts";
import type { LintFinding } from "../../../automations/lint.ts";
import { MOST_SEVERAL } from "../../../entity-search/entity-placing.ts";
import type { Recognition, SeveralMeant } from "../../../homeassistant/recogniser/recogniser.ts";
import type { Entity } from "../../../homeassistant/registry/home.ts";
import type { Services } from "../../../homeassistant/services/services.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { ModelError, type Models } from "../../../models/models.ts";
import type { Logger } from "../../../observability/logger.ts";
import { severalIn } from "../../../recognition/phrase-placing.ts";
import { type Spoken, spokenIn, whatIn } from "../../../recognition/spoken.ts";
import type { AutomationVersion } from "../../../storage/turns/automations.ts";
import { folded } from "../../../text/fold.ts";
import { canonicalJson } from "../../../text/json.ts";
import type { TurnInput } from "../../state.ts";
import type { Person } from "../../turn.ts";
import { fitsOnButton } from "../../wording/choices.ts";
import type { Planning } from "../planning.ts";
import { type ClausesDependencies, createClauses } from "./automation-clauses.ts";
import { createHalves, type HalvesDependencies } from "./automation-halves.ts";
import { askedIn, changedTime, instructionOf, START } from "./automation-phrases.ts";
import { recipientsOf } from "./automation-telling.ts";

const MINUTE_MS = 60_000;

export type Understand = (turn: TurnInput, signal: AbortSignal) => Promise<Recognition>;
type Kind = "automation" | "script";

/** What a sentence comes to: an automation with the sentence that says all of it, a few that it may mean, or nothing. */
export type Drafted =
  | { readonly kind: "draft"; readonly draft: Draft; readonly sentence: string }
  | { readonly kind: "several"; readonly several: SeveralMeant }
  | Unclear;

/** `part`: what of the sentence is not understood, or `START`; undefined or empty where that cannot be told. `why`: the reason, in words. */
interface Unclear {
  readonly kind: "unclear";
  readonly why?: string | undefined;
  readonly part?: string | typeof START | undefined;
}

const UNCLEAR: Unclear = { kind: "unclear" };

/** What is to be changed. */
type Before = Pick<AutomationVersion, "sentence" | "automation">;

export interface DraftsDependencies extends ClausesDependencies, HalvesDependencies {
  readonly planning: Planning;
  readonly services: Pick<Services, "resolve">;
  readonly lint: (automation: Automation) => readonly LintFinding[];
  /** A finding in words, for a model. */
  readonly explained: (finding: LintFinding) => string;
  /** What starts an automation, and what has to be so, in words. */
  readonly begins: (language: string, trigger: AutomationTrigger) => string;
  readonly holds: (language: string, condition: AutomationCondition) => string;
  readonly find: (text: string) => readonly Entity[];
  readonly models: Pick<Models, "invoke">;
  readonly people: readonly Pick<Person, "name" | "role">[];
  /** All people of the home, by the ids of their entities. */
  readonly household: () => readonly string[];
  readonly clockwork: () => Clockwork;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Reads automations and scripts out of sentences: without a model if all their parts are understood, else a model fills the schema. */
export function createAutomationDrafts(deps: DraftsDependencies) {
  const { planning, services, lint, explained, begins, holds, find, models, people, household, clockwork, clock, logger } = deps;
  const clauses = createClauses(deps);
  const halves = createHalves(deps);
  const timingNow = () => ({ ...clockwork(), now: clock(), household: household() });
  /** By the templates of the language; unclear if a part of the sentence has no place. */
  async function withoutModel(
    kind: Kind,
    turn: TurnInput,
    sentence: string,
    understand: Understand,
    signal: AbortSignal,
    limits: readonly AutomationCondition[] = [],
  ): Promise<Exclude<Drafted, { kind: "several" }>> {
    const spoken = spokenIn(turn.language);
    if (!spoken) return UNCLEAR;
    if (kind === "script") {
      const actions = (await planning.calls(turn, spoken.bare(sentence), understand, signal)).map(resolved);
      return actions.length === 0 ? UNCLEAR : { kind: "draft", draft: { triggers: [], conditions: [], actions, mode: "single" }, sentence };
    }
    const timing = timingNow();
    const bare = spoken.bare(sentence);
    const asked = askedIn(bare, spoken);
    const calendar = calendarIn(asked?.sentence ?? bare, spoken);
    const { said: window, rest } = spoken.times.window(calendar?.rest ?? asked?.sentence ?? bare);
    const later = planning.later({ ...turn, text: rest }, true);
    const { said = {}, isVague = false, wishes = [{ rest }] } = later ?? {};
    if (isVague) return UNCLEAR;
    /** What is done, and what ends it where the sentence says for how long ("for 5 minutes"); a condition leaves that in the words beside it. */
    const stepsOf = async (text: string, lasts: number | undefined, isTimed: boolean): Promise<readonly AutomationStep[]> => {
      const read = spoken.times.read(text, timing);
      const own = read && Object.keys(read.said).join() === "lasts" ? read : undefined;
      const calls = await planning.calls(turn, own?.rest ?? text, understand, signal);
      const lastsMs = own?.said.lasts ?? (isTimed ? lasts : undefined);
      const ends = lastsMs === undefined ? [] : planning.ends(calls);
      if (calls.length === 0 || !ends) return [];
      const pause = lastsMs === undefined ? [] : [pauseOf(lastsMs)];
      return [...calls.map(resolved), ...pause, ...ends.map(resolved)];
    };
    const parts = new Set<string | typeof START>();
    let why: string | undefined;
    for (const wish of wishes) {
      const { plan, condition } = wish;
      const awaited = condition ? await planning.condition(turn, wish, spoken, understand, signal) : undefined;
      if (condition !== undefined && !awaited) {
        why ??= await planning.unseen(turn, wish, spoken, understand, signal);
        parts.add(condition);
        continue;
      }
      const instruction = asked && instructionOf(asked, wish.rest, spoken);
      if (asked && instruction === undefined) continue;
      const present = said.clock ? limits : [...(conditionsOf({ presence: window.presence }, timing) ?? []), ...limits];
      const message = plan && !asked ? messageOf(turn, plan, awaited, calendar?.trigger, present) : "";
      if (plan && !asked && message === "") continue;
      const steps =
        instruction !== undefined
          ? [{ kind: "ask" as const, person: turn.personName, instruction }]
          : plan
            ? recipientsOf(turn, plan, people).map((person) => ({ kind: "tell" as const, person, message }))
            : await stepsOf(wish.rest, said.lasts, awaited === undefined);
      const { lasts, ...start } = said;
      const isSpent = steps.some(({ kind }) => kind === "delay");
      const draft = automationFrom({ said: isSpent ? start : said, window, awaited, calendar: calendar?.trigger, steps }, timing);
      if (draft) return { kind: "draft", draft, sentence };
      parts.add(steps.length > 0 ? START : wish.rest === bare ? "" : wish.rest);
    }
    const [part, ...more] = parts;
    return { kind: "unclear", why, part: parts.has(START) ? START : more.length > 0 ? undefined : part };
  }

  /** What says more than one thing that starts it, limits it, or ends it. */
  async function joined(turn: TurnInput, sentence: string, understand: Understand, signal: AbortSignal): Promise<Draft | undefined> {
    const spoken = spokenIn(turn.language);
    if (!spoken) return undefined;
    const read = async (text: string, limits?: readonly AutomationCondition[]) => {
      const found = await withoutModel("automation", turn, text, understand, signal, limits);
      return found.kind === "draft" ? found.draft : undefined;
    };
    const calls = async (text: string) => (await planning.calls(turn, text, understand, signal)).map(resolved);
    const bare = spoken.bare(sentence);
    const reading = { turn, spoken, timing: timingNow(), understand, signal, read, calls };
    return (await halves(bare, reading)) ?? (await clauses.limited(bare, reading)) ?? clauses.several(bare, reading);
  }

  /** What a step tells; "" for nothing. */
  function messageOf(
    turn: TurnInput,
    { kind, what, to }: SaidPlan,
    awaited: Awaited | undefined,
    calendar: AutomationTrigger | undefined,
    present: readonly AutomationCondition[],
  ): string {
    // who is told what another said is told who
    if (to && what !== "") return catalogueFor(turn.language).text("relay.message", { name: turn.personName, text: what });
    if (kind === "relay" && !to) return "";
    if (kind === "reminder") return what;
    if (calendar) return withoutTemplate(begins(turn.language, calendar));
    if (awaited) return withoutTemplate(planning.happened(turn, awaited));
    return withoutTemplate(present.map((one) => holds(turn.language, one)).join(". "));
  }

  /** The calendar whose events start it, and the sentence without that. */
  function calendarIn(sentence: string, { times, unprefixed }: Spoken) {
    for (const { name, event, offset, rest } of times.events(sentence)) {
      const said = folded(unprefixed(name));
      const [entity, ...more] = find(name).filter((one) => one.domain === "calendar" && folded(one.name) === said);
      if (!entity || more.length > 0) continue;
      const offsetMinutes = Math.round(offset / MINUTE_MS);
      const trigger = { kind: "calendar" as const, entity: entity.entityId, event, ...(offsetMinutes !== 0 && { offsetMinutes }) };
      return { rest, trigger };
    }
    return undefined;
  }

  function resolved(call: Parameters<typeof stepOf>[0]) {
    const resolution = services.resolve(call);
    return stepOf(resolution.ok ? { ...resolution.call, target: { entityId: resolution.call.entityIds } } : call);
  }

  async function withModel(
    { personName: person }: TurnInput,
    { kind, sentence, earlier }: { readonly kind: Kind; readonly sentence: string; readonly earlier?: Automation },
    signal: AbortSignal,
  ): Promise<Draft | undefined> {
    const check = (said: Automation) => {
      const automation = { ...said, triggers: said.triggers.map(onOrOff) };
      const step = stepsIn(automation.actions).find((one) => one.kind === "call" && !services.resolve(callOf(one)).ok);
      const resolution = step?.kind === "call" ? services.resolve(callOf(step)) : undefined;
      if (resolution && !resolution.ok) return { ok: false as const, problem: resolution.problem.message };
      const wrong = lint(automation).find(({ isWrong }) => isWrong);
      if (!wrong) return { ok: true as const, automation };
      return { ok: false as const, problem: explained(wrong) };
    };
    try {
      const filled = await fillAutomation(
        { models, check },
        { kind, sentence, earlier, candidates: find(sentence), people: people.map(({ name }) => name), signal },
      );
      // whoever has it asked is answered
      return filled && withSteps(filled, (step) => (step.kind === "ask" ? { ...step, person } : step));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      logger.info({ problem: error.problem.kind }, "no model could fill in an automation");
      return undefined;
    }
  }

  /** The same sentence with each of the names that fit, where they come to the same but for the entity: devices write names, too. */
  async function whichOne(
    sentence: string,
    { what, options }: SeveralMeant,
    read: (sentence: string) => Promise<Drafted>,
  ): Promise<SeveralMeant | undefined> {
    const labels = options.map(({ label }) => label);
    const several = severalIn(sentence, what, labels);
    if (!several || what === "" || options.length > MOST_SEVERAL) return undefined;
    const shapes = new Set<string | undefined>();
    for (const option of several.options) {
      const drafted = await read(option.sentence);
      shapes.add(drafted.kind === "draft" ? shapeOf(drafted.draft) : undefined);
    }
    return shapes.size === 1 && !shapes.has(undefined) && labels.every(fitsOnButton) ? several : undefined;
  }

  /** Notes the first name that several entities fit. */
  function noting(understand: Understand) {
    const noted: { several?: SeveralMeant } = {};
    const noticed: Understand = async (part, stop) => {
      const recognition = await understand(part, stop);
      if (!recognition.hit && recognition.reason === "several") noted.several ??= recognition;
      return recognition;
    };
    return { noted, noticed };
  }

  async function drafted(kind: Kind, turn: TurnInput, sentence: string, understand: Understand, signal: AbortSignal): Promise<Drafted> {
    const { noted, noticed } = noting(understand);
    let unclear: Unclear | undefined;
    // "that turns on the light" says what it does
    for (const said of new Set([sentence, spokenIn(turn.language)?.imperative(sentence) ?? sentence])) {
      const plain = await withoutModel(kind, turn, said, noticed, signal);
      if (plain.kind === "draft") return plain;
      const both = kind === "automation" ? await joined(turn, said, understand, signal) : undefined;
      if (both) return { kind: "draft", draft: both, sentence };
      unclear ??= plain;
    }
    const read = (text: string) => withoutModel(kind, turn, text, understand, signal);
    const asked = noted.several && (await whichOne(sentence, noted.several, read));
    if (asked) return { kind: "several", several: asked };
    // what the home does not tell no model knows
    if (unclear?.why !== undefined) return unclear;
    const filled = await withModel(turn, { kind, sentence }, signal);
    return filled ? { kind: "draft", draft: filled, sentence } : (unclear ?? UNCLEAR);
  }

  /** An automation with another time, other days, or something more that has to be so: what it does stays, and is read from the sentence that was there. */
  async function adjustedBy(turn: TurnInput, text: string, before: Before, understand: Understand, signal: AbortSignal): Promise<Drafted> {
    const spoken = spokenIn(turn.language);
    if (!spoken) return UNCLEAR;
    const { name: _, ...earlier } = automationSchema.parse(before.automation);
    const timing = timingNow();
    const time = changedTime(spoken, text, weekdaysOf(earlier), timing);
    const retold = time && retimed(earlier, time, timing);
    if (retold) return { kind: "draft", draft: retold, sentence: before.sentence };
    const limits = whatIn(spoken.changes.only, spoken.bare(text)) ?? spoken.bare(text);
    const { said: window, rest } = spoken.times.window(limits);
    const within = rest === "" ? conditionsOf(window, timing) : undefined;
    if (within && within.length > 0) return { kind: "draft", draft: limited(earlier, within), sentence: before.sentence };
    const facts = await clauses.facts(limits, { turn, spoken, timing, understand, signal });
    if (!facts) return UNCLEAR;
    return { kind: "draft", draft: { ...earlier, conditions: [...earlier.conditions, ...facts] }, sentence: before.sentence };
  }

  /** What an automation comes to with a sentence that changes it: a whole new one, what else has to be so, another start, other actions. */
  async function changedBy(turn: TurnInput, text: string, before: Before, understand: Understand, signal: AbortSignal): Promise<Drafted> {
    const { name: _, ...earlier } = automationSchema.parse(before.automation);
    const read = (sentence: string) => withoutModel("automation", turn, sentence, understand, signal);
    const whole = await read(text);
    if (whole.kind === "draft") return whole;

    const adjusted = await adjustedBy(turn, text, before, understand, signal);
    if (adjusted.kind === "draft") return adjusted;

    const spoken = spokenIn(turn.language);
    const limits = (spoken && whatIn(spoken.changes.only, text)) ?? text;
    const both = `${before.sentence} ${text}`;
    const kept = await read(before.sentence);
    const isAsSaid = kept.kind === "draft" && canonicalJson(kept.draft) === canonicalJson(earlier);
    // what begins and ends it in one does not begin otherwise
    const wishes = earlier.triggers.length === 1 ? wishesOf(turn, before.sentence, spoken) : [];
    for (const wish of wishes) {
      const begun = await read(`${limits} ${wish}`);
      if (begun.kind === "unclear") continue;
      const { triggers, conditions, actions } = begun.draft;
      // a step may tell what started it
      const draft = limited({ ...earlier, triggers, ...(isAsSaid && { actions }) }, conditions);
      const days = [begun.draft, earlier].map(weekdaysOf).find(({ length }) => length < WEEKDAYS.length);
      return { ...begun, draft: days ? onDays(draft, days) : draft };
    }
    const more = isAsSaid ? await read(both) : UNCLEAR;
    if (more.kind === "draft" && canonicalJson(more.draft.actions) === canonicalJson(earlier.actions)) return more;

    const actions = (await planning.calls(turn, text, understand, signal)).map(resolved);
    const sentence = `${before.sentence}, ${text}`;
    return actions.length > 0 ? { kind: "draft", draft: { ...earlier, actions }, sentence } : UNCLEAR;
  }

  return {
    drafted,
    /** What an automation that was just made comes to with a message that says no more than what is different: "make it 9 pm", "only on weekdays". */
    async adjusted(turn: TurnInput, before: Before, understand: Understand, signal: AbortSignal): Promise<Drafted> {
      const spoken = spokenIn(turn.language);
      const said = spoken?.bare(turn.text) ?? "";
      const { instead, only, skip } = spoken?.changes ?? {};
      const isChange = [instead, only, skip].some((templates) => templates && whatIn(templates, said) !== undefined);
      return isChange ? adjustedBy(turn, turn.text, before, understand, signal) : UNCLEAR;
    },
    /** The same, or what a model makes of it, or which of a few is meant. */
    async reworded(turn: TurnInput, text: string, before: Before, understand: Understand, signal: AbortSignal): Promise<Drafted> {
      const { noted, noticed } = noting(understand);
      const plain = await changedBy(turn, text, before, noticed, signal);
      if (plain.kind === "draft") return plain;
      const read = (sentence: string) => changedBy(turn, sentence, before, understand, signal);
      const asked = noted.several && (await whichOne(text, noted.several, read));
      if (asked) return { kind: "several", several: asked };
      const earlier = automationSchema.parse(before.automation);
      const filled = await withModel(turn, { kind: "automation", sentence: text, earlier }, signal);
      return filled ? { kind: "draft", draft: filled, sentence: `${before.sentence}, ${text}` } : plain;
    },
  };

  /** What a sentence wants done, without what starts it. */
  function wishesOf(turn: TurnInput, sentence: string, spoken: Spoken | undefined): readonly string[] {
    const text = spoken?.times.window(spoken.bare(sentence)).rest ?? sentence;
    return planning.later({ ...turn, text }, true)?.wishes.map(({ rest }) => rest) ?? [text];
  }
}

/** What an automation does, whatever the entities are. */
function shapeOf(draft: Draft): string {
  return JSON.stringify(draft, (key, value: unknown) => {
    if (key === "entities" && Array.isArray(value)) return value.length;
    return key === "entity" || key === "message" ? "" : value;
  });
}

function callOf({
  service,
  entities,
  data = {},
}: {
  service: string;
  entities: readonly string[];
  data?: Record<string, unknown> | undefined;
}) {
  return { service, target: entities.length > 0 ? { entityId: entities } : {}, data };
}
