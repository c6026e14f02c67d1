import { createPresenceQuestions, presenceButtons } from "../../agent/commands/presence-questions.ts";
import { verbatim } from "../../agent/wording/phrases.ts";
import type { PlanWordsFor } from "../../agent/wording/planned.ts";
import { type KeptPlan, samePlan } from "../../attention/plan-changes.ts";
import { isAwaited, repeats, triggerIn } from "../../attention/trigger.ts";
import { HOME_ZONE } from "../../automations/intent.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayWatch } from "../../security/policy/read-access.ts";
import type { NewSchedule, Schedule } from "../../storage/turns/schedules.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Reach } from "../foundation/reach.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

/** Who said no is not asked again for so long. */
const NO_HOLDS_MS = 7 * 24 * 3_600_000;

/** A plan that has just fired is over already: look this far back. */
const JUST_MS = 60_000;

/** Why a plan about somebody's coming and going ends, or waits. */
interface Objection {
  readonly key:
    | "presence.never"
    | "presence.relay"
    | "presence.refused"
    | "presence.unreachable"
    | "presence.private"
    | "presence.unanswered"
    | "presence.asked";
  readonly name: string;
  /** Who would be told. */
  readonly recipient?: string | undefined;
  /** It was asked before. */
  readonly isOld?: boolean;
}

interface PresenceOptions extends Pick<Surroundings, "people" | "clock">, Pick<HomeParts, "home" | "states"> {
  readonly stores: Pick<Stores, "schedules" | "consents" | "database" | "outbox">;
  readonly reach: Pick<Reach, "chatOf">;
  readonly planWords: PlanWordsFor;
  /** Answers that tell a plan again are forgotten with it. */
  readonly quotes: Pick<TurnQuotes, "add">;
}

function tellsOf(plan: Schedule, haPerson: string): boolean {
  const trigger = triggerIn(plan);
  if (plan.kind !== "reminder" || plan.status === "paused" || plan.recipientId !== undefined || trigger.kind !== "state") return false;
  return trigger.state === "home" && !trigger.isLeft && trigger.forMs === undefined && trigger.entityIds.includes(haPerson);
}

