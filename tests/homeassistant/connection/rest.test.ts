import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { HomeUnreachableError } from "../../../src/homeassistant/connection/errors.ts";
import { createRest } from "../../../src/homeassistant/connection/rest.ts";

/** A server that answers everything by one function. */
async function serving(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

test("a path is asked for with the token of the moment", async () => {
  const seen: unknown[] = [];
  await using server = await serving((request, response) => {
    seen.push(request.method, request.url, request.headers.authorization);
    response.end('{"id": "movie"}');
  });
  const rest = createRest({ url: server.url, token: () => "fresh" });

  expect(await rest.get("/api/config/scene/config/movie")).toEqual({ id: "movie" });
  expect(seen).toEqual(["GET", "/api/config/scene/config/movie", "Bearer fresh"]);
});

test("what is not there is undefined", async () => {
  await using server = await serving((_, response) => response.writeHead(404).end('{"message":"Resource not found"}'));
  expect(await createRest({ url: server.url, token: "t" }).get("/api/x")).toBeUndefined();
});

test.each<[what: string, status: number, headers: Record<string, string>, body: string]>([
  ["a refusal", 401, {}, ""],
  ["a fault", 500, {}, ""],
  ["no JSON", 200, {}, "<html>"],
  ["a way to another host", 302, { location: "http://127.0.0.1:1/" }, ""],
])("%s is an error of ours", async (_, status, headers, body) => {
  await using server = await serving((_request, response) => response.writeHead(status, headers).end(body));
  await expect(createRest({ url: server.url, token: "t" }).get("/api/x")).rejects.toThrow(HomeUnreachableError);
});

test("an aborted one is an error of ours, with the reason", async () => {
  await using server = await serving((_, response) => setImmediate(() => response.end("{}")));
  const reason = new Error("stopped");
  const asking = createRest({ url: server.url, token: "t" }).get("/api/x", { signal: AbortSignal.abort(reason) });
  await expect(asking).rejects.toMatchObject({ name: "HomeUnreachableError", cause: reason });
});
