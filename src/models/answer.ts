import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AIMessage, AIMessageChunk, type ToolCall } from "@langchain/core/messages";
import { concat } from "@langchain/core/utils/stream";
import { isRecord } from "../text/is-record.ts";
import { readJson } from "../text/json.ts";
import { orAborted } from "../text/time-limit.ts";
import { messageText } from "./message-text.ts";
import { type AnswerLimits, ModelError, type ModelOrigin, type ModelReply, type ModelRequest } from "./models.ts";
import { problemOf, unreadableToolCall } from "./problems.ts";

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
    // a server whose answer is not read to its end would go on generating
    late.abort();
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
  return answer.truncated && messageText(answer.message) === "" && answer.inputTokens + (answer.outputTokens ?? 0) >= numCtx;
}

/** The stream's chunks; throws as soon as the signal aborts, whatever the stream does (Gemini's and Ollama's libraries go on). */
async function* untilAborted<T>(open: () => Promise<AsyncIterable<T>>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = (await orAborted(open, signal))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orAborted(() => iterator.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a stream that hangs would hang here too.
    iterator.return?.().catch(() => undefined);
  }
}

/** Characters of an answer, its calls' arguments included: what is more belongs to a model that runs wild. */
const MOST_CHARACTERS = 65_536;
/** Calls of one answer, and how deep their arguments may be nested: a run's checkpoint holds about fifty levels, with its own around them. */
const MOST_CALLS = 32;
const MOST_DEPTH = 8;
/** A long text is shown each time that it has grown by a thirty-second, so that all showing together costs no more than its length. */
const ALWAYS_SHOWN = 1_000;
const GROWTH = 1 + 1 / 32;

const THINK_START = "<think>";
const THINK_END = "</think>";

/** Puts the chunks of one streamed answer together: visible text, whole tool calls, usage, and how it ended. */
class AnswerCollector {
  readonly #kept: readonly string[];
  readonly #onText: ((textSoFar: string) => void) | undefined;
  readonly #unreadable: string[] = [];
  #raw = "";
  #shown = "";
  #showFrom = 0;
  #characters = 0;
  readonly #calls = new Map<string, RawCall>();
  #kwargs: AIMessageChunk | undefined;
  #end: string | undefined;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;

  constructor({ kept, onText }: { kept: readonly string[]; onText: ((textSoFar: string) => void) | undefined }) {
    this.#kept = kept;
    this.#onText = onText;
  }

  add(chunk: AIMessageChunk): void {
    const { done_reason, finish_reason, finishReason } = chunk.response_metadata;
    const end: unknown = done_reason ?? finish_reason ?? finishReason;
    if (typeof end === "string") this.#end = end;
    if (chunk.usage_metadata) {
      this.#inputTokens = (this.#inputTokens ?? 0) + chunk.usage_metadata.input_tokens;
      this.#outputTokens = (this.#outputTokens ?? 0) + chunk.usage_metadata.output_tokens;
    }
    if (chunk.tool_call_chunks?.length) this.#addCalls(chunk);
    const text = messageText(chunk);
    if (text !== "") this.#addText(text);
  }

  get isFull(): boolean {
    return this.#characters > MOST_CHARACTERS;
  }

  /** A tool call that the server itself could not read. */
  addUnreadableCall(call: string): void {
    this.#unreadable.push(call);
    this.#end ??= "stop";
  }

  /** The whole answer; undefined if the stream held nothing at all. An answer without its end counts as truncated. */
  finish(): Omit<ModelReply, "model"> | undefined {
    if (this.#end === undefined && this.#raw === "" && this.#calls.size === 0) return undefined;
    const truncated = this.isFull || this.#end === undefined || /^(length|max_tokens)/i.test(this.#end);
    const { calls, malformed } = truncated ? { calls: [], malformed: [] } : this.#toolCalls();
    return {
      message: new AIMessage({
        content: visibleText(this.#raw.slice(0, MOST_CHARACTERS)),
        tool_calls: calls,
        additional_kwargs: calls.length > 0 ? (this.#kwargs?.additional_kwargs ?? {}) : {},
      }),
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      truncated,
      malformedToolCalls: malformed,
    };
  }

  #addText(text: string): void {
    this.#raw += text;
    this.#characters += text.length;
    if (this.#raw.length < this.#showFrom) return;
    this.#showFrom = this.#raw.length < ALWAYS_SHOWN ? 0 : this.#raw.length * GROWTH;
    const visible = visibleText(this.#raw);
    if (visible === this.#shown) return;
    this.#shown = visible;
    this.#onText?.(visible);
  }

  /** Pieces with the same index belong to one call; without an index each is a call of its own. Further calls than the most are left out. */
  #addCalls(chunk: AIMessageChunk): void {
    for (const { index, id, name, args } of chunk.tool_call_chunks ?? []) {
      const sameIndex = index === undefined ? undefined : this.#calls.get(`${index}`);
      const isSame = sameIndex && (!id || !sameIndex.id || id === sameIndex.id);
      this.#characters += args?.length ?? 0;
      if (isSame) {
        sameIndex.id ??= id;
        sameIndex.name += name ?? "";
        sameIndex.args += args ?? "";
      } else if (this.#calls.size < MOST_CALLS) {
        const key = index === undefined || sameIndex ? `n${this.#calls.size}` : `${index}`;
        this.#calls.set(key, { id, name: name ?? "", args: args ?? "" });
      }
    }
    const kept = Object.entries(chunk.additional_kwargs).filter(([name]) => this.#kept.includes(name));
    if (kept.length === 0) return;
    const kwargs = new AIMessageChunk({ content: "", additional_kwargs: Object.fromEntries(kept) });
    this.#kwargs = this.#kwargs ? concat(this.#kwargs, kwargs) : kwargs;
  }

  /** Read from the raw arguments: the library mends broken JSON by guessing, and a guessed argument must not move a thing. */
  #toolCalls(): { calls: ToolCall[]; malformed: string[] } {
    const calls: ToolCall[] = [];
    const malformed = [...this.#unreadable];
    for (const { name, args, id } of this.#calls.values()) {
      const parsed = parseArguments(args);
      if (!name || !parsed) malformed.push(`${name}(${args})`);
      else
        calls.push({
          type: "tool_call",
          name,
          args: parsed,
          id: id && !calls.some((call) => call.id === id) ? id : `call_${randomUUID()}`,
        });
    }
    return { calls, malformed };
  }
}

interface RawCall {
  id: string | undefined;
  name: string;
  args: string;
}

/** Some servers send nothing at all for a tool without arguments. Undefined for what is no object, or is nested too deep. */
function parseArguments(args: string): Record<string, unknown> | undefined {
  if (!args.trim()) return {};
  const value = readJson(args);
  return isRecord(value) && isWithin(value, MOST_DEPTH) ? value : undefined;
}

/** True if a value is nested no deeper than so many levels; looks no deeper. */
function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1));
}

/** Without the reasoning that some servers leave in the text, also while it is still being written. */
function visibleText(raw: string): string {
  const text = raw.trimStart();
  const end = text.indexOf(THINK_END);
  if (end >= 0) return text.slice(end + THINK_END.length).trimStart();
  return text.startsWith(THINK_START) || THINK_START.startsWith(text) ? "" : raw;
}
