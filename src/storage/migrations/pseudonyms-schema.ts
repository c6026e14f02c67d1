/** Part of the first migration: what things of the home are called in front of a model outside the house. */
export const PSEUDONYMS_SCHEMA = `
  -- A number is never given twice: what was said of a thing months ago must not be taken for another.
  CREATE TABLE pseudonyms (
    thing TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (kind, number)
  ) STRICT, WITHOUT ROWID;
`;
