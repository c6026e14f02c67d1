import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { withoutSecrets } from "../security/redaction/secret-fields.ts";
import type { ToolRecord } from "../storage/turns/interaction-log.ts";

/** Calls kept of a turn: two for each round that it may have. */
const MOST_CALLS = 16;
/** Characters of arguments and of a result: a page shows no more, and the log is kept for a month. */
const LONGEST = 2_000;

/** The tools that the model of a run called, in their order, with what it was answered. */
export function toolRecordsOf(messages: readonly BaseMessage[]): readonly ToolRecord[] {
  const answers = new Map(
    messages.filter((message) => ToolMessage.isInstance(message)).map((message) => [message.tool_call_id, message.text] as const),
  );
  return messages
    .flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []))
    .slice(0, MOST_CALLS)
    .map(({ id = "", name, args }) => {
      const result = answers.get(id) ?? "";
      return { name, arguments: shortened(JSON.stringify(withoutSecrets(args))), result: shortened(result), ok: isOk(result) };
    });
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Every answer of a tool says whether it went well. */
function isOk(result: string): boolean {
  try {
    const answer: unknown = JSON.parse(result);
    return typeof answer === "object" && answer !== null && "ok" in answer && answer.ok === true;
  } catch {
    return false;
  }
}
