import { describe, expect, test } from "vitest";
import { HOUSE, readingOf, told } from "./reading-world.ts";

describe("names said by halves", () => {
  test.each([
    ["Close the garage door", "cover.close_cover garage"],
    ["close the garage", "cover.close_cover garage"],
    ["turn on the counter", "light.turn_on kitchen_counter"],
    ["start Roborock", "vacuum.start roborock"],
    ["Roborock return to base", "vacuum.return_to_base roborock"],
    ["please send the roborock back home", "vacuum.return_to_base roborock"],
    ["turn on the coffee maker please", "switch.turn_on coffee"],
    ["turn the kitchn counter on", "light.turn_on kitchen_counter"],
    ["lock the entry lock", "lock.lock smart"],
    ["turn on the fan in the bedroom", "fan.turn_on bedroom"],
    ["set the bedroom blinds to 40%", "cover.set_cover_position blinds position=40"],
    ["set the bedroom blinds to forty-five percent", "cover.set_cover_position blinds position=45"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));
});

describe("the only thing of its kind", () => {
  test.each([
    ["start the vacuum", "vacuum.start roborock"],
    ["turn on the vacuum", "vacuum.start roborock"],
    ["stop vacuuming", "vacuum.return_to_base roborock"],
    ["Vacuum downstairs", "vacuum.start roborock"],
    ["clean the living room", "vacuum.start roborock"],
    ["turn off the fan", "fan.turn_off bedroom"],
    ["turn on the water in the front yard", "valve.open_valve irrigation"],
    ["set the temperature to 21.5 degrees", "climate.set_temperature thermostat temperature=21.5"],
    ["turn the volume down to 50%", "media_player.volume_set speaker volume_level=0.5"],
    ["pause the music", "media_player.media_pause speaker"],
    ["pause", "media_player.media_pause speaker"],
    ["pause the vacuum", "vacuum.pause roborock"],
    ["pause the living room", "media_player.media_pause tv"],
    ["louder", "media_player.volume_up speaker"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));

  test("it may be told by what things beside it are called by", () => {
    expect(told("water the garden")).toBe("valve.open_valve irrigation");
    const two = [...HOUSE, { entityId: "valve.pool", name: "Pool Valve", area: "Backyard" }];
    expect(told("water the garden", { entities: two })).toBe("no");
  });
});

describe("several things", () => {
  test.each([
    ["turn on the living room and kitchen lights", "light.turn_on living_room,kitchen_ceiling,kitchen_counter"],
    ["turn on both reading lamps", "light.turn_on reading_left,reading_right"],
    ["turn off the lights in the kitchen and the bedroom", "light.turn_off kitchen_ceiling,kitchen_counter,reading_left,reading_right"],
    ["turn off the kitchen lights", "light.turn_off kitchen_ceiling,kitchen_counter"],
    ["lock all the doors", "lock.lock smart,back"],
    ["turn off all lights except the kitchen counter", "light.turn_off kitchen_ceiling,living_room,reading_left,reading_right,garden"],
    ["turn off the coffee maker and the fan", "switch.turn_off coffee; fan.turn_off bedroom"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));

  test.each([
    ["both of three", "turn on both lights"],
    ["what shall stay on is not known", "turn off all lights except the piano"],
    ["one half is not known", "turn off the fan and the piano"],
  ])("none of them where %s", (_, sentence) => expect(told(sentence)).toBe("no"));

  test("everything of a place can be turned off, and nothing else done to it", () => {
    expect(told("turn off everything in the kitchen")).toBe(
      "light.turn_off kitchen_ceiling,kitchen_counter; switch.turn_off coffee; media_player.turn_off speaker",
    );
    expect(told("turn off everything in the kitchen except the coffee maker")).toBe(
      "light.turn_off kitchen_ceiling,kitchen_counter; media_player.turn_off speaker",
    );
    for (const sentence of ["turn off everything", "turn on everything in the kitchen", "open everything", "lock everything upstairs"]) {
      expect(told(sentence)).toBe("no");
    }
  });

  test("many lights at once only when all are named, or a place", () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ entityId: `light.l${at}`, name: `Spot ${at}`, area: "Hall" }));
    expect(told("turn on the lights", { entities: many })).toMatch(/^which: Spot 0 \|.*Spot 8$/);
    expect(told("turn on all lights", { entities: many })).toMatch(/^light\.turn_on l0,.*l8$/);
    expect(told("turn on the lights in the hall", { entities: many })).toMatch(/^light\.turn_on l0,.*l8$/);
  });
});

