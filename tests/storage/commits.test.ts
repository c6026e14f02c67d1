import { join } from "node:path";
import { expect, it } from "vitest";
import { anna, eventually, ScenarioHome } from "../scenarios/scenario-home.ts";
import { writtenCommits } from "./written-commits.ts";

const allShown = (home: ScenarioHome) => eventually(() => home.rows("SELECT 1 FROM turns WHERE status <> 'sent'").length === 0);

/** Commits of one turn, from its message to its answer's id in the database. */
function commitsOf(home: ScenarioHome, text: string): Promise<number> {
  return writtenCommits(join(home.dataDir, "assistant.db"), async () => {
    await home.asks(anna, text);
    await allShown(home);
  });
}

it("a turn costs at most four waits for the disk: taken in, action begun, ended, answer shown", async () => {
  await using home = await ScenarioHome.start();
  await home.known();
  expect(await commitsOf(home, "is the garage closed?")).toBe(3);
  expect(await commitsOf(home, "turn on the bed light")).toBe(4);
  home.model.reply({ text: "Why did the lamp go to school? To get brighter." });
  expect(await commitsOf(home, "tell me a joke about lamps, please")).toBe(3);
  expect(await commitsOf(home, "/help")).toBe(2);
});

it("nothing is written while nothing happens", async () => {
  await using home = await ScenarioHome.start();
  await home.known();
  await home.asks(anna, "is the garage closed?");
  await allShown(home);
  const idle = async () => {
    home.passes(10 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  // once a day, when it is quiet, habits are looked for
  await idle();
  await eventually(() => home.rows("SELECT 1 FROM habit_runs").length === 1);
  expect(await writtenCommits(join(home.dataDir, "assistant.db"), idle)).toBe(0);
});
