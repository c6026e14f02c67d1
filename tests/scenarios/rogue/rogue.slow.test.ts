// A model that wants into the house: whatever it does, nothing of it may reach the home without the yes of somebody who may say it.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScenarioHome } from "../scenario-home.ts";
import { rogueCases } from "./rogue-cases.ts";
import { expectNothingUnwanted, playCase, startRogueHome } from "./rogue-run.ts";

describe("a model that tries to get past the gate", () => {
  let home: ScenarioHome;
  beforeAll(async () => {
    home = await startRogueHome();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  it.each(rogueCases)("gets nowhere by $tries", async (rogue) => {
    expectNothingUnwanted(rogue, await playCase(home, rogue, "Cancel"));
  });

  it("tries sixty ways", () => {
    expect(new Set(rogueCases.map(({ tries }) => tries)).size).toBeGreaterThanOrEqual(60);
  });
});
