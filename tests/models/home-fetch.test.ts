import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createHomeFetch, fetchKept } from "../../src/models/home-fetch.ts";
import { createOpenAiProvider } from "../../src/models/openai.ts";
import { FakeModelServer } from "../fakes/model-server.ts";
import { aRequest, problemFrom } from "./request.ts";

const PUBLIC = "93.184.216.34";
const NAME = "llm.home.arpa";

/** A server under a name of the home, which leads to other addresses each time that it is looked up; the last ones stay. */
async function named(times: readonly (readonly string[])[], host = NAME) {
  const server = await FakeModelServer.start({ kind: "openai", models: ["home-test"] });
  const lookedUp: string[] = [];
  const fetch = createHomeFetch({
    lookUp: async (hostname) => {
      const addresses = times[Math.min(lookedUp.length, times.length - 1)] ?? [];
      lookedUp.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  });
  const url = server.url.replace("127.0.0.1", host);
  const provider = createOpenAiProvider({ url, model: "home-test", atHome: { fetch } });
  return { server, provider, url, lookedUp, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const elsewhere = (url: string) => ({ kind: "not_at_home", model: "local/home-test", url });

describe("a server at home is reached", () => {
  it.each([
    { by: "a name that leads to a private address", host: NAME },
    { by: "any name that does", host: "tower.example" },
  ])("by $by, at the very address that was judged", async ({ host }) => {
    await using there = await named([["127.0.0.1"]], host);
    there.server.reply({ text: "Hello." });

    expect((await there.provider.invoke(aRequest())).message.text).toBe("Hello.");
    expect(there.lookedUp).toEqual([host]);
    expect(there.server.calls[0]?.headers["host"]).toBe(new URL(there.url).host);
  });

  it("at its private address, though its name has a public one too", async () => {
    await using there = await named([[PUBLIC, "2606:4700::1111", "127.0.0.1"]]);
    there.server.reply({ text: "Hello." });
    expect((await there.provider.invoke(aRequest())).message.text).toBe("Hello.");
  });
});

describe("nothing leaves the home", () => {
  it.each([
    { where: "to a public address behind a name of the home", times: [[PUBLIC]], host: NAME },
    { where: "to a public IPv6 address behind a local name", times: [["2606:4700::1111"]], host: "tower.local" },
    { where: "to a shared address", times: [["100.64.0.7"]], host: NAME },
    { where: "to a bare public address", times: [], host: PUBLIC },
    { where: "to a bare public IPv6 address", times: [], host: "[2606:4700::1111]" },
  ])("$where", async ({ times, host }) => {
    await using there = await named(times, host);
    expect(await problemFrom(there.provider.invoke(aRequest()))).toEqual(elsewhere(there.url));
    expect(await there.provider.check?.(new AbortController().signal)).toEqual(elsewhere(there.url));
    expect([...there.server.calls, ...there.server.checks]).toEqual([]);
  });

  it("when a name that led into it leads elsewhere the next time", async () => {
    await using there = await named([["127.0.0.1"], [PUBLIC]]);
    there.server.reply({ text: "Hello." });
    await there.provider.invoke(aRequest());
    expect(await problemFrom(there.provider.invoke(aRequest()))).toEqual(elsewhere(there.url));
    expect(there.server.calls).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])("by a redirect with status %i, not even within it", async (status) => {
    await using target = await FakeModelServer.start({ kind: "openai" });
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(status, { location: `${target.url}/chat/completions` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const provider = createOpenAiProvider({ url: `http://127.0.0.1:${port}/v1`, model: "home-test", atHome: { fetch: createHomeFetch() } });

    expect(await problemFrom(provider.invoke(aRequest()))).toMatchObject({ kind: "failed", status });
    expect(await provider.check?.(new AbortController().signal)).toMatchObject({ kind: "failed", status });

    expect(asked).toEqual(["POST /v1/chat/completions", "GET /v1/models"]);
    expect([...target.calls, ...target.checks]).toEqual([]);
    server.close();
  });
});

it("a kept connection that the server closes when it is used again is no failure; a server that closes each is", async () => {
  const requests = new Map<object, number>();
  let most = 1;
  const server = createServer((request, response) => {
    const count = (requests.get(request.socket) ?? 0) + 1;
    requests.set(request.socket, count);
    if (count > most) request.socket.destroy();
    else response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asks = async () => {
    const text = await (await fetchKept(url, { method: "POST", body: "{}" })).text();
    // until the connection is free again
    await setTimeout(20);
    return text;
  };

  expect(await asks()).toBe("{}");
  expect(await asks()).toBe("{}");
  expect([...requests.values()]).toEqual([2, 1]);
  most = 0;
  await expect(asks()).rejects.toThrow("fetch failed");
  server.closeAllConnections();
  server.close();
});
