import { IntlMessageFormat } from "intl-messageformat";

export type MessageValues = Readonly<Record<string, string | number>>;

/** Languages written from right to left (CLDR, layout orientation). */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "dv", "fa", "he", "ps", "ur", "yi"]);
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_DIRECTIONAL_ISOLATE = "\u2069";
/** The form for a count that nobody gave: "other" in every language of this product (CLDR, plural rules). */
const SOME_COUNT = 5;
/** Text of several lines, or text that isolates its parts itself. */
const COMPOSED = /[\n\u2068]/;

/** A message in ICU syntax, compiled: filled in, it reads as its language writes it. */
export type Message = (values: MessageValues) => string;

export function directionOf(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** Compiles a message in ICU syntax. Values are text, isolated where the language is written from right to left (Unicode UAX #9); a missing one shows its placeholder. */
export function compileMessage(pattern: string, locale: string): Message {
  const format = new IntlMessageFormat(pattern, locale, undefined, { ignoreTag: true });
  const isolate = directionOf(locale.split("-")[0] ?? "") === "rtl";
  // what chooses a form is no text
  const choosing = new Set([...pattern.matchAll(/\{(\w+), select,/g)].map(([, name]) => name));
  return (values) => {
    const given = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isolate && typeof value === "string" && !choosing.has(name) && !COMPOSED.test(value)
          ? `${FIRST_STRONG_ISOLATE}${value}${POP_DIRECTIONAL_ISOLATE}`
          : value,
      ]),
    );
    const filled = new Proxy(given, {
      has: () => true,
      get: (known, name) =>
        typeof name === "string" && Object.hasOwn(known, name) ? known[name] : name === "count" ? SOME_COUNT : `{${String(name)}}`,
    });
    return String(format.format(filled));
  };
}
