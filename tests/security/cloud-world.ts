import { createCloudNames, createMarks, type NamedThing } from "../../src/security/egress/cloud/cloud-names.ts";
import type { SafeTextTools } from "../../src/security/egress/cloud/cloud-policy.ts";
import { createEgressPolicy } from "../../src/security/egress/egress.ts";

const thing = (entityId: string, room: string | undefined, ...names: string[]): NamedThing => ({
  key: `entity:${entityId}`,
  kind: (entityId.split(".")[0] ?? "").replaceAll("_", " "),
  names,
  entityId,
  ...(room !== undefined && { room: `area:${room}` }),
});

/** A small home in which everything has a name. */
export const THINGS: readonly NamedThing[] = [
  { key: "person:emma", kind: "person", names: ["Emma Sørensen", "Emma", "Sørensen"] },
  { key: "person:bo", kind: "person", names: ["Bo"] },
  { key: "area:emma", kind: "room", names: ["Emma's Room", "Kinderzimmer"] },
  { key: "area:bath", kind: "room", names: ["Bathroom"] },
  { key: "area:garage", kind: "room", names: ["Garage"] },
  { key: "floor:up", kind: "floor", names: ["Upstairs"] },
  { key: "place:zone.judo", kind: "place", names: ["Judo Hall"] },
  thing("light.emma_bed", "emma", "Emma's Bed Light", "Leselampe"),
  thing("light.bath", "bath", "Bathroom Mirror"),
  thing("media_player.tv", undefined, "TV"),
  thing("cover.garage", "garage", "Garage Door", "garage"),
  thing("script.emma_sleeps", undefined, "Emma Sleeps"),
  { key: "entity:lock.cellar", kind: undefined, names: ["Cellar Hatch"], entityId: "lock.cellar" },
  { key: "person:ottilie", kind: "person", names: ["Ottilie Schroeder", "Ottilie", "Schroeder"] },
  { key: "area:pruef", kind: "room", names: ["Prüfzimmer"] },
  { key: "area:neko", kind: "room", names: ["猫の部屋"] },
  { key: "area:salon", kind: "room", names: ["סלון"] },
];

export function cloudTexts({ things = THINGS } = {}): SafeTextTools {
  return {
    names: createCloudNames({ things: () => things }).at(),
    finder: createEgressPolicy({ homeWords: () => NO_WORDS, languages: ["en", "de"] }),
    marks: createMarks(),
  };
}

const NO_WORDS: readonly never[] = [];
