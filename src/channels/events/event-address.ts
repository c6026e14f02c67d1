import type { Person } from "../../agent/turn.ts";
import type { SessionStore } from "../../storage/turns/sessions.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { People } from "../people.ts";
import { isPrivateChat, TELEGRAM } from "../telegram/telegram-incoming.ts";

/** What a question by an event names: a person, a chat, or both. `chatId` is Telegram's number in digits. */
export interface EventAddress {
  readonly person: string | undefined;
  readonly chatId: string | undefined;
}

/** Whom a question by an event is for, and where its answer goes; or why there is nobody. */
export type Addressee =
  | { readonly kind: "found"; readonly person: Person; readonly bot: string; readonly chatId: string; readonly isPrivate: boolean }
  | { readonly kind: "nobody"; readonly why: "unknown_person" | "unknown_chat" | "not_their_chat" | "no_owner" };

interface AddressParts {
  readonly people: Pick<People, "everybody" | "configured" | "authorise">;
  readonly sessions: Pick<SessionStore, "chat">;
  readonly turns: Pick<TurnStore, "nameOf">;
}

/**
 * Finds who is meant: a person by their name in the options or by their person entity, in their private chat; a chat by its number, if
 * somebody has spoken to the bot there, for else Telegram lets nobody write into it. In a group without a person the first owner is asked.
 */
export function createEventAddress({ people, sessions, turns }: AddressParts): (address: EventAddress) => Addressee {
  const { everybody } = people;
  const nobody = (why: (Addressee & { kind: "nobody" })["why"]): Addressee => ({ kind: "nobody", why });
  const named = (name: string): Person | undefined =>
    everybody.find((one) => one.name.toLowerCase() === name.toLowerCase() || people.configured(one.id)?.haPerson === name.toLowerCase());
  const privateChatOf = (person: Person): string | undefined => people.configured(person.id)?.telegramUserId;

  /** Who is asked in a private chat: whose it is. */
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
