import { isSpoken, type Person } from "../../agent/turn.ts";
import type { Delivered } from "../../channels/channel.ts";
import { MCP, REST } from "../../channels/programs/programs.ts";
import { spoken } from "../../channels/speech.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Own } from "../../homeassistant/services/own.ts";
import type { Requirement } from "../../security/policy/policy.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import { HOUSEHOLD_ID, type TurnRow } from "../../storage/turns/turns.ts";
import type { Stores } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";

interface ReachOptions extends Pick<Surroundings, "config" | "people" | "clock" | "logger"> {
  readonly stores: Pick<Stores, "sessions" | "turns" | "outbox">;
  readonly home: Pick<Home, "ready">;
  readonly own: Pick<Own, "announce">;
  readonly satelliteOf: (chatId: string) => string | undefined;
}

/** A home that is away for longer does not hold up what is due. */
const HOME_AWAY_MS = 60_000;
const TRY_AGAIN_MS = 1_000;

/** Somebody, and where they read. */
interface Reader {
  readonly person: Person;
  readonly chat: Chat;
}

export type Reach = ReturnType<typeof createReach>;

/** Who is written to about what was said where nothing can be shown, or nobody may answer: by a speaker on the wall, or a program. */
export function createReach({ config, people, clock, stores, home, own, satelliteOf, logger }: ReachOptions) {
  const { sessions, turns, outbox } = stores;
  const voiced: ReadonlySet<string> = new Set(config.voiceApprovalEffects);
  const chats = () => sessions.activeChats(0);
  const owners = () => people.owners(chats(), turns.nameOf);
  const reachOf = (personId: string) => people.reach(personId, chats());
  const everybody = (): readonly Person[] => (people.everybody.length > 0 ? people.everybody : owners());
  const readersOf = (personId: string): readonly Reader[] =>
    (personId === HOUSEHOLD_ID ? owners() : everybody().filter(({ id }) => id === personId)).flatMap((person) => {
      const chat = reachOf(person.id);
      return chat ? [{ person, chat }] : [];
    });

  /** What was said to nobody there goes to its readers. */
  function unheard({ id, turnId, kind, text }: OutboxItem): void {
    const turn = turnId === undefined ? undefined : turns.get(turnId);
    if (!turn || (kind !== "answer" && kind !== "notice")) return;
    for (const { chat } of readersOf(turn.personId)) {
      const { channel, bot, chatId } = chat;
      // where it came from is not known any more: the worst is taken
      const item = { channel, bot, chatId, turnId, kind: "notice", text, origin: "outside" } as const;
      outbox.add({ ...item, onceKey: `unheard/${id}/${chatId}`, at: clock() });
    }
  }

  return {
    /** Where a person reads what nobody asked for; undefined where they cannot be written to. */
    chatOf: reachOf,
    /** The same, of those who were there before: whom nobody has heard of yet reads nothing. */
    knownChatOf(personId: string): Chat | undefined {
      const known = chats();
      const chat = people.reach(personId, known);
      return chat && known.includes(chat) ? chat : undefined;
    },
    /** People of the options; without any, the owners who wrote. */
    everybody,
    /** Who reads what comes when nobody is there any more: whoever asked, in their own chat; what the household asked, its owners. */
    readersOf,
    /** A speaker asks only for what an option lists, and never for a PIN or a second person; a program asks only whom it speaks for. */
    elsewhere(
      turn: TurnRow,
      { people: needed, pin }: Requirement,
      effects: readonly string[],
    ): ((personId: string) => Chat | undefined) | undefined {
      const mayAskThere = effects.length > 0 && effects.every((effect) => voiced.has(effect)) && needed === 1 && !pin;
      // an agent that acts never answers its own questions
      const isNobodys = turn.channel === MCP || (turn.channel === REST && turn.origin === "outside");
      return isNobodys || (isSpoken(turn) && !mayAskThere) ? reachOf : undefined;
    },
    unheard,
    /** Whether what is due can be said aloud where it was planned. */
    announces: (chatId: string): boolean => satelliteOf(chatId) !== undefined,
    /** Says it aloud at the speaker where it was planned; whoever has a chat of their own reads it there, too. */
    async announce(item: OutboxItem, signal: AbortSignal): Promise<Delivered> {
      if (!home.ready && clock() - item.createdAt < HOME_AWAY_MS)
        return { kind: "later", afterMs: TRY_AGAIN_MS, why: "the home is away", untried: true };
      try {
        await own.announce(item.chatId, spoken(item.text).text, { signal });
      } catch (error) {
        signal.throwIfAborted();
        logger.info({ err: error, item: item.id }, "a speaker could not say what is due");
        return { kind: "no-picture" };
      }
      if (item.turnId !== undefined && turns.get(item.turnId)?.personId !== HOUSEHOLD_ID) unheard(item);
      return { kind: "sent" };
    },
  };
}
