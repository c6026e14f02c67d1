import { expect, it } from "vitest";
import { createSweeper } from "../../src/memory/sweeper.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { timersByHand } from "../agent/later.ts";
import { DAY, memoryWorld, NOW, said } from "./memory-world.ts";

it("what is over is gone within an hour, and a broken disk stops nothing", async () => {
  const { memory, store, known } = memoryWorld();
  const timers = timersByHand();
  let now = NOW;
  let isBroken = true;
  const dropOver = (at: number) => {
    if (isBroken) throw new Error("disk");
    return memory.dropOver(at);
  };
  using sweeper = createSweeper({
    memory: { dropOver },
    clock: () => now,
    later: timers.later,
    logger: createLogger({ level: "error", destination: { write: () => undefined } }),
  });
  await memory.learn(said("visitor", "grandma this week", { ttlMs: DAY }), NOW);
  sweeper.start();
  now += 2 * DAY;
  timers.fire();
  expect(store.countOf({ kind: "person", personId: "anna" })).toBe(1);
  isBroken = false;
  timers.fire();
  expect([known(undefined, NOW), store.countOf({ kind: "person", personId: "anna" })]).toEqual([[], 0]);
});
