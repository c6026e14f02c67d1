/** Marks by which models are told who speaks; no text for people has them. */
const ROLE_TAG =
  /<\|[a-z_ ]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>|#{2,}\s?\(?(?:system|assistant|developer)[_ ]?(?:message|prompt|instructions?)?\)?\s?[:\n]|#{2,}\s?\((?:system|assistant|developer)[_ ][a-z]+\)|<[/\\]?(?:system|assistant|god|admin|developer|debug|root|override|sudo|jailbreak)(?:[_ ](?:mode|message|prompt|instructions?|override))?>|\[(?:system|admin|developer|god|debug|root|override)[_ ](?:mode|message|prompt|override)\]|<\/?(?:tool_call|tool_response|function_calls?|invoke|untrusted|information)>/iu;
/** A call of a tool as models write it. */
const TOOL_CALL =
  /["'](?:name|tool|tool_name|function)["']\s{0,3}:\s{0,3}["'][\w.]{2,60}["'][^\n]{0,80}["'](?:arguments|parameters|args|input)["']\s{0,3}:\s{0,3}\{/iu;

/** Why a sentence must not reach a model whatever its words are, as a code; undefined for all others. */
export function explicitReason(text: string): "role_tag" | "tool_call" | undefined {
  if (ROLE_TAG.test(text)) return "role_tag";
  return TOOL_CALL.test(text) ? "tool_call" : undefined;
}
