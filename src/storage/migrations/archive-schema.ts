/**
 * Part of the first migration: past conversations as they are searched. A passage is a turn (what was said and what was answered), or, without
 * a turn, the summary of a session; its words are in the index alone, its text stands in conversation_history and conversation_summaries.
 */
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
