import { describe, expect, test } from "vitest";
import { type HomeStates, type JudgedState, judge, judgeAnswer } from "../../eval/judge.ts";

type Row = Parameters<typeof judge>[0];

const home = (states: Record<string, [string, Record<string, unknown>?]>): HomeStates =>
  new Map(Object.entries(states).map(([id, [state, attributes = {}]]): [string, JudgedState] => [id, { state, attributes }]));
const expecting = (changes: Row["expect_changes"], ignore: Row["ignore_changes"] = {}): Row => ({
  expect_changes: changes,
  ignore_changes: ignore,
  expected_entities: Object.keys(changes),
});

const LAMP = "light.lamp";
const OTHER = "light.other";
const DOOR = "cover.door";
const SPEAKER = "media_player.speaker";
const dark = { brightness: null, color_mode: null };
const lit = (brightness: number) => ({ brightness, color_mode: "brightness" });
const turnOn = expecting({ [LAMP]: { state: "on" } });

const CASES: readonly [name: string, row: Row, before: HomeStates, after: HomeStates, outcome: string, wrongEntities?: string[]][] = [
  ["the expected state came", turnOn, home({ [LAMP]: ["off"] }), home({ [LAMP]: ["on"] }), "right"],
  ["nothing happened", turnOn, home({ [LAMP]: ["off"] }), home({ [LAMP]: ["off"] }), "no_change"],
  [
    "brightness came along with the light",
    turnOn,
    home({ [LAMP]: ["off", dark], [OTHER]: ["off", dark] }),
    home({ [LAMP]: ["on", lit(255)], [OTHER]: ["off", dark] }),
    "right",
  ],
  [
    "another light changed instead",
    turnOn,
    home({ [LAMP]: ["off"], [OTHER]: ["off"] }),
    home({ [LAMP]: ["off"], [OTHER]: ["on"] }),
    "wrong_change",
    [OTHER],
  ],
  [
    "another light changed as well",
    turnOn,
    home({ [LAMP]: ["off"], [OTHER]: ["off"] }),
    home({ [LAMP]: ["on"], [OTHER]: ["on"] }),
    "wrong_change",
    [OTHER],
  ],
  [
    "one of two expected changes came",
    expecting({ [LAMP]: { state: "on" }, [OTHER]: { state: "on" } }),
    home({ [LAMP]: ["off"], [OTHER]: ["off"] }),
    home({ [LAMP]: ["on"], [OTHER]: ["off"] }),
    "wrong_change",
  ],
  ["nothing was to change and nothing did", expecting({}), home({ [LAMP]: ["on"] }), home({ [LAMP]: ["on"] }), "right"],
  ["nothing was to change and something did", expecting({}), home({ [LAMP]: ["on"] }), home({ [LAMP]: ["off"] }), "wrong_change", [LAMP]],
  [
    "the state expected is the one it had",
    expecting({ [LAMP]: { state: "on" }, [OTHER]: { state: "on" } }),
    home({ [LAMP]: ["on"], [OTHER]: ["on"] }),
    home({ [LAMP]: ["on"], [OTHER]: ["on"] }),
    "right",
  ],
  [
    "brightness 0 of a light that is on stands for any",
    expecting({ [LAMP]: { state: "on", attributes: { brightness: 0, color_mode: "brightness" } } }),
    home({ [LAMP]: ["off", dark] }),
    home({ [LAMP]: ["on", lit(180)] }),
    "right",
  ],
  [
    "null attributes of a light that is off may be absent",
    expecting({ [LAMP]: { state: "off", attributes: { brightness: null, color_mode: null } } }),
    home({ [LAMP]: ["on", lit(100)] }),
    home({ [LAMP]: ["off"] }),
    "right",
  ],
  [
    "the brightness is a rounding away",
    expecting({ [LAMP]: { state: "on", attributes: lit(128) } }),
    home({ [LAMP]: ["on", lit(255)] }),
    home({ [LAMP]: ["on", lit(127)] }),
    "right",
  ],
  [
    "the brightness is another",
    expecting({ [LAMP]: { state: "on", attributes: lit(128) } }),
    home({ [LAMP]: ["on", lit(255)] }),
    home({ [LAMP]: ["on", lit(50)] }),
    "wrong_change",
  ],
  [
    "the brightness stayed",
    expecting({ [LAMP]: { state: "on", attributes: lit(128) } }),
    home({ [LAMP]: ["on", lit(255)] }),
    home({ [LAMP]: ["on", lit(255)] }),
    "no_change",
  ],
  [
    "the brightness of a light that was to stay as it is changed",
    expecting({ [OTHER]: { state: "on" } }),
    home({ [LAMP]: ["on", lit(255)], [OTHER]: ["off"] }),
    home({ [LAMP]: ["on", lit(25)], [OTHER]: ["on"] }),
    "wrong_change",
    [LAMP],
  ],
  [
    "an ignored attribute changed",
    expecting({ [DOOR]: { state: "closed" } }, { [DOOR]: ["current_position"] }),
    home({ [DOOR]: ["open", { current_position: 100 }] }),
    home({ [DOOR]: ["closed", { current_position: 0 }] }),
    "right",
  ],
  [
    "a derived attribute changed",
    expecting({ [DOOR]: { state: "closed" } }),
    home({ [DOOR]: ["open", { is_closed: false }] }),
    home({ [DOOR]: ["closed", { is_closed: true }] }),
    "right",
  ],
  [
    "an undeclared position changed to something in between",
    expecting({ [DOOR]: { state: "open" } }),
    home({ [DOOR]: ["closed", { current_position: 10 }] }),
    home({ [DOOR]: ["open", { current_position: 60 }] }),
    "wrong_change",
  ],
  [
    "only ignored attributes changed though more was expected",
    expecting({ [DOOR]: { state: "closed" } }, { [DOOR]: ["current_position"] }),
    home({ [DOOR]: ["open", { current_position: 100 }] }),
    home({ [DOOR]: ["open", { current_position: 90 }] }),
    "no_change",
  ],
  [
    "the expected attribute came",
    expecting({ [SPEAKER]: { attributes: { volume_level: 0.5 } } }),
    home({ [SPEAKER]: ["playing", { volume_level: 0.9 }] }),
    home({ [SPEAKER]: ["playing", { volume_level: 0.5 }] }),
    "right",
  ],
  [
    "a number is written as a text",
    expecting({ [SPEAKER]: { attributes: { media_track: 2 } } }),
    home({ [SPEAKER]: ["playing", { media_track: 1 }] }),
    home({ [SPEAKER]: ["playing", { media_track: "2" }] }),
    "right",
  ],
  [
    "the attribute came, and the state changed too",
    expecting({ [SPEAKER]: { attributes: { volume_level: 0 } } }),
    home({ [SPEAKER]: ["playing", { volume_level: 0.9 }] }),
    home({ [SPEAKER]: ["off"] }),
    "wrong_change",
  ],
  [
    "a title came along with the track",
    expecting({ [SPEAKER]: { attributes: { media_track: 2 } } }),
    home({ [SPEAKER]: ["playing", { media_track: 1 }] }),
    home({ [SPEAKER]: ["playing", { media_track: 2, media_title: "Song" }] }),
    "right",
  ],
  [
    "an attribute appeared on an entity that was to stay",
    turnOn,
    home({ [LAMP]: ["off"], [SPEAKER]: ["playing"] }),
    home({ [LAMP]: ["on"], [SPEAKER]: ["playing", { volume_level: 0.2 }] }),
    "wrong_change",
    [SPEAKER],
  ],
  ["an entity appeared", turnOn, home({ [LAMP]: ["off"] }), home({ [LAMP]: ["on"], [OTHER]: ["on"] }), "wrong_change", [OTHER]],
  ["an entity is gone", turnOn, home({ [LAMP]: ["off"], [OTHER]: ["on"] }), home({ [LAMP]: ["on"] }), "wrong_change", [OTHER]],
];

