import { expect, it } from "vitest";
import { anna, ben, eventually, ScenarioHome } from "./scenario-home.ts";

it("everyday questions are answered from what Home Assistant tells, with what was asked for, and no model is asked", async () => {
  await using home = await ScenarioHome.start();
  for (const [question, answer] of [
    ["will it rain tomorrow?", "No, probably not tomorrow: 20 % chance, 0.2 mm."],
    ["do I need an umbrella today?", "Yes, today: rainy, 80 % chance, 4.5 mm."],
    ["what's the weather like?", "Right now: cloudy, 6.4 °C, 12 km/h.\nToday: rainy, 3 to 8 °C, 80 % chance, 4.5 mm."],
    ["how warm will it be tomorrow?", "Tomorrow: 2 to 7 °C."],
    ["is it raining?", "Right now: cloudy, 6.4 °C, 12 km/h."],
    ["what's on my calendar tomorrow?", /^Tomorrow: Bin collection; Dentist, 9:30\sAM–10:15\sAM, High Street 4\.$/],
    ["am I free today?", "Yes, you are free today: there is nothing in the calendar."],
    ["when are the bins collected?", "Tomorrow: Bin collection."],
    ["what's on the shopping list?", "On Groceries: Milk and Bread."],
    ["is butter on the list?", "No, butter is not on Groceries."],
    ["how warm was the bedroom yesterday?", /^Bedroom Temperature, yesterday: [\d.]+ to [\d.]+ °C, [\d.]+ °C on average\.$/],
    ["how much energy did we use yesterday?", /no electricity meter is set up/],
    ["how long has the desk lamp been on?", /^Desk Lamp has been on since before .* when my record begins\.$/],
    ["how many lights are on?", "2 are on: Ceiling Lights and Desk Lamp."],
    ["is there motion in the hallway?", "No, Hallway Motion is quiet."],
    ["what's open?", "Kitchen Window is open."],
    ["who is at home?", "Anna is at home."],
    [
      "when was the front door last opened?",
      /^I can’t tell that of Front Door\. It has been locked since (?:today|tomorrow|yesterday) at /,
    ],
  ] as const) {
    const { plain } = await home.asks(anna, question);
    expect(plain, question).toEqual(typeof answer === "string" ? answer : expect.stringMatching(answer));
  }
  expect(home.model.calls).toEqual([]);
});

it("what became so while the record was kept is told with its time", async () => {
  await using home = await ScenarioHome.start();
  home.sim.setState("light.desk_lamp", "off");
  await eventually(() => home.app.home.find("light.desk_lamp")?.state.state === "off");
  expect((await home.asks(anna, "how long has the desk lamp been off?")).plain).toMatch(
    /^Desk Lamp has been off since (?:today|tomorrow|yesterday) at .*: \d+ seconds?\.$/,
  );
  expect((await home.asks(anna, "when was the desk lamp last on?")).plain).toMatch(
    /^Desk Lamp was last on until (?:today|tomorrow|yesterday) at .*\. It is off now\.$/,
  );
});

it("guests hear nothing of calendars, and what no calendar knows is for the model", async () => {
  const options = {
    people: [
      { name: "Anna", telegram_user_id: anna, role: "owner" },
      { name: "Ben", telegram_user_id: ben, role: "guest" },
    ],
  };
  await using home = await ScenarioHome.start({ options });
  expect((await home.asks(ben, "what's on the calendar tomorrow?")).plain).toBe("Only the people who live here can ask about that.");
  home.model.reply({ text: "On 25 December." });
  expect((await home.asks(anna, "when is Christmas?")).plain).toBe("On 25 December.");
});

it("the time is no date of a calendar", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "what time is it?")).plain).toMatch(/^It is \d/);
});

it("what is said to go on a list with “and” is two items, and in quotation marks one", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "add apples and pears to groceries")).plain).toBe("Added Apples to Groceries.\nAdded Pears to Groceries.");
  expect((await home.asks(anna, "add “salt and pepper” to groceries")).plain).toMatch(/^Added “?Salt and pepper”? to Groceries\.$/i);
});

it("“lights off” is about all that are on", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "lights off")).plain).toContain("Ceiling Lights and Desk Lamp");
  expect(home.model.calls).toEqual([]);
});

it("a player that plays is on, in Home Assistant's words of the person's language", async () => {
  await using home = await ScenarioHome.start({ options: { language: "de" } });
  expect((await home.asks(anna, "Ist der TV an?")).plain).toBe("Ja, TV ist an (Wiedergabe).");
});
