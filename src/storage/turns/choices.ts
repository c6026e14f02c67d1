import type { Origin } from "../../security/provenance/provenance.ts";
import type { Chat } from "../chat.ts";
import type { AssistantDatabase } from "../database.ts";

/**
 * How long one of the things can be chosen, from when the question was shown. Nothing is done by the choice alone, for its turn is decided
 * on like any other; but whoever was away for longer may no longer want what they said.
 */
const CHOICE_MS = 10 * 60_000;

/** One of the things that a sentence may mean. */
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
  /** Everything that was shown. */
  readonly question: string;
  readonly options: readonly ChoiceOption[];
  readonly status: "open" | "chosen" | ChoiceEnd;
  /** Undefined until the question was shown. */
  readonly expiresAt: number | undefined;
  /** Index of the option that was chosen. */
  readonly chosen: number | undefined;
}

interface Row {
  readonly id: string;
  readonly turn_id: string;
  readonly person_id: string;
  readonly channel: string;
  readonly bot: string;
  readonly chat_id: string;
  readonly answer: string | null;
  readonly options: string;
  readonly status: Choice["status"];
  readonly expires_at: number | null;
  readonly chosen: number | null;
}

export type ChoiceStore = ReturnType<typeof createChoiceStore>;

/** Choices: what was offered, and what became of it. Writes join an open transaction. */
export function createChoiceStore({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  const insert = sqlite.prepare<[string, string, string, string, number]>(
    "INSERT INTO choices (id, turn_id, options, origin, status, created_at) VALUES (?, ?, ?, ?, 'open', ?)",
  );
  const select = (from: string) =>
    `SELECT choices.*, turns.person_id, turns.channel, turns.bot, turns.chat_id, turns.answer
     FROM ${from} CROSS JOIN turns ON turns.id = choices.turn_id`;
  const one = sqlite.prepare<[string], Row>(`${select("choices")} WHERE choices.id = ?`);
  const ofTurn = sqlite.prepare<[string], Row>(`${select("choices")} WHERE choices.turn_id = ?`);
  const open = sqlite.prepare<[], Row>(
    `${select("choices INDEXED BY open_choices")} WHERE choices.status = 'open' ORDER BY choices.created_at, choices.rowid`,
  );
  const typedFor = sqlite.prepare<[string], { typed: string | null }>("SELECT typed FROM choices WHERE chosen_turn = ?");
  const deliver = sqlite.prepare<[number, string]>(
    "UPDATE choices SET expires_at = ? WHERE turn_id = ? AND status = 'open' AND expires_at IS NULL",
  );
  const take = sqlite.prepare<[number, string, string | null, number, string]>(
    "UPDATE choices SET status = 'chosen', chosen = ?, chosen_turn = ?, typed = ?, decided_at = ? WHERE id = ? AND status = 'open'",
  );
  const close = sqlite.prepare<[string, number, string]>("UPDATE choices SET status = ?, decided_at = ? WHERE id = ? AND status = 'open'");

  const unended = (): readonly Choice[] => open.all().flatMap((row) => toChoice(row) ?? []);

  return {
    insert({ id, turnId, options, origin }: Pick<Choice, "id" | "turnId" | "options"> & { readonly origin: Origin }, at: number): void {
      const kept = options.map(({ label, sentence }) => ({ label, sentence }));
      insert.run(id, turnId, JSON.stringify(kept), origin, at);
    },
    get: (id: string): Choice | undefined => toChoice(one.get(id)),
    ofTurn: (turnId: string): Choice | undefined => toChoice(ofTurn.get(turnId)),
    /** What can still be chosen at that time, oldest first. */
    open: (now: number): readonly Choice[] => unended().filter((choice) => !isOverdue(choice, now)),
    /** What did not end yet, with what can no longer be chosen but was not ended for it; oldest first. */
    unended,
    /** What the person typed to begin that turn; undefined if they pressed a button, or if no choice began it. */
    typedFor: (chosenTurnId: string): string | undefined => typedFor.get(chosenTurnId)?.typed ?? undefined,
    /** The turn's answer was shown: if it offers a choice, its time runs from now. */
    delivered: (turnId: string, at: number): void => void deliver.run(at + CHOICE_MS, turnId),
    /** Takes the choice once: false if it was not open any more. `turnId` is the turn that it begins. */
    take: (id: string, { index, turnId, typed }: { index: number; turnId: string; typed: string | undefined }, at: number): boolean =>
      take.run(index, turnId, typed ?? null, at, id).changes === 1,
    /** Ends an open one without a choice: false if it was not open any more. */
    close: (id: string, status: ChoiceEnd, at: number): boolean => close.run(status, at, id).changes === 1,
  };
}

/** True if the time in which it could be chosen is over. */
export function isOverdue({ expiresAt }: Pick<Choice, "expiresAt">, now: number): boolean {
  return expiresAt !== undefined && now > expiresAt;
}

function toChoice(row: Row | undefined): Choice | undefined {
  return (
    row && {
      id: row.id,
      turnId: row.turn_id,
      personId: row.person_id,
      channel: row.channel,
      bot: row.bot,
      chatId: row.chat_id,
      question: row.answer ?? "",
      options: JSON.parse(row.options) as ChoiceOption[],
      status: row.status,
      expiresAt: row.expires_at ?? undefined,
      chosen: row.chosen ?? undefined,
    }
  );
}
