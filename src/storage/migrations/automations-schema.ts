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
