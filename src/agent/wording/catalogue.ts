import { ENGLISH } from "./catalogue-en.ts";

type PlainKey<Key> = Key extends `${string}#one` ? never : Key;
export type MessageKey = PlainKey<keyof typeof ENGLISH>;
export type MessageParameters = Readonly<Record<string, string | number>>;
type Messages = ReadonlyMap<string, string>;

/** Says what the service itself says, in the language of the person. */
export interface Catalogue {
  /** A message by key. `count` chooses the plural form. */
  text(key: MessageKey, parameters?: MessageParameters): string;
  /** A message by a key that may not exist: undefined then. */
  find(key: string, parameters?: MessageParameters): string | undefined;
  /** "a, b and c". */
  list(items: readonly string[]): string;
  /** A number as the language writes it. */
  number(value: number): string;
}

const ENGLISH_MESSAGES: Messages = new Map(Object.entries(ENGLISH));
/** The languages there are; a language that is missing is answered in English. */
const LANGUAGES: ReadonlyMap<string, Messages> = new Map([["en", ENGLISH_MESSAGES]]);

/** The catalogue for a BCP 47 language tag; its region is used for numbers, its language for texts. */
export function catalogueFor(language: string): Catalogue {
  const [base = "en"] = language.toLowerCase().split("-");
  const messages = LANGUAGES.get(base) ?? ENGLISH_MESSAGES;
  const locale = LANGUAGES.has(base) ? supported(language) : "en";
  // Made when first needed: each takes a good part of a millisecond, and most texts need none.
  const plural = lazy(() => new Intl.PluralRules(locale));
  const lists = lazy(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const numbers = lazy(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }));
  const find = (key: string, parameters: MessageParameters = {}): string | undefined => {
    const one = typeof parameters["count"] === "number" && plural().select(parameters["count"]) === "one";
    const template = (one ? messages.get(`${key}#one`) : undefined) ?? messages.get(key);
    return template?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
  };
  return {
    find,
    text: (key, parameters) => find(key, parameters) ?? key,
    list: (items) => lists().format(items),
    number: (value) => numbers().format(value),
  };
}

function supported(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? "en";
  } catch {
    return "en";
  }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
