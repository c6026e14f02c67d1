import { catalogueFor } from "../../languages/catalogue.ts";
import { isSameChat } from "../chat-queue.ts";
import { toasterFor } from "../command.ts";
import { AGAIN_LABELS, type Again, againData, endOf, failedCalls, UNDO_MS } from "../graph/again.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { type ButtonPress, type IncomingMessage, messageAgain, type PressReply, type Received } from "../turn.ts";
import type { Chosen } from "./choice-desk.ts";

interface AgainDeskDependencies extends Pick<TurnStores, "turns" | "outbox" | "actions">, Pick<Timing, "clock"> {
  /** Begins the turn of a tap, unless there was one before. */
  readonly begin: (message: IncomingMessage, chosen: Chosen) => Received;
}

/** Takes presses on what stands under an answer whose steps went partly wrong; each begins a turn of its own, once. Undefined for other buttons. */
export function createAgainDesk({ turns, outbox, actions, clock, begin }: AgainDeskDependencies) {
  return (press: ButtonPress): PressReply | undefined => {
    const data = againData(press.data);
    if (!data) return undefined;
    const { person } = press;
    const toast = toasterFor(person);
    const turn = turns.get(data.turnId);
    const { messageId = press.messageId } = outbox.answerOf(data.turnId);
    if (!turn || !person || turns.isErased(turn.id) || !isSameChat(turn, press) || messageId !== press.messageId)
      return toast("toast.unknown");
    if (person.id !== turn.personId) return toast("toast.only-asker", { name: turn.personName });
    const sentAt = Math.min(press.pressedAt, clock());
    const message = (what: Again) => messageAgain(turn, `${what}:${turn.id}`, { person, sentAt });
    const hasBegun = (what: Again) => turns.ofMessage(turn, message(what).messageId) !== undefined;
    if (hasBegun(data.what)) return toast("toast.answered");
    const past = actions.ofTurn(turn.id);
    const at = Math.max(...past.map((action) => action.at));
    if (clock() - at >= UNDO_MS) return toast("toast.too-long-ago");
    const failed = failedCalls(past.map(endOf)).flatMap(({ target }) => target.entityId ?? []);
    const all = past.flatMap(({ entityIds }) => entityIds);
    const entityIds = data.what === "retry" ? failed : all.filter((entityId) => !failed.includes(entityId));
    // of all since then only one has to be another turn's
    const since = actions.list({ limit: past.length + 1, since: at, entityIds });
    if (hasBegun("undo") || since.some(({ turnId }) => turnId !== turn.id)) return toast("toast.changed-since");
    const text = catalogueFor(turn.language).text(AGAIN_LABELS[data.what]);
    const received = begin(message(data.what), { text, origin: turn.origin === "outside" ? "outside" : "home", write: () => {} });
    return received === "queued" ? toast("toast.yes", {}, true) : toast("toast.answered");
  };
}
