import type { RoutineDomain } from "../../security/routines/routine-changes.ts";
import { type AssistantDatabase, json } from "../database.ts";
import { FORGOTTEN } from "../texts.ts";

export interface NewAutomationVersion {
  /** The routine's in Home Assistant. */
  readonly id: string;
  readonly kind: RoutineDomain;
  readonly turnId: string;
  readonly personId: string;
  /** What was asked for, in the person's words. */
  readonly sentence: string;
  /** As it is meant: automations/intent.ts. */
  readonly automation: object;
  /** Of what is to be stored in Home Assistant; undefined for a removal. */
  readonly hash: string | undefined;
}

/** `draft`: proposed, and not known to be there. */
export interface AutomationVersion extends NewAutomationVersion {
  readonly version: number;
  readonly entityId: string | undefined;
  readonly status: "draft" | "saved" | "removed";
  /** ms since the epoch */
  readonly createdAt: number;
}

/** A question is answered within an hour; what came of a draft is known by then. */
const DRAFT_LIVES_MS = 86_400_000;

export type AutomationStore = ReturnType<typeof createAutomationStore>;

/** It is in Home Assistant, and nothing but whose it is is known here any more. */
export function isForgotten({ hash }: Pick<AutomationVersion, "hash">): boolean {
  return hash === FORGOTTEN;
}

/** Every version of the service's own automations, scripts and scenes. Writes join an open transaction. */
export function createAutomationStore({
  database,
  onSaved,
}: {
  readonly database: AssistantDatabase;
  /** Told of the entity of each automation that is saved, once that is on disk. */
  readonly onSaved?: (entityId: string) => void;
}) {
  const versions = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, AutomationVersion>(
      `SELECT id, kind, version, turn_id, person_id, sentence, automation, hash, entity_id, status, created_at FROM automations ${rest}`,
      { automation: json },
    );
  const current = versions<[id: string]>("WHERE id = ? AND status <> 'draft' ORDER BY version DESC LIMIT 1");
  const next = database.values<[string], number>("SELECT coalesce(max(version), 0) + 1 FROM automations WHERE id = ?");
  const insert = database.command<NewAutomationVersion & { readonly version: number; readonly at: number }>(
    `INSERT INTO automations (id, kind, version, turn_id, person_id, sentence, automation, hash, status, created_at)
     VALUES (@id, @kind, @version, @turnId, @personId, @sentence, @automation, @hash, 'draft', @at)`,
  );
  const reword = database.command<{ id: string; turnId: string; at: number }>(
    "UPDATE automations SET reworded_at = @at WHERE id = @id AND turn_id = @turnId AND status = 'draft'",
  );
  const prune = database.command<[number]>("DELETE FROM automations WHERE status = 'draft' AND created_at < ?");
  const settle = database.command<{ id: string; version: number; entityId: string | undefined }>(
    `UPDATE automations SET status = iif(hash IS NULL, 'removed', 'saved'), entity_id = coalesce(@entityId, entity_id)
     WHERE id = @id AND version = @version AND status = 'draft'`,
  );

  return {
    /** Keeps what is about to be asked about; its number. */
    draft(automation: NewAutomationVersion, at: number): number {
      return database.transaction(() => {
        prune(at - DRAFT_LIVES_MS);
        const version = next.get(automation.id) ?? 1;
        insert({ ...automation, version, at });
        return version;
      });
    },
    /** Its person wants another one in its place, and says next what it should be. */
    reword: (id: string, turnId: string, at: number): void => void reword({ id, turnId, at }),
    /** What a turn proposed whose person wants another in its place. */
    reworded: versions<[turnId: string]>("WHERE turn_id = ? AND status = 'draft' AND reworded_at IS NOT NULL ORDER BY version DESC LIMIT 1")
      .get,
    /** It is in Home Assistant now, or gone from there; once. */
    settle(version: Pick<AutomationVersion, "id" | "version" | "entityId">): boolean {
      const isSettled = settle(version) === 1;
      const { entityId } = version;
      if (isSettled && entityId?.startsWith("automation.")) database.afterCommit(() => onSaved?.(entityId));
      return isSettled;
    },
    /** What each automation came to last, in the order in which they were first made; those that were removed or forgotten too. */
    latest: versions<[]>(
      `WHERE status <> 'draft' AND version = (SELECT max(version) FROM automations AS other WHERE other.id = automations.id AND status <> 'draft')
       ORDER BY (SELECT min(created_at) FROM automations AS first WHERE first.id = automations.id), id`,
    ).all,
    /** What was saved of one, the newest first. */
    saved: versions<[id: string]>(`WHERE id = ? AND status = 'saved' AND hash <> '${FORGOTTEN}' ORDER BY version DESC`).all,
    /** The last version of one, whatever became of it; and of those that a turn proposed. */
    newest: versions<[id: string]>("WHERE id = ? ORDER BY version DESC LIMIT 1").get,
    ofTurn: versions<[turnId: string]>("WHERE turn_id = ? ORDER BY version DESC LIMIT 1").get,
    /** What is in Home Assistant of one; undefined for what was removed or forgotten. */
    current(id: string): AutomationVersion | undefined {
      const last = current.get(id);
      return last?.status === "saved" && !isForgotten(last) ? last : undefined;
    },
    /** Drafts of which it is not known what came of them. */
    drafts: versions<[]>("WHERE status = 'draft' ORDER BY created_at, id, version").all,
  };
}
