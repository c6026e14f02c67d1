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
