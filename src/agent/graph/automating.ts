import type { Clockwork } from "../../attention/trigger.ts";
import { compileAutomation } from "../../automations/compile.ts";
import { fillAutomation } from "../../automations/fill.ts";
import { automationFrom, stepOf } from "../../automations/from-sentence.ts";
import { type Automation, automationSchema, stepsIn, watchedIn } from "../../automations/intent.ts";
import { lintAutomation } from "../../automations/lint.ts";
import type { Replayer } from "../../automations/replayer.ts";
import { automationHash, newAutomationId, type OwnAutomations } from "../../homeassistant/acting/own-automations.ts";
import type { Recognition } from "../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { RoutineConfigs } from "../../homeassistant/routines/routines.ts";
import { AUTOMATION_REMOVE, AUTOMATION_SAVE } from "../../homeassistant/services/automation-changes.ts";
import type { Services } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor, languageOf } from "../../languages/catalogue.ts";
import { ModelError, type Models } from "../../models/models.ts";
import type { Logger } from "../../observability/logger.ts";
import type { SpokenIn } from "../../recognition/spoken.ts";
import type { AutomationStore, AutomationVersion } from "../../storage/turns/automations.ts";
import { orAborted, timeLimit } from "../../text/time-limit.ts";
import { mine } from "../automation-numbers.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import type { Person } from "../turn.ts";
import { createAutomationWords } from "../wording/automations.ts";
import { stateTexts, verbatim } from "../wording/phrases.ts";
import type { Planning } from "./planning.ts";
import { actionOf } from "./recognise.ts";

type Update = Partial<TurnStateValues>;
type Understand = (turn: TurnInput, signal: AbortSignal) => Promise<Recognition>;
type Draft = Omit<Automation, "name">;
type Words = ReturnType<typeof createAutomationWords>;

/** A week of a hundred entities is read in three seconds on a small machine; who waits longer thinks that nothing comes. */
const LONGEST_REPLAY_MS = 10_000;

/** Why an automation may not have somebody know of these entities, in words; undefined where it may. */
export type Unshared = (
  watcher: { readonly personId: string; readonly role: Person["role"] },
  entityIds: readonly string[],
  catalogue: Catalogue,
) => string | undefined;

interface AutomatingDependencies {
  readonly planning: Planning;
  readonly spokenIn: SpokenIn;
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find" | "isHidden" | "info">;
  readonly words: Pick<StateWords, "called" | "load" | "statesOf">;
  readonly configs: Pick<RoutineConfigs, "all">;
  readonly automations: Pick<OwnAutomations, "read" | "problemOf" | "entityOf">;
  readonly store: Pick<AutomationStore, "draft" | "latest" | "saved">;
  readonly find: (text: string) => readonly Entity[];
  readonly models: Pick<Models, "invoke">;
  readonly people: readonly Pick<Person, "id" | "name" | "role">[];
  readonly unshared: Unshared;
  readonly replay: Replayer;
  readonly clockwork: () => Clockwork;
  readonly clock: () => number;
  readonly logger: Logger;
}

export type Automating = ReturnType<typeof createAutomating>;

/** A message that makes, changes, brings back or deletes an automation: `/automate …`, or a button and command that stand for one. */
const MAKES = /^\/(?:automate|create[-_]automation)\b:?\s*/i;
/** `/automations 2 off`, `delete`, `undo`, `restore 1`, or the sentence that it is to be from now on. */
const CHANGES = /^\/automations\s+(\d{1,3})\s+(?:(on|off|delete|undo)|restore\s+(\d{1,4})|(\S.*))$/is;

