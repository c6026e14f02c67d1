import { expect, it } from "vitest";
import { toldHere } from "../../../src/memory/sentences/told-scope.ts";
import type { Evidence } from "../../../src/storage/facts/fact-row.ts";
import { memoryWorld, NOW, said } from "../memory-world.ts";

const turn = (turnId: string): Evidence => ({ kind: "turn", turnId });

/** Whether what Anna told as `value` in these turns may be taken back where only the turn "here" was read. */
async function mayBeNamed(value: string, text: string, evidence: readonly Evidence[], by = "anna"): Promise<boolean> {
  const { memory } = memoryWorld();
  const learned = await memory.learn(said("favorite_things", value, { evidence }), NOW);
  if (learned.outcome !== "stored") throw new Error(learned.outcome);
  return toldHere([{ fact: learned.fact, turns: [{ id: "here", text }] }], by, NOW).length === 1;
}

it.each([
  ["told there alone, in other words", "peanut allergy", "I'm allergic to peanuts", [turn("here")], true],
  ["told before, and there in the same words", "peanuts", "I'm allergic to peanuts", [turn("before"), turn("here")], true],
  ["more is known than was said there", "peanuts and milk", "I'm allergic to peanuts", [turn("before"), turn("here")], false],
  ["another number is known", "at 7:30", "I get up at 7", [turn("before"), turn("here")], false],
])("%s", async (_, value, text, evidence, expected) => expect(await mayBeNamed(value, text, evidence)).toBe(expected));

it("is what the asker told, and nobody else", async () => {
  expect(await mayBeNamed("peanuts", "peanuts", [turn("here")], "ben")).toBe(false);
});
