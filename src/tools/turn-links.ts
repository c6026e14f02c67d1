import { linksIn } from "../security/answer-links.ts";
import type { ToolCaller } from "./tool.ts";

/** Which pages a turn may open: an address that a model puts together could carry anything to whoever owns its host. */
export interface TurnLinks {
  /** A search of the turn found these. */
  found(turnId: string, urls: readonly string[]): void;
  /** A search of the turn found it, or the person wrote it; http or https, and whatever stands behind `#`, make no other link. */
  mayOpen(url: string, caller: Pick<ToolCaller, "turn">): boolean;
}

/** A turn that searches again after so many others of the house is over. */
const MOST_TURNS = 100;

/** Kept in memory: after a restart the model is told to search again. */
export function createTurnLinks(): TurnLinks {
  const ofTurns = new Map<string, Set<string>>();
  return {
    found(turnId, urls) {
      const links = ofTurns.get(turnId) ?? new Set();
      ofTurns.delete(turnId);
      ofTurns.set(turnId, links);
      for (const url of urls) links.add(bareAddress(url));
      const [oldest] = ofTurns.keys();
      if (ofTurns.size > MOST_TURNS && oldest !== undefined) ofTurns.delete(oldest);
    },
    mayOpen(url, { turn }) {
      const address = bareAddress(url);
      if (address === "") return false;
      if (ofTurns.get(turn.id)?.has(address)) return true;
      return (
        turn.origin === "person" &&
        linksIn([turn.text])
          .values()
          .some((link) => bareAddress(link) === address)
      );
    },
  };
}

/** "" for what is no address. */
function bareAddress(url: string): string {
  const { host = "", pathname = "", search = "" } = URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`) ?? {};
  return `${host}${pathname}${search}`;
}
