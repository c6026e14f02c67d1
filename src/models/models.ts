import type { AIMessage, BaseMessage } from "@langchain/core/messages";

/** A tool as a model sees it. `parameters` is a JSON Schema. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A picture as it came; `type` as in HTTP. */
export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ModelRequest {
  readonly messages: readonly BaseMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly signal: AbortSignal;
  /** Goes with the newest message of a person, to models at home alone. */
  readonly picture?: Picture | undefined;
  /** JSON Schema of an object that the text is to be, given to the server to keep the model to it. Some servers do not: the answer is to be checked. */
  readonly answerSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Called with the whole visible text so far each time it grows; never with thinking or tool calls. */
  readonly onText?: (textSoFar: string) => void;
  /** What a model outside the house may be asked in its place. Without it the request is for models at home alone. */
  readonly forCloud?: (() => Promise<CloudForm>) | undefined;
  /** Called with the body that is about to be sent, by models outside the house; what it throws keeps the body from leaving. */
  readonly beforeSend?: ((body: string) => void) | undefined;
}

/** Whom a request is made for, and in what words, for the log of what left. */
export interface CloudAbout {
  readonly original: string;
  readonly sanitized: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly personId: string;
}

/** A request as it may leave the house, with the way back; or the kind of what keeps it here. */
export type CloudForm =
  | {
      readonly outcome: "ready";
      readonly messages: readonly BaseMessage[];
      readonly tools: readonly ToolDeclaration[];
      /** The home's own words in the place of marks; of a growing text only what cannot change any more. */
      readonly reveal: (text: string, growing: boolean) => string;
      readonly revealArguments: (args: Readonly<Record<string, unknown>>) => Record<string, unknown>;
      /** The kind of something private that still stands in a body; undefined if nothing does. */
      readonly privateIn: (body: string) => string | undefined;
      readonly about: CloudAbout;
    }
  | { readonly outcome: "kept"; readonly kind: string; readonly about: CloudAbout };

export interface ModelReply {
  /** Text and tool calls. Tool calls of a truncated answer are removed. */
  readonly message: AIMessage;
  readonly model: string;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly truncated: boolean;
  /** Tool calls whose arguments were no valid JSON, as the server sent them. */
  readonly malformedToolCalls: readonly string[];
  readonly isCloud?: true;
}

/** Why no model answered, with what the person needs to mend it. Never holds a key. */
export type ModelProblem =
  | { readonly kind: "unreachable"; readonly model: string; readonly url: string }
  | { readonly kind: "not_pulled"; readonly model: string }
  /** An OpenAI-compatible server at home has no model of that name, or no such API at that address. */
  | { readonly kind: "not_offered"; readonly model: string; readonly url: string }
  /** Such a server makes no vectors, or none with this model. */
  | { readonly kind: "no_embeddings"; readonly model: string }
  /** The address leads out of the home: nothing was sent. */
  | { readonly kind: "not_at_home"; readonly model: string; readonly url: string }
  /** The server was started with a smaller window than prompts are made for. */
  | { readonly kind: "window_smaller"; readonly model: string; readonly window: number; readonly numCtx: number }
  | { readonly kind: "no_tools"; readonly model: string }
  | { readonly kind: "context_too_small"; readonly model: string; readonly numCtx: number | undefined }
  /** A person's message alone leaves no room for the answer; nobody was asked. */
  | { readonly kind: "message_too_long"; readonly model: string }
  | { readonly kind: "timeout"; readonly model: string; readonly seconds: number }
  | { readonly kind: "refused"; readonly model: string; readonly why: "key" | "rate" | "quota" }
  | { readonly kind: "failed"; readonly model: string; readonly status: number | undefined }
  /** It was kept from a model outside the house. `what`: the kind of what stood in it; undefined for what is for models at home only. */
  | {
      readonly kind: "not_sent";
      readonly model: string;
      readonly what: string | undefined;
      /** Why no model at home answered in its place, if that is known. */
      readonly instead?: ModelProblem | undefined;
    };

export class ModelError extends Error {
  override name = "ModelError";
  readonly problem: ModelProblem;

  constructor(problem: ModelProblem, options?: ErrorOptions) {
    super(`model ${problem.model}: ${problem.kind}`, options);
    this.problem = problem;
  }
}

export interface ModelStatus {
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

export interface ModelProvider {
  readonly model: string;
  /** It stands outside the house, or may do so. */
  readonly isCloud?: true;
  /** Throws ModelError, or the signal's reason when aborted. */
  invoke(request: ModelRequest): Promise<ModelReply>;
  /** Whether the server says that the model looks at pictures. Absent for models outside: they get none. Rejects with the signal's reason only. */
  sees?(signal: AbortSignal): Promise<boolean>;
  /** What would stand against a request now, without making the model work. Absent for models outside: nothing leaves unasked. */
  check?(signal: AbortSignal): Promise<ModelProblem | undefined>;
}

export interface ModelOrigin {
  /** `local`: an OpenAI-compatible server at home. */
  readonly provider: "ollama" | "local" | "openai" | "gemini";
  readonly model: string;
  readonly url: string;
  readonly numCtx?: number | undefined;
}

export interface AnswerLimits {
  readonly silenceMs: number;
  readonly totalMs: number;
}

/** The share of a turn after which a silent model is given up: what is left is for the next model, or for saying so. */
const SILENT_SHARE = 0.75;

/** An answer takes no longer than the turn that waits for it (`turn_timeout`). */
export function answerLimits(turnTimeoutSeconds: number): AnswerLimits {
  return { silenceMs: turnTimeoutSeconds * 1_000 * SILENT_SHARE, totalMs: turnTimeoutSeconds * 1_000 };
}

/** Those of the default `turn_timeout`. */
export const ANSWER_LIMITS: AnswerLimits = answerLimits(120);

/** A health check asks for a few bytes; a server that needs longer is as good as away. */
export const CHECK_TIMEOUT_MS = 5_000;
