import { toPattern } from "../../text/pattern.ts";

/** A text that must not reach a model, whatever its words are. */
export interface Mark {
  readonly reason: "role_tag" | "tool_call" | "addressed";
  /** UTF-16 offsets, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Tools of this service: nothing but a model calls them. A test holds the list to the tools that exist. */
export const CALLED_TOOLS = [
  "call_ha_service",
  "get_entity_history",
  "get_entity_state",
  "get_ha_entities",
  "get_user_profile",
  "read_page",
  "retrieve_knowledge",
  "search_web",
  "update_user_profile",
] as const;

/** Marks by which models are told who speaks; no text for people has them. */
const ROLE_MARKS: readonly RegExp[] = [
  // <|im_start|>, also with other brackets and blanks
  /[<‹〈⟨]\s{0,3}\|\s{0,3}[a-z_▁ ]{2,30}\s{0,3}\|\s{0,3}[>›〉⟩]/giu,
  /[<‹〈⟨]\s{0,3}(?:start_of_turn|end_of_turn|start_header_id|end_header_id|begin_of_text|eot_id|bos|eos)\s{0,3}[>›〉⟩]/giu,
  /\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS?|TOOL_RESULTS|TOOL_CONTENT)\]|<<\/?SYS>>/giu,
  /(?<!#)#{2,}\s?\(?(?:system|assistant|developer)[_ ]?(?:message|prompt|instructions?)?\)?\s?[:\n]|(?<!#)#{2,}\s?\((?:system|assistant|developer)[_ ][a-z]+\)/giu,
  /[<‹][/\\]?(?:system|assistant|god|admin|developer|debug|root|override|sudo|jailbreak)(?:[_ ](?:mode|message|prompt|instructions?|override))?[>›]/giu,
  /\[(?:system|admin|developer|god|debug|root|override)[_ ](?:mode|message|prompt|override)\]/giu,
  /\[(?:system|assistant|developer)\]\s?:/giu,
  /[<‹]\/?(?:tool_call|tool_response|function_calls?|invoke|untrusted|information)[>›]|[<‹](?:function|invoke|parameter)(?:=| name=)/giu,
  // a talk that was never held, from who asks to the answer
  /(?<![\p{L}\p{N}_])(?:human|user)\s?:\s(?:(?!\n[ \t]*\n[ \t]*\n).){1,400}?(?<![\p{L}\p{N}_])(?:assistant|ai|model|bot)\s?:/gisu,
];
/** What is said to a machine alone: a note with it as the reader, and its rules. */
const ADDRESSED: readonly RegExp[] = [
  /(?<![^\s"'“([])(?:note|notice|memo|message|reminder|attention|instructions?|hint)\s{1,3}(?:(?:to|for)\s{1,3})?(?:(?:the|any|all|an?)\s{1,3})?(?:ai|a\.i\.|llms?|gpt|chat\s?bots?|language\s{1,3}models?)(?:\s{1,3}(?:assistants?|models?|agents?|bots?|systems?|readers?))?\s{0,3}[:,–—]/giu,
  // what is only a machine's to keep
  /(?<![\p{L}\p{N}_])(?:ignore|disregard|forget|bypass|override|break)\s{1,3}(?:all\s{1,3})?(?:of\s{1,3})?your\s{1,3}(?:\w{1,20}\s{1,3}){0,2}(?:rules|guidelines|programming|system\s{1,3}prompt|training|restrictions|guardrails)(?![\p{L}\p{N}_])/giu,
];
const TOOL_CALLS: readonly RegExp[] = [
  /["'](?:name|tool|tool_name|function)["']\s{0,3}:\s{0,3}["'][\w.]{2,60}["'][^\n]{0,80}["'](?:arguments|parameters|args|input)["']\s{0,3}:\s{0,3}\{/giu,
  /(?<![\w.=])to\s?=\s?functions\.\w{2,60}/giu,
  toPattern(`(?<!\\w)(?:${CALLED_TOOLS.join("|")})\\s{0,3}[({]`, "giu"),
];

/** Where a text holds marks of who speaks or calls of tools as models write them, in no order. Linear. */
export function marksOf(text: string): readonly Mark[] {
  const find = (patterns: readonly RegExp[], reason: Mark["reason"]) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ reason, from: index, to: index + found.length })),
    );
  return [...find(ROLE_MARKS, "role_tag"), ...find(TOOL_CALLS, "tool_call"), ...find(ADDRESSED, "addressed")];
}
