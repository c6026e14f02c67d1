import { Command, END, Send, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Runs, runOf, type TurnInput, TurnState, type TurnStateValues } from "../state.ts";
import type { Gate } from "./gate/gate.ts";
import { type ActInput, endedIds, type ReadInput } from "./gate/steps.ts";

type Node<Input = TurnStateValues> = (input: Input) => Partial<TurnStateValues> | Promise<Partial<TurnStateValues>>;

interface GraphParts {
  readonly recognise: Node;
  readonly assemble: Node;
  readonly think: Node;
  readonly gate: Gate;
  readonly act: Node<ActInput>;
  readonly read: Node<ReadInput>;
  readonly compose: Node;
  readonly checkpointer: BaseCheckpointSaver;
  /** Waits for a home that is away, for a bounded time. Rejects only when the turn is stopped. */
  readonly homeThere: (turn: TurnInput) => Promise<void>;
}

export type TurnGraph = ReturnType<typeof createTurnGraph>;

/**
 * One turn:
 *
 *     recognise ──hit──► gate (─► ask) ──► act (a Send per chain) ──► compose
 *         ├─several: the question which one is the answer
 *         ├─miss, assemble: too long for the model ─► compose
 *         └─miss, assemble─► think ─► gate (─► ask) ─► act · read (─► ask) ─► think … ─► compose
 */
export function createTurnGraph({ recognise, assemble, think, gate, act, read, compose, checkpointer, homeThere }: GraphParts) {
  /** A node that needs the home begins when it is there: Home Assistant may just be restarting, also between a question and its yes. */
  const atHome =
    <Input extends { readonly turn: TurnInput }, Output>(node: (input: Input) => Output | Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      await homeThere(input.turn);
      return node(input);
    };
  /** A miss is assembled in the same step: every step of the graph costs a checkpoint, and nothing happens between the two. */
  const begin = async (state: TurnStateValues): Promise<Partial<TurnStateValues>> => {
    const recognised = state.turn.hasPicture ? ({ path: "model" } as const) : await recognise(state);
    return recognised.path === "model" ? { ...recognised, ...(await assemble(state)) } : recognised;
  };
  return new StateGraph(TurnState)
    .addNode("recognise", goingOn(atHome(begin), afterRecognising), { ends: ["gate", "think", "compose", END] })
    .addNode("think", goingOn(think, afterThinking), { ends: ["gate", "think", "compose", END] })
    .addNode("gate", atHome(gate.decide))
    .addNode("ask", atHome(gate.ask))
    .addNode("act", atHome(act))
    .addNode("read", atHome(read))
    .addNode(
      "compose",
      goingOn(compose, ({ answer }) => (answer === undefined ? "think" : END)),
      { ends: ["think", END] },
    )
    .addEdge(START, "recognise")
    .addConditionalEdges("gate", afterDeciding, ["ask", "act", "read", "think", "compose"])
    .addConditionalEdges("ask", steps, ["act", "read", "ask", "think", "compose"])
    .addConditionalEdges("act", afterStep, ["ask", "think", "compose"])
    .addConditionalEdges("read", afterStep, ["ask", "think", "compose"])
    .compile({ checkpointer });
}

/** A node whose own update tells where the run goes on: an edge would put the whole state together anew to look at it. */
function goingOn<Next extends string>(node: Node, next: (update: Partial<TurnStateValues>) => Next) {
  return async (state: TurnStateValues): Promise<Command<unknown, Partial<TurnStateValues>, Next>> => {
    const update = await node(state);
    return new Command({ update, goto: next(update) });
  };
}

/** What the recogniser asked back is the answer. What does not fit the model's window is not asked. */
function afterRecognising({ path, answer, failure }: Partial<TurnStateValues>): "gate" | "think" | "compose" | typeof END {
  if (answer !== undefined) return END;
  if (failure) return "compose";
  return path === "model" ? "think" : "gate";
}

