import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEntityIndex, type FindOptions } from "../../src/entity-search/entity-index.ts";
import type { Home } from "../../src/homeassistant/registry/home.ts";
import type { DomainWords } from "../../src/homeassistant/registry/translations.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";

interface World {
  readonly words: DomainWords;
  readonly entities: readonly EntityDescription[];
  readonly areas?: Parameters<typeof fakeHome>[0]["areas"];
}

/** As Home Assistant calls them: domain → name, and classes as `domain.class`. */
function wordsOf(
  language: string,
  names: Readonly<Record<string, string>>,
  deeds: Readonly<Record<string, readonly string[]>> = {},
): DomainWords {
  const domains = [...new Set(Object.keys(names).map((kind) => kind.split(".")[0] ?? ""))];
  return {
    language,
    domains: new Map(
      domains.map((domain) => [
        domain,
        {
          names: [names[domain] ?? ""].filter((name) => name !== ""),
          classes: Object.fromEntries(
            Object.entries(names).flatMap(([kind, name]) => (kind.startsWith(`${domain}.`) ? [[kind.slice(domain.length + 1), name]] : [])),
          ),
          deeds: deeds[domain] ?? [],
        },
      ]),
    ),
  };
}

function find({ words, entities, areas }: World, query: string, options: Partial<FindOptions> = {}): readonly string[] {
  return indexOf(fakeHome({ entities, ...(areas && { areas }) }), words)
    .find(query, { limit: 60, ...options })
    .map(({ entity }) => entity.entityId);
}

function indexOf(home: Pick<Home, "exposed" | "generation">, words: DomainWords) {
  return createEntityIndex({ home, words: () => words });
}

const ENGLISH: World = {
  words: wordsOf(
    "en",
    {
      light: "Light",
      fan: "Fan",
      media_player: "Media player",
      switch: "Switch",
      vacuum: "Vacuum",
      valve: "Valve",
      "valve.water": "Water",
      sensor: "Sensor",
      "sensor.battery": "Battery",
      lock: "Lock",
    },
    { media_player: ["Set media player volume", "Playing", "Paused"], vacuum: ["Clean area with vacuum cleaner", "Cleaning", "Paused"] },
  ),
  entities: [
    { entityId: "light.ceiling", name: "Ceiling", area: "Bedroom" },
    { entityId: "light.reading", name: "Reading Lamp", area: "Bedroom" },
    { entityId: "fan.bedroom", name: "Fan", area: "Bedroom" },
    { entityId: "light.spots", name: "Spots", area: "Kitchen" },
    { entityId: "switch.coffee", name: "Coffee machine", area: "Kitchen", aliases: ["Espresso"] },
    { entityId: "media_player.tv", name: "Telly", area: "Living room" },
    { entityId: "vacuum.robby", name: "Robby", area: "Hall" },
    { entityId: "valve.drops", name: "Drops", area: "Garden" },
    { entityId: "lock.smart", name: "Trader Joe's", area: "Hall" },
    { entityId: "sensor.reading_battery", name: "Reading Lamp Battery", area: "Bedroom", deviceClass: "battery" },
  ],
  areas: [
    { name: "Kitchen", floor: "Ground floor" },
    { name: "Bedroom", floor: "First floor" },
  ],
};

const GERMAN: World = {
  words: wordsOf("de", {
    light: "Leuchte",
    cover: "Abdeckung",
    "cover.shutter": "Rollladen",
    "binary_sensor.light": "Licht",
    lock: "Schloss",
    "cover.door": "Tür",
  }),
  entities: [
    { entityId: "light.kitchen", name: "Küchenlicht", area: "Küche" },
    { entityId: "light.living", name: "Deckenlampe", area: "Wohnzimmer" },
    { entityId: "light.bed", name: "Nachttischlampe", area: "Schlafzimmer" },
    { entityId: "cover.left", name: "Rollo links", area: "Wohnzimmer", deviceClass: "shutter" },
    { entityId: "cover.front", name: "Haustür", area: "Flur", deviceClass: "door" },
    { entityId: "media_player.box", name: "Sonos", area: "Küche" },
    { entityId: "vacuum.robbi", name: "Robbi" },
  ],
  areas: [
    { name: "Wohnzimmer", floor: "Erdgeschoss" },
    { name: "Schlafzimmer", floor: "Obergeschoss" },
  ],
};

