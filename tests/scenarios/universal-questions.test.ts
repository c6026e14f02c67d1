import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { demoHome } from "../../src/simulated-home/demo-home.ts";
import { anna, eventually, ScenarioHome } from "./scenario-home.ts";

/** Texts of kinds and states as Home Assistant 2026.11 has them. */
const translations = JSON.parse(readFileSync(new URL("../fixtures/state-translations.json", import.meta.url), "utf8"));

it("a question whether all or any are so is answered over all of them, without a model", { timeout: 60_000 }, async () => {
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, translations } } });
  const rows = [
    ["are all windows closed?", "No: Kitchen Window is open."],
    ["are the windows closed?", "No: Kitchen Window is open."],
    ["is everything locked?", "Yes, all 2 are locked."],
    ["is everything closed?", "No: Kitchen Window is open."],
    ["is anything open?", "Yes: Kitchen Window is open."],
    ["are the lights off?", "No: Ceiling Lights and Desk Lamp are on."],
    ["are all the lights in the bedroom off?", "Yes, Bed Light is off."],
    ["is everybody home?", "No: Ben is away."],
    ["is anyone home?", "Anna is at home."],
  ] as const;
  home.model.respond(() => ({ text: "The model." }));
  // the words for kinds are read in the background
  await vi.waitFor(async () => expect((await home.asks(anna, rows[0][0])).plain).toBe(rows[0][1]), { timeout: 10_000, interval: 200 });
  const asked = home.model.calls.length;
  const told: (readonly [string, string])[] = [];
  for (const [question] of rows) told.push([question, (await home.asks(anna, question)).plain]);
  expect(told).toEqual(rows);
  home.sim.setState("binary_sensor.kitchen_window", "off");
  home.sim.setState("binary_sensor.bedroom_window", "unavailable");
  await eventually(() => home.app.home.find("binary_sensor.bedroom_window")?.state.state === "unavailable");
  expect((await home.asks(anna, "are all windows closed?")).plain).toBe(
    "Yes, Kitchen Window is closed.\nBedroom Window cannot be reached right now.",
  );
  expect((await home.asks(anna, "is anything open?")).plain).toBe("No, none of 3 is open.\nBedroom Window cannot be reached right now.");
  expect(home.model.calls).toHaveLength(asked);
});
