import { receiptWithoutTexts } from "./migrations/audit-schema.ts";

/** The hash of an automation's version that is forgotten. */
export const FORGOTTEN = "";

/** What something that is erased belongs to; `@id` in a statement is its id. */
export type Owner = "turn" | "session" | "person";

/** A table with texts of people, and how they go. */
export interface TextTable {
  readonly table: string;
  /** Columns that may hold what somebody wrote, said or was told. */
  readonly words: readonly string[];
  /** What erases the words of a turn, a session or a person; idempotent. Rows that others rest on stay, without words. */
  readonly erase: Readonly<Partial<Record<Owner, string | readonly string[]>>>;
}

/** Who else told a fact, in a message that stays. */
const OTHER_TELLER = `SELECT turns.person_id FROM fact_turns JOIN turns ON turns.id = fact_turns.turn_id
  WHERE fact_id = profile_entries.id AND turns.person_id <> @id AND erased = 0 AND instr(lower(text), lower(value)) > 0 LIMIT 1`;

/** Facts that a turn told, and no other one in the same words: that one stays known from there. */
const TOLD_BY_TURN = `SELECT fact_id FROM fact_turns AS told JOIN profile_entries AS fact ON fact.id = told.fact_id WHERE told.turn_id = @id
  AND NOT EXISTS (SELECT 1 FROM fact_turns AS other JOIN turns ON turns.id = other.turn_id
    WHERE other.fact_id = told.fact_id AND other.turn_id <> @id AND erased = 0 AND instr(lower(turns.text), lower(fact.value)) > 0)`;

const EMPTIES_OUTBOX =
  "UPDATE outbox SET text = '', buttons = '[]', note = NULL, media = NULL, status = iif(status = 'pending', 'failed', status)";

