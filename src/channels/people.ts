import type { Person } from "../agent/turn.ts";
import type { ConfiguredPerson } from "../config/people-options.ts";
import type { EntityState } from "../homeassistant/registry/states.ts";
import type { Chat } from "../storage/chat.ts";
import type { JoinedPerson, PersonOfHome } from "../storage/turns/people-joined.ts";

/** What Telegram tells about who speaks. Ids are digits. */
export interface Speaker {
  readonly userId: string;
  readonly chatId: string;
  readonly isPrivate: boolean;
  readonly firstName: string | undefined;
}

export type People = ReturnType<typeof createPeople>;

/** Ids are made from the user's number, not from the name: whoever gets another name stays who they are, and nobody inherits a name's past. */
const TELEGRAM_ID = "telegram:";
const TELEGRAM = "telegram";
/** A person of Home Assistant who has no Telegram. */
const PERSON_ID = "ha:";
/** A user of Home Assistant whom the options bind to nobody. */
const USER_ID = "home-assistant:";
/** The name of the channel that the page in Home Assistant's sidebar is. */
export const CONSOLE = "console";

/**
 * With `people` in the options only they may speak, anywhere. Without, whoever writes in a private chat is an owner: Home Assistant lets
 * only its allow-list through there. In groups it lets every member through, so there nobody is known.
 */
