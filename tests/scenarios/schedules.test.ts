import { describe, expect, it } from "vitest";
import { anna, eventually, family, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;

async function startHome(language = "en"): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language }));
  const home = await ScenarioHome.start({ options: { people } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}
const touched = (home: ScenarioHome) => home.calls().map(({ service, entityIds }) => [service, ...entityIds].join(" "));

describe("what is wanted later is done at its time", () => {
  it("an action, once", async () => {
    await using home = await startHome();
    const answer = await home.asks(anna, "turn off the desk lamp in 10 minutes");
    expect(answer.plain).toMatch(/^Okay, today at .*: turn off Desk Lamp\./);
    await home.settled();
    home.passes(9 * MINUTE);
    expect(home.calls()).toEqual([]);
    home.passes(1.1 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Desk Lamp is now off/);
    expect(touched(home)).toEqual(["light.turn_off light.desk_lamp"]);
    home.passes(60 * MINUTE);
    await home.settled();
    expect(home.calls()).toHaveLength(1);
  });

  it("a reminder, with buttons, put off", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "remind me in 20 minutes to call my mother")).plain).toMatch(
      /^Okay, I’ll remind you today at .*: call my mother$/,
    );
    await home.settled();
    home.passes(21 * MINUTE);
    const told = await home.next(anna);
    expect([told.plain, told.buttons.map((row) => row.map(({ label }) => label))]).toEqual([
      "⏰ Call my mother",
      [
        ["Done", "In 10 minutes"],
        ["In an hour", "Tomorrow"],
      ],
    ]);
    await home.settled();
    home.presses(anna, "In 10 minutes");
    await home.settled();
    home.passes(11 * MINUTE);
    await eventually(() => home.texts(anna).filter((text) => text === "⏰ Call my mother").length === 1);
    expect(home.model.calls).toEqual([]);
  });

  it.each(["set a timer for pasta, 9 minutes", "set a 9 minute pasta timer", "timer for pasta 9 minutes"])("%s", async (said) => {
    await using home = await startHome();
    expect((await home.asks(anna, said)).plain).toMatch(/^Okay: A timer for pasta, 9 minutes, until/);
    await home.settled();
    home.passes(9.1 * MINUTE);
    expect((await home.next(anna)).plain).toBe("⏰ Time is up: A timer for pasta.");
  });

  it("a risky action is asked about when it is planned, and not again", async () => {
    await using home = await startHome();
    const question = await home.asks(anna, "unlock the front door in 30 minutes");
    expect(question.plain).toMatch(/^Today at .*: unlock Front Door\?/);
    await home.settled();
    home.presses(anna, "Yes");
    expect((await home.next(anna)).plain).toMatch(/^Okay, today at .*: unlock Front Door/);
    await home.settled();
    expect(home.calls()).toEqual([]);
    home.passes(31 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Front Door is now unlocked/);
    expect(touched(home)).toEqual(["lock.unlock lock.front_door"]);
  });

  it("when somebody comes home", async () => {
    await using home = await startHome();
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    expect((await home.asks(anna, "when Ben comes home turn on the hallway light")).plain).toBe(
      "Okay, when Ben comes home: turn on Hallway Light.",
    );
    await home.settled();
    home.sim.setState("person.ben", "home");
    expect((await home.next(anna)).plain).toMatch(/Hallway Light is now on/);
  });
});
