import { useEffect, useState } from "preact/hooks";
import type { PageId } from "../channels/console/wire.ts";

export type { PageId };

/** Places of the bar; what stands in the settings has no place of its own there. */
export const BAR = ["chat", "activity", "memory", "settings"] as const;
export const SETTINGS = ["health", "knowledge", "policy", "programs", "searchlog", "turns"] as const;
/** Pages of the activity, one beside the other. */
export const ACTIVITY = ["activity", "planned", "notifications"] as const;
export type Place = (typeof BAR | typeof ACTIVITY | typeof SETTINGS)[number];

/** Drawings of 24 × 24, one path each. */
export const PLACE_ICONS: Readonly<Record<Place, string>> = {
  chat: "M4 3h16a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H8l-5 4V5a2 2 0 0 1 1-2Zm3 5v2h10V8H7Zm0 4v2h7v-2H7Z",
  activity: "M13 2 4 14h6l-1 8 10-13h-7l1-7Z",
  planned: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm-1 3h2v4.600l3.200 3.200-1.400 1.400L11 12.400V7Z",
  notifications: "M12 2a6 6 0 0 1 6 6v5l2 3v1H4v-1l2-3V8a6 6 0 0 1 6-6Zm-2 17h4a2 2 0 0 1-4 0Z",
  memory:
    "M12 4.500C10.500 2.800 8 3 7 4.500c-2 0-3.500 1.800-3 3.800-1.800 1-2 3.700-.5 5-.8 2 .6 4.200 2.700 4.300 1 2.200 4.300 2.600 5.800.4V4.500Zm1.500 0V18c1.500 2.200 4.800 1.800 5.800-.4 2.100-.1 3.500-2.300 2.700-4.300 1.500-1.300 1.300-4-.5-5 .5-2-1-3.800-3-3.800-1-1.500-3.500-1.700-5 0Z",
  settings:
    "M3 6h9v2H3V6Zm15 0h3v2h-3V6Zm-4-2h2v6h-2V4ZM3 11h3v2H3v-2Zm9 0h9v2h-9v-2ZM8 9h2v6H8V9Zm-5 7h11v2H3v-2Zm17 0h1v2h-1v-2Zm-4-2h2v6h-2v-6Z",
  health:
    "M12 21 3.500 12.600A5.500 5.500 0 0 1 12 5.700a5.500 5.500 0 0 1 8.500 6.900L12 21Zm-6-9h3l1.500-2.500L13 14l1.200-2H18v-1.500h-4.600l-.4.800-2.500-4.500L8 10.500H5.500Z",
  knowledge: "M4 3h7v18H6a2 2 0 0 1-2-2V3Zm9 0h7v16a2 2 0 0 1-2 2h-5V3Zm2 4v2h3V7h-3Zm0 4v2h3v-2h-3ZM6 7v2h3V7H6Zm0 4v2h3v-2H6Z",
  policy:
    "M12 2a5 5 0 0 1 5 5v2h1a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2h1V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v2h6V7a3 3 0 0 0-3-3Zm0 9a1.500 1.500 0 0 0-.8 2.800V18h1.600v-2.200A1.500 1.500 0 0 0 12 13Z",
  programs:
    "M8 6 2 12l6 6 1.400-1.400L4.800 12l4.600-4.600L8 6Zm8 0-1.400 1.400 4.600 4.600-4.600 4.600L16 18l6-6-6-6Zm-3.200-2-3 16h1.900l3-16h-1.900Z",
  searchlog: "M10 3a7 7 0 0 1 5.600 11.200l5 5-1.400 1.400-5-5A7 7 0 1 1 10 3Zm0 2a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z",
  turns: "M3 5h2v2H3V5Zm4 0h14v2H7V5ZM3 11h2v2H3v-2Zm4 0h14v2H7v-2ZM3 17h2v2H3v-2Zm4 0h14v2H7v-2Z",
};

export interface Route {
  readonly page: Place;
  readonly id: string | undefined;
}

/** In the hash, so that the path stays what Home Assistant made it. */
export function hrefOf(page: Place, id?: string): string {
  return id === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

/** The place of the bar that a page belongs to. */
export function placeOf(page: Place): (typeof BAR)[number] {
  if (ACTIVITY.some((one) => one === page)) return "activity";
  return BAR.find((one) => one === page) ?? "settings";
}

/** Where one comes from to a page within another; undefined for a place of the bar. */
export function parentOf({ page, id }: Route): Place | undefined {
  if (id !== undefined) return page;
  return SETTINGS.some((one) => one === page) ? "settings" : undefined;
}

/** Whether somebody has that place at all. */
export function hasPlace(place: Place, pages: readonly PageId[]): boolean {
  return place === "settings" ? SETTINGS.some((one) => pages.includes(one)) : pages.includes(place);
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
  return { page: Object.hasOwn(PLACE_ICONS, page) ? (page as Place) : "chat", id: id ? decoded(id) : undefined };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
