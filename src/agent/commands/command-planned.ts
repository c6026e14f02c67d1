import { type PlanChanges, type PutOffBy, plansCalled } from "../../attention/plan-changes.ts";
import { type Clockwork, isAwaited, nextAt, type Trigger, triggerIn } from "../../attention/trigger.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { MOST_PLANS, type Schedule, type ScheduleKind, type ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import type { ButtonPress, Person, PressReply } from "../turn.ts";
import type { PlanWords, PlanWordsFor } from "../wording/planned.ts";

/** A phone shows about so many with their buttons. */
const MOST_SHOWN = 12;
/** `s:<schedule>:<what>`: minutes to put it off, the same time tomorrow, done, cancelled in a list (`no`, of one kind `no-timer`) or under what came of it (`stop`). */
const DATA = /^s:(\d{1,12}):(10|60|day|done|no(?:-(timer|reminder))?|stop)$/;
const ALL_KINDS: readonly ScheduleKind[] = ["action", "reminder", "timer"];

interface PlannedDependencies extends PressEditorDependencies {
  readonly store: Pick<ScheduleStore, "get" | "toldTo" | "answered">;
  readonly changes: Pick<PlanChanges, "cancel" | "pause" | "resume" | "snooze">;
  readonly planWords: PlanWordsFor;
  readonly clockwork: () => Clockwork;
  readonly quotes: Pick<TurnQuotes, "add">;
}

/** Who reads, and whether alone. */
type Reader = { readonly person: Pick<Person, "id" | "language"> } & Pick<CommandContext, "isPrivate">;

export type PlannedCommands = ReturnType<typeof createPlannedCommands>;

/** Under what comes due: that it was seen, or later once more; under what comes each time that no more of it is wanted. */
export function dueButtons({ id, kind, ...planned }: Pick<Schedule, "id" | "kind" | "trigger">, catalogue: Catalogue) {
  const button = (label: MessageKey, what: string) => ({ label: catalogue.text(label), data: `s:${id}:${what}` });
  const trigger = triggerIn(planned);
  if (isAwaited(trigger) && trigger.repeats) return [[button("button.planned-done", "done"), button("button.planned-stop", "stop")]];
  const soon = [button("button.planned-done", "done"), button("button.planned-10", "10")];
  return kind === "timer" ? [soon] : [soon, [button("button.planned-60", "60"), button("button.planned-day", "day")]];
}

/** By name, or by the number in the list. */
function meant(plans: readonly Schedule[], said: string): readonly Schedule[] {
  const called = plansCalled(plans, said);
  return called.length > 0 ? called : plans.filter((_, index) => said === String(index + 1));
}