const other = (language: string, names: Readonly<Record<string, string>>, ...things: (readonly [string, string, string])[]): World => ({
  words: wordsOf(language, names),
  entities: things.map(([entityId, name, area]) => ({ entityId, name, area })),
});
const OTHERS: Readonly<Record<string, World>> = {
  nl: other(
    "nl",
    { light: "Licht", cover: "Bedekking" },
    ["light.kitchen", "Spots", "Keuken"],
    ["light.living", "Staande lamp", "Woonkamer"],
  ),
  fr: other("fr", { light: "Lumière" }, ["light.kitchen", "Plafonnier", "Cuisine"], ["light.entry", "Applique", "Entrée"]),
  pl: other("pl", { light: "Światło" }, ["light.kitchen", "Żyrandol", "Kuchnia"], ["light.bath", "Kinkiet", "Łazienka"]),
  ru: other("ru", { light: "Освещение", fan: "Вентилятор" }, ["light.kitchen", "Люстра", "Кухня"], ["light.living", "Торшер", "Гостиная"]),
  fi: other("fi", { light: "Valo" }, ["light.kitchen", "Plafondi", "Keittiö"], ["light.living", "Kruunu", "Olohuone"]),
  tr: other("tr", { light: "Işık" }, ["light.kitchen", "Avize", "Mutfak"], ["light.living", "Lambader", "Salon"]),
  zh: other(
    "zh-Hans",
    { light: "灯", cover: "窗帘" },
    ["light.living", "客厅灯", "客厅"],
    ["light.bed", "主卧吊灯", "主卧"],
    ["cover.bed", "纱帘", "主卧"],
  ),
  ja: other("ja", { light: "照明" }, ["light.living", "ダウンライト", "リビング"], ["light.bed", "間接照明", "寝室"]),
  ko: other("ko", { light: "조명" }, ["light.living", "스탠드", "거실"], ["light.bed", "무드등", "침실"]),
};

describe("what a sentence is about comes first", () => {
  it.each([
    ["turn on the reading lamp", "light.reading"],
    ["is the reading lamp battery low?", "sensor.reading_battery"],
    ["the coffee maschine, please", "switch.coffee"],
    ["make me an ESPRESSO", "switch.coffee"],
    ["put apples on the trader joes list", "lock.smart"],
    ["set the volume to 20%", "media_player.tv"],
    ["please start cleaning", "vacuum.robby"],
    ["water the garden", "valve.drops"],
    ["bedroom fans on", "fan.bedroom"],
  ])("English: %s: %s", (query, first) => {
    expect(find(ENGLISH, query)[0]).toBe(first);
  });

  it.each([
    ["Licht in der Küche an", "light.kitchen"],
    ["Küchenlampe aus", "light.kitchen"],
    ["Wohnzimmerlicht an", "light.living"],
    ["Licht im Schlafzimmer", "light.bed"],
    ["die Rollläden runter", "cover.left"],
    ["mach die Tür zu", "cover.front"],
    ["mach die Musik leiser", "media_player.box"],
  ])("German: %s: %s", (query, first) => {
    expect(find(GERMAN, query)[0]).toBe(first);
  });

  it.each([
    ["nl", "doe het keukenlicht aan", "light.kitchen"],
    ["nl", "woonkamerlampen uit", "light.living"],
    ["fr", "allume la lumiere de l'entree", "light.entry"],
    ["fr", "les lumières de la cuisine", "light.kitchen"],
    ["pl", "włącz światło w kuchni", "light.kitchen"],
    ["pl", "zgas swiatla w lazience", "light.bath"],
    ["ru", "включи свет на кухне", "light.kitchen"],
    ["ru", "выключи торшеры", "light.living"],
    ["fi", "sytytä keittiön valo", "light.kitchen"],
    ["fi", "sammuta valot olohuoneessa", "light.living"],
    ["tr", "mutfaktaki ışığı aç", "light.kitchen"],
    ["tr", "lambaderi kapat", "light.living"],
    ["zh", "打开客厅的灯", "light.living"],
    ["zh", "把主卧窗帘拉上", "cover.bed"],
    ["ja", "寝室の照明をつけて", "light.bed"],
    ["ja", "リビングを明るくして", "light.living"],
    ["ko", "거실의 불을 꺼 줘", "light.living"],
    ["ko", "침실 조명을 켜 줘", "light.bed"],
  ])("%s: %s: %s", (language, query, first) => {
    expect(find(OTHERS[language] ?? ENGLISH, query)[0]).toBe(first);
  });
});

