// What the three kinds of model servers put on the wire for one scripted answer, as recorded from real ones (Gemini's from its documentation).

/** One answer of the scripted model. Without text and tool calls it is an empty answer. */
export interface ScriptedAnswer {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  /** Reasoning that comes before the text. */
  readonly thinking?: string;
  /** The text in these pieces; otherwise word by word. */
  readonly chunks?: readonly string[];
  /** Silence before the first byte. */
  readonly delayMs?: number;
  /** Pause between two pieces. */
  readonly chunkDelayMs?: number;
  /** `length`: the answer ran into the token limit. */
  readonly doneReason?: "stop" | "length";
  /** Answers with this HTTP status and `error` instead. */
  readonly status?: number;
  /** With `status` the error body; without it an error inside a 200 answer, after the pieces. */
  readonly error?: string | Readonly<Record<string, unknown>>;
  /** Never sends a byte. */
  readonly hang?: true;
  /** Falls silent after so many pieces. */
  readonly hangAfter?: number;
  /** Cuts the connection after so many pieces. */
  readonly cutAfter?: number;
  /** Ends the answer properly after so many pieces, but without the closing piece. */
  readonly endAfter?: number;
  /** Arguments of the first tool call exactly as given (OpenAI only: the others send JSON values). */
  readonly rawToolArguments?: string;
  readonly promptTokens?: number;
  readonly outputTokens?: number;
  /** Another content type, with `body` as it stands. */
  readonly raw?: { readonly contentType: string; readonly body: string };
}

export type ServerKind = "ollama" | "openai" | "gemini";

/** The pieces of a streamed answer in the wire format of `kind`, each written by itself. */
export function wirePieces(
  kind: ServerKind,
  model: string,
  answer: ScriptedAnswer,
): { contentType: string; pieces: string[]; closing: string[] } {
  if (kind === "ollama") return ollamaPieces(model, answer);
  return kind === "openai" ? openAiPieces(model, answer) : geminiPieces(model, answer);
}

/** The body of a failed request in the wire format of `kind`. */
export function wireError(kind: ServerKind, status: number, error: ScriptedAnswer["error"]): string {
  const given = error ?? "scripted failure";
  if (typeof given !== "string") return JSON.stringify(given);
  if (kind === "ollama") return JSON.stringify({ error: given });
  return JSON.stringify({ error: { message: given, code: status, type: "api_error", status: "FAILED" } });
}

/** The whole answer as OpenAI's API gives it without `stream`. */
export function openAiCompletion(model: string, answer: ScriptedAnswer): string {
  const message = {
    role: "assistant",
    content: textPieces(answer).join(""),
    ...(answer.toolCalls && { tool_calls: openAiToolCalls(answer) }),
  };
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: CREATED,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: openAiUsage(answer),
  });
}

const CREATED = 1_795_301_085;

function textPieces(answer: ScriptedAnswer): readonly string[] {
  return answer.chunks ?? answer.text?.match(/\S+\s*|\s+/g) ?? [];
}

function tokens(answer: ScriptedAnswer): { input: number; output: number } {
  return { input: answer.promptTokens ?? 14, output: answer.outputTokens ?? Math.max(1, textPieces(answer).length) };
}

function ollamaPieces(model: string, answer: ScriptedAnswer) {
  const line = (fields: object) => `${JSON.stringify({ model, created_at: "2026-11-21T22:44:24.675725279Z", ...fields })}\n`;
  const said = (message: object) => line({ message: { role: "assistant", content: "", ...message }, done: false });
  const count = tokens(answer);
  return {
    contentType: "application/x-ndjson",
    pieces: [
      ...(answer.thinking ? [said({ thinking: answer.thinking })] : []),
      ...textPieces(answer).map((content) => said({ content })),
      ...(answer.toolCalls ?? []).map(({ name, args }, index) =>
        said({ tool_calls: [{ id: `call_${index}`, function: { index, name, arguments: args } }] }),
      ),
    ],
    closing: [
      answer.error !== undefined
        ? `${JSON.stringify({ error: answer.error })}\n`
        : line({
            message: { role: "assistant", content: "" },
            done: true,
            done_reason: answer.doneReason ?? "stop",
            total_duration: 420_748_694,
            load_duration: 83_725_981,
            prompt_eval_count: count.input,
            prompt_eval_duration: 65_907_049,
            eval_count: count.output,
            eval_duration: 264_193_178,
          }),
    ],
  };
}

function openAiPieces(model: string, answer: ScriptedAnswer) {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const chunk = (fields: object) => event({ id: "chatcmpl-1", object: "chat.completion.chunk", created: CREATED, model, ...fields });
  const delta = (fields: object, finish_reason: string | null = null) => chunk({ choices: [{ index: 0, delta: fields, finish_reason }] });
  return {
    contentType: "text/event-stream",
    pieces: [
      ...(answer.thinking ? [delta({ role: "assistant", content: null, reasoning_content: answer.thinking })] : []),
      ...textPieces(answer).map((content) => delta({ role: "assistant", content })),
      ...openAiToolCalls(answer).map((call, index) => delta({ role: "assistant", tool_calls: [{ index, ...call }] })),
    ],
    closing:
      answer.error !== undefined
        ? [event({ error: typeof answer.error === "string" ? { message: answer.error, type: "server_error" } : answer.error })]
        : [delta({}, finishReason(answer)), chunk({ choices: [], usage: openAiUsage(answer) }), "data: [DONE]\n\n"],
  };
}

function openAiToolCalls(answer: ScriptedAnswer) {
  return (answer.toolCalls ?? []).map(({ name, args }, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: index === 0 && answer.rawToolArguments !== undefined ? answer.rawToolArguments : JSON.stringify(args) },
  }));
}

function openAiUsage(answer: ScriptedAnswer) {
  const { input, output } = tokens(answer);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function finishReason(answer: ScriptedAnswer): string {
  return answer.doneReason ?? (answer.toolCalls?.length ? "tool_calls" : "stop");
}

function geminiPieces(modelVersion: string, answer: ScriptedAnswer) {
  const { input, output } = tokens(answer);
  const event = (parts: object[], finishReason?: string) => {
    const candidate = { content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) };
    const usageMetadata = { promptTokenCount: input, candidatesTokenCount: finishReason ? output : 0, totalTokenCount: input + output };
    return `data: ${JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion })}\r\n\r\n`;
  };
  return {
    contentType: "text/event-stream",
    pieces: [
      ...(answer.thinking ? [event([{ text: answer.thinking, thought: true }])] : []),
      ...textPieces(answer).map((text) => event([{ text }])),
      ...(answer.toolCalls ?? []).map(({ name, args }) => event([{ functionCall: { name, args } }])),
    ],
    closing: [event([{ text: "" }], answer.doneReason === "length" ? "MAX_TOKENS" : "STOP")],
  };
}
