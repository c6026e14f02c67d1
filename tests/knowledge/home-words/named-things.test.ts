import { expect, test } from "vitest";
import { createNamedThings } from "../../../src/knowledge/home-words/named-things.ts";
import { type EntityDescription, fakeHome } from "../../fakes/home.ts";

function namesOf(entities: readonly EntityDescription[]) {
  const home = { ...fakeHome({ entities }), registries: { devices: new Map() } };
  const things = createNamedThings({ home, people: () => [], words: () => [] })();
  return things.flatMap(({ key, names }) => (key.startsWith("entity:") ? names : []));
}

test("a hidden thing of one word has a mark in its place outside, as others have", () => {
  const hidden = [
    { entityId: "light.q1", name: "Prinzessinnenschloss" },
    { entityId: "vacuum.q2", name: "Rosinante" },
    { entityId: "light.q3", name: "Schlumpfhausen" },
  ].map((entity) => ({ ...entity, exposed: false }));
  expect(namesOf(hidden)).toEqual(["Prinzessinnenschloss", "Rosinante", "Schlumpfhausen"]);
});

test("a hidden thing that is called by a word of every home, or by its maker, has none", () => {
  const hidden = [
    ...["Backup", "Rauchmelder", "Küchenlicht", "Staubsauger", "Speedtest", "Feierabend", "Buanderie", "Zolderkamer"].map((name) => ({
      name,
    })),
    { name: "Ecowitt", platform: "ecowitt" },
  ].map((entity, index) => ({ ...entity, entityId: `sensor.x_${index}`, exposed: false }));
  expect(namesOf([...hidden, { entityId: "update.quorvax", name: "Quorvax", exposed: false }])).toEqual([]);
});

test("shown things keep their names, however common", () => {
  expect(namesOf([{ entityId: "light.x", name: "Nachtlicht" }])).toEqual(["Nachtlicht"]);
});

test("the same name is one person, and each part of it counts", () => {
  const home = {
    ...fakeHome({ entities: [{ entityId: "person.anna", name: "Anna van der Meer", aliases: ["Annie"] }] }),
    registries: { devices: new Map() },
  };
  const things = createNamedThings({ home, people: () => ["Anna van der Meer", "anna", " "], words: () => [] })();
  expect(things.flatMap(({ kind, names }) => (kind === "person" ? [names] : []))).toEqual([
    ["Anna van der Meer", "Anna", "Meer"],
    ["Annie"],
    ["anna"],
  ]);
});
