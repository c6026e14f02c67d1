import type { BaseMessage } from "@langchain/core/messages";
import type { ToolDeclaration } from "../../src/models/models.ts";

/** How a model's server makes tokens of a prompt. */
export interface TokenizerOptions {
  /** Words that are one token; of other words every `piece` letters are. */
  readonly words: ReadonlySet<string>;
  readonly piece: number;
  readonly digits: number;
  /** Tokens around each message. */
  readonly message: number;
  /** What stands in every prompt. */
  readonly template: number;
  /** How tools are written into it. */
  readonly tools: (tools: readonly ToolDeclaration[]) => string;
}

/** Counts prompts as a byte-pair tokenizer behind a chat template does: words of its vocabulary whole, everything else in pieces. */
export function fakeTokenizer({ words, piece, digits, message, template, tools }: TokenizerOptions) {
  const text = (content: string) =>
    (content.match(/\s?\p{L}+|\p{N}+|\n|[^\s\p{L}\p{N}]+/gu) ?? []).reduce((sum, part) => {
      const word = part.trim().toLowerCase();
      if (/^\p{N}/u.test(word)) return sum + Math.ceil(word.length / digits);
      if (/^\p{L}/u.test(word)) return sum + (words.has(word) ? 1 : Math.ceil(Buffer.byteLength(word) / piece));
      return sum + Math.max(1, Math.ceil(part.length / 2));
    }, 0);
  return (messages: readonly BaseMessage[], declared: readonly ToolDeclaration[]): number =>
    messages.reduce((sum, one) => sum + message + text(one.text), template) + (declared.length > 0 ? text(tools(declared)) : 0);
}
