import { onTestFinished } from "vitest";
import { createEgressPolicy } from "../../src/security/egress/egress.ts";
import type { HomeWord } from "../../src/security/egress/home-words.ts";
import type { Role } from "../../src/security/policy/policy-input.ts";
import { createEgressLog } from "../../src/storage/audit/search-audit.ts";
import { createReadPage } from "../../src/tools/read-page.ts";
import { createSearchWeb } from "../../src/tools/search-web.ts";
import { createEgressWatch, createTurnLinks } from "../../src/tools/turn-links.ts";
import type { PageAnswer, Pages } from "../../src/web/page.ts";
import type { SearchAnswer, WebSearch } from "../../src/web/search.ts";
import { memoryDatabase } from "../fakes/memory-database.ts";
import { callerOf } from "./caller.ts";

interface WebWorld {
  readonly words?: readonly HomeWord[];
  readonly search?: SearchAnswer;
  readonly page?: PageAnswer;
  /** Addresses behind the page that may not be opened. */
  readonly refused?: readonly string[];
  /** The person's own messages before. */
  readonly said?: readonly string[];
  /** Texts that the person allowed before. */
  readonly allowed?: readonly string[];
}

/** The two tools for the web over a real egress policy and a real log, with a web that answers as it is told. */
export function webWorld({
  words = [],
  search = { kind: "unavailable", problem: "refused" },
  page = { kind: "problem", problem: "unreachable" },
  refused = [],
  said = [],
  allowed = [],
}: WebWorld = {}) {
  const database = memoryDatabase();
  onTestFinished(() => database[Symbol.dispose]());
  const log = createEgressLog({ database });
  let now = 1_000;
  const egress = createEgressWatch({
    egress: log,
    now: () => {
      now += 5;
      return now;
    },
  });
  const asked: string[] = [];
  const limits: number[] = [];
  const web: WebSearch = {
    async search(query, { leaving }) {
      asked.push(query);
      leaving("duckduckgo")(search.kind === "found" ? { outcome: "ok", results: search.hits.length } : { outcome: "unavailable" });
      return search;
    },
  };
  const pages: Pages = {
    async read(url, { limit, leaving, refused: onRefused }) {
      asked.push(url);
      limits.push(limit);
      leaving(url)({ outcome: "ok", bytes: 123 });
      for (const one of refused) onRefused(one);
      return page;
    },
  };
  const links = createTurnLinks({ saidBefore: () => [] });
  const policy = createEgressPolicy({ homeWords: () => words, languages: ["en"] });
  const searchWeb = createSearchWeb({
    search: web,
    engine: "duckduckgo",
    policy,
    mayLeave: (_person, text) => allowed.includes(text),
    saidBefore: () => said,
    egress,
    links,
  });
  const readPage = createReadPage({ pages, egress, links });
  const signal = new AbortController().signal;
  return {
    asked,
    limits,
    rows: () => log.page({ filter: "all", limit: 10 }),
    asks: (query: string, role: Role = "owner") => searchWeb.leaving?.({ query }, callerOf("anna", role)) ?? [],
    search: (query: string) => searchWeb.call({ query }, callerOf("anna", "owner"), signal),
    read: (url: string, text = "") => readPage.call({ url }, callerOf("anna", "owner", { text }), signal),
  };
}
