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
  /** People of the house whom the options name. */
  readonly everybody: readonly Person[];
  /** A person's own chat on the turn's channel and bot; undefined if they cannot be written to. */
  readonly privateChatOf: (turn: TurnRow, personId: string) => Chat | undefined;
}

/** What several actions of one question need together: the strictest of all. */
export function strictest(requirements: readonly Requirement[]): Requirement {
  return {
    by: requirements.some(({ by }) => by === "owner") ? "owner" : "asker",
    people: requirements.some(({ people }) => people === 2) ? 2 : 1,
    pin: requirements.some(({ pin }) => pin),
  };
}

export type Voters = ReturnType<typeof createVoters>;

/**
 * Who may answer a turn's question: the asker; for what only an owner may allow the owners; for what needs two people also the other
 * grown-ups. A person's own question comes first, and into the turn's own chat where they have none of their own.
 */
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
