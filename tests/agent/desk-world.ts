import { createApprovalDesk, createVoters } from "../../src/agent/approvals/approval-desk.ts";
import { createPinPad } from "../../src/agent/approvals/pin-pad.ts";
import { createRunRecord, createTurnEnd } from "../../src/agent/graph/final-state.ts";
import type { ApprovalRequest, AskedAction, DecisionRecord, GivenAnswer, StepResult } from "../../src/agent/state.ts";
import type { ButtonPress, Person } from "../../src/agent/turn.ts";
import { Secrets } from "../../src/config/secrets.ts";
import type { ResolvedCall } from "../../src/homeassistant/services/services.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { Effect } from "../../src/security/effects/effect.ts";
import { hashAction, type Requirement } from "../../src/security/policy/policy.ts";
import { riskOf } from "../../src/security/policy/risk.ts";
import type { Chat } from "../../src/storage/chat.ts";
import type { Button } from "../../src/storage/turns/outbox.ts";
import { CHAT, openStores } from "../storage/stores.ts";
import { smallHome } from "./home.ts";

export const ANNA: Person = { id: "anna", name: "Anna", role: "owner", language: "en" };
export const BEN: Person = { ...ANNA, id: "ben", name: "Ben", role: "adult" };
export const DAN: Person = { ...ANNA, id: "dan", name: "Dan", role: "adult" };
export const OLGA: Person = { ...ANNA, id: "olga", name: "Olga" };
export const MIA: Person = { ...ANNA, id: "mia", name: "Mia", role: "child" };
export const GUS: Person = { ...ANNA, id: "gus", name: "Gus", role: "guest" };

/** Each person's own chat; Anna's is the one that stores speak of. */
export const chatOf = ({ id }: Pick<Person, "id">): Chat => ({ ...CHAT, chatId: id === "anna" ? CHAT.chatId : `chat-${id}` });

const ASKER: Requirement = { by: "asker", people: 1, pin: false };

export const unlock = (entityId: string): ResolvedCall => ({ service: "lock.unlock", entityIds: [entityId], data: {} });
const effectsOf = ({ service, entityIds }: ResolvedCall) =>
  entityIds.map((entityId) => ({ effect: "unlock" as const, entityId, service, because: "domain" }));
export const hashOf = (call: ResolvedCall) => hashAction({ call, effects: effectsOf(call), fingerprint: "" });

export function askedAction(id: string, call: ResolvedCall, more: Partial<AskedAction> = {}): AskedAction {
  const circumstances = { everything: false, jointTargets: 1, outside: undefined, before: {} };
  const told = {
    reasons: ["unlock"],
    requirement: ASKER,
    effects: effectsOf(call),
    beyond: {},
    reach: call.entityIds.length,
    open: call.entityIds,
    circumstances,
    shown: {},
    changes: 0,
  };
  return { id, call, hash: hashOf(call), ...told, ...more };
}
/** The question about some actions, with nothing that goes with them. */
export const requestOf = (actions: readonly AskedAction[]): ApprovalRequest => ({
  actions,
  steps: actions.map(({ id, call, open, effects, requirement }) => ({
    id,
    call: { ...call, entityIds: open },
    risk: riskOf(
      effects.map(({ effect }) => effect),
      requirement,
    ),
  })),
});
export const request = (calls: readonly ResolvedCall[], requirement: Partial<Requirement> = {}): ApprovalRequest =>
  requestOf(calls.map((call, index) => askedAction(`action-${index}`, call, { requirement: { ...ASKER, ...requirement } })));
export const FRONT = request([unlock("lock.front_door")]);
export const BOTH = request([unlock("lock.front_door"), unlock("lock.back_door")]);

export interface DeskOptions {
  /** Who asks; the turn `1` is theirs. */
  readonly asker?: Person;
  /** People whom the options name. */
  readonly everybody?: readonly Person[];
  /** The turn was said in a group, and questions go into private chats. */
  readonly inGroup?: boolean;
  /** People who cannot be written to. */
  readonly unreachable?: readonly Person[];
  readonly pins?: Readonly<Partial<Record<Effect, string>>>;
}

export const GROUP: Chat = { ...CHAT, chatId: "-300" };

