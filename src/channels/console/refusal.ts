import type { ContentfulStatusCode } from "hono/utils/http-status";
import { catalogueFor } from "../../languages/catalogue.ts";

/** Why a request gets no answer: `console.<code>` has the words for it. */
const STATUS = {
  ...({
    wrong: 400,
    name: 400,
    missing: 404,
    nobody: 404,
    full: 409,
    "many-programs": 409,
    over: 409,
    nowhere: 409,
    running: 409,
  } as const),
  ...({ "too-large": 413, kind: 415, secret: 422, refused: 422, "too-many": 429, failed: 500 } as const),
  ...({ "not-home-assistant": 403, "not-known": 403, "not-admin": 403, "other-site": 403, token: 403 } as const),
  ...({ "not-yours": 403, closed: 403, "home-away": 503, "users-unread": 503 } as const),
};
export type RefusalCode = keyof typeof STATUS;

/** Ends a request with a status and words that say what to do. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: RefusalCode;
  readonly words: string | undefined;

  constructor(code: RefusalCode, words?: string) {
    super(code);
    this.code = code;
    this.words = words;
  }

  get status(): ContentfulStatusCode {
    return STATUS[this.code];
  }

  told(language: string): { readonly error: string; readonly message: string } {
    return { error: this.code, message: this.words ?? catalogueFor(language).find(`console.${this.code}`) ?? "" };
  }
}
