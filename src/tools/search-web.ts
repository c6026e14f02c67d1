import { z } from "zod";
import type { ReadTool, ToolCaller } from "../agent/toolbox.ts";
import { createTypedCodes, type EgressPolicy, recoveryHint } from "../security/egress/egress.ts";
import { readText } from "../security/egress/read-text.ts";
import { plainText } from "../security/injection/firewall-plain.ts";
import { mayReadOthers } from "../security/policy/read-access.ts";
import type { SearchHit, WebSearch } from "../web/search.ts";
import { defineReadTool } from "./tool.ts";
import type { EgressWatch, SaidBefore, TurnLinks } from "./turn-links.ts";

/** The seed's five; with these lengths an answer costs about 700 tokens. */
const MOST_HITS = 5;
const LONGEST_TITLE = 100;
const LONGEST_SNIPPET = 250;
/** Of the person's own in this conversation: more than anybody writes in one. */
const MOST_MESSAGES = 200;
const ADDRESS = /[a-z][a-z\d+.-]{1,14}:\s?\/\s?\/\s?[^\s/]/i;

const NO_LINKS =
  "A search takes words, not an address: whatever stands in an address would leave with it. Search for what it is about in plain words.";

const input = z.object({
  query: z.string().trim().min(1).max(200),
});

interface SearchWebDependencies {
  readonly search: WebSearch;
  /** The engine that is asked first, for what is kept from it. */
  readonly engine: string;
  readonly policy: Pick<EgressPolicy, "decide" | "find">;
  /** Whether that person allowed exactly this text, not too long ago. */
  readonly mayLeave: (personId: string, text: string) => boolean;
  /** Codes that the person gave in this conversation are not searched for, whatever stands beside them. */
  readonly saidBefore: SaidBefore;
  readonly egress: EgressWatch;
  readonly links: Pick<TurnLinks, "found">;
}

/** The first hits for a few words that passed the egress policy; what tells of this home is asked about or denied. */
export function createSearchWeb({ search, engine, policy, mayLeave, saidBefore, egress, links }: SearchWebDependencies): ReadTool {
  const hasTypedCode = createTypedCodes(policy);
  const typedBefore = ({ turn, sessionId, personId }: ToolCaller) => [turn.text, ...saidBefore(sessionId, personId, MOST_MESSAGES)];
  const neverLeaves = (query: string, caller: ToolCaller): "link" | "secret" | undefined => {
    if (ADDRESS.test(readText(query).text)) return "link";
    return hasTypedCode(query, typedBefore(caller)) ? "secret" : undefined;
  };
  const tool = defineReadTool(
    "search_web",
    "Web search for what the home does not know: opening hours, repairs.",
    input,
    async ({ query: original }, caller, signal) => {
      const blocked = (reason: string, hint: string) => {
        egress.blocked(caller, { kind: "search", original, reason, provider: engine });
        return { ok: false, error: "search_blocked", reason, hint };
      };
      const never = neverLeaves(original, caller);
      if (never) return blocked(never, never === "link" ? NO_LINKS : recoveryHint([never]));
      const verdict = policy.decide(original);
      if (verdict.outcome === "deny") return blocked(verdict.reason, recoveryHint(verdict.kinds));
      const { text: query } = verdict;
      if (verdict.outcome === "ask" && !(mayBeAsked(caller) && mayLeave(caller.personId, query)))
        return blocked(verdict.kinds[0] ?? "", recoveryHint(verdict.kinds));
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
        results,
        ...(results.length === 0
          ? { message: "Nothing was found." }
          : { origin: "outside" as const, outside: results.map(({ title, snippet }) => `${title}: ${snippet}`) }),
      };
    },
  );
  return {
    ...tool,
    leaving(args, caller) {
      const query = input.safeParse(args).data?.query;
      if (query === undefined || !mayBeAsked(caller) || neverLeaves(query, caller)) return [];
      const verdict = policy.decide(query);
      if (verdict.outcome !== "ask" || mayLeave(caller.personId, verdict.text)) return [];
      return [verdict.text, ...(verdict.without === undefined ? [] : [verdict.without])].map((text) => ({ text, args: { query: text } }));
    },
  };
}

/** Grown-ups decide for themselves what leaves; behind an event or an automation nobody does. */
function mayBeAsked({ role, turn }: ToolCaller): boolean {
  return turn.origin === "person" && mayReadOthers(role);
}

/** As a person would read it; what in it speaks to the model is cut once it goes there. */
function bounded({ title, snippet, url }: SearchHit): SearchHit {
  return { title: plain(title, LONGEST_TITLE), snippet: plain(snippet, LONGEST_SNIPPET), url };
}

function plain(text: string, longest: number): string {
  return plainText(text, { markup: true }).text.slice(0, longest).toWellFormed();
}
