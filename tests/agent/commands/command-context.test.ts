import { describe, expect, it } from "vitest";
import type { ContextRecord } from "../../../src/agent/prompt-budget.ts";
import type { Interaction } from "../../../src/storage/turns/interaction-log.ts";
import { CHAT, NOW } from "../../storage/stores.ts";
import { commandWorld, type Someone } from "../command-world.ts";

const GROUP = { channel: "telegram", bot: "", chatId: "-100" };
const USAGE = "Write /context for your last message in this chat, or /context with a number from 1 to 20 for an earlier one.";
const NONE = "I know of no such message in this chat.";

const RECORD: ContextRecord = {
  ...{ model: "ollama/a_b", window: 8_192, tokens: 1_480, milliseconds: 3.456 },
  slots: [
    { slot: "system", room: 800, used: 610, put: [], left: [] },
    { slot: "tools", room: 1_200, used: 700, put: ["get_entity_state"], left: [] },
    { slot: "profile", room: 400, used: 0, put: [], left: [], trouble: "failed" },
    { slot: "conversation", room: 2_400, used: 90, put: ["summary", "2 turns"], left: ["1 turn"] },
    { slot: "entities", room: 3_110, used: 80, put: ["Lamp *2*"], left: ["Bed Light", "and 3 more"] },
    { slot: "knowledge", room: 3_830, used: 0, put: [], left: [], trouble: "late" },
  ],
};
const ASKED: Interaction = {
  ...{ path: "model", model: "ollama/a_b", origin: "person", context: RECORD, tokens: { prompt: 3_050, completion: 41 } },
};

/** A chat in which that was said, the oldest first. */
function world(said: readonly { text: string; by?: Someone; how?: Interaction; chat?: typeof CHAT }[]) {
  const opened = commandWorld();
  said.forEach(({ text, by = "anna", how = ASKED, chat = CHAT }, index) => {
    const turn = opened.addTurn(`${index}`, { text, personId: by, personName: by, receivedAt: NOW, ...chat });
    opened.interactions.put(turn, how, NOW + 2_000);
  });
  return async (text: string, who?: Someone, chat?: typeof CHAT) => (await opened.run(text, who, chat)).split("\n");
}

describe("/context", () => {
  it("tells of the last message what the prompt held, what was left out and what came too late", async () => {
    const lines = await world([{ text: "is the *lamp*\non?" }])("/context");
    expect(lines).toEqual([
      "**2027-01-15 09:00: “is the \\*lamp\\* on?”**",
      "ollama/a\\_b was given about 1480 of its 8192 tokens, put together in 3.46 ms.",
      "In all of its answers it read 3050 tokens and wrote 41.",
      "- rules: 610 of 800 tokens",
      "- tools: 700 of 1200 tokens; with get\\_entity\\_state",
      "- what I remember: 0 of 400 tokens; could not be looked up",
      "- conversation: 90 of 2400 tokens; with summary, 2 turns; without 1 turn",
      "- things perhaps meant: 80 of 3110 tokens; with Lamp \\*2\\*; without Bed Light, and 3 more",
      "- knowledge: 0 of 3830 tokens; looked up too late",
    ]);
  });

  it("tells of earlier messages by their number, commands not counted", async () => {
    const ask = world([
      { text: "first" },
      { text: "turn on the lamp", how: { path: "recogniser", model: "recogniser", origin: "person" } },
      { text: "/help", how: { path: "command", origin: "person" } },
    ]);
    expect(await ask("/context")).toEqual([
      "**2027-01-15 09:00: “turn on the lamp”**",
      "It was understood without a model, so no prompt was made.",
    ]);
    expect((await ask("/context 2"))[0]).toContain("“first”");
    expect(await ask("/context 3")).toEqual([NONE]);
  });

  it("says so when there is no prompt to tell of, or one that it cannot read", async () => {
    const { context: _, ...without } = ASKED;
    expect((await world([{ text: "a", how: without }])("/context"))[1]).toBe("It ended before a prompt was made.");
    const other = { ...ASKED, context: { slots: "of a later version" } };
    expect((await world([{ text: "a", how: other }])("/context"))[1]).toBe("It ended before a prompt was made.");
  });

  it.each(["/context 0", "/context 21", "/context -1", "/context lamp", "/context 1.5"])(
    "%s is answered with what to write",
    async (text) => {
      expect(await world([{ text: "a" }])(text)).toEqual([USAGE]);
    },
  );

  it("in a group shows everybody their own messages only", async () => {
    const ask = world([
      { text: "mine", chat: GROUP },
      { text: "Ben's", by: "ben", chat: GROUP },
    ]);
    expect((await ask("/context", "anna", GROUP))[0]).toContain("“mine”");
    expect(await ask("/context 2", "anna", GROUP)).toEqual([NONE]);
    expect(await ask("/context", "mia", GROUP)).toEqual([NONE]);
    expect(await ask("/context", "anna")).toEqual([NONE]);
  });

  it("does not repeat a long message at length", async () => {
    expect((await world([{ text: "x".repeat(4_000) }])("/context"))[0]?.length).toBeLessThan(100);
  });
});
