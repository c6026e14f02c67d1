import { LIKENESS, likeness, unitsOf } from "../entity-search/entity-text.ts";
import type { DomainWords } from "../homeassistant/registry/domain-words.ts";
import type { Source } from "../storage/knowledge/knowledge.ts";

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
