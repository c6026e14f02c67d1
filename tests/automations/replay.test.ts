import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Automation, type AutomationStep, type AutomationTrigger, automationSchema } from "../../src/automations/intent.ts";
import { columnOf, type Series, seriesKey } from "../../src/automations/past.ts";
import { replay } from "../../src/automations/replay.ts";
import type { HistoryChange } from "../../src/homeassistant/history/history.ts";

const MINUTE = 60_000;
/** Wednesday. */
const DAY = Date.parse("2026-11-25T00:00:00Z");
const at = (clock: string) => Date.parse(`2026-11-25T${clock}:00Z`);
const turnOn: AutomationStep & { kind: "call" } = { kind: "call", service: "light.turn_on", entities: ["light.hall"] };

/** `06:00 off, 07:30 on`, by entity. */
function seriesOf(told: Readonly<Record<string, string>>): Series {
  return new Map(
    Object.entries(told).map(([key, text]) => [
      key,
      columnOf(text.split(", ").map((one) => ({ at: at(one.slice(0, 5)), state: one.slice(6) }))),
    ]),
  );
}

interface Replayed extends Partial<Omit<Automation, "triggers">> {
  readonly on?: AutomationTrigger | readonly AutomationTrigger[];
  readonly timeZone?: string;
  readonly from?: number;
  readonly to?: number;
}

function runs(
  { on = { kind: "time", at: ["12:00"] }, timeZone = "UTC", from = DAY, to = DAY + 24 * 60 * MINUTE, ...parts }: Replayed,
  told = {},
) {
  const automation = automationSchema.parse({ name: "Hall", triggers: [on].flat(), conditions: [], actions: [turnOn], ...parts });
  return replay({
    automation,
    series: seriesOf(told),
    zones: new Map([
      ["zone.home", "home"],
      ["zone.work", "Work"],
    ]),
    timeZone,
    from,
    to,
  });
}

const times = (...given: Parameters<typeof runs>) => runs(...given).times.map((time) => new Date(time).toISOString().slice(11, 16));

