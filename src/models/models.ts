import type { AIMessage, BaseMessage } from "@langchain/core/messages";

/** A tool as a model sees it. `parameters` is a JSON Schema. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly messages: readonly BaseMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly signal: AbortSignal;
  /** JSON Schema of an object that the text is to be, given to the server to keep the model to it. Some servers do not: the answer is to be checked. */
  readonly answerSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Called with the whole visible text so far each time it grows; never with thinking or tool calls. */
  readonly onText?: (textSoFar: string) => void;
}

export interface ModelReply {
  /** Text and tool calls. Tool calls of a truncated answer are removed. */
  readonly message: AIMessage;
  /** `provider/model` that answered. */
  readonly model: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** The answer ran into the token limit. */
  readonly truncated: boolean;
  /** Tool calls whose arguments were no valid JSON, as the server sent them. */
  readonly malformedToolCalls: readonly string[];
}

/** Why no model answered, with what the person needs to mend it. Never holds a key. */
export type ModelProblem =
  | { readonly kind: "unreachable"; readonly model: string; readonly url: string }
  | { readonly kind: "not_pulled"; readonly model: string }
  | { readonly kind: "no_tools"; readonly model: string }
  | { readonly kind: "context_too_small"; readonly model: string; readonly numCtx: number | undefined }
  /** A person's message alone leaves no room for the answer; nobody was asked. */
  | { readonly kind: "message_too_long"; readonly model: string }
  | { readonly kind: "timeout"; readonly model: string; readonly seconds: number }
  | { readonly kind: "refused"; readonly model: string; readonly why: "key" | "rate" | "quota" }
  | { readonly kind: "failed"; readonly model: string; readonly status: number | undefined };

export class ModelError extends Error {
  override name = "ModelError";
  readonly problem: ModelProblem;

  constructor(problem: ModelProblem, options?: ErrorOptions) {
    super(`model ${problem.model}: ${problem.kind}`, options);
    this.problem = problem;
  }
}

export interface ModelStatus {
  /** `provider/model` that the next request goes to. */
  readonly model: string;
  readonly reachable: boolean;
  readonly problem: ModelProblem | undefined;
}

/** The only door to language models. */
export interface Models {
  /** Answers by the first model of the fallback order that can. Throws ModelError, or the signal's reason when aborted. */
  invoke(request: ModelRequest): Promise<ModelReply>;
  status(): ModelStatus;
}
