/**
 * Part of the first migration: passages of knowledge, their words, and which tables of vectors there are. Those tables are made when the
 * first vector comes, for only then is it known how long one is.
 */
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
