import { expect, it } from "vitest";
import { createBrave, createSearxng } from "../../src/web/search-json.ts";
import { webServer } from "./web-server.ts";

const asks = { limit: 5, language: "pt-BR", signal: new AbortController().signal };
const json = (value: unknown, status = 200) =>
  webServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(typeof value === "string" ? value : JSON.stringify(value));
  });

/** As SearXNG tells them (2026.2), without what nobody needs. */
const SEARXNG = {
  query: "weather tel aviv",
  number_of_results: 0,
  results: [
    {
      title: "Weather in Tel Aviv",
      content: "Sunny, 24°C",
      url: "https://weather.example/",
      engine: "bing",
      score: 2,
      category: "general",
    },
    { title: "Same again", content: "Sunny", url: "https://weather.example/", engine: "brave" },
    { title: "A trap", content: "x", url: "javascript:alert(1)" },
    { title: "With a name", content: "x", url: "https://anna:secret@site.example/" },
    { title: "No text", content: null, url: "http://plain.example/a?b=c" },
  ],
  answers: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [["duckduckgo", "CAPTCHA"]],
};
const BRAVE = {
  type: "search",
  web: {
    type: "search",
    results: [{ title: "Tom &amp; Jerry", description: "A cat &#39;n a mouse", url: "https://cartoons.example/" }],
  },
};

it("SearXNG is asked for JSON and tells hits, each address of the web once", async () => {
  const server = await json(SEARXNG);
  const hits = await createSearxng({ url: server.url }).search("weather & tel aviv", asks);
  expect(hits).toEqual([
    { title: "Weather in Tel Aviv", snippet: "Sunny, 24°C", url: "https://weather.example/" },
    { title: "No text", snippet: "", url: "http://plain.example/a?b=c" },
  ]);
  expect(server.asked[0]?.path).toBe("/search?q=weather+%26+tel+aviv&format=json&language=pt-BR&safesearch=1");
});

it("Brave is asked with its key", async () => {
  const server = await json(BRAVE);
  const hits = await createBrave({ url: server.url, apiKey: "the-key" }).search("tom and jerry", asks);
  expect(hits).toEqual([{ title: "Tom &amp; Jerry", snippet: "A cat &#39;n a mouse", url: "https://cartoons.example/" }]);
  expect(server.asked[0]?.path).toMatch(/^\/res\/v1\/web\/search\?q=tom\+and\+jerry&count=5&/);
  expect(server.asked[0]?.headers["x-subscription-token"]).toBe("the-key");
});

it("Brave that found nothing has no group of hits", async () => {
  const server = await json({ type: "search", mixed: {} });
  expect(await createBrave({ url: server.url, apiKey: "the-key" }).search("zzzz", asks)).toEqual([]);
});

it.each([
  ["refused", 403, "JSON is not allowed here"],
  ["refused", 401, {}],
  ["refused", 422, {}],
  ["refused", 429, {}],
  ["unreachable", 502, "bad gateway"],
  ["broken", 302, ""],
  ["broken", 200, "<html>a captive portal</html>"],
  ["broken", 200, { results: "none" }],
  ["broken", 200, " ".repeat(2_100_000)],
] as const)("%s: status %i, case %#", async (problem, status, body) => {
  const server = await json(body, status);
  await expect(createSearxng({ url: server.url }).search("weather", asks)).rejects.toMatchObject({ name: "SearchError", problem });
});

it("nobody there is unreachable", async () => {
  await expect(createSearxng({ url: "http://127.0.0.1:1" }).search("weather", asks)).rejects.toMatchObject({ problem: "unreachable" });
});

it("a redirect takes the question nowhere else", async () => {
  const other = await json(SEARXNG);
  const server = await webServer((_request, response) => response.writeHead(302, { location: `${other.url}/search` }).end());
  await expect(createSearxng({ url: server.url }).search("weather", asks)).rejects.toMatchObject({ problem: "broken" });
  expect(other.asked).toEqual([]);
});

it("a search that is given up ends with the reason", async () => {
  const server = await webServer(() => undefined);
  const stop = new AbortController();
  const found = createSearxng({ url: server.url }).search("weather", { ...asks, signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 50);
  await expect(found).rejects.toThrow("enough");
});
