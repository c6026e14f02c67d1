import { describe, expect, it } from "vitest";
import { actionEvents, type HouseRecord, handEvents, type KnownCause, type StateSample } from "../../../src/memory/habits/user-actions.ts";
import { at, ZONE } from "./hand-events.ts";

const NOON = at("2026-10-05", 720);
const minutes = (count: number) => NOON + count * 60_000;
const states = (...all: [number, string, number?][]): StateSample[] =>
  all.map(([minute, state, target]) => ({ at: minutes(minute), state, ...(target !== undefined && { target }) }));
const told = (entityId: string, ...all: [number, string, number?][]) =>
  actionEvents(entityId, states(...all)).map(({ action, value, at: time }) => [
    action,
    (time - NOON) / 60_000,
    ...(value === undefined ? [] : [value]),
  ]);

describe("what was done", () => {
  it("is told from states, of which the first is where a thing stood", () => {
    expect(told("light.hall", [0, "off"], [5, "on"], [6, "on"], [20, "off"])).toEqual([
      ["on", 5],
      ["off", 20],
    ]);
    expect(told("cover.garage", [0, "closed"], [5, "opening"], [6, "open"], [20, "closing"], [21, "closed"])).toEqual([
      ["open", 5],
      ["close", 20],
    ]);
    expect(told("media_player.tv", [0, "off"], [1, "idle"], [2, "playing"], [9, "standby"])).toEqual([
      ["on", 1],
      ["off", 9],
    ]);
    expect(told("lock.door", [0, "locked"], [1, "unlocking"], [2, "unlocked"], [3, "jammed"], [4, "locked"])).toEqual([
      ["unlock", 1],
      ["lock", 4],
    ]);
    expect(told("alarm_control_panel.house", [0, "disarmed"], [1, "arming"], [2, "armed_away"], [9, "pending"], [10, "disarmed"])).toEqual([
      ["arm", 1],
      ["disarm", 10],
    ]);
    expect(told("vacuum.robot", [0, "docked"], [1, "cleaning"], [9, "returning"], [12, "docked"])).toEqual([["start", 1]]);
  });

  it("has no time while a device is away", () => {
    expect(told("light.hall", [0, "on"], [5, "unavailable"], [6, "on"], [20, "unavailable"], [30, "off"], [40, "on"])).toEqual([
      ["on", 40],
    ]);
  });

  it("is what a dial rests at", () => {
    expect(told("climate.room", [0, "heat", 20], [5, "heat", 20.5], [5.5, "heat", 21], [6, "heat", 22], [30, "heat", 19])).toEqual([
      ["set", 6, 22],
      ["set", 30, 19],
    ]);
  });

  it("is one thing where a device stutters", () => {
    expect(told("switch.plug", [0, "off"], [1, "on"], [1.1, "off"], [1.2, "on"]).filter(([action]) => action === "on")).toEqual([
      ["on", 1],
    ]);
  });
});

function hands(
  samples: Record<string, StateSample[]>,
  more: Partial<HouseRecord> & { own?: Parameters<typeof handEvents>[1]["own"] } = {},
) {
  const record = { samples: new Map(Object.entries(samples)), runs: [], hasAllRuns: true, causes: new Map(), ...more };
  const { events, members } = handEvents(record, {
    own: more.own ?? [],
    areaOf: (entityId) => (entityId.startsWith("light.bedroom") ? "bedroom" : undefined),
    timeZone: ZONE,
  });
  return { members, told: events.map(({ subject, action, at: time }) => [subject, action, (time - NOON) / 60_000]) };
}
const LAMP = { "light.hall": states([0, "off"], [5, "on"]) };

describe("a hand's work is what nobody else did", () => {
  it("without anything known it is a hand's", () => {
    expect(hands(LAMP).told).toEqual([["light.hall", "on", 5]]);
  });

  it("an automation that ran two seconds before did it; one that ran a minute before did not", () => {
    expect(hands(LAMP, { runs: [minutes(5) - 1_500] }).told).toEqual([]);
    expect(hands(LAMP, { runs: [minutes(4)] }).told).toHaveLength(1);
  });

  it("where routines may have run that nobody tells of, only what the logbook calls a hand is one", () => {
    const cause: KnownCause[] = [{ at: minutes(5) + 200, isHand: true, userId: undefined }];
    expect(hands(LAMP, { hasAllRuns: false }).told).toEqual([]);
    expect(hands(LAMP, { hasAllRuns: false, causes: new Map([["light.hall", cause]]) }).told).toHaveLength(1);
  });

  it("what this service did is no hand's, whoever asked for it", () => {
    const own = [{ entityIds: ["light.hall"], at: minutes(5) - 500, endedAt: minutes(5) + 900 }];
    expect(hands(LAMP, { own }).told).toEqual([]);
    expect(hands(LAMP, { own: [{ ...own[0], entityIds: ["light.other"], at: 0, endedAt: 0 }] }).told).toHaveLength(1);
  });

  it("the logbook knows better", () => {
    const cause = (isHand: boolean): KnownCause[] => [{ at: minutes(5) + 200, isHand, userId: isHand ? "anna" : undefined }];
    expect(hands(LAMP, { causes: new Map([["light.hall", cause(false)]]) }).told).toEqual([]);
    expect(hands(LAMP, { causes: new Map([["light.hall", cause(true)]]), runs: [minutes(5) - 100] }).told).toHaveLength(1);
  });

  it("days that the logbook has forgotten are judged by the same hour of days that it knows", () => {
    const days = [0, 1, 2].map((day) => day * 1_440);
    const samples = {
      "light.hall": states(
        [-10, "off"],
        ...days.flatMap((day): [number, string][] => [
          [day, "on"],
          [day + 60, "off"],
        ]),
      ),
    };
    const causes = [1, 2].flatMap((day): KnownCause[] => [
      { at: minutes(day * 1_440), isHand: false, userId: undefined },
      { at: minutes(day * 1_440 + 60), isHand: true, userId: undefined },
    ]);
    expect(hands(samples, { causes: new Map([["light.hall", causes]]) }).told.map(([, action]) => action)).toEqual(["off", "off", "off"]);
  });
});

it("the lights of a room are off when the last of them is", () => {
  const samples = {
    "light.bedroom_a": states([0, "off"], [10, "on"], [40, "off"]),
    "light.bedroom_b": states([0, "off"], [20, "on"], [50, "off"]),
  };
  const { members, told: events } = hands(samples);
  expect(members).toEqual({ "lights@bedroom": ["light.bedroom_a", "light.bedroom_b"] });
  expect(events.filter(([subject]) => subject === "lights@bedroom")).toEqual([
    ["lights@bedroom", "on", 10],
    ["lights@bedroom", "off", 50],
  ]);
});
