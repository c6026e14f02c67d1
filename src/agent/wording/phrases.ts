import { stateWord } from "../../homeassistant/registry/binary-states.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { withoutSecrets } from "../../security/redaction/secret-fields.ts";
import { oneLine } from "./one-line.ts";
import { quotable, verbatim } from "./verbatim.ts";

/** Attributes that say more than the state, with the key of the state they belong to and their unit; 255 steps are shown as percent. */
const DETAILS: Readonly<Record<string, { readonly unit: string; readonly scale: number; readonly decimals: number }>> = {
  brightness: { unit: " %", scale: 100 / 255, decimals: 0 },
  current_position: { unit: " %", scale: 1, decimals: 0 },
  percentage: { unit: " %", scale: 1, decimals: 0 },
  volume_level: { unit: " %", scale: 100, decimals: 0 },
  temperature: { unit: " °", scale: 1, decimals: 1 },
  current_temperature: { unit: " °", scale: 1, decimals: 1 },
  humidity: { unit: " %", scale: 1, decimals: 0 },
};

/** Service fields that belong into a phrase, with the unit. */
const FIELDS: Readonly<Record<string, string>> = {
  brightness_pct: " %",
  position: " %",
  percentage: " %",
  temperature: " °",
  humidity: " %",
  volume_level: "",
  color_name: "",
  hvac_mode: "",
  preset_mode: "",
  option: "",
  value: "",
  item: "",
};

/** Characters of an argument in a report: enough to know it again. */
const LONGEST_ARGUMENT = 80;
/** In a question more of it: what is cut off there is said yes to unseen, so that is told. */
const LONGEST_ASKED_ARGUMENT = 400;

/** A value that cannot be taken for words of ours: a number, a mode, a topic, an address, a code that is not shown. */
const ONE_WORD = /^(?:[\w./:#+-]*|•+)$/;

/** Characters of a name; people's own names of things are far shorter. */
const LONGEST_NAME = 60;

/** Words for entities, states and actions in one language, as Markdown. Never shows an entity id. */
export function createPhrases({ home, catalogue }: { home: Pick<Home, "find">; catalogue: Catalogue }) {
  const nameOf = (entityId: string): string => called(home.find(entityId)?.name ?? wordsOf(entityId));
  /** Things of one name are told apart by their room; `more` ends the list. */
  const names = (entityIds: readonly string[], more: readonly string[] = []): string => {
    const plain = entityIds.map(nameOf);
    const placed = entityIds.map((entityId, index) => {
      const name = plain[index] ?? "";
      const area = home.find(entityId)?.area?.name;
      return area !== undefined && plain.indexOf(name) !== plain.lastIndexOf(name) ? `${name} (${called(area)})` : name;
    });
    return catalogue.list([...placed, ...more]);
  };

  const word = (state: string, entityId: string): string => {
    const entity = home.find(entityId);
    const key = entity ? stateWord(entity, state) : state;
    const ofClass = entity?.deviceClass === undefined ? undefined : catalogue.find(`value.${entity.deviceClass}.${key}`);
    return ofClass ?? catalogue.find(`value.${key}`) ?? verbatim(key.replaceAll("_", " "));
  };

  const detail = (attribute: string, value: number): string => {
    const { unit, scale, decimals } = DETAILS[attribute] ?? { unit: "", scale: 1, decimals: 2 };
    return `${catalogue.number(Number((value * scale).toFixed(decimals)))}${unit}`;
  };

  const phrase = ({ service: id, entityIds }: Pick<ResolvedCall, "service" | "entityIds">): string => {
    const service = id.replaceAll(/[._]/g, " ");
    if (entityIds.length === 0) return catalogue.text("service.other-plain", { service });
    const parameters = { names: names(entityIds), service };
    return (
      catalogue.find(`service.${id}`, parameters) ??
      catalogue.find(`service.${id.split(".")[1] ?? id}`, parameters) ??
      catalogue.text("service.other", parameters)
    );
  };

  const details = (data: ResolvedCall["data"], show: (text: string) => string): readonly string[] =>
    Object.entries(FIELDS).flatMap(([field, unit]) => {
      const value = data[field];
      return isPlain(value) ? `${show(String(value))}${unit}` : [];
    });

  const asked = (text: string): string => {
    const line = text.replaceAll(/\s+/g, " ");
    const left = line.length - LONGEST_ASKED_ARGUMENT;
    const more = left > 0 ? ` ${catalogue.text("question.more-characters", { count: left })}` : "";
    const shown = line.slice(0, LONGEST_ASKED_ARGUMENT);
    return `${ONE_WORD.test(line) ? formatted(catalogue, shown) : `“${quotable(shown)}”`}${more}`;
  };

  const otherArguments = (data: ResolvedCall["data"]): readonly string[] =>
    Object.entries(withoutSecrets(data)).flatMap(([field, value]) => {
      if (Object.hasOwn(FIELDS, field) && isPlain(value)) return [];
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${verbatim(field.replaceAll("_", " "))}: ${asked(text)}`;
    });

  return {
    nameOf,
    names,
    word,
    /** One attribute's value with its unit: "20.3 °". */
    attribute: (attribute: string, value: unknown): string =>
      typeof value === "number" ? detail(attribute, value) : verbatim(String(value)),
    /** "on at 30 %", "21.4 °C", "locked": a state with what matters of its attributes. */
    state(entityId: string, observed: Readonly<Record<string, unknown>>): string {
      const state = String(observed["state"] ?? "unknown");
      const unit = observed["unit_of_measurement"];
      if (typeof unit === "string") return `${formatted(catalogue, state)} ${unit}`;
      const details = Object.keys(DETAILS).flatMap((attribute) => {
        const value = observed[attribute];
        return typeof value === "number" ? detail(attribute, value) : [];
      });
      const idle = state === "off" || state === "unavailable" || state === "closed";
      return details.length === 0 || idle ? word(state, entityId) : `${word(state, entityId)} (${details.join(", ")})`;
    },
    /** "unlock Front Door", "turn on Bed Light (30 %)". Starts in lower case. */
    action(call: Pick<ResolvedCall, "service" | "entityIds" | "data">): string {
      return withDetails(phrase(call), call.entityIds.length === 0 ? [] : details(call.data, (text) => formatted(catalogue, cut(text))));
    },
    /** The same with every argument that is no code: what a yes is bound to. */
    fullAction(call: Pick<ResolvedCall, "service" | "entityIds" | "data">): string {
      return withDetails(phrase(call), [...details(call.data, asked), ...otherArguments(call.data)]);
    },
  };
}

/** A name as one short line: what a device calls itself must not be able to write a question of its own. */
function called(name: string): string {
  return verbatim(oneLine(name, LONGEST_NAME));
}

/** A name made from an id whose entity is gone: "front door" of `lock.front_door`. */
function wordsOf(entityId: string): string {
  return (entityId.split(".")[1] ?? entityId).replaceAll("_", " ");
}

function isPlain(value: unknown): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

function withDetails(phrase: string, details: readonly string[]): string {
  return details.length === 0 ? phrase : `${phrase} (${details.join(", ")})`;
}

/** An argument in a phrase: on one line, so that nothing of it looks like a line of ours. */
function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > LONGEST_ARGUMENT ? `${line.slice(0, LONGEST_ARGUMENT - 1)}…` : line;
}

function formatted(catalogue: Catalogue, value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? catalogue.number(Number(value)) : verbatim(value);
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