/** What `/planned`, `/timers` and `/reminders` answer, and what the buttons under plans do. */
export function createPlannedCommands({ store, changes, planWords, clockwork, quotes, outbox, now }: PlannedDependencies) {
  const edit = createPressEditor({ outbox, now });

  const wordsFor = ({ language, id }: Pick<Person, "id" | "language">) => planWords({ language, personId: id });

  const plansOf = ({ person, isPrivate }: Reader, kinds: readonly ScheduleKind[]) =>
    store.toldTo({ personId: person.id, isPrivate }).filter(({ kind }) => kinds.includes(kind));

  /** What is planned, in a message of this turn. */
  function listOf(
    turnId: string | undefined,
    { person, isPrivate }: Reader,
    kinds: readonly ScheduleKind[],
    catalogue: Catalogue,
    name = "",
  ): CommandAnswer {
    const all = plansOf({ person, isPrivate }, kinds);
    const [kind, ...otherKinds] = kinds;
    const hidden = plansOf({ person, isPrivate: true }, kinds).length > all.length ? [catalogue.text("planned.in-private")] : [];
    if (all.length === 0) return hidden[0] ?? catalogue.text("planned.none", { kind: otherKinds.length === 0 ? (kind ?? "") : "" });
    const called = name === "" ? [] : meant(all, name);
    const plans = called.length > 0 ? called : all;
    const { line } = wordsFor(person);
    const shown = plans.slice(0, MOST_SHOWN);
    if (turnId !== undefined) quotes.add(turnId, { turnIds: shown.map((plan) => plan.turnId) });
    // of one there is nothing to choose from
    const lines = plans.length === 1 ? shown.map(line) : shown.map((plan, index) => `${index + 1}. ${line(plan)}`);
    const more = plans.length - shown.length;
    const no = kind !== undefined && otherKinds.length === 0 ? `no-${kind}` : "no";
    const label = (index: number) =>
      plans.length === 1 ? catalogue.text("button.planned-cancel") : catalogue.text("button.planned-no", { number: index + 1 });
    const buttons = shown.map(({ id }, index) => ({ label: label(index), data: `s:${id}:${no}` }));
    const rows = Array.from({ length: Math.ceil(buttons.length / 3) }, (_, row) => buttons.slice(row * 3, row * 3 + 3));
    const left = more > 0 ? [catalogue.text("planned.more", { count: more })] : [];
    return { text: [...lines, ...left, ...hidden].join("\n"), buttons: rows };
  }

  /** Does something to the only plan of its kind, or of that name, that has a status; of several it asks which. */
  function toOnly(
    { person, isPrivate, turnId }: CommandContext,
    { kinds, name, status }: { readonly kinds: readonly ScheduleKind[]; readonly name: string; readonly status?: Schedule["status"] },
    change: (plan: Schedule, said: PlanWords) => string,
  ): CommandAnswer | undefined {
    const all = plansOf({ person, isPrivate }, kinds);
    const called = name === "" ? all : meant(all, name);
    const fitting = called.filter((plan) => plan.status === status);
    const [only, ...others] = fitting.length > 0 ? fitting : called;
    if (only && others.length === 0) {
      quotes.add(turnId, { turnIds: [only.turnId] });
      return change(only, wordsFor(person));
    }
    if (status === undefined || all.length === 0) return undefined;
    quotes.add(turnId, { turnIds: all.map((plan) => plan.turnId) });
    return wordsFor(person).which(all);
  }

  return {
    command(kinds: readonly ScheduleKind[]) {
      return (context: CommandContext, argument: string): CommandAnswer => {
        const { catalogue, turnId } = context;
        const [what = "", ...name] = argument.trim().split(/\s+/);
        const called = name.join(" ");
        const list = () => listOf(turnId, context, kinds, catalogue, called);
        switch (what.toLowerCase()) {
          case "cancel":
            return (
              toOnly(context, { kinds, name: called }, (plan, { cancelled }) => {
                changes.cancel(plan);
                return cancelled([plan]);
              }) ?? list()
            );
          case "pause":
            return (
              toOnly(context, { kinds, name: called, status: "active" }, (plan, { what }) => {
                return catalogue.text(changes.pause(plan) ? "planned.paused" : "planned.cannot-pause", { what: what(plan) });
              }) ?? list()
            );
          case "resume":
            return (
              toOnly(context, { kinds, name: called, status: "paused" }, (plan, { what, goesOn }) => {
                const at = changes.resume(plan);
                return at === undefined ? catalogue.text("planned.not-paused", { what: what(plan) }) : goesOn(plan, at);
              }) ?? list()
            );
          default:
            return listOf(turnId, context, kinds, catalogue, argument.trim());
        }
      };
    },

    /** Answers a press on a button under a plan; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const [, id, what, kind] = DATA.exec(press.data) ?? [];
      if (id === undefined) return undefined;
      const { person } = press;
      const toast = toasterFor(person);
      const plan = store.get(Number(id));
      if (!plan || !person) return toast("toast.unknown");
      if (plan.personId !== person.id) return toast("toast.only-asker", { name: plan.personName });
      const catalogue = catalogueFor(person.language);
      const said = wordsFor(person);
      if (what?.startsWith("no")) {
        const isCancelled = changes.cancel(plan);
        const kinds = ALL_KINDS.filter((one) => kind === undefined || one === kind);
        edit(press, listOf(outbox.turnOfMessage(press, press.messageId), { person, isPrivate: press.isPrivate }, kinds, catalogue));
        return isCancelled ? toast("toast.planned-cancelled", {}, true) : toast("toast.answered");
      }
      store.answered(plan.id);
      if (what === "stop") {
        if (!changes.cancel(plan)) return toast("toast.answered");
        edit(press, catalogue.text("planned.stopped", { text: said.due(plan, plan.lastDue ?? now()) }));
        return toast("toast.planned-cancelled", {}, true);
      }
      const told = said.due(plan, plan.lastDue ?? now());
      if (what === "done") {
        edit(press, catalogue.text("planned.seen", { text: told }));
        return toast("toast.planned-done", {}, true);
      }
      const at = changes.snooze(plan, what as PutOffBy);
      if (at === "over") return toast("toast.answered");
      if (at === "full") return toast("planned.full", { most: MOST_PLANS });
      edit(press, catalogue.text("planned.put-off", { text: told, when: said.moment(at) }));
      return toast("toast.planned-later", {}, true);
    },

    /** When something is due by its trigger, in words. */
    whenText(when: Trigger, catalogue: Catalogue): string {
      return planWords(catalogue).when({ trigger: when, dueAt: nextAt(when, { ...clockwork(), now: now() }) });
    },
  };
}
