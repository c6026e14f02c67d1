import { randomUUID } from "node:crypto";
import type { Chosen } from "../../agent/approvals/choice-desk.ts";
import { createPlannedCommands, dueButtons } from "../../agent/commands/command-planned.ts";
import { createRelays } from "../../agent/graph/relays.ts";
import { eventMessageId, isSpoken, type Person } from "../../agent/turn.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import { verbatim } from "../../agent/wording/phrases.ts";
import { createPlanWordsFor } from "../../agent/wording/planned.ts";
import { createConditions } from "../../attention/condition.ts";
import { createDayTimes } from "../../attention/day-times.ts";
import { createPlanChanges } from "../../attention/plan-changes.ts";
import { createClockwork, createScheduler } from "../../attention/scheduler.ts";
import { isAwaited, nextAt, triggerIn } from "../../attention/trigger.ts";
import { createTriggerSaid } from "../../attention/trigger-said.ts";
import type { EntityIndexSearch } from "../../entity-search/entity-index.ts";
import type { Recogniser } from "../../homeassistant/recogniser/recogniser.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { NewItem } from "../../storage/turns/outbox.ts";
import type { PlannedCall, Schedule } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { createSchedule } from "../../tools/schedule.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Reach } from "../foundation/reach.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import { createPresence } from "./presence.ts";

interface SchedulesOptions extends Surroundings, Pick<HomeParts, "home" | "states" | "stateWords"> {
  readonly stores: Pick<Stores, "schedules" | "consents" | "sessions" | "database" | "outbox" | "turns" | "findings">;
  readonly reach: Pick<Reach, "chatOf">;
  readonly search: EntityIndexSearch;
  readonly recogniser: Recogniser;
  /** The turns that do what is planned; asked for late, for turns may plan. */
  readonly runner: () => Pick<TurnRunner, "begin">;
  /** Answers that tell a plan again are forgotten with it. */
  readonly quotes: Pick<TurnQuotes, "add">;
}

/** A reminder that matters and is not answered is told once more after so long (the product's bound). */
const ANSWER_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** `time` tells apart what is said of the same time more than once. */
interface DueMessage extends Pick<NewItem, "buttons" | "media"> {
  readonly time?: string | undefined;
}

export type Schedules = ReturnType<typeof createSchedules>;

