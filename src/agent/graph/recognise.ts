import { randomUUID } from "node:crypto";
import { MOST_SEVERAL } from "../../entity-search/entity-placing.ts";
import { expectationOf } from "../../homeassistant/expectations/expectations.ts";
import type { Recogniser, Recognition, SeveralMeant } from "../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor, languageOf } from "../../languages/catalogue.ts";
import { severalIn } from "../../recognition/phrase-placing.ts";
import type { SaidBefore, WholeSentence, WholeSentences } from "../../recognition/whole-sentences.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { InteractionLog } from "../../storage/turns/interaction-log.ts";
import { singleSpaced } from "../../text/fold.ts";
import { type PendingCall, type Runs, runOf, type TurnInput, type TurnStateValues } from "../state.ts";
import { choiceText, fitsOnButton } from "../wording/choices.ts";
import { createPhrases, verbatim } from "../wording/phrases.ts";
import type { AnswerReading } from "./answer-reading.ts";
import type { ListedItems } from "./listed-items.ts";
import { createOnlyCall } from "./only-call.ts";
import type { Planning } from "./planning.ts";
import type { createRemember } from "./remember.ts";
import type { createReplanning } from "./replanning.ts";
import type { Undo } from "./undo.ts";

/** The home has sentences of its own: what they do is for Home Assistant to say. */
const OWN_SENTENCES: ReadonlySet<string> = new Set(["custom_sentence"]);
const LEAST_OPTIONS = 2;
/** A typed digit names each of them, and all of them. */
const MOST_ROOMS = 8;
/** Each is looked at alone before it is offered. */
const MOST_IN_ROOMS = 40;
/** Follow-ups whose whole sentences are kept, for those that come after them; all chats together. */
const MOST_FOLLOWED = 200;

interface RecogniseDependencies {
  readonly recogniser: Recogniser;
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "find" | "ready">;
  readonly runs: Runs;
  readonly remember: ReturnType<typeof createRemember>;
  readonly answerReading: AnswerReading;
  readonly listedItems: ListedItems;
  readonly words: Pick<StateWords, "load">;
  /** What is said to a greeting, thanks and the like; undefined for all else. */
  readonly smallTalk: (turn: TurnInput) => string | undefined;
  readonly redact: (text: string) => string;
  /** Sentences that one may stand for, after what was said before in its session and in the area that it was spoken in. */
  readonly wholeSentences: WholeSentences;
  readonly planning: Omit<Planning, "condition" | "unseen" | "calls" | "ends" | "happened">;
  /** What a message changes of what was planned just before. */
  readonly replanning: Pick<ReturnType<typeof createReplanning>, "said">;
  /** What comes of a message about automations, scripts and scenes; undefined for every other. */
  readonly automating: {
    said(
      turn: TurnInput,
      understand: (turn: TurnInput, signal: AbortSignal) => Promise<Recognition>,
      signal: AbortSignal,
    ): Promise<Update | undefined>;
  };
  /** What is answered to a question what a routine would do. */
  readonly dryRunning: (turn: TurnInput, signal: AbortSignal) => Promise<Update | undefined>;
  readonly undo: Omit<Undo, "asked">;
  readonly interactions: Pick<InteractionLog, "lastSaid">;
}

type Update = Partial<TurnStateValues>;

const plainAnswer = (answer: string): Update => ({ path: "asked", model: "recogniser", origin: "person", answer });

/** A name of the home took the place of the person's words. */
const ofHome = { path: "recogniser", model: "recogniser", origin: "home" } as const;

type Act = PendingCall & { readonly kind: "act" };
type Hit = Extract<Recognition, { hit: true }>;

