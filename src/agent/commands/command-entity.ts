import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Role } from "../../security/policy/policy-input.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import { createPhrases } from "../wording/phrases.ts";
import { oneLine, verbatim } from "../wording/verbatim.ts";

/** Names in an answer that asks which one was meant. */
const MOST_NAMED = 8;

type NamedEntity = { readonly entityId: string } | { readonly problem: string };

/**
 * The one exposed entity that a person means: by id, by its whole name or alias, else by words of name, alias and room. Of several, or
 * none, the answer says what to write. Names of routines are for those who may read them.
 */
export function createEntityNamer({ home }: { home: Pick<Home, "find" | "exposed"> }) {
  return (said: string, { role, catalogue }: { readonly role: Role; readonly catalogue: Catalogue }): NamedEntity => {
    const text = plain(said);
    const readable = home.exposed().filter(({ domain }) => mayRead(domain, role));
    const byId = readable.find(({ entityId }) => entityId === text);
    if (byId) return { entityId: byId.entityId };
    const whole = readable.filter((entity) => namesOf(entity).includes(text));
    const found = whole.length > 0 ? whole : readable.filter((entity) => hasWords(entity, text));
    const [first, ...others] = found;
    if (!first) return { problem: catalogue.text("command.no-such-thing", { said: shown(said) }) };
    if (others.length === 0) return { entityId: first.entityId };
    const named = found.slice(0, MOST_NAMED).map(({ entityId }) => entityId);
    const { names } = createPhrases({ home, catalogue });
    return { problem: catalogue.text("command.which-thing", { said: shown(said), count: found.length, names: names(named) }) };
  };
}

/** Characters of what was said that an answer repeats. */
const LONGEST_SAID = 60;

function shown(said: string): string {
  return verbatim(oneLine(said, LONGEST_SAID));
}

function plain(text: string): string {
  return text
    .replaceAll(/["“”„]/g, "")
    .trim()
    .toLowerCase();
}

function namesOf({ name, aliases }: Entity): readonly string[] {
  return [name, ...aliases].map((each) => each.toLowerCase());
}

function hasWords(entity: Entity, text: string): boolean {
  const words = text.split(/[\s,()]+/).filter((word) => word !== "");
  const known = [...namesOf(entity), entity.area?.name.toLowerCase() ?? ""].join(" ");
  return words.length > 0 && words.every((word) => known.includes(word));
}
