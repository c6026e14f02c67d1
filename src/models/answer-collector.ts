import { randomUUID } from "node:crypto";
import { AIMessage, AIMessageChunk, type ToolCall } from "@langchain/core/messages";
import { concat } from "@langchain/core/utils/stream";
import type { ModelReply } from "./models.ts";

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
export class AnswerCollector {
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
    if (chunk.text !== "") this.#addText(chunk.text);
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
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === "object" && value !== null && !Array.isArray(value) && isWithin(value, MOST_DEPTH) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
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
