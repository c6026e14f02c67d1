import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface WebServer {
  readonly url: string;
  readonly port: number;
  /** Every request that came: host as it was asked for, path with query, headers. */
  readonly asked: readonly { readonly host: string; readonly path: string; readonly headers: IncomingMessage["headers"] }[];
}

/** A server on this machine that answers as it is told; ends with the test. */
export async function webServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<WebServer> {
  const asked: WebServer["asked"][number][] = [];
  const server = createServer((request, response) => {
    asked.push({ host: request.headers.host ?? "", path: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, asked };
}
