import type { KeepPlan } from "../../attention/plan-changes.ts";
import { LATE_MS } from "../../attention/scheduler.ts";
import { type Clockwork, isAwaited, nextAt, repeats, type Trigger } from "../../attention/trigger.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { isOfHousehold } from "../../security/policy/read-access.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Button, OutboxItem, OutboxStore } from "../../storage/turns/outbox.ts";
import { MOST_PLANS, type Schedule, type ScheduleStore } from "../../storage/turns/schedules.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import { toasterFor } from "../command.ts";
import type { TurnInput } from "../state.ts";
import type { ButtonPress, Person, PressReply } from "../turn.ts";
import { oneLine, verbatim } from "../wording/phrases.ts";
import type { PlanWordsFor } from "../wording/planned.ts";

const HOUR_MS = 3_600_000;
/** Nobody has more to say to one other in an hour (the product's bound). */
const MOST_AN_HOUR = 20;
/** What repeats more often is no message any more (the product's bound). */
const SHORTEST_REPEAT_MS = 15 * 60_000;
const LONGEST_TEXT = 1_000;
/** `o:<schedule>:<due>`: it was read. */
const DATA = /^o:(\d{1,12}):(\d{1,16})$/;
/** Of a plan that came due: `schedule/<id>/<due>`. */
const KEY = /^schedule\/(\d{1,12})\/\d{1,16}$/;

interface RelaysDependencies {
  readonly store: Pick<ScheduleStore, "get" | "relayedSince">;
  readonly keepPlan: KeepPlan;
  readonly turns: Pick<TurnStore, "get">;
  readonly outbox: Pick<OutboxStore, "add" | "ofMessage">;
  readonly everybody: readonly Person[];
  /** Where a person reads what only they read. */
  readonly reach: { readonly chatOf: (personId: string) => Chat | undefined };
  readonly planWords: PlanWordsFor;
  readonly clockwork: () => Clockwork;
  readonly clock: () => number;
}

/** Who has it told, and from where. */
type Sender = Pick<TurnInput, "turnId" | "personId" | "role" | "language" | "isPrivate">;

export type Relays = ReturnType<typeof createRelays>;

