import type { Home } from "../../homeassistant/registry/home.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import type { KnowledgeSource } from "../source.ts";
import { needHome } from "./wait-for-home.ts";

/** A person as the options have them. */
export interface HouseholdMember {
  readonly name: string;
  readonly role: string;
  /** `person.anna` */
  readonly haPerson: string | undefined;
}

/** Who belongs to the home: the people of the options and the exposed ones of Home Assistant. Where they are is not among it. */
export function createPeopleSource({
  home,
  people,
}: {
  readonly home: Pick<Home, "ready" | "exposed">;
  readonly people: readonly HouseholdMember[];
}): KnowledgeSource {
  return {
    source: "person",
    async read() {
      needHome(home);
      const exposed = home.exposed().filter(({ domain }) => domain === "person");
      const configured = people.map(({ name, role, haPerson }): KnowledgeItem => {
        const known = exposed.find(({ entityId }) => entityId === haPerson);
        const names = [...new Set([known?.name, ...(known?.aliases ?? [])])].filter((other) => other !== undefined && other !== name);
        const called = names.length > 0 ? ` Also called ${names.join(", ")}.` : "";
        return { ref: `people ${name}`, text: `${name} is ${roleWords(role)}.${called}`, metadata: { name }, origin: "home" };
      });
      const claimed = new Set(people.map(({ haPerson }) => haPerson));
      const others = exposed.filter(({ entityId }) => !claimed.has(entityId));
      return [
        ...configured,
        ...others.map(({ entityId, name, aliases, domain }): KnowledgeItem => {
          const called = aliases.length > 0 ? ` Also called ${aliases.join(", ")}.` : "";
          return { ref: entityId, text: `${name} lives here.${called}`, metadata: { entityId, domain, name }, origin: "home" };
        }),
      ];
    },
  };
}

function roleWords(role: string): string {
  if (role === "guest") return "a guest of this home";
  return role === "child" ? "a child of this home" : `an ${role} of this home`;
}
