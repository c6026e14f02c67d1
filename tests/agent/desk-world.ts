import { ApprovalDesk } from "../../src/agent/approval-desk.ts";
import type { GivenAnswer } from "../../src/agent/job.ts";
import type { ApprovalRequest, StepResult } from "../../src/agent/state.ts";
import type { ButtonPress, Person } from "../../src/agent/turn.ts";
import { createTurnEnd } from "../../src/agent/turn-end.ts";
import type { ResolvedCall } from "../../src/homeassistant/services.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { hashCall } from "../../src/security/policy.ts";
import type { Chat } from "../../src/storage/sessions.ts";
import { openStores } from "../storage/stores.ts";
import { smallHome } from "./home.ts";

export const ANNA: Person = { id: "anna", name: "Anna", role: "owner", language: "en" };
export const BEN: Person = { ...ANNA, id: "ben", name: "Ben" };

export const unlock = (entityId: string): ResolvedCall => ({ service: "lock.unlock", entityIds: [entityId], data: {} });
const request = (...calls: readonly ResolvedCall[]): ApprovalRequest => ({
  actions: calls.map((call, index) => ({ actionId: `action-${index}`, hash: hashCall(call), rule: "risky_domain:lock", call })),
});
export const FRONT = request(unlock("lock.front_door"));
export const BOTH = request(unlock("lock.front_door"), unlock("lock.back_door"));

/** A desk over real stores, with what it hands on written down; turn `1` is Anna's. */
export function openDesk({ privateChat }: { privateChat?: Chat } = {}) {
  const stores = openStores();
  const { turns, outbox, approvals, database } = stores;
  const resumed: GivenAnswer[] = [];
  const abandoned: string[] = [];
  const again: string[] = [];
  const log: string[] = [];
  const home = smallHome();
  const clock = () => Date.now();
  const desk = new ApprovalDesk({
    ...stores,
    ...{ home, clock, timeoutSeconds: 60 },
    later: (ms, run) => {
      const timeout = setTimeout(run, ms);
      return { [Symbol.dispose]: () => clearTimeout(timeout) };
    },
    logger: createLogger({ level: "info", destination: { write: (line) => void log.push(line) } }),
    privateChatOf: (turn) => privateChat ?? turn,
    wakeDelivery: () => {},
    resume: (_, answer) => void resumed.push(answer),
    end: createTurnEnd({ ...stores, home, clock }),
    abandoned: (turn) => void abandoned.push(turn.id),
    askAgain: (_, approvalId) => !again.includes(approvalId) && again.push(approvalId) > 0,
  });
  const approval = () => {
    const found = approvals.ofTurn("1");
    if (!found) throw new Error("nothing was asked");
    return found;
  };
  /** Shows what waits in the outbox; the first message gets the id 50. */
  let messageId = 50;
  const show = () =>
    outbox.due(Date.now()).map((item) => {
      outbox.sent(item.id, Date.now(), { part: 0, messageId: item.editMessageId ?? `${messageId++}` });
      if (item.kind === "question") desk.watch(approval().id);
      return item;
    });
  const ask = (what: ApprovalRequest = FRONT, results: readonly StepResult[] = []) => {
    const turn = turns.get("1") ?? stores.addTurn("1", { status: "running", isPrivate: privateChat === undefined });
    desk.ask(turn, "interrupt-1", what, results);
    return approval();
  };
  const press = (choice: string, more: Partial<ButtonPress> = {}) => {
    const data = choice === "again" ? `r:${approval().id}` : `a:${approval().id}:${choice}`;
    const chat = { channel: approval().channel, bot: approval().bot, chatId: approval().chatId };
    return desk.press({ ...chat, messageId: "50", person: ANNA, data, pressedAt: Date.now(), ...more }).toast;
  };
  const status = () => [approval().status, turns.get("1")?.status];
  return { ...stores, desk, approval, ask, show, press, status, resumed, abandoned, again, log, database };
}