describe("all of a kind and of a place", () => {
  const whole = (world: World, query: string) =>
    indexOf(fakeHome({ entities: world.entities, ...(world.areas && { areas: world.areas }) }), world.words)
      .find(query, { limit: 60 })
      .flatMap(({ entity, why }) => (why === "all" ? [entity.entityId] : []))
      .sort();

  it.each([
    ["turn off all lights", ["light.ceiling", "light.reading", "light.spots"]],
    ["turn off the lights in the bedroom", ["light.ceiling", "light.reading"]],
    ["bedroom and kitchen lights off", ["light.ceiling", "light.reading", "light.spots"]],
    ["all lights upstairs off", ["light.ceiling", "light.reading"]],
    ["lights on the first floor", ["light.ceiling", "light.reading"]],
    ["everything in the kitchen", ["light.spots", "switch.coffee"]],
    ["turn off all lights except in the kitchen", ["light.ceiling", "light.reading"]],
    ["all lights but not the reading lamp", ["light.ceiling", "light.spots"]],
  ])("%s", (query, expected) => {
    expect(whole(ENGLISH, query)).toEqual(expected);
  });

  it.each([
    ["alle Lichter außer Küche aus", ["light.bed", "light.living"]],
    ["alle Lampen aus, außer der Nachttischlampe", ["light.kitchen", "light.living"]],
    ["schalte oben alles aus", ["light.bed"]],
  ])("%s", (query, expected) => {
    expect(whole(GERMAN, query)).toEqual(expected);
  });

  it.each([
    ["tr", "mutfak hariç tüm ışıkları kapat", ["light.living"]],
    ["ja", "リビング以外の照明を消して", ["light.bed"]],
    ["zh", "除了客厅，关掉所有的灯", ["light.bed"]],
    ["ru", "выключи весь свет кроме кухни", ["light.living"]],
  ])("%s: %s", (language, query, expected) => {
    expect(whole(OTHERS[language] ?? ENGLISH, query)).toEqual(expected);
  });

  it("what is left out is not found at all", () => {
    expect(find(ENGLISH, "turn off everything upstairs except the fan")).not.toContain("fan.bedroom");
  });

  it("beyond the limit, what has a place in the home wins", () => {
    const entities = [
      ...Array.from({ length: 100 }, (_, at) => ({ entityId: `light.box_${at}`, name: `Light ${at}` })),
      { entityId: "light.zz", name: "Somewhere", area: "Hall" },
    ];
    expect(find({ ...ENGLISH, entities }, "turn off all lights", { limit: 10 })).toContain("light.zz");
  });
});

