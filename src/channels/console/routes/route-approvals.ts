import type { Hono } from "hono";
import { z } from "zod";
import type { DirectAnswer } from "../../../agent/approvals/approval-press.ts";
import type { ApprovalView, ShownApproval } from "../../../agent/commands/views/turn-view.ts";
import type { PressReply } from "../../../agent/turn.ts";
import { isOwnerDecision, OWNER_DECISIONS } from "../../../security/effects/action-facts.ts";
import { bodyOf, type ConsoleEnv, listed, partOf } from "../asked.ts";
import { plainOf } from "../rendering.ts";
import type { ApprovalItem, Pressed } from "../wire.ts";

export interface ApprovalPorts {
  readonly approvals: ApprovalView;
  readonly decide: (answer: DirectAnswer) => PressReply;
  readonly timeoutMs: number;
  readonly now: () => number;
}

const answerForm = z.strictObject({
  choice: z.enum(["yes", "no", ...OWNER_DECISIONS]),
  actions: z.array(z.string().max(100)).min(1).max(100).optional(),
  pin: z.string().max(100).optional(),
});

/** Questions that are open, wherever they were asked, and answers to them. Who may answer is decided where presses are. */
export function routeApprovals(app: Hono<ConsoleEnv>, { approvals, decide, timeoutMs, now }: ApprovalPorts): void {
  app.get("/approvals", (context) => {
    const page = partOf(context, approvals(context.var.person));
    return context.json(listed(page, itemOf));
  });

  app.post("/approvals/:id", async (context) => {
    const { choice, actions, pin } = await bodyOf(context, answerForm);
    const wanted = isOwnerDecision(choice) ? choice : choice === "no" ? [] : (actions ?? "all");
    const answer: Pressed = decide({ approvalId: context.req.param("id"), person: context.var.person, choice: wanted, pin, at: now() });
    return context.json(answer);
  });

  function itemOf({ id, question, askedAt, expiresAt, actions, mayAnswer, needsPin, decides }: ShownApproval): ApprovalItem {
    return {
      id,
      askedAt,
      mayAnswer,
      needsPin,
      decides,
      question: plainOf(question),
      // its time runs from when it was shown
      expiresAt: expiresAt ?? now() + timeoutMs,
      actions: actions.map((action) => ({ id: action.id, text: plainOf(action.text), reasons: action.reasons.map(plainOf) })),
    };
  }
}
