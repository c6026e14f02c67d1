import { expect, test } from "vitest";
import type { HomeInfo } from "../../../src/homeassistant/registry/home.ts";
import { createHomeWords } from "../../../src/knowledge/home-words/home-words.ts";
import { type EntityDescription, fakeHome } from "../../fakes/home.ts";

interface World {
  readonly entities?: readonly EntityDescription[];
  readonly areas?: readonly string[];
  readonly info?: Partial<HomeInfo>;
  readonly facts?: readonly { key: string; value: string }[];
  readonly people?: readonly string[];
  readonly ownList?: readonly string[];
}

function wordsOf({ entities = [], areas = [], info = {}, facts = [], people = [], ownList = [] }: World) {
  const home = fakeHome({ entities, areas: areas.map((name) => ({ name })), info });
  const devices = new Map([
    [
      "hue",
      {
        name: "Hue go",
        maker: "Signify",
        model: "Hue go",
        deviceId: "hue",
        areaId: undefined,
        labels: [],
        parentDeviceId: undefined,
        isService: false,
        identifiers: [],
      },
    ],
  ]);
  const read = createHomeWords({
    ...{ home, registries: { devices }, people: people.map((name) => ({ name })), ownList, networkNames: ["my-nas.example"] },
    facts: { guarded: () => facts, changes: () => facts.length },
  });
  return read().map(({ kind, text }) => `${kind}: ${text}`);
}

test("people of the options and of Home Assistant, whole and in parts, hidden ones too", () => {
  const words = wordsOf({ people: ["Jonas"], entities: [{ entityId: "person.anna", name: "Anna Levinson", exposed: false }] });
  expect(words).toEqual(expect.arrayContaining(["person: Jonas", "person: Anna Levinson", "person: Anna", "person: Levinson"]));
});

test("whose a room or thing is counts as somebody's name", () => {
  const words = wordsOf({
    areas: ["Ellie's room", "Zimmer von Noam", "Chambre de Zoé", "Kitchen", "Living Room"],
    entities: [{ entityId: "light.x_1", name: "Tilda's lamp" }],
  });
  for (const name of ["Ellie", "Noam", "Zoé", "Tilda"]) expect(words).toContain(`person: ${name}`);
  expect(words).toContain("room: Ellie's room");
  expect(words.join("\n")).not.toMatch(/Kitchen|Living/);
});

test("what every home or a maker calls its things is nobody's own word", () => {
  const words = wordsOf({
    entities: [
      { entityId: "light.hue_go", name: "Hue go", deviceId: "hue" },
      { entityId: "media_player.sonos", name: "Living room Sonos" },
      { entityId: "update.quorvax", name: "Quorvax update" },
      { entityId: "vacuum.dusty_mcdustface", name: "Dusty McDustface" },
    ],
  });
  expect(words).toEqual(["device: Dusty McDustface", "network: my-nas.example"]);
});

test("what stands for a thing outside is what it is", () => {
  const home = fakeHome({ entities: [{ entityId: "light.quorvax_x", name: "Quorvax" }] });
  const facts = { guarded: () => [], changes: () => 0 };
  const [word] = createHomeWords({ home, registries: { devices: new Map() }, people: [], facts, ownList: [], networkNames: [] })();
  expect(word).toEqual({ text: "Quorvax", kind: "device", generic: "smart light" });
});

test("the place of the home and of its zones, and names that are not just Home", () => {
  const words = wordsOf({
    info: { name: "Villa Sol", place: { latitude: 52.52, longitude: 13.405 } },
    entities: [
      { entityId: "zone.home", name: "Home" },
      { entityId: "zone.oma", name: "Oma Gertrud", attributes: { latitude: 1.5, longitude: -2.25 } },
    ],
  });
  expect(words).toEqual(
    expect.arrayContaining(["place: Villa Sol", "address: 52.52000,13.40500", "place: Oma Gertrud", "address: 1.50000,-2.25000"]),
  );
  expect(words).not.toContain("place: Home");
});

