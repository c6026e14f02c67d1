import { expect, it } from "vitest";
import { anna, ScenarioHome } from "./scenario-home.ts";

it("answers whether the garage is closed from its true state", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "is the garage closed?")).plain).toBe("Yes, Garage Door is closed.");
  home.sim.setState("cover.garage_door", "open");
  expect((await home.asks(anna, "is the garage closed?")).plain).toBe("No, Garage Door is open.");
  expect(home.calls()).toEqual([]);
});

it("turns the bed light to 30 % and says what the light reports", async () => {
  await using home = await ScenarioHome.start();
  const answer = await home.asks(anna, "turn the bed light to 30 %");
  expect(home.calls()).toEqual([{ service: "light.turn_on", entityIds: ["light.bed_light"], data: { brightness_pct: 30 } }]);
  expect(home.sim.state("light.bed_light")?.state).toBe("on");
  expect(answer.plain).toMatch(/Bed Light is now on \(30(\.\d)? %\)/);
});

it("asks before the lock moves, and unlocks once after Yes", async () => {
  await using home = await ScenarioHome.start();
  const question = await home.asks(anna, "unlock the front door");
  expect(question.plain).toContain("Unlock Front Door?");
  expect(question.buttons.flat().map(({ label }) => label)).toEqual(["Yes", "Cancel"]);
  expect(home.calls()).toEqual([]);
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.calls()).toEqual([{ service: "lock.unlock", entityIds: ["lock.front_door"], data: {} }]);
});

it("does nothing after Cancel", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  home.presses(anna, "Cancel");
  expect((await home.next(anna)).plain).toBe("OK, I did not unlock Front Door.");
  expect(home.calls()).toEqual([]);
});

it("lets the model read states by tools and answers in its words", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    { toolCalls: [{ name: "get_entity_state", args: { entity_id: "sensor.living_room_temperature" } }] },
    { text: "It is 21.3 °C in the living room." },
  );
  const answer = await home.asks(anna, "would I be cold in the living room without a jumper");
  expect(answer.plain).toBe("It is 21.3 °C in the living room.");
});
