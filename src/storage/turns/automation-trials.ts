import type { AssistantDatabase } from "../database.ts";

/** An automation of ours that runs for a while before its person decides about it. Times are ms since the epoch. */
export interface AutomationTrial {
  /** The automation's in Home Assistant. */
  readonly id: string;
  readonly personId: string;
  /** The message that made it last; undefined once that is forgotten. */
  readonly turnId: string | undefined;
  readonly endsAt: number;
  /** Its last run that was counted. */
  readonly ranAt: number;
  /** When its person was last told of a run. */
  readonly toldAt: number;
  readonly runs: number;
}

export type AutomationTrialStore = ReturnType<typeof createAutomationTrialStore>;

/** Trials that are not over. Writes join an open transaction. */
export function createAutomationTrialStore({ database }: { database: AssistantDatabase }) {
  const trials = <Parameters extends unknown[]>(rest: string) =>
    database.query<Parameters, AutomationTrial>(
      `SELECT id, person_id, ends_at, ran_at, told_at, runs,
         (SELECT turn_id FROM automations WHERE automations.id = automation_trials.id ORDER BY version DESC LIMIT 1) AS turn_id
       FROM automation_trials ${rest}`,
    );
  const begin = database.command<Pick<AutomationTrial, "id" | "personId" | "endsAt">>(
    "INSERT OR REPLACE INTO automation_trials (id, person_id, ends_at, ran_at, told_at, runs) VALUES (@id, @personId, @endsAt, 0, 0, 0)",
  );
  const ran = database.command<Pick<AutomationTrial, "id" | "ranAt" | "toldAt">>(
    "UPDATE automation_trials SET runs = runs + 1, ran_at = @ranAt, told_at = @toldAt WHERE id = @id",
  );
  const stop = database.command<[at: number, id: string, at: number]>(
    "UPDATE automation_trials SET ends_at = ? WHERE id = ? AND ends_at > ?",
  );
  const drop = database.command<[id: string]>("DELETE FROM automation_trials WHERE id = ?");
  return {
    all: trials<[]>("ORDER BY id").all,
    get: trials<[id: string]>("WHERE id = ?").get,
    begin: (trial: Pick<AutomationTrial, "id" | "personId" | "endsAt">): void => void begin(trial),
    /** One more run. */
    ran: (run: Pick<AutomationTrial, "id" | "ranAt" | "toldAt">): void => void ran(run),
    /** It ends now; false if it did already. */
    stop: (id: string, at: number): boolean => stop(at, id, at) === 1,
    drop: (id: string): void => void drop(id),
  };
}
