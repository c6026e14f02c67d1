import { toPattern } from "../../text/pattern.ts";

/** Short forms that templates of the grammar may use as `<name>`. */
const RULES: Readonly<Record<string, string>> = {
  the: "(the|my|our)",
  turn: "(turn|switch)",
  set: "(set|change|turn|make)",
  numeric_value_set: "(set|change|turn|increase|decrease|put)",
  open: "(open|raise)",
  close: "(close|lower|shut)",
  is: "(is|are)",
  light: "(light|lights|lamp|lamps)",
  in: "(in|on|at)",
  all: "(all [of] [the]|every)",
  what_is: "(what is|what's|whats)",
  how_is: "(how is|how's)",
  which: "(which|what)",
  are_any: "(are [there] any|is [there] any|are some)",
  are_all: "(are all [the]|is every)",
  how_many: "how many",
  temp: "temperature",
  lockable: "(lock|locks|door|doors)",
  everywhere: "(everywhere|at home|in the house)",
  percent: "(%| %| percent)",
  degrees: "(°|° c| °| degree| degrees)",
};

const NUMBER = "-?\\d+(?:[.,]\\d+)?";

/**
 * A pattern from a template in Home Assistant's notation: `[optional]`, `(one|other)`, `{slot}`, `{slot#}` for a number, `<rule>`.
 * Slots become named groups; one with words in `choices` is one of them, any other whatever stands there. Sentences are matched whole,
 * in lower case, with single blanks.
 */
export function compileTemplate(template: string, choices: Readonly<Record<string, readonly string[]>>): RegExp {
  let expanded = template;
  for (let before = ""; before !== expanded; ) {
    before = expanded;
    expanded = expanded.replace(/<(\w+)>/g, (_whole, name: string) => RULES[name] ?? fail(template, name));
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

function fail(template: string, name: string): never {
  throw new Error(`the template ${template} uses <${name}>, which is not declared`);
}
