import type { SearchHit } from "./search.ts";

/** As an engine tells it. */
export interface RawHit {
  readonly title?: string | null | undefined;
  readonly snippet?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** A longer address is there to carry something. */
const LONGEST_URL = 500;
const LONGEST_TEXT = 1_000;

/** Hits with an address of the web alone, each address once; their texts stay as they are. */
export function hitsOf(raw: readonly RawHit[], limit: number): readonly SearchHit[] {
  const hits = new Map<string, SearchHit>();
  for (const { title, snippet, url } of raw) {
    if (hits.size >= limit) break;
    const address = webAddress(url ?? "");
    if (address === undefined || hits.has(address)) continue;
    hits.set(address, { title: textOf(title), snippet: textOf(snippet), url: address });
  }
  return [...hits.values()];
}

function webAddress(url: string): string | undefined {
  if (url.length > LONGEST_URL || !URL.canParse(url)) return undefined;
  const { protocol, username, password, href } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "" && href.length <= LONGEST_URL ? href : undefined;
}

function textOf(text: string | null | undefined): string {
  return (text ?? "").slice(0, LONGEST_TEXT);
}
