import { type AssistantDatabase, flag, json } from "../database.ts";

/** Why an automation failed, or will. */
export interface AutomationFault {
  /** What Home Assistant, or an integration, says: text from outside. */
  readonly says?: string | undefined;
  /** What stands behind it by facts: entities that are gone, hidden or do not answer, or a service that is gone; `look` where nothing is known. */
  readonly why: "gone" | "hidden" | "away" | "service" | "look";
  /** Ids of entities, or a service. */
  readonly what: readonly string[];
}

/** Something amiss in the home. Times are ms since the epoch. */
export interface Finding {
  /** What it is about: told once while it is open. */
  readonly key: string;
  readonly kind: string;
  readonly entityIds: readonly string[];
  /** Since when it is so. */
  readonly since: number;
  readonly openedAt: number;
  readonly closedAt: number | undefined;
  /** 0 at first; each time that it is worse by a fact, one more. */
  readonly stage: number;
  /** Of automations. */
  readonly detail?: AutomationFault | undefined;
}

/** What was made of a finding for one person. */
export interface NotificationRow {
  readonly id: number;
  readonly personId: string;
  readonly key: string;
  readonly kind: string;
  readonly level: string;
  readonly status: "told" | "held" | "dropped";
  readonly at: number;
  readonly score: number;
  /** The person pressed a button under it: the message stays as that left it. */
  readonly isAnswered: boolean;
}

type NewNotification = Omit<NotificationRow, "id" | "isAnswered">;

/** How a person wants to be told: a factor on what is told, 0 for never; by subject, `kind:open` or a finding's key. */
export interface Preference {
  readonly subject: string;
  readonly factor: number;
}

export type FindingStore = ReturnType<typeof createFindingStore>;

