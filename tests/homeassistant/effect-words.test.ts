import { expect, test } from "vitest";
import type { Connected } from "../../src/homeassistant/connection.ts";
import { HomeEffectWords } from "../../src/homeassistant/effect-words.ts";
import { HomeUnreachableError } from "../../src/homeassistant/errors.ts";
import { fakeConnection } from "../fakes/connection.ts";
import { recordingLogger } from "./log.ts";
import { until } from "./waiting.ts";

/** As Core 2026.11 answers `frontend/get_translations`, cut. */
const GERMAN: Readonly<Record<string, Record<string, string>>> = {
  title: {
    "component.lock.title": "Schloss",
    "component.camera.title": "Kamera",
    "component.cover.title": "Abdeckung",
    "component.alarm_control_panel.title": "Alarmzentrale",
  },
  entity_component: {
    "component.lock.entity_component._.name": "Schloss",
    "component.lock.entity_component._.state.locked": "Verriegelt",
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
    "component.lawn_mower.entity_component._.name": "Rasenmäher",
  },
};
const DUTCH = { "component.lock.entity_component._.name": "Slot" };

function world() {
  const { logger, lines } = recordingLogger();
  const info = { name: "Home", timeZone: "Europe/Berlin", language: "de", version: "2026.11.0", temperatureUnit: "°C" };
  const listeners: ((connected: Connected) => unknown)[] = [];
  const leavers: ((disconnected: { at: number }) => void)[] = [];
  const state = { fails: false };
  const asking = fakeConnection(({ category, language }) => {
    if (state.fails) throw new HomeUnreachableError("gone");
    return { resources: language === "de" ? GERMAN[String(category)] : DUTCH };
  });
  const connection = {
    command: asking.command,
    onDisconnected: (listener: (disconnected: { at: number }) => void) => {
      leavers.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
    onConnected: (listener: (connected: Connected) => unknown) => {
      listeners.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
  };
  const words = new HomeEffectWords({ connection, home: { ready: true, whenReady: async () => {}, info }, logger });
  words.start();
  return {
    words,
    info,
    state,
    lines,
    asked: asking.asked,
    leave: () => {
      for (const tell of leavers) tell({ at: 0 });
    },
    login: () => Promise.all(listeners.map((tell) => tell({ at: 0, version: "" }))),
  };
}

test("names of dangerous things in the home's language are known after a login", async () => {
  const { words, asked, login } = world();
  expect(words.words()).toEqual(new Map());
  await login();
  await until(() => words.words().size > 0);

  expect(Object.fromEntries(words.words())).toEqual({
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
  expect(asked.map(({ type, language, category }) => [type, language, category])).toEqual([
    ["frontend/get_translations", "de", "title"],
    ["frontend/get_translations", "de", "entity_component"],
  ]);
});

test("another language is read when it is noticed", async () => {
  const { words, info, login } = world();
  await login();
  await until(() => words.words().has("schloss"));
  info.language = "nl";
  words.words();
  await until(() => words.words().has("slot"));
  expect(words.words()).toEqual(new Map([["slot", "unlock"]]));
});

test("a failure leaves those that are known, warns once, and is tried again until it succeeds", async () => {
  const { words, state, info, lines, login } = world();
  await login();
  await until(() => words.words().has("schloss"));
  state.fails = true;
  info.language = "nl";
  words.words();
  await until(() => lines.length > 1);
  expect(words.words().get("schloss")).toBe("unlock");
  state.fails = false;
  await until(() => words.words().has("slot"));
  expect(words.words().has("schloss")).toBe(false);
  expect(lines.map(({ level }) => level).slice(0, 2)).toEqual([40, 20]);
});

test("nothing is asked between two connections, and the next login reads again", async () => {
  const { words, state, asked, lines, login, leave } = world();
  state.fails = true;
  await login();
  await until(() => lines.length > 0);
  leave();
  const before = asked.length;
  state.fails = false;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toHaveLength(before);
  await login();
  await until(() => words.words().has("schloss"));
});

test("nothing is asked after the end", async () => {
  const { words, state, asked, lines, login } = world();
  state.fails = true;
  await login();
  await until(() => lines.length > 0);
  words[Symbol.dispose]();
  const before = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(asked).toHaveLength(before);
});
