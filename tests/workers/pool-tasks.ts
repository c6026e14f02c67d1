import { getPriority } from "node:os";
import { setTimeout } from "node:timers/promises";
import { threadId } from "node:worker_threads";

/** Runs in a worker thread: says which, after some milliseconds. */
export async function where({ afterMs = 0 }: { afterMs?: number }): Promise<number> {
  await setTimeout(afterMs);
  return threadId;
}

/** Runs in a worker thread: never comes to an end, and lets nothing else in. */
export function spin(): never {
  for (;;);
}

/** Runs in a worker thread: fails. */
export function fail({ why }: { why: string }): never {
  throw new RangeError(why);
}

/** Runs in a worker thread: takes its thread down. */
export function exit(): never {
  process.exit(3);
}

/** Runs in a worker thread: the names of the variables that it sees. */
export function environment(): readonly string[] {
  return Object.keys(process.env);
}

/** Runs in a worker thread: how nice it is, of Linux's -20 to 19. */
export function niceness(): number {
  return getPriority();
}

/** Runs in a worker thread: keeps more than there is room for, in pieces as small as those of a page. */
export function hoard(): number {
  const kept: object[] = [];
  for (;;) kept.push({ number: kept.length, name: `element ${kept.length}`, children: [] });
}
