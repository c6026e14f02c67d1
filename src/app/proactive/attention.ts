import type { CommandAnswer } from "../../agent/command.ts";
import { createDigestCommand } from "../../agent/commands/command-digest.ts";
import { type HabitCommands, suggestionKey } from "../../agent/commands/command-habits.ts";
import { createNotificationCommands, notificationButtons, offerButtons } from "../../agent/commands/command-notifications.ts";
import type { ReadTool } from "../../agent/toolbox.ts";
import { eventMessageId, type Turns } from "../../agent/turn.ts";
import { findingOrigin, findingText } from "../../agent/wording/findings.ts";
import { createMomentWords } from "../../agent/wording/moments.ts";
import { createDayTimes } from "../../attention/day-times.ts";
import { isOfAutomation, isPersonal, isUrgent } from "../../attention/finding-kinds.ts";
import { createFindings } from "../../attention/findings.ts";
import { createMeasured } from "../../attention/measured.ts";
import { createNotifier } from "../../attention/notifier.ts";
import { createRecheck } from "../../automations/recheck.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import { isGrownUp, type Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Finding, NotificationRow } from "../../storage/turns/findings.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Reach } from "../foundation/reach.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";
import type { Schedules } from "./schedules.ts";
import type { Surfaces } from "./surfaces.ts";

/** Who did it so short a time ago knows. */
const JUST_MS = 30 * 60_000;

interface AttentionOptions
  extends Surroundings,
    Pick<HomeParts, "home" | "states" | "stateWords" | "statistics" | "history" | "traces" | "services" | "ownRoutines"> {
  readonly stores: Pick<Stores, "automations" | "findings" | "database" | "outbox" | "turns" | "schedules">;
  /** Those that only read. */
  readonly tools: ReadonlyMap<string, ReadTool>;
  readonly quotes: Pick<TurnQuotes, "add">;
  readonly habits: Pick<HabitCommands, "suggestion" | "subjectText">;
  /** Takes a message in; asked for late, for turns are built after this. */
  readonly receive: () => Turns["receive"];
  /** Makes a text fit for a person's eyes. */
  readonly redact: (text: string) => string;
  /** Tells automations of what was found. */
  readonly news: Pick<Surfaces["news"], "findingChanged">;
  readonly presence: Pick<Schedules["presence"], "standing" | "mayTellOf">;
  readonly planWords: Schedules["planWords"];
  readonly reach: Pick<Reach, "everybody" | "knownChatOf">;
}

export type Attention = ReturnType<typeof createAttention>;

interface Told {
  readonly personId: string;
  readonly chat: Chat;
  readonly language: string;
  readonly haPerson: string | undefined;
  readonly role: Role;
}

