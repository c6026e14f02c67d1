// Sentences that Home Assistant's own matcher does not place, read by the names, kinds and places of a real home; no model answers here.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anna, LiveHome } from "./live-home.ts";

describe("sentences beyond the matcher on a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    home = await LiveHome.start();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  it.each([
    ["vacuum the ground floor", /^Demo vacuum 0 ground floor is (now|already) cleaning\.$/],
    ["which doors are locked?", /^(?=.*Front Door)(?=.*Main Door).* are locked\.$/],
    ["are any lights on?", /Kitchen Lights[^\n]* are on\./],
    ["are all the lights off?", /^No: .*Kitchen Lights.* (is|are) on/],
    ["is everything locked?", /^(No: .* unlocked|Yes, all \d+ are locked)/],
    ["what is the outside temperature", /^Outside Temperature: 15\.6 °C\.$/],
    ["turn on the kitchn lights", /^Kitchen Lights is (now|already) on/],
    [
      "turn on both the bed light and the ceiling lights",
      /Bed Light.*\n.*Ceiling Lights|Bed Light and Ceiling Lights|Ceiling Lights.*\n.*Bed Light/,
    ],
  ])("%s", async (sentence, answer) => {
    expect((await home.asks(anna, sentence)).text).toMatch(answer);
  });

  it("where several things fit it asks which, and does it after the press", async () => {
    const question = await home.asks(anna, "turn on the fan");
    expect(question.buttons).toEqual(expect.arrayContaining(["Living Room Fan", "Ceiling Fan", "Cancel"]));
    expect(home.calls("fan.turn_on")).toEqual([]);

    await home.presses(anna, "Ceiling Fan");

    const answer = await home.next(anna, ({ kind }) => kind === "message");
    expect(answer.text).toMatch(/^Ceiling Fan is (now|already) on/);
    expect(home.calls("fan.turn_on").flat()).toEqual(["fan.ceiling_fan"].slice(0, home.calls("fan.turn_on").length));
  });

  it("what is not sure is left to the model", async () => {
    expect((await home.asks(anna, "turn on the piano")).text).toContain("language model");
  });
});
