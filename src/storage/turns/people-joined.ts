import type { AssistantDatabase } from "../database.ts";

export interface JoinedPerson {
  readonly before: string;
  readonly now: string;
}

/** Somebody whom the options bind to a person of Home Assistant. */
export interface PersonOfHome {
  readonly haPerson: string;
  readonly personId: string;
}

/** Tables whose rows are somebody's. The record of actions and of approvals stays as it was written: its chain is over it. */
const OWNED = [
  ...["conversation_sessions", "turns", "conversation_history", "conversation_passages", "interaction_log"],
  ...["search_audit_log", "erasures", "habits", "programs"],
] as const;

/** Who had another id at the last start; keeps the new ones in an open transaction. An id that another person has now stays theirs. */
export function movedPeople(
  database: AssistantDatabase,
  people: readonly PersonOfHome[],
  taken: ReadonlySet<string>,
): readonly JoinedPerson[] {
  const idOf = database.values<[string], string>("SELECT person_id FROM people_of_home WHERE ha_person = ?");
  const keep = database.command<PersonOfHome>(
    `INSERT INTO people_of_home (ha_person, person_id) VALUES (@haPerson, @personId)
     ON CONFLICT (ha_person) DO UPDATE SET person_id = excluded.person_id`,
  );
  return database.transaction(() =>
    people.flatMap(({ haPerson, personId }) => {
      const before = idOf.get(haPerson);
      if (before === personId) return [];
      keep({ haPerson, personId });
      return before === undefined || taken.has(before) ? [] : { before, now: personId };
    }),
  );
}

/** Moves what was known of somebody under another id to this one, in one commit. True if there was anything; then words of facts are still to be put. */
export function joinPeople(database: AssistantDatabase, people: readonly JoinedPerson[]): boolean {
  const isThere = database.values<JoinedPerson, 1>(
    `SELECT 1 FROM turns WHERE person_id = @before UNION SELECT 1 FROM profile_entries WHERE scope = 'person' AND scope_id = @before
     UNION SELECT 1 FROM profile_entries WHERE told_by = @before LIMIT 1`,
  );
  const statements = [
    `INSERT INTO people (id, name, role, language, last_seen) SELECT @now, name, role, language, last_seen FROM people WHERE id = @before
      ON CONFLICT (id) DO NOTHING`,
    "UPDATE conversation_sessions SET is_active = 0 WHERE person_id = @before",
    ...OWNED.map((table) => `UPDATE ${table} SET person_id = @now WHERE person_id = @before`),
    `UPDATE profile_entries AS old SET valid_to = last_seen WHERE scope = 'person' AND scope_id = @before AND valid_to IS NULL AND status = 'active'
      AND EXISTS (SELECT 1 FROM profile_entries AS new WHERE new.scope = 'person' AND new.scope_id = @now AND new.category = old.category
        AND new.key = old.key AND new.slot = old.slot AND new.valid_to IS NULL AND new.status = 'active')`,
    "DELETE FROM facts_fts WHERE rowid IN (SELECT id FROM profile_entries WHERE scope = 'person' AND scope_id = @before)",
    "UPDATE profile_entries SET scope_id = @now WHERE scope = 'person' AND scope_id = @before",
    "UPDATE profile_entries SET told_by = @now WHERE told_by = @before",
  ].map((sql) => database.command<JoinedPerson>(sql));
  return database.transaction(() => {
    const known = people.filter((joined) => isThere.get(joined) !== undefined);
    for (const joined of known) for (const statement of statements) statement(joined);
    return known.length > 0;
  });
}

/** Everybody who ever wrote, by the names that they had last. */
export function createPeopleNames({ database }: { database: AssistantDatabase }) {
  return database.query<[], { readonly name: string }>("SELECT name FROM people").all;
}
