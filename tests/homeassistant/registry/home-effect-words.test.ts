import { expect, test } from "vitest";
import { effectWordsIn } from "../../../src/homeassistant/registry/translations.ts";

/** As Core 2026.11 answers `frontend/get_translations`, cut. */
const GERMAN = {
  "component.lock.title": "Schloss",
  "component.camera.title": "Kamera",
  "component.cover.title": "Abdeckung",
  "component.alarm_control_panel.title": "Alarmzentrale",
  "component.lock.entity_component._.name": "Schloss",
  "component.lock.entity_component._.state.locked": "Verriegelt",
  "component.light.entity_component._.name": "Licht",
  "component.cover.entity_component._.name": "Abdeckung",
  "component.cover.entity_component.blind.name": "Jalousie",
  "component.cover.entity_component.door.name": "Tür",
  "component.cover.entity_component.garage.name": "Garage",
  "component.cover.entity_component.gate.name": "Tor",
  "component.siren.entity_component._.name": "Sirene",
  "component.valve.entity_component._.name": "Ventil",
  "component.valve.entity_component.water.name": "Wasser",
  "component.water_heater.entity_component._.name": "Warmwasserbereiter",
  "component.vacuum.entity_component._.name": "Staubsauger",
  "component.vacuum.services.start.name": "Staubsauger starten",
  "component.lawn_mower.entity_component._.name": "Rasenmäher",
};

test("names of dangerous things stand for what they do, in the home's language and lower case", () => {
  expect(Object.fromEntries(effectWordsIn({ texts: new Map(Object.entries(GERMAN)) }))).toEqual({
    schloss: "unlock",
    kamera: "watch",
    alarmzentrale: "disarm",
    tür: "open-entry",
    garage: "open-entry",
    tor: "open-entry",
    sirene: "siren",
    ventil: "valve",
    warmwasserbereiter: "heat",
    staubsauger: "vacuum",
    rasenmäher: "vacuum",
  });
});
