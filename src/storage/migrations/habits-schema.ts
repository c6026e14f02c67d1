/** Part of the first migration: what the house does by habit, with the days that it rests on. Its words are in profile_entries. */
export const HABITS_SCHEMA = `
  -- pattern: what, when and on which days. records: a day since 1970 and whether it was kept, each. excluded: weekdays that a person ruled out.
  -- name: the sentence as a model says it in name_language; name_tries: how often it could not.
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