/** Makes calls that save an automation out of a sentence: without a model if its parts are understood, else a model fills the schema. The gate asks about them. */
export function createAutomating(deps: AutomatingDependencies) {
  const {
    planning,
    spokenIn,
    services,
    home,
    words,
    configs,
    automations,
    store,
    find,
    models,
    people,
    unshared,
    replay,
    clockwork,
    clock,
    logger,
  } = deps;

  const told = (answer: string): Update => ({ path: "asked", model: "recogniser", origin: "home", answer });

  function wordsFor(language: string, catalogue: Catalogue) {
    return createAutomationWords({ home, catalogue, stateText: stateTexts(words, language, catalogue), timeZone: home.info.timeZone });
  }

  /** By the templates of the language; undefined if a part of the sentence has no place. */
  async function withoutModel(turn: TurnInput, sentence: string, understand: Understand, signal: AbortSignal): Promise<Draft | undefined> {
    const spoken = spokenIn(turn.language);
    if (!spoken) return undefined;
    const timing = { ...clockwork(), now: clock() };
    const { said: window, rest } = spoken.times.window(spoken.bare(sentence));
    const later = planning.later({ ...turn, text: rest }, true);
    const { said = {}, isVague = false, wishes = [{ rest }] } = later ?? {};
    if (isVague) return undefined;
    for (const wish of wishes) {
      const { plan, condition } = wish;
      const awaited = condition ? await planning.condition(turn, wish, spoken, understand, signal) : undefined;
      if (condition !== undefined && !awaited) continue;
      const message = plan?.kind === "tell" && awaited ? planning.happened(turn, awaited) : plan?.kind === "reminder" ? plan.what : "";
      if (plan && message === "") continue;
      const steps = plan
        ? [{ kind: "tell" as const, person: turn.personName, message }]
        : (await planning.calls(turn, wish.rest, understand, signal)).map(resolved);
      const draft = automationFrom({ said, window, awaited, steps }, timing);
      if (draft) return draft;
    }
    return undefined;
  }

  function resolved(call: Parameters<typeof stepOf>[0]) {
    const resolution = services.resolve(call);
    return stepOf(resolution.ok ? { ...resolution.call, target: { entityId: resolution.call.entityIds } } : call);
  }

  async function withModel(sentence: string, signal: AbortSignal): Promise<Draft | undefined> {
    const check = (automation: Automation) => {
      const step = stepsIn(automation.actions).find((one) => one.kind === "call" && !services.resolve(callOf(one)).ok);
      const resolution = step?.kind === "call" ? services.resolve(callOf(step)) : undefined;
      if (resolution && !resolution.ok) return { ok: false as const, problem: resolution.problem.message };
      const wrong = lintAutomation(automation, [], lints).find(({ isWrong }) => isWrong);
      if (!wrong) return { ok: true as const, automation };
      return { ok: false as const, problem: wordsFor("en", catalogueFor("en")).finding(wrong) };
    };
    try {
      return await fillAutomation(
        { models, check },
        { sentence, candidates: find(sentence), people: people.map(({ name }) => name), signal },
      );
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      logger.info({ problem: error.problem.kind }, "no model could fill in an automation");
      return undefined;
    }
  }

  const lints = { home, statesOf: (entity: Entity) => words.statesOf(entity).keys() };

  /** The call that saves an automation, drafted; or what stands against it. */
  async function proposed(
    turn: TurnInput,
    draft: Draft,
    sentence: string,
    before: AutomationVersion | undefined,
    signal: AbortSignal,
  ): Promise<Update> {
    const catalogue = catalogueFor(turn.language);
    const say = wordsFor(turn.language, catalogue);
    const automation = automationSchema.parse({ ...draft, name: say.name(draft) });
    const others = await configs.all("automation", signal);
    const id = before?.id ?? newAutomationId();
    const findings = lintAutomation(
      automation,
      others.filter(({ entity }) => entity.state.attributes["id"] !== id),
      lints,
    );
    const wrong = findings.find(({ isWrong }) => isWrong);
    if (wrong) return told(catalogue.text("automation.refused", { why: say.finding(wrong) }));
    const watched = watchedIn(automation);
    for (const watcher of [{ personId: turn.personId, role: turn.role }, ...toldBy(automation)]) {
      const why = unshared(watcher, watched, catalogue);
      if (why !== undefined) return told(why);
    }
    const config = { ...compileAutomation(automation) };
    const problem = await automations.problemOf(config, signal);
    if (problem !== undefined) return told(catalogue.text("automation.refused", { why: verbatim(problem) }));
    const base = before && (await baseOf(before, signal));
    if (base === "changed") return told(catalogue.text("automation.foreign", { name: verbatim(automation.name) }));
    const version = store.draft(
      { id, turnId: turn.turnId, personId: turn.personId, sentence, automation, hash: automationHash(config) },
      clock(),
    );
    const replaces = automations.entityOf(id);
    const warnings = findings.map(say.finding);
    const past = await replayed(automation, say, catalogue, signal);
    const data = {
      id,
      version,
      name: automation.name,
      automation,
      config,
      warnings,
      replay: past,
      ...(base && { base }),
      ...(replaces && { replaces }),
    };
    return { ...recognised, calls: [actionOf({ service: AUTOMATION_SAVE, target: {}, data })] };
  }

  /** Who reads what an automation tells. */
  function toldBy({ actions }: Automation) {
    const names = stepsIn(actions).flatMap((step) => (step.kind === "tell" || step.kind === "ask" ? [step.person] : []));
    return people.filter(({ name }) => names.includes(name)).map(({ id, role }) => ({ personId: id, role }));
  }

  /** What it would have done last week; the question does not wait long for it. */
  async function replayed(automation: Automation, say: Words, catalogue: Catalogue, signal: AbortSignal): Promise<readonly string[]> {
    using limit = timeLimit(LONGEST_REPLAY_MS, signal);
    try {
      return say.replayed(await orAborted(() => replay(automation, limit.signal), limit.signal), automation);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, "an automation could not be replayed");
      return [catalogue.text("automation.replay.failed")];
    }
  }

  /** The hash of what is stored, if it is what we stored; undefined if nothing is. */
  async function baseOf(
    { id, hash }: Pick<AutomationVersion, "id" | "hash">,
    signal: AbortSignal,
  ): Promise<string | "changed" | undefined> {
    const stored = await automations.read(id, signal);
    if (!stored) return undefined;
    const now = automationHash(stored);
    return now === hash ? now : "changed";
  }

  async function changed(turn: TurnInput, [, number, what, to, sentence]: RegExpExecArray, understand: Understand, signal: AbortSignal) {
    const catalogue = catalogueFor(turn.language);
    const person = { id: turn.personId, role: turn.role };
    const last = mine(store.latest(), person).find((one) => one.number === Number(number))?.version;
    const gone = told(catalogue.text("automation.gone"));
    if (!last) return gone;
    if (sentence !== undefined) return made(turn, sentence, last, understand, signal);
    const wanted = what?.toLowerCase();
    if (wanted === "on" || wanted === "off") {
      const entityId = automations.entityOf(last.id);
      const call = { service: `automation.turn_${wanted}`, target: { entityId: [entityId ?? ""] }, data: {} };
      return entityId === undefined ? gone : { ...recognised, calls: [actionOf(call)] };
    }
    if (wanted === "delete") return removed(turn, last, signal);
    const before = store.saved(last.id).filter((one) => last.status === "removed" || one.version !== last.version);
    const version = to === undefined ? before[0] : before.find((one) => one.version === Number(to));
    const kept = automationSchema.safeParse(version?.automation);
    return version && kept.success ? proposed(turn, kept.data, version.sentence, last, signal) : gone;
  }

  async function removed(turn: TurnInput, { id, automation, sentence, hash }: AutomationVersion, signal: AbortSignal): Promise<Update> {
    const catalogue = catalogueFor(turn.language);
    const base = await baseOf({ id, hash }, signal);
    const { name } = automationSchema.parse(automation);
    if (base === undefined) return told(catalogue.text("automation.gone"));
    if (base === "changed") return told(catalogue.text("automation.foreign", { name: verbatim(name) }));
    const version = store.draft({ id, turnId: turn.turnId, personId: turn.personId, sentence, automation, hash: undefined }, clock());
    const data = { id, version, name, base, replaces: automations.entityOf(id) };
    return { ...recognised, calls: [actionOf({ service: AUTOMATION_REMOVE, target: {}, data })] };
  }

  async function made(
    turn: TurnInput,
    sentence: string,
    before: AutomationVersion | undefined,
    understand: Understand,
    signal: AbortSignal,
  ): Promise<Update> {
    const catalogue = catalogueFor(turn.language);
    await words.load(["en", home.info.language, languageOf(turn.language)], signal);
    const draft = (await withoutModel(turn, sentence, understand, signal)) ?? (await withModel(sentence, signal));
    return draft ? proposed(turn, draft, sentence, before, signal) : told(catalogue.text("automation.unclear"));
  }

  return {
    /** What comes of a message that is about an automation; undefined for any other. */
    async said(turn: TurnInput, understand: Understand, signal: AbortSignal): Promise<Update | undefined> {
      const { text, language, origin } = turn;
      const change = CHANGES.exec(text);
      const spoken = spokenIn(language);
      const bare = spoken?.bare(text) ?? "";
      const what = MAKES.test(text)
        ? text.replace(MAKES, "").trim()
        : spoken?.automate.flatMap((template) => template.exec(bare)?.groups?.["what"] ?? [])[0];
      if (!change && !what) return undefined;
      // policy refuses it as well: a text from outside is not even read for it
      if (origin === "outside") return told(catalogueFor(language).text("automation.outside"));
      return change ? changed(turn, change, understand, signal) : made(turn, what ?? "", undefined, understand, signal);
    },
  };
}

const recognised = { path: "recogniser", model: "recogniser", origin: "person", questions: [] } as const;

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
