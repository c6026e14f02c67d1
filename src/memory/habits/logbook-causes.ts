import type { Logbook, LogbookEntry } from "../../homeassistant/history/logbook.ts";
import type { KnownCause } from "./user-actions.ts";

/** As long as the recorder keeps things unless it is told otherwise. */
const DAYS = 10;
const DAY_MS = 86_400_000;
const MOST_ENTRIES = 2_000;

/**
 * What the logbook says of the last ten days of each entity: a user's hand, or no hand (a routine, an integration, another entity, this
 * service). A change without any cause is a switch on the wall or a device's own; that counts as a hand. Throws what the logbook throws.
 */
export async function readCauses(
  logbook: Pick<Logbook, "causes" | "ownUserId">,
  entityIds: readonly string[],
  { to, signal }: { readonly to: number; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, readonly KnownCause[]>> {
  const ownUserId = await logbook.ownUserId({ signal });
  const causes = new Map<string, readonly KnownCause[]>();
  for (const entityId of entityIds) {
    const entries = await logbook.causes(entityId, { from: to - DAYS * DAY_MS, to, limit: MOST_ENTRIES }, { signal });
    const changes = entries.filter(({ state }) => state !== undefined).map((entry) => causeOf(entry, ownUserId));
    causes.set(entityId, changes.toReversed());
  }
  return causes;
}

function causeOf({ at, cause }: LogbookEntry, ownUserId: string): KnownCause {
  if (cause.kind === "person") {
    const isOurs = cause.userId === ownUserId;
    return { at, isHand: !isOurs, userId: isOurs ? undefined : cause.userId };
  }
  return { at, isHand: cause.kind === "device", userId: undefined };
}
