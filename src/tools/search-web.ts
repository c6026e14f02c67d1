import { z } from "zod";
import type { Sanitizer } from "../security/egress/sanitizer.ts";
import { recoveryHint } from "../security/egress/sanitizer-hints.ts";
import { readText } from "../security/egress/sanitizer-text.ts";
import { createTypedCodes } from "../security/egress/typed-codes.ts";
import { plainText } from "../security/injection/firewall-plain.ts";
import type { SearchHit, WebSearch } from "../web/search.ts";
import type { EgressWatch } from "./egress-watch.ts";
import { defineReadTool, type ReadTool } from "./tool.ts";
import type { SaidBefore, TurnLinks } from "./turn-links.ts";

/** The seed's five; with these lengths an answer costs about 700 tokens. */
const MOST_HITS = 5;
const LONGEST_TITLE = 100;
const LONGEST_SNIPPET = 250;
/** Of the person's own in this conversation: more than anybody writes in one. */
const MOST_MESSAGES = 200;
/** A scheme with a host behind it. */
const ADDRESS = /[a-z][a-z\d+.-]{1,14}:\s?\/\s?\/\s?[^\s/]/i;

const input = z.object({
  query: z.string().trim().min(1).max(200).describe("general words only: no names, addresses, ids, rooms or habits of this home's people"),
});

interface SearchWebDependencies {
  readonly search: WebSearch;
  /** The engine that is asked first, for what is kept from it. */
  readonly engine: string;
  readonly sanitizer: Pick<Sanitizer, "check" | "find">;
  /** Codes that the person gave in this conversation are not searched for, whatever stands beside them. */
  readonly saidBefore: SaidBefore;
  readonly egress: EgressWatch;
  readonly links: Pick<TurnLinks, "found">;
}

/**
 * The first hits of the web for a few words. What is searched has passed the sanitizer: what tells of this home is made general or blocked, and a
 * hint says how to go on. No engine that answers is an answer too.
 */
export function createSearchWeb({ search, engine, sanitizer, saidBefore, egress, links }: SearchWebDependencies): ReadTool {
  const hasTypedCode = createTypedCodes({ sanitizer });
  return defineReadTool(
    "search_web",
    "Searches the web: title, snippet and address of the first hits. The weather at home, the time and everything about this home come from " +
      "Home Assistant's own tools first; search only for what they cannot know (another town's weather, opening hours, how to mend a thing).",
    input,
    async ({ query: original }, caller, signal) => {
      if (ADDRESS.test(readText(original).text)) {
        egress.blocked(caller, { kind: "search", original, reason: "link", provider: engine });
        const hint =
          "A search takes words, not an address: whatever stands in an address would leave with it. Search for what it is about in plain words.";
        return { ok: false, error: "search_blocked", reason: "link", hint };
      }
      if (hasTypedCode(original, [caller.turn.text, ...saidBefore(caller.sessionId, caller.personId, MOST_MESSAGES)])) {
        egress.blocked(caller, { kind: "search", original, reason: "secret", provider: engine });
        return { ok: false, error: "search_blocked", reason: "secret", hint: recoveryHint(["secret"]) };
      }
      const verdict = sanitizer.check(original);
      if (verdict.outcome === "blocked") {
        const { reason, hint } = verdict;
        egress.blocked(caller, { kind: "search", original, reason, provider: engine });
        return { ok: false, error: "search_blocked", reason, hint };
      }
      const { query } = verdict;
      const leaving = egress.leaving(caller, { kind: "search", original, row: (provider) => ({ provider, sanitized: query }) });
      const answer = await search.search(query, { limit: MOST_HITS, language: caller.turn.language, signal, leaving });
      if (answer.kind === "unavailable") {
        return { ok: false, error: "search_unavailable", message: "Web search is unavailable right now. Say so; do not search again." };
      }
      links.found(
        caller.turn.id,
        answer.hits.map(({ url }) => url),
      );
      const results = answer.hits.map(bounded);
      return {
        ok: true,
        ...(verdict.outcome === "rewritten" && { searched_for: query }),
        results,
        ...(results.length === 0
          ? { message: "Nothing was found." }
          : { origin: "outside" as const, outside: results.map(({ title, snippet }) => `${title}: ${snippet}`) }),
      };
    },
  );
}

/** As a person would read it; what in it speaks to the model is cut once it goes there. */
function bounded({ title, snippet, url }: SearchHit): SearchHit {
  return { title: plain(title, LONGEST_TITLE), snippet: plain(snippet, LONGEST_SNIPPET), url };
}

function plain(text: string, longest: number): string {
  return plainText(text, { markup: true }).text.slice(0, longest).toWellFormed();
}
