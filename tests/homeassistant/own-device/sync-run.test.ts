import { expect, test } from "vitest";
import type { SyncStatus } from "../../../src/homeassistant/own-device/sync-run.ts";
import { AT, GOOD, playedSync } from "../sync-indexer.ts";

const reading = { phase: "reading", done: 1, total: 9 };

test("tells how far a run is, who asked for it and how it ended", async () => {
  const { sync, runs } = playedSync();
  const seen: SyncStatus[] = [];
  sync.onChange((status) => void seen.push(status));
  const run = sync.run({ reason: "button", by: "Ben" });
  runs[0]?.tell(reading);
  runs[0]?.end(GOOD);
  expect(await run).toEqual({ kind: "done", counts: GOOD.counts, problems: [] });
  expect(seen.map(({ state, progress, by: name }) => [state, progress?.done, name])).toEqual([
    ["running", undefined, "Ben"],
    ["running", 1, "Ben"],
    ["idle", undefined, "Ben"],
  ]);
  expect(sync.status.last).toEqual({ at: AT, counts: GOOD.counts });
});

test("does not run twice", async () => {
  const { sync, runs } = playedSync();
  const first = sync.run({ reason: "button" });
  runs[0]?.tell(reading);
  expect(await sync.run({ reason: "command", by: "Anna" })).toEqual({ kind: "already_running", progress: reading });
  runs[0]?.end(GOOD);
  await first;
  expect(runs).toHaveLength(1);
  void sync.run({ reason: "command" });
  expect(runs).toHaveLength(2);
});

test("a fault of the indexer is a failed run, and the last good one is remembered", async () => {
  const { sync, runs, lines } = playedSync();
  const good = sync.run({ reason: "button" });
  runs[0]?.end(GOOD);
  await good;
  const bad = sync.run({ reason: "button" });
  runs[1]?.fail(new Error("disk full"));
  expect(await bad).toEqual({ kind: "failed", problems: [] });
  expect(sync.status).toMatchObject({ state: "failed", last: { at: AT } });
  expect(lines.map(({ msg }) => msg)).toContain("a sync failed");
});

test("keeps ten problems of a run", async () => {
  const { sync, runs } = playedSync();
  const run = sync.run({ reason: "button" });
  runs[0]?.end({ ok: true, counts: {}, problems: Array.from({ length: 200 }, (_, index) => `file ${index}`) });
  await run;
  expect([sync.status.problems.length, sync.status.problems[9]]).toEqual([10, "file 9"]);
});

test("keeps of a long problem its beginning, so that all of them fit into an attribute", async () => {
  const { sync, runs } = playedSync();
  const run = sync.run({ reason: "button" });
  runs[0]?.end({ ok: false, counts: {}, problems: Array.from({ length: 10 }, () => `entity: ${"日".repeat(5_000)}`) });
  expect(await run).toMatchObject({ kind: "failed", problems: sync.status.problems });
  expect(sync.status.problems[0]).toMatch(/^entity: 日+…$/u);
  expect(Buffer.byteLength(JSON.stringify(sync.status.problems))).toBeLessThan(14_000);
});

test("the end of the service ends a run and lets none begin", async () => {
  const { sync, runs } = playedSync();
  const run = sync.run({ reason: "button" });
  const ended = sync[Symbol.asyncDispose]();
  expect(runs[0]?.signal.aborted).toBe(true);
  runs[0]?.fail(new Error("aborted"));
  expect(await run).toMatchObject({ kind: "failed" });
  await ended;
  expect(await sync.run({ reason: "button" })).toMatchObject({ kind: "already_running" });
  expect(runs).toHaveLength(1);
});