const door = "binary_sensor.door";
const TRIGGERS: readonly [string, Replayed["on"], Readonly<Record<string, string>>, readonly string[]][] = [
  [
    "a change to the state",
    { kind: "state", entities: [door], to: ["on"] },
    { [door]: "00:00 off, 07:00 on, 08:00 off, 09:00 on" },
    ["07:00", "09:00"],
  ],
  ["what is so at the beginning is no change", { kind: "state", entities: [door], to: ["on"] }, { [door]: "00:00 on" }, []],
  [
    "the same state again, as with a changed attribute, is no change",
    { kind: "state", entities: [door], to: ["on"] },
    { [door]: "00:00 off, 07:00 on, 07:30 on" },
    ["07:00"],
  ],
  [
    "what comes back from being away is no change",
    { kind: "state", entities: [door], to: ["on"] },
    { [door]: "00:00 off, 07:00 unavailable, 08:00 on" },
    [],
  ],
  [
    "any other state",
    { kind: "state", entities: [door] },
    { [door]: "00:00 off, 07:00 on, 08:00 unavailable, 09:00 off, 10:00 on" },
    ["07:00", "10:00"],
  ],
  [
    "from one state",
    { kind: "state", entities: ["vacuum.robot"], from: ["cleaning"] },
    { "vacuum.robot": "00:00 docked, 07:00 cleaning, 08:00 error" },
    ["08:00"],
  ],
  [
    "a button's first press counts",
    { kind: "state", entities: ["button.bell"] },
    { "button.bell": "00:00 unknown, 07:00 1, 08:00 unavailable, 08:30 1" },
    ["07:00"],
  ],
  [
    "`for` is waited for",
    { kind: "state", entities: [door], to: ["on"], forSeconds: 600 },
    { [door]: "00:00 off, 07:00 on, 07:30 off" },
    ["07:10"],
  ],
  [
    "`for` starts again",
    { kind: "state", entities: [door], to: ["on"], forSeconds: 600 },
    { [door]: "00:00 off, 07:00 on, 07:05 off, 07:06 on" },
    ["07:16"],
  ],
  [
    "being away breaks `for`, and coming back does not start it",
    { kind: "state", entities: [door], to: ["on"], forSeconds: 600 },
    { [door]: "00:00 off, 07:00 on, 07:05 unavailable, 07:06 on" },
    [],
  ],
  [
    "`for` without `to` is broken by coming back only",
    { kind: "state", entities: ["vacuum.robot"], from: ["docked"], forSeconds: 600 },
    { "vacuum.robot": "00:00 docked, 07:00 cleaning, 07:05 paused" },
    ["07:10"],
  ],
  [
    "each entity by itself",
    { kind: "state", entities: [door, "binary_sensor.gate"], to: ["on"] },
    { [door]: "00:00 off, 07:00 on", "binary_sensor.gate": "00:00 off, 06:00 on" },
    ["06:00", "07:00"],
  ],
  [
    "a number crosses only",
    { kind: "numeric", entities: ["sensor.t"], above: 25 },
    { "sensor.t": "00:00 20, 07:00 25, 07:01 26, 07:02 27, 08:00 24, 09:00 30" },
    ["07:01", "09:00"],
  ],
  [
    "a number in the range at the beginning has not crossed",
    { kind: "numeric", entities: ["sensor.t"], above: 25 },
    { "sensor.t": "00:00 30, 07:00 31" },
    [],
  ],
  [
    "a number that is known only later crosses from there",
    { kind: "numeric", entities: ["sensor.t"], above: 25 },
    { "sensor.t": "06:00 20, 07:00 30" },
    ["07:00"],
  ],
  [
    "a number that was away has left the range",
    { kind: "numeric", entities: ["sensor.t"], above: 25 },
    { "sensor.t": "00:00 20, 07:00 30, 08:00 unavailable, 08:10 30" },
    ["07:00", "08:10"],
  ],
  [
    "what is no number changes nothing",
    { kind: "numeric", entities: ["sensor.t"], above: 25 },
    { "sensor.t": "00:00 20, 07:00 30, 08:00 error, 08:10 30" },
    ["07:00"],
  ],
  [
    "a number stays in the range for some time",
    { kind: "numeric", entities: ["sensor.t"], above: 25, forSeconds: 600 },
    { "sensor.t": "00:00 20, 07:00 30, 07:05 31, 07:20 20, 08:00 30, 08:05 20" },
    ["07:10"],
  ],
  [
    "an attribute's number",
    { kind: "numeric", entities: ["climate.hall"], attribute: "current", below: 18 },
    { [seriesKey("climate.hall", "current")]: "00:00 20, 07:00 17" },
    ["07:00"],
  ],
  [
    "hysteresis holds it until the value has gone back",
    { kind: "numeric", entities: ["sensor.t"], above: 25, hysteresis: 2 },
    { "sensor.t": "00:00 20, 07:00 26, 07:10 24, 07:20 26, 08:00 23, 09:00 26" },
    ["07:00", "09:00"],
  ],
  ["times of the clock", { kind: "time", at: ["07:00", "22:30"] }, {}, ["07:00", "22:30"]],
  ["on other days", { kind: "time", at: ["07:00"], days: ["thu"] }, {}, []],
  ["each so many hours", { kind: "pattern", every: 8, unit: "hours" }, {}, ["08:00", "16:00", "00:00"]],
  [
    "an offset after sunset",
    { kind: "sun", event: "sunset", offsetMinutes: 30 },
    { "sun.sun": "00:00 below_horizon, 07:30 above_horizon, 16:00 below_horizon" },
    ["16:30"],
  ],
  [
    "an offset before sunrise",
    { kind: "sun", event: "sunrise", offsetMinutes: -60 },
    { "sun.sun": "00:00 below_horizon, 07:30 above_horizon" },
    ["06:30"],
  ],
  [
    "somebody comes home",
    { kind: "zone", entities: ["person.anna"], zone: "zone.home", event: "enter" },
    { "person.anna": "00:00 home, 08:00 not_home, 12:00 Work, 17:00 home" },
    ["17:00"],
  ],
  [
    "somebody leaves a zone",
    { kind: "zone", entities: ["person.anna"], zone: "zone.work", event: "leave" },
    { "person.anna": "00:00 home, 12:00 Work, 17:00 home" },
    ["17:00"],
  ],
  [
    "who was not known has not come",
    { kind: "zone", entities: ["person.anna"], zone: "zone.home", event: "enter" },
    { "person.anna": "00:00 not_home, 08:00 unknown, 09:00 home" },
    [],
  ],
  [
    "not available",
    { kind: "unavailable", entities: [door], forSeconds: 600 },
    { [door]: "00:00 on, 07:00 unavailable, 07:05 on, 08:00 unavailable" },
    ["08:10"],
  ],
  ["an event is not replayed", { kind: "event", type: "bell" }, {}, []],
];

