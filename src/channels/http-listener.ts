import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Logger } from "../observability/logger.ts";

/** Connections at a time: a hundred callers that wait, and as many that wait for nothing. */
const MOST_CONNECTIONS = 200;
/** Headers are small, and a body of some megabytes comes within seconds: what takes longer keeps a connection for nothing. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** Node looks twice a minute by itself, and so takes up to a minute to notice. */
const LOOK_MS = 5_000;

interface HttpListenerParts {
  readonly fetch: Parameters<typeof serve>[0]["fetch"];
  readonly address: string;
  readonly port: number;
  /** In the log: "the endpoint for programs". */
  readonly what: string;
  readonly logger: Pick<Logger, "info" | "error">;
}

/** A port for programs, with bounds on slow and on many callers. */
export function createHttpListener({ fetch, address, port, what, logger }: HttpListenerParts) {
  let server: Server | undefined;
  return {
    /** Resolves with the port that it listens on; with undefined, and a line in the log, if that cannot be had. */
    start(): Promise<number | undefined> {
      const { promise, resolve } = Promise.withResolvers<number | undefined>();
      const serverOptions = { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: LOOK_MS };
      server = serve({ fetch, hostname: address, port, overrideGlobalObjects: false, serverOptions }, (bound) => {
        logger.info({ port: bound.port }, `${what} listens`);
        resolve(bound.port);
      }) as Server;
      server.maxConnections = MOST_CONNECTIONS;
      server.on("error", (err) => {
        logger.error({ err }, `${what} cannot listen`);
        resolve(undefined);
      });
      return promise;
    },
    [Symbol.dispose](): void {
      server?.close();
      server?.closeAllConnections();
    },
  };
}
