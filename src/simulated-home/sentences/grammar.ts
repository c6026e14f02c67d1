import { COLOURS } from "../../homeassistant/expectations/end-state.ts";
import { toPattern } from "../../text/pattern.ts";
import { domainOf } from "../ids.ts";
import type { Registries } from "../registries.ts";
import type { StateMachine } from "../states.ts";
import { readTable } from "../tables/tables.ts";

/** A row of `tables/grammar.yaml`, which says what its parts mean. */
interface GrammarRule {
  readonly intent: string;
  readonly template: string;
  readonly domains?: readonly string[];
  readonly classes?: readonly string[];
  readonly fixed?: Readonly<Record<string, string>>;
  /** The words that `{state}` may be, with the state that each means. */
  readonly states?: Readonly<Record<string, string>>;
  readonly targets?: "domain" | "area" | "none";
  readonly incomplete?: true;
}

const grammar = readTable<{
  readonly shorts: Readonly<Record<string, string>>;
  readonly rules: readonly GrammarRule[];
  /** Words for kinds of covers and of their sensors, with the device class that each means. */
  readonly device_classes: Readonly<Record<string, string>>;
}>("grammar");

const NUMBER = "-?\\d+(?:[.,]\\d+)?";

/**
 * A pattern from a template in Home Assistant's notation: `[optional]`, `(one|other)`, `{slot}`, `{slot#}` for a number, `<rule>`.
 * Slots become named groups; one with words in `choices` is one of them, any other whatever stands there. Sentences are matched whole,
 * in lower case, with single blanks.
 */
