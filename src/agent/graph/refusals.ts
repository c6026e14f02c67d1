import { ToolMessage } from "@langchain/core/messages";
import type { Receipt } from "../../homeassistant/expectations/receipts.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { GateDecision, PendingCall } from "../state.ts";

/** What the model is told of an action that was not done. */
export function refusalMessage(decision: GateDecision): readonly ToolMessage[] {
  if (decision.kind === "go" || decision.kind === "ask" || decision.kind === "already") return [];
  const content =
    decision.kind === "problem"
      ? { ok: false, ...decision.problem }
      : decision.kind === "declined"
        ? { ok: false, error: "declined", message: "The person said no. Do not try it again." }
        : { ok: false, error: "not_allowed", message: "This is not allowed in this home. Do not try it another way." };
  return actionMessages(decision, content);
}

export function invalidMessage(call: PendingCall): readonly ToolMessage[] {
  return call.kind === "invalid" ? [toolMessage(call.toolCallId, call.tool, call.result)] : [];
}

/** What came of an action, for each of the model's calls that wanted it. */
export function actionMessages(
  { toolCallId, repeats = [] }: Pick<GateDecision, "toolCallId" | "repeats">,
  content: object,
): readonly ToolMessage[] {
  const ids = toolCallId === undefined ? repeats : [toolCallId, ...repeats];
  return ids.map((id) => toolMessage(id, "call_ha_service", content));
}

/** A tool's answer as the model gets it. */
export function toolMessage(toolCallId: string, name: string, content: object): ToolMessage {
  return new ToolMessage({ tool_call_id: toolCallId, name, content: JSON.stringify(content) });
}

/** What the model is told of what became of an action. */
export function receiptForModel(receipt: Receipt, home: Pick<Home, "find">): object {
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
