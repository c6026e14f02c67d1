import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { linksIn } from "../security/answer-links.ts";
import { textsIn } from "../security/texts-in.ts";
import { isHistoryMessage } from "./prompt-window.ts";

/**
 * The links that a turn has read: in what it was given, in what its tools answered, in what the person wrote. What the model itself put into
 * a call first, and got back with the answer, was not read anywhere.
 */
export function readLinks(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const read = new Set<string>();
  const made = new Set<string>();
  for (const message of messages) {
    if (message instanceof AIMessage && !isHistoryMessage(message)) {
      const written = linksIn([message.text, ...(message.tool_calls ?? []).flatMap(({ args }) => textsIn(args))]);
      for (const link of written) if (!read.has(link)) made.add(link);
    } else {
      const told = message instanceof ToolMessage ? answerTexts(message.text) : [message.text];
      for (const link of linksIn(told)) if (!made.has(link)) read.add(link);
    }
  }
  return read;
}

/** The texts of a tool's answer, which is JSON. */
function answerTexts(content: string): readonly string[] {
  try {
    return textsIn(JSON.parse(content));
  } catch {
    return [content];
  }
}