/** Whether somebody may be told, or have something done, when another comes or goes: who is asked, and what becomes of the plan. */
export function createPresence({ stores, home, states, people, reach, planWords, quotes, clock }: PresenceOptions) {
  const { schedules, consents, database, outbox } = stores;
  const nameOf = (personId: string) => people.configured(personId)?.name ?? "";

  /** Persons of Home Assistant whom a state tells of: their own, that of what they carry, and the count of a zone. */
  function watchedBy(entityIds: readonly string[]): readonly string[] {
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

  function textOf({ key, name, recipient = "" }: Objection, language: string): string {
    const catalogue = catalogueFor(language);
    const always = catalogue.text("button.presence-always");
    return catalogue.text(key, { name: verbatim(name), recipient: verbatim(recipient), always });
  }

  function end(plan: Schedule, objection: Objection): void {
    schedules.cancel(plan.id, clock());
    say(plan, textOf(objection, plan.language), `presence/${plan.id}/end`);
  }

  /** False where nobody can be asked. */
  function ask(plan: Schedule, watchedId: string): boolean {
    const asked = people.everybody.find(({ id }) => id === watchedId);
    const chat = reach.chatOf(watchedId);
    const consent = asked && chat && consents.ask(plan.personId, watchedId, plan.id, clock());
    if (!consent) return false;
    const catalogue = catalogueFor(asked.language);
    const when = planWords(asked).when(plan);
    const names = { name: verbatim(plan.personName), recipient: verbatim(plan.recipientName ?? "") };
    const text = catalogue.text(plan.recipientId === undefined ? "presence.question" : "presence.question-relay", { ...names, when });
    const { channel, bot, chatId } = chat;
    const item = { turnId: plan.turnId, channel, bot, chatId, kind: "notice", origin: "home", onceKey: `presence/${consent.id}` } as const;
    outbox.add({ ...item, text, buttons: presenceButtons(consent, repeats(triggerIn(plan)), catalogue), at: clock() });
    return true;
  }

  /** `watchedId` is undefined where nobody is asked: it may, or it never may. Without a plan a standing consent counts alone. */
  function verdict(
    { personId, role, planId }: { readonly personId: string; readonly role: Role; readonly planId?: number },
    haPerson: string,
  ): { readonly allows: boolean; readonly watchedId?: string; readonly isOwn?: boolean } {
    const watchedId = people.ofHome.find((person) => person.haPerson === haPerson)?.personId;
    if (watchedId === personId) return { allows: true, isOwn: true };
    const watched = watchedId === undefined ? undefined : people.configured(watchedId)?.role;
    const rule = mayWatch(people.configured(personId)?.role ?? role, watched);
    if (rule !== "consent" || watchedId === undefined) return { allows: rule === "free" };
    const status = consents.of(personId, watchedId, planId)?.status;
    return { allows: status === "always" || status === "once", watchedId };
  }

  /** Of whom a plan would let somebody else know who may not. When its own person comes and goes is theirs to tell. */
  function withheldFrom(otherId: string, plan: Schedule) {
    const trigger = triggerIn(plan);
    return watchedBy(isAwaited(trigger) ? trigger.entityIds : [])
      .map((haPerson) => verdict({ personId: otherId, role: "guest" }, haPerson))
      .find(({ allows, watchedId }) => !allows && watchedId !== plan.personId);
  }

  /** What stands against a plan. Asks whom it is about, once; joins an open transaction. */
  function objectionTo(plan: Schedule): Objection | undefined {
    const { id: planId, personId, isPrivate, recipientId, recipientName: recipient } = plan;
    const trigger = triggerIn(plan);
    if (!isAwaited(trigger)) return undefined;
    const withheld = recipientId === undefined ? undefined : withheldFrom(recipientId, plan);
    if (withheld?.watchedId !== undefined) return { key: "presence.relay", name: nameOf(withheld.watchedId), recipient };
    if (withheld) return { key: "presence.never", name: "" };
    // what is done when nobody is at home tells of nobody
    const refused = watchedBy(trigger.entityIds.filter((entityId) => plan.kind !== "action" || entityId !== HOME_ZONE))
      .map((haPerson) => verdict({ ...plan, planId }, haPerson))
      .find(({ allows, isOwn }) => !allows || (!isPrivate && isOwn !== true));
    if (!refused) return undefined;
    const { watchedId } = refused;
    // a group would read it
    if (!isPrivate) return { key: "presence.private", name: "" };
    if (watchedId === undefined) return { key: "presence.never", name: "" };
    const name = nameOf(watchedId);
    if (consents.refusedSince(personId, watchedId, clock() - NO_HOLDS_MS) !== undefined) return { key: "presence.refused", name };
    if (consents.of(personId, watchedId, planId) !== undefined) return { key: "presence.asked", name, isOld: true };
    return { key: ask(plan, watchedId) ? "presence.asked" : "presence.unreachable", name };
  }

  function alreadyPlanned(plan: Schedule, turnId: string): string {
    quotes.add(turnId, { turnIds: [plan.turnId] });
    return catalogueFor(plan.language).text("planned.same", { plan: planWords(plan).line(plan) });
  }

  return {
    /** Keeps a plan, the same once; with what its person is told instead where it does not hold, or not yet, or was planned before. */
    keep: (schedule: NewSchedule, at: number): KeptPlan | undefined =>
      database.transaction(() => {
        const same = samePlan(schedules.ofPerson(schedule.personId), schedule);
        const plan = same ?? schedules.add(schedule, at);
        const objection = plan && objectionTo(plan);
        if (!objection) return same ? { ...same, objection: alreadyPlanned(same, schedule.turnId) } : plan;
        if (objection.key !== "presence.asked") schedules.cancel(plan.id, clock());
        return { ...plan, objection: textOf(objection, plan.language) };
      }),
    /** Whether a plan may wait for what it waits for. Asks whom it is about, once, or ends it. */
    mayKnow: (plan: Schedule): boolean =>
      database.transaction(() => {
        const objection = objectionTo(plan);
        if (objection?.key === "presence.asked" && !objection.isOld)
          say(plan, textOf(objection, plan.language), `presence/${plan.id}/asked`);
        if (objection && objection.key !== "presence.asked") end(plan, objection);
        return objection === undefined;
      }),
    /** Whether somebody else than its person may be told of what a plan waits for. */
    mayHear: (otherId: string, plan: Schedule): boolean => withheldFrom(otherId, plan) === undefined,
    /** Whether somebody may be told when another of the options comes home, and no plan of theirs tells them. Asks nobody. */
    mayTellOf(personId: string, haPerson: string): boolean {
      const role = people.configured(personId)?.role;
      const isKnown = people.ofHome.some((person) => person.haPerson === haPerson);
      if (role === undefined || !isKnown) return false;
      const { allows, isOwn } = verdict({ personId, role }, haPerson);
      if (!allows || isOwn === true) return false;
      const plans = [...schedules.ofPerson(personId), ...schedules.cameAbout(personId, clock() - JUST_MS)];
      return !plans.some((plan) => tellsOf(plan, haPerson));
    },
    /** Why no automation may have somebody know of these entities, or act on them for them; undefined where it may. In a group others read along. */
    unshared(
      watcher: { readonly personId: string; readonly role: Role; readonly inGroup?: boolean },
      entityIds: readonly string[],
      catalogue: Catalogue,
    ) {
      const refused = watchedBy(entityIds)
        .map((haPerson) => verdict(watcher, haPerson))
        .find(({ allows, isOwn }) => !allows || (watcher.inGroup === true && isOwn !== true));
      if (!refused) return undefined;
      if (refused.allows) return catalogue.text("automation.replay.private");
      if (refused.watchedId === undefined) return catalogue.text("presence.never");
      const always = catalogue.text("button.presence-always");
      return catalogue.text("presence.automation", { name: verbatim(nameOf(refused.watchedId)), always });
    },
    /** Ends what waited for an answer that did not come, each in a transaction of its own. Throws what went wrong once all were tried. */
    expire(): void {
      const failed: unknown[] = [];
      for (const { id, scheduleId, watchedId } of consents.expired(clock())) {
        try {
          database.transaction(() => {
            consents.drop(id);
            const plan = scheduleId === undefined ? undefined : schedules.get(scheduleId);
            if (plan?.status === "active") end(plan, { key: "presence.unanswered", name: nameOf(watchedId) });
          });
        } catch (error) {
          failed.push(error);
        }
      }
      if (failed.length > 0) throw new AggregateError(failed, "questions about who comes and goes could not be ended");
    },
    questions: createPresenceQuestions({
      store: consents,
      nameOf,
      answered({ scheduleId, watchedId }, isAllowed) {
        const plan = scheduleId === undefined ? undefined : schedules.get(scheduleId);
        // who asked may have cancelled it meanwhile
        if (plan?.status !== "active") return;
        const name = nameOf(watchedId);
        if (!isAllowed) return end(plan, { key: "presence.refused", name });
        const text = catalogueFor(plan.language).text("presence.allowed", { name: verbatim(name), when: planWords(plan).when(plan) });
        say(plan, text, `presence/${plan.id}/allowed`);
      },
      transaction: (run) => database.transaction(run),
      outbox,
      now: clock,
    }),
  };
}
