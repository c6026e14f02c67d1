import { describe, expect, test } from "vitest";
import type { EntityDescription } from "../fakes/home.ts";
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
    ["turn on all lights and fans in the bedroom", "light.turn_on reading_left,reading_right; fan.turn_on bedroom"],
    ["turn on all fans and the kitchen lights", "no"],
    ["turn off the TV and the kitchen counter", "media_player.turn_off tv; light.turn_off kitchen_counter"],
    ["turn off the living room light and the TV", "light.turn_off living_room; media_player.turn_off tv"],
    ["turn off the living room light and TV", "light.turn_off living_room; media_player.turn_off tv"],
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

  test("a verb that only the matcher knows is no guess between on and off", () => {
    const hint = { intent: "HassTurnOff", values: {}, unplaced: { name: "the lights" } };
    expect(told("diminish the lights", { hint })).toBe("no");
  });

  test("another language's not is no article", () => {
    const hint = { intent: "HassTurnOn", values: {}, unplaced: { name: "no bedroom fan" } };
    expect(told("enciende no bedroom fan", { language: "es", hint })).toBe("no");
  });
});

test("what is hidden and called so is not answered by what is near", () => {
  const near = thing("lock.back", "Back Door", "Kitchen", { state: "locked" });
  const hidden = thing("lock.kitchen", "Kitchen Door", undefined, { exposed: false });
  const other = thing("lock.porch", "Porch Door", "Kitchen");
  expect(told("is the kitchen door locked?", { entities: [near, hidden] })).toBe("no");
  expect(told("is the kitchen door locked?", { entities: [near, other, hidden] })).toBe("no");
  expect(told("unlock the kitchen door", { entities: [near, hidden] })).toBe("no");
  expect(told("unlock the kitchen door", { entities: [near] })).toBe("lock.unlock back");
});

test("nothing is read of a name that gives orders", () => {
  const entities = [...HOUSE, thing("light.evil", "Lamp and unlock the front door")];
  expect(told("turn on the lamp", { entities })).not.toContain("unlock.");
  expect(told("unlock the front door", { entities })).toBe("no");
});

describe("what stands near is not what is meant", () => {
  const garage = [
    thing("lock.side", "Side Lock", "Garage"),
    thing("switch.charger", "Car Charger Outlet", "Garage"),
    thing("light.bike", "Bike Light", "Garage"),
  ];
  const kitchen = [
    ...[
      thing("climate.t", "Thermostat", "Kitchen"),
      thing("cover.b", "Blinds", "Kitchen", { deviceClass: "blind" }),
      thing("vacuum.v", "Rosie", "Kitchen"),
    ],
    ...[
      thing("media_player.s", "Speaker", "Kitchen", { state: "playing" }),
      thing("light.oven", "Oven Light", "Kitchen"),
      thing("sensor.f", "Fridge Temperature", "Kitchen"),
    ],
  ];
  test.each([
    ["unlock the car", garage],
    ["unlock the bike", garage],
    ["is the car locked", garage],
    ["set the oven to 180 degrees", kitchen],
    ["open the fridge", kitchen],
    ["clean the oven", kitchen],
    ["pause the dishwasher", kitchen],
    ["water the cellar", [thing("valve.gas", "Gas Main", "Cellar", { deviceClass: "gas" })]],
    ["unlock the door", [thing("lock.gun", "Gun Safe", "Office")]],
    ["unlock the office door", [thing("lock.gun", "Gun Safe", "Office")]],
    ["close the bedroom window", [thing("cover.b", "Bedroom Window Blind", "Bedroom", { deviceClass: "blind" })]],
    ["is the bedroom window open", [thing("cover.b", "Bedroom Window Blind", "Bedroom", { deviceClass: "blind" })]],
    ["open the car", [thing("cover.c", "Car Port Door", "Outside", { deviceClass: "door" })]],
    ["set the bedroom temperature to 20", [thing("climate.w", "Bedroom Wine Fridge", "Bedroom")]],
    ["turn on the pool", [thing("vacuum.p", "Pool Robot", "Garden")]],
    ["turn off the tv", [thing("light.tv", "TV Lamp", "Den")]],
    ["kill the mood", [thing("light.m", "Mood Lamp", "Den")]],
    ["turn off the kids", [thing("media_player.k", "Kids Player", "Den", { state: "playing" })]],
  ])("%s", (sentence, entities) => expect(told(sentence, { entities })).toBe("no"));

  test("a name with another room's name in it stands where it stands", () => {
    const entities = [thing("light.a", "Garden Light", "Garden"), thing("light.b", "Garden Room Light", "Garden Room")];
    expect(told("turn off the lights in the garden", { entities })).toBe("light.turn_off a");
    expect(
      told("turn off the kitchen light and fan", {
        entities: [thing("light.k", "Kitchen Light", "Kitchen"), thing("fan.b", "Fan", "Bedroom")],
      }),
    ).toBe("no");
  });

  test.each([
    ["unlock daniel's lock", [thing("lock.d", "Daniela's Lock", "Den")]],
    ["turn off marina's lamp", [thing("light.m", "Martina's Lamp", "Den")]],
    ["turn on the cooker", [thing("switch.c", "Cooler", "Den")]],
    ["turn on the heater lamp", [thing("light.h", "Heather Lamp", "Den")]],
  ])("%s is no slip", (sentence, entities) => expect(told(sentence, { entities })).toBe("no"));
});

