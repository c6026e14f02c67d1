import { expect, it } from "vitest";
import { anna, eventually, ScenarioHome, serviceCall } from "./scenario-home.ts";

const MINUTE = 60_000;

const ago = (home: ScenarioHome, ms: number) => ({ date: new Date(home.now - ms) });

it("answers a question that took half an hour to arrive", async () => {
  await using home = await ScenarioHome.start();
  home.says(anna, "is the garage closed?", ago(home, 30 * MINUTE));
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");
});

it("acts at once on a message that is one minute old", async () => {
  await using home = await ScenarioHome.start();
  home.says(anna, "turn on the bed light", ago(home, MINUTE));
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
});

it("asks first when what would act is five minutes old, and does it after Yes", async () => {
  await using home = await ScenarioHome.start();
  home.says(anna, "turn on the bed light", ago(home, 5 * MINUTE));
  const question = await home.next(anna);
  expect(question.plain).toBe("Turn on Bed Light? Bed Light is off now.\nYou wrote this a while ago. You have 60 seconds.");
  expect(home.calls()).toEqual([]);
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  expect(home.calls()).toHaveLength(1);
});

it("does nothing of a late message after Cancel", async () => {
  await using home = await ScenarioHome.start();
  home.says(anna, "turn on the bed light", ago(home, 5 * MINUTE));
  await home.next(anna);
  home.presses(anna, "Cancel");
  expect((await home.next(anna)).plain).toBe("OK, I did not turn on Bed Light.");
  expect(home.calls()).toEqual([]);
});

it("does of a late message only what got a yes", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    { toolCalls: [serviceCall("light.turn_on", "light.bed_light"), serviceCall("light.turn_on", "light.hallway_light")] },
    { text: "Anything else?" },
  );
  home.says(anna, "make it a little brighter around here", ago(home, 5 * MINUTE));
  await home.next(anna);
  home.presses(anna, "Only 2");
  expect((await home.next(anna)).plain).toContain("OK, I did not turn on Bed Light.");
  expect(home.calls().map(({ entityIds }) => entityIds)).toEqual([["light.hallway_light"]]);
});

it("gives one line to a message that is two hours old, and does nothing", async () => {
  await using home = await ScenarioHome.start();
  home.says(anna, "turn on the bed light", ago(home, 120 * MINUTE));
  expect((await home.next(anna)).plain).toBe(
    "This came too late to me (2 hours old), so I did nothing. Please write it again if it still matters.",
  );
  expect(home.model.calls).toEqual([]);
  expect(home.calls()).toEqual([]);
});

it("answers what was written during an outage, once and in order", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "is the garage closed?");
  await home.settled();
  home.sim.outage("refuse");
  home.sim.disconnect();
  await eventually(() => !home.app.home.ready);
  for (const text of ["turn on the bed light", "unlock the front door"]) home.says(anna, text);
  home.sim.outage("none");
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  expect((await home.next(anna)).plain).toMatch(/^Unlock Front Door\?/);
  await home.settled();
  home.sim.disconnect();
  await eventually(() => !home.app.home.ready);
  await home.app.home.whenReady();
  expect((await home.asks(anna, "is the garage closed?")).plain).toBe("Yes, Garage Door is closed.");
  expect(home.texts(anna)).toHaveLength(4);
  expect(home.calls()).toHaveLength(1);
});

it("answers what was written while the service was off, once: asking first about what would act", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "is the garage closed?");
  await home.stopApp();
  home.says(anna, "is the front door locked?");
  home.says(anna, "turn on the bed light");
  home.offset += 10 * MINUTE;
  await home.startApp();
  expect((await home.next(anna)).plain).toBe("Yes, Front Door is locked.");
  expect((await home.next(anna)).plain).toContain("You wrote this a while ago.");
  await home.stopApp();
  await home.startApp();
  expect((await home.asks(anna, "is the garage closed?")).plain).toBe("Yes, Garage Door is closed.");
  expect(home.texts(anna)).toHaveLength(4);
  expect(home.calls()).toEqual([]);
});
