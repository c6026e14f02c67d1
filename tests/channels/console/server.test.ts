import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import type { ConsoleEnv } from "../../../src/channels/console/asked.ts";
import { type ConsoleServerOptions, createConsoleServer, letsIn } from "../../../src/channels/console/server.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { temporaryFolder } from "../../storage/temporary-folder.ts";

const silent = createLogger({ level: "error", destination: { write: () => undefined } });

async function startServer(more: Partial<ConsoleServerOptions> = {}) {
  const server = createConsoleServer({
    listen: { address: "127.0.0.1", port: 0, ingress: false, trustLoopback: false },
    databaseProblem: () => undefined,
    logger: silent,
    ...more,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const port = await server.start();
  return { server, port, url: `http://127.0.0.1:${port}` };
}

it("is healthy while the database can be read, and says why it is not", async () => {
  let problem: string | undefined;
  const { url } = await startServer({ databaseProblem: () => problem });
  const well = await fetch(`${url}/healthz`);
  expect([well.status, await well.json(), well.headers.get("cache-control")]).toEqual([200, { ok: true }, "no-store"]);

  problem = "disk I/O error";
  const ill = await fetch(`${url}/healthz`);
  expect([ill.status, await ill.json()]).toEqual([503, { ok: false, problem: "disk I/O error" }]);
});

it("answers a failure of its own in one plain line", async () => {
  const broken = () => {
    throw new Error("very private");
  };
  const { url } = await startServer({ databaseProblem: broken });
  const answer = await fetch(`${url}/healthz`);
  expect([answer.status, await answer.text()]).toEqual([500, "Something failed here. The log says more."]);
});

it("goes on without a port that somebody else has, and says so", async () => {
  const { port = 0 } = await startServer();
  const log: string[] = [];
  const logger = createLogger({ level: "info", destination: { write: (line) => void log.push(line) } });
  const second = createConsoleServer({
    listen: { address: "127.0.0.1", port, ingress: false, trustLoopback: false },
    databaseProblem: () => undefined,
    logger,
  });
  expect(await second.start()).toBeUndefined();
  expect(log.join("")).toContain("the console cannot listen");
  await second[Symbol.asyncDispose]();
});

it("serves the page's files by their names and nothing else, those that are named by their contents for good", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "page", "assets"), { recursive: true });
  writeFileSync(join(folder, "page", "index.html"), "<!doctype html><title>Page</title>");
  writeFileSync(join(folder, "page", "assets", "main-aB3_x9Zk.js"), "run();");
  writeFileSync(join(folder, "secret.js"), "secret");
  const site = { api: new Hono<ConsoleEnv>(), folder: join(folder, "page"), end: () => undefined };
  const { port } = await startServer({ site });
  // `fetch` would resolve the dots itself
  const get = async (path: string) => {
    const sent = request({ port, host: "127.0.0.1", path });
    sent.end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
  };

  expect(await get("/")).toMatchObject({
    status: 200,
    text: expect.stringContaining("<title>Page"),
    headers: { "cache-control": "no-cache" },
  });
  const script = await get("/assets/main-aB3_x9Zk.js");
  expect(script).toMatchObject({ status: 200, text: "run();", headers: { "content-type": "text/javascript; charset=utf-8" } });
  expect(script.headers["cache-control"]).toContain("immutable");
  expect(script.headers["content-security-policy"]).toContain("default-src 'self'");
  for (const path of ["/../secret.js", "/assets/../../secret.js", "/%2e%2e/secret.js", "/..%2fsecret.js", "/assets", "/nothing.js"])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

it("ends although somebody keeps a connection open", async () => {
  const { server, port } = await startServer();
  const open = request({ port, host: "127.0.0.1", method: "POST", path: "/healthz" });
  open.on("error", () => undefined);
  open.write("the first bytes");
  await new Promise((resolve) => open.once("socket", (socket) => socket.once("connect", resolve)));
  await server[Symbol.asyncDispose]();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

it.for([
  ["127.0.0.1", true, true],
  ["::1", true, true],
  ["::ffff:127.0.0.1", true, true],
  ["172.30.32.2", true, false],
  ["::ffff:172.30.32.2", true, false],
  ["172.30.33.7", false, false],
  ["172.30.32.20", false, false],
  ["192.168.1.10", false, false],
  [undefined, false, false],
] as const)("%s is let in: %s in an app, %s elsewhere", ([address, inApp, elsewhere]) => {
  expect([letsIn(address, { ingress: true }), letsIn(address, { ingress: false })]).toEqual([inApp, elsewhere]);
});
