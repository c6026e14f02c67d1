import { describe, expect, it } from "vitest";
import { createConversation } from "../../../src/agent/prompt/conversation.ts";
import type { NumberedEntry } from "../../../src/storage/turns/summaries.ts";

/** A session of `roles`, `p` for what a person said and `a` for an answer; each entry costs 15 tokens. */
function session(roles: string) {
  const entries: readonly NumberedEntry[] = [...roles].map((role, index) => ({
    ...{ id: index + 1, role: role === "p" ? "person" : "assistant", personId: undefined, personName: undefined },
    ...{ content: "ten tokens", origin: "person", outside: undefined },
  }));
  const wanted: number[] = [];
  const conversation = createConversation({
    store: {
      summary: () => undefined,
      entriesAfter: (_session, after, limit) => entries.filter(({ id }) => id > after).slice(-limit),
    },
    summariser: { want: (_session, upTo) => void wanted.push(upTo) },
  });
  const window = (room: number) => conversation.window("s", { room, count: () => 10 }).entries.map(({ id }) => id);
  return { window, wanted };
}

describe("a chat of many short lines", () => {
  it("is halved at once, and what was left out is asked for as one summary", () => {
    const { window, wanted } = session("pa".repeat(12));
    expect(window(10_000)).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    expect(window(10_000)).toHaveLength(12);
    expect(wanted).toEqual([12]);
  });

  it("is cut between turns, never within one", () => {
    const { window, wanted } = session(`pap${"pa".repeat(10)}p`);
    expect(window(10_000)[0]).toBe(14);
    expect(wanted).toEqual([13]);
  });

  it("is asked for further where it does not fit all the same", () => {
    const { window, wanted } = session("pa".repeat(12));
    expect(window(120)).toEqual([21, 22, 23, 24]);
    expect(wanted).toEqual([20]);
  });
});
