import type { Clockwork } from "../../attention/trigger.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ServiceCall } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { dateOf, weekendOf } from "../../memory/habits/calendar.ts";
import { clockOf } from "../../memory/habits/habit.ts";
import type { HabitBook } from "../../memory/habits/habit-book.ts";
import type { HabitLearner, LearningOutcome } from "../../memory/habits/habit-learner.ts";
import { LIGHTS_OF_AREA } from "../../memory/habits/user-actions.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import type { HabitRow, HabitStore, KeptPattern, Weekday } from "../../storage/facts/habits.ts";
import type { FindingStore } from "../../storage/turns/findings.ts";
import type { Chosen } from "../approvals/choice-desk.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import { type HabitPlan, planOfHabit } from "../graph/habit-plan.ts";
import { createGrowingMessage } from "../live-messages.ts";
import type { IncomingMessage } from "../turn.ts";
import { type ButtonPress, eventMessageId, type Person, type PressReply } from "../turn.ts";
import { verbatim } from "../wording/phrases.ts";

interface HabitCommandDependencies {
  readonly store: Pick<HabitStore, "all" | "get">;
  readonly book: Pick<HabitBook, "refuse" | "narrow">;
  readonly learner: Pick<HabitLearner, "run" | "status">;
  readonly home: Pick<Home, "find" | "areas" | "info" | "exposed">;
  readonly messages: Parameters<typeof createGrowingMessage>[0] & PressEditorDependencies;
  readonly suggestions: {
    readonly store: Pick<HabitStore, "isPlanned" | "plannedBy">;
    readonly findings: Pick<FindingStore, "preferences" | "prefer" | "toldOf">;
    readonly clockwork: () => Clockwork;
    readonly resolves: (call: ServiceCall) => boolean;
    /** Takes in what stands for a person's message. */
    readonly begin: (message: IncomingMessage, chosen: Chosen) => void;
  };
  readonly now: () => number;
}

/** Habits of one message; the surest. A phone shows about so many with their buttons. */
const MOST_SHOWN = 12;
const MOST_DATES = 12;
/** Below this it is fading. */
const SURE = 0.5;
/** `h:<habit>:no`, or the weekdays on which it is none: `h:<habit>:06`. */
const DATA = /^h:(\d{1,12}):(?:no|([0-6]{1,7}))$/;
/** What is said to a suggestion. */
const SUGGESTED = /^h:(\d{1,12}):(yes|never|later)$/;
/** Of a habit that is suggested: as good as always. */
const SUGGESTED_FROM = 0.8;
/** What got no yes is not asked again before. */
const ASKED_AGAIN_MS = 30 * 86_400_000;

type Reader = Pick<CommandContext, "person" | "catalogue">;

/** The house's habits and the person's own, the surest first. */
export function habitsOf({ id }: Pick<Person, "id">, store: Pick<HabitStore, "all">): readonly HabitRow[] {
  return store
    .all()
    .filter(({ status, personId }) => status === "active" && (personId === undefined || personId === id))
    .toSorted((one, other) => other.confidence - one.confidence);
}