/** A desk over real stores, with what it hands on written down. */
export function openDesk({ asker = ANNA, everybody = [], inGroup = false, unreachable = [], pins = {} }: DeskOptions = {}) {
  const stores = openStores();
  const { turns, outbox, approvals, database } = stores;
  const resumed: GivenAnswer[] = [];
  const abandoned: string[] = [];
  const again: string[] = [];
  const log: string[] = [];
  const home = smallHome();
  const clock = () => Date.now();
  const recordRun = createRunRecord({ ...stores, home, clock });
  const plans = { show: () => {} };
  const openDeskAgain = () =>
    createApprovalDesk({
      ...stores,
      ...{ home, clock, timeoutSeconds: 60, rateMinutes: 10, recordRun, plans, decisions: { decide: () => {}, signOf: () => "" } },
      pinPad: createPinPad({ pins: new Secrets<Effect>(pins), clock }),
      later: (ms, run) => {
        const timeout = setTimeout(run, ms);
        return { [Symbol.dispose]: () => clearTimeout(timeout) };
      },
      logger: createLogger({ level: "info", destination: { write: (line) => void log.push(line) } }),
      mayTell: () => true,
      voters: createVoters({
        everybody: () => everybody,
        elsewhere: () => undefined,
        privateChatOf: (_, personId) => (unreachable.some(({ id }) => id === personId) ? undefined : chatOf({ id: personId })),
      }),
      resume: (_, answer) => void resumed.push(answer),
      end: createTurnEnd({ ...stores, home, clock, recordRun, plans, wantsVoice: () => false }),
      abandoned: (turn) => void abandoned.push(turn.id),
      askAgain: (_, approvalId) => !again.includes(approvalId) && again.push(approvalId) > 0,
    });
  let desk = openDeskAgain();
  /** What is kept in memory only is gone. */
  const restart = () => {
    desk = openDeskAgain();
  };
  const approval = () => {
    const found = approvals.ofTurn("1");
    if (!found) throw new Error("nothing was asked");
    return found;
  };
  /** Shows what waits in the outbox; new messages get the ids 50, 51 … */
  let messageId = 50;
  const show = () =>
    outbox.due(Date.now()).map((item) => {
      outbox.sent(item.id, Date.now(), { part: 0, messageId: item.editMessageId ?? `${messageId++}` });
      if (item.kind === "question") desk.watch(approval().id);
      return item;
    });
  const said = { personId: asker.id, personName: asker.name, role: asker.role, isPrivate: !inGroup, ...(inGroup ? GROUP : chatOf(asker)) };
  /** Has the desk ask; it may end the turn instead. */
  const tryToAsk = (what: ApprovalRequest = FRONT, results: readonly StepResult[] = [], decided: readonly DecisionRecord[] = []) => {
    const turn = turns.get("1") ?? stores.addTurn("1", { status: "running", ...said });
    desk.ask(turn, "interrupt-1", what, { results, decided });
  };
  const ask = (...what: Parameters<typeof tryToAsk>) => {
    tryToAsk(...what);
    return approval();
  };
  /** Every button that was put under a message of a chat, the newest first. */
  const buttonsIn = (chatId: string): readonly Button[] =>
    database.sqlite
      .prepare<[string], { buttons: string }>("SELECT buttons FROM outbox WHERE chat_id = ? ORDER BY rowid DESC")
      .all(chatId)
      .flatMap(({ buttons }) => (JSON.parse(buttons) as Button[][]).flat());
  const dataOf = (choice: string, chatId: string) => {
    if (choice === "again") return `r:${approval().id}`;
    const [, label] = /^pin (.+)$/.exec(choice) ?? [];
    if (!label) return `a:${approval().id}:${choice}`;
    const pad = `p:${approval().id}:`;
    return buttonsIn(chatId).find((button) => button.label === label && button.data.startsWith(pad))?.data ?? `${pad}no-pad--`;
  };
  /** A press in the chat of the question; `pin 4` types on the newest pad there. */
  const press = (choice: string, more: Partial<ButtonPress> = {}) => {
    const chat = { channel: approval().channel, bot: approval().bot, chatId: approval().chatId };
    const data = dataOf(choice, more.chatId ?? chat.chatId);
    return desk.press({ ...chat, messageId: "50", person: asker, data, isPrivate: true, pressedAt: Date.now(), ...more }).toast;
  };
  /** A person presses under the question that stands in their own chat. */
  const pressBy = (person: Person, choice: string) => {
    const shown = outbox.messagesOfApproval(approval().id).find(({ chatId }) => chatId === chatOf(person).chatId);
    return press(choice, { ...chatOf(person), person, ...(shown && { messageId: shown.messageId }) });
  };
  const types = (person: Person, digits: string) => [...digits, "OK"].map((key) => pressBy(person, `pin ${key}`)).at(-1);
  const status = () => [approval().status, turns.get("1")?.status];
  return {
    ...stores,
    desk,
    restart,
    approval,
    ask,
    tryToAsk,
    show,
    buttonsIn,
    press,
    pressBy,
    types,
    status,
    resumed,
    abandoned,
    again,
    log,
    database,
  };
}