/** First node: a sentence understood without a model becomes calls; one that fits a few entities ends the turn with a question. */
export function createRecogniseNode({
  recogniser,
  services,
  home,
  runs,
  remember,
  answerReading,
  listedItems,
  words,
  smallTalk,
  redact,
  wholeSentences,
  planning,
  replanning,
  automating,
  dryRunning,
  undo,
  interactions,
}: RecogniseDependencies) {
  const onlyCall = createOnlyCall({ services, home });
  /** The whole sentences of follow-ups, by turn. */
  const wholes = new Map<string, WholeSentence>();

  /** The calls of a sentence that does something to one entity, which it names whole: now, or at its time. None for every other sentence. */
  const callsOf = async (turn: TurnInput, text: string, signal: AbortSignal): Promise<readonly Act[]> => {
    const { language, role } = turn;
    const now = onlyCall(await recogniser.recognise(text, language, signal), text, role);
    if (now) return [actionOf(now)];
    const later = planning.later({ ...turn, text });
    // reminders are kept at once
    if (!later || later.wishes.some(({ plan }) => plan)) return [];
    const read: typeof understand = (said) => recogniser.recognise(said.text, language, signal);
    const { calls = [] } = (await planning.wanted({ ...turn, text }, later, read, signal)) ?? {};
    const named = calls.flatMap((call) => {
      const isNamed = call.kind === "act" && !call.forLater && onlyCall({ hit: true, parts: [{ ...call, kind: "action" }] }, text, role);
      return isNamed ? [call] : [];
    });
    return named.length === calls.length ? named : [];
  };

  /** Devices write names too (“Lamp and unlock the door”): an option has to do one thing to the entity of that name, nothing else. */
  const askBack = async (turn: TurnInput, meant: SeveralMeant, signal: AbortSignal): Promise<Update | undefined> => {
    const { what, isGuess } = meant;
    // a line is a sentence of its own once it is chosen
    const options = meant.options.map(({ label, sentence }) => ({ label, sentence: singleSpaced(sentence) }));
    if (options.length > MOST_IN_ROOMS || !options.every(({ label }) => fitsOnButton(label))) return undefined;
    const each = await Promise.all(options.map(({ sentence }) => callsOf(turn, sentence, signal)));
    const known = options.flatMap((option, index) => {
      const calls = each[index] ?? [];
      const [first] = calls;
      const resolution = first && services.resolve(first.call);
      const entity = resolution?.ok ? home.find(resolution.call.entityIds[0] ?? "") : undefined;
      return first && entity && resolution?.ok ? [{ ...option, entity, calls, when: first.when, call: resolution.call }] : [];
    });
    const isRooms = known.length > MOST_SEVERAL;
    // all of them is never less than all
    if (isRooms && known.length < options.length) return undefined;
    // of many those are meant that are not so already; how they are later nobody knows
    const open = known.filter(
      ({ call, when, entity: { entityId, state } }) => when || expectationOf(call, entityId, state)?.holds(state) !== true,
    );
    const [only, ...more] = isRooms ? open : [];
    if (only && more.length === 0) return { ...ofHome, calls: only.calls, questions: [] };
    const offered = isRooms ? byRoom(open.length > 0 ? open : known, catalogueFor(turn.language)) : known;
    if (offered.length < LEAST_OPTIONS) return undefined;
    const choice = {
      ...(isGuess && { isGuess }),
      ...(isRooms && { isRooms }),
      what: redact(what),
      options: offered.map(({ label, sentence }) => ({ label: redact(label), sentence })),
    };
    return { path: "asked", model: "recogniser", origin: "home", choice, answer: choiceText(choice, catalogueFor(turn.language)) };
  };

  /** The same for what is meant in a part of a sentence: what is chosen is the whole of it. */
  const askWhole = async (turn: TurnInput, [meant]: readonly SeveralMeant[], signal: AbortSignal): Promise<Update | undefined> => {
    const labels = meant?.options.map(({ label }) => label) ?? [];
    const whole = meant && meant.what !== "" ? severalIn(turn.text, meant.what, labels) : undefined;
    return whole && askBack(turn, { ...meant, ...whole }, signal);
  };

  /** What is too much for a question is offered by room, or by floor, and as a whole; none where those are too many as well. */
  const byRoom = (known: readonly (SeveralMeant["options"][number] & { readonly entity: Entity })[], catalogue: Catalogue) => {
    const groupedBy = (placeOf: (entity: Entity) => { readonly name: string } | undefined) => {
      if (new Set(known.map(({ entity }) => placeOf(entity))).size < LEAST_OPTIONS) return [];
      const places = Map.groupBy(known, ({ entity }) => placeOf(entity) ?? entity);
      return [...places].map(([{ name: label }, of]) => ({ label, sentence: of.map(({ sentence }) => sentence).join("\n") }));
    };
    const places = [groupedBy(({ area }) => area), groupedBy(({ floor }) => floor)].find(
      (options) => options.length >= LEAST_OPTIONS && options.length <= MOST_ROOMS && options.every(({ label }) => fitsOnButton(label)),
    );
    const all = { label: catalogue.text("choice.all"), sentence: known.map(({ sentence }) => sentence).join("\n") };
    return places ? [...places, all] : [];
  };

  /** What the person chose goes to no model: the name in it is none of their words. */
  const chosen = async (turn: TurnInput, signal: AbortSignal): Promise<Update> => {
    const { text, language } = turn;
    const undone = undo.said(turn);
    if (undone) return undone;
    const sentences = text.split("\n");
    const calls = await Promise.all(sentences.map((sentence) => callsOf(turn, sentence, signal)));
    if (calls.every(({ length }) => length > 0)) return { ...ofHome, calls: calls.flat(), questions: [] };
    return { ...ofHome, answer: catalogueFor(language).text(home.ready ? "choice.changed" : "answer.home-down") };
  };

  /** What was said just before, by the person or a button of theirs, and the turn. */
  const saidBefore = ({ sessionId }: TurnInput): (SaidBefore & { readonly turnId: string; readonly at: number }) | undefined => {
    const said = interactions.lastSaid(sessionId);
    const isOwn = said?.origin === "person";
    if (!said || (!isOwn && said.origin !== "home")) return undefined;
    // a model may have looked at one thing and spoken of another
    const entityIds = said.path === "model" ? [] : said.entitiesMentioned;
    const { turnId, at } = said;
    const whole = wholes.get(turnId);
    return { turnId, at, text: whole?.sentence ?? said.text, about: whole?.about ?? (isOwn ? undefined : entityIds), entityIds };
  };

  const keepWhole = ({ turnId }: TurnInput, whole: WholeSentence): void => {
    wholes.set(turnId, whole);
    for (const oldest of wholes.keys().take(Math.max(0, wholes.size - MOST_FOLLOWED))) wholes.delete(oldest);
  };

  /** Whether a sentence is about nothing else than it may be: a name in it may say more than a name. Whether all or none are so is asked of the whole home. */
  const isAbout = ({ parts }: Hit, { about, areaId }: WholeSentence): boolean => {
    if (about === undefined && areaId === undefined) return true;
    const isSuch = (entityId: string) => about?.includes(entityId) ?? home.find(entityId)?.area?.areaId === areaId;
    return parts.every((part) => {
      if (part.kind === "reading") return about !== undefined && part.reading.entityIds.every(isSuch);
      if (part.kind === "question")
        return (about !== undefined || part.question.whether === undefined) && part.question.entityIds.every(isSuch);
      const resolution = services.resolve(part.call);
      return resolution.ok && resolution.call.entityIds.length > 0 && resolution.call.entityIds.every(isSuch);
    });
  };

  /** The first of the whole sentences for one that is understood. What it corrects is taken back. */
  const understand = async (turn: TurnInput, signal: AbortSignal): Promise<Recognition> => {
    const { text, language, areaId } = turn;
    const before = saidBefore(turn);
    let alone: Recognition = { hit: false, reason: "no_match" };
    for (const whole of wholeSentences(text, language, { before, areaId })) {
      const recognition = await recogniser.recognise(whole.sentence, language, signal);
      if (whole.sentence === text) {
        if (recognition.hit || recognition.reason === "several") return recognition;
        alone = recognition;
      }
      if (!recognition.hit || !isAbout(recognition, whole)) continue;
      keepWhole(turn, whole);
      const back = whole.isCorrection && before ? undo.ofTurn(turn, before.turnId) : [];
      return { ...recognition, parts: [...back.map((call) => ({ kind: "action" as const, call })), ...recognition.parts] };
    }
    return alone;
  };

  const unchanged = ({ language }: TurnInput, call: ServiceCall, why: "list.missing" | "list.listed"): string => {
    const catalogue = catalogueFor(language);
    const resolution = services.resolve(call);
    const names = createPhrases({ home, catalogue }).names(resolution.ok ? resolution.call.entityIds : []);
    return catalogue.text(why, { item: verbatim(String(call.data["item"])), names });
  };

  const talked = (turn: TurnInput): Update | undefined => {
    const answer = smallTalk(turn);
    return answer === undefined ? undefined : plainAnswer(answer);
  };

  /** What was left open just before, and is said now: "remind me at 5" – "to call Ben". */
  const completed = async (turn: TurnInput, signal: AbortSignal): Promise<Update | undefined> => {
    const before = turn.replyText === undefined ? saidBefore(turn) : undefined;
    const whole = before && !before.about ? planning.completed(turn, before) : undefined;
    if (whole === undefined) return undefined;
    if (whole === "cancelled") return plainAnswer(catalogueFor(turn.language).text("choice.cancelled"));
    const { text } = whole;
    const later = planning.later({ ...turn, text });
    const update = later && (await planning.wanted({ ...turn, text }, later, understand, signal));
    if (update) keepWhole(turn, { sentence: text });
    return update;
  };

  return async ({ turn }: TurnStateValues): Promise<Update> => {
    const { signal } = runOf(runs, turn.turnId);
    const automated = await automating.said(turn, understand, signal);
    const answered = automated ?? (await dryRunning(turn, signal));
    if (answered) return answered;
    if (turn.origin === "home") return undo.again(turn) ?? planning.due(turn) ?? chosen(turn, signal);
    // what states are called is part of how they are asked for and chosen
    await words.load([languageOf(turn.language)], signal);
    const changed = planning.due(turn) ?? planning.reply(turn) ?? undo.again(turn) ?? replanning.said(turn) ?? undo.said(turn);
    if (changed) return changed;
    const recognition = await understand(turn, signal);
    if (!recognition.hit) {
      const asked = recognition.reason === "several" ? await askBack(turn, recognition, signal) : undefined;
      const later = asked || OWN_SENTENCES.has(recognition.reason) ? undefined : planning.later(turn);
      const unclear: SeveralMeant[] = [];
      const noting: typeof understand = async (said) => {
        const understood = await understand(said, signal);
        if (!understood.hit && understood.reason === "several") unclear.push(understood);
        return understood;
      };
      const planned = later && (await planning.wanted(turn, later, noting, signal));
      const isSure = planned?.calls?.every((call) => call.kind !== "act" || !call.forLater) ?? planned !== undefined;
      const update =
        asked ??
        (isSure ? planned : ((await askWhole(turn, unclear, signal)) ?? planned)) ??
        (await remember(turn)) ??
        talked(turn) ??
        (await completed(turn, signal));
      return update ?? { path: "model", ...(later && { forLater: true }) };
    }
    const readings = recognition.parts.flatMap((part) => (part.kind === "reading" ? [part.reading] : []));
    if (readings.length > 0) {
      // "what time is it?" reads like a question about a date of a calendar; what is to be done or told besides is for a model
      const isWhole = readings.length === recognition.parts.length;
      const small = talked(turn);
      const answer = small || !isWhole ? undefined : await answerReading(turn, readings);
      return small ?? (answer ? planning.besides(turn, readings, answer) : { path: "model" });
    }
    const { reading } = recognition;
    const actions = recognition.parts.filter((part) => part.kind === "action");
    const calls: Act[] = [];
    const notes: string[] = [];
    for (const action of actions) {
      const call = await listedItems(action, signal);
      if (!call) return { path: "model" };
      if (call === "missing" || call === "listed") notes.push(unchanged(turn, action.call, `list.${call}`));
      else calls.push({ ...actionOf(call), reading });
    }
    // What the matcher proposes and the home refuses is better explained by a model that can ask back.
    if (calls.some((call) => !services.resolve(call.call).ok)) return { path: "model" };
    const questions = recognition.parts.flatMap((part) => (part.kind === "question" ? [part.question] : []));
    // What the person may not read is refused by the reading tools, in the model's words.
    const asked = questions.flatMap(({ entityIds }) => entityIds);
    if (asked.some((entityId) => !mayRead(entityId, turn.role))) return { path: "model" };
    if (calls.length + questions.length === 0) return plainAnswer(notes.join("\n"));
    return { path: "recogniser", calls, questions, notes, model: "recogniser", origin: asked.length > 0 ? "home" : "person" };
  };
}

/** An action that no model asked for. */
export function actionOf(call: ServiceCall): Act {
  return { kind: "act", id: randomUUID(), toolCallId: undefined, call };
}
