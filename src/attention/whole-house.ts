import type { Entity, Home, WholeHome } from "../homeassistant/registry/home.ts";
import { isAway, isKnown } from "../homeassistant/registry/state-words.ts";
import type { StateStore } from "../homeassistant/registry/states.ts";
import type { FindingBook } from "./finding-book.ts";
import { isDisarmed, isLeftOn } from "./finding-kinds.ts";
import type { Measured } from "./measured.ts";

/** A phone that loses the network for a moment has not left. */
const AWAY_MS = 10 * 60_000;
/** What is found where everybody is out, in one message each. */
const OF_AWAY = ["left-on", "alarm-off"] as const;

export function isOfWholeHouse(kind: string): boolean {
  return kind === "alarm-night" || kind === "arrived" || OF_AWAY.some((one) => one === kind);
}

interface WholeHouseDependencies {
  readonly home: Pick<Home, "exposed"> & Pick<WholeHome, "known">;
  readonly states: Pick<StateStore, "get" | "all">;
  readonly measured: Pick<Measured, "armedAfter" | "nightOf">;
  readonly book: FindingBook;
  /** ms since the epoch */
  readonly clock: () => number;
}

/** What the last to leave is told, what was on already and an alarm that is not armed; and an alarm that is not armed at night, as it mostly is. */
export function createWholeHouse({ home, states, measured, book, clock }: WholeHouseDependencies) {
  /** Undefined before the first look. */
  let isNobodyHome: boolean | undefined;
  /** Where each person was known to be last. */
  const whereabouts = new Map<string, string>();

  /** Somebody came home who was seen elsewhere before. */
  function lookArrived(person: string): void {
    const now = states.get(person)?.state;
    if (!isKnown(now)) return;
    const before = whereabouts.get(person);
    whereabouts.set(person, now);
    const key = `arrived/${person}`;
    if (now !== "home") book.close(key);
    else if (before !== undefined && before !== "home" && home.known(person)?.exposed) book.open(key, "arrived", [person], clock());
  }

  function lookNight(panel: Entity): void {
    const key = `alarm-night/${panel.entityId}`;
    const isSomebodyHome = people().some((entityId) => states.get(entityId)?.state === "home");
    const isOpen = isDisarmed(panel) && isSomebodyHome;
    if (book.has(key) && !isOpen && !isAway(panel)) book.close(key);
    const after = measured.armedAfter(panel.entityId);
    if (after === undefined || book.has(key) || !isOpen) return;
    const night = measured.nightOf(clock());
    if (!night) return;
    const dueAt = night.from + after;
    // later somebody gets up
    if (clock() >= dueAt && clock() < (night.from + night.until) / 2) book.open(key, "alarm-night", [panel.entityId], dueAt);
  }

  const people = (): readonly string[] => [...states.all()].flatMap(({ entityId }) => (entityId.startsWith("person.") ? entityId : []));

  return {
    people,
    /** To be called each minute. */
    lookNight(): void {
      for (const panel of home.exposed()) if (panel.domain === "alarm_control_panel") lookNight(panel);
    },
    look(people: readonly string[]): void {
      for (const person of people) lookArrived(person);
      const known = people.flatMap((entityId) => states.get(entityId)?.state ?? []);
      const nobody = known.length > 0 && known.every((state) => isKnown(state) && state !== "home");
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
