import { lookup as lookUp } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { networkInterfaces } from "node:os";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Logger } from "../observability/logger.ts";
import { checkedLookup, type LookUp } from "../security/provenance/checked-lookup.ts";
import { isNeighbour, isPublicAddress } from "../security/provenance/public-address.ts";
import { isHomeHost } from "../security/redaction/redaction.ts";
import { timeLimit } from "../text/time-limit.ts";
import type { WorkerPool, WorkerTask } from "../workers/pool.ts";
import type { FetchedPage, PageText } from "./page-worker.ts";
import type { Leaving } from "./search.ts";

/** A page's text, not screened, or why there is none. */
export type PageAnswer =
  | { readonly kind: "page"; readonly url: string; readonly title: string; readonly text: string; readonly truncated: boolean }
  | { readonly kind: "problem"; readonly problem: PageProblem };

/** For all of it: names, hops, bytes and reading. */
const LONGEST_MS = 10_000;

const READ: WorkerTask = { file: new URL("./page-worker.ts", import.meta.url), name: "readPage" };

export type Pages = ReturnType<typeof createPages>;

export function createPages({
  pool,
  door,
  logger,
  longestMs = LONGEST_MS,
}: {
  readonly pool: Pick<WorkerPool, "run">;
  readonly door?: PageDoor | undefined;
  readonly logger: Logger;
  readonly longestMs?: number;
}) {
  const fetchPage = createPageFetch({ door });

  const textOf = async (page: FetchedPage, signal: AbortSignal): Promise<PageText> => {
    try {
      return await pool.run<FetchedPage, PageText>(READ, page, { signal });
    } catch (cause) {
      signal.throwIfAborted();
      throw new PageError("unreadable", { cause });
    }
  };

  return {
    /** The text of a page, of at most `limit` characters. Throws only the signal's reason. `refused` hears of each address that is not on the internet. */
    async read(address: string, { limit, signal, leaving, refused }: FetchOptions & { readonly limit: number }): Promise<PageAnswer> {
      using inTime = timeLimit(longestMs, signal);
      const stop = inTime.signal;
      try {
        const { url, bytes, cut, isHtml, charset } = await fetchPage(address, { signal: stop, leaving, refused });
        const { title, text, truncated } = await textOf({ url, bytes, cut, isHtml, charset, limit }, stop);
        return { kind: "page", url, title, text, truncated: truncated || cut };
      } catch (error) {
        signal.throwIfAborted();
        const problem = stop.aborted ? "timeout" : error instanceof PageError ? error.problem : "unreachable";
        logger.info({ problem }, "a page could not be read");
        logger.debug({ err: error instanceof PageError ? (error.cause ?? error) : error }, "that is why");
        return { kind: "problem", problem };
      }
    },
  };
}

/** `address`: not on the internet; `status`: the server refuses; `kind`: no text; `redirects`: too many; `unreadable`: it cannot be read. */
export type PageProblem = "address" | "unreachable" | "timeout" | "redirects" | "status" | "kind" | "unreadable";

class PageError extends Error {
  override name = "PageError";
  readonly problem: PageProblem;

  constructor(problem: PageProblem, options?: ErrorOptions) {
    super(`the page could not be read: ${problem}`, options);
    this.problem = problem;
  }
}

/** Which machines a page may come from; nothing but tests brings another. */
export interface PageDoor {
  readonly mayConnect: (address: string) => boolean;
  readonly mayUsePort: (port: string) => boolean;
  readonly lookUp: LookUp;
}

const ownAddresses = (): readonly string[] => Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));

/** The internet and the ports that browsers take by themselves (URL leaves these out). */
const INTERNET: PageDoor = {
  mayConnect: (address) => isPublicAddress(address) && !isNeighbour(address, ownAddresses()),
  mayUsePort: (port) => port === "",
  lookUp: (hostname) => lookUp(hostname, { all: true }),
};

export interface RawPage {
  /** Where it stood in the end. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly cut: boolean;
  readonly isHtml: boolean;
  readonly charset: string | undefined;
}

const MOST_REDIRECTS = 5;
/** After unpacking; long articles have 500 KB. What is more is not read: a packed page of 1 MB can hold a gigabyte. */
const MOST_BYTES = 1_000_000;
const MOST_HEADER_BYTES = 16_384;
const HEADERS = {
  "user-agent": "Mozilla/5.0 (compatible; HAPersonalAssistant)",
  accept: "text/html, application/xhtml+xml, text/plain;q=0.9",
  "accept-encoding": "gzip, br",
};

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly leaving: Leaving;
  readonly refused: (to: string) => void;
}