test.each(TRIGGERS)("%s", (_what, on, told, expected) => {
  expect(times({ ...(on && { on }) }, told)).toEqual(expected);
});

describe("the home's clock", () => {
  const berlin = { timeZone: "Europe/Berlin" };
  it.each([
    ["an hour that is left out starts nothing", "2026-03-29", ["02:30"], []],
    ["an hour that comes twice starts it once", "2026-10-25", ["02:30"], ["00:30"]],
    ["another starts it as always", "2026-10-25", ["07:00"], ["06:00"]],
  ])("%s", (_what, day, clocks, expected) => {
    const from = Date.parse(`${day}T00:00:00Z`) - 1;
    expect(times({ on: { kind: "time", at: clocks }, ...berlin, from, to: from + 20 * 60 * MINUTE })).toEqual(expected);
  });
});

const noon = [
  ["a state", [{ kind: "state", entities: [door], states: ["on"] }], { [door]: "00:00 on" }, true],
  ["for some time", [{ kind: "state", entities: [door], states: ["on"], forSeconds: 3600 }], { [door]: "00:00 off, 11:30 on" }, false],
  [
    "all of them",
    [{ kind: "state", entities: [door, "light.hall"], states: ["on"] }],
    { [door]: "00:00 on", "light.hall": "00:00 off" },
    false,
  ],
  [
    "one of them",
    [{ kind: "state", entities: [door, "light.hall"], states: ["on"], any: true }],
    { [door]: "00:00 on", "light.hall": "00:00 off" },
    true,
  ],
  ["a number", [{ kind: "numeric", entity: "sensor.t", above: 20, below: 25 }], { "sensor.t": "00:00 25" }, false],
  ["a number that is not known", [{ kind: "numeric", entity: "sensor.t", above: 20 }], { "sensor.t": "00:00 unavailable" }, false],
  [
    "not what cannot be told",
    [{ kind: "none", of: [{ kind: "numeric", entity: "sensor.t", above: 20 }] }],
    { "sensor.t": "00:00 error" },
    false,
  ],
  ["from a time on", [{ kind: "time", after: "12:00" }], {}, true],
  ["until a time", [{ kind: "time", before: "12:00" }], {}, false],
  ["across midnight", [{ kind: "time", after: "22:00", before: "12:01" }], {}, true],
  ["a weekday", [{ kind: "weekday", days: ["wed"] }], {}, true],
  ["the sun", [{ kind: "sun", is: "down" }], { "sun.sun": "00:00 below_horizon, 07:00 above_horizon" }, false],
  ["nobody at home", [{ kind: "presence", people: [], home: false }], { "zone.home": "00:00 2, 09:00 0" }, true],
  [
    "none of them at home",
    [{ kind: "presence", people: ["person.anna", "person.ben"], home: false }],
    { "person.anna": "00:00 Work", "person.ben": "00:00 home" },
    false,
  ],
  [
    "any of two",
    [
      {
        kind: "any",
        of: [
          { kind: "weekday", days: ["mon"] },
          {
            kind: "all",
            of: [
              { kind: "weekday", days: ["wed"] },
              { kind: "time", after: "11:00" },
            ],
          },
        ],
      },
    ],
    {},
    true,
  ],
] as const;

