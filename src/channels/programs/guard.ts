import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { connectionOf } from "../bearer.ts";
import { bodyAtMost } from "../body-limit.ts";
import { Problem, RETRY_MS } from "./problem.ts";
import type { Client, Programs } from "./programs.ts";

export type ProgramEnv = { Variables: { client: Client } };

/** Headers that pages of listed sites may send and read. */
const SENT = ["Authorization", "Content-Type", "Idempotency-Key", "Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID"];
const READ = ["Retry-After", "Mcp-Session-Id"];

/** Lets pages of listed sites ask, and no others: a browser says where its page comes from. */
export function onlyFrom(sites: readonly string[]): MiddlewareHandler {
  const answer = cors({ origin: [...sites], allowHeaders: SENT, exposeHeaders: READ });
  return async (context, next) => {
    const origin = context.req.header("Origin");
    if (origin === undefined) return next();
    if (!sites.includes(origin)) throw new Problem("other-site");
    return answer(context, next);
  };
}

/** Lets in who shows a token, as often as a program may ask. Programs that can be given an address only show it as the path's last part, where `isInPath`. */
export function onlyPrograms(
  { clientOf, waitFor }: Pick<Programs, "clientOf" | "waitFor">,
  { isInPath = false }: { readonly isInPath?: boolean } = {},
): MiddlewareHandler<ProgramEnv> {
  return async (context, next) => {
    context.header("Cache-Control", "no-store");
    const header = isInPath ? `Bearer ${context.req.path.split("/").at(-1)}` : context.req.header("Authorization");
    const client = await clientOf(header, connectionOf(context));
    if (client === "unknown") throw new Problem("wrong-token");
    if (client === "person-gone") throw new Problem("person-gone");
    const retryAfterMs = waitFor(client);
    if (retryAfterMs > 0) throw new Problem("too-many", { retryAfterMs });
    context.set("client", client);
    return next();
  };
}

/** Bounds the body, also where it comes in pieces. */
export function atMost(bytes: number): MiddlewareHandler {
  return bodyAtMost(bytes, () => {
    throw new Problem("too-long", { detail: `At most ${bytes} bytes are taken.` });
  });
}

/** Bounds how many requests are worked on at a time; more are told to come again. */
export function atOnce(most: number): MiddlewareHandler {
  let running = 0;
  return async (_context, next) => {
    if (running >= most) throw new Problem("busy", { retryAfterMs: RETRY_MS });
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  };
}
