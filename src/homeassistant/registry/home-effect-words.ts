import type { Effect, EffectWords } from "../../security/effects/effect.ts";
import { domainOf, type Translations } from "./translations.ts";

/** Home Assistant's names of kinds of entities: `component.<domain>.title`, `component.<domain>.entity_component.<class or _>.name`. */
const DOMAIN_EFFECTS: Readonly<Record<string, Effect>> = {
  lock: "unlock",
  alarm_control_panel: "disarm",
  siren: "siren",
  valve: "valve",
  water_heater: "heat",
  camera: "watch",
  vacuum: "vacuum",
  lawn_mower: "vacuum",
};
/** A cover as such may be a blind: only its classes that people come in by count. */
const ENTRY_CLASSES = ["garage", "gate", "door"];

/** A home without locks may have a switch that is named as one: these domains' names are asked for in every home. */
export const EFFECT_DOMAINS: readonly string[] = [...Object.keys(DOMAIN_EFFECTS), "cover"];

/** What dangerous things are called in the home's language, in lower case, with their effect: a switch may be named "Garagentor". */
export function effectWordsIn({ texts }: Pick<Translations, "texts">): EffectWords {
  return new Map(
    [...texts].flatMap(([key, name]) => {
      const effect = effectOf(key);
      return effect ? [[name.toLowerCase(), effect] as const] : [];
    }),
  );
}

function effectOf(key: string): Effect | undefined {
  const domain = domainOf(key);
  const path = key.split(".").slice(2).join(".");
  if (domain === "cover") return ENTRY_CLASSES.some((name) => path === `entity_component.${name}.name`) ? "open-entry" : undefined;
  return path === "title" || path === "entity_component._.name" ? DOMAIN_EFFECTS[domain] : undefined;
}
