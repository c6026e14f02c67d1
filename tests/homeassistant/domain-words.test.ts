import { expect, test } from "vitest";
import type { Connected } from "../../src/homeassistant/connection.ts";
import { domainWordsIn, HomeDomainWords } from "../../src/homeassistant/domain-words.ts";
import { HomeUnreachableError } from "../../src/homeassistant/errors.ts";
import { fakeConnection } from "../fakes/connection.ts";
import { recordingLogger } from "./log.ts";
import { until } from "./waiting.ts";

/** As Core 2026.11 answers `frontend/get_translations`, cut. */
const GERMAN: Readonly<Record<string, Record<string, string>>> = {
  title: { "component.cover.title": "Abdeckung", "component.vacuum.title": "Staubsauger" },
  entity_component: {
    "component.cover.entity_component._.name": "Abdeckung",
    "component.cover.entity_component._.state.open": "Offen",
    "component.cover.entity_component._.state_attributes.current_position.name": "Position",
    "component.cover.entity_component._.state_attributes.mode.state.fast": "Schnell",
    "component.cover.entity_component.garage.state.open": "Offen",
    "component.cover.entity_component.garage.name": "Garage",
    "component.cover.entity_component.blind.name": "  ",
    "component.vacuum.entity_component._.name": "Staubsauger",
  },
  services: {
    "component.vacuum.services.start.name": "Staubsauger starten",
    "component.vacuum.services.start.description": "Startet den Staubsauger.",
  },
};

function world() {
  const { logger, lines } = recordingLogger();
  const info = { name: "Home", timeZone: "Europe/Berlin", language: "de", version: "2026.11.0", temperatureUnit: "°C" };
  const listeners: ((connected: Connected) => unknown)[] = [];
  const state = { fails: false };
  const asking = fakeConnection(({ category, language }) => {
    if (state.fails) throw new HomeUnreachableError("gone");
    return { resources: language === "de" ? GERMAN[String(category)] : { "component.lock.entity_component._.name": "Slot" } };
  });
  const connection = {
    command: asking.command,
    onConnected: (listener: (connected: Connected) => unknown) => {
      listeners.push(listener);
      return { [Symbol.dispose]: () => {} };
    },
  };
  const words = new HomeDomainWords({ connection, home: { ready: true, whenReady: async () => {}, info }, logger });
  words.start();
  return {
    words,
    info,
    state,
    lines,
    asked: asking.asked,
    login: () => Promise.all(listeners.map((tell) => tell({ at: 0, version: "" }))),
  };
}

test("what domains are called, in the home's language, is known after a login", async () => {
  const { words, asked, login } = world();
  expect(words.words().domains.size).toBe(0);
  await login();

  expect(words.words().language).toBe("de");
  expect(Object.fromEntries(words.words().domains)).toEqual({
    cover: { names: ["Abdeckung", "Abdeckung"], classes: { garage: "Garage" }, deeds: ["Offen", "Position", "Schnell", "Offen"] },
    vacuum: { names: ["Staubsauger", "Staubsauger"], classes: {}, deeds: ["Staubsauger starten"] },
  });
  expect(asked.map(({ category, integration }) => [category, integration])).toEqual([
    ["entity_component", undefined],
    ["title", ["cover", "vacuum"]],
    ["services", ["cover", "vacuum"]],
  ]);
});

test("the same words are the same object, so that what is made of them is kept", async () => {
  const { words, login } = world();
  await login();
  expect(words.words()).toBe(words.words());
});

test("another language is read when it is noticed", async () => {
  const { words, info, login } = world();
  await login();
  info.language = "nl";
  words.words();
  await until(() => words.words().language === "nl");
  expect([...words.words().domains.keys()]).toEqual(["lock"]);
});

test("a failure leaves them empty, says so at debug only, and the next login reads them", async () => {
  const { words, state, lines, login } = world();
  state.fails = true;
  await login();
  expect(words.words().domains.size).toBe(0);
  expect(lines.map(({ level }) => level)).toEqual([20]);
  state.fails = false;
  await login();
  expect(words.words().domains.has("vacuum")).toBe(true);
});

test("what is no text of a domain does not count", () => {
  expect(
    domainWordsIn("en", { "component.x.config.title": "Set up", "component.x.title": 3, nonsense: "text" }).domains.get("x")?.names ?? [],
  ).toEqual([]);
});