/** Everything about what is planned: the scheduler, its commands, and what is said when something is due. */
export function createSchedules({
  stores,
  home,
  states,
  stateWords,
  people,
  reach,
  search,
  recogniser,
  runner,
  quotes,
  config: { reminderEscalation: escalation, quietHours: quiet, digestTime: digest },
  clock,
  later,
  logger,
}: SchedulesOptions) {
  const { schedules: store, findings, sessions, database, outbox, turns } = stores;
  const clockwork = createClockwork({ home, states });
  const times = createDayTimes({ quiet, digest, time: () => clockwork().time });

  const personOf = (personId: string) => people.configured(personId)?.haPerson;
  const planWords = createPlanWordsFor({ home, words: stateWords, clockwork, personOf, clock });

  const presence = createPresence({ stores, home, states, people, reach, planWords, quotes, clock });

  /** One message for each time that it is due. */
  const say = (schedule: Schedule, dueAt: number, text: string, { buttons, media, time = "" }: DueMessage = {}): void => {
    const { id, turnId, channel, bot, chatId, threadId } = schedule;
    const onceKey = `schedule/${id}/${dueAt}${time}`;
    const item = { turnId, channel, bot, chatId, threadId, kind: "notice", origin: "person", onceKey } as const;
    outbox.add({ ...item, text, buttons, media, at: clock() });
  };

  /** What comes about in the quiet hours wakes nobody: it is written. A timer, and what has its time, is wanted then. */
  const isAloud = (schedule: Schedule): boolean =>
    isSpoken(schedule) && !(isAwaited(triggerIn(schedule)) && times.quietUntil(clock()) !== undefined);

  const sayDue = (schedule: Schedule, dueAt: number, time?: string): void => {
    const text = planWords(schedule).due(schedule, dueAt);
    const buttons = dueButtons(schedule, catalogueFor(schedule.language));
    say(schedule, dueAt, text, { buttons, time, ...(isAloud(schedule) && { media: { aloud: true, otherwise: text } }) });
  };

  const expectAnswer = ({ id }: Schedule, dueAt: number, isRepeated: boolean): void =>
    store.expectAnswer({ id, dueAt, toldAt: clock(), isRepeated, nextAt: clock() + ANSWER_MS });

  /** Tells the person elsewhere, or somebody else, what nobody answered. */
  function escalate(schedule: Schedule, dueAt: number): void {
    const other = people.everybody.find(({ name }) => name === escalation);
    const isElsewhere = (chat: Chat) => people.ofChat(chat) === schedule.personId && chat.channel !== schedule.channel;
    if (other && !presence.mayHear(other.id, schedule)) return;
    const chat = other ? reach.chatOf(other.id) : escalation === "channel" ? sessions.activeChats(0).find(isElsewhere) : undefined;
    if (!chat) return;
    const catalogue = catalogueFor((other ?? schedule).language);
    const text = planWords(other ?? schedule).due(schedule, dueAt);
    const told = other ? catalogue.text("planned.unanswered", { name: verbatim(schedule.personName), text }) : text;
    const { channel, bot, chatId } = chat;
    const onceKey = `schedule/${schedule.id}/${dueAt}elsewhere`;
    const origin = other ? "outside" : "person";
    outbox.add({ turnId: schedule.turnId, channel, bot, chatId, kind: "notice", origin, text: told, onceKey, at: clock() });
  }

  const relays = createRelays({
    ...{ store, turns, outbox, everybody: people.everybody, reach, clockwork, clock },
    keepPlan: presence.keep,
    planWords,
  });
  const scheduler = createScheduler({
    store,
    database,
    home,
    states,
    clockwork,
    mayKnow: presence.mayKnow,
    expire: presence.expire,
    tell(schedule, dueAt) {
      // whom the options do not name any more is told nothing
      if (people.isStranger(schedule.personId)) return;
      if (schedule.recipientId !== undefined) {
        relays.tell(schedule, dueAt);
        return;
      }
      const trigger = triggerIn(schedule);
      // there is a next time
      if (isAwaited(trigger) && trigger.repeats && findings.quietUntil(schedule.personId) > clock()) return;
      sayDue(schedule, dueAt);
      if (schedule.isImportant) expectAnswer(schedule, dueAt, false);
    },
    unanswered(schedule, { dueAt, isRepeated }) {
      if (people.isStranger(schedule.personId)) return;
      if (isRepeated) {
        escalate(schedule, dueAt);
        return;
      }
      sayDue(schedule, dueAt, "again");
      if (escalation !== "off") expectAnswer(schedule, dueAt, true);
    },
    tooOften(schedule) {
      const often = catalogueFor(schedule.language).text("planned.often", { when: planWords(schedule).when(schedule) });
      say(schedule, Math.floor(clock() / HOUR_MS), often, { time: "often" });
    },
    missed(schedule, dueAt) {
      if (people.isStranger(schedule.personId)) return;
      say(schedule, dueAt, planWords(schedule).missed(schedule, dueAt));
    },
    begin(schedule, dueAt, fire) {
      if (people.isStranger(schedule.personId)) return fire();
      const { id, channel, bot, chatId, threadId, isPrivate, personId, personName, role, language, calls } = schedule;
      const text = planWords(schedule).actions(calls);
      const person = { id: personId, name: personName, role, language };
      const messageId = eventMessageId(`schedule:${id}:${dueAt}`, text);
      const message = { channel, bot, chatId, threadId, messageId, person, text, isPrivate, sentAt: clock(), replyToMessageId: undefined };
      const write = (turnId: string) => {
        fire();
        store.begin(turnId, id);
        quotes.add(turnId, { turnIds: [schedule.turnId] });
      };
      runner().begin({ ...message, kind: "text", origin: "home" }, { text, origin: "home", write });
    },
    clock,
    later,
    logger: logger.child({ part: "scheduler" }),
  });
  const conditions = createConditions({ home, states, search, names: people.everybody.map(({ name }) => name) });
  const recognise = (sentence: string, language: string, signal: AbortSignal) => recogniser.recognise(sentence, language, signal);
  const triggerSaid = createTriggerSaid({ clockwork, conditions, recognise, personOf });
  const changes = createPlanChanges({ store, clockwork, clock });
  const tool = createSchedule({
    schedules: store,
    keepPlan: presence.keep,
    changes,
    async due(when, { turn, ...by }, signal, repeats) {
      const now = turns.get(turn.id)?.sentAt ?? clock();
      const said = await triggerSaid(when, { ...by, language: turn.language, now, repeats }, signal);
      if (said === undefined || said === "now") return undefined;
      return { trigger: said, dueAt: nextAt(said, { ...clockwork(), now: clock() }) };
    },
    send: ({ turn, ...caller }, message, trigger = { kind: "moment", at: turns.get(turn.id)?.sentAt ?? clock() }) =>
      relays.send({ ...caller, turnId: turn.id, language: turn.language }, message, trigger),
    planWords,
    quotes,
    now: clock,
  });
  return {
    /** What a program wants done at once: a plan that is due now, which its turn carries out, once and as the policy allows. */
    atOnce(
      call: Pick<PlannedCall, "service" | "entityIds" | "data">,
      { person, origin }: Pick<Chosen, "origin"> & { readonly person: Person },
    ): Chosen {
      const planned = { ...call, id: randomUUID() };
      return {
        text: planWords(person).actions([planned]),
        origin,
        write(turnId) {
          const at = clock();
          const plan = store.add(
            { turnId, personId: person.id, kind: "action", text: "", trigger: { kind: "moment", at }, dueAt: at, call: planned },
            at,
          );
          if (!plan) throw new Error("too much is planned");
          store.fire(plan.id, at, { next: undefined, at });
          store.begin(turnId, plan.id);
        },
      };
    },
    clockwork,
    personOf,
    planWords,
    conditions,
    triggerSaid,
    tool,
    changes,
    keepPlan: presence.keep,
    unshared: presence.unshared,
    presence: { ...presence.questions, mayTellOf: presence.mayTellOf },
    relays,
    commands: createPlannedCommands({ store, changes, planWords, clockwork, outbox, quotes, now: clock }),
    /** Something was planned, moved or cancelled. */
    changed: () => scheduler.changed(),
    start: () => scheduler.start(),
    [Symbol.dispose]: () => scheduler[Symbol.dispose](),
  };
}
