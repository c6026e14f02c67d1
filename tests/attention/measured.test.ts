import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DAY, FindingWorld, findingsIn, HOUR, MINUTE } from "../fakes/finding-world.ts";

const NOON = Date.parse("2026-02-11T12:00:00+01:00");

async function startWorld(furnish: (world: FindingWorld) => void) {
  const world = new FindingWorld(NOON);
  furnish(world);
  const found = findingsIn(world);
  found.start();
  world.passes(10 * MINUTE);
  // what is usual is read by promises
  await setImmediate();
  world.passes(MINUTE);
  return { world, ...found };
}

/** A sensor with hourly statistics of eight weeks. */
function measures(world: FindingWorld, entityId: string, deviceClass: string, valueAt: (hour: number, day: number) => number): void {
  const attributes = { state_class: "measurement", unit_of_measurement: "°C" };
  world.add(entityId, { state: String(valueAt(12, 56)), deviceClass, deviceId: entityId, attributes });
  const rows = Array.from({ length: 56 * 24 }, (_, index) => {
    const start = NOON - 56 * DAY + index * HOUR;
    const mean = valueAt((12 + index) % 24, Math.floor(index / 24));
    return { start, end: start + HOUR, min: mean - 0.5, mean, max: mean + 0.5 };
  });
  world.rows.set(entityId, rows);
}

const PLUG = { deviceClass: "power", deviceId: "plug", attributes: { unit_of_measurement: "W" } };

describe("what is done, by its power", () => {
  /** Watts, each for so many minutes. */
  const curves: readonly [string, readonly (readonly [watts: number, minutes: number])[], number][] = [
    [
      "a washing machine that soaks",
      [
        [5, 30],
        [2000, 20],
        [3, 8],
        [150, 30],
        [3, 6],
        [500, 10],
        [2, 120],
      ],
      1,
    ],
    [
      "a dishwasher that dries",
      [
        [0, 5],
        [1900, 15],
        [60, 20],
        [1900, 15],
        [0, 40],
      ],
      1,
    ],
    [
      "two runs",
      [
        [2000, 30],
        [1, 60],
        [2000, 30],
        [1, 60],
      ],
      2,
    ],
    [
      "a kettle",
      [
        [0, 5],
        [2200, 4],
        [0, 60],
      ],
      0,
    ],
    [
      "the compressor of a fridge",
      [
        [1, 20],
        [900, 0.02],
        [90, 25],
        [1, 30],
        [900, 0.02],
        [90, 25],
        [1, 30],
      ],
      0,
    ],
    [
      "a television",
      [
        [1, 20],
        [140, 180],
        [1, 60],
      ],
      0,
    ],
    [
      "a lamp",
      [
        [0, 10],
        [60, 240],
        [0, 60],
      ],
      0,
    ],
    [
      "a heater that is on all day",
      [
        [0, 10],
        [1500, 600],
        [0, 60],
      ],
      0,
    ],
  ];
  it.each(curves)("%s", async (_, curve, count) => {
    const { world, opened } = await startWorld((one) => one.add("sensor.plug", { state: "0", ...PLUG }));
    for (const [watts, minutes] of curve) {
      world.set("sensor.plug", String(watts));
      for (let minute = 0; minute < minutes; minute += 1) {
        world.passes(Math.min(MINUTE, (minutes - minute) * MINUTE));
        // it is never still
        world.set("sensor.plug", String(watts + (minute % 2) / 10));
      }
    }
    expect(opened.map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => "finished"));
  });

  it("tells since when it ran, and is news for half a day", async () => {
    const { world, opened, closed } = await startWorld((one) => one.add("sensor.plug", { state: "0", ...PLUG }));
    const since = world.now;
    for (const watts of ["2000", "0"]) {
      world.set("sensor.plug", watts);
      world.passes(HOUR);
    }
    expect(opened).toMatchObject([{ since, openedAt: since + HOUR + 10 * MINUTE }]);
    world.passes(12 * HOUR);
    expect(closed).toEqual(["finished/sensor.plug"]);
    // what is looked at anew is no news either
    world.set("sensor.plug", "1");
    world.passes(HOUR);
    expect(opened).toHaveLength(1);
  });
});

describe("what is warm or unusual", () => {
  const noise = (day: number, hour: number) => ((day * 7 + hour * 13) % 10) / 10;
  it("a freezer that is far warmer than ever, for an hour", async () => {
    const { world, opened } = await startWorld((one) =>
      measures(one, "sensor.freezer", "temperature", (hour, day) => -18 + noise(day, hour)),
    );
    world.set("sensor.freezer", "-12");
    world.passes(30 * MINUTE);
    world.set("sensor.freezer", "-17");
    world.passes(2 * HOUR);
    expect(opened).toEqual([]);
    world.set("sensor.freezer", "-12");
    world.passes(HOUR);
    expect(opened.map(({ kind }) => kind)).toEqual(["warm"]);
  });

  it("no outdoor sensor in a cold month is a fridge", async () => {
    const { world, opened } = await startWorld((one) =>
      measures(one, "sensor.balcony", "temperature", (hour, day) => 1 + 4 * Math.sin(day / 4) + 2 * Math.sin(hour / 4)),
    );
    world.set("sensor.balcony", "11");
    world.passes(3 * HOUR);
    expect(opened.map(({ kind }) => kind)).toEqual([]);
  });

  it("a value that is usual at another hour only", async () => {
    const { world, opened } = await startWorld((one) =>
      measures(one, "sensor.office", "carbon_dioxide", (hour, day) => (hour > 8 && hour < 18 ? 1_500 : 400) + 10 * noise(day, hour)),
    );
    world.set("sensor.office", "1500");
    world.passes(2 * HOUR);
    expect(opened).toEqual([]);
    world.set("sensor.office", "400");
    world.passesTo(NOON + 14 * HOUR);
    world.set("sensor.office", "1500");
    world.passes(2 * HOUR);
    expect(opened.map(({ kind }) => kind)).toEqual(["unusual"]);
  });
});

describe("an alarm that is not armed at night", () => {
  const panel = "alarm_control_panel.house";
  /** Armed at 21:00 on so many of the last ten nights. */
  const nights = (armed: number) => (world: FindingWorld) => {
    world.add(panel, { state: "disarmed" });
    world.add("person.anna", { state: "home" });
    const changes = Array.from({ length: 11 }, (_, night) => {
      const at = NOON - (11 - night) * DAY;
      return [
        { at, state: "disarmed" },
        ...(night < armed + 1 ? [{ at: at + 9 * HOUR, state: "armed_night" }] : []),
        { at: at + 19 * HOUR, state: "disarmed" },
      ];
    });
    world.changes.set(panel, changes.flat());
  };

  it.each([
    ["is found where it mostly is", 10, "disarmed", ["alarm-night"]],
    ["is not where it seldom is", 6, "disarmed", []],
    ["is not where it is armed", 10, "armed_night", []],
  ] as const)("%s", async (_, armed, state, kinds) => {
    const { world, opened } = await startWorld(nights(armed));
    world.passesTo(NOON + 9 * HOUR);
    world.set(panel, state);
    world.passes(20 * MINUTE);
    expect(opened).toEqual([]);
    world.passes(20 * MINUTE);
    expect(opened.map(({ kind }) => kind)).toEqual(kinds);
  });
});
