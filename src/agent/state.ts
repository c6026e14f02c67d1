import type { BaseMessage } from "@langchain/core/messages";
import { Annotation } from "@langchain/langgraph";
import type { Receipt } from "../homeassistant/receipts.ts";
import type { StateQuestion } from "../homeassistant/recogniser.ts";
import type { CallProblem, ResolvedCall, ServiceCall } from "../homeassistant/services.ts";
import type { ModelProblem } from "../models/models.ts";
import type { Origin } from "../security/origin.ts";
import type { Role } from "../security/policy.ts";
import type { ToolAnswer } from "./toolbox.ts";

/** What a run knows of its turn from the start; kept in the checkpoint. */
export interface TurnInput {
  readonly turnId: string;
  readonly sessionId: string;
  readonly channel: string;
  readonly text: string;
  /** Of the text: it stays what it is, whatever the turn reads. */
  readonly origin: Origin;
  readonly personId: string;
  readonly personName: string;
  readonly role: Role;
  readonly language: string;
  readonly isPrivate: boolean;
  /** The message of ours that this one replies to. */
  readonly replyText: string | undefined;
}

/** A step's call, from the model or the recogniser. `id` is ours and stays the same when a node runs again. */
export type PendingCall =
  | { readonly kind: "act"; readonly id: string; readonly toolCallId: string | undefined; readonly call: ServiceCall }
  | { readonly kind: "read"; readonly id: string; readonly toolCallId: string; readonly tool: string; readonly args: unknown }
  | { readonly kind: "invalid"; readonly id: string; readonly toolCallId: string; readonly tool: string; readonly result: ToolAnswer };

/** What the gate made of an action. */
export type GateDecision =
  | {
      readonly kind: "go";
      readonly id: string;
      readonly toolCallId: string | undefined;
      readonly call: ResolvedCall;
      readonly approvalId: string | undefined;
      readonly approvedHash: string | undefined;
    }
  | {
      /** Waits for a person's yes to exactly this call. */
      readonly kind: "ask";
      readonly id: string;
      readonly toolCallId: string | undefined;
      readonly call: ResolvedCall;
      readonly rule: string;
      readonly hash: string;
    }
  | {
      readonly kind: "declined" | "denied";
      readonly id: string;
      readonly toolCallId: string | undefined;
      readonly call: ResolvedCall;
      readonly rule: string;
    }
  | {
      readonly kind: "problem";
      readonly id: string;
      readonly toolCallId: string | undefined;
      readonly service: string;
      readonly problem: CallProblem;
    };

/** What came of a call, in the order in which things ended. */
export type StepResult =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  | { readonly kind: "read"; readonly tool: string; readonly ok: boolean; readonly hidden: number; readonly origin: Origin }
  | { readonly kind: "declined" | "denied"; readonly call: ResolvedCall; readonly rule: string }
  | { readonly kind: "problem"; readonly service: string; readonly problem: CallProblem };

/** The question of a gate, as the interrupt carries it to the runner. */
export interface ApprovalRequest {
  readonly actions: readonly { readonly actionId: string; readonly hash: string; readonly rule: string; readonly call: ResolvedCall }[];
}

/** What the runner resumes the gate with. */
export interface ApprovalAnswer {
  readonly approvalId: string;
  /** Action ids that got a yes. */
  readonly approved: readonly string[];
}

const replace = <Value>(initial: () => Value) => Annotation<Value>({ reducer: (_, next) => next, default: initial });

export const TurnState = Annotation.Root({
  turn: Annotation<TurnInput>,
  path: replace<"recogniser" | "model">(() => "model"),
  messages: Annotation<BaseMessage[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  calls: replace<readonly PendingCall[]>(() => []),
  questions: replace<readonly StateQuestion[]>(() => []),
  decisions: replace<readonly GateDecision[]>(() => []),
  results: Annotation<readonly StepResult[]>({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  rounds: replace<number>(() => 0),
  /** How often the model was told to mend its answer: broken tool calls, claims without a receipt. */
  mended: replace<{ readonly calls: number; readonly claims: number }>(() => ({ calls: 0, claims: 0 })),
  failure: replace<ModelProblem | undefined>(() => undefined),
  model: replace<string | undefined>(() => undefined),
  /** The last answer ran into the model's limit. */
  truncated: replace<boolean>(() => false),
  /** The worst origin of what the prompt holds. */
  origin: replace<Origin>(() => "person"),
  /** Things of that name that are hidden from the assistant, when nothing else of the home fits the question. */
  hidden: replace<number>(() => 0),
  answer: replace<string | undefined>(() => undefined),
});

export type TurnStateValues = typeof TurnState.State;
