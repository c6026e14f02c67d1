import { inspect } from "node:util";

const SHOWN = "[secret]";
const SHORTEST_HIDDEN = 6;

/** Values that must never be seen: only `reveal` gives one. Logged, printed or in JSON it is "[secret]"; no field is enumerable. */
export class Secrets<Name extends string> {
  readonly #values: ReadonlyMap<Name, string>;

  /** Blank values count as absent. */
  constructor(values: Readonly<Partial<Record<Name, string>>>) {
    const names = Object.keys(values) as Name[];
    this.#values = new Map(names.flatMap((name) => (values[name] ? [[name, values[name]] as const] : [])));
  }

  has(name: Name): boolean {
    return this.#values.has(name);
  }

  /** The plain value, or undefined if the user gave none. */
  reveal(name: Name): string | undefined {
    return this.#values.get(name);
  }

  /** A text without these values; shorter ones than a token may be any word, and stay. */
  hideIn(text: string): string {
    return [...this.#values.values()].reduce(
      (hidden, value) => (value.length < SHORTEST_HIDDEN ? hidden : hidden.replaceAll(value, SHOWN)),
      text,
    );
  }

  toJSON(): string {
    return SHOWN;
  }

  toString(): string {
    return SHOWN;
  }

  [Symbol.toPrimitive](): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