describe("two things that fit", () => {
  test("the person is asked which", () => {
    expect(told("turn on the reading lamp")).toBe("which: Reading Lamp Left | Reading Lamp Right");
    expect(told("lock the door")).toBe("which: Rear Door Lock | Smart Lock");
  });

  test("each choice is a sentence that is understood", () => {
    const reading = readingOf("Please turn on the reading lamp!");
    const options = reading.ok || reading.reason !== "several" ? [] : reading.options;
    expect(options.map(({ sentence }) => told(sentence))).toEqual(["light.turn_on reading_left", "light.turn_on reading_right"]);
  });

  test("things of one name are told apart by their rooms, or not asked for", () => {
    const lamp = (id: string, area: string) => ({ entityId: `light.${id}`, name: "Lamp", area });
    const reading = readingOf("turn on the lamp", { entities: [lamp("a", "Hall"), lamp("b", "Attic")] });
    expect(reading).toMatchObject({ reason: "several", options: [{ label: "Hall Lamp" }, { label: "Attic Lamp" }] });
    expect(told("turn on the lamp", { entities: [lamp("a", "Hall"), lamp("b", "Hall")] })).toBe("no");
  });
});

describe("lists", () => {
  test.each([
    ["Put history homework on personal tasks todo list", "todo.add_item tasks item=History homework"],
    ["add Milk and eggs to the groceries", "todo.add_item groceries item=Milk and eggs"],
    ["add call Ben to my tasks", "todo.add_item tasks item=Call Ben"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));
});

describe("what is not sure is not read", () => {
  test.each([
    "turn on the piano",
    "lock the front door lock",
    "turn on the kitchen",
    "turn on the kitchen ceiling at 7",
    "turn on the kitchen ceiling in 10 minutes",
    "turn off the fan if it is cold",
    "don't turn on the fan",
    "turn on the fan tomorrow",
    "turn on the fan but not the light",
    "never start the vacuum",
    "if the window is open turn off the thermostat",
    "close the curtains",
    "turn on the heat pump in the sauna",
    "set the reading lamp left to 140%",
    "set the thermostat to 50%",
    "open the smart lock",
    "turn on it",
    "turn off those lights",
    "turn off the lights there",
    "turn off one of the kitchen lights",
    "turn on any light",
    "clean it",
    "water that",
    "turn off the device",
    "tell me a joke about the vacuum",
    "the vacuum is loud",
    "",
    "?",
  ])("%s", (sentence) => expect(told(sentence)).toBe("no"));

  test("nothing is, before the words for kinds of things are known", () => {
    expect(told("start the vacuum", { words: () => ({ language: "", domains: new Map() }) })).toBe("no");
  });

  test("nor by the kind of something that the home does not have", () => {
    const home = HOUSE.filter(({ entityId }) => !entityId.startsWith("fan."));
    for (const sentence of ["turn off the living room fan", "turn on all the fans"]) expect(told(sentence, { entities: home })).toBe("no");
  });
});

describe("by what the matcher named", () => {
  const hint = (intent: string, unplaced: Record<string, string>, values: Record<string, unknown> = {}) => ({ intent, unplaced, values });
  const italian = (sentence: string, given: ReturnType<typeof hint>) => told(sentence, { language: "it", hint: given });

  test("a thing whose whole name is said", () => {
    expect(italian("accendi bedroom fan", hint("HassTurnOn", { name: "bedroom fan" }))).toBe("fan.turn_on bedroom");
  });

  test("not by a part of it, for the verb is a guess", () => {
    expect(italian("chiudi la door", hint("HassTurnOn", { name: "la door" }))).toBe("no");
    expect(italian("apri rear door lock", hint("HassTurnOn", { name: "rear door lock" }))).toBe("no");
  });

  test("the wrong kind of robot is mended", () => {
    expect(italian("ferma roborock", hint("HassLawnMowerDock", { name: "roborock downstairs" }))).toBe("vacuum.return_to_base roborock");
  });

  test("values that it read are kept", () => {
    expect(italian("imposta thermostat a 20", hint("HassClimateSetTemperature", { name: "thermostat" }, { temperature: 20 }))).toBe(
      "climate.set_temperature thermostat temperature=20",
    );
  });

  test.each([
    ["what it could not place besides the thing", hint("HassLightSet", { name: "reading lamp left", color: "base" })],
    ["an intent that is not known", hint("HassStartTimer", { name: "bedroom fan" })],
    ["words that nothing explains", hint("HassTurnOn", { name: "bedroom fan and then the piano" })],
  ])("nothing with %s", (_, given) => expect(italian("…", given)).toBe("no"));
});

describe("a floor that is called by a number", () => {
  const areas = [
    { name: "Den", floor: "First floor" },
    { name: "Loft", floor: "Second floor" },
  ];
  const entities = [
    { entityId: "light.den", name: "Den Light", area: "Den" },
    { entityId: "light.floor", name: "Floor Lamp", area: "Loft" },
    { entityId: "light.loft", name: "Loft Light", area: "Loft" },
    { entityId: "media_player.loft", name: "Loft Radio", area: "Loft", state: "playing", attributes: { volume_level: 0.3 } },
  ];
  test.each([
    ["turn on the first floor lights", "light.turn_on den"],
    ["set the lights on the second floor to maximum", "light.turn_on floor,loft brightness_pct=100"],
    ["set the volume on the second floor to the lowest", "media_player.volume_set loft volume_level=0.01"],
    // with no such floor it is the first of some
    ["turn on the third floor lamp", "no"],
    ["turn on the first lamp", "no"],
  ])("%s", (sentence, outcome) => expect(told(sentence, { entities, areas })).toBe(outcome));
});
