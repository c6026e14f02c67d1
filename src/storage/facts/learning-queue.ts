import type { Role } from "../../security/policy/policy-input.ts";
import type { OutsideText } from "../../security/provenance/outside-text.ts";
import { type Origin, worstOrigin } from "../../security/provenance/provenance.ts";
import type { AssistantDatabase } from "../database.ts";

/** A turn that waits to be learned from. */
export interface LearnableTurn {
  /** Of its row in the log. */
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
  /** How often it failed. */
  readonly attempts: number;
  /** Not before (ms). */
  readonly nextAt: number | undefined;
}

interface Row {
  readonly id: number;
  readonly turn_id: string;
  readonly person_id: string;
  readonly role: Role;
  readonly language: string;
  readonly text: string;
  readonly received_at: number;
  readonly origin: string;
  readonly outside: string | null;
  readonly attempts: number;
  readonly next_at: number | null;
}

export type LearningQueue = ReturnType<typeof createLearningQueue>;

/** The rows of the log of interactions that wait to be learned from; one worker takes them, in the order in which each person said them. */
export function createLearningQueue({ database }: { database: AssistantDatabase }) {
  const { sqlite } = database;
  // what a person cancelled, and what still waits for an answer, is not learned from
  const LEARNABLE = "log.learn_state = 'waiting' AND turns.erased = 0 AND turns.status IN ('answered','sent','expired','failed')";
  const first = sqlite.prepare<{ now: number }, Row>(
    `SELECT log.id, log.turn_id, log.person_id, people.role, people.language, turns.text, turns.received_at, log.origin, log.attempts, log.next_at,
       (SELECT outside FROM conversation_history WHERE turn_id = log.turn_id AND role = 'assistant' ORDER BY id LIMIT 1) AS outside
     FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id CROSS JOIN people ON people.id = log.person_id
     WHERE log.id IN (SELECT min(log.id) FROM interaction_log AS log CROSS JOIN turns ON turns.id = log.turn_id WHERE ${LEARNABLE} GROUP BY log.person_id)
     ORDER BY iif(coalesce(log.next_at, 0) <= @now, 0, log.next_at), log.id LIMIT 1`,
  );
  const done = sqlite.prepare<[number]>(
    "UPDATE interaction_log SET learn_state = 'done', next_at = NULL WHERE id = ? AND learn_state = 'waiting'",
  );
  const again = sqlite.prepare<[number, number]>(
    "UPDATE interaction_log SET attempts = attempts + 1, next_at = ? WHERE id = ? AND learn_state = 'waiting'",
  );
  const giveUp = sqlite.prepare<[number]>(
    "UPDATE interaction_log SET attempts = attempts + 1, next_at = NULL, learn_state = 'failed' WHERE id = ? AND learn_state = 'waiting'",
  );
  const dropOf = sqlite.prepare<[string]>(
    "UPDATE interaction_log SET learn_state = 'none' WHERE learn_state = 'waiting' AND person_id = ?",
  );
  const dropOfSession = sqlite.prepare<{ personId: string; sessionId: string }>(
    "UPDATE interaction_log SET learn_state = 'none' WHERE learn_state = 'waiting' AND person_id = @personId AND session_id = @sessionId",
  );
  const failed = sqlite.prepare<[], number>("SELECT count(*) FROM interaction_log WHERE learn_state = 'failed'").pluck();

  return {
    /**
     * What is to be learned from next: of each person what they said first, for what they said later may take its place; of those the one whose
     * time has come (ms), or comes soonest.
     */
    first(now: number): LearnableTurn | undefined {
      const row = first.get({ now });
      return row && toTurn(row);
    },
    /** Marks a row done and does `work`, in one commit; false, and nothing is done, if it waits no more: it was forgotten meanwhile. */
    finish: (id: number, work: () => void): boolean =>
      database.transaction(() => {
        const waits = done.run(id).changes === 1;
        if (waits) work();
        return waits;
      }),
    /** It failed and is tried again at that time (ms). */
    retry: (id: number, at: number): void => void again.run(at, id),
    /** It failed for good. */
    giveUp: (id: number): void => void giveUp.run(id),
    /** Nothing is learned any more of what a person has said so far; joins an open transaction. */
    dropOf: (personId: string): void => void dropOf.run(personId),
    /** Nothing is learned any more of what a person has said in that session so far; returns in how many messages. */
    dropOfSession: (personId: string, sessionId: string): number => dropOfSession.run({ personId, sessionId }).changes,
    /** Turns of the log that were given up. */
    givenUp: (): number => failed.get() ?? 0,
  };
}

function toTurn(row: Row): LearnableTurn {
  return {
    id: row.id,
    turnId: row.turn_id,
    personId: row.person_id,
    role: row.role,
    language: row.language,
    said: row.text,
    at: row.received_at,
    attempts: row.attempts,
    nextAt: row.next_at ?? undefined,
    origin: worstOrigin([row.origin]),
    outside: row.outside === null ? [] : (JSON.parse(row.outside) as OutsideText[]),
  };
}
