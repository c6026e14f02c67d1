import { type WebServer, webServer } from "../web/web-server.ts";
import { family, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

interface Found {
  readonly title: string;
  readonly content: string;
  readonly url: string;
}

export const WEATHER: Found = {
  title: "Weather in Tel Aviv",
  content: "Sunny, 24 °C, light wind.",
  url: "https://weather.example/tel-aviv",
};

/** A SearXNG that finds the same for every question. */
export async function searxng(...results: readonly Found[]): Promise<WebServer & { readonly queries: () => readonly (string | null)[] }> {
  const server = await webServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ results }));
  });
  return { ...server, queries: () => server.asked.map(({ path }) => new URL(path, server.url).searchParams.get("q")) };
}

export function started({ url }: { readonly url: string }, more: ScenarioOptions = {}): Promise<ScenarioHome> {
  return ScenarioHome.start({ ...more, options: { people: family, web_search: "searxng", searxng_url: url, ...more.options } });
}

export const searches = (query: string) => ({ toolCalls: [{ name: "search_web", args: { query } }] });
export const reads = (url: string) => ({ toolCalls: [{ name: "read_page", args: { url } }] });
/** What the model's latest tool call came to. */
export const told = (home: ScenarioHome): Record<string, unknown> =>
  JSON.parse(home.model.calls.at(-1)?.messages.findLast(({ role }) => role === "tool")?.content ?? "{}");
export const left = (home: ScenarioHome) =>
  home.rows("SELECT kind, original_query, sanitized_query, was_blocked, provider, outcome, results FROM search_audit_log ORDER BY id");
