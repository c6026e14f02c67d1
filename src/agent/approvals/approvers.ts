import type { Requirement } from "../../security/policy/policy.ts";
import type { Chat } from "../../storage/chat.ts";
import type { TurnRow } from "../../storage/turns/turns.ts";
import type { Person } from "../turn.ts";

/** Somebody who may answer a question, and the chat that they are asked in. */
export interface Voter {
  readonly person: Person;
  readonly chat: Chat;
}

interface VotersDependencies {
  readonly everybody: readonly Person[];
  /** A person's own chat on the turn's channel and bot; undefined if they cannot be written to. */
  readonly privateChatOf: (turn: TurnRow, personId: string) => Chat | undefined;
}

export function strictest(requirements: readonly Requirement[]): Requirement {
  return {
    by: requirements.some(({ by }) => by === "owner") ? "owner" : "asker",
    people: requirements.some(({ people }) => people === 2) ? 2 : 1,
    pin: requirements.some(({ pin }) => pin),
  };
}

export type Voters = ReturnType<typeof createVoters>;

/** Who may answer: the asker; owners for what only they may allow; for what needs two people also the other adults. */
export function createVoters({ everybody, privateChatOf }: VotersDependencies) {
  return (turn: TurnRow, { by, people }: Requirement): readonly Voter[] => {
    const { personId: id, personName: name, role, language } = turn;
    const asker: Person = { id, name, role, language };
    const others = everybody.filter((person) => person.id !== asker.id);
    const asked = [
      ...(by === "asker" || role === "owner" ? [asker] : []),
      ...(by === "owner" && role !== "owner" ? others.filter((person) => person.role === "owner") : []),
      ...(people === 2 ? others.filter((person) => person.role === "owner" || person.role === "adult") : []),
    ];
    const distinct = [...new Map(asked.map((person) => [person.id, person])).values()];
    return distinct.flatMap((person) => {
      const chat = privateChatOf(turn, person.id) ?? (person.id === asker.id ? turn : undefined);
      return chat ? { person, chat: { channel: chat.channel, bot: chat.bot, chatId: chat.chatId } } : [];
    });
  };
}
