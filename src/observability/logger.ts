import { pino } from "pino";
import { redactError } from "../security/redaction.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

/** The part of pino that we use: fields first, then one fixed message. Private texts go to `debug` only. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(bindings: { part: string }): Logger;
}

/** Fields whose values never reach a log, at any level, wherever they stand in the logged object. */
const SECRET_FIELDS = ["token", "access_token", "api_key", "apiKey", "authorization", "password", "code", "pin"];

/** Logs as JSON lines to `destination` (stdout when left out). Errors under `err` are written as name, message and code, without their stack below debug. */
export function createLogger({ level, destination }: { level: LogLevel; destination?: { write(line: string): void } }): Logger {
  const redact = { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[secret]" };
  const serializers = {
    err: (error: unknown) =>
      error instanceof Error
        ? {
            name: error.name,
            message: redactError(error.message),
            errorCode: "code" in error ? error.code : undefined,
            ...(level === "debug" && { stack: redactError(error.stack ?? "") }),
          }
        : { message: redactError(String(error)) },
  };
  const options = { level, redact, serializers, base: undefined, timestamp: () => `,"time":"${new Date().toISOString()}"` };
  return destination ? pino(options, destination) : pino(options);
}
