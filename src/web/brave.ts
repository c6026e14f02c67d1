import { z } from "zod";
import { SearchError, type SearchProvider } from "./search.ts";
import { searchJson } from "./search-json.ts";
import { hitsOf } from "./search-texts.ts";

const BRAVE_URL = "https://api.search.brave.com";

const text = z.string().nullish();
/** Without a group `web` nothing was found. */
const answer = z.object({ web: z.object({ results: z.array(z.object({ title: text, description: text, url: text })) }).nullish() });

/** Brave's search API. No language is named: it refuses codes that it does not know, and finds by the words. */
export function createBrave({ apiKey, url = BRAVE_URL }: { readonly apiKey: string; readonly url?: string }): SearchProvider {
  return {
    name: "brave",
    async search(query, { limit, signal }) {
      const asked = new URLSearchParams({ q: query, count: String(limit), result_filter: "web", text_decorations: "false" });
      const headers = { "x-subscription-token": apiKey };
      const parsed = answer.safeParse(await searchJson(`${url}/res/v1/web/search?${asked}`, { headers, signal }));
      if (!parsed.success) throw new SearchError("broken", { cause: parsed.error });
      const results = parsed.data.web?.results ?? [];
      return hitsOf(
        results.map(({ title, description, url: found }) => ({ title, snippet: description, url: found })),
        limit,
      );
    },
  };
}