describe("what the sentence does not say", () => {
  const lights: World = {
    ...ENGLISH,
    entities: ["Attic", "Bath", "Cellar"].map((area) => ({ entityId: `light.${area.toLowerCase()}`, name: `${area} Light`, area })),
  };

  it("the person's own room comes first, unless another is named", () => {
    expect(find(lights, "turn off the light", { context: { areaId: "cellar" } })[0]).toBe("light.cellar");
    expect(find(lights, "turn off the light in the bath", { context: { areaId: "cellar" } })[0]).toBe("light.bath");
  });

  it("nothing named: what the last turn spoke of, as far as it is still there", () => {
    expect(find(ENGLISH, "turn it off again", { context: { recent: ["fan.gone", "fan.bedroom"] } })).toEqual(["fan.bedroom"]);
    expect(find(ENGLISH, "turn it off again")).toEqual([]);
  });

  describe("and the other one", () => {
    const lamps = (...names: readonly string[]) =>
      names.map((name) => ({ entityId: `light.${name.toLowerCase().replaceAll(" ", "_")}`, name }));
    const pair = lamps("Left Reading Lamp", "Right Reading Lamp").map((lamp) => ({ ...lamp, area: "Bedroom" }));
    const others: readonly EntityDescription[] = [
      { entityId: "light.office_reading_lamp", name: "Reading Lamp", area: "Office" },
      { entityId: "light.bedroom_ceiling", name: "Bedroom Ceiling", area: "Bedroom" },
      { entityId: "switch.reading_lamp_plug", name: "Reading Lamp Plug", area: "Bedroom" },
    ];
    const asked = (entities: readonly EntityDescription[], recent: readonly string[], limit = 60) =>
      find({ ...ENGLISH, entities }, "and the other one?", { context: { recent }, limit });

    it("brings what is called alike in the same room behind the one that the last turn spoke of", () => {
      expect(asked([...pair, ...others], ["light.left_reading_lamp"])).toEqual(["light.left_reading_lamp", "light.right_reading_lamp"]);
      expect(asked([...pair, ...others], ["light.left_reading_lamp", "light.right_reading_lamp"])).toEqual([
        "light.left_reading_lamp",
        "light.right_reading_lamp",
      ]);
    });

    it("is no media player, though one can repeat one title and another is called so", () => {
      const { words } = ENGLISH;
      const player = words.domains.get("media_player");
      const deeds = [...(player?.deeds ?? []), "Repeat one"];
      const domains = new Map(words.domains).set("media_player", { names: [], classes: {}, ...player, deeds });
      const players: readonly EntityDescription[] = [
        { entityId: "media_player.tv", name: "Telly" },
        { entityId: "media_player.sonos", name: "Sonos One" },
      ];
      const world: World = { ...ENGLISH, words: { ...words, domains }, entities: [...pair, ...others, ...players] };
      const recent = ["light.left_reading_lamp"];
      for (const query of ["And the other one?", "turn that one on too", "is it on again?", "what about the other?"]) {
        expect(find(world, query, { context: { recent } })).toEqual(["light.left_reading_lamp", "light.right_reading_lamp"]);
      }
      expect(find(world, "And the other one?")).toContain("media_player.sonos");
      expect(find(world, "And the other one?", { context: { recent: ["light.gone"] } })).toContain("media_player.sonos");
    });

    it("comes before what a deed or a weak likeness may mean, and behind nothing that is named", () => {
      const context = { recent: ["light.reading"] };
      const asked = (query: string) => find(ENGLISH, query, { context });
      expect(asked("set its volume")[0]).toBe("light.reading");
      expect(asked("set its volume")).toContain("media_player.tv");
      expect(asked("the expresso please")[0]).toBe("light.reading");
      expect(asked("the expresso please")).toContain("switch.coffee");
      expect(asked("turn that lock")[0]).toBe("lock.smart");
      expect(asked("and the one in the kitchen")[0]).not.toBe("light.reading");
      expect(asked("clean again")[0]).toBe("light.reading");
      expect(asked("clean")[0]).toBe("vacuum.robby");
      expect(asked("start robby again")[0]).toBe("vacuum.robby");
    });

    it("brings nothing for having the name of the room in common", () => {
      expect(asked([...others, { entityId: "light.bed", name: "Bedroom Bed", area: "Bedroom" }], ["light.bed"])).toEqual(["light.bed"]);
    });

    it("brings at most four, those first that are called most alike, and no more than the limit", () => {
      const many = lamps("Spot 1", "Spot 2", "Spot 3", "Spot 4", "Spot Window 5", "Spot Window 6", "Spot Window 7");
      const found = ["light.spot_window_5", "light.spot_window_6", "light.spot_window_7", "light.spot_1", "light.spot_2"];
      expect(asked(many, ["light.spot_window_5"])).toEqual(found);
      expect(asked(many, ["light.spot_window_5"], 2)).toEqual(found.slice(0, 2));
    });
  });
});

