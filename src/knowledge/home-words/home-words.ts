import type { Entity, Home, HomeInfo, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { isOutOfTheBox } from "../../security/egress/network.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import { factWords } from "./home-words-facts.ts";
import { thingWords } from "./home-words-things.ts";
import { HOME_WORDS } from "./words.ts";

/** Names of networks that are kept; phones on a long journey see as many in a month. */
const MOST_NETWORKS = 500;

interface HomeWordsOptions {
  readonly home: WholeHome & Pick<Home, "info" | "areas" | "floors">;
  readonly registries: Pick<Registries, "devices">;
  readonly people: readonly { readonly name: string }[];
  readonly facts: Pick<FactStore, "guarded" | "changes">;
  readonly ownList: readonly string[];
  readonly pins?: readonly string[];
  readonly networkNames: readonly string[];
}

/** Words that belong to this home, whether or not they are shown to the assistant. The same list is given until something changes. */
export function createHomeWords({
  home,
  registries,
  people,
  facts,
  ownList,
  pins = [],
  networkNames: hosts,
}: HomeWordsOptions): () => readonly HomeWord[] {
  let [generation, info] = [-1, home.info];
  let fromHome: readonly HomeWord[] = [];
  let network: readonly string[] = [];
  const seen = new Set<string>();
  let [changes, known] = [-1, ""];
  let told: readonly { readonly key: string; readonly value: string }[] = [];
  let signature: string | undefined;
  let words: readonly HomeWord[] = [];
  return () => {
    if (home.generation !== generation || home.info !== info) {
      [generation, info] = [home.generation, home.info];
      const entities = [...home.everything()];
      network = networkEntities(entities);
      const parts = { entities, areas: home.areas(), floors: home.floors(), devices: registries.devices };
      fromHome = [...personWords(entities, people), ...thingWords(parts), ...placeWords(entities, info)];
      signature = undefined;
    }
    if (facts.changes() !== changes) {
      changes = facts.changes();
      told = facts.guarded();
      known = JSON.stringify(told);
    }
    // their values come and go without a change of the set of entities, and yesterday's is as private: a list that is made anew costs much
    for (const name of networkNames(network.flatMap((entityId) => home.known(entityId) ?? []))) seen.add(name);
    for (const oldest of [...seen].slice(0, -MOST_NETWORKS)) seen.delete(oldest);
    const names = [...hosts, ...seen].filter((name) => !isOutOfTheBox(name));
    const now = JSON.stringify([known, names]);
    if (now === signature) return words;
    signature = now;
    const inNetwork = names.map((text): HomeWord => ({ text, kind: "network" }));
    const own = ownList.map((text): HomeWord => ({ text, kind: "own" }));
    const codes = pins.map((text): HomeWord => ({ text, kind: "secret" }));
    words = unique([...own, ...codes, ...fromHome, ...inNetwork, ...factWords(told)]);
    return words;
  };
}

function unique(words: readonly HomeWord[]): readonly HomeWord[] {
  const byText = new Map<string, HomeWord>();
  for (const word of words) {
    const key = word.text.toLowerCase();
    const known = byText.get(key);
    if (!known || (known.generic !== undefined && word.generic === undefined)) byText.set(key, word);
  }
  return [...byText.values()];
}

const NAMES = ["ssid", "essid", "host_name", "hostname", "bssid", "dns_name"];
/** Sensors whose state is the name of a network ("sensor.pixel_wi_fi_connection" of the mobile apps). */
const SENSOR = /(?:^|_)(?:ssid|essid|bssid|wi_?fi_connection|host_?name)(?:_\d+)?$/;
const NOTHING = /^(?:|unknown|unavailable|none|not connected|<not connected>|wi-?fi|wlan|home|localhost)$/i;

function networkEntities(entities: readonly Entity[]): readonly string[] {
  return entities.filter(({ entityId, domain }) => domain === "device_tracker" || SENSOR.test(entityId)).map(({ entityId }) => entityId);
}

function networkNames(entities: readonly Entity[]): readonly string[] {
  const told = entities.flatMap(({ entityId, state }) => [
    ...(SENSOR.test(entityId) ? [state.state] : []),
    ...NAMES.flatMap((name) => {
      const value = state.attributes[name];
      return typeof value === "string" ? [value] : [];
    }),
  ]);
  return [...new Set(told)].filter((name) => !NOTHING.test(name.trim()));
}

function placeWords(entities: readonly Entity[], info: HomeInfo): readonly HomeWord[] {
  const zones = entities.filter(({ domain }) => domain === "zone");
  const names = [info.name, ...zones.map(({ name }) => name)].filter((name) => !HOME_WORDS.nameless.test(name.trim()));
  const places = [info.place, ...zones.map(({ state }) => placeOf(state.attributes))].flatMap((place) => place ?? []);
  return [
    ...names.map((text): HomeWord => ({ text, kind: "place" })),
    ...places.map(({ latitude, longitude }): HomeWord => ({ text: `${decimal(latitude)},${decimal(longitude)}`, kind: "address" })),
  ];
}

function placeOf({ latitude, longitude }: Readonly<Record<string, unknown>>) {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

function decimal(degrees: number): string {
  return degrees.toFixed(5);
}

function personWords(entities: readonly Entity[], people: readonly { readonly name: string }[]): readonly HomeWord[] {
  const persons = entities.filter(({ domain }) => domain === "person");
  const names = [...people.map(({ name }) => name), ...persons.flatMap(({ name, aliases }) => [name, ...aliases])];
  return names.flatMap((name) => namesOf(name, "person"));
}

export function namesOf(name: string, kind: HomeWord["kind"]): readonly HomeWord[] {
  const parts = name.split(/[\s.-]+/).filter((part) => part.length > 1 && !HOME_WORDS.particles.has(part));
  return [name, ...(parts.length > 1 ? parts : [])].map((text) => ({ text, kind }));
}
