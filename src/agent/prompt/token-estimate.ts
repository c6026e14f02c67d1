import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { messageText } from "../../models/message-text.ts";
import type { ToolDeclaration } from "../../models/models.ts";

/** Tells how many tokens a prompt will cost, before a model has read it. Models are named `provider/model`. */
export interface TokenEstimate {
  text(model: string, text: string): number;
  messages(model: string, messages: readonly BaseMessage[]): number;
  tools(model: string, tools: readonly ToolDeclaration[]): number;
  /** Takes in what the model's server counted for a prompt. Counts that cannot be of the whole prompt are passed over. */
  learn(prompt: CountedPrompt): void;
}

interface CountedPrompt {
  readonly model: string;
  readonly messages: readonly BaseMessage[];
  readonly tools: readonly ToolDeclaration[];
  readonly inputTokens: number;
}

/** What is kept of the prompts seen so far: sums of products of their weights (m, t, in thousands) and counts (n, in thousands). */
interface Sums {
  readonly mm: number;
  readonly mt: number;
  readonly tt: number;
  readonly mn: number;
  readonly tn: number;
}

/** Tokens per weight. Tools have a rate of their own: some templates write them as JSON, others in a few short lines. */
interface Rates {
  readonly messages: number;
  readonly tools: number;
}

const UNLEARNT: Rates = { messages: 1, tools: 1 };
const NOTHING: Sums = { mm: 0, mt: 0, tt: 0, mn: 0, tn: 0 };
/** A prompt counts a tenth less with each one after it, so that another language or persona is learnt within some turns. */
const FORGETTING = 0.9;
/** How firmly the rates stay at what is usual where prompts say nothing; a prompt of 2,500 tokens weighs about a hundred times as much. */
const FIRMNESS = 0.05;
/** No tokenizer is further from the weights than this; a count that is was of a part (a server's cache) or of something else. */
const LEAST_RATE = 0.3;
const MOST_RATE = 4;

/** Marks of a chat template around a message, in weight. */
const MESSAGE_WEIGHT = 4;

/** Weighs texts as tokenizers would cut them; two rates, for messages and tools, are fitted by least squares to reported counts. */
export function createTokenEstimate(): TokenEstimate {
  const sums = new Map<string, Sums>();
  const rates = new Map<string, Rates>();
  const ratesOf = (model: string) => rates.get(model) ?? UNLEARNT;
  const weigh = createWeigher();
  const callsWeight = (message: BaseMessage): number => {
    if (!AIMessage.isInstance(message) || !message.tool_calls?.length) return 0;
    return weigh(message.tool_calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).join("\n"));
  };
  const toolsWeight = weighedOnce((tools: readonly ToolDeclaration[]) => weigh(tools.length === 0 ? "" : JSON.stringify(tools)));
  const messageWeight = weighedOnce((message: BaseMessage) => MESSAGE_WEIGHT + weigh(messageText(message)) + callsWeight(message));
  const messagesWeight = (messages: readonly BaseMessage[]) => messages.reduce((sum, message) => sum + messageWeight(message), 0);
  return {
    text: (model, text) => Math.ceil(weigh(text) * ratesOf(model).messages),
    messages: (model, messages) => Math.ceil(messagesWeight(messages) * ratesOf(model).messages),
    tools: (model, tools) => Math.ceil(toolsWeight(tools) * ratesOf(model).tools),
    learn({ model, messages, tools, inputTokens }) {
      const [m, t, n] = [messagesWeight(messages) / 1_000, toolsWeight(tools) / 1_000, inputTokens / 1_000];
      if (n < LEAST_RATE * (m + t) || n > MOST_RATE * (m + t)) return;
      const { mm, mt, tt, mn, tn } = sums.get(model) ?? NOTHING;
      const next: Sums = {
        mm: mm * FORGETTING + m * m,
        mt: mt * FORGETTING + m * t,
        tt: tt * FORGETTING + t * t,
        mn: mn * FORGETTING + m * n,
        tn: tn * FORGETTING + t * n,
      };
      sums.set(model, next);
      rates.set(model, fitted(next));
    },
  };
}

/** Solves the two normal equations, drawn a little towards what is usual. */
function fitted({ mm, mt, tt, mn, tn }: Sums): Rates {
  const [a, d] = [mm + FIRMNESS, tt + FIRMNESS];
  const [p, q] = [mn + FIRMNESS * UNLEARNT.messages, tn + FIRMNESS * UNLEARNT.tools];
  const determinant = a * d - mt * mt;
  const within = (rate: number) => Math.min(MOST_RATE, Math.max(LEAST_RATE, rate));
  return { messages: within((p * d - q * mt) / determinant), tools: within((q * a - p * mt) / determinant) };
}

/** A prompt is weighed before and after its model reads it; its messages and tools do not change. */
function weighedOnce<Part extends object>(weightOf: (part: Part) => number): (part: Part) => number {
  const known = new WeakMap<Part, number>();
  return (part) => {
    const weight = known.get(part) ?? weightOf(part);
    known.set(part, weight);
    return weight;
  };
}

/** Kinds of characters that byte-pair tokenizers first cut a text into, each with what a run of so many of them weighs. */
const KINDS: readonly { readonly of: RegExp; readonly weight: (length: number) => number }[] = [
  // A common word is one token, a compound or a name several.
  { of: /[\p{Script=Latin}\p{M}]/u, weight: (length) => 1 + Math.max(0, length - 8) / 3 },
  { of: /[^\S\n]/u, weight: () => 0 },
  { of: /\p{N}/u, weight: (length) => 1 + (length - 1) / 2 },
  // Most line breaks are one token with the mark before them.
  { of: /\n/u, weight: () => 0.5 },
  { of: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u, weight: (length) => length * 0.9 },
  { of: /\p{L}/u, weight: (length) => 1 + Math.max(0, length - 4) / 3 },
  { of: /./su, weight: (length) => 1 + (length - 1) / 3 },
];
const SPACE = KINDS.findIndex(({ of }) => of.test(" "));
const NUMERAL = KINDS.findIndex(({ of }) => of.test("0"));

/** Estimates tokens by runs of characters of one kind. Each UTF-16 code unit's kind is cached; halves of a pair are signs. */
function createWeigher(): (text: string) => number {
  const kinds = new Map<number, number>();
  const kindOf = (unit: number): number => {
    const known = kinds.get(unit);
    if (known !== undefined) return known;
    const character = String.fromCharCode(unit);
    const kind = KINDS.findIndex(({ of }) => of.test(character));
    kinds.set(unit, kind);
    return kind;
  };
  return (text) => {
    let [weight, kind, from] = [0, -1, 0];
    for (let at = 0; at <= text.length; at += 1) {
      const next = at < text.length ? kindOf(text.charCodeAt(at)) : -1;
      if (next === kind) continue;
      weight += KINDS[kind]?.weight(at - from) ?? 0;
      // Some tokenizers let a space before a number stand for itself, and cut numbers into digits, others into groups of three.
      if (kind === SPACE && next === NUMERAL) weight += 1;
      kind = next;
      from = at;
    }
    return weight;
  };
}
