import { useEffect, useState } from "preact/hooks";
import { PAGE_IDS, type PageId } from "./pages.ts";

/** Where the page is: `#/turns/abc` is the page `turns` with the id `abc`. */
export interface Route {
  readonly page: PageId;
  readonly id: string | undefined;
}

/** In the hash, so that the path stays what Home Assistant made it. */
export function hrefOf(page: PageId, id?: string): string {
  return id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

/** The route of now; the chat for whatever is none. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const moved = () => setHash(location.hash);
    window.addEventListener("hashchange", moved);
    return () => window.removeEventListener("hashchange", moved);
  }, []);
  const [, name, id] = hash.split("/");
  return { page: PAGE_IDS.find((page) => page === name) ?? "chat", id: id ? decoded(id) : undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
