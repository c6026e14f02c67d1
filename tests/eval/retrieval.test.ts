import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { allExpected, meanEntities, retrieval } from "../../eval/retrieval.ts";
import { englishWords, largeHome, ownHome } from "../../eval/retrieval-home.ts";
import { readRetrievalRows } from "../../eval/retrieval-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "eval-retrieval-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = { dataset: "small", home_id: "cottage" };
const entity = (entity_id: string, name: string | null, area: string | null, more = {}) => {
  return {
    ...at,
    entity_id,
    name,
    area,
    floor: null,
    device: name,
    device_model: 7,
    manufacturer: null,
    state: null,
    attributes: null,
    ...more,
  };
};
const said = (id: string, sentence: string, expected: readonly string[], more = {}) => {
  return { ...at, id, sentence, setup: {}, expect_changes: {}, ignore_changes: {}, expected_entities: expected, ...more };
};
const named = (id: string, sentence: string, expected: string, more = {}) => {
  return { ...said(id, sentence, [expected]), ambiguous: false, mentions_target: true, placeholder: false, ...more };
};

const LAMP = entity("light.lamp", "Lamp", "Kitchen");
const FILES = {
  homes: [{ ...at, areas: ["Kitchen", "Hall"] }],
  entities: [
    LAMP,
    entity("light.spots", null, "Hall", { device: "Nest Hub" }),
    entity("cover.door", "Door", "Hall", { attributes: { device_class: "cover.CoverDeviceClass.GARAGE" } }),
  ],
  cases_actions: [
    said("1", "all lights off", ["light.lamp", "light.spots"]),
    said("2", "turn off the light", ["light.spots"], { context_device: "nest_hub" }),
    said("3", "play some jazz", []),
    said("4", "feed the unicorn", ["cover.door"]),
    said("assist/dom1-pl/lights/4/0", "left out", ["light.lamp"]),
  ],
  cases_retrieval: [
    named("5", "open the garage", "cover.door"),
    named("6", "it", "cover.door", { mentions_target: false }),
    named("7", "light", "light.lamp", { ambiguous: true }),
    named("8", "{name}", "light.lamp", { placeholder: true }),
  ],
  distractors: [
    { entity_id: "light.lamp_1", name: "Lamp", device: "Lamp" },
    { entity_id: "fan.attic_2", name: "Attic Fan", device: "Attic Fan" },
  ],
  matcher: [],
};
for (const [name, rows] of Object.entries(FILES)) {
  writeFileSync(join(folder, `${name}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

const run = (choice = {}) => retrieval.run({ folder, limit: undefined, ids: undefined, model: undefined, onCase: () => {}, ...choice });

test("faulty expectations and sentences that name nothing, or several things, are left out", () => {
  const rows = readRetrievalRows(folder);
  expect(rows.actions.map(({ id }) => id)).toEqual(["1", "2", "3", "4"]);
  expect(rows.things.map(({ id }) => id)).toEqual(["5"]);
});

test("figures are of both homes; what was not found is told", async () => {
  const report = await run();
  expect(report.cases).toBe(5);
  expect(report.figures).toMatchObject({
    all_expected: 0.6667,
    large_all_expected: 0.6667,
    things: { all_expected: 1, large_all_expected: 1 },
  });
  expect(report.notes).toEqual([
    '4 (own home): "feed the unicorn" misses cover.door in 0',
    '4 (large home): "feed the unicorn" misses cover.door in 0',
  ]);
});

test("only the chosen cases are measured", async () => {
  const report = await run({ ids: ["1"] });
  expect(report).toMatchObject({ cases: 1, notes: [], figures: { all_expected: 1, mean_entities: 2, things: { all_expected: null } } });
});

test("a large home has what other homes have, but not under a name of its own, and eight more of each thing", () => {
  const rows = readRetrievalRows(folder);
  const own = rows.homes.get("small/cottage") ?? [];
  const ids = largeHome(own, rows.distractors)
    .exposed()
    .map(({ entityId }) => entityId);
  expect(ids).toHaveLength(3 + 1 + 3 * 8);
  expect(ids).toContain("fan.attic_2");
  expect(ids).not.toContain("light.lamp_1");
  expect(ids).toContain("sensor.light_lamp_battery");
});

test("entities are read as a home has them", () => {
  const home = ownHome(readRetrievalRows(folder).homes.get("small/cottage") ?? []);
  expect(home.exposed().map(({ name, deviceClass, area }) => [name, deviceClass, area?.areaId])).toEqual([
    ["Lamp", undefined, "kitchen"],
    ["spots", undefined, "hall"],
    ["Door", "garage", "hall"],
  ]);
  expect(home.areaOfDevice("nest_hub")).toBe("hall");
});

test("the words are Home Assistant's", () => {
  const words = englishWords();
  expect(words.domains.get("cover")?.classes["garage"]).toBe("Garage");
  expect(words.domains.get("media_player")?.deeds).toContain("Mute/unmute media player");
});

test("a sentence that expects nothing counts for how many are found, not for whether all are", () => {
  const row = { ...at, id: "x", sentence: "", context_device: null, ambiguous: false, mentions_target: true, placeholder: false };
  const outcomes = [
    { row: { ...row, expected_entities: [] }, found: ["light.lamp"] },
    { row: { ...row, expected_entities: ["light.lamp"] }, found: [] },
  ];
  expect([allExpected(outcomes), meanEntities(outcomes)]).toEqual([0, 0.5]);
});
