import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The path that Home Assistant's ingress gives an app. */
const PREFIX = "/api/hassio_ingress/Q7xZ_token-1";

/**
 * What the Supervisor is for the console: a path of its own, and a word for who sits at the browser, which nobody else can say. Gives the
 * address of the page as that user sees it.
 */
export async function ingressFor(consoleUrl: string, user: { readonly id: string; readonly name: string }): Promise<string> {
  const target = new URL(consoleUrl);
  const server = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(`${PREFIX}/`)) return void outgoing.writeHead(404).end();
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith("x-remote-user")));
    const onward = request(
      {
        ...{ host: target.hostname, port: target.port, method: incoming.method, path: incoming.url.slice(PREFIX.length) },
        headers: {
          ...headers,
          "x-ingress-path": PREFIX,
          "x-forwarded-host": incoming.headers.host,
          "x-remote-user-id": user.id,
          "x-remote-user-display-name": user.name,
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${PREFIX}/`;
}
