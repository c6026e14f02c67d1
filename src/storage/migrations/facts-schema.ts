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
