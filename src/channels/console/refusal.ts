import type { ContentfulStatusCode } from "hono/utils/http-status";
import { catalogueFor } from "../../languages/catalogue.ts";

/** Why a request gets no answer, by the words that `console.<code>` has for it. */
export type RefusalCode =
  | "not-home-assistant"
  | "not-known"
  | "not-admin"
  | "home-away"
  | "users-unread"
  | "other-site"
  | "token"
  | "not-yours"
  | "missing"
  | "wrong"
  | "too-large"
  | "too-many"
  | "failed"
  | "secret"
  | "refused"
  | "name"
  | "kind"
  | "full"
  | "closed"
  | "nowhere"
  | "nobody"
  | "running";

const STATUS: Readonly<Record<RefusalCode, ContentfulStatusCode>> = {
  "not-home-assistant": 403,
  "not-known": 403,
  "not-admin": 403,
  "home-away": 503,
  "users-unread": 503,
  "other-site": 403,
  token: 403,
  "not-yours": 403,
  missing: 404,
  wrong: 400,
  "too-large": 413,
  "too-many": 429,
  failed: 500,
  secret: 422,
  refused: 422,
  name: 400,
  kind: 415,
  full: 409,
  closed: 403,
  nowhere: 409,
  nobody: 404,
  running: 409,
};

/** Ends a request with a status and words that say what to do. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: RefusalCode;
  /** In place of the words that there are for the code: such as name what was wrong. */
  readonly words: string | undefined;

  constructor(code: RefusalCode, words?: string) {
    super(code);
    this.code = code;
    this.words = words;
  }

  get status(): ContentfulStatusCode {
    return STATUS[this.code];
  }

  /** As the page reads it. */
  told(language: string): { readonly error: string; readonly message: string } {
    return { error: this.code, message: this.words ?? catalogueFor(language).find(`console.${this.code}`) ?? "" };
  }
}
