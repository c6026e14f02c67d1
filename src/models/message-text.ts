import type { BaseMessage } from "@langchain/core/messages";

/** The text of a message. LangChain's own `text` first translates between the forms of all providers: a tenth of what a turn takes of memory. */
export function messageText({ content }: Pick<BaseMessage, "content">): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" && typeof block["text"] === "string" ? block["text"] : "")).join("");
}
