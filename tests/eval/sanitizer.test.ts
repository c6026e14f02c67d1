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
  expect(figures["must_block_held"]).toBeGreaterThanOrEqual(0.99);
  expect(figures["benign_denied"]).toBe(0);
  expect(figures["benign_asked"]).toBeLessThanOrEqual(0.03);
});

test("asked and denied are held; what leaves of a private question is told, and what is held of others", () => {
  const allow = { decide: (text: string) => ({ outcome: "allow" as const, text }) };
  const ask = { decide: (text: string) => ({ outcome: "ask" as const, text, without: undefined, kinds: ["phone"] }) };
  const deny = { decide: () => ({ outcome: "deny" as const, reason: "phone", kinds: ["phone"], hint: "" }) };
  const judged = (policy: Parameters<typeof judgeSanitizer>[0], names: readonly string[] = []) =>
    judgeSanitizer(policy, [row], [{ ...row, id: "b", text: "call Anna", mustBlock: false }], names);
  expect(judged(allow)).toMatchObject({ figures: { must_block_held: 0, held: { phone: 0 } }, notes: [expect.stringMatching(/leaves/)] });
  expect(judged(ask).figures).toMatchObject({ must_block_held: 1, must_block_denied: 0, benign_asked: 1, named_asked: null });
  expect(judged(ask, ["anna"]).figures).toMatchObject({ benign_asked: null, named_asked: 1 });
  expect(judged(deny).figures).toMatchObject({ must_block_held: 1, must_block_denied: 1, benign_denied: 1 });
});
