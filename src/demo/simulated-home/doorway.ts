import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";

/** How new connections are met: normally, refused, by a proxy that finds nobody behind it, or by a server that never answers a login. */
export type Outage = "none" | "refuse" | "502" | "silent-auth";

/** Home Assistant's port on 127.0.0.1: HTTP for `/api/`, WebSocket at `/api/websocket`. */
export interface Doorway {
  readonly port: number;
  /** Listens on the port (a free one at the first time); resolves when it does. */
  open(): Promise<void>;
  /** Refuses new connections; those that are there stay. */
  close(): void;
  /** True: answers every upgrade with 502. */
  badGateway: boolean;
  /** Closes all sockets, with a code as a stopping server does, or without one as a lost network does. */
  drop(code?: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function createDoorway({ port, token, onSocket }: { port: number; token: string; onSocket: (socket: WebSocket) => void }): Doorway {
  const sockets = new WebSocketServer({ noServer: true });
  let server: Server | undefined;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const allowed = request.headers.authorization === `Bearer ${token}`;
    const found = request.url === "/api/";
    const [status, body] = !found
      ? [404, "404: Not Found"]
      : allowed
        ? [200, JSON.stringify({ message: "API running." })]
        : [401, "401: Unauthorized"];
    response.writeHead(doorway.badGateway ? 502 : status, {
      "content-type": status === 200 ? "application/json" : "text/plain",
      connection: "close",
    });
    response.end(doorway.badGateway ? "502: Bad Gateway" : body);
  };
  const doorway: Doorway & { port: number } = {
    port,
    badGateway: false,
    async open() {
      if (server) return;
      const opened = createServer(answer);
      server = opened;
      opened.on("upgrade", (request, socket, head) => {
        if (doorway.badGateway || request.url !== "/api/websocket") {
          const status = doorway.badGateway ? "502 Bad Gateway" : "404 Not Found";
          socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
          return;
        }
        sockets.handleUpgrade(request, socket, head, onSocket);
      });
      await new Promise<void>((resolve, reject) => opened.once("error", reject).listen(doorway.port, "127.0.0.1", resolve));
      const address = opened.address();
      if (typeof address === "object" && address) doorway.port = address.port;
    },
    close() {
      server?.close();
      server?.closeAllConnections();
      server = undefined;
    },
    drop(code) {
      for (const socket of sockets.clients) {
        if (code === undefined) socket.terminate();
        else socket.close(code);
      }
    },
    async [Symbol.asyncDispose]() {
      const last = server;
      server = undefined;
      for (const socket of sockets.clients) socket.terminate();
      last?.closeAllConnections();
      await new Promise<void>((resolve) => (last ? last.close(() => resolve()) : resolve()));
    },
  };
  return doorway;
}
