// What is planned, and what is found amiss, on a real Home Assistant.
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { anna, ben, LiveHome } from "./live-home.ts";

const isMessage = ({ kind }: { kind: string }) => kind === "message";
const LAMP = "light.bed_light";

it("a timer, an action and a reminder that is put off, each once and at its time", async () => {
  await using home = await LiveHome.start();
  await home.call("light.turn_on", { entity_id: LAMP });
  await home.reaches(LAMP, "on");
  expect((await home.asks(anna, "set a timer for tea, 8 seconds")).text).toMatch(/tea/);
  expect((await home.asks(anna, "turn off the bed light in 10 seconds")).text).toMatch(
    /turn off Bed Light (?:today|tomorrow|yesterday) at/,
  );
  expect((await home.next(anna, isMessage)).text).toMatch(/^⏰ .*tea/);
  expect((await home.next(anna, isMessage)).text).toMatch(/^Bed Light is now off/);
  expect(home.calls("light.turn_off")).toEqual([[LAMP]]);
  await home.asks(anna, "remind me in 5 seconds to call my mother");
  const reminder = await home.next(anna, isMessage);
  expect(reminder).toMatchObject({ text: "⏰ Call my mother", buttons: ["Done", "In 10 minutes", "In an hour", "Tomorrow"] });
  expect(await home.presses(anna, "In an hour")).toBe("I’ll come back to it.");
  expect((await home.next(anna)).text).toMatch(/^⏰ Call my mother\nAgain /);
  expect((await home.asks(anna, "/reminders")).text).toMatch(/Call my mother/);
}, 90_000);

it("a plan outlives a crash of the service and a restart of Home Assistant: done once, in time", async () => {
  await using home = await LiveHome.start();
  await home.call("light.turn_on", { entity_id: LAMP });
  await home.reaches(LAMP, "on");
  await home.asks(anna, "turn off the bed light in 45 seconds");
  await home.asks(anna, "remind me in 10 seconds to drink water");
  await home.service.kill();
  await home.restartHomeAssistant();
  await home.call("light.turn_on", { entity_id: LAMP }).catch(() => undefined);
  await home.startService();
  expect((await home.next(anna, isMessage, 60_000)).text).toMatch(/^⏰ Drink water/);
  expect((await home.next(anna, isMessage, 90_000)).text).toMatch(/^Bed Light is (?:now|already) off/);
  await home.service.kill();
  await home.startService();
  expect((await home.asks(anna, "/planned")).text).toBe("Nothing is planned.");
  expect((await home.texts(anna)).filter((text) => text.startsWith("⏰"))).toHaveLength(1);
}, 180_000);

it("what waits for a state is done when that comes about, and a door is asked about when it is planned", async () => {
  await using home = await LiveHome.start();
  await home.call("input_boolean.turn_off", { entity_id: "input_boolean.test_mode" }).catch(() => undefined);
  await home.call("light.turn_off", { entity_id: "light.kitchen_lights" });
  await home.call("light.turn_on", { entity_id: LAMP });
  await home.reaches(LAMP, "on");
  expect((await home.asks(anna, "when the kitchen lights are on turn off the bed light")).text).toBe(
    "Okay, I’ll turn off Bed Light when Kitchen Lights is on.",
  );
  await home.call("light.turn_on", { entity_id: "light.kitchen_lights" });
  expect((await home.next(anna, isMessage)).text).toMatch(/^Bed Light is now off/);
  const question = await home.asks(anna, "unlock the front door in 20 seconds");
  expect(question.text).toMatch(/unlock Front Door\?/);
  await home.presses(anna, "Yes");
  expect((await home.next(anna, isMessage)).text).toMatch(/^Okay, .*unlock Front Door (?:today|tomorrow|yesterday) at/);
  expect(home.calls("lock.unlock")).toEqual([]);
  expect((await home.next(anna, isMessage)).text).toBe("Front Door is now unlocked.");
  expect(home.calls("lock.unlock")).toEqual([["lock.front_door"]]);
}, 120_000);

