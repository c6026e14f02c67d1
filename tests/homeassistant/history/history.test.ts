import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CommandError } from "../../../src/homeassistant/connection/errors.ts";
import { createHistory } from "../../../src/homeassistant/history/history.ts";
import { fakeConnection } from "../../fakes/connection.ts";

const HOUR = 3_600_000;
const SPAN = { from: 0, to: 4 * HOUR, limit: 100, buckets: 4 };

/** A recorder that holds one entity's rows, `[seconds, state]`. */
function recorderOf(...rows: readonly (readonly [number, string])[]) {
  const connection = fakeConnection(() => ({ "sensor.a": rows.map(([lu, s]) => ({ s, lu })) }));
  return { connection, history: createHistory({ connection }) };
}

describe("of", () => {
  it("asks for one entity's state changes in the span", async () => {
    const { connection, history } = recorderOf();
    await history.of("sensor.a", SPAN);
    expect(connection.asked).toEqual([
      {
        type: "history/history_during_period",
        start_time: "1970-01-01T00:00:00.000Z",
        end_time: "1970-01-01T04:00:00.000Z",
        entity_ids: ["sensor.a"],
        minimal_response: true,
        no_attributes: true,
      },
    ]);
  });

  it("keeps the newest changes, newest last, and tells how many are left out", async () => {
    const { history } = recorderOf([0, "off"], [10, "on"], [20, "off"], [30, "on"]);
    expect(await history.of("sensor.a", { ...SPAN, limit: 2 })).toMatchObject({
      changes: [
        { at: 20_000, state: "off" },
        { at: 30_000, state: "on" },
      ],
      buckets: undefined,
      omitted: 2,
    });
  });

  it("rows of the same state are no change, and the state before the span begins with it", async () => {
    const { history } = recorderOf([-500, "on"], [10, "on"], [20, "off"]);
    expect((await history.of("sensor.a", SPAN)).changes).toEqual([
      { at: 0, state: "on" },
      { at: 20_000, state: "off" },
    ]);
  });

  it("takes the time of change over the time of update", async () => {
    const history = createHistory({ connection: fakeConnection(() => ({ "sensor.a": [{ s: "on", lu: 50, lc: 20.5 }] })) });
    expect((await history.of("sensor.a", SPAN)).changes).toEqual([{ at: 20_500, state: "on" }]);
  });

  it("weighs numbers by the time they held", async () => {
    const { history } = recorderOf([0, "10"], [900, "20"], [7_200, "5"]);
    expect((await history.of("sensor.a", SPAN)).buckets).toEqual([
      { from: 0, to: HOUR, min: 10, max: 20, mean: 17.5 },
      { from: HOUR, to: 2 * HOUR, min: 20, max: 20, mean: 20 },
      { from: 2 * HOUR, to: 3 * HOUR, min: 5, max: 5, mean: 5 },
      { from: 3 * HOUR, to: 4 * HOUR, min: 5, max: 5, mean: 5 },
    ]);
  });

  it("time in which nothing was known does not count, spans of it are missing", async () => {
    const { history } = recorderOf([0, "10"], [1_800, "unavailable"], [7_200, "unknown"], [10_800, "30"]);
    expect((await history.of("sensor.a", SPAN)).buckets).toEqual([
      { from: 0, to: HOUR, min: 10, max: 10, mean: 10 },
      { from: 3 * HOUR, to: 4 * HOUR, min: 30, max: 30, mean: 30 },
    ]);
  });

  it("an entity that Home Assistant does not know has no changes", async () => {
    const history = createHistory({ connection: fakeConnection(() => ({})) });
    expect(await history.of("sensor.none", SPAN)).toEqual({ from: 0, to: 4 * HOUR, changes: [], buckets: undefined, omitted: 0 });
  });

  it("a refusal is thrown", async () => {
    const connection = fakeConnection(() => {
      throw new CommandError("invalid_start_time", "Invalid start_time");
    });
    await expect(createHistory({ connection }).of("sensor.a", SPAN)).rejects.toThrow(CommandError);
  });

  it("a long span is read with pauses, and can be given up in one of them", async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => [at, String(at)] as const);
    const { history } = recorderOf(...rows);
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect((await history.of("sensor.a", SPAN)).omitted).toBe(11_900);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(1);

    const stop = new AbortController();
    const reading = history.of("sensor.a", SPAN, { signal: stop.signal });
    stop.abort();
    await expect(reading).rejects.toThrow("abort");
  });

  it.each([
    ["a list", []],
    ["no rows", { "sensor.a": "x" }],
    ["a row that is none", { "sensor.a": [7] }],
    ["a state of numbers", { "sensor.a": [{ s: 7, lu: 1 }] }],
    ["a time that is none", { "sensor.a": [{ s: "on", lu: "now" }] }],
  ])("%s is refused", async (_, answer) => {
    await expect(createHistory({ connection: fakeConnection(() => answer) }).of("sensor.a", SPAN)).rejects.toThrow("unknown form");
  });

  it("means lie between the extremes, for any numbers and any buckets", async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 14_000 }), fc.oneof(fc.integer().map(String), fc.constant("unknown"))), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 50 }), async (unsorted, buckets) => {
        const { history } = recorderOf(...[...unsorted].sort(([a], [b]) => a - b));
        for (const bucket of (await history.of("sensor.a", { ...SPAN, buckets })).buckets ?? []) {
          expect(bucket.mean).toBeGreaterThanOrEqual(bucket.min - Math.abs(bucket.min) * 1e-9);
          expect(bucket.mean).toBeLessThanOrEqual(bucket.max + Math.abs(bucket.max) * 1e-9);
        }
      }),
    );
  });
});

it("rows come with their attributes, unthinned and without the state before", async () => {
  const row = { s: "2026-11-21T22:38:40.000+00:00", a: { event_type: "telegram_text", id: 7 }, lu: 1_795_300_720.5 };
  const connection = fakeConnection(() => ({ "event.bot_update_event": [row] }));
  const rows = await createHistory({ connection }).rows("event.bot_update_event", 0, 1_000);

  expect(rows).toEqual([{ at: 1_795_300_720_500, state: row.s, attributes: row.a }]);
  expect(connection.asked[0]).toMatchObject({ significant_changes_only: false, include_start_time_state: false });
  expect(connection.asked[0]).not.toHaveProperty("no_attributes");
});
