import type { Home, WholeHome } from "../../homeassistant/registry/home.ts";
import type { Registries } from "../../homeassistant/registry/registries.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";
import { isOutOfTheBox } from "../../security/egress/network.ts";
import type { FactStore } from "../../storage/facts/facts.ts";
import { factWords } from "./home-words-facts.ts";
import { networkEntities, networkNames } from "./home-words-network.ts";
import { personWords } from "./home-words-people.ts";
import { placeWords } from "./home-words-places.ts";
import { thingWords } from "./home-words-things.ts";

/** Names of networks that are kept; phones on a long journey see as many in a month. */
const MOST_NETWORKS = 500;

interface HomeWordsOptions {
  readonly home: WholeHome & Pick<Home, "info" | "areas" | "floors">;
  readonly registries: Pick<Registries, "devices">;
  /** Of the options. */
  readonly people: readonly { readonly name: string }[];
  readonly facts: Pick<FactStore, "guarded" | "changes">;
  /** The user's own list. */
  readonly ownList: readonly string[];
  /** PINs of the options. */
  readonly pins?: readonly string[];
  /** Names of computers that the options tell, like the host of an address. */
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
      fromHome = [...personWords({ entities, people }), ...thingWords(parts), ...placeWords({ entities, info })];
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

/** Of two that read the same, the one that may not be replaced, else the first. */
function unique(words: readonly HomeWord[]): readonly HomeWord[] {
  const byText = new Map<string, HomeWord>();
  for (const word of words) {
    const key = word.text.toLowerCase();
    const known = byText.get(key);
    if (!known || (known.generic !== undefined && word.generic === undefined)) byText.set(key, word);
  }
  return [...byText.values()];
}
