import { domainOf, type Translations } from "./translations.ts";

/** What Home Assistant calls a domain in the home's language. */
export interface DomainTexts {
  /** The kind itself: "Light". */
  readonly names: readonly string[];
  /** Its device classes: `garage` → "Garage". */
  readonly classes: Readonly<Record<string, string>>;
  /** What it can be, have or do: names of its states, attributes and actions ("Cleaning", "Volume", "Mute media player"). */
  readonly deeds: readonly string[];
}

/** Texts by domain. `language` is the home's, BCP 47. */
export interface DomainWords {
  readonly language: string;
  readonly domains: ReadonlyMap<string, DomainTexts>;
}

/** Home Assistant's own words for kinds of things, of the domains that the home has loaded. */
export function domainWordsIn({ language, loaded, texts }: Translations): DomainWords {
  const domains = new Map<string, { names: string[]; classes: Record<string, string>; deeds: string[] }>();
  for (const [key, text] of texts) {
    const domain = domainOf(key);
    if (!loaded.has(domain)) continue;
    const found = domains.get(domain) ?? { names: [], classes: {}, deeds: [] };
    domains.set(domain, found);
    const [category, kind = "", ...rest] = key.split(".").slice(2);
    const path = rest.join(".");
    if (category === "title") found.names.push(text);
    else if (category === "services") {
      if (path === "name") found.deeds.push(text);
    } else if (category !== "entity_component") continue;
    else if (path === "name" && kind === "_") found.names.push(text);
    else if (path === "name") found.classes[kind] = text;
    else if (/^(?:state\.[^.]+|state_attributes\.[^.]+\.(?:name|state\.[^.]+))$/.test(path)) found.deeds.push(text);
  }
  return { language, domains };
}
