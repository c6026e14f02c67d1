/** SQL for a receipt without what people or devices wrote: data, attributes and the error go, outcomes and context stay. */
export function receiptWithoutTexts(receipt: "receipt" | "OLD.receipt"): string {
  return `json_set(json_remove(${receipt}, '$.error'), '$.data', json('{}'), '$.targets',
    json((SELECT json_group_array(json_remove(json_set(value, '$.observed', json('{}')), '$.before')) FROM json_each(${receipt}, '$.targets'))))`;
}

/** An action ends once; later its texts may go. */
export const ACTIONS_STAY = `CREATE TRIGGER actions_stay BEFORE UPDATE ON actions WHEN NOT (
    (NEW.id, NEW.turn_id, NEW.approval_id, NEW.service, NEW.entity_ids, NEW.hash, NEW.effects, NEW.fingerprint, NEW.proposed_by, NEW.rule, NEW.started_at)
    IS (OLD.id, OLD.turn_id, OLD.approval_id, OLD.service, OLD.entity_ids, OLD.hash, OLD.effects, OLD.fingerprint, OLD.proposed_by, OLD.rule, OLD.started_at)
    AND (
      OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL AND NEW.data IS OLD.data
      OR (NEW.ended_at, NEW.context_id) IS (OLD.ended_at, OLD.context_id) AND NEW.data = '{}' AND NEW.receipt IS ${receiptWithoutTexts("OLD.receipt")}))
  BEGIN SELECT RAISE(ABORT, 'an action ends once and is not changed, only its texts are erased'); END;`;

