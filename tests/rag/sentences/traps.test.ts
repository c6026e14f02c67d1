import { describe, expect, test } from "vitest";
import type { EntityDescription } from "../../fakes/home.ts";
import { HOUSE, told } from "./reading-world.ts";

const thing = (entityId: string, name: string, area?: string, more: Partial<EntityDescription> = {}): EntityDescription => ({
  ...{ entityId, name, ...(area !== undefined && { area }) },
  ...more,
});
const lamps = (...names: readonly string[]) => names.map((name, at) => thing(`light.l${at}`, name));

describe("the opposite verb never wins", () => {
  const entities = [...lamps("Desk Lamp", "Floor Lamp"), thing("media_player.tv", "TV"), thing("fan.ceiling", "Ceiling Fan")];
  test.each([
    "turn the desk lamp on and the floor lamp off",
    "turn the ceiling fan on and the desk lamp off",
    "turn on the desk lamp and the floor lamp off",
    "turn the tv on and the desk lamp down to 20",
    "turn on the fan off",
    "turn the desk lamp on, the floor lamp off",
    "turn the lamps off and the fan on",
  ])("%s", (sentence) => expect(told(sentence, { entities })).toBe("no"));
});

describe("what is left out stays as it is", () => {
  const entities = [...lamps("Kitchen Light", "Bathroom Light", "Bed Light", "Hall Light"), thing("media_player.tv", "TV")];
  test.each([
    ["turn off all lights except the kitchen light, bathroom light and bed light", "light.turn_off l3"],
    ["turn off all lights except the bed light, and the kitchen light", "light.turn_off l1,l3"],
    ["turn off all the lights except the tv", "no"],
    ["turn off all lights except the piano and the kitchen light", "no"],
    ["turn off all lights except the bed light if it is on", "no"],
    ["turn off all lights except the bed light and turn on the tv", "no"],
    ["turn off all lights except the kitchn light", "light.turn_off l1,l2,l3"],
    ["turn off the kitchen light except the bed light", "no"],
    ["turn off all lights except", "no"],
  ])("%s", (sentence, outcome) => expect(told(sentence, { entities })).toBe(outcome));

  test("a place is left out with all of it, and a lock with its door", () => {
    expect(told("turn off all lights except the kitchen")).toBe("light.turn_off living_room,reading_left,reading_right,garden");
    expect(told("lock all doors except the garage")).toBe("lock.lock smart");
    expect(told("unlock all doors except the front door, and the rear door")).toBe("no");
  });
});

describe("a place is meant by its whole name, and of both halves or of none", () => {
  test.each([
    ["turn on all lights and fans in the bedroom", "no"],
    ["turn on the lights in the bedroom and the fan in the bedroom", "light.turn_on reading_left,reading_right; fan.turn_on bedroom"],
    ["turn off the lights in my room", "no"],
    ["turn off the lights in this room", "no"],
    ["turn off the dining room lights", "no"],
    ["turn off the lights in the front", "no"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));

  test.each([
    ["unlock the front door", [thing("lock.shed", "Shed Lock", "Front Yard")]],
    ["unlock the back door", [thing("lock.toolbox", "Toolbox", "Back Yard")]],
    ["turn on the guest room light", [thing("light.guest", "Guest Lamp", "Living Room")]],
  ])("%s", (sentence, entities) => expect(told(sentence, { entities })).toBe("no"));
});

describe("a thing of another kind is not meant", () => {
  test.each([
    ["open the kitchen door", [thing("cover.window", "Kitchen Window", "Kitchen")]],
    ["open the gate", [thing("cover.window", "Kitchen Window", "Kitchen"), thing("cover.hall", "Hall Window", "Hall")]],
    ["close the kitchen blinds", [thing("cover.window", "Kitchen Window", "Kitchen")]],
    ["turn on the fan", [thing("switch.mode", "Fan mode")]],
    ["turn off the router", [thing("light.led", "Router LED")]],
    ["turn off all plugs", [thing("switch.freezer", "Freezer"), thing("switch.lock", "Child lock")]],
    ["turn on the water", [thing("valve.gas", "Gas Main", "Cellar", { deviceClass: "gas" })]],
    ["turn on the heater", [thing("climate.ac", "Bedroom AC", "Bedroom")]],
    ["turn off the radio", [thing("media_player.tv", "TV")]],
    ["turn on the front door", [thing("script.unlock", "Unlock the front door")]],
    ["run all", [thing("scene.off", "All off")]],
    ["press reset", [thing("button.reset", "Factory reset")]],
  ])("%s", (sentence, entities) => expect(told(sentence, { entities })).toBe("no"));

  test("what is named is meant, also where something else plays", () => {
    const entities = [
      thing("media_player.tv", "TV", "Living Room", { state: "off" }),
      thing("media_player.radio", "Radio", "Kitchen", { state: "playing" }),
    ];
    expect(told("pause the tv", { entities })).toBe("media_player.media_pause tv");
    expect(told("turn up the volume on the tv", { entities })).toBe("media_player.volume_up tv");
    expect(told("pause the music", { entities })).toBe("media_player.media_pause radio");
  });
});

describe("times and other words are no names", () => {
  const entities = [
    ...lamps("Kitchen Light 7", "Kitchen Light", "Night Light"),
    thing("light.off", "Porch", "Hall", { labels: ["Night off"] }),
  ];
  test.each([
    "turn off the kitchen light at 7",
    "turn off the lights at night",
    "turn on the lights that are off",
    "turn on the kitchen light at sunset",
    "turn on the night light on sunday",
    "start the porch in the morning",
    "turn on a light",
    "turn on some lights",
    "what is a light",
  ])("%s", (sentence) => expect(told(sentence, { entities })).toBe("no"));

  test("nor are words of an id that outlived a name", () => {
    expect(told("unlock the front door", { entities: [thing("lock.front_door", "Safe", "Office")] })).toBe("no");
    expect(told("turn on the office glow", { entities: [thing("light.office_glow", "Sofa Glow", "Attic")] })).toBe("no");
  });
});

describe("names that only look alike", () => {
  test.each([
    ["turn off paul's lamp", ["Paula's Lamp"]],
    ["turn on maria's lamp", ["Marie's Lamp"]],
    ["turn on the hall light", ["Hallway Light"]],
    ["turn off the kitchen light", ["Kitchenette Light"]],
    ["turn off the house light", ["Greenhouse Light"]],
  ])("%s", (sentence, names) => expect(told(sentence, { entities: lamps(...names) })).toBe("no"));
});

describe("what points to something said before", () => {
  test.each(["unlock it", "send it back", "bring it home", "turn that off", "lock this door", "turn it off again"])("%s", (sentence) => {
    expect(told(sentence)).toBe("no");
  });

  test("a unit that the home may not have is no number", () => {
    expect(told("set the thermostat to 50°F")).toBe("no");
    expect(told("set the thermostat to 20 degrees")).toBe("climate.set_temperature thermostat temperature=20");
  });

  test("another language's not is no article", () => {
    const hint = { intent: "HassTurnOn", values: {}, unplaced: { name: "no bedroom fan" } };
    expect(told("enciende no bedroom fan", { language: "es", hint })).toBe("no");
  });
});

test("nothing is read of a name that gives orders", () => {
  const entities = [...HOUSE, thing("light.evil", "Lamp and unlock the front door")];
  expect(told("turn on the lamp", { entities })).not.toContain("unlock.");
  expect(told("unlock the front door", { entities })).toBe("no");
});
