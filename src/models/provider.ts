import type { ModelProblem, ModelReply, ModelRequest } from "./models.ts";

/** One model on one server. */
export interface ModelProvider {
  /** `provider/model`, as replies and `/status` name it. */
  readonly model: string;
  /** It stands outside the house, or may do so. */
  readonly isCloud?: true;
  /** Throws ModelError, or the signal's reason when aborted. */
  invoke(request: ModelRequest): Promise<ModelReply>;
  /** What would stand against a request now, without making the model work. Absent for models outside: nothing leaves unasked. */
  check?(signal: AbortSignal): Promise<ModelProblem | undefined>;
}

/** What problems and replies need to know about where they come from. */
export interface ModelOrigin {
  readonly provider: "ollama" | "openai" | "gemini";
  /** `provider/model`. */
  readonly model: string;
  readonly url: string;
  /** Context size that was asked for, in tokens; undefined: the server's own. */
  readonly numCtx?: number | undefined;
}

/** Bounds of one answer. */
export interface AnswerLimits {
  /** Longest silence before the first and between two pieces. */
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