/** Everything about what is amiss: what finds it, what decides who is told, and the commands about that. */
export function createAttention(options: AttentionOptions) {
  const { config, stores, home, states, stateWords, statistics, history, people, reach } = options;
  const { tools, quotes, habits, receive, redact, news, presence, planWords, clock, later, logger } = options;
  const { findings: store, database, outbox, turns, schedules } = stores;
  /** Danger is told of by name also where the entity is hidden. */
  const named = { find: (entityId: string) => home.known(entityId) };
  const time = () => homeTime(home.info.timeZone);
  const times = createDayTimes({ quiet: config.quietHours, digest: config.digestTime, time });

  /** Grown-ups of the house, in their own chat. */
  function toldPeople(): readonly Told[] {
    return reach.everybody().flatMap(({ id, role, language: own }) => {
      const chat = isGrownUp(role) ? reach.knownChatOf(id) : undefined;
      return chat ? { personId: id, chat, language: own, role, haPerson: people.configured(id)?.haPerson } : [];
    });
  }

  const say = (
    personId: string,
    said: (person: Told) => Exclude<CommandAnswer, string>,
    key: string,
    { replyToMessageId, origin = "home" }: { readonly replyToMessageId?: string | undefined; readonly origin?: Origin } = {},
  ): void => {
    const person = toldPeople().find((one) => one.personId === personId);
    if (!person) return;
    const { text, buttons } = said(person);
    const { channel, bot, chatId } = person.chat;
    outbox.add({ channel, bot, chatId, kind: "notice", origin, text, buttons, onceKey: key, replyToMessageId, at: clock() });
  };
  const commands = createNotificationCommands({
    store,
    home: named,
    bound: (catalogue, at) => createMomentWords({ catalogue, time: time(), timeZone: home.info.timeZone, now: clock() }).bound(at),
    standing: presence.standing,
    otherSubject: habits.subjectText,
    outbox,
    now: clock,
  });
  const digest = createDigestCommand({
    ...{ tools, home, named, words: stateWords, findings: store, notifications: commands, schedules, planWords, quotes, redact, logger },
    now: clock,
  });
  const signOf = ({ kind }: Finding) => (isUrgent(kind) ? "🚨" : "🔔");
  const messageKey = (id: number) => `finding/${id}`;
  const moreKey = (id: number, { entityIds }: Finding) => `${messageKey(id)}/of ${entityIds.length}`;
  const textOf = (finding: Finding, catalogue: Catalogue) => findingText(finding, { home: named, catalogue, now: clock() });

  /** The day's message is a turn like one that asks for it, so that `/forget` finds what it tells. */
  async function prepareDigest(personId: string, dueAt: number): Promise<() => void> {
    const chat = toldPeople().find((one) => one.personId === personId)?.chat;
    const person = people.withId(personId, turns.nameOf);
    if (!chat || !person) return () => {};
    const message = {
      text: "/digest",
      kind: "text",
      origin: "home",
      isPrivate: true,
      replyToMessageId: undefined,
      threadId: undefined,
    } as const;
    const messageId = eventMessageId(`digest:${personId}:${dueAt}`, message.text);
    const telling = await digest.prepare(person);
    return () => telling(() => receive()({ ...chat, ...message, messageId, person, sentAt: clock() }));
  }
  /** Edits the message in which something was told; `said` gets the text that it had at first. No-op where it was never shown. */
  function edit(
    { id, personId }: NotificationRow,
    { onceKey, origin }: { readonly onceKey: string; readonly origin: Origin },
    said: (catalogue: Catalogue, first: string) => Pick<OutboxItem, "text" | "buttons">,
  ): void {
    const message = outbox.ofKey(messageKey(id));
    const person = toldPeople().find((one) => one.personId === personId);
    if (!person || message?.messageId === undefined) return;
    const { channel, bot, chatId, threadId, messageId: editMessageId, text } = message;
    const item = { channel, bot, chatId, threadId, editMessageId, kind: "edit", origin, onceKey, at: clock() } as const;
    outbox.add({ ...item, ...said(catalogueFor(person.language), text) });
  }

  const notifier = createNotifier({
    store,
    notify: config.notify,
    ...times,
    recipients: () =>
      toldPeople().map(({ personId, haPerson }) => {
        const state = haPerson === undefined ? undefined : states.get(haPerson)?.state;
        return { personId, isHome: state === undefined ? undefined : state === "home", wroteAt: turns.spokeAt(personId) };
      }),
    mayKnow(personId, { kind, entityIds }) {
      const role = toldPeople().find((one) => one.personId === personId)?.role ?? "guest";
      return entityIds.every((entityId) => (isOfAutomation(kind) ? mayRead(entityId, role) : presence.mayTellOf(personId, entityId)));
    },
    madeBy(finding) {
      // whoever switched an automation on did not make it fail
      if (isOfAutomation(finding.kind)) return undefined;
      const by = new Set(
        finding.entityIds.map((entityId) => {
          const { context, lastChanged = 0 } = states.get(entityId) ?? {};
          return clock() - lastChanged < JUST_MS ? (context?.userId ?? undefined) : undefined;
        }),
      );
      const [userId, ...others] = by;
      return userId === undefined || others.length > 0 ? undefined : people.ofHaUser(userId, states.all())?.id;
    },
    tell(personId, finding, id, isOffer) {
      // what got worse follows what it was before
      const before = store.toldSinceOf(finding.key, finding.openedAt).find((told) => told.personId === personId && told.id !== id);
      say(
        personId,
        ({ language: own }) => {
          const catalogue = catalogueFor(own);
          const text = textOf(finding, catalogue);
          return isOffer
            ? { text: `${signOf(finding)} ${catalogue.text("finding.offer", { text })}`, buttons: offerButtons(id, catalogue) }
            : { text: `${signOf(finding)} ${text}`, buttons: notificationButtons(id, finding, catalogue) };
        },
        messageKey(id),
        { replyToMessageId: before && outbox.ofKey(messageKey(before.id))?.messageId, origin: findingOrigin(finding) },
      );
    },
    tellMore(told, finding) {
      edit(told, { onceKey: moreKey(told.id, finding), origin: findingOrigin(finding) }, (catalogue) => ({
        text: `${signOf(finding)} ${textOf(finding, catalogue)}`,
        buttons: notificationButtons(told.id, finding, catalogue),
      }));
    },
    tellAgain(told, finding) {
      edit(told, { onceKey: `${messageKey(told.id)}/again/${clock()}`, origin: findingOrigin(finding) }, (catalogue, text) => ({
        text: outbox.ofKey(moreKey(told.id, finding))?.text ?? text,
        buttons: notificationButtons(told.id, finding, catalogue),
      }));
    },
    tellOver(told, finding) {
      const { id, level } = told;
      // danger is told late rather than never
      if (outbox.ofKey(messageKey(id))?.status === "pending" && level !== "urgent") outbox.withdrawKey(messageKey(id));
      edit(told, { onceKey: `${messageKey(id)}/over/${clock()}`, origin: findingOrigin(finding) }, (catalogue) => {
        const text = findingText({ ...finding, closedAt: clock() }, { home: named, catalogue, now: told.at });
        return { text: catalogue.text("finding.over", { text, duration: catalogue.duration(clock() - finding.since) }), buttons: [] };
      });
    },
    tellMorning(personId, findings, dueAt) {
      say(
        personId,
        (person) => {
          const catalogue = catalogueFor(person.language);
          const { lines, buttons } = commands.listed(findings, { id: personId }, catalogue);
          return { text: [catalogue.text("finding.morning"), ...lines].join("\n"), buttons };
        },
        `morning/${personId}/${dueAt}`,
        { origin: findingOrigin(...findings) },
      );
    },
    prepareDigest: config.digestTime === undefined ? undefined : prepareDigest,
    nextSuggestion(personId) {
      const person = people.withId(personId, turns.nameOf);
      const found = person && habits.suggestion(person);
      if (!found) return undefined;
      const { row, answer } = found;
      return { key: suggestionKey(row.id), confidence: row.confidence, tell: (id) => say(personId, () => answer, messageKey(id)) };
    },
    transaction: (run) => database.transaction(run),
    clock,
    later,
    logger,
  });
  /** Home Assistant already shows where people are. */
  const tellHome = (finding: Finding): void => {
    if (!isPersonal(finding)) news.findingChanged(finding);
  };
  const measured = createMeasured({ home, statistics, history, nightOf: times.nightOf, clock, later, logger });
  const serviceExists = options.services.exists;
  const findings = createFindings({
    home,
    states,
    measured,
    automations: {
      traces: options.traces,
      serviceExists,
      findBroken: createRecheck({ home, own: options.ownRoutines, store: stores.automations, serviceExists }),
    },
    store,
    onOpen(finding) {
      notifier.found(finding);
      tellHome(finding);
    },
    onWorse: notifier.found,
    onAgain(finding) {
      notifier.again(finding);
      tellHome(finding);
    },
    onJoin: notifier.joined,
    onUntold: notifier.found,
    onClose(finding) {
      notifier.over(finding);
      tellHome({ ...finding, closedAt: clock() });
    },
    transaction: (run) => database.transaction(run),
    clock,
    later,
    logger: logger.child({ part: "attention" }),
  });
  const stopping = new AbortController();
  return {
    commands,
    digest,
    automationSaved: findings.automationSaved,
    /** Begins once the home is there, for its clock and its states are needed. */
    async start(): Promise<void> {
      await home.whenReady(stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      notifier.start();
      measured.start();
      findings.start();
    },
    [Symbol.dispose](): void {
      stopping.abort();
      findings[Symbol.dispose]();
      measured[Symbol.dispose]();
      notifier[Symbol.dispose]();
    },
  };
}
