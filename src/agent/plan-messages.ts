import type { Receipt } from "../homeassistant/acting/acting.ts";
import type { Approval } from "../storage/turns/approvals.ts";
import { EDIT_EVERY_MS } from "./live-messages.ts";
import type { StepResult } from "./state.ts";
import type { Timing, TurnStores } from "./stores.ts";

/** Before each step of a plan, and a space: how it went. `left`: nobody wants it any more, or it was never begun. */
const MARKS = { done: "✓", failed: "✗", unknown: "?", open: "…", left: "–" } as const;

type Mark = keyof typeof MARKS;

interface PlanMessagesDependencies extends Pick<TurnStores, "approvals" | "outbox" | "actions">, Timing {}

export type PlanMessages = ReturnType<typeof createPlanMessages>;

/** The question about a plan, once it got a yes: the same message shows how far each step is, in every chat that shows it. */
export function createPlanMessages({ approvals, outbox, actions, clock, later, logger }: PlanMessagesDependencies) {
  /** Shows what is known now; `isOver`: nothing more is done. `at` orders it among what else is said. What the ledger knows is taken from there. Joins the open transaction. */
  function show(turnId: string, results: readonly StepResult[], { isOver = false, at = clock() } = {}): void {
    const plans = approvals.allOfTurn(turnId).filter(isAtWork);
    if (plans.length === 0) return;
    const receipts = (actions.receipts(turnId) as readonly Receipt[]).map(
      (receipt) => [receipt.actionId, markOf({ kind: "receipt", receipt })] as const,
    );
    const unfinished = isOver ? actions.unfinished(turnId).map(({ id }) => [id, "unknown"] as const) : [];
    const marks = new Map<string, Mark>([...unfinished, ...receipts, ...results.map((result) => [result.id, markOf(result)] as const)]);
    for (const { id, steps } of plans) {
      for (const { text: question, messageId: editMessageId, channel, bot, chatId } of outbox.messagesOfApproval(id)) {
        const shown = outbox.newestText(turnId, editMessageId) ?? question;
        const lines = shown.split("\n").map((line) => {
          const step = steps.find(({ text }) => line.slice(2) === text);
          return step ? lineOf(step.text, marks.get(step.actionId) ?? (isOver ? "left" : "open")) : line;
        });
        const text = lines.join("\n");
        if (text !== shown) outbox.add({ channel, bot, chatId, turnId, kind: "edit", text, origin: "home", editMessageId, at });
      }
    }
  }

  return {
    show,
    /** Shows steps as they end, so often as a chat takes edits. */
    follow(turnId: string) {
      const results: StepResult[] = [];
      let timer: Disposable | undefined;
      const showNewest = () => {
        timer = undefined;
        try {
          show(turnId, results);
        } catch (error) {
          logger.warn({ err: error, turn: turnId }, "how far a plan is could not be shown");
        }
      };
      return {
        ended(result: StepResult): void {
          results.push(result);
          timer ??= later(EDIT_EVERY_MS, showNewest);
        },
        [Symbol.dispose]: () => timer?.[Symbol.dispose](),
      };
    },
  };
}

/** The message of a plan that has just got its yes. `asked` is the question as it stands in that chat, `outcome` who said yes. */
export function planText({ question, actions, steps }: Approval, approved: readonly string[], asked: string, outcome: string): string {
  const before = asked.slice(0, asked.length - question.length).trim();
  const isLeft = (id: string) => actions.some(({ actionId }) => actionId === id) && !approved.includes(id);
  const lines = steps.map(({ actionId, text }) => lineOf(text, isLeft(actionId) ? "left" : "open"));
  return [...(before === "" ? [] : [before]), ...lines, "", outcome].join("\n");
}

function isAtWork({ steps, approved = [] }: Approval): boolean {
  return steps.length > 0 && approved.length > 0;
}

function lineOf(text: string, mark: Mark): string {
  return `${MARKS[mark]} ${text}`;
}

function markOf(result: StepResult | { readonly kind: "receipt"; readonly receipt: Receipt }): Mark {
  switch (result.kind) {
    case "receipt": {
      const outcomes = new Set(result.receipt.targets.map(({ outcome }) => outcome));
      if (outcomes.has("failed") || outcomes.has("no-change")) return "failed";
      if (outcomes.has("unknown")) return "unknown";
      return outcomes.has("started") ? "open" : "done";
    }
    case "planned":
      return result.isFull ? "failed" : "done";
    case "declined":
      return "left";
    case "read":
      return "done";
    default:
      return "failed";
  }
}
