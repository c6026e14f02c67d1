import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { createGate } from "../../src/agent/graph/gate/gate.ts";
import { type ApprovalRequest, type PendingCall, TurnState, type TurnStateValues } from "../../src/agent/state.ts";
import type { ApprovalEvidence } from "../../src/security/policy/policy-input.ts";
import { judgeWorld, TURN } from "./judge-world.ts";

type Given = Partial<Pick<TurnStateValues, "results" | "decided" | "outside" | "path" | "turn">>;

/** The gate over the real judge and policy. */
export function openGate() {
  const parts = judgeWorld();
  const gate = createGate({ ...parts, readTools: new Map(), clock: () => parts.world.now });
  const decideAll = async (calls: readonly PendingCall[], given: Given = {}) => {
    const update = await gate.decide({ turn: TURN, calls, results: [], decided: [], outside: [], path: "model", ...given });
    return { decisions: [], decided: [], results: [], messages: [], ...update };
  };
  return { ...parts, gate, decideAll };
}

/** Gate and question as they stand in the turn's graph. */
export function openGraph() {
  const parts = openGate();
  const { gate, world } = parts;
  const asks = ({ decisions }: Pick<TurnStateValues, "decisions">) => (decisions.some(({ kind }) => kind === "ask") ? "ask" : END);
  const graph = new StateGraph(TurnState)
    .addNode("gate", gate.decide)
    .addNode("ask", gate.ask)
    .addEdge(START, "gate")
    .addConditionalEdges("gate", asks, ["ask", END])
    .addConditionalEdges("ask", asks, ["ask", END])
    .compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "1" } };
  const questionsOf = (state: object) => (state as { __interrupt__?: { id: string; value: ApprovalRequest }[] }).__interrupt__ ?? [];
  let asked: readonly { id: string; value: ApprovalRequest }[] = [];
  let question = 0;
  /** What is asked now, if anything. */
  const actionsAsked = () => asked.flatMap(({ value }) => value.actions);
  const resume = async (answer: unknown) => {
    const state: TurnStateValues = await graph.invoke(new Command({ resume: { [asked[0]?.id ?? ""]: answer } }), config);
    asked = questionsOf(state);
    return state;
  };
  /** The answer of a person who was asked, as the desk takes it. */
  const answer = (approved: readonly string[], by: Partial<ApprovalEvidence> = {}) => {
    question += 1;
    for (const { id, hash } of actionsAsked().filter((action) => approved.includes(action.id))) {
      world.evidence.set(`q${question} ${id}`, { hash, by: [{ personId: "anna", role: "owner" }], pin: false, ...by });
    }
    return resume({ approvalId: `q${question}`, approved });
  };
  return {
    ...parts,
    start: async (calls: readonly PendingCall[], given: Given = {}) => {
      asked = questionsOf(await graph.invoke({ turn: TURN, calls, ...given }, config));
      return asked;
    },
    resume,
    answer,
    actionsAsked,
  };
}

export const kinds = (state: { decisions: readonly { id: string; kind: string }[] }) =>
  state.decisions.map(({ id, kind }) => `${id} ${kind}`);
