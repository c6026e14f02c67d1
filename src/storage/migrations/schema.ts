/** Part of the first migration: the search index of conversations. A passage is a turn, or the summary of a session; its text stands elsewhere. */
export const ARCHIVE_SCHEMA = `
  CREATE TABLE conversation_passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES conversation_sessions (id),
    turn_id TEXT UNIQUE REFERENCES turns (id),
    up_to INTEGER NOT NULL,
    at INTEGER NOT NULL,
    model TEXT,
    vector BLOB
  ) STRICT;
  CREATE INDEX passages_of_person ON conversation_passages (person_id, at);
  CREATE INDEX passages_with_vectors ON conversation_passages (person_id, at) WHERE vector IS NOT NULL;
  CREATE UNIQUE INDEX one_summary_passage ON conversation_passages (session_id) WHERE turn_id IS NULL;
  CREATE INDEX passages_of_turns ON conversation_passages (up_to) WHERE turn_id IS NOT NULL;

  CREATE VIRTUAL TABLE conversation_fts USING fts5(words, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
  INSERT INTO conversation_fts (conversation_fts, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER words_go_with_their_passage AFTER DELETE ON conversation_passages
  BEGIN DELETE FROM conversation_fts WHERE rowid = OLD.id; END;
`;

/** Which database this is, and how many copies were made of it: what tells a copy that came before its last writes from one that came after. */
export const BACKUP_SCHEMA = `
  CREATE TABLE backup_state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    lineage TEXT NOT NULL,
    copies INTEGER NOT NULL,
    copied_at INTEGER,
    restored_at INTEGER
  ) STRICT;
  INSERT INTO backup_state (one, lineage, copies) VALUES (1, lower(hex(randomblob(16))), 0);
`;

/** Part of the first migration: questions which of a few things was meant. */
export const CHOICES_SCHEMA = `
  -- What may be chosen under an answer that asks which of a few things was meant. The question is that turn's answer; chosen_turn is what the choice began.
  CREATE TABLE choices (
    id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL UNIQUE REFERENCES turns (id),
    options TEXT NOT NULL,
    origin TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open','chosen','cancelled','left','expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    decided_at INTEGER,
    chosen INTEGER,
    typed TEXT,
    chosen_turn TEXT UNIQUE REFERENCES turns (id),
    CHECK ((status = 'open') = (decided_at IS NULL)),
    CHECK ((status = 'chosen') = (chosen_turn IS NOT NULL))
  ) STRICT;
  CREATE INDEX open_choices ON choices (created_at) WHERE status = 'open';
`;

