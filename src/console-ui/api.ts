import type { WireProblem } from "../channels/console/wire.ts";

/** The server said no, or nothing. `code` is the server's, or `offline` where it was not reached; the message is for the person. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ApiProblem";
    this.code = code;
    this.status = status;
  }
}

/** What stands behind `?`; empty and missing values are left out. */
export type Query = Readonly<Record<string, string | number | null | undefined>>;

export type Api = ReturnType<typeof createApi>;

/** Relative, for under Home Assistant the page lies below a path of its own. */
const BASE = "api/";

/** The server's answers as values; everything else is an `ApiProblem`. An aborted request rejects with the signal's reason. */
export function createApi() {
  let token = "";

  async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(BASE + path, { ...init, cache: "no-store", credentials: "same-origin" });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiProblem("offline", 0, "", { cause: error });
    }
    const body = await bodyOf(response);
    if (response.ok) return body as Answer;
    const { error = "unreadable", message = "" } = (body ?? {}) as Partial<WireProblem>;
    throw new ApiProblem(error, response.status, message);
  }

  return {
    get: <Answer>(path: string, query: Query = {}, signal?: AbortSignal) => ask<Answer>(path + searchOf(query), signal ? { signal } : {}),
    /** Changes something. A `File` goes as it is, all else as JSON. */
    send<Answer>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer> {
      const headers: Record<string, string> = { "X-Console-Token": token };
      if (body === undefined) return ask(path, { method, headers });
      if (body instanceof File) return ask(path, { method, headers: { ...headers, "Content-Type": "application/octet-stream" }, body });
      return ask(path, { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) });
    },
    /** Of `GET api/me`; what changes something is refused without it. */
    setToken(given: string): void {
      token = given;
    },
  };
}

/** What a proxy on the way answers is a page, not JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function searchOf(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, `${value}`]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
