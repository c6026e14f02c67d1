import { describe, expect, it } from "vitest";
import { type ChoiceDesk, createChoiceDesk } from "../../../src/agent/approvals/choice-desk.ts";
import { createTypedAnswers } from "../../../src/agent/approvals/typed-answers.ts";
import { createTurnEnd } from "../../../src/agent/graph/final-state.ts";
import type { ButtonPress, IncomingMessage, Person } from "../../../src/agent/turn.ts";
import type { Approval } from "../../../src/storage/turns/approvals.ts";
import type { TurnRow } from "../../../src/storage/turns/turns.ts";
import { CHAT, MINUTE, NOW, OTHER_CHAT, openStores } from "../../storage/stores.ts";
import { intakeOver } from "../command-world.ts";
import { smallHome } from "../home.ts";

const ANNA: Person = { id: "anna", name: "Anna", role: "owner", language: "en" };
const BEN: Person = { id: "ben", name: "Ben", role: "adult", language: "en" };
const choice = {
  what: "the lamp",
  options: ["Hall Lamp", "Desk Lamp"].map((label) => ({ label, sentence: `turn on ${label}` })),
};
const TEXT = "Which one?\n1. Hall Lamp\n2. Desk Lamp\n\nPress one.";

/** Anna's sentence was asked back; what follows goes through the intake as channels hand it in. */
function openDesk() {
  const stores = openStores();
  const world = { now: NOW, waiting: 0, openQuestions: [] as Approval[], added: [] as TurnRow[] };
  const clock = () => world.now;
  const desk: ChoiceDesk = createChoiceDesk({ ...stores, clock, begin: (message, chosen) => receive(message, chosen) });
  const typedIn = createTypedAnswers({
    ...{ ...stores, clock, choices: desk, decide: () => ({ toast: "", taken: false }) },
    openQuestions: () => world.openQuestions,
    isBusy: () => false,
  });
  const receive = intakeOver(stores, {
    ...{ choices: desk, clock },
    queue: {
      isIdle: () => true,
      add: (_, { turn }) => void world.added.push(turn),
      waiting: () => Array.from({ length: world.waiting }, (_, at) => ({ turn: stores.addTurn(`waiting-${at}`) })),
      count: () => 0,
    },
    openQuestions: () => world.openQuestions,
    typedIn,
  });
  const end = createTurnEnd({
    ...stores,
    home: smallHome(),
    clock,
    recordRun: () => undefined,
    plans: { show: () => {} },
    wantsVoice: () => false,
  });
  let shown = 50;
  const show = () =>
    stores.outbox.due(world.now).map((item) => {
      stores.outbox.sent(item.id, world.now, { part: 0, messageId: item.editMessageId ?? `${shown++}` });
      if (item.kind === "answer" && item.turnId !== undefined) desk.shown(item.turnId, world.now);
      return item;
    });
  const ask = (messageId = "1") => {
    const turn = stores.addTurn(messageId, { status: "running", text: "turn on the lamp" });
    end(turn, { status: "answered", run: { path: "asked", model: "recogniser", origin: "home", choice }, say: () => TEXT });
    const [item] = stores.outbox.due(world.now).filter(({ turnId }) => turnId === turn.id);
    return { data: item?.buttons.map(([button]) => button?.data ?? "") ?? [] };
  };
  const press = (data: string | undefined, more: Partial<ButtonPress> = {}) =>
    desk.press({ ...CHAT, messageId: "50", person: ANNA, data: data ?? "", isPrivate: true, pressedAt: world.now, ...more });
  const message = (messageId: string, text: string, more: Partial<IncomingMessage> = {}): IncomingMessage => ({
    ...{ ...CHAT, messageId, person: ANNA, text, kind: "text", sentAt: world.now, isPrivate: true },
    ...{ replyToMessageId: undefined, threadId: undefined, ...more },
  });
  const says = (...given: Parameters<typeof message>) => receive(message(...given));
  const begun = () => world.added.map(({ text, origin, messageId }) => `${messageId}: ${text} (${origin})`);
  const ends = () =>
    show().flatMap(({ kind, text, editMessageId }) => (kind === "edit" ? `${editMessageId}: ${text.split("\n").at(-1)}` : []));
  return { ...stores, world, desk, ask, show, press, says, begun, ends };
}

