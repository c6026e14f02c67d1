import type { Clockwork } from "../../../attention/trigger.ts";
import { fillAutomation } from "../../../automations/fill.ts";
import { conditionsOf, type Draft, limited, onDays, onOrOff, retimed, weekdaysOf } from "../../../automations/from-sentence.ts";
import { type Automation, type AutomationCondition, automationSchema, stepsIn, WEEKDAYS, withSteps } from "../../../automations/intent.ts";
import type { LintFinding } from "../../../automations/lint.ts";
import { MOST_SEVERAL } from "../../../entity-search/entity-placing.ts";
import type { SeveralMeant } from "../../../homeassistant/recogniser/recogniser.ts";
import { ModelError, type Models } from "../../../models/models.ts";
import type { Logger } from "../../../observability/logger.ts";
import { severalIn } from "../../../recognition/phrase-placing.ts";
import { type Spoken, spokenIn, whatIn } from "../../../recognition/spoken.ts";
import type { AutomationVersion } from "../../../storage/turns/automations.ts";
import { canonicalJson } from "../../../text/json.ts";
import type { TurnInput } from "../../state.ts";
import { fitsOnButton } from "../../wording/choices.ts";
import { type ClausesDependencies, createClauses } from "./automation-clauses.ts";
import { createHalves, type HalvesDependencies } from "./automation-halves.ts";
import { changedTime } from "./automation-phrases.ts";
import {
  createAutomationReading,
  type Reading,
  type ReadingDependencies,
  UNCLEAR,
  type Unclear,
  type Understand,
} from "./automation-reading.ts";

type Kind = "automation" | "script";

/** What a sentence comes to: an automation with the sentence that says all of it, a few that it may mean, or nothing. */
export type Drafted =
  | { readonly kind: "draft"; readonly draft: Draft; readonly sentence: string }
  | { readonly kind: "several"; readonly several: SeveralMeant }
  | Unclear;

/** What is to be changed. */
type Before = Pick<AutomationVersion, "sentence" | "automation">;

export interface DraftsDependencies extends ReadingDependencies, ClausesDependencies, HalvesDependencies {
  readonly planning: ReadingDependencies["planning"];
  readonly lint: (automation: Automation) => readonly LintFinding[];
  /** A finding in words, for a model. */
  readonly explained: (finding: LintFinding) => string;
  readonly models: Pick<Models, "invoke">;
  /** All people of the home, by the ids of their entities. */
  readonly household: () => readonly string[];
  readonly clockwork: () => Clockwork;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Reads automations and scripts out of sentences: without a model if all their parts are understood, else a model fills the schema. */
export function createAutomationDrafts(deps: DraftsDependencies) {
  const { planning, services, lint, explained, find, models, people, household, clockwork, clock, logger } = deps;
  const { read: plainly, calls, named } = createAutomationReading(deps);
  const clauses = createClauses(deps);
  const halves = createHalves(deps);
  const readingOf = (turn: TurnInput, understand: Understand, signal: AbortSignal): Reading => {
    return { turn, timing: { ...clockwork(), now: clock(), household: household() }, understand, signal };
  };

  /** By the templates of the language; unclear if a part of the sentence has no place. */
  async function withoutModel(kind: Kind, sentence: string, reading: Reading): Promise<Exclude<Drafted, { kind: "several" }>> {
    if (kind === "automation") {
      const found = await plainly(sentence, reading);
      return found.kind === "draft" ? { ...found, sentence } : found;
    }
    const actions = await calls(spokenIn(reading.turn.language)?.bare(sentence) ?? sentence, reading);
    const draft: Draft = { triggers: [], conditions: [], actions: [...actions], mode: "single" };
    return actions.length === 0 ? UNCLEAR : { kind: "draft", draft, sentence };
  }

  /** What says more than one thing that starts it, limits it, or ends it. */
  async function joined(sentence: string, reading: Reading): Promise<Draft | undefined> {
    const spoken = spokenIn(reading.turn.language);
    if (!spoken) return undefined;
    const read = async (text: string, limits?: readonly AutomationCondition[]) => {
      const found = await plainly(text, reading, limits);
      return found.kind === "draft" ? found.draft : undefined;
    };
    const bare = spoken.bare(sentence);
    const whole = {
      ...reading,
      spoken,
      read,
      calls: (text: string) => calls(text, reading),
      named: (text: string, entityIds: readonly string[]) => named(text, entityIds, reading, spoken),
    };
    return (await halves(bare, whole)) ?? clauses.joined(bare, whole);
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
      const plain = await withoutModel(kind, said, readingOf(turn, noticed, signal));
      if (plain.kind === "draft") return plain;
      const both = kind === "automation" ? await joined(said, readingOf(turn, understand, signal)) : undefined;
      if (both) return { kind: "draft", draft: both, sentence };
      unclear ??= plain;
    }
    const read = (text: string) => withoutModel(kind, text, readingOf(turn, understand, signal));
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
    const reading = readingOf(turn, understand, signal);
    const { timing } = reading;
    const time = changedTime(spoken, text, weekdaysOf(earlier), timing);
    const retold = time && retimed(earlier, time, timing);
    if (retold) return { kind: "draft", draft: retold, sentence: before.sentence };
    const limits = whatIn(spoken.changes.only, spoken.bare(text)) ?? spoken.bare(text);
    const { said: window, rest } = spoken.times.window(limits);
    const within = rest === "" ? conditionsOf(window, timing) : undefined;
    if (within && within.length > 0) return { kind: "draft", draft: limited(earlier, within), sentence: before.sentence };
    const facts = await clauses.facts(limits, { ...reading, spoken });
    if (!facts) return UNCLEAR;
    return { kind: "draft", draft: { ...earlier, conditions: [...earlier.conditions, ...facts] }, sentence: before.sentence };
  }

  /** What an automation comes to with a sentence that changes it: a whole new one, what else has to be so, another start, other actions. */
  async function changedBy(turn: TurnInput, text: string, before: Before, understand: Understand, signal: AbortSignal): Promise<Drafted> {
    const { name: _, ...earlier } = automationSchema.parse(before.automation);
    const reading = readingOf(turn, understand, signal);
    const read = (sentence: string) => withoutModel("automation", sentence, reading);
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

    const actions = await calls(text, reading);
    const sentence = `${before.sentence}, ${text}`;
    return actions.length > 0 ? { kind: "draft", draft: { ...earlier, actions: [...actions] }, sentence } : UNCLEAR;
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
