import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import type { SimulatedSpeech } from "./speech.ts";

/** How new connections are met: normally, refused, by a proxy that finds nobody behind it, or by a server that never answers a login. */
export type Outage = "none" | "refuse" | "502" | "silent-auth";

interface Parts {
  readonly port: number;
  readonly token: string;
  readonly onSocket: (socket: WebSocket) => void;
  /** What a camera's address answers; undefined for nothing there. The token may stand in the address, too. */
  readonly pictureAt: (path: string, token: string | undefined) => Buffer | undefined;
  /** Takes a picture in; its id. */
  readonly keepPicture: (bytes: Buffer) => string;
  /** What an address of speech answers, without a body and to one; undefined for nothing there. */
  readonly speechAt: SimulatedSpeech["answer"];
  /** What an address under `/api/config/` answers; undefined for nothing there, "failed" where it cannot be read. */
  readonly configAt: (path: string) => unknown;
  /** Writes or removes what stands there: status and answer. */
  readonly changeConfig: (path: string, config: unknown) => [status: number, answer: object];
}

const SPOKEN = /^\/api\/tts_proxy\//;
const OF_SPEECH = /^\/api\/(?:stt\/|tts_get_url$|tts_proxy\/)/;

/** Home Assistant's port on 127.0.0.1: HTTP for `/api/`, WebSocket at `/api/websocket`. */
export function createDoorway({ port, token, onSocket, pictureAt, keepPicture, speechAt, configAt, changeConfig }: Parts) {
  const sockets = new WebSocketServer({ noServer: true });
  let server: Server | undefined;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://home");
    const isOwner = request.headers.authorization === `Bearer ${token}`;
    if (isOwner && pathname === "/api/image/upload" && request.method === "POST") return void takePicture(request, response);
    // what was spoken is found by an address that nobody can guess
    if (!doorway.badGateway && (isOwner ? OF_SPEECH : SPOKEN).test(pathname))
      return void speech(decodeURIComponent(pathname), request, response);
    if (isOwner && !doorway.badGateway && pathname.startsWith("/api/config/") && request.method !== "GET")
      return void takeConfig(pathname, request, response);
    const picture = doorway.badGateway ? undefined : pictureAt(pathname, isOwner ? undefined : (searchParams.get("token") ?? ""));
    if (picture) {
      response.writeHead(200, { "content-type": "image/png", connection: "close" });
      response.end(picture);
      return;
    }
    const [status, body] = doorway.badGateway ? [502, "502: Bad Gateway"] : answerTo(request);
    response.writeHead(status, {
      "content-type": body.startsWith("{") ? "application/json" : "text/plain; charset=utf-8",
      connection: "close",
    });
    response.end(body);
  };
  const speech = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = Buffer.concat(await request.toArray());
    const content = String(request.headers["x-speech-content"] ?? "");
    const answer = speechAt(path, request.method === "POST" ? { content, bytes } : undefined);
    const type = Buffer.isBuffer(answer) ? "audio/mpeg" : "application/json";
    response.writeHead(answer ? 200 : 404, { "content-type": type, connection: "close" });
    response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer ?? { message: "Resource not found" }));
  };
  const takePicture = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await new Response(Buffer.concat(await request.toArray()), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file");
    const id = keepPicture(file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0));
    response.writeHead(200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ id, content_type: "image/png", name: "chart.png" }));
  };
  const takeConfig = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString();
    const [status, answer] = changeConfig(path, request.method === "DELETE" ? undefined : JSON.parse(body));
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(answer));
  };
  const answerTo = ({ url = "", method, headers }: IncomingMessage): [number, string] => {
    if (!url.startsWith("/api/config/") || method !== "GET") return [404, "404: Not Found"];
    if (headers.authorization !== `Bearer ${token}`) return [401, "401: Unauthorized"];
    const config = configAt(url);
    if (config === "failed") return [500, "500 Internal Server Error"];
    return config === undefined ? [404, JSON.stringify({ message: "Resource not found" })] : [200, JSON.stringify(config)];
  };
  const doorway = {
    port,
    /** True: answers every upgrade with 502. */
    badGateway: false,
    /** Listens on the port (a free one at the first time); resolves when it does. */
    async open(): Promise<void> {
      if (server) return;
      const opened = createServer(answer);
      server = opened;
      opened.on("upgrade", (request, socket, head) => {
        socket.on("error", () => {}); // whoever is gone first resets the connection
        if (doorway.badGateway) {
          socket.end(`HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
          return;
        }
        sockets.handleUpgrade(request, socket, head, onSocket);
      });
      await new Promise<void>((resolve, reject) => opened.once("error", reject).listen(doorway.port, "127.0.0.1", resolve));
      const address = opened.address();
      if (typeof address === "object" && address) doorway.port = address.port;
    },
    /** Refuses new connections; those that are there stay. */
    close(): void {
      server?.close();
      server?.closeAllConnections();
      server = undefined;
    },
    /** Closes all sockets, with a code as a stopping server does, or without one as a lost network does. */
    drop(code?: number): void {
      for (const socket of sockets.clients) {
        if (code === undefined) socket.terminate();
        else socket.close(code);
      }
    },
    async [Symbol.asyncDispose](): Promise<void> {
      const last = server;
      server = undefined;
      for (const socket of sockets.clients) socket.terminate();
      last?.closeAllConnections();
      await new Promise<void>((resolve) => (last ? last.close(() => resolve()) : resolve()));
    },
  };
  return doorway;
}

export type Doorway = ReturnType<typeof createDoorway>;
