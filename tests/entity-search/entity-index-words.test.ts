import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEntityIndex } from "../../src/entity-search/entity-index.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";

const AREAS = [
  { name: "Kitchen", aliases: ["Küche"], floor: "Ground floor" },
  { name: "Bedroom", floor: "Upstairs" },
  { name: "Bathroom", floor: "Upstairs" },
];

const ENTITIES: readonly EntityDescription[] = [
  { entityId: "light.bed_light", name: "Bed Light", area: "Bedroom" },
  { entityId: "sensor.bed_light_battery", name: "Bed Light Battery", area: "Bedroom", deviceClass: "battery" },
  { entityId: "light.kitchen", name: "Kitchen Lights", area: "Kitchen", aliases: ["Küchenlicht"] },
  { entityId: "sensor.washer_power", name: "Washing Machine Power", area: "Bathroom", deviceClass: "power" },
  { entityId: "sensor.bath_temperature", name: "Bathroom Temperature", area: "Bathroom", deviceClass: "temperature" },
  { entityId: "binary_sensor.contact_3", name: "Contact 3", area: "Kitchen", deviceClass: "window" },
  { entityId: "cover.blind", name: "Straßenjalousie", area: "Bedroom" },
  { entityId: "vacuum.robot", name: "Łódka" },
  { entityId: "switch.hidden_heater", name: "Cellar Heater", exposed: false },
];

/** Without Home Assistant's words for kinds of things: domains and classes are known by their ids. */
const words = () => NO_WORDS;
const NO_WORDS = { language: "", domains: new Map() };

function found(query: string, limit = 10): readonly string[] {
  const home = fakeHome({ entities: ENTITIES, areas: AREAS });
  return createEntityIndex({ home, words })
    .search(query, limit)
    .map(({ entityId }) => entityId);
}

describe("search", () => {
  it.each([
    ["bed light", "light.bed_light"],
    ["BED LIGHTS", "light.bed_light"],
    ["bed light battery", "sensor.bed_light_battery"],
    ["kuchenlicht", "light.kitchen"],
    ["Licht Küche", "light.kitchen"],
    ["washing machines", "sensor.washer_power"],
    ["temp bathroom", "sensor.bath_temperature"],
    ["window kitchen", "binary_sensor.contact_3"],
    ["strassenjalousie", "cover.blind"],
    ["lodka", "vacuum.robot"],
    ["batteries", "sensor.bed_light_battery"],
    ["upstairs power", "sensor.washer_power"],
  ])("%s: %s first", (query, first) => {
    expect(found(query)[0]).toBe(first);
  });

  it("the fullest match is first, what only tells of another thing is last", () => {
    expect(found("bed light")).toEqual(["light.bed_light", "light.kitchen", "sensor.bed_light_battery"]);
  });

  it("nothing fits: nothing found", () => {
    for (const query of ["unobtainium", "", "   ", "?!", "cellar heater"]) expect(found(query)).toEqual([]);
  });

  it("beginnings of fewer than four letters do not count", () => {
    expect(found("was")).toEqual([]);
    expect(found("wash")).toEqual(["sensor.washer_power"]);
  });

  it("gives no more than asked for", () => {
    expect(found("bedroom", 1)).toHaveLength(1);
    expect(found("bedroom", 0)).toEqual([]);
  });

  it("sees new entities with the next generation, and leaves out what is gone", () => {
    const first = fakeHome({ entities: ENTITIES });
    const second = fakeHome({ entities: [{ entityId: "light.porch", name: "Porch" }] });
    let home = { ...first, generation: 1 };
    const search = createEntityIndex({
      words,
      home: {
        exposed: () => home.exposed(),
        get generation() {
          return home.generation;
        },
      },
    });
    expect(search.search("bed", 5)).not.toEqual([]);
    home = { ...second, generation: 2 };
    expect(search.search("bed", 5)).toEqual([]);
    expect(search.search("porch", 5)).toHaveLength(1);
  });

  it("finds every entity of a large home by its full name", () => {
    const entities = Array.from({ length: 2_000 }, (_, at) => ({ entityId: `light.l${at}`, name: `Lamp ${at} Room ${at % 40}` }));
    const search = createEntityIndex({ words, home: fakeHome({ entities }) });
    for (const at of [0, 7, 1_234, 1_999]) expect(search.search(`lamp ${at} room ${at % 40}`, 1)[0]?.entityId).toBe(`light.l${at}`);
  });

  it("never fails and never gives an entity twice, whatever is asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (query) => {
        const ids = found(query);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
