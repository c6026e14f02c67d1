import { holdsTemplate, watchedIn } from "../../../automations/intent.ts";
import { lintAutomation } from "../../../automations/lint.ts";
import { asAutomation, compileRoutine, nameOfRoutine, type Routine, routineOf } from "../../../automations/routine.ts";
import { newRoutineId, type OwnRoutines, routineHash } from "../../../homeassistant/acting/own-routines.ts";
import type { SeveralMeant } from "../../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home, WholeHome } from "../../../homeassistant/registry/home.ts";
import type { StateWords } from "../../../homeassistant/registry/state-words.ts";
import type { RoutineConfigs } from "../../../homeassistant/routines/routines.ts";
import { type Catalogue, catalogueFor, languageOf } from "../../../languages/catalogue.ts";
import { typedAnswer } from "../../../languages/typed-answers.ts";
import { matches, type Spoken, spokenIn } from "../../../recognition/spoken.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import { isUnattended } from "../../../security/provenance/provenance.ts";
import { type RoutineDomain, removalOf, routineChange, saveOf } from "../../../security/routines/routine-changes.ts";
import type { PastAction } from "../../../storage/turns/actions.ts";
import { type AutomationStore, type AutomationVersion, isForgotten } from "../../../storage/turns/automations.ts";
import { folded } from "../../../text/fold.ts";
import { mine } from "../../automation-numbers.ts";
import type { TurnInput, TurnStateValues } from "../../state.ts";
import type { Person } from "../../turn.ts";
import { createAutomationWords } from "../../wording/automations.ts";
import { choiceText } from "../../wording/choices.ts";
import { oneLine, stateTexts, verbatim } from "../../wording/phrases.ts";
import { actionOf } from "../recognise.ts";
import { createAutomationDrafts, type Drafted, type DraftsDependencies } from "./automation-drafts.ts";
import { LONGEST_PART, unclearText } from "./automation-phrases.ts";
import type { Understand } from "./automation-reading.ts";
import { toldBy, untoldBy } from "./automation-telling.ts";
import { createReplaying, type ReplayingDependencies } from "./replaying.ts";
import { type AutomationChange, type Change, changeIn, type Wanted, wantedIn } from "./routine-requests.ts";
import { createRoutineUsers } from "./routine-users.ts";
import { createSceneDrafts, type SceneDraftsDependencies, type SceneRequest } from "./scene-drafts.ts";

type Update = Partial<TurnStateValues>;

interface AutomatingDependencies
  extends Omit<DraftsDependencies, "lint" | "explained" | "begins" | "holds" | "described" | "listed" | "household">,
    Omit<SceneDraftsDependencies, "home">,
    Omit<ReplayingDependencies, "home" | "store"> {
  readonly home: Pick<Home, "find" | "isHidden" | "info"> & Pick<WholeHome, "everything" | "known"> & SceneDraftsDependencies["home"];
  readonly words: Pick<StateWords, "called" | "load" | "statesOf">;
  readonly configs: Pick<RoutineConfigs, "all" | "about">;
  readonly automations: Pick<OwnRoutines, "read" | "problemOf" | "entityOf">;
  readonly store: Pick<AutomationStore, "draft" | "latest" | "saved" | "reword" | "reworded" | "newest" | "ofTurn">;
  readonly people: readonly Pick<Person, "id" | "name" | "role">[];
  readonly redact: (text: string) => string;
  /** What a message that says so wants taken back. */
  readonly undoing: (turn: TurnInput) => readonly PastAction[];
}

interface Proposal {
  readonly sentence: string;
  /** What it takes the place of. */
  readonly before: AutomationVersion | undefined;
  /** Whose words they are, if they are not the turn's. */
  readonly personId?: string;
  readonly notes?: readonly string[];
}

