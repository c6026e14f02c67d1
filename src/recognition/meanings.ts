import { unitsOf } from "../entity-search/entity-text.ts";
import { rankOfState, STATES, type StateMeaning } from "../homeassistant/recogniser/meant-states.ts";
import { batteryLevel, isRest, type Rest, statesAtRest, usesPower } from "../homeassistant/registry/at-rest.ts";
import type { Entity } from "../homeassistant/registry/home.ts";
import { OPENINGS, SHADES } from "../homeassistant/registry/openings.ts";
import { isAway } from "../homeassistant/registry/state-words.ts";
import { LANGUAGES } from "../languages/catalogue.ts";
import { sentencesOf } from "../languages/sentences.ts";

/** Measurements that a question asks for without naming a sensor. */
export type Measured = "temperature" | "humidity" | "battery" | "brightness" | "volume" | "power" | "target";

/** What is said to an assistant, and is no business of the home. */
export type Talk = "greeting" | "night" | "thanks" | "wellbeing" | "present" | "identity" | "abilities" | "okay" | "stop" | "time" | "date";

/** A battery that has no more percent than this is low (the product's bound). */
export const LOW_BATTERY = 20;

/** What people call states, in any language. */
export const MEANT: ReadonlyMap<string, ReadonlySet<StateMeaning>> = (() => {
  const meanings = Object.keys(STATES) as StateMeaning[];
  const pairs = LANGUAGES.map(sentencesOf).flatMap(({ states: said }) =>
    meanings.flatMap((meaning) => said[meaning]?.split("|").map((word) => [unitsOf(word).join(" "), meaning] as const) ?? []),
  );
  return new Map([...Map.groupBy(pairs, ([text]) => text)].map(([text, of]) => [text, new Set(of.map(([, meaning]) => meaning))]));
})();
/** The meanings that words for a state have. */
export const meaningsOf = (text: string): readonly StateMeaning[] => [...(MEANT.get(text) ?? [])];

/** Classes of `binary_sensor` that tell of something at work. */
const AT_WORK: ReadonlySet<string> = new Set(["running", "power", "heat"]);

const RESTS: Readonly<Partial<Record<StateMeaning, Rest>>> = {
  open: "closed",
  closed: "closed",
  unlocked: "locked",
  locked: "locked",
  on: "off",
  off: "off",
  wet: "dry",
  dry: "dry",
};

/** Whether it is said of what opens and locks, of which a lock, a contact and a cover each tell in their way. */
export function isOfDoors(meaning: StateMeaning): boolean {
  return RESTS[meaning] === "closed" || RESTS[meaning] === "locked";
}

/** The states in which an entity rests, for a meaning and its opposite; undefined where the meaning knows no rest. */
export function restOf(meaning: StateMeaning, { domain }: Entity): readonly string[] | undefined {
  const rest = RESTS[meaning];
  return rest && statesAtRest(rest, domain);
}

/** Whether a question about all of a set is about the entity: more than those that a question about one may mean. */
export function isAsked(meaning: StateMeaning, entity: Entity): boolean {
  const { domain, deviceClass = "", state } = entity;
  const rest = RESTS[meaning];
  // a lock tells of an open door only while its latch is drawn
  if (rest === "closed" && domain === "lock") return state.state === "open" || state.state === "opening";
  if (rest === "off" && domain === "binary_sensor") return AT_WORK.has(deviceClass);
  if (rest === "off") return restOf(meaning, entity) !== undefined;
  if (meaning === "low" && domain === "sensor") return deviceClass === "battery" && (isAway(entity) || batteryLevel(entity) !== undefined);
  return rankOfState(meaning, entity) !== undefined || (meaning === "low" && batteryLevel(entity) !== undefined);
}

/** Whether it is asked about and does not rest, or does not answer. */
export function isRestless(meaning: StateMeaning, entity: Entity): boolean {
  return isAsked(meaning, entity) && restOf(meaning, entity)?.includes(entity.state.state) === false;
}

/** Kinds that an entity counts as in a question about all of a set; undefined where its class alone says what it is. */
export function countsAs(meaning: StateMeaning, { domain, deviceClass = "" }: Entity): readonly string[] | undefined {
  const rest = RESTS[meaning];
  if (meaning === "low") return ["sensor.battery"];
  if (rest === "off") return domain === "binary_sensor" ? undefined : [];
  if ((rest !== "closed" && rest !== "locked") || (domain === "cover" && SHADES.has(deviceClass))) return undefined;
  // a class is the same in each domain, and whatever closes a house is a door
  const ofClass = [`binary_sensor.${deviceClass}`, `cover.${deviceClass}`];
  const isDoor = domain === "lock" || ["garage", "garage_door", "gate", "lock"].includes(deviceClass);
  return isDoor ? [...ofClass, "binary_sensor.door", "cover.door"] : ofClass;
}

/** Whether an entity may be what its name says and its state does not tell how that is: a contact without a class, a text, a helper, the lock of a door. */
export function isUntold(meaning: StateMeaning, entity: Entity): boolean {
  if ((RESTS[meaning] === undefined && meaning !== "low") || isAsked(meaning, entity)) return false;
  const { domain, deviceClass, state } = entity;
  // a door may stand open while its lock is anything but locked
  if (domain === "lock") return RESTS[meaning] === "closed" && state.state !== "locked";
  const unit = state.attributes["unit_of_measurement"];
  if (meaning === "low" && domain === "sensor") return deviceClass === "battery" || (deviceClass === undefined && (unit ?? "%") === "%");
  if (domain === "sensor") return unit === undefined && (deviceClass === undefined || deviceClass === "enum");
  return domain === "input_boolean" || domain === "input_select" || (domain === "binary_sensor" && deviceClass === undefined);
}

/** Kinds whose names make an entity that is untold part of everything. */
export function kindsOfEverything(meaning: StateMeaning): readonly string[] {
  const kinds = { closed: OPENINGS, locked: ["lock", "binary_sensor.lock"], dry: ["binary_sensor.moisture"], off: [] };
  const rest = RESTS[meaning];
  return rest ? kinds[rest] : [];
}

/** Whether a state that is a text says that something does not rest: "open", "running". */
export function isSaid(meaning: StateMeaning, { domain, state }: Entity): boolean {
  // of a contact without a class "on" says nothing, but that something is on
  if (domain === "binary_sensor" && RESTS[meaning] !== "off") return false;
  return meaningsOf(unitsOf(state.state).join(" ")).some((said) => RESTS[said] === RESTS[meaning] && !isRest(said));
}

/** Kinds that an entity may be of, as its class does not say, where it does not rest or does not answer; none for others. */
export function vagueKinds(meaning: StateMeaning, entity: Entity): readonly string[] {
  const isAnything = entity.domain === "cover" ? entity.deviceClass === undefined : entity.deviceClass === "opening";
  if (RESTS[meaning] !== "closed" || !isAnything || !isRestless(meaning, entity)) return [];
  return OPENINGS.filter((kind) => entity.domain === "cover" || !SHADES.has(kind.slice("cover.".length)));
}

/** For "on" and "off": whether a sensor measures the power that something at work uses. */
export function measuresWork(meaning: StateMeaning, entity: Entity): boolean {
  return RESTS[meaning] === "off" && usesPower(entity);
}
