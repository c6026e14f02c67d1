import { type IntentReading, NO_MATCH, readIntent } from "../homeassistant/recogniser/intents.ts";
import type { RecognisedPart } from "../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../homeassistant/registry/home.ts";
import { literally, toPattern } from "../text/pattern.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface MeantCalls {
  readonly intentOf: (entity: Entity) => string | undefined;
  /** Slots of the intent; undefined if the thing cannot be set so. */
  readonly valuesOf?: (entity: Entity) => Values | undefined;
}

/** Service calls for things that were placed, by the intents that are meant for each kind of them. */
export function callsFor(
  entities: readonly Entity[],
  { intentOf, valuesOf = () => ({}) }: MeantCalls,
  home: Pick<Home, "find">,
): IntentReading {
  const groups = Map.groupBy(entities, (entity) => `${intentOf(entity)} ${entity.domain}`);
  const parts: RecognisedPart[] = [];
  let intent = "";
  for (const group of groups.values()) {
    const [first] = group;
    const values = first && valuesOf(first);
    if (!first || !values) return NO_MATCH;
    intent = intentOf(first) ?? "";
    const named = group.length === 1 ? { name: first.name } : { domain: first.domain };
    const reading = readIntent({ intent, values: { ...values, ...named }, targets: group.map(({ entityId }) => entityId) }, home);
    if (!reading.ok) return reading;
    parts.push(...reading.parts);
  }
  return parts.length === 0 ? NO_MATCH : { ok: true, intent, parts };
}

/** The sentence with each thing's whole name in it; none if a name would not tell them apart. */
export function severalOf(sentence: string, what: string, entities: readonly Entity[], isDone: (entity: Entity) => boolean): IntentReading {
  const able = entities.filter(isDone);
  const labels = able.map((entity) => labelOf(entity, able));
  if (able.length < 2 || what === "" || new Set(labels.map((label) => label.toLowerCase())).size < labels.length) return NO_MATCH;
  const at = [...sentence.matchAll(toPattern(literally(what), "giu"))].at(-1)?.index;
  if (at === undefined) return NO_MATCH;
  const options = labels.map((label) => ({ label, sentence: sentence.slice(0, at) + label + sentence.slice(at + what.length) }));
  return { ok: false, reason: "several", what, options };
}

/** The name; the area before it where others are called the same. */
function labelOf({ name, area }: Entity, among: readonly Entity[]): string {
  const isShared = among.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length > 1;
  return isShared && area ? `${area.name} ${name}` : name;
}
