import { z } from "zod";
import { hitsOf, SearchError, type SearchProblem, type SearchProvider } from "./search.ts";

const BRAVE_URL = "https://api.search.brave.com";

/** Twenty hits with all that engines say of them are 100 KB. */
const MOST_BYTES = 2_000_000;

const text = z.string().nullish();
const searxngAnswer = z.object({ results: z.array(z.object({ title: text, content: text, url: text })) });
/** Without a group `web` nothing was found. */
const braveAnswer = z.object({ web: z.object({ results: z.array(z.object({ title: text, description: text, url: text })) }).nullish() });

/** Brave's search API. No language is named: it refuses codes that it does not know, and finds by the words. */
export function createBrave({ apiKey, url = BRAVE_URL }: { readonly apiKey: string; readonly url?: string }): SearchProvider {
  return {
    name: "brave",
    async search(query, { limit, signal }) {
      const asked = new URLSearchParams({ q: query, count: String(limit), result_filter: "web", text_decorations: "false" });
      const headers = { "x-subscription-token": apiKey };
      const { web } = await searchJson(braveAnswer, `${url}/res/v1/web/search?${asked}`, { headers, signal });
      const results = web?.results ?? [];
      return hitsOf(
        results.map(({ title, description, url: found }) => ({ title, snippet: description, url: found })),
        limit,
      );
    },
  };
}

/** A SearXNG of one's own (docs.searxng.org/dev/search_api). 403, `refused`: its settings do not allow JSON. `url` without a slash at its end. */
export function createSearxng({ url }: { readonly url: string }): SearchProvider {
  return {
    name: "searxng",
    async search(query, { limit, language, signal }) {
      const asked = new URLSearchParams({ q: query, format: "json", language, safesearch: "1" });
      const { results } = await searchJson(searxngAnswer, `${url}/search?${asked}`, { signal });
      return hitsOf(
        results.map(({ title, content, url: found }) => ({ title, snippet: content, url: found })),
        limit,
      );
    },
  };
}

/** The JSON at an address. Redirects are not followed: what is asked goes to this host only. Throws SearchError. */
async function searchJson<Answer>(
  schema: z.ZodType<Answer>,
  url: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal },
) {
  let response: Response;
  try {
    response = await fetch(url, { headers: { accept: "application/json", ...headers }, redirect: "manual", signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchError("unreachable", { cause });
  }
  const problem = problemOf(response.status);
  if (problem) {
    await response.body?.cancel();
    throw new SearchError(problem, { cause: new Error(`it answered ${response.status}`) });
  }
  try {
    return schema.parse(JSON.parse(await textOf(response)));
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchError("broken", { cause });
  }
}

function problemOf(status: number): SearchProblem | undefined {
  if (status === 200) return undefined;
  if (status >= 500) return "unreachable";
  return status >= 400 ? "refused" : "broken";
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("it is larger than 2 MB");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
