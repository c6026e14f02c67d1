import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIntent } from "../../../src/homeassistant/recogniser/intents.ts";
import { fakeHome } from "../../fakes/home.ts";
import { callsOf, HOUSE, LIVING_ROOM, matched, NOT_UNDERSTOOD, reading } from "../recogniser-world.ts";

describe("intents become service calls", () => {
  it.each([
    [{ color: "blue" }, ["light.hue"]],
    [{ brightness: 30 }, ["light.dimmer", "light.hue"]],
    [{ brightness: 0 }, ["light.dimmer", "light.hue", "light.plug"]],
  ])("lamps that cannot show %j are left out, for Home Assistant turns them on whole", (values, meant) => {
    const modes = { hue: ["hs"], dimmer: ["brightness"], plug: ["onoff"] };
    const lamps = Object.entries(modes).map(([name, supported_color_modes]) => ({
      entityId: `light.${name}`,
      attributes: { supported_color_modes },
    }));
    const targets = lamps.map(({ entityId }) => entityId);
    const read = readIntent({ intent: "HassLightSet", values: { ...values, domain: "light" }, targets }, fakeHome({ entities: lamps }));
    expect(read.ok && read.parts.flatMap((part) => (part.kind === "action" ? (part.call.target.entityId ?? []) : [])).sort()).toEqual(
      meant,
    );
  });

  it.each<[string, Record<string, unknown>, string[], string, string[], Record<string, unknown>]>([
    ["HassTurnOn", { name: "Bed Light" }, ["light.bed_light"], "light.turn_on", ["light.bed_light"], {}],
    ["HassTurnOff", { name: "TV" }, ["media_player.tv"], "media_player.turn_off", ["media_player.tv"], {}],
    ["HassTurnOn", { name: "Main Door" }, ["lock.main_door"], "lock.lock", ["lock.main_door"], {}],
    ["HassTurnOff", { name: "Main Door" }, ["lock.main_door"], "lock.unlock", ["lock.main_door"], {}],
    ["HassTurnOn", { name: "Blind" }, ["cover.bedroom_blind"], "cover.open_cover", ["cover.bedroom_blind"], {}],
    ["HassTurnOff", { name: "Garage" }, ["cover.garage_door"], "cover.close_cover", ["cover.garage_door"], {}],
    ["HassTurnOff", { name: "Irrigation" }, ["valve.irrigation"], "valve.close_valve", ["valve.irrigation"], {}],
    ["HassTurnOn", { name: "Doorbell" }, ["button.doorbell"], "button.press", ["button.doorbell"], {}],
    ["HassTurnOn", { name: "Movie night" }, ["scene.movie_night"], "scene.turn_on", ["scene.movie_night"], {}],
    ["HassTurnOn", { name: "Good morning" }, ["script.good_morning"], "script.turn_on", ["script.good_morning"], {}],
    ["HassLightSet", { name: "Bed", brightness: 30 }, ["light.bed_light"], "light.turn_on", ["light.bed_light"], { brightness_pct: 30 }],
    ["HassLightSet", { name: "Bed", brightness: 0 }, ["light.bed_light"], "light.turn_off", ["light.bed_light"], {}],
    [
      "HassLightSet",
      { name: "Bed", color: "sky blue" },
      ["light.bed_light"],
      "light.turn_on",
      ["light.bed_light"],
      { color_name: "skyblue" },
    ],
    [
      "HassLightSet",
      { name: "Bed", temperature: 2700 },
      ["light.bed_light"],
      "light.turn_on",
      ["light.bed_light"],
      { color_temp_kelvin: 2700 },
    ],
    [
      "HassSetPosition",
      { name: "B", position: 40 },
      ["cover.bedroom_blind"],
      "cover.set_cover_position",
      ["cover.bedroom_blind"],
      { position: 40 },
    ],
    [
      "HassSetPosition",
      { name: "I", position: 0 },
      ["valve.irrigation"],
      "valve.set_valve_position",
      ["valve.irrigation"],
      { position: 0 },
    ],
    [
      "HassClimateSetTemperature",
      { area: "Living Room", temperature: 21.5 },
      LIVING_ROOM,
      "climate.set_temperature",
      ["climate.heatpump"],
      { temperature: 21.5 },
    ],
    [
      "HassSetVolume",
      { area: "Living Room", volume_level: 30 },
      LIVING_ROOM,
      "media_player.volume_set",
      ["media_player.tv"],
      { volume_level: 0.3 },
    ],
    ["HassSetVolumeRelative", { name: "TV", volume_step: "up" }, ["media_player.tv"], "media_player.volume_up", ["media_player.tv"], {}],
    [
      "HassSetVolumeRelative",
      { name: "TV", volume_step: -20 },
      ["media_player.tv"],
      "media_player.volume_set",
      ["media_player.tv"],
      { volume_level: 0.3 },
    ],
    ["HassMediaPause", { area: "Living Room" }, LIVING_ROOM, "media_player.media_pause", ["media_player.tv"], {}],
    ["HassMediaUnpause", { name: "Radio" }, ["media_player.radio"], "media_player.media_play", ["media_player.radio"], {}],
    ["HassMediaNext", { name: "TV" }, ["media_player.tv"], "media_player.media_next_track", ["media_player.tv"], {}],
    [
      "HassMediaPlayerMute",
      { name: "TV" },
      ["media_player.tv"],
      "media_player.volume_mute",
      ["media_player.tv"],
      { is_volume_muted: true },
    ],
    [
      "HassFanSetSpeed",
      { name: "Fan", percentage: 50 },
      ["fan.living_room_fan"],
      "fan.set_percentage",
      ["fan.living_room_fan"],
      { percentage: 50 },
    ],
    ["HassVacuumStart", { name: "Robot" }, ["vacuum.robot"], "vacuum.start", ["vacuum.robot"], {}],
    ["HassVacuumReturnToBase", { name: "Robot" }, ["vacuum.robot"], "vacuum.return_to_base", ["vacuum.robot"], {}],
    ["HassListAddItem", { name: "Groceries", item: "eggs" }, ["todo.groceries"], "todo.add_item", ["todo.groceries"], { item: "Eggs" }],
  ])("%s %o", async (intent, values, targets, service, entityId, data) => {
    expect(callsOf(await reading(matched(intent, values, targets)))).toEqual([{ service, target: { entityId }, data }]);
  });

  it("makes one call per service with all its targets", async () => {
    const targets = ["light.kitchen_lights", "light.bed_light", "light.ceiling"];
    expect(callsOf(await reading(matched("HassTurnOff", { domain: "light" }, targets)))).toEqual([
      { service: "light.turn_off", target: { entityId: targets }, data: {} },
    ]);
  });

  it("takes a number that was said with a comma", async () => {
    const answer = { ...matched("HassClimateSetTemperature", { name: "Ecobee", temperature: "21,5" }, ["climate.ecobee"]), details: {} };
    expect(callsOf(await reading(answer))[0]?.data).toEqual({ temperature: 21.5 });
  });
});

