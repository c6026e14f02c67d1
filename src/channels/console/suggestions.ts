import type { Person } from "../../agent/turn.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { mayRead } from "../../security/policy/read-access.ts";

const MOST = 4;

/** What is worth asking for of an entity of a kind, the best first. */
const WORTH: readonly { readonly key: MessageKey; readonly fits: (entity: Entity) => boolean }[] = [
  { key: "suggest.light", fits: ({ domain, state }) => domain === "light" && state.state === "off" },
  { key: "suggest.cover", fits: ({ domain }) => domain === "cover" },
  { key: "suggest.weather", fits: ({ domain }) => domain === "weather" },
  { key: "suggest.list", fits: ({ domain }) => domain === "todo" },
  { key: "suggest.temperature", fits: ({ domain, deviceClass }) => domain === "sensor" && deviceClass === "temperature" },
  { key: "suggest.lock", fits: ({ domain }) => domain === "lock" },
  { key: "suggest.battery", fits: ({ deviceClass }) => deviceClass === "battery" },
];

/** What somebody may ask for first: of what the home has, a few. */
export function suggestionsFor({ role, language }: Person, home: Pick<Home, "exposed">): readonly string[] {
  const entities = home.exposed().filter(({ entityId }) => mayRead(entityId, role));
  const catalogue = catalogueFor(language);
  const said = WORTH.flatMap(({ key, fits }) => {
    const entity = entities.find(fits);
    return entity ? catalogue.text(key, { name: entity.name }) : [];
  });
  return said.slice(0, MOST);
}
