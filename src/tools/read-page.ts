import { z } from "zod";
import type { ReadTool } from "../agent/toolbox.ts";
import type { PageProblem, Pages } from "../web/page.ts";
import { defineReadTool } from "./tool.ts";
import type { EgressWatch, TurnLinks } from "./turn-links.ts";

/** About 1,200 tokens: what an article has to say stands in its beginning. */
const MOST_CHARACTERS = 4_000;
const LONGEST_TITLE = 200;

const input = z.object({
  url: z.string().max(500),
});

const PROBLEMS: Readonly<Record<PageProblem, string>> = {
  address: "Only pages of the public internet can be read.",
  unreachable: "The page's server did not answer.",
  timeout: "The page took too long.",
  redirects: "The page only leads on to others.",
  status: "The server has no such page, or does not give it to programs.",
  kind: "It is no page of text.",
  unreadable: "The page could not be read.",
};

interface ReadPageDependencies {
  readonly pages: Pages;
  readonly egress: EgressWatch;
  readonly links: Pick<TurnLinks, "opened">;
}

/** The main text of a page that a search of the turn found or that the person named: of no other, for an address can carry what it likes. */
export function createReadPage({ pages, egress, links }: ReadPageDependencies): ReadTool {
  return defineReadTool("read_page", "Text of a page that was found or named.", input, async ({ url }, caller, signal) => {
    const found = links.opened(url, caller);
    if (found === undefined) {
      egress.blocked(caller, { kind: "page", original: url, reason: "not_read", provider: URL.parse(url)?.hostname ?? "" });
      const message = "Only an address that search_web found in this turn or that the person wrote can be opened. Search for it first.";
      return { ok: false, error: "unknown_address", message };
    }
    // what stands behind it is for the reader's browser alone
    const address = found.replace(/#.*$/s, "");
    const about = { kind: "page", original: address } as const;
    const leaving = egress.leaving(caller, { ...about, row: (to) => ({ provider: new URL(to).hostname, sanitized: to }) });
    const refused = (to: string) => egress.blocked(caller, { ...about, reason: "page_address", provider: URL.parse(to)?.hostname ?? "" });
    const page = await pages.read(address, { limit: MOST_CHARACTERS, signal, leaving, refused });
    if (page.kind === "problem") return { ok: false, error: `page_${page.problem}`, message: PROBLEMS[page.problem] };
    const title = page.title.slice(0, LONGEST_TITLE).toWellFormed();
    return {
      ok: true,
      name: new URL(page.url).hostname,
      // never an address that the model wrote: its links are kept for having stood in an answer
      url: found,
      title,
      text: page.text === "" ? "(there is no text on it)" : page.text,
      ...(page.truncated && { truncated: true }),
      origin: "outside",
      outside: [`${title}: ${page.text}`],
    };
  });
}
