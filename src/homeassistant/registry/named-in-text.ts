import type { Entity } from "./home.ts";
import { plainWords } from "./similar-names.ts";

/** A name is what a text is about if it makes up so much of it; "something nice about the tree in our street" is not about a lamp called Tree. */
const LEAST_SHARE = 0.2;

/** How many characters of a text the longest name of each entity takes that stands in it, whole words only; 0 if none does. */
export type NamedInText = (text: string) => readonly number[];

/** Prepares the names and aliases of entities for being looked for in many texts. */
export function createNamedInText(entities: Iterable<Pick<Entity, "name" | "aliases">>): NamedInText {
  const known = Array.from(entities, ({ name, aliases }) => [name, ...aliases].map(spaced).filter((words) => words !== ""));
  return (text) => {
    const said = spaced(text);
    const least = (said.length - 2) * LEAST_SHARE;
    const isMeant = (name: string) => name.length - 2 >= least && said.includes(name);
    return known.map((names) => names.reduce((longest, name) => (name.length > longest && isMeant(name) ? name.length : longest), 0));
  };
}

/** The words of a text with a space around each, so that whole words are found in it as text; "" if it has none. */
function spaced(text: string): string {
  const words = plainWords(text);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}
