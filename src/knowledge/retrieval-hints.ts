import { z } from "zod";
import { LIKENESS, likeness, unitsOf } from "../entity-search/entity-text.ts";
import type { DomainWords } from "../homeassistant/registry/domain-words.ts";
import { readData } from "../languages/data.ts";
import type { Source } from "../storage/knowledge/knowledge.ts";
import { folded } from "../text/fold.ts";
import { toPattern } from "../text/pattern.ts";

const form = z.partialRecord(z.enum(["automation", "history", "area", "document", "person", "entity"]), z.array(z.string()));

/** What people say when they ask for a kind of knowledge without its name, see knowledge-hints.yaml. */
const PATTERNS = Object.entries(readData("shared/knowledge-hints.yaml", form)).map(([source, said]) => ({
  source: source as Source,
  pattern: toPattern(`(?<!\\p{L})(?:${said.join("|")})(?!\\p{L})`, "u"),
}));

/** Kinds of knowledge that are likely to hold the answer to a question, by what it asks for. */
export function hintedSources(query: string): readonly Source[] {
  const plain = folded(query);
  return PATTERNS.filter(({ pattern }) => pattern.test(plain)).map(({ source }) => source);
}

/** Kinds of knowledge that people ask for by their name: "what automations …". */
const KINDS = ["automation", "script", "scene"] as const satisfies readonly Source[];

/** Tells which kinds a query names, in English or in the home's language. */
export function createNamedKinds({ words }: { readonly words: () => DomainWords }): (query: string) => readonly Source[] {
  return (query) => {
    const said = unitsOf(query);
    const { domains } = words();
    const isSaid = (name: string): boolean => {
      const [unit, ...more] = unitsOf(name);
      return unit !== undefined && more.length === 0 && said.some((one) => likeness(one, unit) >= LIKENESS.inflected);
    };
    return KINDS.filter((kind) => [kind, ...(domains.get(kind)?.names ?? [])].some(isSaid));
  };
}
