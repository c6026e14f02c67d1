import type { ConfiguredPerson } from "../../config/config.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { EntityState } from "../../homeassistant/registry/states.ts";
import type { PersonFacts, Role } from "../../security/policy/policy-input.ts";

interface PersonFactsDependencies {
  /** As the options name a person; undefined for people of channels without such options. */
  readonly configured: (personId: string) => ConfiguredPerson | undefined;
  /** True for somebody whom the options do not name any more. */
  readonly isStranger: (personId: string) => boolean;
  readonly home: Pick<Home, "areas" | "info">;
  /** Also of persons that are not exposed: it is the person's own. */
  readonly stateOf: (entityId: string) => EntityState | undefined;
}

/** What policy must know of a person, from the options and the home as they are now. `role` is that of the turn. */
export function createPersonFacts({ configured, isStranger, home, stateOf }: PersonFactsDependencies) {
  return ({ id, role }: { readonly id: string; readonly role: Role }): PersonFacts => {
    // a guest without rooms and without a day: what they asked for before they were taken out is not done either
    if (isStranger(id)) return { id, role: "guest", areas: undefined, until: undefined, atHome: undefined };
    const person = configured(id);
    return {
      id,
      role: person?.role ?? role,
      areas: person && areaIds(person.areas, home),
      until: person?.until === undefined ? undefined : homeTime(home.info.timeZone).endOfDay(person.until),
      atHome: atHome(person?.haPerson === undefined ? undefined : stateOf(person.haPerson)),
    };
  };
}

/** Areas by id, name or alias; one that is not there any more opens nothing. */
function areaIds(wanted: readonly string[], home: Pick<Home, "areas">): readonly string[] {
  const names = new Set(wanted.map((name) => name.trim().toLowerCase()));
  return home
    .areas()
    .filter(({ areaId, name, aliases }) => [areaId, name, ...aliases].some((known) => names.has(known.toLowerCase())))
    .map(({ areaId }) => areaId);
}

function atHome(state: EntityState | undefined): boolean | undefined {
  if (!state || state.state === "unknown" || state.state === "unavailable") return undefined;
  return state.state === "home";
}
