import { describe, expect, it } from "vitest";
import { killInHouse } from "../../bench/faults-house.ts";

/** The benchmark's `faults` has 200 of them, with the bundle. */
const KILLS = 2;

describe("killed at random points of turns that ask and act", () => {
  it("loses no question and no answer, does nothing twice and nothing without a yes", async () => {
    const timeLine = { toHearing: 800, toAction: 500, toAnswer: 1_800 };
    const tally = await killInHouse({ seed: 11, kills: KILLS, program: ["src/launch.mjs", "main.ts"], timeLine });

    expect(tally.wrong).toEqual([]);
    expect(tally).toMatchObject({ kills: KILLS, doneTwice: 0, withoutYes: 0, lostQuestions: 0, lostAnswers: 0 });
    expect(tally).toMatchObject({ shownTwice: 0, unreported: 0, brokenRecords: 0 });
    expect(tally.turns).toBeGreaterThan(KILLS);
  }, 90_000);
});
