import { isRecord } from "../../../text/is-record.ts";
import { readJson } from "../../../text/read-json.ts";
import { withEdits } from "../../../text/text-edits.ts";
import type { SafeTextTools } from "./cloud-policy.ts";
import { isPlainValue, RESULT_WORDS } from "./cloud-results.ts";

/** How services are called: of no home in particular. */
const SERVICE =
  /^[a-z_]{2,40}\.(?:turn_(?:on|off)|toggle|(?:un)?lock|open(?:_\w+)?|close(?:_\w+)?|stop(?:_\w+)?|set_\w+|start|pause|press|trigger|media_\w+|volume_\w+|alarm_\w+|return_to_base|locate|dock|select_\w+|increment|decrement)$/;

export function isPlainService(text: string): boolean {
  return SERVICE.test(text);
}

/** The last look at a request's body (JSON): the kind of private word in it, if any. `fixed` are the service's own texts. What cannot be read is not sent. */
export function privateInBody(
  body: string,
  { fixed, ...tools }: SafeTextTools & { readonly fixed: ReadonlySet<string> },
): string | undefined {
  const long = [...fixed].filter((text) => text.length > LONG).toSorted((one, other) => other.length - one.length);
  const look = (text: string): string | undefined => {
    if (fixed.has(text) || isPlainValue(text) || isPlainService(text)) return undefined;
    const nested = /^\s*[[{]/.test(text) ? readJson(text) : undefined;
    if (nested !== undefined) return walk(nested, false);
    const own = long.reduce((rest, one) => (rest.includes(one) ? rest.replaceAll(one, "\n") : rest), text);
    const covered = tools.names.pseudonyms(own, tools.marks);
    const bare = withEdits(
      own,
      covered.map(({ from, to }) => ({ from, to, text: "\uFFFC" })),
    );
    return tools.names.names(bare) ? "name" : tools.finder.find(bare)[0]?.kind;
  };
  const walk = (value: unknown, isWire: boolean): string | undefined => {
    if (typeof value === "string") return look(value);
    if (Array.isArray(value)) return first(value, (one) => walk(one, isWire));
    if (!isRecord(value)) return undefined;
    return first(Object.entries(value), ([key, one]) => {
      if (isWire && OPAQUE.has(key)) return undefined;
      return (WIRE_WORDS.has(key) || RESULT_WORDS.has(key) ? undefined : look(key)) ?? walk(one, isWire && !INNER.has(key));
    });
  };
  const read = readJson(body);
  return read === undefined ? "unreadable" : walk(read, true);
}

/** Texts that are long enough to be looked for within others: the fixed part of a system message. */
const LONG = 40;

/** Numbers of calls, and what the model outside gave along with them to get back: so in the protocols' own objects, anything in what tools are given and say. */
const OPAQUE = new Set(["id", "tool_call_id", "thoughtSignature", "thought_signature"]);
const INNER = new Set(["arguments", "args", "response"]);
/** Keys of the protocols themselves. */
const WIRE_WORDS = new Set(
  (
    "model messages role content name tools tool_calls tool_call_id type function arguments description parameters properties required items enum stream " +
    "stream_options include_usage temperature contents parts text functionCall functionResponse response args functionDeclarations systemInstruction generationConfig " +
    "safetySettings toolConfig additionalProperties maximum minimum maxLength minLength maxItems minItems id n top_p tool_choice default anyOf const format pattern"
  ).split(" "),
);

function first<Item>(items: readonly Item[], look: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
