import { ACTIONS_STAY, AUDIT_SCHEMA } from "./audit-schema.ts";
import {
  ARCHIVE_SCHEMA,
  AUTOMATIONS_SCHEMA,
  BACKUP_SCHEMA,
  CHOICES_SCHEMA,
  ENTITY_DECISIONS_SCHEMA,
  ERASURE_SCHEMA,
  FACTS_SCHEMA,
  FINDINGS_SCHEMA,
  HABITS_SCHEMA,
  INTERACTIONS_SCHEMA,
  KNOWLEDGE_SCHEMA,
  PICTURES_SCHEMA,
  PSEUDONYMS_SCHEMA,
  SCHEDULES_SCHEMA,
  SEARCH_AUDIT_SCHEMA,
} from "./schema.ts";

/** The schema: entry N brings `user_version` from N to N+1. A released entry is never changed. Times are ms; every text has its `origin`. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    language TEXT NOT NULL,
    last_seen INTEGER NOT NULL
  ) STRICT;

  -- Which id somebody had at the last start whom the options bind to a person of Home Assistant.
  CREATE TABLE people_of_home (
    ha_person TEXT PRIMARY KEY,
    person_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE conversation_sessions (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    person_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_activity INTEGER NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE UNIQUE INDEX one_active_session ON conversation_sessions (channel, bot, chat_id, person_id) WHERE is_active = 1;
  CREATE INDEX sessions_of_chat ON conversation_sessions (channel, chat_id, last_activity, bot);
  CREATE INDEX sessions_of_person ON conversation_sessions (person_id, last_activity);
  CREATE INDEX sessions_by_activity ON conversation_sessions (last_activity, channel, bot, chat_id);

  CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    thread_id TEXT,
    message_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES conversation_sessions (id),
    person_id TEXT NOT NULL REFERENCES people (id),
    is_private INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    origin TEXT NOT NULL,
    reply_to TEXT,
    edit_seen INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('received','running','waiting','answered','sent','cancelled','expired','failed')),
    sent_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    ended_at INTEGER,
    model TEXT,
    answer TEXT,
    answer_origin TEXT,
    erased INTEGER NOT NULL DEFAULT 0,
    UNIQUE (channel, bot, chat_id, message_id)
  ) STRICT;
  CREATE INDEX open_turns ON turns (received_at) WHERE status IN ('received','running','waiting');
  CREATE INDEX turns_of_session ON turns (session_id);
  CREATE INDEX turns_of_bot ON turns (channel, bot, sent_at, received_at);
  CREATE INDEX turns_of_person ON turns (person_id, received_at);
  CREATE INDEX turns_by_time ON turns (received_at);
  CREATE INDEX turns_of_chat ON turns (channel, bot, chat_id, received_at) WHERE erased = 0;

  CREATE TABLE conversation_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES conversation_sessions (id),
    chat_id TEXT NOT NULL,
    turn_id TEXT NOT NULL REFERENCES turns (id),
    person_id TEXT,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    origin TEXT NOT NULL,
    outside TEXT,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX history_of_session ON conversation_history (session_id, id);
  CREATE INDEX history_of_turn ON conversation_history (turn_id);

  -- The older part of a session, told shortly by a model: made when a prompt has no room for it. up_to is the last entry that it tells of.
  CREATE TABLE conversation_summaries (
    session_id TEXT PRIMARY KEY REFERENCES conversation_sessions (id) ON DELETE CASCADE,
    up_to INTEGER NOT NULL,
    text TEXT NOT NULL,
    origin TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    is_indexed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX summaries_to_index ON conversation_summaries (is_indexed) WHERE is_indexed = 0;

  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    turn_id TEXT REFERENCES turns (id),
    approval_id TEXT,
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    thread_id TEXT,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    origin TEXT NOT NULL,
    buttons TEXT NOT NULL,
    reply_to TEXT,
    edit_message_id TEXT,
    status TEXT NOT NULL CHECK (status IN ('pending','sent','failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    note TEXT,
    once_key TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    sent_at INTEGER
  ) STRICT;
  CREATE INDEX pending_outbox ON outbox (channel, bot, chat_id, created_at, next_attempt_at) WHERE status = 'pending';
  CREATE INDEX outbox_of_approval ON outbox (approval_id) WHERE approval_id IS NOT NULL;
  CREATE INDEX outbox_of_turn ON outbox (turn_id) WHERE turn_id IS NOT NULL;
  CREATE INDEX shown_outbox ON outbox (channel, bot, chat_id, created_at) WHERE status = 'sent' AND kind <> 'edit' AND text <> '';
  CREATE INDEX edits_of_message ON outbox (channel, bot, chat_id, edit_message_id, created_at) WHERE edit_message_id IS NOT NULL;

  CREATE TABLE sent_messages (
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    outbox_id TEXT NOT NULL REFERENCES outbox (id),
    part INTEGER NOT NULL,
    PRIMARY KEY (channel, bot, chat_id, message_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX parts_of_item ON sent_messages (outbox_id, part);

  CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL REFERENCES turns (id),
    interrupt_id TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (id),
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    answerers TEXT NOT NULL,
    people_needed INTEGER NOT NULL CHECK (people_needed IN (1, 2)),
    pin_needed INTEGER NOT NULL,
    question TEXT NOT NULL,
    actions TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open','answered','expired','withdrawn')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    answers TEXT,
    decided_by TEXT,
    decided_at INTEGER,
    CHECK ((status = 'open') = (decided_at IS NULL))
  ) STRICT;
  CREATE INDEX open_approvals ON approvals (expires_at) WHERE status = 'open';
  CREATE INDEX approvals_of_turn ON approvals (turn_id);
  CREATE INDEX approvals_by_time ON approvals (created_at);

  -- Who answers may never have written to us, so a vote's person is in no other table.
  CREATE TABLE approval_votes (
    approval_id TEXT NOT NULL REFERENCES approvals (id) ON DELETE CASCADE,
    person_id TEXT NOT NULL,
    role TEXT NOT NULL,
    choice TEXT NOT NULL,
    pin INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (approval_id, person_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE actions (
    id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL REFERENCES turns (id),
    approval_id TEXT REFERENCES approvals (id),
    service TEXT NOT NULL,
    entity_ids TEXT NOT NULL,
    data TEXT NOT NULL,
    hash TEXT NOT NULL,
    effects TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    proposed_by TEXT NOT NULL,
    rule TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    context_id TEXT,
    receipt TEXT
  ) STRICT;
  CREATE INDEX actions_of_turn ON actions (turn_id);
  CREATE INDEX actions_by_time ON actions (started_at);
  CREATE INDEX actions_of_context ON actions (context_id) WHERE context_id IS NOT NULL;
  CREATE INDEX actions_of_approval ON actions (approval_id) WHERE approval_id IS NOT NULL;

  -- Starts of Home Assistant that this service knows of, so that a restart of the service does not take an old one for a new one.
  CREATE TABLE core_starts (
    at INTEGER PRIMARY KEY
  ) STRICT;
  ${AUDIT_SCHEMA}
  ${CHOICES_SCHEMA}
  ${INTERACTIONS_SCHEMA}
  ${ARCHIVE_SCHEMA}
  ${ERASURE_SCHEMA}
  ${KNOWLEDGE_SCHEMA}
  ${FACTS_SCHEMA}
  ${HABITS_SCHEMA}
  ${SEARCH_AUDIT_SCHEMA}
  ${PSEUDONYMS_SCHEMA}
  ${BACKUP_SCHEMA}
  `,
  // How often the process ended while a turn was at work; a parked one is running and not at work.
  `
  ALTER TABLE turns ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE turns ADD COLUMN is_parked INTEGER NOT NULL DEFAULT 0;
  `,
  ENTITY_DECISIONS_SCHEMA,
  // Habits are told in each person's language by messages, no more by a model.
  `
  ALTER TABLE habits DROP COLUMN name;
  ALTER TABLE habits DROP COLUMN name_language;
  ALTER TABLE habits DROP COLUMN name_tries;
  `,
  // Signs of vectors are rows now, no more blocks: the tables of before go, and vectors are made anew.
  "UPDATE rag_state SET status = 'retired'",
  // Nobody searches passages by domain or area.
  "DROP INDEX rag_filters; ALTER TABLE rag_documents DROP COLUMN domain; ALTER TABLE rag_documents DROP COLUMN area_id",
  // Marks hold for one prompt.
  "DROP TABLE IF EXISTS pseudonyms",
  PICTURES_SCHEMA,
  // Receipts hold what things were before, which goes with their other texts.
  `DROP TRIGGER actions_stay; ${ACTIONS_STAY}`,
  SCHEDULES_SCHEMA,
  FINDINGS_SCHEMA,
  // Until when somebody wants quiet is a time and no factor; a finding gets worse, and a person answers what they are told.
  `
  CREATE TABLE notification_quiet (person_id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO notification_quiet SELECT person_id, CAST(factor AS INTEGER) FROM notification_preferences WHERE subject = 'quiet';
  DELETE FROM notification_preferences WHERE subject = 'quiet';
  ALTER TABLE findings ADD COLUMN stage INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE notifications ADD COLUMN is_answered INTEGER NOT NULL DEFAULT 0;
  `,
  // The steps of a plan in words, for the message that shows how far it is.
  "ALTER TABLE approvals ADD COLUMN steps TEXT NOT NULL DEFAULT '[]'",
  // The area that a message was spoken in.
  "ALTER TABLE turns ADD COLUMN area_id TEXT",
  // Plans for somebody else, and who let whom be told when they come and go.
  `
  ALTER TABLE schedules ADD COLUMN recipient_id TEXT;
  ALTER TABLE schedules ADD COLUMN recipient_name TEXT;
  CREATE UNIQUE INDEX planned_once ON schedules (turn_id, kind, text, trigger, ifnull(recipient_id, ''));
  CREATE TABLE presence_consents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    watcher_id TEXT NOT NULL,
    watched_id TEXT NOT NULL,
    schedule_id INTEGER REFERENCES schedules (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('asked','once','always','no')),
    at INTEGER NOT NULL,
    UNIQUE (watcher_id, watched_id, schedule_id)
  ) STRICT;
  CREATE INDEX consents_of_watched ON presence_consents (watched_id);
  CREATE INDEX consents_of_schedule ON presence_consents (schedule_id);
  `,
  // Reminders that matter, and those that wait for a sign that they were read.
  `
  ALTER TABLE schedules ADD COLUMN is_important INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE reminder_repeats (
    schedule_id INTEGER PRIMARY KEY REFERENCES schedules (id) ON DELETE CASCADE,
    due_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    is_repeated INTEGER NOT NULL,
    next_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX due_repeats ON reminder_repeats (next_at);
  `,
  AUTOMATIONS_SCHEMA,
  // Turns that a yes to a suggested habit began.
  `
  CREATE TABLE habit_plans (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id),
    habit_id INTEGER NOT NULL REFERENCES habits (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plans_of_habit ON habit_plans (habit_id);
  `,
  // Programs that may speak to the service; of their tokens only hashes are kept.
  `
  CREATE TABLE programs (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    person_id TEXT,
    role TEXT CHECK (role IN ('adult','child','guest')),
    created_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    CHECK ((person_id IS NULL) <> (role IS NULL))
  ) STRICT, WITHOUT ROWID;
  `,
  // What a voice message is heard from, as long as it was not.
  "ALTER TABLE turns ADD COLUMN recording TEXT",
  // Automations that run for a while before somebody decides about them.
  `
  CREATE TABLE automation_trials (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    ends_at INTEGER NOT NULL,
    ran_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    runs INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // A photo is one, too.
  "ALTER TABLE turns RENAME COLUMN recording TO attachment",
  // What a finding is about beside its entities: why an automation failed.
  "ALTER TABLE findings ADD COLUMN detail TEXT",
  // What was told unasked, to be forgotten with the person of its chat.
  "CREATE INDEX told_unasked ON outbox (channel, bot, chat_id) WHERE turn_id IS NULL",
  // Documents that came in a chat, and whether their message was forgotten.
  `
  CREATE TABLE sent_documents (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id),
    digest TEXT NOT NULL,
    is_unwanted INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  `,
  // Automations that were proposed and whose person says next what they should be.
  "ALTER TABLE automations ADD COLUMN reworded_at INTEGER",
  // What such a document holds, so that another one of its name is told from it.
  "ALTER TABLE sent_documents ADD COLUMN content TEXT NOT NULL DEFAULT ''",
  // How often each automation asked the assistant on the last day that it did.
  `
  CREATE TABLE automation_asks (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    answered INTEGER NOT NULL,
    refused INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // What was chosen of danger before held for one time, or not at all.
  `
  DELETE FROM notification_preferences
  WHERE subject IN ('kind:danger', 'kind:leak') OR subject LIKE 'danger/%' OR subject LIKE 'leak/%'
  `,
  // Scripts and scenes are kept as automations are.
  "ALTER TABLE automations ADD COLUMN kind TEXT NOT NULL DEFAULT 'automation' CHECK (kind IN ('automation','script','scene'))",
  // What comes about each time repeats like everything else, and what happens is an event.
  `
  UPDATE schedules SET trigger = json_set(trigger, '$.kind', 'event') WHERE trigger ->> '$.kind' = 'happening';
  UPDATE schedules SET trigger = json_set(json_remove(trigger, '$.isEach'), '$.repeats', json(trigger -> '$.isEach'))
  WHERE trigger ->> '$.isEach' IS NOT NULL;
  `,
  // What is shown with a text may be speech.
  "ALTER TABLE outbox RENAME COLUMN picture TO media",
  // Presses on buttons that were taken in, so that a restart does not take them again.
  `
  CREATE TABLE taken_presses (
    bot TEXT NOT NULL,
    query_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (bot, query_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX presses_by_time ON taken_presses (at);
  `,
];
