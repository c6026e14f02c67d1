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