/** The one list of tables that hold texts; texts.test.ts compares it with the schema, and knows why every other table is not here. */
export const TEXT_TABLES: readonly TextTable[] = [
  {
    // The row stays: it keeps a message from being taken twice, and actions, questions and the log refer to it.
    table: "turns",
    words: ["text", "answer", "attachment"],
    erase: { turn: "UPDATE turns SET text = '', answer = NULL, attachment = NULL, erased = 1 WHERE id = @id" },
  },
  {
    table: "conversation_history",
    words: ["content", "outside"],
    erase: { turn: "DELETE FROM conversation_history WHERE turn_id = @id" },
  },
  {
    // Made of all of a session: it goes with the first of its turns, and a new one is made of what is left.
    table: "conversation_summaries",
    words: ["text"],
    erase: { session: "DELETE FROM conversation_summaries WHERE session_id = @id" },
  },
  {
    // Takes its words out of conversation_fts by a trigger.
    table: "conversation_passages",
    words: ["vector"],
    erase: {
      turn: "DELETE FROM conversation_passages WHERE turn_id = @id",
      session: "DELETE FROM conversation_passages WHERE session_id = @id AND turn_id IS NULL",
    },
  },
  {
    // The row stays: messages that stand in a chat refer to it. What was not sent yet is not sent any more.
    table: "outbox",
    words: ["text", "buttons", "note", "media"],
    erase: {
      turn: `${EMPTIES_OUTBOX} WHERE turn_id = @id`,
      // what was told unasked before, in chats that nobody else has: suggestions, findings, what became of them
      person: `${EMPTIES_OUTBOX} WHERE rowid IN (
          SELECT told.rowid FROM conversation_sessions AS own CROSS JOIN outbox AS told
            ON told.channel = own.channel AND told.bot = own.bot AND told.chat_id = own.chat_id AND told.turn_id IS NULL
          WHERE own.person_id = @id
            AND told.created_at < coalesce((SELECT max(begun_at) FROM erasures WHERE erasures.person_id = own.person_id), told.created_at + 1)
            AND NOT EXISTS (SELECT 1 FROM conversation_sessions AS other
            WHERE other.channel = own.channel AND other.chat_id = own.chat_id AND other.bot = own.bot AND other.person_id <> @id))`,
    },
  },
  {
    table: "outbox_pictures",
    words: ["bytes"],
    erase: { turn: "DELETE FROM outbox_pictures WHERE outbox_id IN (SELECT id FROM outbox WHERE turn_id = @id)" },
  },
  {
    // An open question keeps its words: its turn is ended first.
    table: "approvals",
    words: ["question", "actions", "steps"],
    erase: { turn: "UPDATE approvals SET question = '', actions = '[]', steps = '[]' WHERE turn_id = @id AND status <> 'open'" },
  },
  {
    // The row stays, for the message that it stands under. The sentences are those of the turn that asked, what was typed is of the turn that it began.
    table: "choices",
    words: ["options", "typed"],
    erase: {
      turn: `UPDATE choices SET options = iif(turn_id = @id, '[]', options), typed = iif(chosen_turn = @id, NULL, typed),
          decided_at = coalesce(decided_at, created_at), status = iif(status = 'open', 'left', status)
        WHERE turn_id = @id OR chosen_turn = @id`,
    },
  },
  {
    // No words: but the document itself is removed once its message is forgotten.
    table: "sent_documents",
    words: [],
    erase: { turn: "UPDATE sent_documents SET is_unwanted = 1 WHERE turn_id = @id" },
  },
  {
    // A plan goes with the message that made it, and is not carried out any more.
    table: "schedules",
    words: ["text", "calls"],
    erase: { turn: "DELETE FROM schedules WHERE turn_id = @id" },
  },
  {
    // No words: but a permission goes with either of the two.
    table: "presence_consents",
    words: [],
    erase: { person: "DELETE FROM presence_consents WHERE watcher_id = @id OR watched_id = @id" },
  },
  {
    // The automation itself stays in Home Assistant, as what was done in the home does: that it is ours and whose stays known, so that they can delete it. Its hash and
    // its entity's name go too: nobody can try texts against them. It cannot be taken back to a version that is forgotten.
    table: "automations",
    words: ["sentence", "automation", "hash", "entity_id"],
    erase: {
      turn: [
        "DELETE FROM automations WHERE turn_id = @id AND status = 'draft'",
        `UPDATE automations SET sentence = '', automation = '{}', hash = iif(status = 'saved', '${FORGOTTEN}', NULL), entity_id = NULL WHERE turn_id = @id`,
      ],
    },
  },
  {
    // What a turn was given, and what it was about: names of things, places and documents, by which its words could be guessed.
    table: "interaction_log",
    words: ["context", "tools", "entities_mentioned", "tools_used"],
    erase: { turn: "DELETE FROM interaction_log WHERE turn_id = @id" },
  },
  {
    // What was done in the home stays as bare facts: when, which service for which things, by which rule, with what outcome.
    table: "actions",
    words: ["data", "receipt"],
    erase: { turn: `UPDATE actions SET data = '{}', receipt = ${receiptWithoutTexts("receipt")} WHERE turn_id = @id` },
  },
  {
    // The chain is over digests: it holds without the texts. The salt goes too, so that nobody can try texts against the digest.
    table: "audit_log",
    words: ["detail", "salt"],
    erase: { turn: "UPDATE audit_log SET detail = NULL, salt = NULL WHERE turn_id = @id AND detail IS NOT NULL" },
  },
  {
    // Its words, its vector and its turns go with it: by a trigger and by foreign keys.
    table: "profile_entries",
    words: ["value", "key", "slot", "evidence"],
    erase: {
      // what another message says in the same words, which stays, is known from there
      turn: [
        // what they took the place of is valid again, or what took theirs has taken it; ended first, for one value is valid at a time
        `UPDATE profile_entries SET superseded_by = (SELECT gone.superseded_by FROM profile_entries AS gone WHERE gone.id = profile_entries.superseded_by)
          WHERE superseded_by IN (SELECT id FROM profile_entries WHERE id IN (${TOLD_BY_TURN}) AND superseded_by IS NOT NULL)`,
        `UPDATE profile_entries SET valid_to = coalesce(valid_to, valid_from) WHERE id IN (${TOLD_BY_TURN})`,
        `UPDATE OR IGNORE profile_entries SET valid_to = NULL, superseded_by = NULL WHERE status = 'active' AND id NOT IN (${TOLD_BY_TURN})
          AND superseded_by IN (SELECT id FROM profile_entries WHERE id IN (${TOLD_BY_TURN}) AND status = 'active')`,
        `DELETE FROM profile_entries WHERE id IN (${TOLD_BY_TURN})`,
      ],
      // what is true of the house and another one told too is theirs then
      person: [
        `UPDATE profile_entries SET told_by = (${OTHER_TELLER}) WHERE told_by = @id AND scope <> 'person' AND EXISTS (${OTHER_TELLER})`,
        "DELETE FROM profile_entries WHERE (scope = 'person' AND scope_id = @id) OR told_by = @id",
      ],
    },
  },
  {
    table: "notifications",
    words: ["key"],
    erase: { person: "DELETE FROM notifications WHERE person_id = @id" },
  },
  {
    table: "notification_preferences",
    words: ["subject"],
    erase: { person: "DELETE FROM notification_preferences WHERE person_id = @id" },
  },
  {
    table: "habits",
    words: ["text", "pattern", "records", "key"],
    erase: { person: "DELETE FROM habits WHERE person_id = @id" },
  },
  {
    // That something left stays: when, of which kind, to which engine or model, how much. The host of a page tells what was read.
    table: "search_audit_log",
    words: ["original_query", "sanitized_query", "provider"],
    erase: {
      turn: `UPDATE search_audit_log SET original_query = '', sanitized_query = '', provider = iif(kind = 'page', '', provider)
        WHERE turn_id = @id`,
      person: `UPDATE search_audit_log SET original_query = '', sanitized_query = '', provider = iif(kind = 'page', '', provider)
        WHERE person_id = @id`,
    },
  },
];
