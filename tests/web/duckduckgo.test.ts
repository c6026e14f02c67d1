import { expect, it } from "vitest";
import { createDuckDuckGo } from "../../src/web/duckduckgo.ts";
import { ANOMALY, CHALLENGE_PAGE, NO_RESULTS, resultsScript, TOKEN_PAGE } from "./duckduckgo-pages.ts";
import { webServer } from "./web-server.ts";

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  /** Ends the connection, or never answers. */
  readonly how?: "hang up" | "silence" | "half";
}

const page = (body: string, status = 200): Answer => ({ status, type: "text/html; charset=UTF-8", body });
const script = (body: string, status = 200): Answer => ({ status, type: "application/x-javascript", body });
const WEATHER = resultsScript([
  { title: "Weather in Tel Aviv &amp; Jaffa", text: "Sunny, <b>24°C</b> in <b>Tel Aviv</b>", url: "https://weather.example/tel-aviv" },
  { title: "Forecast", text: "Ten days", url: "https://forecast.example/?city=tlv" },
]);

/** DuckDuckGo on loopback: the two steps of the real library reach it, each under the host that it asks for. */
async function duckDuckGo({ token = page(TOKEN_PAGE), results = script(WEATHER) }: { token?: Answer; results?: Answer } = {}) {
  const server = await webServer((request, response) => {
    const { status = 200, type = "text/html", body = "", how } = request.url?.startsWith("/links.duckduckgo.com/") ? results : token;
    if (how === "silence") return;
    if (how === "hang up") {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "content-type": type });
    if (how === "half") response.write(body);
    else response.end(body);
  });
  const engine = createDuckDuckGo({ at: server.url });
  const search = (query = "weather Tel Aviv", { limit = 5, signal = AbortSignal.timeout(3_000) } = {}) =>
    engine.search(query, { limit, language: "en", signal });
  return { search, asked: server.asked };
}

it("gives titles, snippets and addresses as they are", async () => {
  const { search } = await duckDuckGo();
  expect(await search()).toEqual([
    { title: "Weather in Tel Aviv &amp; Jaffa", snippet: "Sunny, <b>24°C</b> in <b>Tel Aviv</b>", url: "https://weather.example/tel-aviv" },
    { title: "Forecast", snippet: "Ten days", url: "https://forecast.example/?city=tlv" },
  ]);
});

it("says in both steps that it is a browser, and nothing of what it runs on", async () => {
  const { search, asked } = await duckDuckGo();
  await search();
  expect(asked.map(({ path }) => path.split("?")[0])).toEqual(["/duckduckgo.com/", "/links.duckduckgo.com/d.js"]);
  for (const { headers } of asked) {
    expect(headers["user-agent"]).toMatch(/^Mozilla\/5\.0 .*Firefox/);
    expect(JSON.stringify(headers)).not.toMatch(/needle|node/i);
  }
});

it("gives no more than is asked for", async () => {
  const { search } = await duckDuckGo();
  expect(await search("weather", { limit: 1 })).toHaveLength(1);
});

it("finds nothing where there is nothing", async () => {
  const { search } = await duckDuckGo({ results: script(NO_RESULTS) });
  expect(await search("zzzzqqqq")).toEqual([]);
});

it.each<[string, Parameters<typeof duckDuckGo>[0], string]>([
  ["the riddle of the first step", { token: page(CHALLENGE_PAGE, 202) }, "refused"],
  ["the riddle of the second step", { results: page(CHALLENGE_PAGE, 202) }, "refused"],
  ["an anomaly", { results: script(ANOMALY) }, "refused"],
  ["a first page without a token", { token: page("<html></html>") }, "refused"],
  ["an empty first page", { token: page("") }, "refused"],
  ["an empty second page", { results: script("") }, "refused"],
  ["403 in the first step", { token: page("Forbidden", 403) }, "refused"],
  ["403 in the second step", { results: page("Forbidden", 403) }, "refused"],
  ["a fault of its own", { results: script("DDG.deep.is506 = 1;") }, "unreachable"],
  ["JSON instead of a script", { results: { type: "application/json", body: '{"a":1}' } }, "refused"],
  ["XML that is none", { results: { type: "text/xml", body: "<a><b></a>" } }, "refused"],
  ["no answer", { token: { how: "hang up" } }, "unreachable"],
])("%s is told as one problem", async (_what, answers, problem) => {
  const { search } = await duckDuckGo(answers);
  await expect(search()).rejects.toMatchObject({ name: "SearchError", problem });
});

it("nobody there is unreachable", async () => {
  const engine = createDuckDuckGo({ at: "http://127.0.0.1:1" });
  const signal = AbortSignal.timeout(3_000);
  await expect(engine.search("weather", { limit: 5, language: "en", signal })).rejects.toMatchObject({ problem: "unreachable" });
});

it("an answer of megabytes is given up", async () => {
  const { search } = await duckDuckGo({ results: script("x".repeat(3_000_000)) });
  await expect(search()).rejects.toMatchObject({ name: "SearchError", problem: "broken" });
});

it.each<[string, Answer]>([
  ["silence", { how: "silence" }],
  ["an answer that does not end", { ...script(WEATHER), how: "half" }],
])("%s ends with the signal", async (_what, results) => {
  const { search } = await duckDuckGo({ results });
  const stop = new AbortController();
  const found = search("weather", { signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 100);
  await expect(found).rejects.toThrow("enough");
});

it("errors hold no word of the query", async () => {
  const { search } = await duckDuckGo({ token: page("", 403) });
  const error = await search("pale horse").catch((reason: unknown) => reason);
  expect(String(error)).not.toContain("horse");
});
