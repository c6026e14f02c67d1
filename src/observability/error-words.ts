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
/** A place in our own source. */
const PLACE = /\/((?:src|eval|bench)\/[\w./-]{1,200}\.[mc]?[jt]s:\d+)/;

/** The message of an error that is known to quote nobody; undefined for every other. */
export function messageOf(error: Error): string | undefined {
  if ("mayQuote" in error && error.mayQuote === true) return undefined;
  const code = "code" in error ? String(error.code) : "";
  return PLAIN.has(error.name) || SYSTEM_CODE.test(code) ? error.message : undefined;
}

/** Where in our source it came from, `src/agent/turns/runner.ts:270`; nothing else of a stack, which begins with the message. */
export function placeOf(error: Error): string | undefined {
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return frames.map((frame) => PLACE.exec(frame)?.[1]).find((place) => place !== undefined);
}
