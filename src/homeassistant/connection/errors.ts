import type { z } from "zod";
import type { QuotingError } from "../../observability/logger.ts";
import { isRecord } from "../../text/is-record.ts";

/** Home Assistant cannot be reached (refused, 502 while Core starts, no answer to auth in time, the connection is down). */
export class HomeUnreachableError extends Error {
  override name = "HomeUnreachableError";
}

/** Home Assistant answered, and something in it failed on the way (500): a file of its configuration that cannot be read. */
export class HomeFailedError extends HomeUnreachableError {
  override name = "HomeFailedError";
}

/** Home Assistant refused the token. */
export class HomeAuthError extends Error {
  override name = "HomeAuthError";
}

/** The connection was lost, or its time ran out, while a command was under way: nobody knows whether it was carried out. */
export class OutcomeUnknownError extends Error {
  override name = "OutcomeUnknownError";
}

const NOT_LOADED: ReadonlySet<unknown> = new Set(["entry_not_loaded", "mqtt_broker_error", "mqtt_not_setup_cannot_subscribe"]);

/** Home Assistant answered a command with an error. `code` is Home Assistant's (`not_found`, `service_validation_error`, …). */
export class CommandError extends Error implements QuotingError {
  override name = "CommandError";
  /** Home Assistant repeats what it was given. */
  readonly mayQuote = true;
  readonly code: string;
  readonly translationKey: string | undefined;
  readonly placeholders: Readonly<Record<string, string>>;

  constructor(
    code: string,
    message: string,
    options: { translationKey?: string | undefined; placeholders?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.translationKey = options.translationKey;
    this.placeholders = options.placeholders ?? {};
  }

  /** True for answers while Home Assistant starts and the integration is not there yet: ask again later, do not believe it. */
  get notReady(): boolean {
    return ["unknown_command", "not_found"].includes(this.code) || NOT_LOADED.has(this.translationKey);
  }
}

/** home-assistant-js-websocket's number for "connection lost". */
const ERR_CONNECTION_LOST = 3;

/**
 * One error type for the library's three shapes: a bare number (the command was never sent), `{type:"result", error:{code:3}}` (sent,
 * then the socket closed) and Home Assistant's own `{code, message, translation_key?, translation_placeholders?}`.
 */
export function fromLibraryError(error: unknown): Error {
  if (error instanceof Error) return error;
  if (typeof error === "number") return new HomeUnreachableError("not connected to Home Assistant", { cause: error });
  if (!isRecord(error)) return new Error("Home Assistant answered with an error of unknown form", { cause: error });
  if (isRecord(error["error"]) && error["error"]["code"] === ERR_CONNECTION_LOST) {
    return new OutcomeUnknownError("the connection to Home Assistant was lost while a command was under way", { cause: error });
  }
  const { code, message, translation_key: translationKey, translation_placeholders: placeholders } = error;
  return new CommandError(String(code ?? "unknown_error"), typeof message === "string" ? message : "", {
    translationKey: typeof translationKey === "string" ? translationKey : undefined,
    placeholders: Object.fromEntries(
      Object.entries(isRecord(placeholders) ? placeholders : {}).map(([key, value]) => [key, String(value)]),
    ),
    cause: error,
  });
}

/** An answer of Home Assistant in the form that it should have; throws Error for any other. `what` names it. */
export function inForm<Form extends z.ZodType>(form: Form, answer: unknown, what: string): z.infer<Form> {
  const parsed = form.safeParse(answer);
  if (!parsed.success) throw new Error(`Home Assistant's ${what} has an unknown form`, { cause: parsed.error });
  return parsed.data;
}