describe("what is not meant is not touched", () => {
  it.each<[string, unknown, string]>([
    ["an ambiguous name", matched("HassTurnOn", { name: "Reading Lamp" }, []), "ambiguous"],
    ["two things of one name", matched("HassTurnOn", { name: "Light" }, ["light.bed_light", "light.ceiling"]), "ambiguous"],
    [
      "a place whose match would sweep up locks and covers",
      matched("HassTurnOff", { area: "Hall" }, ["lock.main_door", "light.ceiling"]),
      "ambiguous",
    ],
    ["a place with a cover alone", matched("HassTurnOn", { area: "Hall" }, ["cover.garage_door", "sensor.living_room_power"]), "ambiguous"],
    ["a whole room of different things", matched("HassTurnOff", { area: "Living Room" }, LIVING_ROOM), "ambiguous"],
    [
      "two thermostats of a floor",
      matched("HassClimateSetTemperature", { floor: "Ground", temperature: 20 }, ["climate.heatpump", "climate.ecobee"]),
      "ambiguous",
    ],
    [
      "percent points from an unknown volume",
      matched("HassSetVolumeRelative", { name: "S", volume_step: 10 }, ["media_player.speaker"]),
      "ambiguous",
    ],
    ["a hidden target", matched("HassTurnOff", { name: "Cellar" }, ["lock.cellar"]), "no_match"],
    ["one hidden among others", matched("HassTurnOff", { domain: "lock" }, ["lock.main_door", "lock.cellar"]), "no_match"],
    ["an unknown intent", matched("HassMediaSearchAndPlay", { name: "TV" }, ["media_player.tv"]), "unknown_intent"],
    ["an intent named like a property of objects", matched("constructor", { name: "TV" }, ["media_player.tv"]), "unknown_intent"],
    ["no match", NOT_UNDERSTOOD, "no_match"],
    ["nothing", null, "no_match"],
    ["a sentence of the user's own automation", { match: true, source: "trigger", sentence_template: "party time" }, "custom_sentence"],
    ["a light without anything to set", matched("HassLightSet", { name: "Bed" }, ["light.bed_light"]), "ambiguous"],
    ["a number that is none", matched("HassSetPosition", { name: "B", position: "half" }, ["cover.bedroom_blind"]), "ambiguous"],
  ])("%s", async (_, answer, expected) => {
    const recognition = await reading(answer);
    expect(recognition).toEqual({ hit: false, reason: expected });
  });

  it("pauses what plays when a place has several players", async () => {
    const recognition = await reading(matched("HassMediaPause", { area: "Kitchen" }, ["media_player.radio", "media_player.speaker"]));
    expect(callsOf(recognition)[0]?.target).toEqual({ entityId: ["media_player.speaker"] });
  });

  it("locks that were meant are acted on", async () => {
    const recognition = await reading(matched("HassTurnOn", { domain: "lock", area: "Hall" }, ["lock.main_door"]));
    expect(callsOf(recognition)[0]).toMatchObject({ service: "lock.lock", target: { entityId: ["lock.main_door"] } });
  });

  it("drops targets of another device class", async () => {
    const answer = matched("HassTurnOn", { domain: "cover", device_class: "blind", area: "X" }, [
      "cover.bedroom_blind",
      "cover.garage_door",
    ]);
    expect(callsOf(await reading(answer))[0]?.target).toEqual({ entityId: ["cover.bedroom_blind"] });
  });

  it("a bare name is no order, though the matcher takes it for one", async () => {
    const bare = matched("HassTurnOn", { name: "bed light" }, ["light.bed_light"], "[<the>] {name}");
    expect(await reading(bare, "the bed light")).toMatchObject({ hit: false });
    const scene = matched("HassTurnOn", { name: "movie night" }, ["scene.movie_night"], "[activate] [<the>] {name} [scene]");
    expect(await reading(scene, "movie night")).toMatchObject({ hit: false });
    expect(await reading(scene, "activate movie night")).toMatchObject({ hit: true });
    const short = matched("HassTurnOn", { name: "bed light" }, ["light.bed_light"], "[<turn>] [<the>] {name} [to] on");
    expect(await reading(short, "bed light on")).toMatchObject({ hit: true });
  });

  it("a question mark asks, unless the order is polite", async () => {
    const answer = matched("HassTurnOn", { name: "bed light" }, ["light.bed_light"], "[<turn>] [<the>] {name} [to] on");
    expect(await reading(answer, "bed light on?")).toMatchObject({ hit: false });
    expect(await reading(answer, "could you turn the bed light on?")).toMatchObject({ hit: true });
  });
});

