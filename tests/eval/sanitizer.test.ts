import { expect, test } from "vitest";
import { sanitizer } from "../../eval/sanitizer.ts";
import { sanitizerHomeRows } from "../../eval/sanitizer-home-rows.ts";
import { judgeSanitizer, type SanitizerRow } from "../../eval/sanitizer-judge.ts";

const row: SanitizerRow = { id: "a", text: "x", mustBlock: true, hasName: false, kinds: ["phone"], secrets: ["555"] };
const options = { folder: "", limit: undefined, ids: undefined, model: undefined, onCase: () => {} };

test("more than 300 questions of our own, no id twice, each private one with what must not leave", () => {
  const rows = sanitizerHomeRows();
  expect(rows.length).toBeGreaterThan(300);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ mustBlock, secrets }) => mustBlock !== secrets.length > 0)).toEqual([]);
});

test("the home's questions hold to the goals", async () => {
  const { figures } = await sanitizer.run(options);
  expect(figures["must_block_recall"]).toBeGreaterThanOrEqual(0.99);
  expect(figures["benign_false_alarms"]).toBeLessThanOrEqual(0.005);
});

test("a rewritten question that still has the value counts as a leak, a held benign one as an alarm", () => {
  const leaking = { check: (query: string) => ({ outcome: "rewritten" as const, query: `${query} 555`, found: [{ kind: "phone" }] }) };
  const { figures, notes } = judgeSanitizer(leaking, [row], [{ ...row, id: "b", mustBlock: false }]);
  expect(figures).toMatchObject({ must_block_recall: 0, benign_false_alarms: 1, recall: { phone: 0 } });
  expect(notes).toHaveLength(2);
});

test("a private question that leaves as it is is a leak too, a blocked one is none", () => {
  const clean = { check: (query: string) => ({ outcome: "clean" as const, query }) };
  const blocked = { check: () => ({ outcome: "blocked" as const, reason: "phone", found: [], hint: "" }) };
  expect(judgeSanitizer(clean, [{ ...row, secrets: [] }], []).figures).toMatchObject({ must_block_recall: 0 });
  expect(judgeSanitizer(blocked, [row], []).figures).toMatchObject({ must_block_recall: 1 });
});