test("networks and computers that entities tell of", () => {
  const words = wordsOf({
    entities: [
      { entityId: "sensor.pixel_wi_fi_connection", name: "Wi-Fi connection", state: "Nest_5G" },
      { entityId: "sensor.old_wi_fi_connection", name: "Wi-Fi connection", state: "<not connected>" },
      { entityId: "device_tracker.nas", name: "Storage", attributes: { host_name: "backup-nas" } },
    ],
  });
  expect(words.filter((word) => word.startsWith("network"))).toEqual([
    "network: my-nas.example",
    "network: Nest_5G",
    "network: backup-nas",
  ]);
});

test("a network that was left is as private as before, and coming back to it changes nothing", () => {
  const phone = { entityId: "sensor.pixel_wi_fi_connection", name: "Wi-Fi connection" };
  let state = "Nest_5G";
  const home = {
    ...fakeHome({ entities: [{ ...phone, state }] }),
    generation: 1,
    known: () => fakeHome({ entities: [{ ...phone, state }] }).known(phone.entityId),
  };
  const read = createHomeWords({
    ...{ home, registries: { devices: new Map() }, people: [], ownList: [], networkNames: [] },
    facts: { guarded: () => [], changes: () => 0 },
  });
  const networks = () => read().flatMap(({ kind, text }) => (kind === "network" ? [text] : []));
  expect(networks()).toEqual(["Nest_5G"]);
  state = "Quorvax_Guest";
  expect(networks()).toEqual(["Nest_5G", "Quorvax_Guest"]);
  const both = read();
  state = "Nest_5G";
  expect(read()).toBe(both);
  for (let number = 0; number < 600; number += 1) {
    state = `Hotel_${number}_Zimmer`;
    read();
  }
  expect(networks()).toHaveLength(500);
});

test("private facts: short values as they are, of sentences the names, by what they are about", () => {
  const words = wordsOf({
    facts: [
      { key: "home_town", value: "Zichron Yaakov" },
      { key: "home_address", value: "HaMeyasdim 14" },
      { key: "dog_name", value: "Schnuffi" },
      { key: "daughter_school", value: "She goes to the Hillcrest school since last summer" },
      { key: "doctor", value: "Dr. Rosenzweig" },
    ],
    ownList: ["bluefinch"],
  });
  expect(words).toEqual(
    expect.arrayContaining([
      "town: Zichron Yaakov",
      "address: HaMeyasdim 14",
      "pet: Schnuffi",
      "profile: Hillcrest school",
      "profile: Rosenzweig",
      "own: bluefinch",
    ]),
  );
  expect(words.join("\n")).not.toContain("since last summer");
});

test("the list is the same one until something changes", () => {
  const home = { ...fakeHome({ entities: [{ entityId: "vacuum.a_b", name: "Quorvax" }] }), generation: 1 };
  const facts: { key: string; value: string }[] = [];
  let changes = 0;
  const read = createHomeWords({
    ...{ home, registries: { devices: new Map() }, people: [], ownList: [], networkNames: [] },
    facts: { guarded: () => facts, changes: () => changes },
  });
  const first = read();
  changes += 1;
  expect(read()).toBe(first);
  facts.push({ key: "nickname", value: "Zorbi" });
  changes += 1;
  expect(read().map(({ text }) => text)).toEqual(["Quorvax", "Zorbi"]);
});

test("a fact about a relative or a pet names nobody: only a name does", () => {
  const words = wordsOf({
    facts: [
      { key: "daughter_school", value: "goes to the Montessori academy" },
      { key: "dog_food", value: "Royal Canin kidney diet" },
      { key: "child_allergy", value: "severe peanut allergy" },
      { key: "son_birthday", value: "March 3" },
      { key: "daughter", value: "Tilda, seven years old" },
      { key: "cat_name", value: "mauzi" },
      { key: "school_name", value: "Hillcrest Academy" },
    ],
  });
  expect(words.filter((word) => /^(?:person|pet)/.test(word))).toEqual(["person: Tilda", "pet: mauzi"]);
  expect(words).toEqual(expect.arrayContaining(["profile: Royal Canin kidney diet", "profile: Hillcrest Academy"]));
  expect(words.join("\n")).not.toMatch(/: (?:Montessori|Academy|severe|March|to|goes)$/m);
});

