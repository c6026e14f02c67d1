import type { Receipt } from "../../homeassistant/acting/acting.ts";
import { inverseOf } from "../../homeassistant/acting/undo.ts";
import type { ServiceCall } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { holdsSecrets } from "../../security/redaction/redaction.ts";
import type { PastAction, StoredReceipt } from "../../storage/turns/actions.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import type { StepResult } from "../state.ts";

/** What is done longer ago is not meant by "undo", and not done again by a tap: nobody remembers how it was. */
export const UNDO_MS = 30 * 60_000;

/** What a tap under an answer begins, about the steps of its turn. */
export type Again = "retry" | "undo";

export const AGAIN_LABELS = { retry: "button.retry", undo: "button.undo-rest" } as const satisfies Readonly<Record<Again, MessageKey>>;

/** `t:<turn>:<what>`; 64 bytes are enough for it. */
const DATA = /^t:([\w-]{36}):(retry|undo)$/;

export function againData(data: string): { readonly turnId: string; readonly what: Again } | undefined {
  const [, turnId, what] = DATA.exec(data) ?? [];
  return turnId === undefined ? undefined : { turnId, what: what === "undo" ? "undo" : "retry" };
}

/** Under an answer that tells of several steps of which some failed. */
export function againButtons(turnId: string, results: readonly StepResult[], catalogue: Catalogue): readonly (readonly Button[])[] {
  const receipts = results.flatMap((result): Receipt[] => (result.kind === "receipt" ? [result.receipt] : []));
  if (new Set(receipts.map(({ actionId }) => actionId)).size < 2 || !receipts.some(hasFailed)) return [];
  const offered: readonly Again[] = [
    ...(failedCalls(receipts).length > 0 ? ["retry" as const] : []),
    ...(receipts.some((receipt) => inverseOf(receipt).calls.length > 0) ? ["undo" as const] : []),
  ];
  return offered.length === 0 ? [] : [offered.map((what) => ({ label: catalogue.text(AGAIN_LABELS[what]), data: `t:${turnId}:${what}` }))];
}

const FAILED: ReadonlySet<string> = new Set(["failed", "no-change", "unknown"]);

type Ended = Pick<StoredReceipt, "service" | "data" | "targets">;

function hasFailed({ targets }: Ended): boolean {
  return targets.some(({ outcome }) => FAILED.has(outcome));
}

/** What a turn tried and did not bring about, in its order, each for the things that it failed for. A code is kept nowhere, so what had one cannot be tried again. */
export function failedCalls(receipts: readonly Ended[]): readonly ServiceCall[] {
  const keyOf = ({ service }: Ended, entityId: string) => `${service} ${entityId}`;
  const ends = new Map(receipts.flatMap((one) => one.targets.map(({ entityId, outcome }) => [keyOf(one, entityId), outcome] as const)));
  return receipts.flatMap((one) => {
    const left = one.targets.filter(({ entityId, outcome }) => FAILED.has(outcome) && ends.get(keyOf(one, entityId)) === outcome);
    if (left.length === 0 || holdsSecrets(one.data)) return [];
    const entityId = left.flatMap((target) => target.entityId || []);
    return { service: one.service, target: entityId.length === 0 ? {} : { entityId }, data: one.data };
  });
}

/** The receipt of an action; of one that was cut off, that nobody knows what became of it. */
export function endOf({ receipt, service, data, entityIds }: PastAction): Ended {
  const targets = (entityIds.length === 0 ? [""] : entityIds).map((entityId) => ({ entityId, outcome: "unknown", observed: {} }));
  return receipt ?? { service, data, targets };
}