describe("a home that changes", () => {
  it("is searched as it is with each generation, also after many changes", () => {
    const describeHome = (names: readonly string[]) =>
      fakeHome({ entities: names.map((name, at) => ({ entityId: `light.l${at}`, name, area: `Room ${name.length}` })) });
    let now = describeHome(["Porch"]);
    let generation = 0;
    const index = createEntityIndex({
      home: {
        exposed: () => now.exposed(),
        get generation() {
          return generation;
        },
      },
      words: () => ENGLISH.words,
    });
    const change = fc.array(fc.constantFrom("Porch", "Attic", "Cellar", "Garden", "Bath"), { maxLength: 5 });
    fc.assert(
      fc.property(change, (names) => {
        now = describeHome(names);
        generation += 1;
        for (const query of ["porch", "the cellar light", "room 5"]) {
          const fresh = createEntityIndex({ home: now, words: () => ENGLISH.words });
          expect(index.find(query, { limit: 60 })).toEqual(fresh.find(query, { limit: 60 }));
        }
      }),
    );
  });

  it("gives the entities of the newest generation", () => {
    const first = fakeHome({ entities: [{ entityId: "light.a", name: "Porch", state: "off" }] });
    const second = fakeHome({ entities: [{ entityId: "light.a", name: "Porch", state: "on" }] });
    let home = { ...first, generation: 1 };
    const index = createEntityIndex({
      home: {
        exposed: () => home.exposed(),
        get generation() {
          return home.generation;
        },
      },
      words: () => ENGLISH.words,
    });
    expect(index.find("porch", { limit: 1 })[0]?.entity.state.state).toBe("off");
    home = { ...second, generation: 2 };
    expect(index.find("porch", { limit: 1 })[0]?.entity.state.state).toBe("on");
  });

  it("other words for kinds of things count at once", () => {
    let words = ENGLISH.words;
    const index = createEntityIndex({ home: fakeHome(OTHERS["fr"] ?? ENGLISH), words: () => words });
    expect(index.find("la lumière", { limit: 5 })).toEqual([]);
    words = OTHERS["fr"]?.words ?? words;
    expect(index.find("la lumière", { limit: 5 })).toHaveLength(2);
  });

  it("devices, makers and labels are words too", () => {
    const home = fakeHome({
      entities: [
        { entityId: "switch.x", name: "Plug" },
        { entityId: "switch.y", name: "Plug" },
      ],
    });
    const index = createEntityIndex({
      home,
      words: () => ENGLISH.words,
      detailsOf: ({ entityId }) => (entityId === "switch.y" ? { device: "Aquarium", maker: "Shelly", labels: ["Holidays"] } : {}),
    });
    for (const query of ["aquarium", "the shelly one", "holiday things"]) {
      expect(index.find(query, { limit: 5 }).map(({ entity }) => entity.entityId)).toEqual(["switch.y"]);
    }
  });
});

describe("whatever is asked", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 80 }),
    fc
      .array(fc.constantFrom("turn", "light", "kitchen", "except", "upstairs", "the", "battery", "和", "灯", "außer"), { maxLength: 12 })
      .map((words) => words.join(" ")),
  );

  it("never fails, keeps to the limit and gives no entity twice", () => {
    const index = indexOf(fakeHome(ENGLISH), ENGLISH.words);
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 12 }), (query, limit) => {
        const ids = index.find(query, { limit }).map(({ entity }) => entity.entityId);
        expect(ids.length).toBeLessThanOrEqual(limit);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it("an entity named by its full name is first", () => {
    const name = fc.oneof(
      fc
        .array(fc.constantFrom("kitchen", "light", "lamp", "fan", "except", "upstairs", "table", "1", "2"), { minLength: 1, maxLength: 4 })
        .map((words) => words.join(" ")),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((words) => /\p{L}/u.test(words)),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8, selector: (own) => own.toLowerCase() }), fc.nat(), (names, pick) => {
        const wanted = names[pick % names.length] ?? "";
        const entities = names.map((own, at) => ({
          entityId: `${at % 2 ? "light" : "sensor"}.e${at}`,
          name: own,
          area: at % 3 ? "Kitchen" : "Attic",
        }));
        const [first] = indexOf(fakeHome({ entities }), ENGLISH.words).find(wanted, { limit: 1 });
        expect(first?.why).toBe("named");
      }),
    );
  });

  it("does not depend on the order of the entities", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...ENGLISH.entities], { minLength: ENGLISH.entities.length }), text, (entities, query) => {
        expect(find({ ...ENGLISH, entities }, query)).toEqual(find(ENGLISH, query));
      }),
    );
  });
});
