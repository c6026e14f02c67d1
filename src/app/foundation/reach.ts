import { isSpoken, type Person } from "../../agent/turn.ts";
import { MCP, REST } from "../../channels/programs/programs.ts";
import type { Requirement } from "../../security/policy/policy.ts";
import type { Chat } from "../../storage/chat.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import { HOUSEHOLD_ID, type TurnRow } from "../../storage/turns/turns.ts";
import type { Stores } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";

interface ReachOptions extends Pick<Surroundings, "config" | "people" | "clock"> {
  readonly stores: Pick<Stores, "sessions" | "turns" | "outbox">;
}

/** Somebody, and where they read. */
interface Reader {
  readonly person: Person;
  readonly chat: Chat;
}

export type Reach = ReturnType<typeof createReach>;

/** Who is written to about what was said where nothing can be shown, or nobody may answer: by a speaker on the wall, or a program. */
export function createReach({ config, people, clock, stores }: ReachOptions) {
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
    /** What was said to nobody there goes to its readers. Joins an open transaction. */
    unheard({ id, turnId, kind, text }: OutboxItem): void {
      const turn = turnId === undefined ? undefined : turns.get(turnId);
      if (!turn || (kind !== "answer" && kind !== "notice")) return;
      for (const { chat } of readersOf(turn.personId)) {
        const { channel, bot, chatId } = chat;
        // where it came from is not known any more: the worst is taken
        outbox.add({
          channel,
          bot,
          chatId,
          turnId,
          kind: "notice",
          text,
          origin: "outside",
          onceKey: `unheard/${id}/${chatId}`,
          at: clock(),
        });
      }
    },
  };
}
