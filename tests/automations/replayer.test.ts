import { describe, expect, it } from "vitest";
import { automationSchema } from "../../src/automations/intent.ts";
import { createOlderStates, type OlderStates } from "../../src/automations/older-states.ts";
import type { Series } from "../../src/automations/past.ts";
import { type ReplayInput, replay } from "../../src/automations/replay.ts";
import { createReplayer } from "../../src/automations/replayer.ts";
import type { Entity } from "../../src/homeassistant/registry/home.ts";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const HOUR = 3_600_000;

/** Replays over an entity that changes each `everyMs`, as far back as Home Assistant has kept it. */
async function replayed(everyMs: number, keptMs = 30 * 24 * HOUR, { days, older }: { days?: number; older?: OlderStates } = {}) {
  const reads: number[] = [];
  let given: Series = new Map();
  const stateAt = (at: number) => (Math.floor(at / everyMs) % 2 === 0 ? "off" : "on");
  const replayer = createReplayer({
    history: {
      async of(_entityId, { from, to }) {
        const begin = Math.max(from, NOW - keptMs);
        if (begin >= to) return { from, to, changes: [], buckets: undefined, omitted: 0 };
        const changes = [{ at: begin, state: stateAt(begin) }];
        for (let at = Math.ceil((begin + 1) / everyMs) * everyMs; at < to; at += everyMs) changes.push({ at, state: stateAt(at) });
        reads.push(changes.length);
        return { from, to, changes, buckets: undefined, omitted: 0 };
      },
      rows: () => Promise.reject(new Error("no attribute is read")),
    },
    older,
    home: { find: () => ({}) as Entity, info: { timeZone: "UTC" } as never },
    zoneName: () => undefined,
    pool: {
      async run<Input, Output>(_task: object, input: Input) {
        const it = input as ReplayInput;
        given = it.series;
        return replay(it) as Output;
      },
    },
    now: () => NOW,
  });
  const trigger = { kind: "state", entities: ["sensor.it"], to: ["on"] };
  const actions = [{ kind: "tell", person: "Anna", message: "on" }];
  const automation = automationSchema.parse({ name: "It", triggers: [trigger], conditions: [], actions });
  const answer = await replayer(automation, new AbortController().signal, days);
  return { ...answer, reads, at: [...(given.get("sensor.it")?.at ?? [])] };
}

it("a week is read in a few answers, and each change of it once", async () => {
  const { from, times, reads, at } = await replayed(HOUR);
  expect(from).toBe(NOW - 7 * 24 * HOUR);
  expect(times).toHaveLength((7 * 24) / 2);
  expect(reads.length).toBeLessThanOrEqual(4);
  expect(at.slice(1)).toEqual(Array.from({ length: at.length - 1 }, (_, index) => (at[0] ?? 0) + (index + 1) * HOUR));
});

it("what changes 10,000 times a minute is never read whole, and replayed over what was read", async () => {
  const { from, reads, times } = await replayed(6);
  expect(Math.max(...reads)).toBeLessThan(25_000);
  expect(reads.reduce((sum, count) => sum + count)).toBeLessThan(50_000);
  expect(NOW - from).toBeGreaterThan(60_000);
  expect(times[0]).toBeGreaterThan(from);
});

it("what the recorder began to keep yesterday is replayed from then on", async () => {
  const { from, missing } = await replayed(HOUR, 24 * HOUR);
  expect(from).toBe(NOW - 24 * HOUR);
  expect(missing).toEqual([]);
});

describe("a month", () => {
  const DAY = 24 * HOUR;
  /** InfluxDB has what was on each third day, and texts of it only. */
  const influx = (kind: "ok" | "down", cut: readonly string[] = []) =>
    createOlderStates({
      influx: {
        async read({ field, from, to }, take) {
          for (let at = Math.ceil(from / DAY) * DAY; at < to && field === "state"; at += DAY) {
            take({ objectId: "it", at, value: (at / DAY) % 3 === 0 ? "on" : "off" });
          }
          return kind === "ok" ? { kind, cut } : { kind };
        },
      },
    });

  it("is replayed over what the recorder keeps, and says from when on", async () => {
    const { wanted, from, times } = await replayed(HOUR, 10 * DAY, { days: 30 });
    expect([NOW - wanted, NOW - from]).toEqual([30 * DAY, 10 * DAY]);
    expect(times).toHaveLength((10 * 24) / 2);
  });

  it("goes on with InfluxDB before that", async () => {
    const { wanted, from, times } = await replayed(HOUR, 10 * DAY, { days: 30, older: influx("ok") });
    expect(from).toBe(wanted);
    expect(times.filter((at) => at < NOW - 10 * DAY).map((at) => (at / DAY) % 3)).toEqual(Array.from({ length: 7 }, () => 0));
  });

  it.each([
    ["a database that is down", influx("down")],
    ["a past with holes", influx("ok", ["it"])],
  ])("%s is none", async (_, older) => {
    expect(NOW - (await replayed(HOUR, 10 * DAY, { days: 30, older })).from).toBe(10 * DAY);
  });

  it("numbers stand in another field", async () => {
    const asked: string[] = [];
    const older = createOlderStates({
      influx: {
        async read({ field, from }, take) {
          asked.push(field);
          if (field === "value") take({ objectId: "it", at: from, value: 21.5 });
          return { kind: "ok", cut: [] };
        },
      },
    });
    const signal = new AbortController().signal;
    expect(await older({ entityId: "sensor.it", attribute: undefined }, { from: 0, to: DAY, signal })).toEqual([{ at: 0, state: "21.5" }]);
    expect(asked).toEqual(["state", "value"]);
  });
});
