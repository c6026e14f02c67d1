import type { ModelProblem, ModelReply, ModelRequest } from "./models.ts";

export interface ModelProvider {
  readonly model: string;
  /** It stands outside the house, or may do so. */
  readonly isCloud?: true;
  /** Throws ModelError, or the signal's reason when aborted. */
  invoke(request: ModelRequest): Promise<ModelReply>;
  /** What would stand against a request now, without making the model work. Absent for models outside: nothing leaves unasked. */
  check?(signal: AbortSignal): Promise<ModelProblem | undefined>;
}

export interface ModelOrigin {
  readonly provider: "ollama" | "openai" | "gemini";
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