describe("judge", () => {
  test.for(CASES)("when %s", ([, row, before, after, outcome, wrongEntities = []]) => {
    expect(judge(row, before, after)).toMatchObject({ outcome, wrongEntities });
  });

  test("says what differs", () => {
    const row = expecting({ [LAMP]: { state: "on", attributes: { brightness: 128 } } });
    expect(judge(row, home({ [LAMP]: ["off", dark] }), home({ [LAMP]: ["off", dark], [OTHER]: ["on"] })).differences).toEqual([
      `${LAMP}: state`,
      `${LAMP}: brightness`,
      `${OTHER}: new`,
    ]);
  });
});

describe("answers", () => {
  const unchanged = { outcome: "right", wrongEntities: [], differences: [] } as const;
  const asked = { expect_response: ["yes", "15"] };

  test.each([
    ["any of the expected words will do", "Kitchen Sink Battery: 15 %.", "right"],
    ["in any case", "YES, it is.", "right"],
    ["another answer is none", "I don't know.", "no_change"],
    ["and so is silence", undefined, "no_change"],
  ])("%s", (_, answer, outcome) => {
    expect(judgeAnswer(asked, unchanged, answer).outcome).toBe(outcome);
  });

  test("a right answer does not mend what was changed", () => {
    expect(judgeAnswer(asked, { ...unchanged, outcome: "wrong_change" }, "yes").outcome).toBe("wrong_change");
  });

  test("a case that expects none is judged by the house alone", () => {
    expect(judgeAnswer({}, unchanged, undefined)).toBe(unchanged);
  });
});
