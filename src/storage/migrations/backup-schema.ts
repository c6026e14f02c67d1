/** Which database this is, and how many copies were made of it: what tells a copy that came before its last writes from one that came after. */
export const BACKUP_SCHEMA = `
  CREATE TABLE backup_state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    lineage TEXT NOT NULL,
    copies INTEGER NOT NULL,
    copied_at INTEGER,
    restored_at INTEGER
  ) STRICT;
  INSERT INTO backup_state (one, lineage, copies) VALUES (1, lower(hex(randomblob(16))), 0);
`;
