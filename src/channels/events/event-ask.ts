import { eventMessageId, type Person, type Turns } from "../../agent/turn.ts";
import type { HomeConnection } from "../../homeassistant/connection/connection.ts";
import type { Logger } from "../../observability/logger.ts";
import { ASK_EVENT } from "../../security/routines/routine-calls.ts";
import type { SessionStore, TurnStore } from "../../storage/turns/turns.ts";
import { isRecord } from "../../text/is-record.ts";
import { createRateLimit } from "../../text/rate-limit.ts";
import type { People } from "../people.ts";
import { isPrivateChat, TELEGRAM } from "../telegram/telegram-incoming.ts";
import type { createAutomationAsk } from "./automation-ask.ts";

export type AskRefusal =
  | (Addressee & { kind: "nobody" })["why"]
  | "malformed"
  | "no_text"
  | "too_long"
  | "no_address"
  | "too_many"
  | "unknown_automation"
  | "too_many_today"
  | "no_consent"
  | "queue_full"
  | "not_written";

interface EventAskOptions {
  readonly connection: Pick<HomeConnection, "subscribe">;
  readonly turns: Pick<Turns, "receive">;
  readonly addressee: (address: EventAddress) => Addressee;
  /** Begins what an automation of ours asks, in its person's words; undefined for what is from outside. */
  readonly own: ReturnType<typeof createAutomationAsk>;
  readonly onRefused: (why: AskRefusal) => void;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** As long as a message on Telegram (Bot API, sendMessage). */
const LONGEST_TEXT = 4_096;
/** More is an automation that starts itself, and each question may keep a model busy for a minute. */
const MOST_PER_MINUTE = 6;
const MINUTE_MS = 60_000;
const CHAT_ID = /^-?[1-9]\d{0,15}$/;

/** Questions by an event of Home Assistant: turns answered on Telegram. Their origin is "outside": every action needs an approval; but for what automations of ours ask. */
export function createEventAsk({ connection, turns, addressee, own, onRefused, clock, logger }: EventAskOptions) {
  const limit = createRateLimit({ most: MOST_PER_MINUTE, withinMs: MINUTE_MS });
  const told = new Map<AskRefusal, number>();

  /** Tells of each reason once a minute: a flood takes neither the log nor the events of others. */
  const refuse = (why: AskRefusal): void => {
    const now = clock();
    const last = told.get(why);
    if (last !== undefined && now - last < MINUTE_MS) return;
    told.set(why, now);
    logger.warn({ why }, `an event ${ASK_EVENT} was refused`);
    onRefused(why);
  };

  const take = (event: unknown): AskRefusal | undefined => {
    const now = clock();
    const asked = read(event);
    const begun = typeof asked === "string" ? undefined : own(asked);
    if (begun) return begun === "begun" ? undefined : begun;
    if (limit.take(now) > 0) return "too_many";
    if (typeof asked === "string") return asked;
    const found = addressee(asked);
    if (found.kind === "nobody") return found.why;
    const { person, bot, chatId, isPrivate } = found;
    const received = turns.receive({
      channel: TELEGRAM,
      bot,
      chatId,
      person,
      isPrivate,
      text: asked.text,
      kind: "text",
      origin: "outside",
      messageId: eventMessageId(asked.contextId, asked.text),
      sentAt: Math.min(asked.firedAt ?? now, now),
      replyToMessageId: undefined,
      threadId: undefined,
    });
    logger.info({ received, person: person.id }, "a question by an event was taken in");
    return received === "refused" ? "queue_full" : undefined;
  };

  return {
    attach: (): Disposable =>
      connection.subscribe<unknown>({ type: "subscribe_events", event_type: ASK_EVENT }, (event) => {
        try {
          const why = take(event);
          if (why) refuse(why);
        } catch (error) {
          logger.error({ err: error }, "a question by an event could not be written down");
          refuse("not_written");
        }
      }),
  };
}

interface Asked extends EventAddress {
  readonly automation: unknown;
  readonly text: string;
  readonly contextId: string;
  readonly firedAt: number | undefined;
}

function read(event: unknown): Asked | AskRefusal {
  if (!isRecord(event) || !isRecord(event["data"]) || !isRecord(event["context"])) return "malformed";
  const { text, person, chat_id, automation } = event["data"];
  const contextId = event["context"]["id"];
  if (typeof contextId !== "string") return "malformed";
  if (typeof text !== "string" || text.trim() === "") return "no_text";
  if (text.length > LONGEST_TEXT) return "too_long";
  const given = (value: unknown) => value !== undefined && value !== null && value !== "";
  if (!given(person) && !given(chat_id)) return "no_address";
  if (given(person) && typeof person !== "string") return "malformed";
  const chatId = given(chat_id) ? String(chat_id) : undefined;
  if (chatId !== undefined && !CHAT_ID.test(chatId)) return "malformed";
  const firedAt = Date.parse(String(event["time_fired"]));
  const address = { person: typeof person === "string" && person !== "" ? person.trim() : undefined, chatId };
  return { ...address, automation, text: text.trim(), contextId, firedAt: Number.isNaN(firedAt) ? undefined : firedAt };
}

interface EventAddress {
  readonly person: string | undefined;
  readonly chatId: string | undefined;
}

type Addressee =
  | { readonly kind: "found"; readonly person: Person; readonly bot: string; readonly chatId: string; readonly isPrivate: boolean }
  | { readonly kind: "nobody"; readonly why: "unknown_person" | "unknown_chat" | "not_their_chat" | "no_owner" };

interface AddressParts {
  readonly people: Pick<People, "everybody" | "configured" | "authorise">;
  readonly sessions: Pick<SessionStore, "chat">;
  readonly turns: Pick<TurnStore, "nameOf">;
}

/** Finds who is asked: a person by name or person entity, or a known chat by its number; in a group the first owner. */
export function createEventAddress({ people, sessions, turns }: AddressParts): (address: EventAddress) => Addressee {
  const { everybody } = people;
  const nobody = (why: (Addressee & { kind: "nobody" })["why"]): Addressee => ({ kind: "nobody", why });
  const named = (name: string): Person | undefined =>
    everybody.find((one) => one.name.toLowerCase() === name.toLowerCase() || people.configured(one.id)?.haPerson === name.toLowerCase());
  const privateChatOf = (person: Person): string | undefined => people.configured(person.id)?.telegramUserId;

  const ownerOf = (chatId: string): Person | undefined =>
    people.authorise({ userId: chatId, chatId, isPrivate: true, firstName: turns.nameOf(`${TELEGRAM}:${chatId}`) });

  return ({ person: name, chatId: given }) => {
    const person = name === undefined ? undefined : named(name);
    if (name !== undefined && !person) return nobody("unknown_person");
    const chatId = given ?? (person && privateChatOf(person));
    const chat = chatId === undefined ? undefined : sessions.chat(TELEGRAM, chatId);
    if (!chat) return nobody("unknown_chat");
    const isPrivate = isPrivateChat(chat.chatId);
    const whose = isPrivate ? ownerOf(chat.chatId) : everybody.find(({ role }) => role === "owner");
    if (!whose) return nobody(isPrivate ? "unknown_chat" : "no_owner");
    if (isPrivate && person && person.id !== whose.id) return nobody("not_their_chat");
    return { kind: "found", person: person ?? whose, bot: chat.bot, chatId: chat.chatId, isPrivate };
  };
}