export function createPeople({ people, language }: { people: readonly ConfiguredPerson[]; language: () => string }) {
  const byUser = new Map<string, Person>();
  const byId = new Map<string, ConfiguredPerson>();
  const everybody = people.map((person): Person => {
    const { name, role, telegramUserId, haPerson } = person;
    const id = telegramUserId === undefined ? `${PERSON_ID}${haPerson}` : `${TELEGRAM_ID}${telegramUserId}`;
    const known = {
      ...{ id, name, role },
      get language(): string {
        return person.language ?? language();
      },
    };
    if (telegramUserId !== undefined) byUser.set(telegramUserId, known);
    byId.set(id, person);
    return known;
  });
  // a private chat on Telegram has the number of the person, and a group a negative one
  const privateChatOf = (personId: string): string | undefined => {
    if (!personId.startsWith(TELEGRAM_ID)) return undefined;
    const userId = personId.slice(TELEGRAM_ID.length);
    return people.length === 0 || byUser.has(userId) ? userId : undefined;
  };
  /** Whoever was let in where the options name nobody. */
  const unnamed = (id: string, name: string | undefined): Person => ({ id, name: name ?? "", role: "owner", language: language() });
  return {
    /** Undefined for strangers. */
    authorise({ userId, chatId, isPrivate, firstName }: Speaker): Person | undefined {
      if (people.length > 0) return byUser.get(userId);
      if (!isPrivate || chatId !== userId) return undefined;
      return unnamed(`${TELEGRAM_ID}${userId}`, firstName);
    },
    /** True for the private chat of a configured person, who may be written to before they ever wrote. */
    isPrivateChat: (chatId: string): boolean => byUser.has(chatId),
    /** People whom the options name. */
    everybody,
    /** Ids that people of the options had before they were given a Telegram user. */
    joined: people.flatMap(({ telegramUserId, haPerson }): readonly JoinedPerson[] =>
      telegramUserId === undefined || haPerson === undefined
        ? []
        : [{ before: `${PERSON_ID}${haPerson}`, now: `${TELEGRAM_ID}${telegramUserId}` }],
    ),
    /** Those of the options who are persons of Home Assistant. */
    ofHome: everybody.flatMap(({ id }): readonly PersonOfHome[] => {
      const haPerson = byId.get(id)?.haPerson;
      return haPerson === undefined ? [] : [{ haPerson, personId: id }];
    }),
    /** Who hears what is answered to a voice message, too. */
    wantsVoice: (personId: string): boolean => byId.get(personId)?.voiceAnswers === true,
    configured: (personId: string): ConfiguredPerson | undefined => byId.get(personId),
    /** Whom the options bind to the person entity of a user of Home Assistant, among these states. */
    ofHaUser(userId: string, states: Iterable<Pick<EntityState, "entityId" | "attributes">>): Person | undefined {
      for (const { entityId, attributes } of states) {
        if (!entityId.startsWith("person.") || attributes["user_id"] !== userId) continue;
        return everybody.find(({ id }) => byId.get(id)?.haPerson === entityId);
      }
      return undefined;
    },
    /** Without `people`: an administrator of Home Assistant, by their user there. They are owners. */
    administrator: (userId: string, name: string): Person => unnamed(`${USER_ID}${userId}`, name),
    /** Somebody by their id; undefined for whom the options do not name any more. */
    withId(personId: string, nameOf: (personId: string) => string | undefined): Person | undefined {
      return people.length > 0 ? everybody.find(({ id }) => id === personId) : unnamed(personId, nameOf(personId));
    },
    /** True for somebody whom the options do not name any more. */
    isStranger: (personId: string): boolean =>
      people.length > 0 && [TELEGRAM_ID, PERSON_ID, USER_ID].some((kind) => personId.startsWith(kind)) && !byId.has(personId),
    /** A person's own chat on the channel of a turn; undefined where they have none besides that chat. */
    ownChat(
      { channel, bot, isPrivate, personId: speaker }: Chat & { readonly isPrivate: boolean; readonly personId: string },
      personId: string,
    ): Chat | undefined {
      if (isPrivate && personId === speaker) return undefined;
      // a chat there has the id of its person, who gets to it as a user of Home Assistant
      if (channel === CONSOLE) return byId.get(personId)?.haPerson === undefined ? undefined : { channel, bot, chatId: personId };
      if (channel !== TELEGRAM) return undefined;
      const chatId = privateChatOf(personId);
      return chatId === undefined ? undefined : { channel, bot, chatId };
    },
    /**
     * Where a person reads what only they read: of the chats that are known on Telegram before the console, else where they never were, by a bot
     * that others write to or on the console.
     */
    reach(personId: string, chats: readonly Chat[]): Chat | undefined {
      const own = (channel: string, chatId: string) => chats.find((chat) => chat.channel === channel && chat.chatId === chatId);
      const privateChat = privateChatOf(personId);
      const known = own(TELEGRAM, privateChat ?? "") ?? own(CONSOLE, personId);
      if (known) return known;
      const bot = chats.find(({ channel }) => channel === TELEGRAM)?.bot;
      if (privateChat !== undefined && bot !== undefined) return { channel: TELEGRAM, bot, chatId: privateChat };
      return byId.get(personId)?.haPerson === undefined ? undefined : { channel: CONSOLE, bot: "", chatId: personId };
    },
    /** Those whom the options name as owners; without `people` whoever has one of these chats for themselves. */
    owners(chats: readonly Chat[], nameOf: (personId: string) => string | undefined): readonly Person[] {
      if (people.length > 0) return everybody.filter(({ role }) => role === "owner");
      return [...new Set(chats.map((chat) => this.ofChat(chat)))].flatMap((id) => (id === undefined ? [] : unnamed(id, nameOf(id))));
    },
    /** Whose own chat it is; undefined for a group and for a stranger's. */
    ofChat({ channel, chatId }: Pick<Chat, "channel" | "chatId">): string | undefined {
      if (channel === CONSOLE) return (people.length === 0 ? chatId.startsWith(USER_ID) : byId.has(chatId)) ? chatId : undefined;
      const isKnown = channel === TELEGRAM && (people.length === 0 ? !chatId.startsWith("-") : byUser.has(chatId));
      return isKnown ? `${TELEGRAM_ID}${chatId}` : undefined;
    },
    /** True for a chat that only an owner reads. */
    isOwnersChat({ channel, chatId }: Chat): boolean {
      if (channel === CONSOLE) return people.length === 0 ? chatId.startsWith(USER_ID) : byId.get(chatId)?.role === "owner";
      return channel === TELEGRAM && (people.length === 0 ? !chatId.startsWith("-") : byUser.get(chatId)?.role === "owner");
    },
  };
}
