/**
 * Part of the first migration: what people asked to have forgotten. A row holds no words, and one that is begun is gone on with until it is
 * done. `erasure_turns`: the turns that one is about whose kind does not tell them. `turn_quotes`: which turns tell the words of another one again.
 */
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
