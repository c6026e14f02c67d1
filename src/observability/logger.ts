import { pino } from "pino";
import { redactError } from "../security/redaction.ts";
import { isSecretField } from "../security/secret-fields.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** The part of pino that we use: fields first, then one fixed message. Private texts go to `debug` only. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(bindings: { part: string }): Logger;
}

/** An error whose message may quote what a person wrote sets this: above debug its message is left out. */
export interface QuotingError extends Error {
  readonly mayQuote: true;
}

const CENSORED = "[secret]";
/** Nobody logs this deep on purpose: such an object is a circle, or the whole of something. */
const DEEPEST = 8;

/**
 * Logs as JSON lines to `destination` (stdout when left out). Values of secret fields never reach a log, at any level and however deep
 * they stand. Errors are written as name, message and code, without their stack below debug.
 */
export function createLogger({ level, destination }: { level: LogLevel; destination?: { write(line: string): void } }): Logger {
  const isDebug = level === "debug";
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: (fields: object) => cleanFields({ fields, isDebug, depth: 0 }) },
    // pino's own serializer would take what is made of an error for an error once more
    serializers: { err: (error: unknown) => error },
  };
  return destination ? pino(options, destination) : pino(options);
}

function cleanFields({ fields, isDebug, depth }: { fields: object; isDebug: boolean; depth: number }): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (isSecretField(name)) cleaned[name] = CENSORED;
    else if (name === "err") cleaned[name] = errorFields(value, isDebug);
    else cleaned[name] = clean(value, isDebug, depth + 1);
  }
  return cleaned;
}

function clean(value: unknown, isDebug: boolean, depth: number): unknown {
  if (typeof value !== "object" || value === null || "toJSON" in value) return value;
  if (value instanceof Error) return errorFields(value, isDebug);
  if (depth > DEEPEST) return "[deep]";
  if (Array.isArray(value)) return value.map((one) => clean(one, isDebug, depth + 1));
  return cleanFields({ fields: value, isDebug, depth });
}

function errorFields(error: unknown, isDebug: boolean): object {
  if (!(error instanceof Error)) return { message: redactError(String(error)) };
  return {
    name: error.name,
    ...((isDebug || !mayQuote(error)) && { message: redactError(error.message) }),
    errorCode: "code" in error ? error.code : undefined,
    ...(isDebug && { stack: redactError(error.stack ?? "") }),
  };
}

function mayQuote(error: Error): boolean {
  return "mayQuote" in error && error.mayQuote === true;
}
