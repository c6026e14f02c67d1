import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import type { ConsoleListen } from "../../config/console-listen.ts";
import type { Logger } from "../../observability/logger.ts";
import type { ConsoleEnv } from "./asked.ts";
import { routeFiles } from "./static-files.ts";

/** Where the Supervisor speaks from on the network of the apps: it alone says truly who sits before the browser. */
const SUPERVISOR = "172.30.32.2";
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);

/** A request that is being answered is given so long when the service stops; a stream of live events would otherwise never end. */
const LAST_ANSWERS_MS = 500;

export interface ConsoleServerOptions {
  readonly listen: ConsoleListen;
  /** What keeps the database from being read, in words; undefined if nothing does. */
  readonly databaseProblem: () => string | undefined;
  /** What people see; without it only the health of the service is told. */
  readonly site?: ConsoleSite | undefined;
  readonly logger: Pick<Logger, "info" | "error">;
}

export interface ConsoleSite {
  /** What stands under `/api`. */
  readonly api: Hono<ConsoleEnv>;
  /** Of the page's files. */
  readonly folder: string;
  /** Ends what would go on for ever. */
  readonly end: () => void;
}

/** Only what comes from here runs in the page, and only Home Assistant shows it within one of its own. */
const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** The console's HTTP server. */
export interface ConsoleServer extends AsyncDisposable {
  /** Resolves with the port that it listens on; with undefined, and a line in the log, if that cannot be had: chats go on without it. */
  start(): Promise<number | undefined>;
}

/** Whether somebody at this address may ask for anything at all. */
export function letsIn(address: string | undefined, { ingress }: Pick<ConsoleListen, "ingress">): boolean {
  const from = address?.replace(/^::ffff:/, "");
  return from !== undefined && (LOOPBACK.has(from) || (ingress && from === SUPERVISOR));
}

/** Whether what somebody at this address says of its user is believed: the Supervisor has asked Home Assistant. */
export function believes(
  address: string | undefined,
  { ingress, trustLoopback }: Pick<ConsoleListen, "ingress" | "trustLoopback">,
): boolean {
  const from = address?.replace(/^::ffff:/, "");
  return from !== undefined && ((ingress && from === SUPERVISOR) || (trustLoopback && LOOPBACK.has(from)));
}

/**
 * `GET /healthz` is 200 when the event loop answers and the database can be read, else 503 with the reason. Home Assistant and the model are
 * no part of it: a restart of this service would not bring them back. Only this machine, and in an app the Supervisor, are let in.
 */
export function createConsoleServer({ listen, databaseProblem, site, logger }: ConsoleServerOptions): ConsoleServer {
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
    routeFiles(app, site);
  }

  app.onError((error, context) => {
    logger.error({ err: error }, "a request to the console failed");
    return context.text("Something failed here. The log says more.", 500);
  });

  return {
    start() {
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
    async [Symbol.asyncDispose]() {
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