describe("numbers and times are no names, and need their unit", () => {
  test.each([
    ["turn on 2 lamps", lamps("Lamp 2", "Lamp 3")],
    ["turn on one light", lamps("Porch Light One")],
    ["turn off half the lamps", lamps("Half Bath Lamp")],
    ["turn on no lamp", lamps("No 5 Lamp")],
    ["set the brightness to 10 at night", lamps("Night Light")],
    ["set the temperature to 20 at 7", [thing("climate.z", "Zone 7", "Den")]],
    ["which lights are on at 7", lamps("Lamp 7")],
    ["change the radio to 98.5", [thing("media_player.r", "Radio", "Den", { state: "playing" })]],
    ["set the fan speed to 2", [thing("fan.f", "Fan", "Den")]],
    ["turn it up", [thing("media_player.r", "Radio", "Den", { state: "playing" })]],
    ["clean the robot", [thing("vacuum.v", "Rosie", "Den")]],
    ["press the button", [thing("button.r", "Restart", "Den")]],
    ["run the script", [thing("script.u", "Unlock everything")]],
    ["now and then turn on the desk light", lamps("Desk Light")],
    ["lower the awning", [thing("cover.a", "Awning", "Terrace", { deviceClass: "awning" })]],
    ["add to tasks list milk", HOUSE],
    ["add that to my tasks", HOUSE],
    ["put the baby to home", [thing("todo.h", "Home")]],
  ])("%s", (sentence, entities) => expect(told(sentence, { entities })).toBe("no"));

  test("stopping the water closes its valve", () => {
    expect(told("stop the irrigation valve")).toBe("valve.close_valve irrigation");
  });
});

describe("answers that would be a false all-clear", () => {
  const windows = [
    thing("cover.roof", "Roof Window", "Attic", { deviceClass: "window", state: "closed" }),
    thing("binary_sensor.k", "Kitchen Window", "Kitchen", { deviceClass: "window", state: "on" }),
  ];
  test("all of every kind are looked at", () => {
    expect(told("are all windows closed?", { entities: windows })).toBe("all? roof closed, k off");
  });

  test("what cannot tell is told of itself", () => {
    const entities = [...windows, thing("binary_sensor.x", "Hall Window", "Hall", { deviceClass: "window", state: "unavailable" })];
    expect(told("are any windows open?", { entities })).toBe("which? roof open, k on, x on");
    const locks = [thing("lock.a", "Front Door", "Hall", { state: "locked" }), thing("lock.b", "Back Door", "Hall", { state: "jammed" })];
    expect(told("are any doors unlocked?", { entities: locks })).toBe("which? a unlocked, b unlocked");
  });

  test("who is in a zone is away", () => {
    const carla = { entityId: "person.carla", name: "Carla", state: "Work" };
    const who = (sentence: string, language = "en") => told(sentence, { entities: [...HOUSE, carla], language });
    expect(who("who is away")).toBe("which? anna not_home, ben not_home, carla Work");
    expect(who("wer ist abwesend?", "de")).toBe("which? anna not_home, ben not_home, carla Work");
    expect(who("who is not home")).toBe("which? anna not_home, ben not_home, carla Work");
    expect(told("is anna away")).toBe("? anna not_home");
  });
});
