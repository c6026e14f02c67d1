import { createPresenceQuestions, presenceButtons } from "../agent/commands/presence-questions.ts";
import { verbatim } from "../agent/wording/phrases.ts";
import type { PlanWords } from "../agent/wording/planned.ts";
import { type Awaited, isAwaited, triggerIn } from "../attention/trigger.ts";
import { catalogueFor } from "../languages/catalogue.ts";
import { mayWatch } from "../security/policy/read-access.ts";
import type { Chat } from "../storage/chat.ts";
import type { Schedule } from "../storage/turns/schedules.ts";
import type { HomeParts } from "./home.ts";
import type { Stores } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";

/** Who said no is not asked again for so long. */
const NO_HOLDS_MS = 7 * 24 * 3_600_000;

interface PresenceOptions extends Pick<Surroundings, "people" | "clock">, Pick<HomeParts, "home" | "states"> {
  readonly stores: Pick<Stores, "schedules" | "consents" | "database" | "outbox">;
  /** Where a person reads what only they read. */
  readonly chatOf: (personId: string, from: Schedule) => Chat | undefined;
  readonly wordsFor: (who: { readonly language: string }) => { readonly words: PlanWords };
}

/** Whether somebody may be told, or have something done, when another comes or goes: who is asked, and what becomes of the plan. */
export function createPresence({ stores, home, states, people, chatOf, wordsFor, clock }: PresenceOptions) {
  const { schedules, consents, database, outbox } = stores;
  const nameOf = (personId: string) => people.configured(personId)?.name ?? "";

  /** Persons of Home Assistant whom a state tells of: their own, that of what they carry, and the count of a zone. */
  function watchedBy({ entityIds }: Awaited): readonly string[] {
    const persons = [...states.all()].filter(({ entityId }) => entityId.startsWith("person."));
    const trackersOf = ({ attributes }: (typeof persons)[number]) => [attributes["device_trackers"]].flat().map(String);
    return entityIds.flatMap((entityId) => {
      const [domain] = entityId.split(".");
      if (domain === "person") return [entityId];
      if (domain === "zone") return persons.map((person) => person.entityId);
      const deviceId = home.known(entityId)?.deviceId;
      const carried = (tracker: string) => tracker === entityId || (deviceId !== undefined && home.known(tracker)?.deviceId === deviceId);
      return persons.filter((person) => trackersOf(person).some(carried)).map((person) => person.entityId);
    });
  }

  const say = ({ turnId, channel, bot, chatId, threadId }: Schedule, text: string, onceKey: string): void =>
    outbox.add({ turnId, channel, bot, chatId, threadId, kind: "notice", origin: "home", text, onceKey, at: clock() });

  function end(plan: Schedule, key: `presence.${"never" | "refused" | "unreachable" | "private" | "unanswered"}`, name: string): void {
    schedules.cancel(plan.id, clock());
    say(plan, catalogueFor(plan.language).text(key, { name: verbatim(name) }), `presence/${plan.id}/end`);
  }

  function ask(plan: Schedule, watchedId: string): void {
    const asked = people.everybody.find(({ id }) => id === watchedId);
    const chat = chatOf(watchedId, plan);
    const consent = asked && chat && consents.ask(plan.personId, watchedId, plan.id, clock());
    if (!consent) {
      end(plan, "presence.unreachable", nameOf(watchedId));
      return;
    }
    const catalogue = catalogueFor(asked.language);
    const when = wordsFor(asked).words.when(plan);
    const text = catalogue.text("presence.question", { name: verbatim(plan.personName), when });
    const { channel, bot, chatId } = chat;
    const item = { turnId: plan.turnId, channel, bot, chatId, kind: "notice", origin: "home", onceKey: `presence/${consent.id}` } as const;
    outbox.add({ ...item, text, buttons: presenceButtons(consent, catalogue), at: clock() });
    const told = catalogueFor(plan.language).text("presence.asked", { name: verbatim(asked.name) });
    say(plan, told, `presence/${plan.id}/asked`);
  }

  /** Undefined where nobody is asked: it may, or it never may. */
  function verdict(plan: Schedule, haPerson: string): { readonly allows: boolean; readonly watchedId?: string; readonly isOwn?: boolean } {
    const watchedId = people.ofHome.find((person) => person.haPerson === haPerson)?.personId;
    if (watchedId === plan.personId) return { allows: true, isOwn: true };
    const watched = watchedId === undefined ? undefined : people.configured(watchedId)?.role;
    const rule = mayWatch(people.configured(plan.personId)?.role ?? plan.role, watched);
    if (rule !== "consent" || watchedId === undefined) return { allows: rule === "free" };
    const status = consents.of(plan.personId, watchedId, plan.id)?.status;
    return { allows: status === "always" || status === "once", watchedId };
  }

  return {
    /** Whether a plan may wait for what it waits for. Asks whom it is about, once, or ends it. */
    mayKnow(plan: Schedule): boolean {
      const trigger = triggerIn(plan);
      if (!isAwaited(trigger)) return true;
      const refused = watchedBy(trigger)
        .map((haPerson) => verdict(plan, haPerson))
        .find(({ allows, isOwn }) => !allows || (!plan.isPrivate && isOwn !== true));
      if (!refused) return true;
      const { watchedId } = refused;
      database.transaction(() => {
        // a group would read it
        if (!plan.isPrivate) end(plan, "presence.private", "");
        else if (watchedId === undefined) end(plan, "presence.never", "");
        else if (consents.refusedSince(plan.personId, watchedId, clock() - NO_HOLDS_MS) !== undefined)
          end(plan, "presence.refused", nameOf(watchedId));
        else if (consents.of(plan.personId, watchedId, plan.id) === undefined) ask(plan, watchedId);
      });
      return false;
    },
    /** Ends what waited for an answer that did not come, each in a transaction of its own. */
    expire(): void {
      for (const { id, scheduleId, watchedId } of consents.expired(clock())) {
        database.transaction(() => {
          consents.drop(id);
          const plan = scheduleId === undefined ? undefined : schedules.get(scheduleId);
          if (plan?.status === "active") end(plan, "presence.unanswered", nameOf(watchedId));
        });
      }
    },
    questions: createPresenceQuestions({
      store: consents,
      nameOf,
      refused({ scheduleId, watchedId }) {
        const plan = scheduleId === undefined ? undefined : schedules.get(scheduleId);
        if (plan) end(plan, "presence.refused", nameOf(watchedId));
      },
      transaction: (run) => database.transaction(run),
      outbox,
      now: clock,
    }),
  };
}
