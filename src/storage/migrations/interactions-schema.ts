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
