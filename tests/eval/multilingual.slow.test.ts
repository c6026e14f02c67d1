import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { actions } from "../../eval/actions.ts";

const folder = mkdtempSync(join(tmpdir(), "eval-multilingual-"));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (id: string, intent: string, sentence: string, slots: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  return { id, language: id.slice(0, 2), intent, sentence, slots, response: "", ...more };
};
const FILES = {
  multilingual: [
    row("de/named", "HassTurnOn", "schalte die Stehlampe an", { name: "Stehlampe" }, { fixture: "de/lamp" }),
    row("de/asked", "HassGetState", "ist die Stehlampe an?", { name: "Stehlampe" }, { fixture: "de/lamp", response: "Nein" }),
    // labelled wrongly on purpose: what is done is not what it means
    row("de/other", "HassSetVolume", "stell die Lautstärke vom TV auf 50 %", { name: "TV", volume_level: 80 }),
    row("de/elsewhere", "HassStartTimer", "schalte die Stehlampe an", { name: "Stehlampe" }, { fixture: "de/lamp" }),
    row("de/timer", "HassStartTimer", "stelle einen 45 Sekunden Timer ein", { seconds: 45 }),
    row("de/unknown", "HassTurnOn", "mach es Stehlampe gemütlich", { name: "Stehlampe" }, { fixture: "de/lamp" }),
    row("de/untried", "HassTurnOn", "schalte die Stehlampe an", { name: "Stehlampe" }, { fixture: "de/gone" }),
    row("es/placed", "HassSetPosition", "abre las cortinas al 50 % en el dormitorio", {
      area: "Dormitorio",
      device_class: "curtain",
      position: 50,
    }),
    row("pt/other", "HassTurnOn", "ligar a luz", { domain: "light" }),
  ],
  fixtures: [{ fixture: "de/lamp", entities: [{ name: "Stehlampe", domain: "light", state: "off" }], areas: [] }],
};
for (const [file, rows] of Object.entries(FILES)) {
  writeFileSync(join(folder, `${file}.jsonl`), rows.map((one) => JSON.stringify(one)).join("\n"));
}

test("sentences of a language are said in the home of their fixture, and judged by the calls that they bring", async () => {
  const lines: string[] = [];
  const onCase = (line: string) => void lines.push(line.replace(/^\S+ /, ""));
  const { cases, figures } = await actions.run({ folder, model: undefined, limit: undefined, ids: undefined, onCase });

  expect(cases).toBe(8);
  expect(lines.sort()).toEqual([
    "de/asked: right",
    "de/elsewhere: wrong_entity",
    "de/named: right",
    "de/other: wrong_change",
    "de/timer: elsewhere",
    "de/unknown: no_change",
    "de/untried: untried",
    "es/placed: right",
  ]);
  expect(figures).toMatchObject({ de: { judged: 5, right: 0.4, wrong_change: 1, wrong_entity: 1 }, es: { right: 1 } });
});
