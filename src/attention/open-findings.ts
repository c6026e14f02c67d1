import { createChanges, type OpenFindingsSource } from "../homeassistant/own-device/own-device.ts";
import type { WholeHome } from "../homeassistant/registry/home.ts";
import type { FindingStore } from "../storage/turns/findings.ts";
import { type FindingKind, isPersonal } from "./finding-kinds.ts";

/** How Home Assistant shows each kind: a name, and a class whose "on" is a problem; none of what is no problem. Where people are, Home Assistant shows itself. */
const SENSORS: Readonly<Record<Exclude<FindingKind, "arrived">, readonly [name: string, deviceClass?: string]>> = {
  danger: ["Danger", "safety"],
  leak: ["Leak", "moisture"],
  open: ["Open too long", "opening"],
  "left-on": ["Left on", "problem"],
  "alarm-off": ["Alarm off", "safety"],
  "alarm-night": ["Alarm off at night", "safety"],
  warm: ["Too warm", "heat"],
  finished: ["Finished"],
  unusual: ["Unusual", "problem"],
  battery: ["Battery", "battery"],
  unavailable: ["Unavailable", "problem"],
  "automation-failed": ["Automation failed", "problem"],
  "automation-broken": ["Automation broken", "problem"],
};

export const FINDING_SENSORS = Object.entries(SENSORS).map(([kind, [name, deviceClass]]) => ({ kind, name, deviceClass }));

/** What is amiss, for the sensors in Home Assistant; `changed` says that it may have become another. */
export function createOpenFindings({
  store,
  home,
}: {
  readonly store: Pick<FindingStore, "openNow">;
  readonly home: Pick<WholeHome, "known">;
}): OpenFindingsSource & { changed(): void } {
  const nameOf = (entityId: string) => ({ entityId, name: home.known(entityId)?.name ?? entityId });
  return {
    ...createChanges(),
    sensors: FINDING_SENSORS,
    current() {
      const byKind = Map.groupBy(
        store.openNow().filter((finding) => !isPersonal(finding)),
        ({ kind }) => kind,
      );
      return new Map([...byKind].map(([kind, found]) => [kind, found.flatMap(({ entityIds }) => entityIds.map(nameOf))]));
    },
  };
}
