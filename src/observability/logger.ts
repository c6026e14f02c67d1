import { pino } from "pino";
import { isSecretField, redactError } from "../security/redaction/redaction.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** The part of pino that we use. Unless the level is `debug`, only numbers, booleans and the codes on the list below come through. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(bindings: { part: string }): Logger;
}

interface LoggerOptions {
  readonly level: LogLevel;
  /** stdout when left out */
  readonly destination?: { write(line: string): void };
  /** Strikes out secrets that are known by their value, whatever they look like. */
  readonly hide?: (text: string) => string;
}

interface Cleaning {
  readonly isDebug: boolean;
  readonly hide: (text: string) => string;
}

const CENSORED = "[secret]";
const LEFT_OUT = "[text]";
/** Nobody logs this deep on purpose: such an object is a circle, or the whole of something. */
const DEEPEST = 8;

/** Logs JSON lines without secrets at any level; errors as name, code and place, with a message where it quotes nobody; at debug with message and stack. */
export function createLogger({ level, destination, hide = (text) => text }: LoggerOptions): Logger {
  const cleaning = { isDebug: level === "debug", hide: (text: string) => hide(redactError(text)) };
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: (fields: object) => cleanFields(fields, cleaning, 0) },
    // pino's own serializer would take what is made of an error for an error once more
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}

function cleanFields(fields: object, cleaning: Cleaning, depth: number): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isSecretField(name)) cleaned[name] = CENSORED;
    else if (name === "err") cleaned[name] = errorFields(value, cleaning);
    else cleaned[name] = clean(name, value, cleaning, depth + 1);
  }
  return cleaned;
}

function clean(name: string, value: unknown, cleaning: Cleaning, depth: number): unknown {
  if (typeof value === "string" && OWN_IDS.has(name) && OWN_ID.test(value)) return value;
  if (typeof value === "string") return cleaning.isDebug || isCode(name, value) ? cleaning.hide(value) : LEFT_OUT;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return errorFields(value, cleaning);
  if (depth > DEEPEST) return "[deep]";
  if (ArrayBuffer.isView(value)) return "[bytes]";
  // an address or a secret would otherwise be written by pino as it is
  if ("toJSON" in value && typeof value.toJSON === "function") return clean(name, value.toJSON(), cleaning, depth + 1);
  if (Array.isArray(value)) return value.map((one) => clean(name, one, cleaning, depth + 1));
  return cleanFields(value, cleaning, depth);
}

function errorFields(error: unknown, { isDebug, hide }: Cleaning): object {
  if (!(error instanceof Error)) return { message: isDebug ? hide(String(error)) : LEFT_OUT };
  const code = "code" in error && (typeof error.code === "number" || isCode("errorCode", String(error.code))) ? error.code : undefined;
  if (isDebug) return { name: error.name, message: hide(error.message), errorCode: code, stack: hide(error.stack ?? "") };
  const message = messageOf(error);
  return {
    name: isCode("name", error.name) ? error.name : LEFT_OUT,
    ...(message !== undefined && { message: hide(message) }),
    errorCode: code,
    at: placeOf(error),
  };
}

/** Fields whose texts are words of ours: codes, ids that we made, names of parts, hosts and models. A new one stands here or is not logged. */
const FIELDS: ReadonlySet<string> = new Set(
  (
    "part kind status reason outcome outcomes problem slot source command signal domain why " +
    "turn item approval actionId wish session channel provider model version url from name errorCode"
  ).split(" "),
);

/** Of these the texts are ids that we made, by which lines belong together; they look as random as a key. */
const OWN_IDS: ReadonlySet<string> = new Set(["turn", "item", "approval", "actionId", "wish", "session"]);
const OWN_ID = /^[\w-]{1,40}$/;

/** Longer ones are no codes. */
const LONGEST = 120;
/** Of one word: what people write, and most names, have blanks. */
const CODE = /^[\w.:/@+-]*$/;

/** Sentences of ours that tell why something is so, in the words of whoever gave them. */
const SENTENCES: ReadonlySet<string> = new Set(["why"]);
const SENTENCE = /^[\w.,:;/()' -]*$/;

/** True for a text that may stand in a log for all readers. */
function isCode(field: string, value: string): boolean {
  if (!FIELDS.has(field) || value.length > LONGEST) return false;
  return (SENTENCES.has(field) ? SENTENCE : CODE).test(value);
}

/** An error whose message may quote what a person wrote sets this: above debug its message is left out, whatever its name. */
export interface QuotingError extends Error {
  readonly mayQuote: true;
}

/** Errors whose messages quote no values. Those of libraries may hold bodies of requests and answers. */
const PLAIN: ReadonlySet<string> = new Set([
  ...["TypeError", "RangeError", "ReferenceError", "TimeoutError", "AbortError"],
  ...["HomeUnreachableError", "HomeAuthError", "OutcomeUnknownError", "DatabaseError", "SqliteError", "OptionsError"],
]);
/** Codes of the system, of Node and of undici: `ECONNREFUSED`, `ERR_INVALID_URL`, `UND_ERR_SOCKET`. */
const SYSTEM_CODE = /^(?:E[A-Z\d]{2,}|ERR_[A-Z\d_]+|UND_ERR_[A-Z_]+)$/;
const PLACE = /\/((?:src|eval|bench)\/[\w./-]{1,200}\.[mc]?[jt]s:\d+)/;

/** The message of an error that is known to quote nobody; undefined for every other. */
function messageOf(error: Error): string | undefined {
  if ("mayQuote" in error && error.mayQuote === true) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return PLAIN.has(error.name) || SYSTEM_CODE.test(code) ? error.message : undefined;
}

/** Where in our source it came from, `src/agent/turns/runner.ts:270`; nothing else of a stack, which begins with the message. */
function placeOf(error: Error): string | undefined {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return frames.map((frame) => PLACE.exec(frame)?.[1]).find((place) => place !== undefined);
}
