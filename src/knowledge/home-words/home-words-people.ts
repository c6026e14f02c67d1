import type { Entity } from "../../homeassistant/registry/home.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";

/** The people of the options and of Home Assistant: their whole names, and each part of them. */
export function personWords({
  entities,
  people,
}: {
  readonly entities: readonly Entity[];
  readonly people: readonly { readonly name: string }[];
}): readonly HomeWord[] {
  const persons = entities.filter(({ domain }) => domain === "person");
  const names = [...people.map(({ name }) => name), ...persons.flatMap(({ name, aliases }) => [name, ...aliases])];
  return names.flatMap((name) => namesOf(name, "person"));
}

/** Parts of names that are words of every sentence. */
const PARTICLE = /^(?:von|van|de|del|der|den|di|da|la|le|zu|and|und|et|y|en)$/;

/** A name and each of its parts. */
export function namesOf(name: string, kind: HomeWord["kind"]): readonly HomeWord[] {
  const parts = name.split(/[\s.-]+/).filter((part) => part.length > 1 && !PARTICLE.test(part));
  return [name, ...(parts.length > 1 ? parts : [])].map((text) => ({ text, kind }));
}
