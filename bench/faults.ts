import { existsSync } from "node:fs";
import { join } from "node:path";
import { emptyTally, type FaultTally, PHASES } from "./faults-count.ts";
import { killInHouse } from "./faults-house.ts";
import { atMost, type Figure } from "./figure.ts";

/** So many homes at once: starting a service is most of the work, and it waits for its home between. */
const HOUSES = 5;
const MUST_BE_NONE = ["doneTwice", "lostQuestions", "lostAnswers", "withoutYes", "shownTwice", "unreported", "brokenRecords"] as const;
const NAMES = {
  doneTwice: "faults_done_twice",
  lostQuestions: "faults_lost_questions",
  lostAnswers: "faults_lost_answers",
  withoutYes: "faults_done_without_yes",
  shownTwice: "faults_answers_shown_twice",
  unreported: "faults_unknown_not_reported",
  brokenRecords: "faults_record_not_intact",
} as const;

/**
 * Kills the bundled service at random points of turns that ask and act, and counts what came of all turns. The seed decides points, turns
 * and answers; what the machine does at that moment is its own.
 */
export async function faults({ seed, kills }: { seed: number; kills: number }): Promise<readonly Figure[]> {
  const program = [join(import.meta.dirname, "../dist/launch.mjs")];
  if (!program.every(existsSync)) throw new Error("there is no bundle to measure: run npm run build first");
  const from = performance.now();
  const share = (house: number) => Math.floor((kills + house) / HOUSES);
  const tallies = await Promise.all(
    Array.from({ length: HOUSES }, (_, house) => killInHouse({ seed: seed * HOUSES + house, kills: share(house), program })),
  );
  const tally = tallies.reduce(together, emptyTally());
  for (const wrong of tally.wrong) process.stderr.write(`${wrong}\n`);
  const seconds = (performance.now() - from) / 1_000;
  return [
    told("faults_seed", seed, ""),
    { ...told("faults_kills", tally.kills, ""), goal: `= ${kills}`, holds: tally.kills === kills },
    told("faults_turns", tally.turns, ""),
    ...PHASES.map((phase) => told(`faults_turns_killed_at_${phase}`, tally.phases[phase], "")),
    ...MUST_BE_NONE.map((count) => atMost(0, { name: NAMES[count], value: tally[count], unit: "" })),
    told("faults_unknown_reported", tally.unknown, ""),
    told("faults_unknown_and_not_done", tally.notDone, ""),
    told("faults_time", Math.round(seconds), "s"),
  ];
}

/** A figure without a goal. */
function told(name: string, value: number, unit: string): Figure {
  return { name, value, unit, goal: "", holds: true };
}

function together(one: FaultTally, other: FaultTally): FaultTally {
  const sum = { ...one, phases: { ...one.phases }, wrong: [...one.wrong, ...other.wrong] };
  for (const count of ["kills", "turns", "unknown", "notDone", ...MUST_BE_NONE] as const) sum[count] += other[count];
  for (const phase of PHASES) sum.phases[phase] += other.phases[phase];
  return sum;
}
