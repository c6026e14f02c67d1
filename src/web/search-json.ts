import { SearchError, type SearchProblem } from "./search.ts";

/** Twenty hits with all that engines say of them are 100 KB. */
const MOST_BYTES = 2_000_000;

/** The JSON at an address. Redirects are not followed: what is asked goes to this host only. Throws SearchError. */
export async function searchJson(url: string, { headers = {}, signal }: { headers?: Record<string, string>; signal: AbortSignal }) {
  let response: Response;
  try {
    response = await fetch(url, { headers: { accept: "application/json", ...headers }, redirect: "manual", signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchError("unreachable", { cause });
  }
  const problem = problemOf(response.status);
  if (problem) {
    await response.body?.cancel();
    throw new SearchError(problem, { cause: new Error(`it answered ${response.status}`) });
  }
  try {
    return JSON.parse(await textOf(response)) as unknown;
  } catch (cause) {
    signal.throwIfAborted();
    throw new SearchError("broken", { cause });
  }
}

function problemOf(status: number): SearchProblem | undefined {
  if (status === 200) return undefined;
  if (status >= 500) return "unreachable";
  return status >= 400 ? "refused" : "broken";
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("it is larger than 2 MB");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
