import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ModelMeter } from "../../eval/model-meter.ts";

async function startModel(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

test("prompt tokens of streamed answers are added up, and everything passes through", async () => {
  await using model = await startModel(async (incoming, answer) => {
    const body = await text(incoming);
    answer.writeHead(200, { "content-type": "application/x-ndjson", "x-path": incoming.url });
    answer.write(`${JSON.stringify({ message: { content: body }, done: false })}\n{"done":true,"prompt_eval`);
    answer.end('_count":120,"eval_count":7}\n');
  });
  await using meter = new ModelMeter(`${model.url}/sub/`);
  const url = await meter.start();

  const first = await fetch(`${url}/api/chat?x=1`, { method: "POST", body: "hello" });
  expect([first.status, first.headers.get("x-path")]).toEqual([200, "/sub/api/chat?x=1"]);
  expect((await first.text()).split("\n")[0]).toContain("hello");
  await (await fetch(`${url}/api/chat`, { method: "POST", body: "again" })).text();

  expect([meter.take(), meter.take()]).toEqual([240, undefined]);
});

test("a model server that is away looks away through it", async () => {
  const away = await startModel(() => {});
  await away[Symbol.asyncDispose]();
  await using meter = new ModelMeter(away.url);
  const url = await meter.start();
  await expect(fetch(`${url}/api/tags`)).rejects.toThrow();
});

test("an aborted request is aborted at the server too", async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  await using model = await startModel((_incoming, answer) => {
    answer.on("close", close);
    arrive();
  });
  await using meter = new ModelMeter(model.url);
  const abort = new AbortController();
  const asked = fetch(`${await meter.start()}/api/chat`, { signal: abort.signal });
  await arrived;
  abort.abort();
  await expect(asked).rejects.toThrow();
  await closed;
});