/**
 * Fetches a page from the internet, and from nowhere else: every hop's name is looked up once, and the connection goes to the very addresses that
 * were judged, so that no name can lead into the home. Throws PageError, and the signal's reason; `leaving` hears of every hop that is asked,
 * `refused` of one that is none of the internet.
 */
function createPageFetch({ door = INTERNET }: { readonly door?: PageDoor | undefined } = {}) {
  const lookup = checkedLookup({
    lookUp: door.lookUp,
    // a public name with a single address of a home in it is a trap
    judged: (all) => (all.every(({ address }) => door.mayConnect(address)) ? all : []),
    refusal: () => new PageError("address"),
  });

  const get = (url: URL, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = url.protocol === "https:" ? httpsRequest : httpRequest;
      request(url, { agent: false, lookup, signal, headers: HEADERS, maxHeaderSize: MOST_HEADER_BYTES })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });

  const hop = async (url: URL, { signal, leaving }: Pick<FetchOptions, "signal" | "leaving">): Promise<RawPage | URL> => {
    if (!isWebAddress(url, door)) throw new PageError("address");
    const end = leaving(url.href);
    let bytes = 0;
    const got = async (): Promise<RawPage | URL> => {
      const response = await get(url, signal);
      const next = redirectOf(response, url);
      if (next) response.destroy();
      return next ?? pageOf(response, url, (count) => (bytes = count));
    };
    const page = await got().catch((error: unknown) => {
      end({ outcome: "unavailable", bytes });
      signal.throwIfAborted();
      throw error instanceof PageError ? error : new PageError("unreachable", { cause: error });
    });
    end({ outcome: "ok", bytes });
    return page;
  };

  return async (address: string, { signal, leaving, refused }: FetchOptions): Promise<RawPage> => {
    let url = URL.parse(address);
    try {
      for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
        if (!url) throw new PageError("address");
        const found: RawPage | URL = await hop(url, { signal, leaving });
        if (!(found instanceof URL)) return found;
        url = found;
      }
    } catch (error) {
      if (error instanceof PageError && error.problem === "address") refused(url?.href ?? address);
      throw error;
    }
    throw new PageError("redirects");
  };
}

/** Names alone: a page at a bare address, however that is spelled, is nobody's page (URL spells them all alike). */
function isWebAddress({ protocol, hostname, port, username, password }: URL, door: PageDoor): boolean {
  return /^https?:$/.test(protocol) && username === "" && password === "" && door.mayUsePort(port) && !isHomeHost(hostname);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  const to = URL.parse(headers.location, from.href);
  if (!to) throw new PageError("redirects");
  return to;
}

async function pageOf(response: IncomingMessage, url: URL, onBytes: (count: number) => void): Promise<RawPage> {
  try {
    if (response.statusCode !== 200) throw new PageError("status", { cause: new Error(`it answered ${response.statusCode}`) });
    const [type = "", ...parameters] = (response.headers["content-type"] ?? "text/html").toLowerCase().split(";");
    const isHtml = /^(text\/html|application\/xhtml\+xml)$/.test(type.trim());
    if (!isHtml && type.trim() !== "text/plain") throw new PageError("kind");
    const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w:.-]{2,40})/.exec(one)?.[1]).find(Boolean);
    const body = unpacked(response);
    const chunks: Uint8Array[] = [];
    let count = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      count += chunk.length;
      onBytes(count);
      if (count > MOST_BYTES) break;
    }
    const bytes = Uint8Array.from(Buffer.concat(chunks).subarray(0, MOST_BYTES));
    return { url: url.href, bytes, cut: count > MOST_BYTES, isHtml, charset };
  } finally {
    response.destroy();
  }
}

/** Packed once at most: what is packed in packets is made to burst. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return response;
  const unpackers: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const unpacker = unpackers[encoding]?.();
  if (!unpacker) throw new PageError("kind");
  // what goes wrong on either side is thrown where it is read
  return pipeline(response, unpacker, () => {});
}
