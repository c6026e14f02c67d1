import { describe, expect, test } from "vitest";
import { HOUSE, told } from "./reading-world.ts";

describe("is it so", () => {
  test.each([
    ["Is the coffee maker on?", "? coffee on"],
    ["please tell me, is the irrigation valve on?", "? irrigation open"],
    ["is the garage door still open", "? garage open"],
    ["is the rear door locked?", "? back locked"],
    ["is the smart lock locked", "? smart locked"],
    ["is anna home?", "? anna home"],
    ["is the vacuum cleaning?", "? roborock cleaning"],
    ["is the kitchen window open?", "? kitchen_window on"],
    ["is the TV on?", "? tv on"],
    ["Is the kitchen sink battery low?", "? sink_battery"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));

  test("where two may be meant, each tells of itself", () => {
    expect(told("is the reading lamp on?")).toBe("? reading_left,reading_right");
  });
});

describe("which are so", () => {
  test.each([
    ["which windows are open?", "which? kitchen_window on, bedroom_window on"],
    ["what lights are on in the kitchen?", "which? kitchen_ceiling on, kitchen_counter on"],
    ["are any doors unlocked?", "which? smart unlocked, back unlocked"],
    ["which batteries are low?", "? sink_battery,door_battery <=20 which"],
    ["who is home?", "which? anna home, ben home"],
    ["is anybody home", "which? anna home, ben home"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));

  test("covers answer to it as well as sensors do", () => {
    const entities = [...HOUSE, { entityId: "cover.roof", name: "Roof Window", deviceClass: "window", state: "open", area: "Attic" }];
    expect(told("which windows are open?", { entities })).toBe("which? kitchen_window on, bedroom_window on, roof open");
  });
});

describe("what is it", () => {
  test.each([
    ["how warm is it in the bedroom?", "? bedroom_temperature"],
    ["how warm is the living room", "? thermostat current_temperature"],
    ["what's the temperature in the bedroom?", "? bedroom_temperature"],
    ["what is the bedroom temperature", "? bedroom_temperature"],
    ["how much battery does the rear door have left?", "? door_battery"],
    ["where is ben?", "? ben"],
    ["what is the state of the garage door opener?", "? garage"],
  ])("%s", (sentence, outcome) => expect(told(sentence)).toBe(outcome));
});

describe("what states do not tell", () => {
  test.each([
    "which windows should I open?",
    "which curtains are open?",
    "is the piano in tune?",
    "what is the capital of France?",
    "is it warm enough to swim?",
    "was the garage door open yesterday?",
    "is the bedroom warmer than the kitchen?",
    "what does the script good night do?",
    "how do I reset the vacuum?",
  ])("%s", (sentence) => expect(told(sentence)).toBe("no"));
});