function afterThinking({
  answer,
  failure,
  calls = [],
  messages = [],
}: Partial<TurnStateValues>): "gate" | "think" | "compose" | typeof END {
  if (answer !== undefined) return END;
  if (failure) return "compose";
  if (calls.length > 0) return "gate";
  // A correction was added, so the model has the next word; anything else it said is the answer.
  return messages.at(-1)?.getType() === "human" ? "think" : "compose";
}

function afterDeciding(state: TurnStateValues): ReturnType<typeof steps> {
  return state.decisions.some(({ kind }) => kind === "ask") ? "ask" : steps(state);
}

function hasQuestion({ decisions, leaving }: TurnStateValues): boolean {
  return leaving.length > 0 || decisions.some(({ kind }) => kind === "ask");
}

/** What may go ahead does so; what has changed since its question is asked about again after that. */
function steps(state: TurnStateValues): Send[] | "ask" | "think" | "compose" {
  const { turn, path, results, outside } = state;
  const ended = new Set([...endedIds(results), ...state.leaving.map(({ callId }) => callId)]);
  const going = state.decisions.filter((decision) => decision.kind === "go");
  const sends = [
    ...chainsOf(going).map((chain) => new Send("act", { turn, chain, path })),
    ...state.calls.flatMap((call) => (call.kind === "read" && !ended.has(call.id) ? new Send("read", { turn, call, outside }) : [])),
  ];
  return sends.length > 0 ? sends : afterStep(state);
}

function afterStep(state: TurnStateValues): "ask" | "think" | "compose" {
  if (hasQuestion(state)) return "ask";
  if (state.path === "recogniser") return "compose";
  // A plain no needs no more words from a model.
  const declined = state.decisions.length > 0 && state.decisions.every(({ kind }) => kind === "declined");
  return declined && state.calls.every(({ kind }) => kind === "act") ? "compose" : "think";
}

interface Targeted {
  readonly call: { readonly service: string; readonly entityIds: readonly string[] };
}

/** Actions of one step in chains: those that share a target run in order, for the later means the state that the earlier leaves. */
export function chainsOf<Action extends Targeted>(actions: readonly Action[]): readonly (readonly Action[])[] {
  let chains: { readonly touched: ReadonlySet<string>; readonly members: readonly { index: number; action: Action }[] }[] = [];
  actions.forEach((action, index) => {
    const { service, entityIds } = action.call;
    const touched = new Set(entityIds.length > 0 ? entityIds : [service]);
    const joined = chains.filter((chain) => !chain.touched.isDisjointFrom(touched));
    chains = chains.filter((chain) => !joined.includes(chain));
    const members = [...joined.flatMap((chain) => chain.members), { index, action }].sort((a, b) => a.index - b.index);
    chains.push({ touched: joined.reduce((all, chain) => all.union(chain.touched), touched), members });
  });
  return chains.map(({ members }) => members.map(({ action }) => action));
}

/** Home Assistant is back from a restart within this time, also on a small computer; after it the turn goes on and says that it is away. Once for a turn. */
const HOME_WAIT_MS = 60_000;

/** Waits until the home can be asked and acted on, and what its kinds of things are called is known. Resolves also when it does not come; rejects when the turn is stopped. */
export function createHomeThere({
  home,
  words,
  runs,
  pace,
}: {
  home: Pick<Home, "ready" | "whenReady">;
  words: { readonly ready: boolean; whenReady(signal: AbortSignal): Promise<void> };
  runs: Runs;
  /** Factor on the wait. */
  pace: number;
}) {
  return async ({ turnId }: Pick<TurnInput, "turnId">): Promise<void> => {
    if (home.ready && words.ready) return;
    const run = runOf(runs, turnId);
    run.homeWait ??= AbortSignal.timeout(HOME_WAIT_MS * pace);
    const signal = AbortSignal.any([run.signal, run.homeWait]);
    try {
      await home.whenReady(signal);
      await words.whenReady(signal);
    } catch {
      run.signal.throwIfAborted();
    }
  };
}
