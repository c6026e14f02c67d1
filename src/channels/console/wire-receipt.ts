import { outcomesIn, type StoredReceipt } from "../../storage/audit/receipt-outcomes.ts";
import type { WireReceipt } from "./wire.ts";

/** A receipt as the page gets it: what became of each thing, by the names that the home has for them. */
export function wireReceipt(receipt: StoredReceipt, nameOf: (entityId: string) => string | undefined): WireReceipt {
  const { service, targets, error, startedAt, endedAt } = receipt;
  return {
    service,
    targets: targets.map(({ entityId, outcome, observed }) => {
      const state = observed["state"];
      return { entityId, name: nameOf(entityId) ?? entityId, outcome, ...(typeof state === "string" && { after: state }) };
    }),
    outcome: outcomesIn(receipt).join(","),
    error: error ?? null,
    milliseconds: endedAt - startedAt,
  };
}
