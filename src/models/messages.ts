import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { messageText } from "./message-text.ts";
import type { Picture, ToolDeclaration } from "./models.ts";

/** The declaration in OpenAI's format, which all three libraries take. */
export function openAiTool({ name, description, parameters }: ToolDeclaration) {
  return { type: "function" as const, function: { name, description, parameters: plainSchema(parameters) } };
}

/** Without the name of the standard, which some servers refuse. */
export function plainSchema({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return schema;
}

/** ChatOllama sends tool results without name and id. Where one step has several, each gets its call written in front. */
export function withNamedToolResults(messages: readonly BaseMessage[]): BaseMessage[] {
  return messages.map((message, index) => {
    if (!ToolMessage.isInstance(message)) return message;
    const calls = callsBefore(messages, index);
    const call = calls.find(({ id }) => id === message.tool_call_id);
    if (!call || calls.length < 2) return message;
    return new ToolMessage({
      content: `${call.name}(${JSON.stringify(call.args)}): ${messageText(message)}`,
      tool_call_id: message.tool_call_id,
      name: call.name,
    });
  });
}

/** With the picture in the newest message of a person. */
export function withPicture(messages: readonly BaseMessage[], picture: Picture | undefined): readonly BaseMessage[] {
  if (!picture) return messages;
  const url = `data:${picture.type};base64,${Buffer.from(picture.bytes).toString("base64")}`;
  const newest = messages.findLastIndex((message) => HumanMessage.isInstance(message));
  return messages.map((message, index) => {
    if (index !== newest) return message;
    const content = [
      { type: "text" as const, text: messageText(message) },
      { type: "image_url" as const, image_url: { url } },
    ];
    return new HumanMessage({ content });
  });
}

/** Gemini takes one system message, at the start: all others join it. */
export function withOneSystemMessage(messages: readonly BaseMessage[]): BaseMessage[] {
  const system = messages.filter((message) => SystemMessage.isInstance(message));
  const others = messages.filter((message) => !SystemMessage.isInstance(message));
  return system.length === 0 ? others : [new SystemMessage(system.map(({ text }) => text).join("\n\n")), ...others];
}

function callsBefore(messages: readonly BaseMessage[], index: number) {
  const asking = messages.slice(0, index).findLast((message) => !ToolMessage.isInstance(message));
  return AIMessage.isInstance(asking) ? (asking.tool_calls ?? []) : [];
}

/** Variables that make a library send conversations, or requests with the user's own key, somewhere that no option names. */
const PREFIXES = ["LANGSMITH_", "LANGCHAIN_", "OPENAI_", "AZURE_OPENAI_", "OLLAMA_"];
const NAMES = new Set(["GOOGLE_API_KEY", "GEMINI_API_KEY", "LC_OUTPUT_VERSION"]);

/** Deletes what would switch on tracing, reroute model calls or add keys to them. To be called before any model. Returns the names. */
export function removeTracingVariables(env: Record<string, string | undefined>): string[] {
  const names = Object.keys(env).filter((name) => NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)));
  for (const name of names) delete env[name];
  return names;
}
