import { expect, test } from "vitest";
import { HomeUnreachableError } from "../../../src/homeassistant/connection/errors.ts";
import { createTranslations, domainWordsIn, effectWordsIn } from "../../../src/homeassistant/registry/translations.ts";
import { fakeConnection } from "../../fakes/connection.ts";
import { recordingLogger } from "../log.ts";
import { until } from "../waiting.ts";

/** As Core 2026.11 answers `frontend/get_translations`, cut. The home has covers and a vacuum cleaner, and no lock. */
const GERMAN: Readonly<Record<string, Record<string, unknown>>> = {
  title: { "component.cover.title": "Abdeckung", "component.vacuum.title": "Staubsauger", "component.lock.title": "Schloss" },
  entity_component: {
    "component.cover.entity_component._.name": " Abdeckung ",
    "component.cover.entity_component.blind.name": "  ",
    "component.vacuum.entity_component._.name": "Staubsauger",
    "component.vacuum.entity_component.odd.name": 3,
  },
  services: { "component.vacuum.services.start.name": "Staubsauger starten" },
};
const LOCK = { "component.lock.entity_component._.name": "Schloss" };
/** Kinds of dangerous things that this home has none of: a switch may be named as one. */
const MISSING = ["lock", "alarm_control_panel", "siren", "valve", "water_heater", "camera", "lawn_mower"];
const DUTCH = { "component.vacuum.entity_component._.name": "Stofzuiger" };

function world() {
  const { logger, lines } = recordingLogger();
  const info = { name: "Home", timeZone: "Europe/Berlin", language: "de", version: "2026.11.0", temperatureUnit: "°C" };
  const listeners: ((connected: { readonly at: number }) => unknown)[] = [];
  const leavers: ((disconnected: { at: number }) => void)[] = [];
  const state = { fails: false };
  const asking = fakeConnection(({ category, language, integration }) => {
    if (state.fails) throw new HomeUnreachableError("gone");
    if (language !== "de") return { resources: category === "entity_component" && integration === undefined ? DUTCH : {} };
    return { resources: category === "entity_component" && integration !== undefined ? LOCK : GERMAN[String(category)] };
  });
  const connection = {
    command: asking.command,
    onDisconnected: (listener: (disconnected: { at: number }) => void) => {
      leavers.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
    onConnected: (listener: (connected: { readonly at: number }) => unknown) => {
      listeners.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
  };
  const home = { ready: true, whenReady: async () => {}, info };
  const translations = createTranslations({ connection, home, serviceDomains: () => [], logger });
  translations.start();
  const now = translations.derived((read) => read);
  return {
    translations,
    now,
    texts: () => [...now().texts.values()],
    info,
    state,
    lines,
    asked: asking.asked,
    leave: () => {
      for (const tell of leavers) tell({ at: 0 });
    },
    login: () => {
      for (const tell of listeners) tell({ at: 0 });
    },
  };
}

test("a login reads each text once: of what the home has loaded, and the names of what is always wanted", async () => {
  const { now, asked, login } = world();
  expect(now()).toEqual({ language: "", loaded: new Set(), texts: new Map() });
  login();
  await until(() => now().language === "de");

  expect([...now().loaded]).toEqual(["cover", "vacuum"]);
  expect(Object.fromEntries(now().texts)).toEqual({
    "component.cover.entity_component._.name": "Abdeckung",
    "component.vacuum.entity_component._.name": "Staubsauger",
    "component.lock.entity_component._.name": "Schloss",
    "component.cover.title": "Abdeckung",
    "component.vacuum.title": "Staubsauger",
    "component.lock.title": "Schloss",
    "component.vacuum.services.start.name": "Staubsauger starten",
  });
  expect(asked.map(({ type, language, category, integration }) => [type, language, category, integration])).toEqual([
    ["frontend/get_translations", "de", "entity_component", undefined],
    ["frontend/get_translations", "de", "entity_component", MISSING],
    ["frontend/get_translations", "de", "title", ["cover", "vacuum", ...MISSING]],
    ["frontend/get_translations", "de", "services", ["cover", "vacuum"]],
  ]);
});

test("what is made of the same texts is the same object", async () => {
  const { translations, now, login } = world();
  const made = translations.derived(({ texts }) => ({ count: texts.size }));
  const before = made();
  expect(made()).toBe(before);
  login();
  await until(() => now().language === "de");
  expect(made()).toEqual({ count: 7 });
  expect(made()).toBe(made());
});

test("another language is read when it is noticed", async () => {
  const { now, texts, info, login } = world();
  login();
  await until(() => now().language === "de");
  info.language = "nl";
  await until(() => now().language === "nl");
  expect(texts()).toEqual(["Stofzuiger"]);
});

test("a failure leaves those that are known, warns once, and is tried again until it succeeds", async () => {
  const { now, texts, state, info, lines, login } = world();
  login();
  await until(() => now().language === "de");
  state.fails = true;
  info.language = "nl";
  now();
  await until(() => lines.length > 1);
  expect(texts()).toContain("Schloss");
  state.fails = false;
  await until(() => now().language === "nl");
  expect(texts()).not.toContain("Schloss");
  expect(lines.map(({ level }) => level).slice(0, 2)).toEqual([40, 20]);
});

test("nothing is asked between two connections, and the next login reads again", async () => {
  const { now, state, asked, lines, login, leave } = world();
  state.fails = true;
  login();
  await until(() => lines.length > 0);
  leave();
  const before = asked.length;
  state.fails = false;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toHaveLength(before);
  login();
  await until(() => now().language === "de");
});

test("nothing is asked after the end", async () => {
  const { translations, state, asked, lines, login } = world();
  state.fails = true;
  login();
  await until(() => lines.length > 0);
  translations[Symbol.dispose]();
  const before = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toHaveLength(before);
});

const KINDS = {
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
  const { language, domains } = words(KINDS, "cover", "vacuum");
  expect(language).toBe("de");
  expect(Object.fromEntries(domains)).toEqual({
    cover: { names: ["Abdeckung", "Abdeckung"], classes: { garage: "Garage" }, deeds: ["Offen", "Position", "Schnell", "Offen"] },
    vacuum: { names: ["Staubsauger", "Staubsauger"], classes: {}, deeds: ["Staubsauger starten"] },
  });
});

test("what the home has not loaded, and what is no text of a domain, does not count", () => {
  expect([...words({ ...KINDS, nonsense: "text" }, "vacuum").domains.keys()]).toEqual(["vacuum"]);
});

const NAMES = {
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
  expect(Object.fromEntries(effectWordsIn({ texts: new Map(Object.entries(NAMES)) }))).toEqual({
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
