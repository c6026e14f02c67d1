import { createHistory } from "../../src/homeassistant/history/history.ts";
import { createLogbook } from "../../src/homeassistant/history/logbook.ts";
import type { Role } from "../../src/security/policy/policy-input.ts";
import { createGetEntityHistory } from "../../src/tools/history/get-entity-history.ts";
import { fakeConnection } from "../fakes/connection.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { MINUTE, NOW, openStores } from "../storage/stores.ts";
import { callerOf } from "./caller.ts";

export const OWN_USER = "user-of-the-service";

export const CALLERS = {
  anna: callerOf("anna", "owner"),
  ben: callerOf("ben", "adult"),
  mia: callerOf("mia", "child"),
  gus: callerOf("gus", "guest"),
} as const satisfies Readonly<Record<string, { personId: string; role: Role }>>;
export type Caller = keyof typeof CALLERS;
const NAMES: Readonly<Record<Caller, string>> = { anna: "Anna", ben: "Ben", mia: "Mia", gus: "Gus" };

/** What somebody asked for: `at` in ms from now. */
export interface Did {
  readonly by: Caller;
  readonly approvedBy?: readonly string[];
  readonly at: number;
  readonly service?: string;
  readonly entityIds?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  /** Undefined: it has no receipt. */
  readonly outcome?: string;
  readonly observed?: Readonly<Record<string, unknown>>;
  readonly contextId?: string;
}

/** The tool over a garage, a lock and a script, with a logbook of these rows (newest last, `when` in ms from now) and a real ledger. */
export function historyWorld({
  rows = [],
  did = [],
  traced,
  late,
}: {
  rows?: readonly Readonly<Record<string, unknown>>[];
  did?: readonly Did[];
  /** What set off the automation behind a change. */
  traced?: Readonly<Record<string, unknown>>;
  /** The change of a second ago, which the logbook has when it is read again. */
  late?: Readonly<Record<string, unknown>>;
} = {}) {
  let reads = 0;
  const entities: readonly EntityDescription[] = [
    { entityId: "cover.garage", name: "Garage", lastChanged: NOW - (late ? 1_000 : 5 * MINUTE) },
    { entityId: "lock.front", name: "Front Door" },
    { entityId: "script.night", name: "Good night" },
    { entityId: "binary_sensor.rain", name: "Rain" },
    { entityId: "lock.cellar", exposed: false },
  ];
  const stores = openStores();
  for (const [index, action] of did.entries()) write(stores, `a${index}`, action);
  const connection = fakeConnection(({ type }) => {
    if (type === "auth/current_user") return { id: OWN_USER };
    reads += 1;
    return [...rows, ...(late && reads > 1 ? [{ ...late, when: -1_000 }] : [])].map(({ when, ...row }) => ({
      ...row,
      when: (NOW + Number(when)) / 1_000,
    }));
  });
  const people: Readonly<Record<string, string>> = { "user-anna": "Anna", "user-ben": "Ben" };
  const tool = createGetEntityHistory({
    home: fakeHome({ entities }),
    history: createHistory({ connection }),
    logbook: createLogbook({ connection }),
    traces: { triggerAt: async () => traced },
    actions: stores.actions,
    personOfUser: (userId) => people[userId],
    now: () => NOW,
  });
  const ask = (args: Readonly<Record<string, unknown>>, caller: Caller = "anna") =>
    tool.call({ entity_id: "cover.garage", ...args }, CALLERS[caller], new AbortController().signal);
  return { ask, connection };
}

function write({ addTurn, action, ask, approvals, actions }: ReturnType<typeof openStores>, id: string, did: Did): void {
  const { by, approvedBy = [], at, service = "cover.open_cover", entityIds = ["cover.garage"], data = {}, contextId } = did;
  addTurn(id, { personId: by, personName: NAMES[by], role: CALLERS[by].role, receivedAt: NOW + at });
  const approvalId = approvedBy.length > 0 ? `q-${id}` : undefined;
  if (approvalId !== undefined) {
    ask(approvalId, { turnId: id, personId: by, actions: [{ actionId: id, hash: "h", service, entityIds, data, effects: [] }] });
    for (const voter of approvedBy) approvals.vote(approvalId, { personId: voter, role: "owner", pin: false, choice: [id], at: NOW + at });
  }
  actions.start(action(id, { turnId: id, approvalId, service, entityIds, data, at: NOW + at }));
  if (did.outcome === undefined) return;
  const targets = entityIds.map((entityId) => ({ entityId, outcome: did.outcome, observed: did.observed ?? {} }));
  actions.end(id, { actionId: id, service, data, targets, contextId, startedAt: NOW + at, endedAt: NOW + at + 1_000 }, NOW + at + 1_000);
}
