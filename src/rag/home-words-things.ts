import type { Area, Entity, Floor } from "../homeassistant/home.ts";
import type { DeviceEntry } from "../homeassistant/registry-entries.ts";
import { isCommonWord } from "../security/sanitizer-common-words.ts";
import { genericOfEntity } from "../security/sanitizer-generic.ts";
import { readText } from "../security/sanitizer-text.ts";
import type { HomeWord } from "../security/sanitizer-words.ts";

interface Things {
  readonly entities: readonly Entity[];
  readonly areas: readonly Area[];
  readonly floors: readonly Floor[];
  readonly devices: ReadonlyMap<string, Pick<DeviceEntry, "name" | "maker" | "model">>;
}

/** What their integrations call them, nobody at home: their names are everybody's. */
const MADE_ELSEWHERE = new Set(["sun", "weather", "conversation", "tts", "stt", "update", "wake_word", "ai_task", "event"]);
/** People and places have words of their own kinds. */
const ELSEWHERE = new Set(["person", "zone"]);
/** "Ellie's room", "Ellies Zimmer" (with a sign), "chambre d'Ellie", "Zimmer von Ellie", "החדר של אלי": whose it is. */
const POSSESSIVES: readonly RegExp[] = [
  /(?<!\p{L})(\p{Lu}\p{L}{1,20})['’]s?(?!\p{L})/gu,
  /(?<!\p{L})(?:von|de|del|van|di) (\p{Lu}\p{L}{1,20})(?!\p{L})/gu,
  /(?<!\p{L})d['’](\p{Lu}\p{L}{1,20})(?!\p{L})/gu,
  /של (\p{Script=Hebrew}{2,20})/gu,
];

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
    for (const text of [...names, device?.name ?? ""]) words.push(...ownWords(text, "device", generic, made));
  }
  return words;
}

/** "Mia's room", "mias room", "Zimmer von Mia": of a thing too that has nothing else in its name. */
const ROOM =
  /^(?:[\p{L}'’]{2,20} (?:room|bedroom|nursery|zimmer|kinderzimmer|schlafzimmer|kamer|slaapkamer)|(?:zimmer|kinderzimmer|chambre|habitaci[oó]n|cuarto|kamer|slaapkamer|החדר|חדר) (?:von |de |d['’]|del |van |של )?[\p{L}'’]{2,20})$/iu;

function ownWords(text: string, kind: "room" | "device", generic: string, made: ReadonlySet<string>): readonly HomeWord[] {
  const own = wordsIn(text).filter((word) => !isCommonWord(word) && !made.has(word));
  if (own.length === 0) return [];
  const owners = POSSESSIVES.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name = ""]) => name));
  const rest = wordsIn(text).length - own.length;
  // "Ellie room": one name beside what every home has
  const beside = kind === "room" && own.length === 1 && rest > 0 ? own : [];
  return [
    // nobody is named in it, as far as is known here: of rooms there are few, of things any number
    { text, kind, generic: ROOM.test(text) ? "room" : generic, ...(kind === "device" && owners.length === 0 && { needsCue: true }) },
    ...[...owners, ...beside]
      .filter((name) => own.includes(wordsIn(name).join("")))
      .map((name): HomeWord => ({ text: name, kind: "person" })),
  ];
}

/** Words of more than one letter, small and plain. */
export function wordsIn(text: string): readonly string[] {
  return readText(text)
    .text.toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && word !== "s");
}