/** What was found, what people were told of it, and how they want to be told. Writes join an open transaction. */
export function createFindingStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const telling = <Parameters extends readonly unknown[]>(write: (...given: Parameters) => unknown) => {
    return (...given: Parameters): void => {
      write(...given);
      database.afterCommit(onChange);
    };
  };
  const findings = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, Finding>(`SELECT key, kind, entity_ids, since, opened_at, closed_at, stage, detail FROM findings ${rest}`, {
      entityIds: json,
      detail: json,
    });
  const notifications = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, NotificationRow>(
      `SELECT id, person_id, key, kind, level, status, at, score, is_answered FROM notifications ${rest}`,
      { isAnswered: flag },
    );
  const insert = database.command<NewNotification>(
    "INSERT INTO notifications (person_id, key, kind, level, status, at, score) VALUES (@personId, @key, @kind, @level, @status, @at, @score)",
  );
  const close = database.command<[number, string]>("UPDATE findings SET closed_at = ? WHERE key = ?");
  const noted = database.values<[string, number], 1>("SELECT 1 FROM notifications WHERE key = ? AND at >= ? LIMIT 1");
  const quiet = database.values<[personId: string], number>("SELECT until FROM notification_quiet WHERE person_id = ?");
  const forget = database.command<[personId: string]>("DELETE FROM notification_preferences WHERE person_id = ?");
  const endQuiet = database.command<[personId: string]>("DELETE FROM notification_quiet WHERE person_id = ?");
  const newest = notifications<[]>("ORDER BY id DESC LIMIT 1");

  return {
    get: findings<[key: string]>("WHERE key = ?").get,
    open: telling(
      database.command<Omit<Finding, "closedAt">>(
        `INSERT INTO findings (key, kind, entity_ids, since, opened_at, stage, detail) VALUES (@key, @kind, @entityIds, @since, @openedAt, @stage, @detail)
         ON CONFLICT (key) DO UPDATE SET entity_ids = excluded.entity_ids, since = excluded.since, opened_at = excluded.opened_at,
           stage = excluded.stage, detail = excluded.detail, closed_at = NULL`,
      ),
    ),
    /** It is worse, or about more. */
    worsen: telling(
      database.command<Pick<Finding, "key" | "entityIds" | "stage">>(
        "UPDATE findings SET entity_ids = @entityIds, stage = @stage WHERE key = @key",
      ),
    ),
    close: telling((key: string, at: number) => close(at, key)),
    /** It is so again, as if it had not been over. */
    reopen: telling(database.command<[key: string]>("UPDATE findings SET closed_at = NULL WHERE key = ?")),
    openNow: findings<[]>("WHERE closed_at IS NULL ORDER BY opened_at").all,
    /** Writes down what was made of a finding for a person. */
    note(row: NewNotification): number {
      insert(row);
      database.afterCommit(onChange);
      return newest.get()?.id ?? 0;
    },
    notification: notifications<[id: number]>("WHERE id = ?").get,
    answered: database.command<[id: number]>("UPDATE notifications SET is_answered = 1 WHERE id = ?"),
    /** What people were told of a finding since a time, the last in front. */
    toldSinceOf: notifications<[key: string, since: number]>("WHERE key = ? AND status = 'told' AND at >= ? ORDER BY id DESC").all,
    /** Whether anything was made of a finding since a time, for anybody. */
    isNoted: (key: string, since: number): boolean => noted.get(key, since) !== undefined,
    /** What a person was told since a time, of a level. */
    toldSince: database.values<[personId: string, level: string, since: number], number>(
      "SELECT count(*) FROM notifications WHERE person_id = ? AND level = ? AND status = 'told' AND at >= ?",
    ).get,
    /** How often a person was told of the same since a time. */
    toldOf: database.values<[personId: string, key: string, since: number], number>(
      "SELECT count(*) FROM notifications WHERE person_id = ? AND key = ? AND status = 'told' AND at >= ?",
    ).get,
    /** The last that was made of a finding for a person since a time. */
    lastOf: notifications<[personId: string, key: string, since: number]>(
      "WHERE person_id = ? AND key = ? AND at >= ? ORDER BY id DESC LIMIT 1",
    ).get,
    /** What was found and is over again since a time. */
    closedSince: findings<[since: number]>("WHERE closed_at >= ? ORDER BY closed_at").all,
    /** What was made of findings for a person, the newest first. */
    toldTo: notifications<[personId: string, limit: number]>("WHERE person_id = ? ORDER BY id DESC LIMIT ?").all,
    /** How often a person was told of a kind since a time. */
    toldOfKind: database.values<[personId: string, kind: string, since: number], number>(
      "SELECT count(*) FROM notifications WHERE person_id = ? AND kind = ? AND status = 'told' AND at >= ?",
    ).get,
    heldFor: notifications<[personId: string]>("WHERE person_id = ? AND status = 'held' ORDER BY id").all,
    settle: telling(database.command<[status: NotificationRow["status"], id: number]>("UPDATE notifications SET status = ? WHERE id = ?")),
    preferences: database.query<[personId: string], Preference>(
      "SELECT subject, factor FROM notification_preferences WHERE person_id = ? ORDER BY subject",
    ).all,
    prefer: telling(
      database.command<[personId: string, subject: string, factor: number]>(
        `INSERT INTO notification_preferences (person_id, subject, factor) VALUES (?, ?, ?)
         ON CONFLICT (person_id, subject) DO UPDATE SET factor = excluded.factor`,
      ),
    ),
    /** A choice of a person holds no more. */
    unprefer: telling(
      database.command<[personId: string, subject: string]>("DELETE FROM notification_preferences WHERE person_id = ? AND subject = ?"),
    ),
    /** Until when a person wants to hear of danger only (ms), and be it over. */
    quietUntil: (personId: string): number => quiet.get(personId) ?? 0,
    beQuiet: telling(
      database.command<[personId: string, until: number]>(
        "INSERT INTO notification_quiet (person_id, until) VALUES (?, ?) ON CONFLICT (person_id) DO UPDATE SET until = excluded.until",
      ),
    ),
    endQuiet: telling(endQuiet),
    reset: telling((personId: string) => {
      forget(personId);
      endQuiet(personId);
    }),
  };
}
