import type { Conditions } from "../../attention/condition.ts";
import type { FindForLater, ForLater, Wish } from "../../attention/later.ts";
import type { KeepPlan } from "../../attention/plan-changes.ts";
import { type Clockwork, endOf, isAwaited, nextAt, repeats, type Trigger, triggerIn, triggerOf } from "../../attention/trigger.ts";
import type { TriggerSaid } from "../../attention/trigger-said.ts";
import type { Reading } from "../../homeassistant/recogniser/readings.ts";
import type { Recognition } from "../../homeassistant/recogniser/recogniser.ts";
import { sentenceParts } from "../../homeassistant/recogniser/recogniser.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import type { StateStore } from "../../homeassistant/registry/states.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";
import { catalogueFor, languageOf } from "../../languages/catalogue.ts";
import { typedAnswer } from "../../languages/typed-answers.ts";
import { type Spoken, spokenIn } from "../../recognition/spoken.ts";
import type { WholeSentences } from "../../recognition/whole-sentences.ts";
import { MOST_PLANS, type ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { TurnInput, TurnStateValues } from "../state.ts";
import { isSpoken, type Person } from "../turn.ts";
import { verbatim } from "../wording/phrases.ts";
import type { PlanWords, PlanWordsFor } from "../wording/planned.ts";
import { createCallEnds } from "./call-ends.ts";
import type { HabitPlan } from "./habit-plan.ts";
import { actionOf } from "./recognise.ts";
import type { Relays } from "./relays.ts";
import { NEXT_MESSAGE_MS } from "./replanning.ts";

/** How long a yes to what waits for a state holds; after that it is asked about again. */
const YES_HOLDS_MS = 24 * 3_600_000;

type Update = Partial<TurnStateValues>;
type Understand = (turn: TurnInput, signal: AbortSignal) => Promise<Recognition>;

interface PlanningDependencies {
  readonly forLater: FindForLater;
  readonly schedules: Pick<ScheduleStore, "toldTo" | "ofRun">;
  readonly keepPlan: KeepPlan;
  readonly turns: Pick<TurnStore, "get">;
  readonly services: Pick<Services, "resolve">;
  readonly states: Pick<StateStore, "get">;
  readonly conditions: Conditions;
  readonly words: Pick<StateWords, "load">;
  readonly clockwork: () => Clockwork;
  readonly planWords: PlanWordsFor;
  readonly triggerSaid: TriggerSaid;
  /** The person of Home Assistant that somebody is. */
  readonly personOf: (personId: string) => string | undefined;
  /** Whole sentences for what only makes sense after another. */
  readonly wholeSentences: WholeSentences;
  readonly relays: Pick<Relays, "send" | "reply">;
  /** Whether a speaker can say by itself what is due. */
  readonly announces: (chatId: string) => boolean;
  /** Who reads what comes when nobody is at the speaker any more. */
  readonly readersOf: (personId: string) => readonly { readonly person: Pick<Person, "id" | "name"> }[];
  /** What a turn plans that a yes to a suggestion began. */
  readonly habitPlan: (turnId: string) => HabitPlan | undefined;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly clock: () => number;
}

export type Planning = ReturnType<typeof createPlanning>;

/** What of a message is not for now: reminders and timers are kept, actions become calls for their time. */
export function createPlanning(deps: PlanningDependencies) {
  const {
    forLater,
    schedules,
    keepPlan,
    turns,
    services,
    states,
    conditions,
    words,
    clockwork,
    planWords,
    triggerSaid,
    personOf,
    relays,
    announces,
    readersOf,
    wholeSentences,
    habitPlan,
    quotes,
    clock,
  } = deps;

  const { endsOf, endsOfNow, entitiesOf, touched } = createCallEnds({ services, states });

  /** The same for a turn that runs again: "in ten minutes" counts from when it was said. */
  const saidAt = ({ turnId }: TurnInput): number => turns.get(turnId)?.sentAt ?? clock();

  const readingOf = (turn: TurnInput, spoken: Spoken, understand: Understand, signal: AbortSignal) => ({
    spoken,
    own: personOf(turn.personId),
    role: turn.role,
    understand: (text: string) => understand({ ...turn, text }, signal),
  });

  const conditionOf = (
    turn: TurnInput,
    { condition = "", forMs, repeats }: Wish,
    spoken: Spoken,
    understand: Understand,
    signal: AbortSignal,
  ) => conditions.read(condition, { ...readingOf(turn, spoken, understand, signal), forMs, repeats });

  /** Why what somebody's coming or going has to start is not understood: the home does not tell where they are. */
  async function unseenIn(turn: TurnInput, { condition = "" }: Wish, spoken: Spoken, understand: Understand, signal: AbortSignal) {
    const hidden = await conditions.unseen(condition, readingOf(turn, spoken, understand, signal));
    const catalogue = catalogueFor(turn.language);
    if (!hidden) return undefined;
    return hidden.name === undefined
      ? catalogue.text("planned.unseen-own")
      : catalogue.text("planned.unseen", { name: verbatim(hidden.name) });
  }

  const told = (answer: string): Update => ({ path: "asked", model: "recogniser", origin: "person", answer });

  /** Keeps a reminder or a timer. */
  function keep(turn: TurnInput, { plan }: Wish, when: Trigger, lengthMs?: number): Update {
    const catalogue = catalogueFor(turn.language);
    const isWaking = plan?.kind === "wake";
    const isTelling = plan?.kind === "tell";
    const said = planWords(turn);
    const text = isWaking ? catalogue.text("planned.wake-up") : isTelling && isAwaited(when) ? said.happened(when) : (plan?.what ?? "");
    const kind = plan?.kind === "timer" ? ("timer" as const) : ("reminder" as const);
    const trigger = kind === "timer" && when.kind === "moment" ? { ...when, lengthMs } : when;
    const dueAt = nextAt(trigger, { ...clockwork(), now: clock() });
    const isImportant = isWaking || kind === "timer" || plan?.isImportant === true;
    const schedule = keepPlan({ turnId: turn.turnId, personId: turn.personId, kind, text, trigger, dueAt, isImportant }, clock());
    if (!schedule) return told(catalogue.text("planned.full", { most: MOST_PLANS }));
    if (schedule.objection !== undefined) return told(schedule.objection);
    const made = said.made({ kind, text, calls: [], trigger, dueAt: schedule.dueAt }, { isWaking, isTelling, lengthMs });
    return told(isSpoken(turn) && !announces(schedule.chatId) ? `${made}\n${whereRead(turn)}` : made);
  }

  /** Where a speaker cannot say anything by itself, what comes later is written. */
  function whereRead({ personId, language }: TurnInput): string {
    const readers = readersOf(personId).map(({ person }) => person);
    const catalogue = catalogueFor(language);
    if (readers.length === 0) return catalogue.text("planned.written-to-nobody");
    if (readers.some(({ id }) => id === personId)) return catalogue.text("planned.written-to-you");
    return catalogue.text("planned.written-to", { names: catalogue.list(readers.map(({ name }) => verbatim(name))) });
  }

  /** What is already so is not waited for. */
  function alreadySo(turn: TurnInput, trigger: Trigger | undefined): Update | undefined {
    if (!trigger || !isAwaited(trigger) || !conditions.isSo(trigger, clock())) return undefined;
    return told(catalogueFor(turn.language).text("planned.already", { what: planWords(turn).happened(trigger) }));
  }

  /** The calls of a sentence that only does something. */
  async function callsOf(turn: TurnInput, text: string, understand: Understand, signal: AbortSignal): Promise<readonly ServiceCall[]> {
    const { hit, ...understood } = await understand({ ...turn, text }, signal);
    const parts = "parts" in understood ? understood.parts : [];
    const calls = parts.flatMap((part) => (part.kind === "action" ? [part.call] : []));
    return hit && calls.length === parts.length && calls.every((call) => services.resolve(call).ok) ? calls : [];
  }

  /**
   * What each part of a sentence wants, where each is a command by itself, and one at least has a time of its own. What stands before "and in ten
   * minutes turn off the fan" is for now; where the time stands behind, the person is asked. Undefined for every other sentence.
   */
  async function parted(turn: TurnInput, { times }: Spoken, understand: Understand, signal: AbortSignal): Promise<Update | undefined> {
    const parts = await Promise.all(
      sentenceParts(turn.text, turn.language).map(async (text) => {
        const later = forLater(text, turn.language, { ...clockwork(), now: saidAt(turn) });
        const isNow = later === undefined;
        if (isNow) return { isNow, isSure: times.saysNow(text), calls: (await callsOf(turn, text, understand, signal)).map(actionOf) };
        const isPlan = later.wishes.some(({ plan }) => plan !== undefined);
        const { calls = [] } = (isPlan ? undefined : await wanted({ ...turn, text }, later, understand, signal)) ?? {};
        return { isNow, isSure: later.isFirst, calls };
      }),
    );
    if (parts.length === 0 || parts.some(({ calls }) => calls.length === 0)) return undefined;
    const firstLater = parts.findIndex(({ isNow }) => !isNow);
    const isPlain = parts.every(({ isNow, isSure }, at) => isNow || at > firstLater || isSure);
    const calls = parts.flatMap(({ isNow, isSure, calls }, at) => {
      const isClear = !isNow || isSure || (isPlain && at < firstLater);
      return isClear ? calls : calls.map((call) => ({ ...call, forLater: true }));
    });
    return { ...recognised, calls };
  }

  /** "Turn on the lamp and in ten minutes off again": what begins now, and what ends just that later. Undefined for every other sentence. */
  async function endedLater(turn: TurnInput, spoken: Spoken, understand: Understand, signal: AbortSignal): Promise<Update | undefined> {
    const timing = { ...clockwork(), now: saidAt(turn) };
    const [now = "", then, ...more] = spoken.halves(spoken.bare(turn.text));
    const later = then === undefined || more.length > 0 ? undefined : forLater(then, turn.language, timing);
    const [wish] = later?.wishes ?? [];
    if (!later || later.isVague || wish?.plan || wish?.condition !== undefined || forLater(now, turn.language, timing)) return undefined;
    const trigger = triggerOf(later.said, timing);
    const calls = trigger && wish ? await callsOf(turn, now, understand, signal) : [];
    const ends = calls.length > 0 ? endsOf(calls) : undefined;
    if (!trigger || !wish || !ends) return undefined;
    const end = touched(ends);
    const before = { text: now, about: undefined, entityIds: entitiesOf(calls) };
    for (const { sentence } of wholeSentences(wish.rest, turn.language, { before })) {
      if (touched(await callsOf(turn, sentence, understand, signal)) !== end) continue;
      const begun = calls.map(actionOf);
      return { ...recognised, calls: [...begun, ...ends.map((call, at) => ({ ...actionOf(call), when: trigger, ends: begun[at]?.id }))] };
    }
    return undefined;
  }

  const later = (turn: TurnInput, isAutomation = false): ForLater | undefined =>
    forLater(turn.text, turn.language, { ...clockwork(), now: saidAt(turn), isAutomation });

  /** What to be reminded of a reminder says, and how much of that and of its time it leaves out. */
  function openIn(turn: TurnInput, text: string): { readonly what: string; readonly missing: number } | undefined {
    const open = later({ ...turn, text });
    const [wish, ...more] = open?.wishes ?? [];
    if (!open || wish?.plan?.kind !== "reminder" || more.length > 0) return undefined;
    const isTimeless = wish.condition === undefined && !open.isVague && Object.keys(open.said).length === 0;
    const { what } = wish.plan;
    return { what, missing: Number(what === "") + Number(isTimeless) };
  }

  /** What comes of a message that is not for now; undefined if nothing in it says so, or if a model has to look at it. */
  async function wanted(turn: TurnInput, later: ForLater, understand: Understand, signal: AbortSignal): Promise<Update | undefined> {
    const spoken = spokenIn(turn.language);
    if (!spoken) return undefined;
    await words.load([languageOf(turn.language)], signal);
    const ended = await endedLater(turn, spoken, understand, signal);
    if (ended) return ended;
    const { said, isVague, isFirst, wishes } = later;
    const isOwn = turn.origin === "person";
    let unseen: Update | undefined;
    let unsaid: Update | undefined;
    let plainly: { readonly wish: Wish; readonly trigger: Trigger; readonly what: string } | undefined;
    for (const wish of wishes) {
      const condition = !wish.condition ? undefined : await conditionOf(turn, wish, spoken, understand, signal);
      const hidden = isOwn && wish.condition && !condition ? await unseenIn(turn, wish, spoken, understand, signal) : undefined;
      // "cuando llegue Ben": another reading may be of somebody who is seen
      if (hidden !== undefined) {
        unseen ??= told(hidden);
        continue;
      }
      const timing = { ...clockwork(), now: saidAt(turn), isWaking: wish.plan?.kind === "wake" };
      const isTimed = Object.keys(said).some((key) => key !== "lasts" && key !== "until");
      const timed = isVague || !isTimed ? undefined : triggerOf(said, { ...timing, anyTime: wish.plan !== undefined });
      // a condition and a time together is more than one trigger tells
      const trigger = wish.condition === undefined ? timed : isTimed || isVague ? undefined : condition;
      if (wish.plan?.kind === "relay") {
        const isOnlyPersons = isOwn && turn.replyOrigin !== "outside";
        if (!isOnlyPersons) return undefined;
        // what has to come about first is told at no other time
        if (wish.condition !== undefined && !trigger) continue;
        if (wish.plan.to !== undefined && !trigger && (isTimed || isVague)) return told(catalogueFor(turn.language).text("planned.when"));
        const what = wish.plan.what || (trigger && isAwaited(trigger) ? planWords(turn).happened(trigger) : "");
        const at = trigger ?? ({ kind: "moment", at: saidAt(turn) } as const);
        const so = alreadySo(turn, trigger);
        if (so) return so;
        const to: readonly (string | undefined)[] = wish.plan.to ?? [undefined];
        // whoever has others told of something knows it; "remind Ben and me at 6" is a reminder of one's own, too
        const others = to.filter((one) => to.length === 1 || (one !== "" && one !== turn.personName));
        const isOwnToo = trigger !== undefined && to.length > 1 && to.includes("");
        const own = isOwnToo ? [keep(turn, { ...wish, plan: { ...wish.plan, kind: "reminder", what } }, trigger).answer] : [];
        return told([...own, ...others.map((one) => relays.send(turn, { to: one, what }, at))].join("\n"));
      }
      if (wish.plan) {
        // what others wrote makes no reminders
        if (!isOwn) return undefined;
        // "remind me when I get home to feed the cat": another reading has it
        if (wish.plan.kind === "reminder" && wish.plan.what === "") {
          unsaid ??= told(catalogueFor(turn.language).text("planned.what"));
          continue;
        }
        if (!trigger || (wish.plan.kind === "tell" && !isAwaited(trigger))) continue;
        if (wish.plan.kind !== "wake" || wish.plan.what === "") return alreadySo(turn, trigger) ?? keep(turn, wish, trigger, said.after);
        const calls = await callsOf(turn, spoken.wakeWith(wish.plan.what), understand, signal);
        if (calls.length === 0) {
          plainly ??= { wish, trigger, what: wish.plan.what };
          continue;
        }
        const { answer = "" } = keep(turn, wish, trigger);
        return { ...planned(calls, trigger), notes: [answer] };
      }
      const calls = await callsOf(turn, wish.rest, understand, signal);
      if (calls.length === 0) continue;
      // a time is one for all where it stands first, or one verb does
      if (calls.length > 1 && (!isFirst || isVague)) {
        const each = await parted(turn, spoken, understand, signal);
        if (each) return each;
      }
      const isAlike = new Set(calls.map(({ service }) => service.split(".")[1])).size === 1;
      if (calls.length > 1 && !isFirst && !isAlike) return unclear(calls);
      const isFor = said.lasts !== undefined || said.until !== undefined;
      const hasEnd = isFor && !isVague && wish.condition === undefined && (trigger !== undefined || !isTimed);
      const ends = hasEnd ? calls.map((call) => (trigger && endsOf([call])) ?? endsOfNow(call)) : [undefined];
      const end = ends.includes(undefined) ? undefined : endOf(said, trigger, timing);
      if (end) {
        const begun = calls.map((call) => ({ ...actionOf(call), ...(trigger && { when: trigger }) }));
        const ended = begun.flatMap(({ id }, at) => (ends[at] ?? []).map((call) => ({ ...actionOf(call), when: end, ends: id })));
        return { ...recognised, calls: [...begun, ...ended] };
      }
      if (!trigger || isFor) return unclear(calls);
      return alreadySo(turn, trigger) ?? planned(calls, trigger);
    }
    if (unseen ?? unsaid) return unseen ?? unsaid;
    // whoever is to be woken is woken, also with nothing that is known
    if (plainly) {
      const { answer = "" } = keep(turn, plainly.wish, plainly.trigger);
      return told(`${answer} ${catalogueFor(turn.language).text("planned.wake-without", { what: verbatim(plainly.what) })}`);
    }
    const toWhom = wishes.find(({ plan }) => plan?.isUnclear)?.plan?.to;
    if (toWhom !== undefined)
      return told(catalogueFor(turn.language).text("relay.unclear", { name: catalogueFor(turn.language).list(toWhom.map(verbatim)) }));
    const isPlan = wishes.some(({ plan }) => plan !== undefined && plan.kind !== "tell");
    return isPlan ? told(catalogueFor(turn.language).text("planned.when")) : undefined;
  }

  return {
    later,

    /** The sentence before with what it left out, where that was the time of a reminder, or what to be reminded of; "cancelled" if that is called off. */
    completed(
      turn: TurnInput,
      { text: before, at }: { readonly text: string; readonly at: number },
    ): { readonly text: string } | "cancelled" | undefined {
      const open = clock() - at > NEXT_MESSAGE_MS ? undefined : openIn(turn, before);
      if (!open?.missing || spokenIn(turn.language)?.asks(turn.text)) return undefined;
      const answer = typedAnswer(turn.text);
      if (answer === "no") return "cancelled";
      const text = `${before} ${turn.text}`;
      const whole = openIn(turn, text);
      // what says more than the time that was left out is a message of its own
      const isOnly = whole !== undefined && whole.missing < open.missing && (open.what === "" || whole.what === open.what);
      return answer === undefined && isOnly ? { text } : undefined;
    },

    /** A reply to what somebody had this person told goes back to them; undefined for every other message. */
    reply(turn: TurnInput): Update | undefined {
      const answer = turn.origin === "person" ? relays.reply(turn) : undefined;
      return answer === undefined ? undefined : told(answer);
    },

    /** What a turn does whose time has come: once by the plan's own ids, so that it is done once and what got a yes needs none again. */
    due({ turnId }: TurnInput): Update | undefined {
      const plan = schedules.ofRun(turnId);
      const habit = habitPlan(turnId);
      if (habit) return planned(habit.calls, habit.when);
      if (!plan) return undefined;
      const trigger = triggerIn(plan);
      const isAgain = repeats(trigger);
      // a time is named in the question; what waits for a state may wait for ever
      const isOld = isAwaited(trigger) && clock() - plan.createdAt > YES_HOLDS_MS;
      const calls = plan.calls.map(({ id, approvalId, service, entityIds, data }) => {
        const call = actionOf({ service, target: { entityId: entityIds }, data });
        return isAgain || (approvalId !== undefined && isOld) ? call : { ...call, id, approvalId };
      });
      return { ...recognised, origin: "home", calls };
    },

    wanted,

    /** What the person has planned for the days that a question about their calendar asks of, behind its answer. */
    besides(turn: TurnInput, readings: readonly Reading[], update: Update): Update {
      const asked = readings.flatMap(({ about, days }) => (about === "events" && days ? [days] : []));
      const { line } = planWords(turn);
      const plans = schedules.toldTo(turn).filter(({ dueAt = 0 }) => asked.some(({ from, to }) => dueAt >= from && dueAt < to));
      quotes.add(turn.turnId, { turnIds: plans.map((plan) => plan.turnId) });
      return { ...update, answer: [update.answer ?? "", ...plans.map(line)].join("\n") };
    },

    /** What a condition waits for, the calls of a sentence that only does something, what ends them, and that what was waited for has come about. */
    condition: conditionOf,
    unseen: unseenIn,
    calls: callsOf,
    ends: endsOf,
    happened: (turn: TurnInput, trigger: Parameters<PlanWords["happened"]>[0]): string => planWords(turn).happened(trigger),

    /** When a model wants a call to be made. */
    triggerSaid: (text: string, turn: TurnInput, signal: AbortSignal): ReturnType<TriggerSaid> =>
      triggerSaid(text, { ...turn, now: saidAt(turn) }, signal),
  };
}

const recognised = { path: "recogniser", model: "recogniser", origin: "person", questions: [] } as const;

/** Asks when each is meant. */
function unclear(calls: readonly ServiceCall[]): Update {
  return { ...recognised, calls: calls.map((call) => ({ ...actionOf(call), forLater: true })) };
}

function planned(calls: readonly ServiceCall[], when: Trigger): Update {
  return { ...recognised, calls: calls.map((call) => ({ ...actionOf(call), when })) };
}
