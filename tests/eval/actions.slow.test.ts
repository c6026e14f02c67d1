import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { actions } from "../../eval/actions.ts";
import { FakeModelServer } from "../fakes/model-server.ts";

const folder = mkdtempSync(join(tmpdir(), "eval-actions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = { dataset: "small", home_id: "cottage" };
const entity = (entity_id: string, name: string, state: string, attributes = {}) => {
  return { ...at, entity_id, name, area: "Hall", floor: null, device: null, state, attributes };
};
const recognised = (intent: string, name: string, target: string) => ({
  intent: { name: intent },
  slots: { name },
  details: { name: { name: "name", value: name, text: name } },
  targets: { [target]: { matched: true } },
  match: true,
  sentence_template: "<turn> on [<the>] {name}",
  unmatched_slots: {},
  source: "builtin",
});
const said = (id: string, sentence: string, expected: Record<string, unknown>, setup = {}) => {
  return { ...at, id, sentence, setup, expect_changes: expected, ignore_changes: {}, expected_entities: Object.keys(expected) };
};
const FILES = {
  homes: [{ ...at, areas: ["Hall"] }],
  entities: [
    entity("light.lamp", "Lamp", "off", { supported_color_modes: ["brightness"] }),
    entity("light.spot", "Spot", "off", { supported_color_modes: ["brightness"] }),
    entity("lock.door", "Door", "locked"),
  ],
  cases_actions: [
    said("lamp", "turn on the lamp", { "light.lamp": { state: "on" } }),
    said("door", "unlock the door", { "lock.door": { state: "unlocked" } }),
    said("spot", "turn on the spot", { "light.spot": { state: "on" } }),
    said("unknown", "make it cosy", { "light.lamp": { state: "on" } }),
    said("nothing", "stay as cosy as you are", {}, { "light.lamp": { state: "on" } }),
  ],
  cases_questions: [
    { ...said("asked", "is the lamp on?", {}, { "light.lamp": { state: "on" } }), expect_response: ["yes"] },
    { ...said("unasked", "is the piano in tune?", {}), expect_response: ["no"] },
  ],
  matcher: [
    { id: "lamp", result: recognised("HassTurnOn", "Lamp", "light.lamp") },
    { id: "door", result: recognised("HassTurnOff", "Door", "lock.door") },
    // recorded wrongly on purpose: the recogniser acts on another light than the sentence means
    { id: "spot", result: recognised("HassTurnOn", "Lamp", "light.lamp") },
    { id: "unknown", result: null },
  ],
};
for (const [file, rows] of Object.entries(FILES)) {
  writeFileSync(join(folder, `${file}.jsonl`), rows.map((row) => JSON.stringify(row)).join("\n"));
}

test("sentences go through the whole service without a model, risky ones are answered Yes, and what changed is judged", async () => {
  const lines: string[] = [];
  const onCase = (line: string) => void lines.push(line);
  const report = await actions.run({ folder, model: undefined, limit: undefined, ids: undefined, onCase });

  expect(report).toMatchObject({
    cases: 7,
    figures: {
      right: 0.6,
      wrong_change: 0.2,
      no_change: 0.2,
      wrong_entity: 0.2,
      questions: { cases: 2, right: 0.5 },
      prompt_tokens: null,
      recogniser: { answered: 0.6, right: 0.6667 },
    },
  });
  expect(lines.map((line) => line.replace(/, [\d.]+ s/, ""))).toEqual([
    "1/7 lamp: right (recogniser)",
    "2/7 door: right (recogniser)",
    "3/7 spot: wrong_change (recogniser)",
    "4/7 unknown: no_change (model)",
    "5/7 nothing: right (model)",
    "6/7 asked: right (recogniser)",
    "7/7 unasked: no_change (model)",
  ]);
  expect(report.notes.map((note) => note.split("\n")[1])).toEqual([
    "  differs: light.lamp: state, light.lamp: color_mode, light.lamp: brightness, light.spot: state",
    "  differs: light.lamp: state",
    "  differs: the answer",
  ]);
});

test("with a model its calls are judged and its prompt tokens counted", async () => {
  await using model = await FakeModelServer.start({ kind: "ollama" });
  const args = { when: "now", service: "light.turn_on", entity_id: ["light.lamp"] };
  model.reply({ toolCalls: [{ name: "call_ha_service", args }] }, { text: "The lamp is on." });

  const options = { folder, limit: undefined, ids: ["unknown"], onCase: () => {} };
  const report = await actions.run({ ...options, model: { url: model.url, name: "tiny" } });

  expect(report).toEqual({
    cases: 1,
    figures: expect.objectContaining({
      right: 1,
      wrong_change: 0,
      prompt_tokens: expect.any(Number),
      recogniser: { answered: 0, right: null },
    }),
    notes: [],
  });
  expect(model.calls).toHaveLength(2);
});