it("water is told at once to every grown-up, and once", async () => {
  const sensor = "binary_sensor.basement_floor_wet";
  const wet = { device_class: "moisture", friendly_name: "Basement Floor Wet" };
  await using home = await LiveHome.start({ notify: "urgent" });
  await home.sets(sensor, "off", wet);
  for (const one of [anna, ben]) await home.says(one, "hello", { userId: one });
  for (const one of [anna, ben]) await home.next(one, isMessage);
  await home.sets(sensor, "on", wet);
  for (const one of [anna, ben]) {
    expect(await home.next(one, isMessage)).toMatchObject({
      text: "🚨 Water: Basement Floor Wet is wet.",
      buttons: ["Done", "Mute this", "Why?"],
    });
  }
  await home.service.kill();
  await home.startService();
  await home.sets(sensor, "off", wet);
  expect((await home.asks(anna, "/notifications")).text).toContain("Nothing is amiss at home.");
  expect((await home.texts(anna)).filter((text) => text.startsWith("🚨"))).toHaveLength(1);
}, 90_000);

it("a number and somebody's coming home are waited for across a restart; who comes home was asked first", async () => {
  const cellar = "sensor.wine_cellar";
  const degrees = { device_class: "temperature", unit_of_measurement: "°C", friendly_name: "Wine Cellar" };
  const away = { friendly_name: "Ben" };
  await using home = await LiveHome.start({
    people: [
      { name: "Anna", telegram_user_id: anna, role: "owner" },
      { name: "Ben", telegram_user_id: ben, role: "adult", ha_person: "person.ben" },
    ],
  });
  await home.sets(cellar, "14", degrees);
  await home.sets("person.ben", "not_home", away);
  await home.command({
    type: "homeassistant/expose_entity",
    assistants: ["conversation"],
    entity_ids: ["person.ben", cellar],
    should_expose: true,
  });
  await home.says(ben, "hello", { userId: ben });
  await home.next(ben, isMessage);
  expect((await home.asks(anna, "tell me when the wine cellar is above 18 degrees")).text).toMatch(/above 18/);
  expect((await home.asks(anna, "tell me when Ben comes home")).text).toBe("This needs Ben’s OK first: I’ve asked.");
  expect(await home.next(ben, isMessage)).toMatchObject({ buttons: ["Yes, always", "Only this time", "No"] });
  expect(await home.presses(ben, "Yes, always", { userId: ben })).toBe("Thank you.");
  expect((await home.next(anna, isMessage)).text).toBe("Ben agrees. I’ll see to it when Ben comes home.");
  await home.service.kill();
  await home.sets(cellar, "17.5", degrees);
  await home.startService();
  await home.sets(cellar, "18.6", degrees);
  expect((await home.next(anna, isMessage)).text).toBe("⏰ Wine Cellar is above 18 °C");
  await home.sets(cellar, "17.9", degrees);
  await home.sets(cellar, "18.2", degrees);
  await home.sets("person.ben", "home", away);
  expect((await home.next(anna, isMessage)).text).toBe("⏰ Ben is home");
  expect((await home.asks(anna, "/planned")).text).toBe("Nothing is planned.");
}, 120_000);

it("each press of a button is told once, across restarts of both sides", async () => {
  await using home = await LiveHome.start();
  const bell = "input_button.doorbell";
  const press = async () => {
    // sooner it is the same press
    await setTimeout(2_500);
    await home.call("input_button.press", { entity_id: bell });
  };
  await home.command({ type: "homeassistant/expose_entity", assistants: ["conversation"], entity_ids: [bell], should_expose: true });
  await press();
  expect((await home.asks(anna, "every time the doorbell is pressed tell me")).text).toMatch(/ is triggered, every time\.$/);
  await press();
  expect(await home.next(anna, isMessage)).toMatchObject({
    text: expect.stringMatching(/^⏰ .*was triggered$/),
    buttons: ["Done", "Stop this"],
  });
  await home.service.kill();
  await press();
  await home.startService();
  expect((await home.next(anna, isMessage)).text).toMatch(/^⏰ .*was triggered/);
  await home.restartHomeAssistant();
  await home.service.kill();
  await home.startService();
  await home.says(anna, "turn off the bed light");
  // the notice that messages may have been lost while Home Assistant started may come first
  await home.next(anna, ({ text }) => /^Bed Light is (?:now|already) off/.test(text));
  await press();
  expect((await home.next(anna, isMessage)).text).toMatch(/^⏰ .*was triggered/);
  expect(await home.presses(anna, "Stop this")).toBe("Cancelled.");
  expect((await home.texts(anna)).filter((text) => /^⏰ .*was triggered(?! .*any more)/.test(text)).length).toBeGreaterThanOrEqual(2);
  expect((await home.asks(anna, "/planned")).text).toBe("Nothing is planned.");
}, 180_000);
