import { baseUrl } from "../../text/base-url.ts";
import { isRecord } from "../../text/is-record.ts";
import { HomeFailedError, HomeUnreachableError } from "./errors.ts";

interface Asked {
  readonly signal?: AbortSignal;
}

/** What became of something that was sent: taken, or refused in Home Assistant's words. */
export type RestAnswer = { readonly ok: true } | { readonly ok: false; readonly message: string };

interface RestFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** HTTP's internal server error. */
const FAILED = 500;

/** The few things that Home Assistant tells by its REST API only. `url` as for the connection, with or without a slash at its end. Redirects are not followed: the token goes to this host only. */
export function createRest({ url, token }: { url: string; token: string | (() => string) }) {
  const base = baseUrl(url);

  async function asked<Value>(
    path: string,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<Value>,
    sent: Pick<RequestInit, "method" | "body"> & { readonly mayRefuse?: boolean; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    const { mayRefuse = false, headers: more, ...init } = sent;
    const headers = { ...more, authorization: `Bearer ${typeof token === "function" ? token() : token}` };
    try {
      const response = await fetch(`${base}${path}`, { ...init, headers, redirect: "error", signal });
      if (response.ok || (mayRefuse && response.status === 400)) return await read(response);
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      if (response.status === FAILED) throw new HomeFailedError("Home Assistant answered that something in it failed");
      throw new HomeUnreachableError(`Home Assistant answered ${response.status}`);
    } catch (error) {
      if (error instanceof HomeUnreachableError) throw error;
      throw new HomeUnreachableError("Home Assistant's REST API did not answer", { cause: error });
    }
  }

  return {
    /** Writes or removes what stands at a path. What is refused for its content (400), or has no place there (404), says why; else the same as `get`. */
    async send(path: string, method: "POST" | "DELETE", content?: unknown, { signal }: Asked = {}): Promise<RestAnswer> {
      const sent = {
        method,
        mayRefuse: true,
        ...(content !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(content) }),
      };
      const read = async (response: Response): Promise<RestAnswer> => {
        if (response.ok) return { ok: true };
        const answer: unknown = await response.json().catch(() => undefined);
        return { ok: false, message: isRecord(answer) ? String(answer["message"]) : "" };
      };
      return (await asked(path, signal, read, sent)) ?? { ok: false, message: "Not found" };
    },
    /**
     * The JSON that stands at a path (`/api/…`); undefined if there is nothing (404).
     * Throws HomeUnreachableError for every other answer and for none; the signal's reason as its cause if that was aborted.
     */
    get: (path: string, { signal }: Asked = {}): Promise<unknown> => asked(path, signal, (response) => response.json()),
    /** The file that stands at a path, with its type; else the same. */
    file: (path: string, { signal }: Asked = {}): Promise<RestFile | undefined> =>
      asked(path, signal, async (response) => ({
        type: response.headers.get("content-type") ?? "",
        bytes: new Uint8Array(await response.arrayBuffer()),
      })),
    /** What is answered to bytes that are sent there, as JSON; else the same. */
    submit: (
      path: string,
      { headers, bytes }: { readonly headers: Readonly<Record<string, string>>; readonly bytes: Uint8Array },
      { signal }: Asked = {},
    ): Promise<unknown> => asked(path, signal, (response) => response.json(), { method: "POST", headers, body: Uint8Array.from(bytes) }),
    /** What is answered to a file that is put there, as JSON; else the same. */
    upload(path: string, { name, type, bytes }: RestFile & { readonly name: string }, { signal }: Asked = {}): Promise<unknown> {
      const body = new FormData();
      body.set("file", new Blob([Uint8Array.from(bytes)], { type }), name);
      return asked(path, signal, (response) => response.json(), { method: "POST", body });
    },
  };
}

export type Rest = ReturnType<typeof createRest>;
