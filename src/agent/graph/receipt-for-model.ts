import type { Receipt } from "../../homeassistant/expectations/receipts.ts";
import type { Home } from "../../homeassistant/registry/home.ts";

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
