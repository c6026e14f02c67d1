import { compileAutomation } from "../../automations/compile.ts";
import { type Automation, automationSchema, stepsIn, watchedIn } from "../../automations/intent.ts";
import { lintAutomation } from "../../automations/lint.ts";
import type { Replayer } from "../../automations/replayer.ts";
import { timelineOf } from "../../automations/timeline.ts";
import { automationHash, newAutomationId, type OwnAutomations } from "../../homeassistant/acting/own-automations.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { RoutineConfigs } from "../../homeassistant/routines/routines.ts";
import { AUTOMATION_REMOVE, AUTOMATION_SAVE } from "../../homeassistant/services/automation-changes.ts";
import { type Catalogue, catalogueFor, languageOf } from "../../languages/catalogue.ts";
import { isUnattended } from "../../security/provenance/provenance.ts";
import type { AutomationStore, AutomationVersion } from "../../storage/turns/automations.ts";
import { orAborted, timeLimit } from "../../text/time-limit.ts";
import { mine } from "../automation-numbers.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import type { Person } from "../turn.ts";
import { createAutomationWords } from "../wording/automations.ts";
import { choiceText } from "../wording/choices.ts";
import { stateTexts, verbatim } from "../wording/phrases.ts";
import { createAutomationDrafts, type Draft, type Drafted, type DraftsDependencies, type Understand } from "./automation-drafts.ts";
import { actionOf } from "./recognise.ts";

type Update = Partial<TurnStateValues>;
type Words = ReturnType<typeof createAutomationWords>;

/** A week of a hundred entities is read in three seconds on a small machine; who waits longer thinks that nothing comes. */
const LONGEST_REPLAY_MS = 10_000;

/** Why an automation may not have somebody know of these entities, in words; undefined where it may. */
export type Unshared = (
  watcher: { readonly personId: string; readonly role: Person["role"] },
  entityIds: readonly string[],
  catalogue: Catalogue,
) => string | undefined;

interface AutomatingDependencies extends Omit<DraftsDependencies, "lint" | "explained" | "begins"> {
  readonly home: Pick<Home, "find" | "isHidden" | "info">;
  readonly words: Pick<StateWords, "called" | "load" | "statesOf">;
  readonly configs: Pick<RoutineConfigs, "all">;
  readonly automations: Pick<OwnAutomations, "read" | "problemOf" | "entityOf">;
  readonly store: Pick<AutomationStore, "draft" | "latest" | "saved" | "reworded">;
  readonly people: readonly Pick<Person, "id" | "name" | "role">[];
  readonly unshared: Unshared;
  readonly replay: Replayer;
  /** The turns that a message may change something of: the last one in its session, and that of the message that it replies to. */
  readonly continued: (turn: TurnInput) => readonly string[];
  readonly redact: (text: string) => string;
}

export type Automating = ReturnType<typeof createAutomating>;

/** A message that makes, changes, brings back or deletes an automation: `/automate …`, or a button and command that stand for one. */
const MAKES = /^\/(?:automate|create[-_]automation)\b:?\s*/i;
/** `/automations 2 off`, `delete`, `undo`, `restore 1`, or the sentence that it is to be from now on. */
const CHANGES = /^\/automations\s+(\d{1,3})\s+(?:(on|off|delete|undo)|restore\s+(\d{1,4})|(\S.*))$/is;

/** Makes calls that save an automation out of a sentence: without a model if its parts are understood, else a model fills the schema. The gate asks about them. */
export function createAutomating(deps: AutomatingDependencies) {
  const { spokenIn, home, words, configs, automations, store, people, unshared, replay, continued, redact, clock, logger } = deps;

  const told = (answer: string): Update => ({ path: "asked", model: "recogniser", origin: "home", answer });

  function wordsFor(language: string, catalogue: Catalogue) {
    return createAutomationWords({ home, catalogue, stateText: stateTexts(words, language, catalogue), timeZone: home.info.timeZone });
  }

  const lints = { home, statesOf: (entity: Entity) => words.statesOf(entity).keys() };
  const drafts = createAutomationDrafts({
    ...deps,
    lint: (automation) => lintAutomation(automation, [], lints),
    begins: (language, trigger) => wordsFor(language, catalogueFor(language)).happens(trigger),
    explained: (finding) => wordsFor("en", catalogueFor("en")).finding(finding),
  });

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
    // when it would have run tells who was out, also where it tells nobody
    const isPrivate = unshared({ personId: turn.personId, role: turn.role }, watchedIn(automation, true), catalogue) !== undefined;
    const past = isPrivate ? { replay: [catalogue.text("automation.replay.private")] } : await replayed(automation, say, catalogue, signal);
    const data = {
      id,
      version,
      name: automation.name,
      automation,
      config,
      warnings,
      ...past,
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
  async function replayed(automation: Automation, say: Words, catalogue: Catalogue, signal: AbortSignal) {
    using limit = timeLimit(LONGEST_REPLAY_MS, signal);
    try {
      const found = await orAborted(() => replay(automation, limit.signal), limit.signal);
      return { replay: say.replayed(found, automation), timeline: timelineOf(automation, found, home.info.timeZone) };
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, "an automation could not be replayed");
      return { replay: [catalogue.text("automation.replay.failed")] };
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
    await words.load(["en", home.info.language, languageOf(turn.language)], signal);
    return answered(turn, await drafts.drafted(turn, sentence, understand, signal), sentence, before, signal);
  }

  /** The card, or the question which of a few is meant: what is chosen says the whole message again. */
  function answered(turn: TurnInput, drafted: Drafted, said: string, before: AutomationVersion | undefined, signal: AbortSignal) {
    const catalogue = catalogueFor(turn.language);
    if (drafted.kind === "draft") return proposed(turn, drafted.draft, drafted.sentence, before, signal);
    if (drafted.kind === "unclear") return told(catalogue.text("automation.unclear"));
    const command = CHANGES.test(turn.text) ? turn.text.slice(0, turn.text.length - said.length).trim() : "/automate";
    const options = drafted.several.options.map(({ label, sentence }) => ({ label: redact(label), sentence: `${command} ${sentence}` }));
    const choice = { what: redact(drafted.several.what), options };
    return { ...told(choiceText(choice, catalogue)), choice };
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
      const before =
        change || what || origin !== "person" ? undefined : continued(turn).flatMap((turnId) => store.reworded(turnId) ?? [])[0];
      if (before) {
        await words.load(["en", home.info.language, languageOf(language)], signal);
        return answered(turn, await drafts.reworded(turn, before, understand, signal), text, before, signal);
      }
      if (!change && !what) return undefined;
      // policy refuses it as well: a text from outside is not even read for it
      if (isUnattended(origin)) return told(catalogueFor(language).text("automation.outside"));
      return change ? changed(turn, change, understand, signal) : made(turn, what ?? "", undefined, understand, signal);
    },
  };
}

const recognised = { path: "recogniser", model: "recogniser", origin: "person", questions: [] } as const;
