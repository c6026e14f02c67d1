import type { Role } from "../../security/policy/policy-input.ts";
import type { OutsideText } from "../../security/provenance/provenance.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import { type AssistantDatabase, json } from "../database.ts";

export interface LearnableTurn {
  readonly id: number;
  readonly turnId: string;
  readonly personId: string;
  readonly role: Role;
  /** The person's; BCP 47. */
  readonly language: string;
  /** What the person said, and nothing else. */
  readonly said: string;
  /** When it came, ms. */
  readonly at: number;
  /** The worst origin of what the turn was given or has read. */
  readonly origin: Origin;
  /** Texts from outside that it was given or has read, as far as they are kept. */
  readonly outside: readonly OutsideText[];
  readonly attempts: number;
  /** Not before (ms). */
  readonly nextAt: number | undefined;
}

export type LearningQueue = ReturnType<typeof createLearningQueue>;

/** The rows of the log of interactions that wait to be learned from; one worker takes them, in the order in which each person said them. */
export function createLearningQueue({ database }: { database: AssistantDatabase }) {
  // what a person cancelled, and what still waits for an answer, is not learned from
  const LEARNABLE = "log.learn_state = 'waiting' AND turns.erased = 0 AND turns.status IN ('answered','sent','expired','failed')";
  const first = database.query<{ now: number }, LearnableTurn>(
    `SELECT log.id, log.turn_id, log.person_id, people.role, people.language, turns.text AS said, turns.received_at AS at, log.origin,
       log.attempts, log.next_at,
       coalesce((SELECT outside FROM conversation_history WHERE turn_id = log.turn_id AND role = 'assistant' ORDER BY id LIMIT 1), '[]') AS outside
     FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id CROSS JOIN people ON people.id = log.person_id
     WHERE log.id IN (SELECT min(log.id) FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id WHERE ${LEARNABLE} GROUP BY log.person_id)
     ORDER BY iif(coalesce(log.next_at, 0) <= @now, 0, log.next_at), log.id LIMIT 1`,
    { outside: json },
  );
  const done = database.command<[number]>(
    "UPDATE interaction_log SET learn_state = 'done', next_at = NULL WHERE id = ? AND learn_state = 'waiting'",
  );
  const again = database.command<[number, number]>(
    "UPDATE interaction_log SET attempts = attempts + 1, next_at = ? WHERE id = ? AND learn_state = 'waiting'",
  );
  const dropOf = database.command<{ personId: string; sessionId: string | undefined }>(
    `UPDATE interaction_log SET learn_state = 'none' WHERE learn_state = 'waiting' AND person_id = @personId
       AND (@sessionId IS NULL OR session_id = @sessionId)`,
  );
  const failed = database.values<[], number>("SELECT count(*) FROM interaction_log WHERE learn_state = 'failed'");

  return {
    /** What to learn from next: each person's earliest message, for later ones may replace it; of these the one that is due first. */
    first(now: number): LearnableTurn | undefined {
      const turn = first.get({ now });
      return turn && { ...turn, origin: worstOrigin([turn.origin]) };
    },
    /** Marks a row done and does `work`, in one commit; false, and nothing is done, if it waits no more: it was forgotten meanwhile. */
    finish: (id: number, work: () => void): boolean =>
      database.transaction(() => {
        const waits = done(id) === 1;
        if (waits) work();
        return waits;
      }),
    retry: (id: number, at: number): void => void again(at, id),
    giveUp: database.command<[id: number]>(
      "UPDATE interaction_log SET attempts = attempts + 1, next_at = NULL, learn_state = 'failed' WHERE id = ? AND learn_state = 'waiting'",
    ),
    /** Nothing is learned any more of what a person has said so far, or in that session; in how many messages. Joins an open transaction. */
    dropOf: (personId: string, sessionId?: string): number => dropOf({ personId, sessionId }),
    givenUp: (): number => failed.get() ?? 0,
  };
}
