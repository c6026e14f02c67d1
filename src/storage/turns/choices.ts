import type { Origin } from "../../security/provenance/provenance.ts";
import type { Chat } from "../chat.ts";
import { type AssistantDatabase, json } from "../database.ts";

/** How long something can be chosen, from when the question was shown: whoever was away for longer may no longer want what they said. */
const CHOICE_MS = 10 * 60_000;

export interface ChoiceOption {
  readonly label: string;
  /** The person's sentence with that thing's name in it. */
  readonly sentence: string;
}

/** `left`: the person went on to something else. */
export type ChoiceEnd = "cancelled" | "left" | "expired";

/** A question which of a few things was meant; the chat is that of its turn. */
export interface Choice extends Chat {
  readonly id: string;
  readonly turnId: string;
  /** Of the turn: nobody else may choose. */
  readonly personId: string;
  readonly question: string;
  readonly options: readonly ChoiceOption[];
  readonly status: "open" | "chosen" | ChoiceEnd;
  /** Undefined until the question was shown. */
  readonly expiresAt: number | undefined;
  readonly chosen: number | undefined;
}

export type ChoiceStore = ReturnType<typeof createChoiceStore>;

/** Choices: what was offered, and what became of it. Writes join an open transaction. */
export function createChoiceStore({ database }: { database: AssistantDatabase }) {
  const insert = database.command<[string, string, readonly ChoiceOption[], string, number]>(
    "INSERT INTO choices (id, turn_id, options, origin, status, created_at) VALUES (?, ?, ?, ?, 'open', ?)",
  );
  const choices = <Parameters extends unknown[]>(from: string, where: string) =>
    database.query<Parameters, Choice>(
      `SELECT choices.id, turn_id, person_id, channel, bot, chat_id, coalesce(answer, '') AS question, options, choices.status, expires_at, chosen
       FROM ${from} CROSS JOIN turns ON turns.id = choices.turn_id WHERE ${where}`,
      { options: json },
    );
  const open = choices<[]>("choices INDEXED BY open_choices", "choices.status = 'open' ORDER BY choices.created_at, choices.rowid");
  const deliver = database.command<[number, string]>(
    "UPDATE choices SET expires_at = ? WHERE turn_id = ? AND status = 'open' AND expires_at IS NULL",
  );
  const take = database.command<{ id: string; index: number; turnId: string; typed: string | undefined; at: number }>(
    "UPDATE choices SET status = 'chosen', chosen = @index, chosen_turn = @turnId, typed = @typed, decided_at = @at WHERE id = @id AND status = 'open'",
  );
  const close = database.command<[string, number, string]>(
    "UPDATE choices SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );

  return {
    insert({ id, turnId, options, origin }: Pick<Choice, "id" | "turnId" | "options"> & { readonly origin: Origin }, at: number): void {
      const kept = options.map(({ label, sentence }) => ({ label, sentence }));
      insert(id, turnId, kept, origin, at);
    },
    get: choices<[id: string]>("choices", "choices.id = ?").get,
    ofTurn: choices<[turnId: string]>("choices", "choices.turn_id = ?").get,
    /** What can still be chosen at that time, oldest first. */
    open: (now: number): readonly Choice[] => open.all().filter((choice) => !isOverdue(choice, now)),
    /** What did not end yet, with what can no longer be chosen but was not ended for it; oldest first. */
    unended: open.all,
    /** What the person typed to begin that turn; undefined if they pressed a button, or if no choice began it. */
    typedFor: database.values<[chosenTurnId: string], string>("SELECT typed FROM choices WHERE chosen_turn = ?").get,
    /** The turn's answer was shown: if it offers a choice, its time runs from now. */
    delivered: (turnId: string, at: number): void => void deliver(at + CHOICE_MS, turnId),
    /** Takes the choice once: false if it was not open any more. `turnId` is the turn that it begins. */
    take: (id: string, choice: { index: number; turnId: string; typed: string | undefined }, at: number): boolean =>
      take({ ...choice, id, at }) === 1,
    /** Ends an open one without a choice: false if it was not open any more. */
    close: (id: string, status: ChoiceEnd, at: number): boolean => close(status, at, id) === 1,
  };
}

/** True if the time in which it could be chosen is over. */
export function isOverdue({ expiresAt }: Pick<Choice, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && now > expiresAt;
}
