import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { createDiscovery } from "../../src/homeassistant/supervisor.ts";
import { createLogger } from "../../src/observability/logger.ts";

it("tells the Supervisor of a service by our own hostname, and tries again until it listens", async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trim());
    response.statusCode = asked.length === 1 ? 503 : 200;
    response.end(JSON.stringify({ result: "ok", data: { hostname: "abc-assistant", uuid: "1" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waits: (() => void)[] = [];
  const later = (_ms: number, run: () => void) => {
    waits.push(run);
    return { [Symbol.dispose]() {} };
  };
  using discovery = createDiscovery({ supervisor: { url, token: "t" }, later, logger: createLogger({ level: "error" }) });
  await discovery.announce("wyoming", (hostname) => ({ uri: `tcp://${hostname}:10400` }));
  waits[0]?.();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  expect(asked.slice(1)).toEqual([
    "GET /addons/self/info Bearer t",
    'POST /discovery Bearer t {"service":"wyoming","config":{"uri":"tcp://abc-assistant:10400"}}',
  ]);
  server.close();
});
