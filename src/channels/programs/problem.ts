import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "../../observability/logger.ts";

/** Why a program gets no answer; the type of a problem document names it. */
const PROBLEMS = {
  malformed: [400, "The request is not of the form that is documented"],
  "wrong-token": [401, "The token is wrong"],
  "person-gone": [403, "The person whom this token speaks for may not speak any more"],
  "other-site": [403, "A page of this address may not ask"],
  "not-yours": [403, "Somebody else answers this question"],
  "not-taken": [403, "The answer was not taken"],
  "nothing-here": [404, "There is nothing here"],
  "unknown-user": [404, "This token does not speak for that user"],
  "unknown-turn": [404, "There is no such message"],
  "unknown-question": [404, "There is no such question"],
  conflict: [409, "The Idempotency-Key belongs to another text"],
  "already-answered": [409, "The question is answered already"],
  expired: [410, "The question was not answered in time"],
  "too-long": [413, "The request is too long"],
  "unreadable-audio": [415, "The audio cannot be read"],
  invalid: [422, "The request is not of the form that is documented"],
  unheard: [422, "Nothing was understood in the audio"],
  "too-many": [429, "Too many requests"],
  failed: [500, "Something failed here; the log of the service says more"],
  "no-speech": [501, "Home Assistant has no speech-to-text to use"],
  busy: [503, "Too many wait for answers"],
  stopping: [503, "The service stops"],
  unstored: [503, "Nothing can be stored at the moment"],
  "home-away": [503, "Home Assistant does not answer"],
} as const satisfies Readonly<Record<string, readonly [ContentfulStatusCode, string]>>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** What tells a program why, as RFC 9457 has it. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: ContentfulStatusCode;
  readonly detail?: string;
}

/** A caller that was turned away may try again soon: turns take seconds. */
export const RETRY_MS = 10_000;

export const PROBLEM_TYPE = "application/problem+json";

/** Ends a request of a program with a problem document. */
export class Problem extends Error {
  override name = "Problem";
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  /** When asking again makes sense, ms. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ProblemCode, { detail, retryAfterMs }: { readonly detail?: string; readonly retryAfterMs?: number } = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }

  get document(): ProblemDocument {
    const [status, title] = PROBLEMS[this.code];
    return { type: problemType(this.code), title, status, ...(this.detail !== undefined && { detail: this.detail }) };
  }

  get response(): Response {
    const headers = new Headers({ "Content-Type": PROBLEM_TYPE, "Cache-Control": "no-store" });
    if (this.retryAfterMs !== undefined) headers.set("Retry-After", String(Math.ceil(this.retryAfterMs / 1_000)));
    if (this.document.status === 401) headers.set("WWW-Authenticate", "Bearer");
    return new Response(JSON.stringify(this.document), { status: this.document.status, headers });
  }
}

/** What a program is told of an error; what is none of a program's doing is logged. */
export function problemOf(error: unknown, logger: Pick<Logger, "error">): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException && error.status < 500) return new Problem("malformed", { detail: error.message });
  logger.error({ err: error }, "a request of a program failed");
  return new Problem("failed");
}

/** An address of our own page, where each problem is described. */
export function problemType(code: ProblemCode): string {
  return `/docs#${code}`;
}

export function problemTitle(code: ProblemCode): { readonly status: ContentfulStatusCode; readonly title: string } {
  const [status, title] = PROBLEMS[code];
  return { status, title };
}