describe("a press", () => {
  it("begins the option's sentence as a turn of the same person, and the buttons go", () => {
    const { ask, show, press, begun, ends, world } = openDesk();
    const { data } = ask();
    show();
    expect(press(data[1], { pressedAt: NOW - 5_000 })).toEqual({ toast: "OK", taken: true });
    expect(begun()).toEqual([expect.stringMatching(/^1#again:[\w-]{12}: turn on Desk Lamp \(home\)$/)]);
    expect(world.added[0]).toMatchObject({ personId: "anna", role: "owner", sentAt: NOW - 5_000, status: "running", ...CHAT });
    expect(ends()).toEqual(["50: ✅ Desk Lamp"]);
    expect(press(data[1])).toEqual({ toast: "This was already answered.", taken: false });
    expect(press(data[0])).toEqual({ toast: "This was already answered.", taken: false });
    expect(begun()).toHaveLength(1);
  });

  it("of somebody else, in another chat, under another message or for no option does nothing but a toast", () => {
    const { ask, show, press, choices, begun } = openDesk();
    const { data } = ask();
    show();
    const toast = (...given: Parameters<typeof press>) => press(...given)?.toast;
    expect(toast(data[0], { person: BEN })).toBe("Only Anna can answer this.");
    const unknown = "This button does not work any more.";
    expect([toast(data[0], { person: undefined }), toast(data[0], OTHER_CHAT), toast(data[0], { messageId: "49" })]).toEqual(
      Array(3).fill(unknown),
    );
    expect([toast(data[0]?.replace(/:0$/, ":7")), toast("c:AAAAAAAAAAAA:0")]).toEqual([unknown, unknown]);
    expect(press("a:AAAAAAAAAAAA:yes")).toBeUndefined();
    expect([begun(), choices.open(NOW).length]).toEqual([[], 1]);
  });

  it("is taken before the message's own id came back, and shown once", () => {
    const { ask, press, begun, outbox, world, show } = openDesk();
    const { data } = ask();
    expect(press(data[0], { messageId: "77" })?.taken).toBe(true);
    expect(begun()).toHaveLength(1);
    expect(outbox.due(world.now).map(({ kind, editMessageId }) => [kind, editMessageId])).toEqual([
      ["answer", undefined],
      ["edit", "77"],
    ]);
    show();
    expect(show()).toEqual([]);
  });

  it("comes too late after ten minutes; the buttons go then", () => {
    const { ask, show, press, begun, ends, world } = openDesk();
    const { data } = ask();
    world.now += 5 * MINUTE;
    show();
    world.now += 10 * MINUTE + 1;
    expect(press(data[0])).toEqual({ toast: "This can no longer be chosen. Please write it again.", taken: false });
    expect([ends(), begun()]).toEqual([["50: ⌛ Expired: this was not done."], []]);
    expect(press(data[0])?.toast).toBe("This can no longer be chosen. Please write it again.");
  });

  it("is all or nothing", () => {
    const { ask, show, press, begun, choices, database, count } = openDesk();
    const { data } = ask();
    show();
    database.sqlite.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no'); END");
    expect(() => press(data[0])).toThrow("no");
    expect([begun(), choices.open(NOW).length, count("turns")]).toEqual([[], 1, 1]);
    database.sqlite.exec("DROP TRIGGER no");
    expect(press(data[0])?.taken).toBe(true);
  });

  it("is no message too many where the chat's queue is full", () => {
    const { ask, show, press, begun, world } = openDesk();
    const { data } = ask();
    show();
    world.waiting = 20;
    expect(press(data[0])?.taken).toBe(true);
    expect(begun()).toHaveLength(1);
  });
});

describe("a typed answer", () => {
  it("is the press, with the message's own id; the same message again is nothing new, and an edit comes too late", () => {
    const { ask, show, says, begun, ends, outbox, world } = openDesk();
    ask();
    show();
    expect(says("9", "the desk lamp")).toBe("queued");
    expect(begun()).toEqual(["9: turn on Desk Lamp (home)"]);
    expect(ends()).toEqual(["50: ✅ Desk Lamp"]);
    expect(says("9", "the desk lamp")).toBe("duplicate");
    expect(says("9", "the hall lamp")).toBe("too_late_to_edit");
    expect(outbox.due(world.now).map(({ kind }) => kind)).toEqual(["notice"]);
    expect(begun()).toHaveLength(1);
  });

  it("belongs to the newest choice; the older one keeps its buttons", () => {
    const { ask, show, says, press, ends } = openDesk();
    const first = ask("1");
    show();
    ask("2");
    show();
    says("9", "1");
    expect(ends()).toEqual(["51: ✅ Hall Lamp"]);
    expect(press(first.data[1])?.taken).toBe(true);
  });

  it("of somebody else, elsewhere or too late is a message like any other", () => {
    const { ask, show, says, begun, choices, world } = openDesk();
    ask();
    show();
    says("9", "1", { person: BEN });
    says("9", "1", OTHER_CHAT);
    expect(choices.open(NOW)).toHaveLength(1);
    world.now += 11 * MINUTE;
    says("10", "1");
    expect(begun()).toEqual(["9: 1 (person)", "9: 1 (person)", "10: 1 (person)"]);
  });

  it("that cancels ends it with a word; beside a question about actions the buttons say which, later than the choice was news", () => {
    const { ask, show, says, begun, world } = openDesk();
    ask();
    show();
    world.openQuestions = [{ ...CHAT, personId: ANNA.id, answerers: [ANNA.id], actions: [] } as unknown as Approval];
    world.now += 2 * MINUTE;
    says("8", "cancel");
    expect(show().map(({ text }) => text)).toEqual([expect.stringMatching(/^Please answer with the buttons/)]);
    world.openQuestions = [];
    says("9", "Cancel");
    expect(show().map(({ text }) => text.split("\n").at(-1))).toEqual(["✖️ Cancelled", "OK, I left it."]);
    expect(begun()).toEqual([]);
  });
});

describe("something else", () => {
  it("that its person writes in the chat ends it, also one that was not shown yet", () => {
    const { ask, says, show, ends, begun } = openDesk();
    ask();
    says("9", "is the garage closed?");
    expect(begun()).toEqual(["9: is the garage closed? (person)"]);
    show();
    expect(ends()).toEqual(["50: ✖️ Nothing was chosen."]);
    says("10", "and the door?");
    expect(ends()).toHaveLength(0);
  });

  it("that is a command leaves it, and /cancel ends it for all in the chat", () => {
    const { ask, says, show, desk, ends, choices } = openDesk();
    ask();
    show();
    says("9", "/status");
    expect(choices.open(NOW)).toHaveLength(1);
    expect(desk.canceller(OTHER_CHAT)).toBeUndefined();
    show();
    desk.canceller(CHAT)?.();
    expect(ends()).toEqual(["50: ✖️ Nothing was chosen."]);
    expect(desk.canceller(CHAT)).toBeUndefined();
  });

  it("finds nothing to stop where the time is over, and ends that with what is open", () => {
    const { ask, show, desk, ends, world } = openDesk();
    ask("1");
    show();
    world.now += 10 * MINUTE + 1;
    expect(desk.canceller(CHAT)).toBeUndefined();
    ask("2");
    show();
    desk.canceller(CHAT)?.();
    expect(ends()).toEqual(["50: ⌛ Expired: this was not done.", "51: ✖️ Nothing was chosen."]);
  });
});
