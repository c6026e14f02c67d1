import { setImmediate } from "node:timers/promises";
import type { AIMessageChunk } from "@langchain/core/messages";
import { AnswerCollector } from "./answer-collector.ts";
import { ModelError, type ModelReply, type ModelRequest } from "./models.ts";
import { problemOf, unreadableToolCall } from "./problems.ts";
import type { AnswerLimits, ModelOrigin } from "./provider.ts";

interface Answering {
  readonly request: ModelRequest;
  readonly origin: ModelOrigin;
  readonly limits: AnswerLimits;
  /** Entries of `additional_kwargs` that the provider needs back with its tool calls; all others are dropped. */
  readonly kept?: readonly string[];
  /** Starts the stream; it has to end when the signal aborts, but is not trusted to. */
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<AIMessageChunk>>;
}

/** Chunks that arrive together are read one after the other without a pause for anything else. */
const LONGEST_BURST_MS = 10;

/** Reads one streamed answer within its limits. Throws ModelError, or the reason of the request's signal. */
export async function readAnswer({ request, origin, limits, kept = [], open }: Answering): Promise<ModelReply> {
  request.signal.throwIfAborted();
  const collector = new AnswerCollector({ kept, onText: request.onText });
  const late = new AbortController();
  const silence = setTimeout(() => late.abort(limits.silenceMs), limits.silenceMs);
  const total = setTimeout(() => late.abort(limits.totalMs), limits.totalMs);
  const signal = AbortSignal.any([request.signal, late.signal]);
  try {
    let since = performance.now();
    for await (const chunk of untilAborted(() => open(signal), signal)) {
      silence.refresh();
      collector.add(chunk);
      if (collector.isFull) break;
      if (performance.now() - since < LONGEST_BURST_MS) continue;
      await setImmediate();
      since = performance.now();
    }
  } catch (error) {
    request.signal.throwIfAborted();
    if (late.signal.aborted) throw new ModelError({ kind: "timeout", model: origin.model, seconds: late.signal.reason / 1000 });
    const call = unreadableToolCall(error);
    if (call === undefined) throw modelError(error, origin);
    collector.addUnreadableCall(call);
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
  }
  const answer = collector.finish();
  if (!answer) throw new ModelError({ kind: "failed", model: origin.model, status: undefined });
  if (isContextFull(answer, origin.numCtx)) throw new ModelError({ kind: "context_too_small", model: origin.model, numCtx: origin.numCtx });
  return { ...answer, model: origin.model };
}

function modelError(error: unknown, origin: ModelOrigin): ModelError {
  const problem = problemOf(error, origin);
  // A refusal may quote the key: its words are not kept.
  return problem.kind === "refused" ? new ModelError(problem) : new ModelError(problem, { cause: error });
}

/** Servers that ignore `truncate: false` cut the prompt silently: it then fills the context. Also an answer without a visible word. */
function isContextFull(
  answer: Pick<ModelReply, "message" | "truncated" | "inputTokens" | "outputTokens">,
  numCtx: number | undefined,
): boolean {
  if (numCtx === undefined || answer.inputTokens === undefined) return false;
  if (answer.inputTokens >= numCtx) return true;
  return answer.truncated && answer.message.text === "" && answer.inputTokens + (answer.outputTokens ?? 0) >= numCtx;
}

/** The stream's chunks; throws as soon as the signal aborts, whatever the stream does (Gemini's and Ollama's libraries go on). */
async function* untilAborted<T>(open: () => Promise<AsyncIterable<T>>, signal: AbortSignal): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  aborted.promise.catch(() => undefined);
  signal.addEventListener("abort", abort, { once: true });
  let iterator: AsyncIterator<T> | undefined;
  try {
    iterator = (await Promise.race([open(), aborted.promise]))[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    // Not awaited: a stream that hangs would hang here too.
    iterator?.return?.().catch(() => undefined);
  }
}
