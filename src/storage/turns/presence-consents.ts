import type { AssistantDatabase } from "../database.ts";

/** A question that nobody answers for so long gets no answer any more (the product's bound). */
export const QUESTION_HOLDS_MS = 24 * 3_600_000;

/** Whether somebody may be told when another comes and goes. */
export interface PresenceConsent {
  readonly id: number;
  readonly watcherId: string;
  readonly watchedId: string;
  /** The plan that it was asked for; undefined for a standing one. */
  readonly scheduleId: number | undefined;
  readonly status: "asked" | "once" | "always" | "no";
}

export type PresenceConsentStore = ReturnType<typeof createPresenceConsentStore>;

/** Who let whom be told when they come and go: asked in their own chat, kept until it is taken back. Writes join an open transaction. */
export function createPresenceConsentStore({ database, onChange = () => {} }: { database: AssistantDatabase; onChange?: () => void }) {
  const rows = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, PresenceConsent>(`SELECT id, watcher_id, watched_id, schedule_id, status FROM presence_consents ${rest}`);
  const of = rows<[watcherId: string, watchedId: string, scheduleId: number | undefined]>(
    "WHERE watcher_id = ? AND watched_id = ? AND (status = 'always' OR schedule_id = ?) ORDER BY status = 'always' DESC LIMIT 1",
  );
  const ask = database.command<Pick<PresenceConsent, "watcherId" | "watchedId"> & { readonly scheduleId: number; readonly at: number }>(
    `INSERT INTO presence_consents (watcher_id, watched_id, schedule_id, status, at) VALUES (@watcherId, @watchedId, @scheduleId, 'asked', @at)
     ON CONFLICT DO NOTHING`,
  );
  // a standing one is for no plan in particular: it stays when that goes
  const answer = database.command<{ id: number; status: "once" | "always" | "no"; at: number }>(
    `UPDATE presence_consents SET status = @status, at = @at, schedule_id = iif(@status = 'always', NULL, schedule_id)
     WHERE id = @id AND status = 'asked'`,
  );
  const dropAsked = database.command<[id: number]>(
    `DELETE FROM presence_consents WHERE status = 'asked'
       AND (watcher_id, watched_id) = (SELECT watcher_id, watched_id FROM presence_consents WHERE id = ?)`,
  );
  const expired = rows<[askedUntil: number]>("WHERE status = 'asked' AND at <= ? ORDER BY id").all;
  const drop = database.command<[id: number]>("DELETE FROM presence_consents WHERE id = ?");
  const revoke = database.command<[id: number, watchedId: string]>("DELETE FROM presence_consents WHERE id = ? AND watched_id = ?");
  return {
    get: rows<[id: number]>("WHERE id = ?").get,
    /** What holds for a plan of one person about another; without a plan what holds for good. */
    of: of.get,
    /** What somebody lets others know, until they take it back. */
    standingOf: rows<[watchedId: string]>("WHERE watched_id = ? AND status = 'always' ORDER BY id").all,
    refusedSince: database.values<[watcherId: string, watchedId: string, since: number], 1>(
      "SELECT 1 FROM presence_consents WHERE watcher_id = ? AND watched_id = ? AND status = 'no' AND at >= ? LIMIT 1",
    ).get,
    ask(watcherId: string, watchedId: string, scheduleId: number, at: number): PresenceConsent | undefined {
      database.afterCommit(onChange);
      ask({ watcherId, watchedId, scheduleId, at });
      return of.get(watcherId, watchedId, scheduleId);
    },
    /** Questions that nobody answered in time. */
    expired: (now: number): readonly PresenceConsent[] => expired(now - QUESTION_HOLDS_MS),
    /** It is no question any more. */
    drop: (id: number): void => void drop(id),
    /** False if it was answered before. */
    answer(id: number, status: "once" | "always" | "no", at: number): boolean {
      return database.transaction(() => {
        database.afterCommit(onChange);
        if (answer({ id, status, at }) === 0) return false;
        // a standing one answers what is asked for other plans, too: these do not expire
        if (status === "always") dropAsked(id);
        return true;
      });
    },
    /** False where it is not theirs. */
    revoke: (id: number, watchedId: string): boolean => revoke(id, watchedId) === 1,
  };
}