test.each(noon)("only if: %s", (_what, conditions, told, holds) => {
  expect(times({ conditions: automationSchema.shape.conditions.parse(conditions) }, told)).toEqual(holds ? ["12:00"] : []);
});

describe("what it would have done", () => {
  const hourly = { kind: "pattern", every: 1, unit: "hours" } as const;
  const long: AutomationStep[] = [turnOn, { kind: "delay", seconds: 90 * 60 }, { ...turnOn, service: "light.turn_off" }];
  const told = (mode: Automation["mode"]) =>
    runs({ on: hourly, mode, actions: long, from: at("07:30"), to: at("11:30") }).newest.map(({ steps }) => steps.length);

  it("single leaves out what comes while it runs", () => expect(told("single")).toEqual([3, 2]));
  it("what only tells is through before the next trigger of that moment", () => {
    const actions: AutomationStep[] = [{ kind: "tell", person: "Anna", message: "now" }];
    const twice = (all: AutomationStep[]) => runs({ on: [hourly, hourly], actions: all, from: at("07:30"), to: at("08:30") }).times.length;
    expect([twice(actions), twice([turnOn])]).toEqual([2, 1]);
  });
  it("restart ends the run before", () => expect(told("restart")).toEqual([2, 2, 2, 2]));
  it("parallel does all", () => expect(told("parallel")).toEqual([3, 3, 2, 2]));

  it("takes the branch that held", () => {
    const off = { ...turnOn, service: "light.turn_off" };
    const choose = {
      kind: "choose",
      options: [{ if: [{ kind: "state", entities: [door], states: ["on"] }], do: [turnOn] }],
      otherwise: [off],
    } as const;
    const found = runs(
      { on: { kind: "time", at: ["07:00", "09:00"] }, actions: automationSchema.shape.actions.parse([choose]) },
      { [door]: "00:00 on, 08:00 off" },
    );
    expect(found.newest.map(({ steps }) => steps)).toEqual([[turnOn], [off]]);
  });

  it("waits for what came, or no longer than it may", () => {
    const wait = { kind: "wait", until: { kind: "state", entities: [door], to: ["off"] }, timeoutSeconds: 600, goOn: false };
    const actions = automationSchema.shape.actions.parse([turnOn, wait, { ...turnOn, service: "light.turn_off" }]);
    const found = runs(
      { on: { kind: "state", entities: [door], to: ["on"] }, actions },
      { [door]: "00:00 off, 07:00 on, 07:05 off, 08:00 on, 09:00 off" },
    );
    expect(found.newest.map(({ steps }) => steps.length)).toEqual([3, 2]);
  });

  it("tells what became the opposite within ten minutes", () => {
    const on: AutomationTrigger = { kind: "time", at: ["07:00", "09:00", "11:00"] };
    expect(
      runs({ on }, { "light.hall": "00:00 on, 07:05 off, 09:20 on, 09:30 off, 10:59 on, 11:08 off" }).newest.map(({ undone }) => undone),
    ).toEqual([["light.hall"], [], ["light.hall"]]);
  });
});

const VALUES = ["on", "off", "idle", "unavailable", "unknown"];
const NUMBERS = ["18", "20", "21", "24", "unavailable", "error"];

