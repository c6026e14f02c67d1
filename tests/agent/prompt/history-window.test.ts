import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyWindow, type PastTurn, pastTurns } from "../../../src/agent/prompt/conversation.ts";

const turnsOf = (tokens: readonly number[]): readonly PastTurn<string>[] =>
  tokens.map((count, index) => ({ entries: [`turn ${index + 1}`], lastId: (index + 1) * 10, tokens: count }));
const ids = (turns: readonly PastTurn<string>[]) => turns.map(({ lastId }) => lastId);

describe("what is kept of a history", () => {
  it("is all of it while there is room", () => {
    const { kept, dropped, after, summariseTo } = historyWindow({ turns: turnsOf([10, 10, 10]), after: 0, room: 100 });
    expect(ids(kept)).toEqual([10, 20, 30]);
    expect({ dropped, after, summariseTo }).toEqual({ dropped: [], after: 0, summariseTo: undefined });
  });

  it("begins later by a block of half the room once there is none left", () => {
    const { kept, after, summariseTo } = historyWindow({ turns: turnsOf(Array(11).fill(10)), after: 0, room: 100 });
    expect(ids(kept)).toEqual([70, 80, 90, 100, 110]);
    expect(after).toBe(60);
    expect(summariseTo).toBe(60);
  });

  it("is told beforehand what the next block will be", () => {
    const { kept, after, summariseTo } = historyWindow({ turns: turnsOf(Array(8).fill(10)), after: 0, room: 100 });
    expect(kept).toHaveLength(8);
    expect(after).toBe(0);
    expect(summariseTo).toBe(30);
  });

  it.each([
    [[30, 30, 60], 20],
    [[10, 95], 10],
  ])("still has the newest turn, however much of the room it takes: %j", (tokens, after) => {
    const window = historyWindow({ turns: turnsOf(tokens), after: 0, room: 100 });
    expect(ids(window.kept)).toEqual([tokens.length * 10]);
    expect([window.after, window.summariseTo]).toEqual([after, after]);
  });

  it("asks for no summary of the newest turn, which would take its place", () => {
    expect(historyWindow({ turns: turnsOf([80]), after: 0, room: 100 }).summariseTo).toBeUndefined();
    expect(historyWindow({ turns: turnsOf([10, 80]), after: 0, room: 100 }).summariseTo).toBe(10);
  });

  it("is nothing where the newest turn alone is too long", () => {
    const { kept, after } = historyWindow({ turns: turnsOf([10, 500]), after: 0, room: 100 });
    expect(kept).toEqual([]);
    expect(after).toBe(20);
  });

  it("begins where it began in nearly every turn of a long conversation", () => {
    let after = 0;
    const begins: number[] = [];
    const all = turnsOf(Array(60).fill(10));
    for (let count = 1; count <= all.length; count += 1) {
      const turns = all.slice(0, count).filter(({ lastId }) => lastId > after);
      ({ after } = historyWindow({ turns, after, room: 100 }));
      begins.push(after);
    }
    const moves = begins.filter((begin, index) => index > 0 && begin !== begins[index - 1]);
    expect(moves).toHaveLength(9);
  });

  it("is the newest turns without a gap, and never more than there is room for", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 40 }), fc.integer({ min: 0, max: 500 }), (tokens, room) => {
        const turns = turnsOf(tokens);
        const { kept, dropped } = historyWindow({ turns, after: 0, room });
        expect([...dropped, ...kept]).toEqual(turns);
        expect(kept.reduce((sum, turn) => sum + turn.tokens, 0)).toBeLessThanOrEqual(room);
      }),
    );
  });
});

describe("turns of a history", () => {
  const entry = (id: number, role: string) => ({ id, role });

  it("begin with what a person said and hold all answers to it", () => {
    const entries = [entry(1, "assistant"), entry(2, "person"), entry(3, "assistant"), entry(4, "person"), entry(5, "person")];
    const turns = pastTurns(entries, () => 7);
    expect(turns.map((turn) => turn.entries.map(({ id }) => id))).toEqual([[2, 3], [4], [5]]);
    expect(turns.map(({ lastId, tokens }) => [lastId, tokens])).toEqual([
      [3, 14],
      [4, 7],
      [5, 7],
    ]);
  });
});