/** Passes on what people of the house have each other told, word for word, and says whether it arrived. */
export function createRelays({ store, keepPlan, turns, outbox, everybody, reach, planWords, clockwork, clock }: RelaysDependencies) {
  const others = (personId: string) => everybody.filter(({ id, role }) => id !== personId && isOfHousehold(role));

  /** The plan that a message of ours passed on. */
  function relayedBy(key: string | undefined): Schedule | undefined {
    const [, id] = KEY.exec(key ?? "") ?? [];
    const plan = id === undefined ? undefined : store.get(Number(id));
    return plan?.recipientId === undefined ? undefined : plan;
  }

  const isOften = (personId: string, recipientId: string): boolean =>
    (store.relayedSince(personId, recipientId, clock() - HOUR_MS) ?? 0) >= MOST_AN_HOUR;

  /** True for what comes again too soon. */
  function isFlood(trigger: Trigger, dueAt: number | undefined): boolean {
    const again = dueAt !== undefined && repeats(trigger) ? nextAt(trigger, { ...clockwork(), now: dueAt, last: dueAt }) : undefined;
    return again !== undefined && dueAt !== undefined && again - dueAt < SHORTEST_REPEAT_MS;
  }

  function add(sender: Sender, recipient: Pick<Person, "id" | "name">, text: string, trigger: Trigger): string {
    const catalogue = catalogueFor(sender.language);
    const now = clock();
    const name = verbatim(recipient.name);
    const dueAt = nextAt(trigger, { ...clockwork(), now });
    const isNow = !isAwaited(trigger) && dueAt !== undefined && dueAt <= now;
    if (isNow && isOften(sender.personId, recipient.id)) return catalogue.text("relay.often", { name });
    if (isFlood(trigger, dueAt)) return catalogue.text("relay.frequent");
    const { turnId, personId } = sender;
    const plan = keepPlan(
      {
        turnId,
        personId,
        kind: "reminder",
        text,
        trigger,
        dueAt,
        recipientId: recipient.id,
        recipientName: recipient.name,
      },
      now,
    );
    if (!plan) return catalogue.text("planned.full", { most: MOST_PLANS });
    if (plan.objection !== undefined) return plan.objection;
    if (isNow) return catalogue.text("relay.now", { name });
    const when = planWords(sender).when({ trigger, dueAt });
    return catalogue.text("relay.later", { name, when, what: verbatim(oneLine(text, LONGEST_TEXT)) });
  }

  const say = ({ turnId, channel, bot, chatId, threadId }: Schedule, text: string, onceKey: string): void =>
    outbox.add({ turnId, channel, bot, chatId, threadId, kind: "notice", origin: "home", text, onceKey, at: clock() });

  const told = (plan: Schedule, isTold: boolean, dueAt: string): void => {
    const text = catalogueFor(plan.language).text(isTold ? "relay.told" : "relay.lost", { name: verbatim(plan.recipientName ?? "") });
    say(plan, text, `relay/${plan.id}/${dueAt}`);
  };

  return {
    /** Has somebody told something, now or later; what the sender is answered. Of two people of one name, and of a name that nobody has, nobody knows who is meant. */
    send(sender: Sender, { to, what }: { readonly to?: string | undefined; readonly what: string }, trigger: Trigger): string {
      const catalogue = catalogueFor(sender.language);
      const known = isOfHousehold(sender.role) ? others(sender.personId) : [];
      if (known.length === 0) return catalogue.text(everybody.length === 0 ? "relay.unnamed" : "relay.nobody");
      if (!sender.isPrivate) return catalogue.text("relay.private");
      const [person, ...more] = known.filter(({ name }) => name.toLowerCase() === to?.trim().toLowerCase());
      if (!person || more.length > 0)
        return catalogue.text("relay.who", { names: catalogue.list(known.map(({ name }) => verbatim(name))) });
      return add(sender, person, what, trigger);
    },

    /** Sends a reply back to whoever had this person told something; undefined for a message that is none. */
    reply(turn: TurnInput): string | undefined {
      const row = turns.get(turn.turnId);
      const plan = row?.replyTo === undefined ? undefined : relayedBy(outbox.ofMessage(row, row.replyTo)?.onceKey);
      const sender =
        plan?.recipientId === turn.personId && turn.isPrivate ? others(turn.personId).find(({ id }) => id === plan.personId) : undefined;
      return sender && add(turn, sender, turn.text, { kind: "moment", at: row?.sentAt ?? clock() });
    },

    /** Puts it into the recipient's own chat; in the transaction that marks it as said. */
    tell(plan: Schedule, dueAt: number): void {
      const recipient = others(plan.personId).find(({ id }) => id === plan.recipientId);
      // who became a guest since has nobody told anything
      const isSender = everybody.some(({ id, role }) => id === plan.personId && isOfHousehold(role));
      const chat = isSender && recipient && reach.chatOf(recipient.id);
      if (!chat) {
        told(plan, false, String(dueAt));
        return;
      }
      if (isOften(plan.personId, recipient.id)) {
        const text = catalogueFor(plan.language).text("relay.often", { name: verbatim(recipient.name) });
        say(plan, text, `relay/often/${plan.personId}/${recipient.id}/${Math.floor(clock() / HOUR_MS)}`);
        return;
      }
      const catalogue = catalogueFor(recipient.language);
      const isLate = clock() - dueAt > LATE_MS;
      const text = catalogue.text(isLate ? "relay.message-late" : "relay.message", {
        name: verbatim(plan.personName),
        text: verbatim(oneLine(plan.text, LONGEST_TEXT)),
        when: planWords({ language: recipient.language }).moment(dueAt),
      });
      const buttons: readonly (readonly Button[])[] = [[{ label: catalogue.text("relay.ok"), data: `o:${plan.id}:${dueAt}` }]];
      const { channel, bot, chatId } = chat;
      const onceKey = `schedule/${plan.id}/${dueAt}`;
      // to its reader it is somebody else's text
      outbox.add({ turnId: plan.turnId, channel, bot, chatId, kind: "notice", origin: "outside", text, buttons, onceKey, at: clock() });
    },

    /** An item was shown, or given up; in the transaction that marks it so. */
    ended({ onceKey }: Pick<OutboxItem, "onceKey">, isTold: boolean): void {
      const plan = relayedBy(onceKey);
      if (plan) told(plan, isTold, onceKey?.split("/")[2] ?? "");
    },

    /** Undefined for every other button. */
    press({ data, person }: ButtonPress): PressReply | undefined {
      const [, id, dueAt] = DATA.exec(data) ?? [];
      if (id === undefined) return undefined;
      const toast = toasterFor(person);
      const plan = store.get(Number(id));
      if (!plan || !person || plan.recipientId !== person.id) return toast("toast.unknown");
      // what was taken back gets no answer
      if (plan.status === "cancelled") return toast("toast.answered");
      const catalogue = catalogueFor(plan.language);
      say(
        plan,
        catalogue.text("relay.message", { name: verbatim(person.name), text: catalogue.text("relay.ok") }),
        `relay/${id}/${dueAt}/ok`,
      );
      return toast("toast.relayed", {}, true);
    },
  };
}
