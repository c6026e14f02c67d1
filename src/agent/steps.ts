import type { Actor } from "../homeassistant/acting.ts";
import type { Home } from "../homeassistant/home.ts";
import type { Receipt } from "../homeassistant/receipts.ts";
import type { ResolvedCall } from "../homeassistant/services.ts";
import { hashCall } from "../security/policy.ts";
import type { StartedAction } from "../storage/actions.ts";
import { type Judge, OVERTAKEN, toolMessage } from "./gate.ts";
import { type Runs, runOf } from "./runs.ts";
import type { GateDecision, PendingCall, TurnInput, TurnStateValues } from "./state.ts";
import type { ReadingTool, ToolAnswer } from "./toolbox.ts";

interface ActDependencies {
  readonly actor: Actor;
  readonly home: Pick<Home, "find">;
  readonly judge: Judge;
  /** Claims the action's single use in the ledger; false if it was started before. */
  readonly start: (action: StartedAction) => boolean;
  readonly runs: Runs;
  readonly clock: () => number;
}

/** Does one action: ledger row first, then the call with a fresh permit, then the receipt. Policy decides once more before it. */
export function createActStep({ actor, home, judge, start, runs, clock }: ActDependencies) {
  return async ({
    turn,
    decision,
    path,
  }: {
    turn: TurnInput;
    decision: GateDecision & { kind: "go" };
    path: string;
  }): Promise<Partial<TurnStateValues>> => {
    const { id, call, toolCallId } = decision;
    const run = runOf(runs, turn.turnId);
    run.progress({ kind: "acting", names: call.entityIds.map((entityId) => home.find(entityId)?.name ?? call.service) });
    const verdict = judge(turn, id, call, { approvedHash: decision.approvedHash });
    if (verdict.outcome !== "allow") {
      const content = { ok: false, error: "not_allowed", message: "The home changed meanwhile, so this was not done." };
      return {
        results: [{ kind: "denied", call, rule: verdict.outcome === "deny" ? verdict.rule : OVERTAKEN }],
        messages: toolCallId === undefined ? [] : [toolMessage(toolCallId, "call_ha_service", content)],
      };
    }
    const fresh = start({
      id,
      turnId: turn.turnId,
      approvalId: decision.approvalId,
      service: call.service,
      entityIds: call.entityIds,
      data: call.data,
      hash: hashCall(call),
      proposedBy: path === "recogniser" ? "recogniser" : "model",
      rule: verdict.rule,
      at: clock(),
    });
    const receipt = fresh ? await actor.act(verdict.permit, { signal: run.signal }) : unknownReceipt(id, call, clock());
    return {
      results: [{ kind: "receipt", receipt }],
      messages: toolCallId === undefined ? [] : [toolMessage(toolCallId, "call_ha_service", receiptForModel(receipt, home))],
    };
  };
}

/** The receipt of an action that was started by a run that ended before it could tell: reported, never redone. */
function unknownReceipt(actionId: string, call: ResolvedCall, at: number): Receipt {
  const entityIds = call.entityIds.length === 0 ? [""] : call.entityIds;
  return {
    actionId,
    service: call.service,
    data: call.data,
    targets: entityIds.map((entityId) => ({ entityId, outcome: "unknown", observed: {} })),
    contextId: undefined,
    error: undefined,
    startedAt: at,
    endedAt: at,
  };
}

function receiptForModel(receipt: Receipt, home: Pick<Home, "find">): object {
  return {
    ok: receipt.targets.every(({ outcome }) => outcome === "done" || outcome === "already" || outcome === "sent" || outcome === "started"),
    results: receipt.targets.map(({ entityId, outcome, observed }) => ({
      name: home.find(entityId)?.name ?? entityId,
      entity_id: entityId,
      outcome,
      ...observed,
    })),
    ...(receipt.error !== undefined && { error: receipt.error }),
  };
}

/** What a reading tool answers while the home is away: what is known of it is old. */
const HOME_AWAY: ToolAnswer = { ok: false, error: "home_unreachable", message: "Home Assistant cannot be reached right now." };

/** Runs one reading tool. */
export function createReadStep({ tools, home, runs }: { tools: ReadonlyMap<string, ReadingTool>; home: Pick<Home, "ready">; runs: Runs }) {
  return async ({ turn, call }: { turn: TurnInput; call: PendingCall & { kind: "read" } }): Promise<Partial<TurnStateValues>> => {
    const run = runOf(runs, turn.turnId);
    const tool = tools.get(call.tool);
    const caller = { personId: turn.personId, role: turn.role };
    const result = !home.ready ? HOME_AWAY : tool ? await tool.call(call.args, caller, run.signal) : { ok: false, error: "unknown_tool" };
    const hidden = typeof result["hidden"] === "number" ? result["hidden"] : 0;
    return {
      results: [{ kind: "read", tool: call.tool, ok: result.ok, hidden, origin: "home" }],
      messages: [toolMessage(call.toolCallId, call.tool, result)],
    };
  };
}
