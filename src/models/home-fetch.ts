import { lookup as lookUpName } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { Readable } from "node:stream";
import { checkedLookup, type LookUp } from "../security/provenance/checked-lookup.ts";
import { isHomeAddress } from "../security/provenance/public-address.ts";
import { NotAtHomeError } from "./problems.ts";

export type Fetch = typeof globalThis.fetch;

/** How undici and the system say that a connection was closed before an answer began. */
const CLOSED = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** `fetch` over connections that are kept. One that the server closes in the same moment is no failure: a question to a model has no effect, so it is asked once more. */
export const fetchKept: Fetch = async (url, init) => {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!(error instanceof TypeError) || !CLOSED.has(String(Object(error.cause).code))) throw error;
    return await fetch(url, init);
  }
};

/**
 * A `fetch` that reaches machines of the home and nothing else. Whatever a name is called, each connection is judged by the address that it goes to;
 * redirects are handed back, never followed. Throws NotAtHomeError before a byte is sent. Bodies are texts.
 */
export function createHomeFetch({ lookUp = (hostname) => lookUpName(hostname, { all: true }) }: { readonly lookUp?: LookUp } = {}): Fetch {
  const lookup = checkedLookup({
    lookUp,
    // an IPv6 home's names have public addresses beside the private ones
    judged: (all) => all.filter(({ address }) => isHomeAddress(address)),
    refusal: () => new NotAtHomeError(),
  });
  return async (input, { method = "GET", headers, body, signal } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(host) !== 0 && !isHomeAddress(host)) throw new NotAtHomeError();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = url.protocol === "https:" ? httpsRequest : httpRequest;
      // a connection of its own for each request: a shared one may have been made without a look at its address
      request(url, { agent: false, lookup, method, headers: Object.fromEntries(new Headers(headers)), ...(signal && { signal }) })
        .on("response", resolve)
        .on("error", reject)
        .end(body ?? undefined);
    });
    return new Response(Readable.toWeb(response), {
      status: response.statusCode ?? 0,
      headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
}
