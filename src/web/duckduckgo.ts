import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { orAborted } from "../text/time-limit.ts";
import { hitsOf, SearchError, type SearchProblem, type SearchProvider } from "./search.ts";

/** duck-duck-scrape gives the name of its HTTP library in its second step unless it is told what to say; DuckDuckGo answers browsers. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Its HTTP library waits for ever where no time is named. ms */
const OPEN_MS = 4_000;
const ANSWER_MS = 5_000;
const READ_MS = 5_000;
/** A page of results is 200 KB. */
const MOST_BYTES = 2_000_000;

/**
 * DuckDuckGo's results through duck-duck-scrape, which is loaded by the first search. It has two steps, and says of every fault in the
 * first the same: whether it was `unreachable` or `refused` is told by whether a byte came back. `at` stands for the internet in tests:
 * the address in front of host and path.
 */
export function createDuckDuckGo({ at }: { readonly at?: string } = {}): SearchProvider {
  return {
    name: "duckduckgo",
    async search(query, { limit, language, signal }) {
      // its names are its default's in the bundle, where CommonJS has no others
      const { SafeSearchType, search } = (await import("duck-duck-scrape")).default;
      signal.throwIfAborted();
      const tooMuch = new AbortController();
      const stop = AbortSignal.any([signal, tooMuch.signal]);
      let received = 0;
      const agent = countingAgent(at?.startsWith("http:") ? new HttpAgent() : new HttpsAgent(), (bytes) => {
        received += bytes;
        if (received > MOST_BYTES) tooMuch.abort(new SearchError("broken"));
      });
      const how = {
        agent,
        signal: stop,
        user_agent: USER_AGENT,
        headers: { "accept-language": language },
        parse_response: false,
        open_timeout: OPEN_MS,
        response_timeout: ANSWER_MS,
        read_timeout: READ_MS,
        follow_max: 0,
        use_proxy_from_env_var: false,
        ...(at !== undefined && { uri_modifier: (uri: string) => uri.replace("https:/", at) }),
      };
      try {
        // its HTTP library never ends a request that is aborted while its answer is read
        const found = await orAborted(() => search(query, { safeSearch: SafeSearchType.MODERATE }, how), stop);
        return hitsOf(
          found.results.map(({ title, description, url }) => ({ title, snippet: description, url })),
          limit,
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof SearchError) throw error;
        throw new SearchError(problemOf(error, received), { cause: error });
      }
    },
  };
}

/** Every answer that is no page of results means that it does not want us, whatever it calls that. */
function problemOf(error: unknown, received: number): SearchProblem {
  if (received === 0) return "unreachable";
  return error instanceof Error && /server error|timeout/i.test(error.message) ? "unreachable" : "refused";
}

/** The bytes of every connection are told as they come. */
function countingAgent(agent: HttpAgent, onBytes: (bytes: number) => void): HttpAgent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    socket?.on("data", (chunk: Uint8Array) => onBytes(chunk.length));
    return socket;
  };
  return agent;
}
