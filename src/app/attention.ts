import { createNotificationCommands, notificationButtons } from "../agent/commands/command-notifications.ts";
import { findingText } from "../agent/wording/findings.ts";
import { type FindingKind, KINDS } from "../attention/finding-kinds.ts";
import { createFindings } from "../attention/findings.ts";
import { createDayTimes, createNotifier } from "../attention/notifier.ts";
import { homeTime } from "../homeassistant/home-time.ts";
import { catalogueFor } from "../languages/catalogue.ts";
import type { Chat } from "../storage/chat.ts";
import type { Finding } from "../storage/turns/findings.ts";
import type { HomeParts } from "./home.ts";
import type { Stores } from "./storage.ts";
import type { Surfaces } from "./surfaces.ts";
import type { Surroundings } from "./surroundings.ts";

interface AttentionOptions extends Surroundings, Pick<HomeParts, "home" | "states"> {
  readonly stores: Pick<Stores, "findings" | "database" | "outbox" | "sessions">;
  /** Tells automations of what was found. */
  readonly news: Pick<Surfaces["news"], "findingChanged">;
}

export type Attention = ReturnType<typeof createAttention>;

interface Told {
  readonly personId: string;
  readonly chat: Chat;
  readonly language: string;
  readonly haPerson: string | undefined;
}

/** Everything about what is amiss: what finds it, what decides who is told, and the commands about that. */
export function createAttention({ config, stores, home, states, people, language, news, clock, later, logger }: AttentionOptions) {
  const { findings: store, database, outbox, sessions } = stores;
  /** Danger is told of by name also where the entity is hidden. */
  const named = { find: (entityId: string) => home.known(entityId) };
  const time = () => homeTime(home.info.timeZone);
  const times = createDayTimes({ quiet: config.quietHours, digest: config.digestTime, time });

  /** Grown-ups of the house, in their own chat: where they wrote last. */
  function toldPeople(): readonly Told[] {
    const chats = sessions.activeChats(0).filter(({ chatId }) => !chatId.startsWith("-"));
    const everybody = people.everybody.filter(({ role }) => role === "owner" || role === "adult");
    if (people.everybody.length === 0) {
      return chats.filter(people.isOwnersChat).map((chat) => {
        const personId = chat.channel === "telegram" ? `telegram:${chat.chatId}` : chat.chatId;
        return { personId, chat, language: language(), haPerson: undefined };
      });
    }
    return everybody.flatMap(({ id, language: own }) => {
      const chat =
        chats.find((one) => one.channel === "telegram" && id === `telegram:${one.chatId}`) ?? chats.find((one) => one.chatId === id);
      return chat ? { personId: id, chat, language: own, haPerson: people.configured(id)?.haPerson } : [];
    });
  }

  const say = (
    personId: string,
    said: (person: Told) => { text: string; buttons: ReturnType<typeof notificationButtons> },
    key: string,
  ): void => {
    const person = toldPeople().find((one) => one.personId === personId);
    if (!person) return;
    const { text, buttons } = said(person);
    const { channel, bot, chatId } = person.chat;
    outbox.add({ channel, bot, chatId, kind: "notice", origin: "home", text, buttons, onceKey: key, at: clock() });
  };
  const textOf = (finding: Finding, language: string) =>
    findingText(finding, { home: named, catalogue: catalogueFor(language), now: clock() });

  const notifier = createNotifier({
    store,
    notify: config.notify,
    ...times,
    recipients: () =>
      toldPeople().map(({ personId, haPerson }) => {
        const state = haPerson === undefined ? undefined : states.get(haPerson)?.state;
        return { personId, isHome: state === undefined ? undefined : state === "home" };
      }),
    tell(personId, finding, id) {
      const sign = KINDS[finding.kind as FindingKind].level === "urgent" ? "🚨" : "🔔";
      say(
        personId,
        (person) => ({
          text: `${sign} ${textOf(finding, person.language)}`,
          buttons: notificationButtons(id, catalogueFor(person.language)),
        }),
        `finding/${id}`,
      );
    },
    tellMorning(personId, findings) {
      say(
        personId,
        (person) => {
          const catalogue = catalogueFor(person.language);
          const lines = findings.map((finding) => `- ${textOf(finding, person.language)}`);
          const head = catalogue.text(lines.length > 0 ? "finding.morning" : "finding.morning-nothing");
          return { text: [head, ...lines].join("\n"), buttons: [] };
        },
        `morning/${personId}/${time().iso(clock()).slice(0, 10)}`,
      );
    },
    transaction: (run) => database.transaction(run),
    hasDigest: config.digestTime !== undefined,
    clock,
    later,
    logger,
  });
  const findings = createFindings({
    home,
    states,
    store,
    onOpen(finding) {
      notifier.found(finding);
      news.findingChanged(finding);
    },
    onUntold: notifier.found,
    onClose(finding) {
      notifier.over(finding);
      news.findingChanged({ ...finding, closedAt: clock() });
    },
    clock,
    later,
    logger: logger.child({ part: "attention" }),
  });
  const stopping = new AbortController();
  return {
    commands: createNotificationCommands({ store, home: named, time, outbox, now: clock }),
    /** Begins once the home is there, for its clock and its states are needed. */
    async start(): Promise<void> {
      await home.whenReady(stopping.signal).catch(() => undefined);
      if (stopping.signal.aborted) return;
      notifier.start();
      findings.start();
    },
    [Symbol.dispose](): void {
      stopping.abort();
      findings[Symbol.dispose]();
      notifier[Symbol.dispose]();
    },
  };
}
