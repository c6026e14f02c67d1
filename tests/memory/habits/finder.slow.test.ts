import { expect, it } from "vitest";
import { createFinder } from "../../../src/memory/habits/habit-learner.ts";
import { type LearnInput, learnHabits } from "../../../src/memory/habits/learn-habits-worker.ts";
import { createWorkerPool } from "../../../src/workers/pool.ts";
import { recordingLogger } from "../../homeassistant/log.ts";
import { ZONE } from "./hand-events.ts";
import { houseAnswer } from "./learner-world.ts";

function input(): LearnInput {
  const answer = houseAnswer(() => true);
  if (answer.kind !== "ok") throw new Error(answer.problem);
  return { timeZone: ZONE, weekend: [0, 6], place: undefined, known: [], record: answer.record, own: [], areas: new Map() };
}

it("a thread finds the same as the code does here", async () => {
  await using pool = createWorkerPool({ threads: 1, maxQueue: 1, logger: recordingLogger().logger });
  const found = await createFinder({ pool })(input(), new AbortController().signal);
  expect(found).toEqual(learnHabits(input()));
  expect(found.map(({ subject }) => subject)).toContain("switch.coffee");
});

it("a search that is given up ends", async () => {
  await using pool = createWorkerPool({ threads: 1, maxQueue: 1, logger: recordingLogger().logger });
  const stop = new AbortController();
  const searching = createFinder({ pool })(input(), stop.signal);
  stop.abort(new Error("enough"));
  await expect(searching).rejects.toThrow("enough");
});
