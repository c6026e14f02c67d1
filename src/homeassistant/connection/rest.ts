import { baseUrl } from "../../text/base-url.ts";
import { HomeUnreachableError } from "./errors.ts";

/** The few things that Home Assistant tells by its REST API only. `url` as for the connection, with or without a slash at its end. Redirects are not followed: the token goes to this host only. */
export function createRest({ url, token }: { url: string; token: string | (() => string) }) {
  const base = baseUrl(url);
  return {
    /**
     * The JSON that stands at a path (`/api/…`); undefined if there is nothing (404).
     * Throws HomeUnreachableError for every other answer and for none; the signal's reason as its cause if that was aborted.
     */
    async get(path: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
      const headers = { authorization: `Bearer ${typeof token === "function" ? token() : token}` };
      try {
        const response = await fetch(`${base}${path}`, { headers, redirect: "error", ...(signal && { signal }) });
        if (response.ok) return await response.json();
        await response.body?.cancel();
        if (response.status === 404) return undefined;
        throw new HomeUnreachableError(`Home Assistant answered ${response.status}`);
      } catch (error) {
        if (error instanceof HomeUnreachableError) throw error;
        throw new HomeUnreachableError("Home Assistant's REST API did not answer", { cause: error });
      }
    },
  };
}

export type Rest = ReturnType<typeof createRest>;