function compileTemplate(template: string, choices: Readonly<Record<string, readonly string[]>>): RegExp {
  let expanded = template;
  for (let before = ""; before !== expanded; ) {
    before = expanded;
    expanded = expanded.replace(/<(\w+)>/g, (_whole, name: string) => grammar.shorts[name] ?? "");
  }
  const spaced = expanded.split(/(\{\w+#?\}|[[\]()|]|\s+)/).filter((part) => part !== "");
  const pattern = spaced.map((part) => partOf(part, choices)).join("");
  return toPattern(`^ ?${pattern} ?$`, "u");
}

function partOf(part: string, choices: Readonly<Record<string, readonly string[]>>): string {
  const [, slot, isNumber] = /^\{(\w+?)(#?)\}$/.exec(part) ?? [];
  if (slot && isNumber) return `(?<${slot}>${NUMBER})`;
  if (slot) return `(?<![\\p{L}\\d])(?<${slot}>${choices[slot]?.join("|") ?? ".+?"})(?![\\p{L}\\d])`;
  if (part === "[") return "(?:";
  if (part === "]") return ")?";
  if (part === "(") return "(?:";
  if (part === ")" || part === "|") return part;
  // Spaces are swallowed by optional parts that are absent.
  if (/^\s+$/.test(part)) return " ?";
  return `${/^\w/.test(part) ? "(?<![\\p{L}\\d])" : ""}${part.replace(/[.*+?^${}\\/]/g, "\\$&")}${/\w$/.test(part) ? "(?![\\p{L}])" : ""}`;
}

interface Slot {
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
}

/** One result of `conversation/agent/homeassistant/debug`, key by key as Home Assistant 2026.11 writes it. */
export interface DebugResult {
  readonly intent?: { readonly name: string };
  readonly slots: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, Slot>>;
  readonly targets?: Readonly<Record<string, { readonly matched: boolean }>>;
  readonly match: boolean;
  readonly sentence_template: string;
  readonly unmatched_slots: Readonly<Record<string, string>>;
  readonly source: string;
}

interface Named {
  readonly id: string;
  /** As written in the home. */
  readonly written: string;
}

interface Words {
  readonly entities: ReadonlyMap<string, readonly Named[]>;
  readonly areas: ReadonlyMap<string, Named>;
  readonly floors: ReadonlyMap<string, Named>;
}

const POLITE = /^(?:please |can you |could you |would you )+| please$/g;
const rules = grammar.rules.map((rule) => {
  const choices = {
    color: Object.keys(COLOURS),
    device_class: Object.keys(grammar.device_classes),
    ...(rule.states && { state: Object.keys(rule.states) }),
  };
  return { rule, pattern: compileTemplate(rule.template, choices) };
});

/** A sentence with several slots takes a pattern time in proportion to a power of its length; nobody orders at such length. */
const LONGEST_SENTENCE = 250;

/** The simulated home's stand-in for Home Assistant's sentence matcher. Names and aliases of exposed entities only; null when nothing fits. */
export function createGrammar({
  states,
  registries,
}: {
  states: StateMachine;
  registries: Registries;
}): (sentence: string) => DebugResult | null {
  const exposed = () => [...registries.exposed].filter((entityId) => states.get(entityId));
  const namesOf = (entityId: string): string[] => {
    const friendly = states.get(entityId)?.attributes["friendly_name"];
    const aliases = registries.entities.get(entityId)?.aliases ?? [];
    return [friendly, ...aliases].filter((name): name is string => typeof name === "string");
  };
  const collect = (): Words => {
    const entities = new Map<string, Named[]>();
    for (const id of exposed()) {
      for (const written of namesOf(id))
        entities.set(written.toLowerCase(), [...(entities.get(written.toLowerCase()) ?? []), { id, written }]);
    }
    const places = (rows: Iterable<{ name: string; aliases: string[]; id: string }>) => {
      const found = new Map<string, Named>();
      for (const { name, aliases, id } of rows)
        for (const written of [name, ...aliases]) found.set(written.toLowerCase(), { id, written: name });
      return found;
    };
    const areas = [...registries.areas.values()].map((row) => ({ ...row, id: row.area_id }));
    const floors = [...registries.floors.values()].map((row) => ({ ...row, id: row.floor_id }));
    return { entities, areas: places(areas), floors: places(floors) };
  };
  let words: Words | undefined;
  let collectedAt = -1;
  states.onChange(({ before, after }) => {
    if (before?.attributes["friendly_name"] !== after?.attributes["friendly_name"]) words = undefined;
  });
  const classOf = (entityId: string) => states.get(entityId)?.attributes["device_class"];
  const fits = (rule: GrammarRule, entityId: string) =>
    (!rule.domains || rule.domains.includes(domainOf(entityId))) && (!rule.classes || rule.classes.includes(String(classOf(entityId))));

  const read = (rule: GrammarRule, groups: Readonly<Record<string, string>>, words: Words) => {
    const details: Record<string, Slot> = {};
    const unmatched: Record<string, string> = {};
    let named: readonly Named[] = [];
    let area: string | undefined;
    let floor: string | undefined;
    const known = (name: string, value: unknown, text: string) => {
      details[name] = { name, value, text };
    };
    for (const [name, raw] of Object.entries(groups)) {
      if (raw === undefined) continue;
      const text = raw.trim();
      if (name === "name") {
        named = (words.entities.get(text) ?? []).filter(({ id }) => fits(rule, id));
        if (named[0]) known(name, named[0].written, text);
        else unmatched[name] = text;
      } else if (name === "area" || name === "floor") {
        const place = (name === "area" ? words.areas : words.floors).get(text);
        if (name === "area") area = place?.id;
        else floor = place?.id;
        if (place) known(name, place.written, text);
        else unmatched[name] = text;
      } else if (name === "state") {
        known(name, rule.states?.[text] ?? text, text);
      } else if (name === "device_class") {
        known(name, grammar.device_classes[text] ?? text, text);
      } else if (name === "color" || name === "item") known(name, text, text);
      else known(name, Number(text.replace(",", ".")), text);
    }
    for (const [name, value] of Object.entries(rule.fixed ?? {})) known(name, value, "");
    return { details, unmatched, named, area, floor };
  };

  const inPlace = (entityId: string, area: string | undefined, floor: string | undefined) => {
    const own = registries.areaOf(entityId);
    return (area === undefined || own?.area_id === area) && (floor === undefined || own?.floor_id === floor);
  };
  const targetsOf = (rule: GrammarRule, found: ReturnType<typeof read>): string[] => {
    if (rule.targets === "none") return [];
    // Two things of one name: understood, and no target.
    if (rule.targets === undefined)
      return new Set(found.named.map(({ id }) => id)).size === 1 ? found.named.slice(0, 1).map(({ id }) => id) : [];
    const domain = rule.targets === "domain" ? rule.fixed?.["domain"] : undefined;
    const wantedClass = found.details["device_class"]?.value;
    return exposed().filter(
      (entityId) =>
        inPlace(entityId, found.area, found.floor) &&
        (domain === undefined || domainOf(entityId) === domain) &&
        (wantedClass === undefined || classOf(entityId) === wantedClass),
    );
  };

  return (spoken) => {
    const sentence = spoken
      .toLowerCase()
      .trimEnd()
      .replace(/(?<![?!.])[?!.]+$/u, "")
      .replace(/\s+/g, " ")
      .trim()
      .replace(POLITE, "");
    if (sentence.length > LONGEST_SENTENCE) return null;
    if (!words || collectedAt !== registries.version) words = collect();
    collectedAt = registries.version;
    const known = words;
    let missed: DebugResult | null = null;
    let empty: DebugResult | null = null;
    for (const { rule, pattern } of rules) {
      const matched = pattern.exec(sentence);
      if (!matched) continue;
      const found = read(rule, matched.groups ?? {}, known);
      const whole = Object.keys(found.unmatched).length === 0;
      const targets = whole ? targetsOf(rule, found) : [];
      const result: DebugResult = {
        intent: { name: rule.intent },
        slots: Object.fromEntries(Object.values(found.details).map(({ name, value, text }) => [name, text === "" ? String(value) : text])),
        details: found.details,
        targets: Object.fromEntries(targets.map((entityId) => [entityId, { matched: true }])),
        match: whole && !rule.incomplete,
        sentence_template: rule.template.replaceAll("#}", "}"),
        unmatched_slots: found.unmatched,
        source: "builtin",
      };
      if (result.match && (targets.length > 0 || rule.targets !== "domain")) return result;
      if (result.match) empty ??= result;
      else missed ??= result;
    }
    return empty ?? missed;
  };
}