/** Goes through the day second by second as Home Assistant's listeners do: each change cancels timers, then starts them. */
function walked(
  trigger: AutomationTrigger & { kind: "state" | "numeric" },
  changes: ReadonlyMap<string, readonly HistoryChange[]>,
  from: number,
  to: number,
): readonly number[] {
  const fired: number[] = [];
  const wait = (trigger.forSeconds ?? 0) * 1_000;
  const judge = (value: string) => {
    if (trigger.kind !== "numeric") return true;
    if (value === "unavailable") return false;
    if (value === "error") return undefined;
    return Number(value) > (trigger.above ?? -Infinity) && Number(value) < (trigger.below ?? Infinity);
  };
  for (const entityId of trigger.entities) {
    let now = changes.get(entityId)?.[0]?.state ?? "";
    let armed = judge(now) === false;
    let timers: { readonly due: number; readonly keeps: (value: string) => boolean }[] = [];
    for (let time = from + 1_000; time <= to; time += 1_000) {
      for (const timer of timers) if (timer.due === time) fired.push(time);
      timers = timers.filter(({ due }) => due > time);
      const next = changes.get(entityId)?.find((sample) => sample.at === time)?.state ?? now;
      if (next === now) continue;
      const before = now;
      now = next;
      timers = timers.filter(({ keeps }) => keeps(next));
      let starts: boolean;
      let keeps = (value: string) => value === next;
      if (trigger.kind === "state") {
        const isKnown = (value: string) => value !== "unavailable" && value !== "unknown";
        const leaves = isKnown(next) && !(trigger.from && trigger.from.length > 1 && trigger.from.includes(next));
        starts = (trigger.from?.includes(before) ?? isKnown(before)) && (trigger.to?.includes(next) ?? leaves);
        if (trigger.from && !trigger.to) keeps = (value) => value !== before;
      } else {
        const matches = judge(next);
        starts = matches === true && armed;
        if (matches !== undefined) armed = !matches;
        keeps = (value) => judge(value) === true;
      }
      if (!starts) continue;
      if (wait === 0) fired.push(time);
      else timers.push({ due: time + wait, keeps });
    }
  }
  return fired.sort((a, b) => a - b);
}

test("fires when a walk through every second of the day does", () => {
  const seconds = 120;
  const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
  const forSeconds = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
  const entities = fc.constantFrom<string[]>(["sensor.a"], ["sensor.a", "sensor.b"]);
  const stateTrigger = fc.record({
    kind: fc.constant("state" as const),
    entities,
    from: fc.option(some(VALUES), { nil: undefined }),
    to: fc.option(some(VALUES), { nil: undefined }),
    forSeconds,
  });
  const numericTrigger = fc.record({
    kind: fc.constant("numeric" as const),
    entities,
    above: fc.constantFrom(19, 20, 21),
    below: fc.constantFrom(undefined, 22, 24),
    forSeconds,
  });
  const past = (values: readonly string[]) =>
    fc
      .uniqueArray(fc.integer({ min: 1, max: seconds }), { maxLength: 25 })
      .chain((moments) =>
        fc
          .array(fc.constantFrom(...values), { minLength: moments.length + 1, maxLength: moments.length + 1 })
          .map((states) =>
            [0, ...moments.toSorted((a, b) => a - b)].map((second, index) => ({ at: DAY + second * 1_000, state: states[index] ?? "off" })),
          ),
      );
  const cases = fc.oneof(fc.tuple(stateTrigger, past(VALUES), past(VALUES)), fc.tuple(numericTrigger, past(NUMBERS), past(NUMBERS)));
  fc.assert(
    fc.property(cases, ([trigger, a, b]) => {
      const changes = new Map([
        ["sensor.a", a],
        ["sensor.b", b],
      ]);
      const [from, to] = [DAY, DAY + seconds * 1_000];
      const automation = automationSchema.parse({ name: "Any", triggers: [trigger], conditions: [], actions: [turnOn], mode: "parallel" });
      const series = new Map([...changes].map(([key, all]) => [key, columnOf(all)]));
      const { times: found } = replay({ automation, series, zones: new Map(), timeZone: "UTC", from, to });
      expect(found).toEqual(walked(trigger, changes, from, to));
    }),
    { numRuns: 500 },
  );
});
