import type { Home } from "../../homeassistant/registry/home.ts";
import { mayRead, mayReadOthers } from "../../security/policy/read-access.ts";
import { outcomesIn } from "../../storage/audit/receipt-outcomes.ts";
import type { Page } from "../../storage/place.ts";
import type { ActionLedger } from "../../storage/turns/actions.ts";
import type { PastAction } from "../../storage/turns/past-actions.ts";
import type { Person } from "../turn.ts";

/** An action as a list tells it. */
export interface ShownAction extends Pick<PastAction, "id" | "at" | "turnId" | "personId" | "personName" | "rule" | "effects"> {
  readonly service: string;
  /** Names, of routines for owners and whoever started them. */
  readonly things: readonly string[];
  /** Distinct outcomes; `unknown` for what has no receipt. */
  readonly outcomes: readonly string[];
  readonly receipt: PastAction["receipt"];
}

type WantedActions = Parameters<ActionLedger["page"]>[0];

/**
 * Actions as a person may see them: grown-ups all of the house's, others their own. Asked for a thing whose name they may not read, they get their
 * own: that there is one would tell its name.
 */
export function createActionView({ home, actions }: { readonly home: Pick<Home, "find">; readonly actions: Pick<ActionLedger, "page"> }) {
  return (viewer: Person, { personId, ...wanted }: WantedActions): Page<ShownAction> => {
    const { entityId = "" } = wanted;
    const isEverybodys = mayReadOthers(viewer.role) && mayRead(entityId.split(".")[0] ?? "", viewer.role);
    const { items, next } = actions.page({ ...wanted, personId: isEverybodys ? personId : viewer.id });
    return { items: items.map((action) => shown(action, viewer)), next };
  };

  function shown(action: PastAction, viewer: Person): ShownAction {
    const { id, at, turnId, personId, personName, rule, effects, service, entityIds, receipt } = action;
    const isOwn = personId === viewer.id;
    const mayName = (name: string) => isOwn || mayRead(name.split(".")[0] ?? "", viewer.role);
    const things = entityIds.flatMap((entityId) => (mayName(entityId) ? (home.find(entityId)?.name ?? []) : []));
    return {
      ...{ id, at, turnId, personId, personName, rule, effects, things },
      service: mayName(service) ? service : `${service.split(".")[0] ?? ""}.…`,
      outcomes: outcomesIn(receipt),
      // it holds what was sent with the call
      receipt: isOwn || viewer.role === "owner" ? receipt : undefined,
    };
  }
}
