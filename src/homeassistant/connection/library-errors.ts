import { isRecord } from "../../text/is-record.ts";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "./errors.ts";

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
    ...(typeof translationKey === "string" && { translationKey }),
    ...(isRecord(placeholders) && {
      placeholders: Object.fromEntries(Object.entries(placeholders).map(([key, value]) => [key, String(value)])),
    }),
    cause: error,
  });
}