/** Makes calls that save a routine out of a sentence: without a model if its parts are understood, else a model fills the schema. The gate asks about them. */
export function createAutomating(deps: AutomatingDependencies) {
  const { home, words, configs, automations, store, people, unshared, continued, undoing, redact, clock } = deps;
  const scenes = createSceneDrafts(deps);
  const replaying = createReplaying(deps);
  const users = createRoutineUsers(deps);

  const told = (answer: string): Update => ({ path: "asked", model: "recogniser", origin: "home", answer: redact(answer) });

  function wordsFor(language: string, catalogue: Catalogue) {
    return createAutomationWords({ home, catalogue, stateText: stateTexts(words, language, catalogue), timeZone: home.info.timeZone });
  }

  const lints = { home, statesOf: (entity: Entity) => words.statesOf(entity).keys() };
  const drafts = createAutomationDrafts({
    ...deps,
    lint: (automation) => lintAutomation(automation, [], lints),
    household: () => [...home.everything()].flatMap(({ domain, entityId }) => (domain === "person" ? entityId : [])),
    begins: (language, trigger) => wordsFor(language, catalogueFor(language)).happens(trigger),
    described: (language, draft) => wordsFor(language, catalogueFor(language)).name(draft),
    holds: (language, condition) => wordsFor(language, catalogueFor(language)).holds(condition),
    listed(language, texts, isAny) {
      const catalogue = catalogueFor(language);
      return isAny ? texts.reduce((one, other) => catalogue.text("automation.or", { one, other })) : texts.join(". ");
    },
    explained: (finding) => wordsFor("en", catalogueFor("en")).finding(finding),
  });

  /** The call that saves a routine, drafted; or what stands against it. */
  async function proposed(
    turn: TurnInput,
    routine: Routine,
    { sentence, before, personId = turn.personId, notes = [] }: Proposal,
    signal: AbortSignal,
  ): Promise<Update> {
    const { kind } = routine;
    const catalogue = catalogueFor(turn.language);
    const say = wordsFor(turn.language, catalogue);
    const { name } = routine.meant;
    const acting = asAutomation(routine);
    const others = kind === "automation" ? await configs.all("automation", signal) : [];
    const id = before?.id ?? newRoutineId();
    const findings = lintAutomation(
      acting,
      others.filter(({ entity }) => entity.state.attributes["id"] !== id),
      lints,
    );
    const wrong = findings.find(({ isWrong }) => isWrong);
    if (wrong) return told(catalogue.text("automation.refused", { why: say.finding(wrong) }));
    if (isTaken(routine, id)) return told(catalogue.text("routine.taken", { kind, name: verbatim(name) }));
    const same = kind === "automation" && !before ? sameAs(turn, routine) : undefined;
    if (same) return told(catalogue.text("automation.same", { number: same.number, name: verbatim(nameOfRoutine(same.version)) }));
    const untold = untoldBy(turn, acting, people);
    if (untold !== undefined) return told(untold);
    const watched = watchedIn(acting);
    for (const watcher of [{ personId: turn.personId, role: turn.role }, ...toldBy(acting, people)]) {
      const why = unshared(watcher, watched, catalogue);
      if (why !== undefined) return told(why);
    }
    const config = compileRoutine(routine, id);
    const problem = await automations.problemOf(config, signal);
    if (problem !== undefined) return told(catalogue.text("automation.refused", { why: verbatim(problem) }));
    const base = before && (await baseOf(before, signal));
    if (base === "changed") return told(catalogue.text("automation.foreign", { name: verbatim(name), kind }));
    const version = store.draft(
      { id, kind, turnId: turn.turnId, personId, sentence, automation: routine.meant, hash: routineHash(config) },
      clock(),
    );
    const replaces = automations.entityOf({ kind, id });
    const called = (personId: string) => verbatim(people.find((one) => one.id === personId)?.name ?? personId);
    const isTakenOver = before !== undefined && before.personId !== personId;
    const taken = isTakenOver
      ? [catalogue.text("automation.taken-over", { from: called(before.personId), to: called(personId), kind })]
      : [];
    const warnings = [...findings.map(say.finding), ...notes, ...taken];
    const past = routine.kind === "automation" ? await replaying.lastWeek(turn, routine.meant, say, catalogue, signal) : {};
    const data = {
      id,
      version,
      name,
      automation: routine.meant,
      config,
      warnings,
      ...past,
      ...(base && { base }),
      ...(replaces && { replaces }),
    };
    return { ...recognised, calls: [actionOf({ service: saveOf(kind), target: {}, data })] };
  }

  /** What is run by its name needs one that nothing else of its kind has. */
  function isTaken({ kind, meant }: Routine, id: string): boolean {
    if (kind === "automation") return false;
    const own = automations.entityOf({ kind, id });
    const name = folded(meant.name);
    return [...home.everything()].some((one) => one.domain === kind && one.entityId !== own && folded(one.name) === name);
  }

  /** What somebody made that does just the same, and is still there. */
  function sameAs(turn: TurnInput, routine: Routine) {
    return ofTurn(turn).find(({ version }) => {
      const isKept = version.status === "saved" && !isForgotten(version);
      return isKept && version.hash === routineHash(compileRoutine(routine, version.id)) && automations.entityOf(version) !== undefined;
    });
  }

  /** State words of every language that a sentence about a routine, or its card, may need. */
  function loadWords({ language }: TurnInput, signal: AbortSignal): Promise<void> {
    return words.load(["en", home.info.language, languageOf(language)], signal);
  }

  /** The hash of what is stored, if it is what we stored; undefined if nothing is. */
  async function baseOf(
    last: Pick<AutomationVersion, "id" | "kind" | "hash">,
    signal: AbortSignal,
  ): Promise<string | "changed" | undefined> {
    const stored = await automations.read(last, signal);
    if (!stored) return undefined;
    const now = routineHash(stored);
    return now === last.hash || isForgotten(last) ? now : "changed";
  }

  async function changed(turn: TurnInput, change: Change, understand: Understand, signal: AbortSignal) {
    const catalogue = catalogueFor(turn.language);
    const last = ofTurn(turn).find((one) => one.number === change.number)?.version;
    const gone = told(catalogue.text("automation.gone"));
    // what is forgotten can be switched and deleted, and nothing is known to make another of it
    if (!last || (isForgotten(last) && (change.to === "sentence" || change.to === "version"))) return gone;
    if (change.to === "sentence") {
      const { kind } = last;
      if (kind === "scene") return gone;
      const wanted = { ...last, kind, what: change.sentence };
      if (kind === "script") return made(turn, wanted, last, understand, signal);
      await loadWords(turn, signal);
      return answered(turn, wanted, await drafts.reworded(turn, change.sentence, last, understand, signal), last, signal);
    }
    if (change.to === "on" || change.to === "off") {
      const entityId = automations.entityOf(last);
      const call = { service: `${last.kind}.turn_${change.to}`, target: { entityId: [entityId ?? ""] }, data: {} };
      return entityId === undefined || (last.kind === "scene" && change.to === "off") ? gone : { ...recognised, calls: [actionOf(call)] };
    }
    return change.to === "version" ? back(turn, last, change.version, signal) : removed(turn, last, signal);
  }

  const ownEntities = (turn: TurnInput) => new Set(ofTurn(turn).flatMap(({ version }) => automations.entityOf(version) ?? []));

  function ofTurn({ personId, role }: TurnInput) {
    return mine(store.latest(), { id: personId, role });
  }

  /** An earlier version, by its number or the one before; what has none is taken away. */
  async function back(turn: TurnInput, last: AutomationVersion, to: number | undefined, signal: AbortSignal): Promise<Update> {
    const earlier = store.saved(last.id).filter((one) => last.status === "removed" || one.version !== last.version);
    const version = to === undefined ? earlier[0] : earlier.find((one) => one.version === to);
    if (!version && to === undefined && last.status === "saved") return removed(turn, last, signal);
    const kept = version && routineOf(version.kind, version.automation);
    return kept
      ? proposed(turn, kept, { sentence: version.sentence, personId: version.personId, before: last }, signal)
      : told(catalogueFor(turn.language).text(to === undefined ? "automation.gone" : "automation.no-version"));
  }

  async function removed(turn: TurnInput, last: AutomationVersion, signal: AbortSignal): Promise<Update> {
    const { id, kind, personId, automation, sentence } = last;
    const catalogue = catalogueFor(turn.language);
    const base = await baseOf(last, signal);
    const entityId = automations.entityOf(last);
    const called = isForgotten(last) ? home.known(entityId ?? "")?.name : undefined;
    const name = called ?? nameOfRoutine(last);
    if (base === undefined) return told(catalogue.text("automation.gone"));
    if (base === "changed") return told(catalogue.text("automation.foreign", { name: verbatim(name), kind }));
    const version = store.draft({ id, kind, turnId: turn.turnId, personId, sentence, automation, hash: undefined }, clock());
    const warnings = entityId === undefined || kind === "automation" ? [] : await users(turn, entityId, ownEntities(turn), signal);
    const data = { id, version, name, base, warnings, replaces: entityId };
    return { ...recognised, calls: [actionOf({ service: removalOf(kind), target: {}, data })] };
  }

  async function made(
    turn: TurnInput,
    wanted: Wanted,
    before: AutomationVersion | undefined,
    understand: Understand,
    signal: AbortSignal,
  ): Promise<Update> {
    await loadWords(turn, signal);
    return answered(turn, wanted, await drafts.drafted(wanted.kind, turn, wanted.what, understand, signal), before, signal);
  }

  /** What was made in the turn before, if it is an automation. */
  function justMade(turn: TurnInput, turnIds: readonly string[]): AutomationVersion | undefined {
    // most messages follow none: all automations are not read for them
    if (turnIds.every((turnId) => store.ofTurn(turnId) === undefined)) return undefined;
    return ofTurn(turn).find(
      ({ version: { kind, status, turnId } }) => kind === "automation" && status === "saved" && turnIds.includes(turnId),
    )?.version;
  }

  /** The card of what was just made with what a message says is different; undefined for any other message. */
  async function adjustment(turn: TurnInput, fresh: AutomationVersion, understand: Understand, signal: AbortSignal) {
    if (isForgotten(fresh)) return undefined;
    await loadWords(turn, signal);
    const drafted = await drafts.adjusted(turn, fresh, understand, signal);
    return drafted.kind === "draft" ? answered(turn, { kind: "automation", what: turn.text }, drafted, fresh, signal) : undefined;
  }

  /** A draft as its person says that it should be instead; what cannot be told from that is asked, and the next message says it. */
  async function different(turn: TurnInput, before: AutomationVersion, understand: Understand, signal: AbortSignal): Promise<Update> {
    const { text } = turn;
    const catalogue = catalogueFor(turn.language);
    if (typedAnswer(text) === "no") return told(catalogue.text("choice.cancelled"));
    await loadWords(turn, signal);
    const drafted = await drafts.reworded(turn, text, before, understand, signal);
    if (drafted.kind === "draft") return answered(turn, { kind: "automation", what: text }, drafted, before, signal);
    const { id, kind, personId, sentence, automation, hash } = before;
    store.draft({ id, kind, turnId: turn.turnId, personId, sentence, automation, hash }, clock());
    store.reword(id, turn.turnId, clock());
    if (drafted.kind === "several") return asked(turn, drafted.several, (said) => said);
    return told(`${catalogue.text("automation.unclear-change")} ${catalogue.text("automation.reword")}`);
  }

  /** The card, or the question which of a few is meant. */
  function answered(turn: TurnInput, wanted: Wanted, drafted: Drafted, before: AutomationVersion | undefined, signal: AbortSignal) {
    const catalogue = catalogueFor(turn.language);
    const { kind, what } = wanted;
    if (drafted.kind === "draft") {
      const { draft, sentence } = drafted;
      const { name = wordsFor(turn.language, catalogue).name(draft) } = wanted;
      const meant = kind === "script" ? { name, actions: draft.actions, mode: draft.mode } : { ...draft, name };
      const routine = routineOf(kind, meant);
      if (!routine) return told(catalogue.text(holdsTemplate(meant) ? "routine.template" : "routine.name"));
      return proposed(turn, routine, { sentence, before: before ?? (kind === "script" ? ownNamed(turn, kind, name) : undefined) }, signal);
    }
    if (drafted.kind === "unclear") return told(drafted.why ?? unclearText(catalogue, kind, drafted.part));
    const command = changeIn(turn.text) ? turn.text.slice(0, turn.text.length - what.length).trim() : "/automate";
    const whole = (sentence: string) => (kind === "script" ? turn.text.replace(what, () => sentence) : `${command} ${sentence}`);
    return asked(turn, drafted.several, whole);
  }

  /** Which of a few is meant; what is chosen says the whole message again. */
  function asked({ language }: TurnInput, several: SeveralMeant, whole: (sentence: string) => string): Update {
    const options = several.options.map(({ label, sentence }) => ({ label: redact(label), sentence: whole(sentence) }));
    const choice = { what: redact(several.what), options };
    return { ...told(choiceText(choice, catalogueFor(language))), choice };
  }

  /** What a person made of that name. */
  function ownNamed(turn: TurnInput, kind: RoutineDomain | undefined, name: string): AutomationVersion | undefined {
    const said = folded(name);
    return ofTurn(turn).find(
      ({ version }) => version.kind === kind && version.status === "saved" && folded(nameOfRoutine(version)) === said,
    )?.version;
  }

  /** What a sentence wants deleted: what the person had made, or a routine of the home's that they may see. */
  function removalIn(turn: TurnInput, spoken: Spoken): AutomationVersion | Entity | undefined {
    const bare = spoken.bare(turn.text);
    const [said] = matches(spoken.removals, bare);
    if (!said) return undefined;
    const kind = spoken.routines(said["routines"] ?? "");
    const name = folded(spoken.unprefixed(said["name"] ?? ""));
    return (
      ownNamed(turn, kind, name) ??
      [...home.everything()].find((one) => one.domain === kind && folded(one.name) === name && mayRead(one.entityId, turn.role))
    );
  }

  async function sceneMade(turn: TurnInput, request: SceneRequest, signal: AbortSignal): Promise<Update> {
    await loadWords(turn, signal);
    const drafted = await scenes(turn, request, signal);
    if (drafted.kind === "none") return told(drafted.why);
    if (drafted.kind === "several") return asked(turn, drafted.several, (sentence) => sentence);
    const { scene, notes } = drafted;
    const routine = routineOf("scene", scene);
    if (!routine) return told(catalogueFor(turn.language).text(holdsTemplate(scene) ? "routine.template" : "routine.name"));
    return proposed(turn, routine, { sentence: turn.text, before: ownNamed(turn, "scene", scene.name), notes }, signal);
  }

  return {
    /** What comes of a change that a tool wants. */
    async wanted(turn: TurnInput, change: AutomationChange, understand: Understand, signal: AbortSignal): Promise<Update> {
      if (isUnattended(turn.origin)) return told(catalogueFor(turn.language).text("automation.outside"));
      // what a tool is told, as the command for it: an option says the whole of it again
      if (change.to === "new")
        return made(
          turnOf(turn, "/automate", change.sentence),
          { kind: "automation", what: change.sentence },
          undefined,
          understand,
          signal,
        );
      const said = change.to === "sentence" ? turnOf(turn, `/automations ${change.number}`, change.sentence) : turn;
      return changed(said, change, understand, signal);
    },

    /** What comes of a message that is about a routine; undefined for any other. */
    async said(turn: TurnInput, understand: Understand, signal: AbortSignal): Promise<Update | undefined> {
      const { text, language, origin } = turn;
      const past = isUnattended(origin) ? undefined : replaying.asked(turn);
      if (past) {
        await loadWords(turn, signal);
        return told(await replaying.answer(turn, past.version, past.days, wordsFor(language, catalogueFor(language)), signal));
      }
      const change = changeIn(text);
      const spoken = spokenIn(language);
      const wanted = wantedIn(text, spoken);
      const [undone, ...more] = undoing(turn);
      const taken = undone && more.length === 0 && routineChange(undone.service) ? String(undone.data["id"]) : undefined;
      // what was not saved in the end is nothing to take back
      const last =
        taken === undefined
          ? undefined
          : ofTurn(turn).find(({ version }) => version.id === taken && version.turnId === undone?.turnId)?.version;
      const doomed = spoken && removalIn(turn, spoken);
      const isOther = change || wanted || last || doomed || isUnattended(origin) || spoken?.asks(text);
      const turnIds = isOther ? [] : continued(turn);
      const [before] = turnIds.flatMap((turnId) => store.reworded(turnId) ?? []);
      if (before) return different(turn, before, understand, signal);
      const fresh = justMade(turn, turnIds);
      const adjusted = fresh && (await adjustment(turn, fresh, understand, signal));
      if (adjusted) return adjusted;
      if (!change && !wanted && !last && !doomed) return undefined;
      // policy refuses it as well: a text from outside is not even read for it
      if (isUnattended(origin)) return told(catalogueFor(language).text("automation.outside"));
      if (last) return back(turn, last, undefined, signal);
      if (doomed && "hash" in doomed) return removed(turn, doomed, signal);
      if (doomed) {
        const { domain: kind, name } = doomed;
        return told(catalogueFor(language).text("automation.not-made", { kind, name: verbatim(oneLine(name, LONGEST_PART)) }));
      }
      if (change) return changed(turn, change, understand, signal);
      return wanted && (wanted.kind === "scene" ? sceneMade(turn, wanted, signal) : made(turn, wanted, undefined, understand, signal));
    },
  };
}

function turnOf(turn: TurnInput, command: string, sentence: string): TurnInput {
  return { ...turn, text: `${command} ${sentence}` };
}

const recognised = { path: "recogniser", model: "recogniser", origin: "person", questions: [] } as const;
