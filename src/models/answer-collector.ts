import { randomUUID } from "node:crypto";
import { AIMessage, AIMessageChunk, type ToolCall } from "@langchain/core/messages";
import { concat } from "@langchain/core/utils/stream";
import type { ModelReply } from "./models.ts";

const THINK_START = "<think>";
const THINK_END = "</think>";

/** Puts the chunks of one streamed answer together: visible text, whole tool calls, usage, and how it ended. */
export class AnswerCollector {
  readonly #kept: readonly string[];
  readonly #onText: ((textSoFar: string) => void) | undefined;
  readonly #unreadable: string[] = [];
  #raw = "";
  #shown = "";
  #calls: AIMessageChunk | undefined;
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
    if (chunk.tool_call_chunks?.length) {
      const additional_kwargs = Object.fromEntries(Object.entries(chunk.additional_kwargs).filter(([name]) => this.#kept.includes(name)));
      const calls = new AIMessageChunk({ content: "", tool_call_chunks: chunk.tool_call_chunks, additional_kwargs });
      this.#calls = this.#calls ? concat(this.#calls, calls) : calls;
    }
    if (chunk.text !== "") this.#addText(chunk.text);
  }

  /** A tool call that the server itself could not read. */
  addUnreadableCall(call: string): void {
    this.#unreadable.push(call);
    this.#end ??= "stop";
  }

  /** The whole answer; undefined if the stream held nothing at all. An answer without its end counts as truncated. */
  finish(): Omit<ModelReply, "model"> | undefined {
    if (this.#end === undefined && this.#raw === "" && !this.#calls) return undefined;
    const truncated = this.#end === undefined || /^(length|max_tokens)/i.test(this.#end);
    const { calls, malformed } = truncated ? { calls: [], malformed: [] } : this.#toolCalls();
    return {
      message: new AIMessage({
        content: visibleText(this.#raw),
        tool_calls: calls,
        additional_kwargs: calls.length > 0 ? (this.#calls?.additional_kwargs ?? {}) : {},
      }),
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      truncated,
      malformedToolCalls: malformed,
    };
  }

  #addText(text: string): void {
    this.#raw += text;
    const visible = visibleText(this.#raw);
    if (visible === this.#shown) return;
    this.#shown = visible;
    this.#onText?.(visible);
  }

  /** Read from the raw arguments: the library mends broken JSON by guessing, and a guessed argument must not move a thing. */
  #toolCalls(): { calls: ToolCall[]; malformed: string[] } {
    const calls: ToolCall[] = [];
    const malformed = [...this.#unreadable];
    for (const { name, args, id } of this.#calls?.tool_call_chunks ?? []) {
      const parsed = parseArguments(args);
      if (!name || !parsed) malformed.push(`${name ?? ""}(${args ?? ""})`);
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

/** Some servers send nothing at all for a tool without arguments. */
function parseArguments(args: string | undefined): Record<string, unknown> | undefined {
  if (!args?.trim()) return {};
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Without the reasoning that some servers leave in the text, also while it is still being written. */
function visibleText(raw: string): string {
  const text = raw.trimStart();
  const end = text.indexOf(THINK_END);
  if (end >= 0) return text.slice(end + THINK_END.length).trimStart();
  return text.startsWith(THINK_START) || THINK_START.startsWith(text) ? "" : raw;
}