/** What owners decided about entities that no fact tells about. */
export const ENTITY_DECISIONS_SCHEMA = `
  CREATE TABLE entity_decisions (
    key TEXT PRIMARY KEY,
    entity_id TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('fine','ask','never')),
    basis TEXT NOT NULL,
    person_id TEXT NOT NULL,
    decided_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** Part of the first migration: what people asked to have forgotten, without words; `turn_quotes` says which turns repeat the words of another. */
export const ERASURE_SCHEMA = `
  CREATE TABLE erasures (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    bot TEXT NOT NULL,
    chat_id TEXT NOT NULL,
    thread_id TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('everything','day','conversation','turn','facts')),
    only_id TEXT,
    from_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('asked','erasing','done')),
    asked_at INTEGER NOT NULL,
    begun_at INTEGER,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX erasures_by_state ON erasures (state, asked_at);

  CREATE TABLE erasure_turns (
    erasure_id TEXT NOT NULL REFERENCES erasures (id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    PRIMARY KEY (erasure_id, turn_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE turn_quotes (
    quoted_id TEXT NOT NULL,
    turn_id TEXT NOT NULL,
    PRIMARY KEY (quoted_id, turn_id)
  ) STRICT, WITHOUT ROWID;
`;

/** Part of the first migration: what is known about people, rooms and the house, with its words and vectors. */
export const FACTS_SCHEMA = `
  -- scope_id: a person's or an area's id, empty for the house. slot: empty where one value is valid at a time, else the value in its one form.
  CREATE TABLE profile_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL CHECK (scope IN ('person','room','house')),
    scope_id TEXT NOT NULL,
    category TEXT NOT NULL CHECK (category IN ('preference','habit','pattern','fact')),
    key TEXT NOT NULL,
    slot TEXT NOT NULL,
    value TEXT NOT NULL,
    confidence REAL NOT NULL,
    sensitivity TEXT NOT NULL CHECK (sensitivity IN ('public','private','sensitive')),
    source TEXT NOT NULL CHECK (source IN ('observed','told','inferred')),
    origin TEXT NOT NULL,
    language TEXT NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    occurrence_count INTEGER NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to INTEGER,
    importance REAL NOT NULL,
    expires_at INTEGER,
    superseded_by INTEGER REFERENCES profile_entries (id) ON DELETE SET NULL,
    evidence TEXT NOT NULL,
    told_by TEXT,
    status TEXT NOT NULL CHECK (status IN ('active','quarantined','refused'))
  ) STRICT;
  CREATE UNIQUE INDEX one_valid_fact ON profile_entries (scope, scope_id, category, key, slot) WHERE valid_to IS NULL AND status = 'active';
  CREATE INDEX valid_facts ON profile_entries (id) WHERE valid_to IS NULL AND status = 'active';
  CREATE INDEX facts_of_scope ON profile_entries (scope, scope_id, key);
  CREATE INDEX facts_told_by ON profile_entries (told_by) WHERE told_by IS NOT NULL;
  CREATE INDEX facts_that_end ON profile_entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX facts_superseded ON profile_entries (superseded_by) WHERE superseded_by IS NOT NULL;

  -- Of valid facts only.
  CREATE TABLE fact_vectors (
    fact_id INTEGER PRIMARY KEY REFERENCES profile_entries (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL
  ) STRICT;

  -- Which messages a fact rests on.
  CREATE TABLE fact_turns (
    turn_id TEXT NOT NULL,
    fact_id INTEGER NOT NULL REFERENCES profile_entries (id) ON DELETE CASCADE,
    PRIMARY KEY (turn_id, fact_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX turns_of_fact ON fact_turns (fact_id);

  -- Which turns were given a fact, in their prompt or by a tool; as long as there are the turn and the fact.
  CREATE TABLE fact_prompts (
    turn_id TEXT NOT NULL,
    fact_id INTEGER NOT NULL REFERENCES profile_entries (id) ON DELETE CASCADE,
    PRIMARY KEY (turn_id, fact_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prompts_of_fact ON fact_prompts (fact_id);

  -- The words of valid facts, and those that other languages have for their keys; owner: whose a fact is, as one word, so that a search
  -- reads nobody else's.
  CREATE VIRTUAL TABLE facts_fts USING fts5(
    owner, words, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
  );
  INSERT INTO facts_fts (facts_fts, rank) VALUES ('secure-delete', 1), ('rank', 'bm25(0.0, 1.0)');
  CREATE TRIGGER fact_words_go AFTER DELETE ON profile_entries BEGIN DELETE FROM facts_fts WHERE rowid = old.id; END;
`;

/** Part of the first migration: what the house does by habit, with the days that it rests on. Its words are in profile_entries. */
export const HABITS_SCHEMA = `
  -- pattern: what, when and on which days. records: a day since 1970 and whether it was kept, each. excluded: weekdays that a person ruled out.
  CREATE TABLE habits (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    pattern TEXT NOT NULL,
    records TEXT NOT NULL,
    confidence REAL NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    person_id TEXT,
    fact_id INTEGER REFERENCES profile_entries (id) ON DELETE SET NULL,
    excluded TEXT NOT NULL DEFAULT '[]',
    name TEXT,
    name_language TEXT,
    name_tries INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('active','refused')),
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX habits_of_person ON habits (person_id) WHERE person_id IS NOT NULL;
  CREATE INDEX habits_of_fact ON habits (fact_id) WHERE fact_id IS NOT NULL;

  CREATE TABLE habit_runs (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
  ) STRICT;
`;

/** Part of the first migration: how each turn went. */
export const INTERACTIONS_SCHEMA = `
  -- How each turn went. What was said and answered stands in turns. The last columns are for what learns from it.
  CREATE TABLE interaction_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    turn_id TEXT NOT NULL UNIQUE REFERENCES turns (id),
    session_id TEXT NOT NULL REFERENCES conversation_sessions (id),
    chat_id TEXT NOT NULL,
    person_id TEXT NOT NULL REFERENCES people (id),
    channel TEXT NOT NULL,
    origin TEXT NOT NULL,
    path TEXT NOT NULL CHECK (path IN ('recogniser','asked','model','command')),
    model TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    milliseconds INTEGER NOT NULL,
    tools_used TEXT NOT NULL,
    entities_mentioned TEXT NOT NULL,
    context TEXT,
    tools TEXT,
    learn_state TEXT NOT NULL CHECK (learn_state IN ('none','waiting','done','failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX interactions_of_session ON interaction_log (session_id);
  CREATE INDEX interactions_by_learning ON interaction_log (learn_state);
`;

/** Part of the first migration: passages of knowledge and their words. Tables of vectors are made with the first vector, whose length they need. */
export const KNOWLEDGE_SCHEMA = `
  -- A changed text becomes a new row: an id stands for one text for ever, and vectors are made in the order of ids.
  CREATE TABLE rag_documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    ref TEXT NOT NULL,
    part INTEGER NOT NULL,
    hash BLOB NOT NULL,
    domain TEXT,
    area_id TEXT,
    origin TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (source, ref, part)
  ) STRICT;
  CREATE INDEX rag_filters ON rag_documents (source, domain, area_id);

  -- The words without the texts, which stand in rag_documents; knowledge-words.ts says what is put in. A word goes with its last
  -- passage; but one that a page of the index began with, FTS5 keeps in rag_fts_idx until it merges that page.
  CREATE VIRTUAL TABLE rag_fts USING fts5(
    words, content = '', tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
  );
  -- Its parts are merged by us, a little at a time: on its own it does 100 ms of it at once.
  INSERT INTO rag_fts (rag_fts, rank) VALUES ('secure-delete', 1), ('automerge', 0);

  -- One row for each table rag_vectors_<generation>. Up to the id filled_to each passage has its vector there, but for those in rag_skipped.
  CREATE TABLE rag_state (
    generation INTEGER PRIMARY KEY AUTOINCREMENT,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    filled_to INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('current','building','retired'))
  ) STRICT;
  CREATE UNIQUE INDEX one_rag_generation ON rag_state (status) WHERE status <> 'retired';
  CREATE TABLE rag_skipped (
    generation INTEGER NOT NULL REFERENCES rag_state (generation) ON DELETE CASCADE,
    id INTEGER NOT NULL REFERENCES rag_documents (id) ON DELETE CASCADE,
    PRIMARY KEY (generation, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rag_skipped_passages ON rag_skipped (id);
`;

/** Part of the first migration: what things of the home are called in front of a model outside the house. */
export const PSEUDONYMS_SCHEMA = `
  -- A number is never given twice: what was said of a thing months ago must not be taken for another.
  CREATE TABLE pseudonyms (
    thing TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (kind, number)
  ) STRICT, WITHOUT ROWID;
`;

/** Part of the first migration: everything that left the house, or was kept from it. A row is there before the request is. */
export const SEARCH_AUDIT_SCHEMA = `
  -- outcome is NULL while a request is under way, and for what was blocked. Rows refer to nothing: what leaves is written down whoever asked.
  CREATE TABLE search_audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('search','page','cloud_model','tool')),
    session_id TEXT,
    turn_id TEXT,
    person_id TEXT,
    original_query TEXT NOT NULL,
    sanitized_query TEXT NOT NULL,
    was_blocked INTEGER NOT NULL DEFAULT 0,
    block_reason TEXT,
    provider TEXT NOT NULL,
    outcome TEXT CHECK (outcome IN ('ok','unavailable','failed')),
    results INTEGER,
    bytes INTEGER,
    milliseconds INTEGER,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX search_audit_of_person ON search_audit_log (person_id, id) WHERE person_id IS NOT NULL;
  CREATE INDEX search_audit_of_turn ON search_audit_log (turn_id) WHERE turn_id IS NOT NULL;
  CREATE INDEX search_audit_by_time ON search_audit_log (timestamp);
`;

/** Pictures that a channel without a memory of its own has shown: for a day. */
export const PICTURES_SCHEMA = `
  ALTER TABLE outbox ADD COLUMN picture TEXT;
  CREATE TABLE outbox_pictures (
    outbox_id TEXT PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    taken_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX pictures_by_time ON outbox_pictures (taken_at);
`;

/** What is planned, and the turns that came of it. */
export const SCHEDULES_SCHEMA = `
  CREATE TABLE schedules (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    turn_id TEXT NOT NULL REFERENCES turns (id),
    person_id TEXT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL CHECK (kind IN ('reminder','timer','action')),
    text TEXT NOT NULL,
    calls TEXT NOT NULL DEFAULT '[]',
    trigger TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active','paused','done','cancelled')),
    due_at INTEGER,
    last_due INTEGER,
    left_ms INTEGER,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX due_schedules ON schedules (due_at) WHERE status = 'active';
  CREATE INDEX schedules_of_person ON schedules (person_id, status);

  CREATE TABLE schedule_runs (
    turn_id TEXT PRIMARY KEY REFERENCES turns (id),
    schedule_id INTEGER NOT NULL REFERENCES schedules (id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX runs_of_schedule ON schedule_runs (schedule_id);
`;

/** What was found amiss in the home, what people were told of it, and how they want to be told. */
export const FINDINGS_SCHEMA = `
  CREATE TABLE findings (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    entity_ids TEXT NOT NULL,
    since INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX open_findings ON findings (opened_at) WHERE closed_at IS NULL;

  CREATE TABLE notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    level TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('told','held','dropped')),
    at INTEGER NOT NULL,
    score REAL NOT NULL
  ) STRICT;
  CREATE INDEX notifications_of_person ON notifications (person_id, status, at);
  CREATE INDEX notifications_of_finding ON notifications (key, at);

  CREATE TABLE notification_preferences (
    person_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    factor REAL NOT NULL,
    PRIMARY KEY (person_id, subject)
  ) STRICT, WITHOUT ROWID;
`;

/** Versions of the automations that the service made: drafts that were asked about, what was saved, and removals. */
export const AUTOMATIONS_SCHEMA = `
  CREATE TABLE automations (
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    turn_id TEXT NOT NULL REFERENCES turns (id),
    person_id TEXT NOT NULL REFERENCES people (id),
    sentence TEXT NOT NULL,
    automation TEXT NOT NULL,
    hash TEXT,
    entity_id TEXT,
    status TEXT NOT NULL CHECK (status IN ('draft','saved','removed')),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (id, version)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX automations_of_turn ON automations (turn_id);
`;
