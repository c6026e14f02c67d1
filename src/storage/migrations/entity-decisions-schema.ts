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
