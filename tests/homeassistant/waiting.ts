import { setTimeout } from "node:timers/promises";

/** Resolves when the condition holds; the test's own time-out ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(5);
}

/** Lets frames that are under way on loopback arrive. */
export async function quiet(): Promise<void> {
  await setTimeout(60);
}
