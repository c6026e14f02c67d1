import { existsSync } from "node:fs";
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type Next } from "hono";
import type { ConsoleListen } from "../../config/console-listen.ts";
import type { Logger } from "../../observability/logger.ts";
import type { ConsoleEnv } from "./asked.ts";

/** Where the Supervisor speaks from on the network of the apps: it alone says truly who sits before the browser. */
const SUPERVISOR = "172.30.32.2";
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/** A request that is being answered is given so long when the service stops; a stream of live events would otherwise never end. */
const LAST_ANSWERS_MS = 500;

/** Files that Vite names by their contents: another content has another name. */
const HASHED = /-[\w-]{8}\.\w+$/;
const YEAR_S = 31_536_000;

export interface ConsoleServerOptions {
  readonly listen: ConsoleListen;
  readonly databaseProblem: () => string | undefined;
  /** What people see; without it only the health of the service is told. */
  readonly site?: ConsoleSite | undefined;
  readonly logger: Pick<Logger, "info" | "error">;
}

export interface ConsoleSite {
  readonly api: Hono<ConsoleEnv>;
  readonly folder: string;
  readonly end: () => void;
}

/** Only what comes from here runs in the page, and only Home Assistant shows it within one of its own. */
const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Whether somebody at this address may ask for anything at all. */
export function letsIn(address: string | undefined, { ingress }: Pick<ConsoleListen, "ingress">): boolean {
  const from = plain(address);
  return LOOPBACK.has(from) || (ingress && from === SUPERVISOR);
}

/** Whether what somebody at this address says of its user is believed: the Supervisor has asked Home Assistant. */
export function believes(
  address: string | undefined,
  { ingress, trustLoopback }: Pick<ConsoleListen, "ingress" | "trustLoopback">,
): boolean {
  const from = plain(address);
  return (ingress && from === SUPERVISOR) || (trustLoopback && LOOPBACK.has(from));
}

function plain(address = ""): string {
  return address.replace(/^::ffff:/, "");
}

/** `GET /healthz` is 200 when the database can be read, else 503: a restart would not bring back Home Assistant or the model. */
export function createConsoleServer({ listen, databaseProblem, site, logger }: ConsoleServerOptions) {
  const app = new Hono();
  let server: Server | undefined;

  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (letsIn(getConnInfo(context).remote.address, listen)) return next();
    return context.text("Only Home Assistant's sidebar leads here.", 403);
  });

  app.get("/healthz", (context) => {
    const problem = databaseProblem();
    context.header("Cache-Control", "no-store");
    return problem === undefined ? context.json({ ok: true }) : context.json({ ok: false, problem }, 503);
  });

  if (site) {
    app.route("/api", site.api);
    if (existsSync(site.folder)) app.get("*", setCaching, serveStatic({ root: site.folder }));
    app.notFound((context) => context.text("There is nothing here.", 404, { "Cache-Control": "no-store" }));
  }

  app.onError((error, context) => {
    logger.error({ err: error }, "a request to the console failed");
    return context.text("Something failed here. The log says more.", 500);
  });

  return {
    /** Resolves with the port that it listens on; with undefined, and a line in the log, if that cannot be had: chats go on without it. */
    start(): Promise<number | undefined> {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const { address: hostname, port } = listen;
      server = serve({ fetch: app.fetch, hostname, port, overrideGlobalObjects: false }, (bound) => {
        logger.info({ port: bound.port }, "the console listens");
        resolve(bound.port);
      }) as Server;
      server.on("error", (err) => {
        logger.error({ err }, "the console cannot listen");
        resolve(undefined);
      });
      return promise;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      site?.end();
      const closing = server;
      if (!closing?.listening) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const late = setTimeout(() => closing.closeAllConnections(), LAST_ANSWERS_MS);
      closing.close(() => resolve());
      closing.closeIdleConnections();
      await promise;
      clearTimeout(late);
    },
  };
}

function setCaching({ req, header }: Context, next: Next): Promise<void> {
  header("Cache-Control", HASHED.test(req.path) ? `public, max-age=${YEAR_S}, immutable` : "no-cache");
  return next();
}
