import { expect, test } from "vitest";
import { domainWordsIn } from "../../../src/homeassistant/registry/translations.ts";

/** As Core 2026.11 answers `frontend/get_translations`, cut. */
const GERMAN = {
  "component.cover.entity_component._.name": "Abdeckung",
  "component.cover.entity_component._.state.open": "Offen",
  "component.cover.entity_component._.state_attributes.current_position.name": "Position",
  "component.cover.entity_component._.state_attributes.mode.state.fast": "Schnell",
  "component.cover.entity_component.garage.state.open": "Offen",
  "component.cover.entity_component.garage.name": "Garage",
  "component.cover.config.title": "Einrichten",
  "component.vacuum.entity_component._.name": "Staubsauger",
  "component.cover.title": "Abdeckung",
  "component.vacuum.title": "Staubsauger",
  "component.vacuum.services.start.name": "Staubsauger starten",
  "component.vacuum.services.start.description": "Startet den Staubsauger.",
};

function words(texts: Readonly<Record<string, string>>, ...loaded: readonly string[]) {
  return domainWordsIn({ language: "de", loaded: new Set(loaded), texts: new Map(Object.entries(texts)) });
}

test("what domains are called, and what they can be and do, in the home's language", () => {
  const { language, domains } = words(GERMAN, "cover", "vacuum");
  expect(language).toBe("de");
  expect(Object.fromEntries(domains)).toEqual({
    cover: { names: ["Abdeckung", "Abdeckung"], classes: { garage: "Garage" }, deeds: ["Offen", "Position", "Schnell", "Offen"] },
    vacuum: { names: ["Staubsauger", "Staubsauger"], classes: {}, deeds: ["Staubsauger starten"] },
  });
});

test("what the home has not loaded, and what is no text of a domain, does not count", () => {
  expect([...words({ ...GERMAN, nonsense: "text" }, "vacuum").domains.keys()]).toEqual(["vacuum"]);
});