/** Part of the first migration: the audit log. Its triggers guard against our own mistakes; against others stands the chain, which shows a change. */
export const AUDIT_SCHEMA = `
  -- The three pruned_ columns are an anchor's: the last row that it stands for, that row's chain, and the time before which all was removed.
  CREATE TABLE audit_log (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('decided','asked','answered','expired','withdrawn','started','ended','anchor')),
    turn_id TEXT,
    person_id TEXT,
    approval_id TEXT,
    action_id TEXT,
    service TEXT,
    entity_ids TEXT,
    effects TEXT,
    outcome TEXT,
    rule TEXT,
    pruned_to INTEGER,
    pruned_chain BLOB,
    pruned_before INTEGER,
    detail TEXT,
    salt BLOB,
    detail_digest BLOB,
    digest BLOB NOT NULL,
    chain BLOB NOT NULL,
    CHECK ((kind = 'anchor') = (pruned_to IS NOT NULL AND pruned_chain IS NOT NULL AND pruned_before IS NOT NULL))
  ) STRICT;
  CREATE INDEX audit_texts ON audit_log (turn_id, kind) WHERE detail IS NOT NULL;
  CREATE INDEX audit_decided ON audit_log (turn_id) WHERE kind = 'decided';
  CREATE INDEX audit_anchors ON audit_log (pruned_to, pruned_before) WHERE kind = 'anchor';

  -- The last row: without it, rows cut off at the end would not be missed.
  CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seq INTEGER NOT NULL,
    chain BLOB NOT NULL
  ) STRICT;
  INSERT INTO audit_head (id, seq, chain) VALUES (1, 0, zeroblob(32));

  CREATE TRIGGER audit_log_grows_at_its_end BEFORE INSERT ON audit_log WHEN NEW.seq IS NOT (SELECT seq + 1 FROM audit_head)
  BEGIN SELECT RAISE(ABORT, 'audit_log grows at its end only'); END;
  CREATE TRIGGER audit_anchor_is_true BEFORE INSERT ON audit_log
    WHEN NEW.kind = 'anchor' AND NOT EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.pruned_to AND chain = NEW.pruned_chain)
  BEGIN SELECT RAISE(ABORT, 'an anchor stands for a row of audit_log'); END;
  CREATE TRIGGER audit_head_follows AFTER INSERT ON audit_log
  BEGIN UPDATE audit_head SET seq = NEW.seq, chain = NEW.chain; END;
  CREATE TRIGGER audit_log_stays BEFORE UPDATE ON audit_log WHEN NOT (
    NEW.detail IS NULL AND NEW.salt IS NULL
    AND (NEW.seq, NEW.at, NEW.kind, NEW.turn_id, NEW.person_id, NEW.approval_id, NEW.action_id, NEW.service, NEW.entity_ids, NEW.effects,
      NEW.outcome, NEW.rule, NEW.pruned_to, NEW.pruned_chain, NEW.pruned_before, NEW.detail_digest, NEW.digest, NEW.chain)
    IS (OLD.seq, OLD.at, OLD.kind, OLD.turn_id, OLD.person_id, OLD.approval_id, OLD.action_id, OLD.service, OLD.entity_ids, OLD.effects,
      OLD.outcome, OLD.rule, OLD.pruned_to, OLD.pruned_chain, OLD.pruned_before, OLD.detail_digest, OLD.digest, OLD.chain))
  BEGIN SELECT RAISE(ABORT, 'audit_log is not changed, only its texts are erased'); END;
  CREATE TRIGGER audit_log_is_kept BEFORE DELETE ON audit_log
    WHEN OLD.seq > coalesce((SELECT max(pruned_to) FROM audit_log WHERE kind = 'anchor'), 0)
  BEGIN SELECT RAISE(ABORT, 'audit_log loses only what an anchor stands for'); END;
  CREATE TRIGGER audit_head_is_the_last_row BEFORE UPDATE ON audit_head
    WHEN NOT EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq AND chain = NEW.chain AND seq = OLD.seq + 1)
  BEGIN SELECT RAISE(ABORT, 'audit_head follows audit_log'); END;
  CREATE TRIGGER audit_head_is_one BEFORE INSERT ON audit_head
  BEGIN SELECT RAISE(ABORT, 'audit_head follows audit_log'); END;
  CREATE TRIGGER audit_head_is_kept BEFORE DELETE ON audit_head
  BEGIN SELECT RAISE(ABORT, 'audit_head follows audit_log'); END;

  -- A second use of an id does nothing, also as INSERT OR REPLACE, which no trigger on DELETE sees.
  CREATE TRIGGER actions_are_used_once BEFORE INSERT ON actions WHEN EXISTS (SELECT 1 FROM actions WHERE id = NEW.id)
  BEGIN SELECT RAISE(IGNORE); END;
  ${ACTIONS_STAY}
  CREATE TRIGGER actions_are_kept BEFORE DELETE ON actions
    WHEN OLD.started_at >= coalesce((SELECT max(pruned_before) FROM audit_log WHERE kind = 'anchor'), 0)
  BEGIN SELECT RAISE(ABORT, 'actions go only when their time is over'); END;

  CREATE TRIGGER approvals_are_asked_once BEFORE INSERT ON approvals WHEN EXISTS (SELECT 1 FROM approvals WHERE id = NEW.id)
  BEGIN SELECT RAISE(ABORT, 'an approval is asked once'); END;
  CREATE TRIGGER approvals_stay BEFORE UPDATE ON approvals WHEN NOT (
    (NEW.id, NEW.turn_id, NEW.interrupt_id, NEW.person_id, NEW.channel, NEW.bot, NEW.chat_id, NEW.answerers, NEW.people_needed, NEW.pin_needed, NEW.created_at)
    IS (OLD.id, OLD.turn_id, OLD.interrupt_id, OLD.person_id, OLD.channel, OLD.bot, OLD.chat_id, OLD.answerers, OLD.people_needed, OLD.pin_needed, OLD.created_at)
    AND (
      OLD.status = 'open' AND (NEW.question, NEW.actions) IS (OLD.question, OLD.actions)
        AND (OLD.expires_at IS NULL OR NEW.expires_at IS OLD.expires_at)
      OR OLD.status <> 'open' AND NEW.question = '' AND NEW.actions = '[]' AND (NEW.status, NEW.expires_at, NEW.answers, NEW.decided_by, NEW.decided_at)
        IS (OLD.status, OLD.expires_at, OLD.answers, OLD.decided_by, OLD.decided_at)))
  BEGIN SELECT RAISE(ABORT, 'an approval is decided once and is not changed, only its texts are erased'); END;
  CREATE TRIGGER approvals_are_kept BEFORE DELETE ON approvals
    WHEN OLD.created_at >= coalesce((SELECT max(pruned_before) FROM audit_log WHERE kind = 'anchor'), 0)
  BEGIN SELECT RAISE(ABORT, 'approvals go only when their time is over'); END;

  CREATE TRIGGER votes_are_for_open_approvals BEFORE INSERT ON approval_votes
    WHEN (SELECT status FROM approvals WHERE id = NEW.approval_id) IS NOT 'open'
      OR EXISTS (SELECT 1 FROM approval_votes WHERE approval_id = NEW.approval_id AND person_id = NEW.person_id)
  BEGIN SELECT RAISE(IGNORE); END;
  CREATE TRIGGER votes_stay BEFORE UPDATE ON approval_votes
  BEGIN SELECT RAISE(ABORT, 'a vote is not changed'); END;
  CREATE TRIGGER votes_are_kept BEFORE DELETE ON approval_votes WHEN EXISTS (SELECT 1 FROM approvals WHERE id = OLD.approval_id)
  BEGIN SELECT RAISE(ABORT, 'a vote goes only with its approval'); END;
`;
