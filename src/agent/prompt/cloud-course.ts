import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { isSaidOutside } from "../../models/cloud.ts";
import { NOT_TOLD, type SafeTextTools, safeText, toldText } from "../../security/egress/cloud/cloud-policy.ts";
import { cloudResult, isPlainService, isPlainValue, RESULT_WORDS } from "../../security/egress/cloud/cloud-results.ts";
import { isRecord } from "../../text/is-record.ts";
import { CORRECTIONS } from "./cloud-prompt.ts";

/** Characters of one tool's answer; tools keep theirs shorter, pages do not. */
const LONGEST_RESULT = 8_000;
const UNSAID = { ok: true, text: "" } as const;
const KEY = /^[a-z][a-z\d_]{0,39}$/;

/** A turn's course, built anew for a model outside: its own words, and of the model at home only calls of tools it may know. */
export function cloudCourse(course: readonly BaseMessage[], offered: ReadonlySet<string>, tools: SafeTextTools): readonly BaseMessage[] {
  const called = new Map<string, string>();
  let isUnsaid = false;
  return course.flatMap((message): readonly BaseMessage[] => {
    if (ToolMessage.isInstance(message)) {
      const name = called.get(message.tool_call_id);
      const content = name === undefined ? undefined : cloudResult(name, message.text, tools)?.slice(0, LONGEST_RESULT);
      return content === undefined || name === undefined ? [] : [new ToolMessage({ content, name, tool_call_id: message.tool_call_id })];
    }
    // what is corrected has to stand before it
    if (!AIMessage.isInstance(message)) return CORRECTIONS.has(message.text) && !isUnsaid ? [new HumanMessage(message.text)] : [];
    const isOwn = isSaidOutside(message);
    const all = message.tool_calls ?? [];
    const calls = all.filter(({ name }) => offered.has(name));
    for (const { id, name } of calls) if (id !== undefined) called.set(id, name);
    const said = isOwn ? safeText(message.text, tools) : UNSAID;
    const isEmpty = calls.length === 0 && (!said.ok || said.text === "");
    isUnsaid = isEmpty && !isOwn;
    if (isEmpty) return [];
    return [
      new AIMessage({
        content: said.ok ? said.text : "",
        tool_calls: calls.map((call) => ({ ...call, args: hiddenArguments(call.args, tools, isOwn) })),
        // what the model outside wants back with its own calls
        additional_kwargs: isOwn && calls.length === all.length ? message.additional_kwargs : {},
      }),
    ];
  });
}

function hiddenArguments(args: Readonly<Record<string, unknown>>, tools: SafeTextTools, isOwn: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([key, value]) => (mayName(key, tools) ? [[key, hiddenValue(value, tools, isOwn)] as const] : [])),
  );
}

function mayName(key: string, { names }: SafeTextTools): boolean {
  return RESULT_WORDS.has(key) || (KEY.test(key) && !names.names(key.replaceAll("_", " ")));
}

function hiddenValue(value: unknown, tools: SafeTextTools, isOwn: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => hiddenValue(one, tools, isOwn));
  if (isRecord(value)) return hiddenArguments(value, tools, isOwn);
  if (typeof value !== "string") return value;
  const id = tools.names.idOf(value);
  return id ?? (isPlainService(value) || isPlainValue(value) ? value : isOwn ? toldText(value, tools) : NOT_TOLD);
}

const IDS = new Set(["entity_id", "service"]);

/** What a way back from an answer needs: the keys of what the model was `sent` under pseudonyms, too. */
interface Answered extends Pick<SafeTextTools, "names" | "marks"> {
  readonly sent: ReadonlySet<string>;
}

/** A model's arguments with what its pseudonyms mean: ids where ids belong, names elsewhere. */
export function revealedArguments(args: Readonly<Record<string, unknown>>, answered: Answered): Record<string, unknown> {
  const { names, marks, sent } = answered;
  const reveal = (value: unknown, as: "names" | "ids"): unknown => {
    if (typeof value === "string") return names.reveal(value, marks, { as, sent });
    if (Array.isArray(value)) return value.map((one) => reveal(one, as));
    return isRecord(value) ? revealedArguments(value, answered) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, reveal(value, IDS.has(key) ? "ids" : "names")]));
}

/** The longest pseudonym has this many words: `alarm control panel Q in the room 12`. */
const WORDS_HELD_BACK = 8;

/** Reads a growing text with the real names, but for its end, where a pseudonym may be unfinished. Nothing is read twice. */
export function createGrowingText({ names, marks, sent }: Answered): (textSoFar: string) => string {
  let [settled, shown] = ["", ""];
  return (text) => {
    // another attempt begins anew
    if (!text.startsWith(settled)) [settled, shown] = ["", ""];
    const rest = text.slice(settled.length);
    const starts = [...rest.matchAll(/\S+/g)].map(({ index }) => index);
    const cut = starts.at(-WORDS_HELD_BACK) ?? 0;
    const broken = names.pseudonyms(rest, marks, { sent }).find(({ from, to }) => from < cut && cut < to);
    const ready = rest.slice(0, broken?.from ?? cut);
    settled += ready;
    shown += names.reveal(ready, marks, { sent });
    return shown;
  };
}
