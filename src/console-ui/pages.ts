import { useEffect, useState } from "preact/hooks";
import type { PageId } from "../channels/console/wire.ts";

export type { PageId };

/** Drawings of 24 × 24, one path each, in the order of the tabs. */
export const PAGE_ICONS: Readonly<Record<PageId, string>> = {
  chat: "M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H8l-5 4V5a2 2 0 0 1 1-2Zm3 5v2h10V8H7Zm0 4v2h7v-2H7Z",
  turns: "M3 5h2v2H3V5Zm4 0h14v2H7V5ZM3 11h2v2H3v-2Zm4 0h14v2H7v-2ZM3 17h2v2H3v-2Zm4 0h14v2H7v-2Z",
  approvals:
    "M12 2 4 5v6c0 5 3.4 9.5 8 11 4.600-1.500 8-6 8-11V5l-8-3Zm-1.200 14-4-4 1.500-1.500 2.500 2.500 5.300-5.300 1.500 1.500L10.800 16Z",
  actions: "M13 2 4 14h6l-1 8 10-13h-7l1-7Z",
  searchlog: "M10 3a7 7 0 0 1 5.600 11.200l5 5-1.400 1.400-5-5A7 7 0 1 1 10 3Zm0 2a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z",
  memory:
    "M12 4.500C10.500 2.800 8 3 7 4.500c-2 0-3.500 1.800-3 3.800-1.800 1-2 3.700-.5 5-.8 2 .6 4.200 2.700 4.300 1 2.200 4.300 2.600 5.800.4V4.500Zm1.500 0V18c1.500 2.200 4.800 1.800 5.800-.4 2.100-.1 3.500-2.300 2.700-4.300 1.500-1.300 1.300-4-.5-5 .5-2-1-3.800-3-3.800-1-1.500-3.500-1.700-5 0Z",
  knowledge: "M4 3h7v18H6a2 2 0 0 1-2-2V3Zm9 0h7v16a2 2 0 0 1-2 2h-5V3Zm2 4v2h3V7h-3Zm0 4v2h3v-2h-3ZM6 7v2h3V7H6Zm0 4v2h3v-2H6Z",
  policy:
    "M12 2a5 5 0 0 1 5 5v2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h1V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v2h6V7a3 3 0 0 0-3-3Zm0 9a1.500 1.500 0 0 0-.8 2.800V18h1.600v-2.200A1.500 1.500 0 0 0 12 13Z",
  health:
    "M12 21 3.500 12.600A5.500 5.500 0 0 1 12 5.700a5.500 5.500 0 0 1 8.500 6.900L12 21Zm-6-9h3l1.500-2.500L13 14l1.200-2H18v-1.500h-4.600l-.4.800-2.500-4.500L8 10.500H5.500Z",
};

export interface Route {
  readonly page: PageId;
  readonly id: string | undefined;
}

/** In the hash, so that the path stays what Home Assistant made it. */
export function hrefOf(page: PageId, id?: string): string {
  return id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

/** The current route; the chat for an unknown page. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const moved = () => setHash(location.hash);
    window.addEventListener("hashchange", moved);
    return () => window.removeEventListener("hashchange", moved);
  }, []);
  const [, page = "", id] = hash.split("/");
  return { page: Object.hasOwn(PAGE_ICONS, page) ? (page as PageId) : "chat", id: id ? decoded(id) : undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
