import type { Hono } from "hono";
import { z } from "zod";
import type { DirectAnswer } from "../../../agent/approvals/approval-press.ts";
import { explainedOf } from "../../../agent/commands/command-why.ts";
import type { Person, PressReply } from "../../../agent/turn.ts";
import { createPhrases, quotable } from "../../../agent/wording/phrases.ts";
import type { Home } from "../../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../../languages/catalogue.ts";
import { isOwnerDecision, OWNER_DECISIONS } from "../../../security/effects/action-facts.ts";
import type { AuditLog } from "../../../storage/audit/audit.ts";
import { type Approval, type ApprovalStore, leavingTexts } from "../../../storage/turns/approvals.ts";
import type { OutboxStore } from "../../../storage/turns/outbox.ts";
import { bodyOf, type ConsoleEnv, listed, partOf } from "../asked.ts";
import { plainOf } from "../rendering.ts";
import type { ApprovalItem, Pressed } from "../wire.ts";

export interface ApprovalPorts {
  readonly approvals: {
    readonly approvals: Pick<ApprovalStore, "open">;
    readonly outbox: Pick<OutboxStore, "messagesOfApproval">;
    readonly audit: Pick<AuditLog, "decisions">;
  };
  readonly home: Pick<Home, "find">;
  readonly decide: (answer: DirectAnswer) => PressReply;
  readonly timeoutMs: number;
  readonly now: () => number;
}

const MOST_DECISIONS = 50;

const answerForm = z.strictObject({
  choice: z.enum(["yes", "no", ...OWNER_DECISIONS]),
  actions: z.array(z.string().max(100)).min(1).max(100).optional(),
  pin: z.string().max(100).optional(),
});

/** Open questions, wherever they were asked: those that a person asked or may answer, for an owner all. Who may answer is decided where presses are. */
export function routeApprovals(app: Hono<ConsoleEnv>, { approvals: stores, home, decide, timeoutMs, now }: ApprovalPorts): void {
  const { approvals, outbox, audit } = stores;

  app.get("/approvals", (context) => {
    const { id, role } = context.var.person;
    const shown = approvals
      .open()
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now())
      .filter(({ personId, answerers }) => role === "owner" || personId === id || answerers.includes(id));
    return context.json(listed(partOf(context, shown.toReversed()), (approval) => itemOf(approval, context.var.person)));
  });

  app.post("/approvals/:id", async (context) => {
    const { choice, actions, pin } = await bodyOf(context, answerForm);
    const wanted = isOwnerDecision(choice) ? choice : choice === "no" ? [] : (actions ?? "all");
    const answer: Pressed = decide({ approvalId: context.req.param("id"), person: context.var.person, choice: wanted, pin, at: now() });
    return context.json(answer);
  });

  function itemOf(approval: Approval, { id: viewerId, language }: Person): ApprovalItem {
    const { id, turnId, question, createdAt: askedAt, expiresAt, answerers, votes, pinNeeded } = approval;
    const catalogue = catalogueFor(language);
    const phrases = createPhrases({ home, catalogue });
    const decisions = new Map(audit.decisions({ turnId, limit: MOST_DECISIONS }).map((decision) => [decision.actionId, decision]));
    const texts = new Map(leavingTexts(approval).map(({ actionId, text }) => [actionId, text]));
    const mayAnswer =
      answerers.includes(viewerId) && votes.every(({ personId }) => personId !== viewerId) && outbox.messagesOfApproval(id).length > 0;
    return {
      ...{ id, askedAt, mayAnswer },
      needsPin: pinNeeded && mayAnswer,
      decides: mayAnswer && approval.actions.some(({ undecided = [] }) => undecided.length > 0),
      question: plainOf(question),
      // its time runs from when it was shown
      expiresAt: expiresAt ?? now() + timeoutMs,
      actions: approval.actions.map((action) => {
        const leaving = texts.get(action.actionId);
        const decision = leaving === undefined ? decisions.get(action.actionId) : undefined;
        const reasons = decision ? reasonsIn(explainedOf(decision).explained.reasons, catalogue) : [];
        return { id: action.actionId, text: plainOf(leaving === undefined ? phrases.action(action) : quotable(leaving)), reasons };
      }),
    };
  }
}

/** Those that need more than their own words stand in the question. */
function reasonsIn(reasons: readonly string[], catalogue: Catalogue): readonly string[] {
  return reasons
    .flatMap((reason) => catalogue.find(`why.${reason}`) ?? [])
    .filter((text) => !text.includes("{"))
    .map(plainOf);
}
