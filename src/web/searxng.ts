import { z } from "zod";
import { SearchError, type SearchProvider } from "./search.ts";
import { searchJson } from "./search-json.ts";
import { hitsOf } from "./search-texts.ts";

const text = z.string().nullish();
const answer = z.object({ results: z.array(z.object({ title: text, content: text, url: text })) });

/**
 * A SearXNG of one's own, by its search API (docs.searxng.org/dev/search_api): 403, which is `refused`, where its settings do not allow
 * the format `json`. `url` without a slash at its end.
 */
export function createSearxng({ url }: { readonly url: string }): SearchProvider {
  return {
    name: "searxng",
    async search(query, { limit, language, signal }) {
      const asked = new URLSearchParams({ q: query, format: "json", language, safesearch: "1" });
      const parsed = answer.safeParse(await searchJson(`${url}/search?${asked}`, { signal }));
      if (!parsed.success) throw new SearchError("broken", { cause: parsed.error });
      return hitsOf(
        parsed.data.results.map(({ title, content, url: found }) => ({ title, snippet: content, url: found })),
        limit,
      );
    },
  };
}
