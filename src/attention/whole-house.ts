import type { Home } from "../homeassistant/registry/home.ts";
import { isKnown } from "../homeassistant/registry/state-words.ts";
import type { StateStore } from "../homeassistant/registry/states.ts";
import type { FindingBook } from "./finding-book.ts";
import { isDisarmed, isLeftOn } from "./finding-kinds.ts";

/** A phone that loses the network for a moment has not left. */
const AWAY_MS = 10 * 60_000;
/** What is found where everybody is out, in one message each. */
const OF_AWAY = ["left-on", "alarm-off"] as const;

export function isOfWholeHouse(kind: string): boolean {
  return OF_AWAY.some((one) => one === kind);
}

interface WholeHouseDependencies {
  readonly home: Pick<Home, "exposed">;
  readonly states: Pick<StateStore, "get" | "all">;
  readonly book: FindingBook;
  /** ms since the epoch */
  readonly clock: () => number;
}

/** What the last to leave is told: what was on already, and an alarm that is not armed. */
export function createWholeHouse({ home, states, book, clock }: WholeHouseDependencies) {
  /** Undefined before the first look. */
  let isNobodyHome: boolean | undefined;

  return {
    people: (): readonly string[] => [...states.all()].flatMap(({ entityId }) => (entityId.startsWith("person.") ? entityId : [])),
    look(people: readonly string[]): void {
      const whereabouts = people.flatMap((entityId) => states.get(entityId)?.state ?? []);
      const nobody = whereabouts.length > 0 && whereabouts.every((state) => isKnown(state) && state !== "home");
      if (nobody === isNobodyHome) return;
      // an earlier process told of it
      const isTold = isNobodyHome === undefined && nobody && OF_AWAY.some(book.has);
      isNobodyHome = nobody;
      if (isTold) return;
      for (const key of OF_AWAY) book.close(key);
      if (!nobody) return;
      const since = clock();
      book.wait("left-on", AWAY_MS, () => {
        // what was switched on or disarmed afterwards was so on purpose: from afar, or by an automation
        const before = home.exposed().filter(({ state }) => state.lastChanged <= since);
        for (const [kind, isAmiss] of [["left-on", isLeftOn] as const, ["alarm-off", isDisarmed] as const]) {
          const amiss = before.filter(isAmiss).map(({ entityId }) => entityId);
          if (amiss.length > 0) book.open(kind, kind, amiss, since);
        }
      });
    },
  };
}
