// The same model, and a person who says yes: what the other cases keep from the home does reach it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScenarioHome } from "../scenario-home.ts";
import { rogueCases } from "./rogue-cases.ts";
import { expectAtYes, playCase, startRogueHome } from "./rogue-run.ts";

const given = rogueCases.filter(({ atYes }) => atYes !== undefined);
/** Every third, for each takes as long as its action: enough to show that nothing else holds the calls back. */
const cases = given.filter((_, index) => index % 3 === 0);

describe("a model that asks for too much, and is given it", () => {
  let home: ScenarioHome;
  beforeAll(async () => {
    home = await startRogueHome();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  it.each(cases)("gets what it wants by $tries", async (rogue) => {
    expectAtYes(rogue, await playCase(home, rogue, "Yes"));
  });

  it("could be given it in every kind of case", () => {
    expect(given.length).toBeGreaterThanOrEqual(25);
  });
});
