import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readActionScenes } from "../../eval/action-rows.ts";
import { furnishCase } from "../../eval/case-home.ts";
import { EvalDataError } from "../../eval/rows.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "eval-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = { dataset: "small", home_id: "cottage" };
const lamp = {
  ...at,
  entity_id: "light.lamp",
  name: "Lamp",
  area: "Kitchen",
  floor: "Downstairs",
  device: "Lamp",
  state: null,
  attributes: { supported_color_modes: ["brightness"], color_mode: "brightness", brightness: 100 },
};
const fan = {
  ...at,
  entity_id: "fan.ceiling",
  name: null,
  area: "Kitchen",
  floor: null,
  device: null,
  state: false,
  attributes: { supported_features: ["fan.FanEntityFeature.SET_SPEED", "fan.FanEntityFeature.OSCILLATE"] },
};
const door = {
  ...fan,
  entity_id: "cover.door",
  attributes: {
    device_class: "cover.CoverDeviceClass.GARAGE",
    supported_features: ["cover.CoverEntityFeature.OPEN", "cover.CoverEntityFeature.CLOSE"],
  },
};
const row = {
  ...at,
  id: "small/cottage/1",
  sentence: "Lamp on",
  setup: { "light.lamp": { state: "off", attributes: { brightness: 0 } } },
  expect_changes: { "light.lamp": { state: "on" } },
  ignore_changes: { "light.lamp": { color_mode: "brightness" }, "cover.door": ["current_position"] },
  expected_entities: ["light.lamp"],
};
const GOOD: Record<string, unknown[]> = {
  "homes.jsonl": [
    { ...at, areas: ["Kitchen", "Garage"] },
    { dataset: "small", home_id: "other", areas: [] },
  ],
  "entities.jsonl": [lamp, fan, door, { ...lamp, home_id: "other" }],
  "cases_actions.jsonl": [row, { ...row, id: "small/cottage/2" }, { ...row, id: "assist/dom1-pl/lights/4/0" }],
  "matcher.jsonl": [
    { id: "small/cottage/1", result: { match: true } },
    { id: "small/cottage/2", result: null },
  ],
};

function write(files: Record<string, unknown[]>, tail: Record<string, string> = {}) {
  for (const [file, rows] of Object.entries(files)) {
    writeFileSync(join(folder, file), rows.map((one) => `${JSON.stringify(one)}\n`).join("") + (tail[file] ?? ""));
  }
}

test("every case comes with its own home and its recorded matcher answer, without the faulty ones", () => {
  write(GOOD);
  const scenes = readActionScenes(folder);
  expect(scenes.map((scene) => [scene.case.id, scene.matcherAnswer])).toEqual([
    ["small/cottage/1", { match: true }],
    ["small/cottage/2", null],
  ]);
  expect(scenes[0]?.entities.map((entity) => entity.entity_id)).toEqual(["light.lamp", "fan.ceiling", "cover.door"]);
  expect(scenes[0]?.case.ignore_changes).toEqual({ "light.lamp": ["color_mode"], "cover.door": ["current_position"] });
});

test("the home is furnished with the setup over its states", () => {
  write(GOOD);
  const [scene] = readActionScenes(folder);
  const { floors, areas, entities } = furnishCase(scene ?? expect.fail("no case"));
  expect(floors).toEqual(["Downstairs"]);
  expect(areas).toEqual([{ name: "Kitchen", floor: "Downstairs" }, { name: "Garage" }]);
  expect(entities).toEqual([
    expect.objectContaining({ state: "off", attributes: { supported_color_modes: ["brightness"], color_mode: null, brightness: null } }),
    // every fan can be turned on and off, whatever the row says
    expect.objectContaining({ state: false, attributes: { percentage: 0, supported_features: 1 + 2 + 16 + 32 } }),
    expect.objectContaining({ attributes: { device_class: "garage", supported_features: 3 } }),
  ]);
});

test.for([
  ["a folder that is not there", () => rmSync(folder, { recursive: true }), /there is no folder/],
  ["a missing file", () => rmSync(join(folder, "matcher.jsonl")), /no file matcher\.jsonl/],
  ["a broken line", () => write(GOOD, { "homes.jsonl": '{"dataset":\n' }), /homes\.jsonl:3 is not valid JSON/],
  ["a row without a field", () => write({ "entities.jsonl": [lamp, { ...fan, entity_id: undefined }] }), /entities\.jsonl:2: entity_id: /],
  ["a row of another kind", () => write({ "cases_actions.jsonl": [row, "x"] }), /cases_actions\.jsonl:2: the row: /],
] as const)("%s is told with its place", ([, harm, words]) => {
  write(GOOD);
  harm();
  try {
    expect(() => readActionScenes(folder)).toThrow(
      expect.objectContaining({ name: EvalDataError.name, message: expect.stringMatching(words) }),
    );
  } finally {
    mkdirSync(folder, { recursive: true });
  }
});
