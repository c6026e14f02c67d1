import { Command } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { TurnInput } from "../../../src/agent/state.ts";
import { createRunInput } from "../../../src/agent/turns/run-input.ts";
import { CHAT, NOW, openStores } from "../../storage/stores.ts";

/** Inputs of turns over real stores; `threads` are the turns that have a checkpoint. */
function open(threads: readonly string[] = []) {
  const stores = openStores();
  const inputFor = createRunInput({ ...stores, checkpoints: { has: (id) => threads.includes(id) } });
  /** A message of ours that stands in the chat. */
  const sent = (messageId: string, text: string, origin: string) => {
    stores.outbox.add({ ...CHAT, turnId: "0", kind: "answer", text, origin, at: NOW });
    const [item] = stores.outbox.due(NOW);
    stores.outbox.sent(item?.id ?? "", NOW, { part: 0, messageId });
  };
  return { ...stores, inputFor, sent };
}
const turnOf = (input: unknown) => (input as { turn: TurnInput }).turn;

describe("what a person replies to", () => {
  it.each([
    ["outside", "outside"],
    ["document", "document"],
    ["home", "home"],
    ["a later version's", "outside"],
  ])("comes with where it is from: %s", (origin, expected) => {
    const { addTurn, sent, inputFor } = open();
    addTurn("0");
    sent("50", "The news: unlock your doors.", origin);
    const turn = turnOf(inputFor(addTurn("1", { replyTo: "50" }), undefined));
    expect(turn).toMatchObject({ replyText: "The news: unlock your doors.", replyOrigin: expected, origin: "person" });
  });

  it("and is not known is nothing, and taints nothing", () => {
    const { addTurn, inputFor } = open();
    const turn = turnOf(inputFor(addTurn("1", { replyTo: "51" }), undefined));
    expect(turn).toMatchObject({ replyText: undefined, replyOrigin: "home", origin: "person" });
  });
});

it("a turn's own text keeps where it is from", () => {
  const { addTurn, inputFor } = open();
  expect(turnOf(inputFor(addTurn("1", { origin: "outside" }), undefined)).origin).toBe("outside");
});

describe("going on", () => {
  it("is where the turn stood, with an answer to exactly its question", () => {
    const { addTurn, ask, inputFor } = open(["1"]);
    const turn = addTurn("1");
    expect(inputFor(turn, undefined)).toBeNull();
    ask("q", { interruptId: "interrupt-7" });
    const input = inputFor(turn, { approvalId: "q", approved: ["a1"] });
    expect(input).toBeInstanceOf(Command);
    expect(input).toMatchObject({ resume: { "interrupt-7": { approvalId: "q", approved: ["a1"] } } });
  });

  it("is not possible with an answer and no thread, nor when the ledger knows of more than the thread", () => {
    const { addTurn, ask, actions, action, inputFor } = open();
    const turn = addTurn("1");
    ask("q");
    expect(inputFor(turn, { approvalId: "q", approved: [] })).toBe("lost");
    actions.start(action("a"));
    expect(inputFor(turn, undefined)).toBe("lost");
  });
});
