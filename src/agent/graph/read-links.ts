import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { addressForms, contactsIn, linksIn } from "../../security/provenance/answer-links.ts";
import { isRecord } from "../../text/is-record.ts";
import { textsIn } from "../../text/texts-in.ts";
import { isHistoryMessage } from "../prompt/prompt-window.ts";

/** Links that the turn was given or has read. What the model itself put into a call first, and got back, is none of them. */
export function readLinks(messages: readonly BaseMessage[]): ReadonlySet<string> {
  const read = new Set<string>();
  const known = new Set<string>();
  const made = new Set<string>();
  for (const message of messages) {
    if (message instanceof AIMessage) {
      // what an earlier answer said proves nothing, and does not make a link the model's own either
      if (isHistoryMessage(message)) continue;
      const texts = [message.text, ...(message.tool_calls ?? []).flatMap(({ args }) => textsIn(args))];
      const written = linksIn(texts);
      for (const contact of contactsIn(texts)) if (!read.has(contact)) made.add(contact);
      for (const link of written) for (const form of addressForms(link)) if (!known.has(form)) made.add(form);
    } else {
      const told = message instanceof ToolMessage ? answerTexts(message) : [message.text];
      for (const contact of contactsIn(told)) if (!made.has(contact)) read.add(contact);
      for (const link of linksIn(told)) {
        const forms = addressForms(link);
        if (forms.some((form) => made.has(form))) continue;
        read.add(link);
        for (const form of forms) known.add(form);
      }
    }
  }
  return read;
}

/** The texts of a tool's answer (JSON) without what only gives back how the model called it. */
function answerTexts({ text, name }: ToolMessage): readonly string[] {
  try {
    const answer: unknown = JSON.parse(text);
    if (!isRecord(answer)) return textsIn(answer);
    const { url, ...told } = answer;
    return textsIn(name === "read_page" ? told : { ...told, url });
  } catch {
    return [text];
  }
}
