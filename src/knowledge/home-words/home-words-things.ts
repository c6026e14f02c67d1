import type { Area, Entity, Floor } from "../../homeassistant/registry/home.ts";
import type { DeviceEntry } from "../../homeassistant/registry/registry-entries.ts";
import { isCommonWord, isHouseholdWord, isRoomWord } from "../../languages/common-words.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { genericOfEntity } from "../../security/egress/network.ts";
import { readText } from "../../security/egress/read-text.ts";
import { HOME_WORDS } from "./words.ts";

interface Things {
  readonly entities: readonly Entity[];
  readonly areas: readonly Area[];
  readonly floors: readonly Floor[];
  readonly devices: ReadonlyMap<string, Pick<DeviceEntry, "name" | "maker" | "model">>;
}

/** What their integrations call them, nobody at home: their names are everybody's. */
export const MADE_ELSEWHERE: ReadonlySet<string> = new Set("sun weather conversation tts stt update wake_word ai_task event".split(" "));
/** Named after what they tell or do, a club, a coin or a film too: private where somebody is named in it. */
const SUBJECTS: ReadonlySet<string> = new Set(["sensor", "binary_sensor", "automation", "script", "scene", "calendar", "todo"]);
const ELSEWHERE = new Set(["person", "zone"]);

/** Names of rooms and things that only this home has, whose they are, and the ids that were made of them. What a maker calls a thing is no home's own word. */
export function thingWords({ entities, areas, floors, devices }: Things): readonly HomeWord[] {
  const words: HomeWord[] = [];
  for (const { name, aliases } of [...areas, ...floors]) {
    for (const text of [name, ...aliases]) words.push(...ownWords(text, "room", "room", new Set()));
  }
  for (const { entityId, domain, name, aliases, deviceId, deviceClass, platform } of entities) {
    if (ELSEWHERE.has(domain)) continue;
    const device = deviceId === undefined ? undefined : devices.get(deviceId);
    const made = new Set(wordsIn(`${device?.maker ?? ""} ${device?.model ?? ""} ${platform ?? ""}`));
    const generic = genericOfEntity(entityId, deviceClass);
    const object = entityId.slice(domain.length + 1);
    // one word alone is as often a maker's
    const named = object.includes("_") ? [name, ...aliases, object.replaceAll("_", " ")] : [name, ...aliases];
    const names = MADE_ELSEWHERE.has(domain) ? [] : named;
    for (const text of [...names, device?.name ?? ""])
      words.push(...ownWords(text, SUBJECTS.has(domain) ? "subject" : "device", generic, made));
  }
  return words;
}

function ownWords(text: string, kind: "room" | "device" | "subject", generic: string, made: ReadonlySet<string>): readonly HomeWord[] {
  const all = wordsIn(text);
  const own = all.filter((word) => !isCommonWord(word) && !made.has(word));
  if (own.length === 0) return [];
  const owners = HOME_WORDS.possessives
    .flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name = ""]) => name))
    .filter((name) => own.includes(wordsIn(name).join("")));
  const whose = [...owners, ...(kind === "room" ? besideRoom(all, own) : [])].filter((name) => !isHouseholdWord(wordsIn(name).join("")));
  const isEverybodys = whose.length === 0 && (kind === "subject" || own.every(isRoomWord));
  return [
    ...(isEverybodys
      ? []
      : [{ text, kind: kind === "room" ? kind : "device", generic: HOME_WORDS.room.test(text) ? "room" : generic } as const]),
    ...whose.map((name): HomeWord => ({ text: name, kind: "person" })),
  ];
}

/** "Ellie room", "Toms Zimmer": one name beside what every home has, without its s, so that a short one stays short. */
function besideRoom(all: readonly string[], own: readonly string[]): readonly string[] {
  const [name] = own;
  if (name === undefined || own.length !== 1 || isHouseholdWord(name) || !all.some((word) => HOME_WORDS.personal.has(word))) return [];
  return [/\p{L}{2}s$/u.test(name) && !name.endsWith("ss") && !HOME_WORDS.namesInS.has(name) ? name.slice(0, -1) : name];
}

export function wordsIn(text: string): readonly string[] {
  return readText(text)
    .text.toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && word !== "s");
}
