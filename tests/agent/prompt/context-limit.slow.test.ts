import { HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContextProvider } from "../../../src/agent/prompt/context-sources.ts";
import { type ContextRecord, promptLimit } from "../../../src/agent/prompt-budget.ts";
import { assistant, contextWorld, person } from "../context-world.ts";

const words = (count: number) => "word ".repeat(count).trim();
/** As long as the service's own rules and tools. */
const SYSTEM = words(750);
const TOOLS = [{ name: "call", description: words(1_150), parameters: {} }];
/** Signs that are tokens each. */
const ODD = "x1%!".repeat(1_000);

const provider = (slot: ContextProvider["slot"], lengths: readonly number[]): ContextProvider => ({
  ...{ slot, heading: `${slot}:` },
  collect: () => lengths.map((length, at) => ({ text: `- ${slot} ${at} ${words(length)}`, source: `${slot} ${at}`, origin: "home" })),
});
const everything = (lengths: readonly number[]) => [
  ...[provider("profile", lengths), provider("entities", lengths), provider("knowledge", lengths)],
];

const ofSlot = (context: ContextRecord | undefined, wanted: string) => {
  const slot = context?.slots.find(({ slot }) => slot === wanted);
  if (!slot) throw new Error(`nothing is told of ${wanted}`);
  return slot;
};

describe("a long message", () => {
  it("that leaves no room for the answer is a failure that tells so, and nothing is made for a model", async () => {
    const world = contextWorld({ system: SYSTEM, tools: TOOLS, numCtx: 4_096, providers: everything([20]) });
    const { failure, messages, context } = await world.assemble({ text: ODD });
    expect(failure).toEqual({ kind: "message_too_long", model: "m" });
    expect({ messages, context }).toEqual({ messages: undefined, context: undefined });
    expect((await world.assemble({ text: "is it on?" })).failure).toBeUndefined();
  });

  it("is not blamed where rules and tools alone fill the window", async () => {
    const world = contextWorld({ system: words(4_000), tools: TOOLS, numCtx: 4_096 });
    expect((await world.assemble()).failure).toEqual({ kind: "context_too_small", model: "m", numCtx: 4_096 });
  });

  it("takes its room from what was said before, not from what is known and perhaps meant", async () => {
    const world = contextWorld({ system: SYSTEM, tools: TOOLS, providers: everything(Array.from({ length: 40 }, () => 15)) });
    for (let id = 1; id < 40; id += 2) world.history.push(person(id, "question"), assistant(id + 1, words(50)));
    const { context } = await world.assemble({ text: ODD });
    expect(ofSlot(context, "conversation").put).toEqual([]);
    for (const slot of ["profile", "entities", "knowledge"]) expect(ofSlot(context, slot).used).toBeGreaterThan(150);
  });

  it("is given without the quote that it replies to when both are too long", async () => {
    const world = contextWorld({ system: SYSTEM, tools: TOOLS, numCtx: 4_096 });
    const replyText = "x1%!".repeat(125);
    expect((await world.assemble({ text: words(400), replyText })).last).toContain("x1%!");
    const { last, outside } = await world.assemble({ text: words(1_500), replyText, replyOrigin: "outside" });
    expect(last).not.toContain("x1%!");
    expect(outside).toEqual([]);
  });
});

it("in a window of 4,096 tokens each part of a usual prompt has room", async () => {
  const world = contextWorld({ system: SYSTEM, tools: TOOLS, numCtx: 4_096, providers: everything(Array.from({ length: 40 }, () => 15)) });
  world.history.push(person(1, "is it on?"), assistant(2, "It is off."));
  const { context } = await world.assemble();
  expect(context?.slots.filter(({ put, slot }) => slot !== "system" && put.length === 0)).toEqual([]);
});

it("no prompt is longer than the window with room for the answer, and history gives way before what was looked up", async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  const text = fc.oneof(
    fc.integer({ min: 1, max: 2_500 }).map(words),
    fc.integer({ min: 1, max: 1_500 }).map((count) => "x1%!".repeat(count)),
  );
  const turns = fc.array(fc.tuple(text, text, fc.boolean()), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        numCtx: fc.integer({ min: 4_096, max: 40_000 }),
        rate: fc.double({ min: 0.5, max: 2.5, noNaN: true }),
        lengths,
        turns,
        text,
      }),
      fc.boolean(),
      async ({ numCtx, rate, lengths, turns, text }, isPrivate) => {
        const world = contextWorld({ system: SYSTEM, tools: TOOLS, numCtx, providers: everything(lengths) });
        const seen = [new HumanMessage(SYSTEM)];
        const weight = world.estimate.messages("m", seen) + world.estimate.tools("m", TOOLS);
        world.estimate.learn({ model: "m", messages: seen, tools: TOOLS, inputTokens: Math.round(weight * rate) });
        turns.forEach(([said, answer, chosen], at) => {
          world.history.push(person(2 * at + 1, said, chosen ? "home" : "person"), assistant(2 * at + 2, answer));
        });
        const { context, failure, messages } = await world.assemble({ text, isPrivate, replyText: "It is off." });
        if (failure) {
          expect(messages).toBeUndefined();
          return;
        }
        expect(context?.tokens).toBeLessThanOrEqual(promptLimit(numCtx));
        const isHistoryKept = ofSlot(context, "conversation").put.length > 0;
        if (!isHistoryKept || lengths.length === 0) return;
        for (const slot of ["profile", "entities", "knowledge"]) expect(ofSlot(context, slot).put).not.toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