test("a thing that somebody or a room is named in counts wherever it stands, others beside trouble", () => {
  const home = fakeHome({
    areas: [{ name: "Batcave" }],
    entities: [
      { entityId: "person.noam", name: "Noam" },
      { entityId: "light.batcave_strip", name: "Batcave strip" },
      { entityId: "switch.noams_plug", name: "Noams plug" },
      { entityId: "sensor.kicktipp_runde", name: "Kicktipp Runde" },
    ],
  });
  const words = createHomeWords({
    ...{ home, registries: { devices: new Map() }, people: [], ownList: [], pins: ["8264"], networkNames: [] },
    facts: { guarded: () => [], changes: () => 0 },
  })();
  expect(words.map(({ text }) => text)).not.toContain("Kicktipp Runde");
  expect(words).toContainEqual({ text: "8264", kind: "secret" });
});

test("what clubs, films, coins and feasts are called is nobody's own word", () => {
  const names = ["Borussia Dortmund", "Bitcoin price", "Christmas tree", "Star Wars", "Aquarium heater", "Frostwarnung"];
  const entities = names.map((name, index) => ({ entityId: `sensor.x_${index}`, name }));
  expect(wordsOf({ entities }).filter((word) => word.startsWith("device") && !/x \d/.test(word))).toEqual([]);
});

test("the home's own street by itself, and one that every town has beside its town only", () => {
  const street = (value: string) => wordsOf({ facts: [{ key: "home_address", value }] }).filter((word) => word.startsWith("address"));
  expect(street("Lindenallee 14, 16816 Neuruppin")).toContain("address: Lindenallee");
  expect(street("12 bis rue des Tilleuls, 75011 Paris")).toContain("address: rue des Tilleuls");
  expect(street("14b Quorvax Lane, Springfield")).toContain("address: Quorvax Lane");
  expect(street("Quorvaxstraße 3a")).toEqual(expect.arrayContaining(["address: Quorvaxstraße", "address: Quorvaxstr"]));
  const everywhere = street("Hauptstraße 3, 16816 Neuruppin");
  expect(everywhere).toContain("address: Hauptstraße Neuruppin");
  expect(everywhere).not.toContain("address: Hauptstraße");
  expect(wordsOf({ facts: [{ key: "email_address", value: "x1@example.org" }] })).not.toContain("address: x");
});

test("whole dates of private facts, as people write them in six languages", () => {
  const dates = (value: string) => wordsOf({ facts: [{ key: "child_birthday", value }] }).filter((word) => word.startsWith("date"));
  for (const value of ["12 March 2016", "2016-03-12", "12.03.2016", "born on March 12th, 2016", "12 de marzo de 2016", "12. März 2016"]) {
    expect(dates(value)).toEqual(
      expect.arrayContaining(
        [
          "12 March 2016",
          "March 12th 2016",
          "2016 03 12",
          "12 3 2016",
          "12 März 2016",
          "12 de marzo de 2016",
          "12 mars 2016",
          "12 maart 2016",
        ].map((text) => `date: ${text}`),
      ),
    );
  }
  for (const value of ["March 12", "12.03.", "in 2016", "version 45.13.2016"]) expect(dates(value)).toEqual([]);
});

test("a computer that has the name its maker gave it is none of this home's own", () => {
  const tracker = (name: string) => ({ entityId: `device_tracker.${name}`, name: "Box", attributes: { host_name: name } });
  const words = wordsOf({ entities: ["raspberrypi", "quorvax_pi"].map(tracker) });
  expect(words.filter((word) => word.startsWith("network"))).toEqual(["network: my-nas.example", "network: quorvax_pi"]);
});

test("what is called like somebody's room stands for a room, whatever it is", () => {
  const home = fakeHome({ entities: [{ entityId: "light.tildas_room", name: "Tilda's lamp" }] });
  const facts = { guarded: () => [], changes: () => 0 };
  const words = createHomeWords({ home, registries: { devices: new Map() }, people: [], facts, ownList: [], networkNames: [] })();
  expect(words.map(({ text, generic }) => [text, generic])).toEqual([
    ["Tilda's lamp", "smart light"],
    ["Tilda", undefined],
    ["tildas room", "room"],
  ]);
});