describe("state questions", () => {
  it.each<[string, Record<string, unknown>, string[], object]>([
    [
      "HassGetState",
      { name: "Main Door", state: "locked" },
      ["lock.main_door"],
      { entityIds: ["lock.main_door"], state: "locked", named: true },
    ],
    [
      "HassGetState",
      { domain: "light", state: "on" },
      ["light.bed_light", "light.ceiling"],
      { entityIds: ["light.bed_light", "light.ceiling"], state: "on", named: false },
    ],
    [
      "HassGetState",
      { device_class: "window", domain: "binary_sensor", state: "on" },
      ["binary_sensor.window"],
      { entityIds: ["binary_sensor.window"], named: false },
    ],
    [
      "HassGetState",
      { name: "Power" },
      ["sensor.living_room_power"],
      { entityIds: ["sensor.living_room_power"], state: undefined, named: true },
    ],
    [
      "HassClimateGetTemperature",
      { area: "Living Room" },
      LIVING_ROOM,
      { entityIds: ["sensor.living_room_temperature"], attribute: undefined, named: false },
    ],
    [
      "HassClimateGetTemperature",
      { name: "Ecobee" },
      ["climate.ecobee"],
      { entityIds: ["climate.ecobee"], attribute: "current_temperature", named: true },
    ],
  ])("%s %o", async (intent, values, targets, question) => {
    const recognition = await reading(matched(intent, values, targets));
    expect(recognition).toMatchObject({ hit: true, parts: [{ kind: "question", question }] });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ["a whole area without a kind of thing", { area: "Living Room", state: "on" }, LIVING_ROOM],
    ["a script, whose name only owners read", { name: "Good morning" }, ["script.good_morning"]],
    ["nothing of that kind", { domain: "cover", device_class: "window", state: "open" }, []],
  ])("goes to the model: %s", async (_, values, targets) => {
    expect(await reading(matched("HassGetState", values, targets))).toMatchObject({ hit: false });
  });
});

it("never names an entity that the matcher did not", async () => {
  const ids = HOUSE.map(({ entityId }) => entityId);
  const intents = [
    "HassTurnOn",
    "HassTurnOff",
    "HassLightSet",
    "HassMediaPause",
    "HassSetVolumeRelative",
    "HassClimateGetTemperature",
    "HassGetState",
  ];
  const slots = fc.dictionary(
    fc.constantFrom("name", "area", "domain", "device_class", "brightness", "volume_step", "state", "color"),
    fc.oneof(fc.constantFrom("light", "lock", "cover", "up", "on", "red"), fc.integer({ min: -200, max: 200 })),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...intents), slots, fc.uniqueArray(fc.constantFrom(...ids)), async (intent, values, targets) => {
      const recognition = await reading(matched(intent, values, targets));
      if (!recognition.hit) return;
      for (const part of recognition.parts) {
        if (part.kind === "reading") continue;
        const used = part.kind === "action" ? (part.call.target.entityId ?? []) : part.question.entityIds;
        expect(used.length).toBeGreaterThan(0);
        for (const id of used) expect(targets).toContain(id);
        if (part.kind === "action") {
          const [domain] = part.call.service.split(".");
          expect(new Set(used.map((id) => id.split(".")[0]))).toEqual(new Set([domain]));
        }
      }
    }),
    { numRuns: 500 },
  );
});