/** What `/habits` and `/learn` answer, and what the buttons under habits do. */
export function createHabitCommands({ store, book, learner, home, messages, suggestions, now }: HabitCommandDependencies) {
  const edit = createPressEditor(messages);
  const weekend = () => weekendOf(home.info.country, home.info.language);
  const refusal = ({ person, isPrivate, catalogue }: CommandContext): string | undefined => {
    if (!mayReadOthers(person.role)) return catalogue.text("habit.grown-ups");
    return isPrivate ? undefined : catalogue.text("habit.private");
  };
  const sentenceOf = ({ pattern }: HabitRow, { catalogue }: Reader): string => verbatim(habitSentence(pattern, home, catalogue));
  const lineOf = (row: HabitRow, reader: Reader): string => {
    const { catalogue } = reader;
    const kept = row.records.filter((record) => record.kept);
    return catalogue.text(row.confidence >= SURE ? "habit.line" : "habit.fading", {
      number: row.id,
      text: sentenceOf(row, reader),
      kept: kept.length,
      all: row.records.length,
      last: dateOf(kept.at(-1)?.day ?? 0),
      sure: Math.round(row.confidence * 100),
    });
  };

  const list = (context: CommandContext): CommandAnswer => {
    const { catalogue } = context;
    const shown = habitsOf(context.person, store).slice(0, MOST_SHOWN);
    if (shown.length === 0) return catalogue.text("habit.none");
    const buttons = shown.map(({ id }) => [{ label: catalogue.text("button.habit-no", { number: id }), data: `h:${id}:no` }]);
    const lines = shown.map((row) => lineOf(row, context));
    return { text: [catalogue.text("habit.head"), ...lines, "", catalogue.text("habit.how")].join("\n"), buttons };
  };

  /** Each weekday of a habit and, if it has both, its weekends and workdays, as what it is none on. */
  const narrowing = ({ id, pattern: { days } }: HabitRow, catalogue: Catalogue) => {
    const off = (on: readonly Weekday[], when: string) => [
      { label: catalogue.text("button.habit-not-on", { when }), data: `h:${id}:${on.join("")}` },
    ];
    const rest = weekend();
    const [free, busy] = [days.weekdays.filter((day) => rest.includes(day)), days.weekdays.filter((day) => !rest.includes(day))];
    const groups = [
      ...(free.length > 1 && busy.length > 0 ? [off(free, catalogue.text("habit.on.weekends"))] : []),
      ...(busy.length > 1 && free.length > 0 ? [off(busy, catalogue.text("habit.on.workdays"))] : []),
    ];
    if (days.weekdays.length < 2) return [];
    return [...groups, ...days.weekdays.map((day) => off([day], catalogue.text("habit.on.some", { days: dayName(day, catalogue) })))];
  };

  const details = (row: HabitRow, reader: Reader): CommandAnswer => {
    const { catalogue } = reader;
    const datesOf = (kept: boolean) => row.records.filter((record) => record.kept === kept).map(({ day }) => dateOf(day));
    const [days, missed] = [datesOf(true), datesOf(false)];
    const told = days.slice(-MOST_DATES).join(", ");
    const people = row.pattern.people.flatMap((person) => home.find(person)?.name ?? []);
    const lines = [
      lineOf(row, reader),
      days.length > MOST_DATES
        ? catalogue.text("habit.days-more", { days: told, count: days.length - MOST_DATES })
        : catalogue.text("habit.days", { days: told }),
      ...(missed.length > 0 ? [catalogue.text("habit.away", { days: missed.slice(-MOST_DATES).join(", ") })] : []),
      ...(people.length > 0 ? [catalogue.text("habit.people", { names: catalogue.list(people) })] : []),
    ];
    const none = { label: catalogue.text("button.habit-no", { number: row.id }), data: `h:${row.id}:no` };
    return { text: lines.join("\n"), buttons: [...narrowing(row, catalogue), [none]] };
  };

  /** Takes these weekdays from a habit, and shows in the place of its days what is left of it. */
  const narrow = async (id: number, weekdays: readonly Weekday[], press: ButtonPress, person: Person): Promise<void> => {
    const catalogue = catalogueFor(person.language);
    const changed = await book.narrow(id, weekdays, weekend(), now());
    if (changed === undefined || changed === "refused")
      edit(press, catalogue.text(changed === "refused" ? "toast.habit-refused" : "habit.unknown", { number: id }));
    else edit(press, details(changed, { person, catalogue }));
  };

  const { findings, clockwork, resolves, begin, store: plans } = suggestions;
  const planOf = ({ pattern }: HabitRow): HabitPlan | undefined => {
    const plan = planOfHabit(pattern, { home, time: clockwork().time, now: now() });
    return plan?.calls.every(resolves) ? plan : undefined;
  };
  const suggestionText = (row: HabitRow, reader: Reader): string => `💡 ${sentenceOf(row, reader)}`;

  /** Yes plans it as if the person had said so: policy judges it, and what needs a yes is asked each time. */
  const answerSuggestion = (press: ButtonPress, id: number, said: string): PressReply => {
    const { person, channel, bot, chatId, isPrivate, messageId: pressed } = press;
    const toast = toasterFor(person);
    const row = person && isPrivate ? habitsOf(person, store).find((one) => one.id === id) : undefined;
    // it is for whom it was told to
    const isAsked = person && (findings.toldOf(person.id, suggestionKey(id), 0) ?? 0) > 0;
    if (!isAsked || !row || !mayReadOthers(person.role)) return toast("toast.unknown");
    const catalogue = catalogueFor(person.language);
    const text = suggestionText(row, { person, catalogue });
    if (said !== "yes") {
      if (said === "never") findings.prefer(person.id, suggestionKey(id), 0);
      edit(press, said === "never" ? catalogue.text("habit.suggested-never", { text }) : text);
      return toast(said === "never" ? "toast.habit-never" : "toast.habit-later", {}, true);
    }
    if (plans.isPlanned(id) || !planOf(row)) return toast("toast.unknown");
    const messageId = eventMessageId(`habit:${id}:${pressed}`, text);
    const message = { channel, bot, chatId, threadId: undefined, messageId, person, text, isPrivate, replyToMessageId: undefined } as const;
    const write = (turnId: string) => void plans.plannedBy(turnId, id);
    begin({ ...message, sentAt: now(), kind: "text", origin: "home" }, { text, origin: "home", write });
    edit(press, text);
    return toast("toast.planned-done", {}, true);
  };

  return {
    /** The surest habit that could be done for a person, and was not asked about lately, refused or planned. */
    suggestion(person: Person): { readonly row: HabitRow; readonly answer: Exclude<CommandAnswer, string> } | undefined {
      const refused = new Set(findings.preferences(person.id).map(({ subject }) => subject));
      const isOpen = ({ id, confidence }: HabitRow) =>
        confidence >= SUGGESTED_FROM &&
        !refused.has(suggestionKey(id)) &&
        !plans.isPlanned(id) &&
        findings.toldOf(person.id, suggestionKey(id), now() - ASKED_AGAIN_MS) === 0;
      // what the house does is an owner's to plan
      const own = habitsOf(person, store).filter(({ personId }) => personId !== undefined || person.role === "owner");
      const row = own.find((one) => isOpen(one) && planOf(one) !== undefined);
      if (!row) return undefined;
      const catalogue = catalogueFor(person.language);
      const button = (label: MessageKey, said: string) => ({ label: catalogue.text(label), data: `h:${row.id}:${said}` });
      const buttons = [[button("button.yes", "yes"), button("button.finding-no", "never"), button("button.habit-later", "later")]];
      return { row, answer: { text: catalogue.text("habit.suggested", { text: suggestionText(row, { person, catalogue }) }), buttons } };
    },

    /** What a turn plans that a yes to a suggestion began. */
    planOf,

    /** What a person chose about a suggestion, in words. */
    subjectText(subject: string, catalogue: Catalogue): string | undefined {
      const [, id] = /^habit\/(\d{1,12})$/.exec(subject) ?? [];
      const row = id === undefined ? undefined : store.get(Number(id));
      return row && verbatim(habitSentence(row.pattern, home, catalogue));
    },

    habits(context: CommandContext, argument: string): CommandAnswer {
      const { catalogue } = context;
      const refused = refusal(context);
      if (refused !== undefined) return refused;
      if (argument.trim() === "") return list(context);
      const [, number] = /^(\d{1,12})(?!\d)/.exec(argument.trim()) ?? [];
      if (number === undefined) return catalogue.text("habit.usage");
      const row = habitsOf(context.person, store).find(({ id }) => id === Number(number));
      return row ? details(row, context) : catalogue.text("habit.unknown", { number });
    },

    learn(context: CommandContext, _argument: string): string {
      const { catalogue } = context;
      const refused = refusal(context);
      if (refused !== undefined) return refused;
      const message = createGrowingMessage(messages, context);
      void learner.run().then((outcome) => message.show(outcomeText(outcome, catalogue), "last"));
      return catalogue.text("habit.begun");
    },

    /** Only what is amiss, for `/status`. */
    problems(catalogue: Catalogue): readonly string[] {
      const { problem } = learner.status();
      return problem === undefined ? [] : [catalogue.text("status.habits", { why: catalogue.text(`habit.problem.${problem}`) })];
    },

    /** Answers a press on a button under a habit; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const { data, person, isPrivate } = press;
      const [, suggested, said] = SUGGESTED.exec(data) ?? [];
      if (suggested !== undefined && said !== undefined) return answerSuggestion(press, Number(suggested), said);
      const [, id, days] = DATA.exec(data) ?? [];
      if (id === undefined) return undefined;
      const toast = toasterFor(person);
      const isTheirs =
        person && isPrivate && mayReadOthers(person.role) && habitsOf(person, store).some((habit) => habit.id === Number(id));
      if (!isTheirs) return toast("toast.unknown");
      if (days === undefined) return book.refuse(Number(id), now()) ? toast("toast.habit-refused", {}, true) : toast("toast.unknown");
      narrow(Number(id), [...days].map(Number) as Weekday[], press, person).catch((error: unknown) =>
        messages.logger.warn({ err: error }, "a habit could not be narrowed"),
      );
      return toast("toast.habit-narrowed", {}, true);
    },
  };
}

/** What was told of a habit, and what a person chose about it, is kept by this. */
export function suggestionKey(id: number): string {
  return `habit/${id}`;
}

export type HabitCommands = ReturnType<typeof createHabitCommands>;

function outcomeText(outcome: LearningOutcome, catalogue: Catalogue): string {
  switch (outcome.kind) {
    case "running":
      return catalogue.text("habit.running");
    case "problem":
      return catalogue.text("habit.problem", { why: catalogue.text(`habit.problem.${outcome.problem}`) });
    case "stopped":
      return catalogue.text("habit.problem", { why: catalogue.text("habit.problem.failed") });
    case "learned": {
      const { added, kept, ended } = outcome;
      return added + kept + ended === 0 ? catalogue.text("habit.learned-none") : catalogue.text("habit.learned", { added, kept, ended });
    }
  }
}

/** One sentence for a habit, made by code, as plain text: "Garage Door is opened at about 07:30, on workdays." */
export function habitSentence(habit: KeptPattern, home: Pick<Home, "find" | "areas">, catalogue: Catalogue): string {
  const { action, value, by } = habit;
  const area = areaOf(habit);
  const thing = habitThing(habit, home);
  const name = area === undefined ? thing : catalogue.text("habit.lights", { area: thing });
  const doing = area !== undefined ? `lights-${action}` : action === "off" && by !== undefined ? "off-by" : action;
  const what = catalogue.find(`habit.do.${doing}`, { name, value: value === undefined ? "" : catalogue.number(value) }) ?? name;
  const sentence = catalogue.text("habit.sentence", { what, when: whenText(habit, catalogue), days: daysText(habit, catalogue) });
  return habit.departs ? catalogue.text("habit.leaving", { sentence }) : sentence;
}

function habitThing(habit: Pick<KeptPattern, "subject">, home: Pick<Home, "find" | "areas">): string {
  const { subject } = habit;
  const area = areaOf(habit);
  if (area !== undefined) return home.areas().find(({ areaId }) => areaId === area)?.name ?? area;
  return home.find(subject)?.name ?? subject.split(".")[1]?.replaceAll("_", " ") ?? subject;
}

function areaOf({ subject }: Pick<KeptPattern, "subject">): string | undefined {
  return subject.startsWith(LIGHTS_OF_AREA) ? subject.slice(LIGHTS_OF_AREA.length) : undefined;
}

function whenText({ minute, spread, by, sun }: KeptPattern, catalogue: Catalogue): string {
  if (sun) {
    const side = sun.minutes === 0 ? "at" : sun.minutes > 0 ? "after" : "before";
    return catalogue.text(`habit.sun.${side}-${sun.event}`, { count: Math.abs(sun.minutes) });
  }
  if (by !== undefined) return catalogue.text("habit.by", { time: clockOf(by) });
  return catalogue.text("habit.at", { time: clockOf(minute, spread) });
}

function daysText({ days: { name, weekdays } }: KeptPattern, catalogue: Catalogue): string {
  if (name === "every day") return catalogue.text("habit.on.all");
  if (name === "workdays" || name === "weekends") return catalogue.text(`habit.on.${name}`);
  return catalogue.text("habit.on.some", { days: catalogue.list(weekdays.map((day) => dayName(day, catalogue))) });
}

function dayName(day: Weekday, catalogue: Catalogue): string {
  return catalogue.find(`habit.day.${day}`) ?? "";
}
