import { readJson } from "../text/json.ts";
import type { ModelOrigin, ModelProblem } from "./models.ts";

/** An HTTP answer that is not a model's answer. `message` is the server's own words: never show or log it above debug. */
export class ModelHttpError extends Error {
  override name = "ModelHttpError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A name or an address that should be at home leads out of it: nothing was sent. */
export class NotAtHomeError extends Error {
  override name = "NotAtHomeError";
}

/** What a server says is wrong: Ollama as a text, those that speak OpenAI's API as an object. */
export function errorIn(body: string): string {
  const { error } = Object(readJson(body));
  return String(Object(error).message ?? error ?? "");
}

const UNREACHABLE_CODES = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
  ...["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "ERR_INVALID_URL"],
]);

// Ollama: "the input length exceeds the context length"; llama-server: "exceeds the available context size (4096 tokens)";
// "input (600 tokens) is too large to process"; OpenAI and vLLM: "maximum context length is …", code context_length_exceeded; Gemini: "input token count (…) exceeds the maximum number of tokens".
const CONTEXT =
  /context_length_exceeded|exceed_context_size|exceeds? the (available |model's )?context|maximum context length|is too large to process|token count.{0,40}exceeds/i;

// Ollama: "… does not support tools"; llama-server: "tools param requires --jinja flag"; OpenRouter: "No endpoints found that support tool use";
// vLLM: '"auto" tool choice requires --enable-auto-tool-choice …'.
const NO_TOOLS =
  /does not support (tools|tool use|function calling)|tools param requires|tool choice requires|no endpoints found that support tool/i;

const KEY = /api[ _]key not valid|invalid[ _]api[ _]key|API_KEY_INVALID/i;
const QUOTA = /insufficient_quota|exceeded your current quota|insufficient credits|billing/i;
// Gemini words a rate limit as a quota, but then says when to come back.
const COMES_BACK = /retry in|retryDelay/i;

/** Why a request to `origin` failed, from any error that the providers' libraries throw. Holds no key and no text of the server. */
export function problemOf(error: unknown, origin: ModelOrigin): ModelProblem {
  const { model } = origin;
  const { status, text, unreachable, notAtHome } = factsOf(error);
  if (notAtHome) return { kind: "not_at_home", model, url: publicUrl(origin.url) };
  if (CONTEXT.test(text)) return tooLong(contextSizeIn(text), origin);
  if (NO_TOOLS.test(text)) return { kind: "no_tools", model };
  if (status === 401 || status === 403 || (status === 400 && KEY.test(text))) return { kind: "refused", model, why: "key" };
  if (status === 402) return { kind: "refused", model, why: "quota" };
  if (status === 429) return { kind: "refused", model, why: QUOTA.test(text) && !COMES_BACK.test(text) ? "quota" : "rate" };
  if (status === 404 && origin.provider === "ollama" && /not found/i.test(text)) return { kind: "not_pulled", model };
  if (origin.provider === "local" && (status === 404 || text.includes("model_not_found"))) return notOffered(origin);
  // llama-server answers 503 until its model is loaded: the next health check tells
  const isLoading = origin.provider === "local" && status === 503;
  if ((status === undefined && unreachable) || isLoading) return { kind: "unreachable", model, url: publicUrl(origin.url) };
  return { kind: "failed", model, status };
}

function tooLong(told: number | undefined, { provider, model, numCtx }: ModelOrigin): ModelProblem {
  if (provider === "local" && told !== undefined && numCtx !== undefined && told < numCtx)
    return { kind: "window_smaller", model, window: told, numCtx };
  return { kind: "context_too_small", model, numCtx: told ?? numCtx };
}

/** No such model there, or no such API: servers tell these two alike. */
export function notOffered({ model, url }: ModelOrigin): ModelProblem {
  return { kind: "not_offered", model, url: publicUrl(url) };
}

/** Whether a server may have refused a request because it asks for the tokens of a streamed answer (FastAPI's 422 comes without words). */
export function refusesUsage(error: unknown): boolean {
  const { status, text } = factsOf(error);
  return status === 422 || /stream_options|include_usage/.test(text);
}

const UNREADABLE = "error parsing tool call: raw='";

/** The call as the model wrote it, when a server refused to read its own model's tool call (Ollama with gpt-oss does). */
export function unreadableToolCall(error: unknown): string | undefined {
  const { text } = factsOf(error);
  const [from, to] = [text.indexOf(UNREADABLE), text.lastIndexOf("', err=")];
  return from >= 0 && to >= from + UNREADABLE.length ? text.slice(from + UNREADABLE.length, to) : undefined;
}

/** A URL without the name and password that it may hold. */
function publicUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

function contextSizeIn(text: string): number | undefined {
  const size = /context size \((\d+)|maximum context length is (\d+)/.exec(text);
  return size ? Number(size[1] ?? size[2]) : undefined;
}

// How deep a library may wrap the error that says why.
const MAX_CAUSES = 6;

/** Status and words from the error and everything it wraps: each library hides them elsewhere. */
function factsOf(error: unknown): { status: number | undefined; text: string; unreachable: boolean; notAtHome: boolean } {
  let status: number | undefined;
  let unreachable = false;
  let notAtHome = false;
  const words: string[] = [];
  let queue: unknown[] = [error];
  for (let depth = 0; depth < MAX_CAUSES && queue.length > 0; depth++) {
    const next: unknown[] = [];
    for (const found of queue) {
      if (typeof found !== "object" || found === null) continue;
      notAtHome ||= found instanceof NotAtHomeError;
      const { name, message, code, type, status: direct, status_code, cause, errors, error: body } = found as Record<string, unknown>;
      status ??= statusIn(direct) ?? statusIn(status_code);
      words.push(...[message, code, type].filter((word) => typeof word === "string"));
      unreachable ||=
        UNREACHABLE_CODES.has(String(code)) || name === "TimeoutError" || /fetch failed|^Connection error/.test(String(message));
      next.push(cause, body, ...(Array.isArray(errors) ? errors : []));
    }
    queue = next;
  }
  return { status, text: words.join("\n"), unreachable, notAtHome };
}

function statusIn(value: unknown): number | undefined {
  return typeof value === "number" && value >= 300 && value <= 599 ? value : undefined;
}
