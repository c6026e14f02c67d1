import { describe, expect, it } from "vitest";
import type { IncomingMessage } from "../../../src/agent/turn.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import type { Chat } from "../../../src/storage/chat.ts";
import type { TurnRow } from "../../../src/storage/turns/turns.ts";
import { CHAT, MINUTE, NOW, OTHER_BOT, OTHER_CHAT, openStores } from "../../storage/stores.ts";
import { commandsOver, intakeOver } from "../command-world.ts";

function openIntake(lookUp: () => Promise<string> = async () => "") {
  const stores = openStores();
  const { database } = stores;
  const log: string[] = [];
  const plain = commandsOver(stores);
  let waiting: TurnRow | undefined;
  const before = () => {
    waiting ??= stores.addTurn("before");
    return waiting;
  };
  const world = {
    now: NOW,
    idle: true,
    waiting: 0,
    cancelled: [] as Chat[],
    added: [] as string[],
    retried: [] as (() => Promise<void>)[],
  };
  const receive = intakeOver(stores, {
    // one command has to look its answer up
    commands: { ...plain, run: (text, context) => (text === "/slow" ? lookUp() : plain.run(text, context)) },
    logger: createLogger({ level: "info", destination: { write: (line) => void log.push(line) } }),
    queue: {
      isIdle: () => world.idle,
      add: (_, { turn: { id } }) => {
        // The row is on disk before anything is done about it.
        expect([stores.turns.get(id)?.id, database.sqlite.inTransaction]).toEqual([id, false]);
        world.added.push(id);
      },
      waiting: () => Array.from({ length: world.waiting }, () => ({ turn: before() })),
      count: () => 0,
    },
    retry: ({ finish }) => void world.retried.push(finish ?? (async () => {})),
    canceller:
      ({ channel, bot, chatId }) =>
      () => {
        expect([database.sqlite.inTransaction, stores.outbox.due(world.now).length]).toEqual([false, 1]);
        world.cancelled.push({ channel, bot, chatId });
      },
    clock: () => world.now,
  });
  const message = (messageId: string, text: string, more: Partial<IncomingMessage> = {}): IncomingMessage => ({
    ...CHAT,
    messageId,
    person: { id: "anna", name: "Anna", role: "owner", language: "en" },
    text,
    kind: "text",
    sentAt: world.now,
    isPrivate: true,
    replyToMessageId: undefined,
    threadId: undefined,
    ...more,
  });
  const say = (messageId: string, text: string, more?: Partial<IncomingMessage>) => receive(message(messageId, text, more));
  const turn = (messageId: string, chat: Chat = CHAT) => stores.turns.ofMessage(chat, messageId);
  const told = () => stores.outbox.due(world.now).map(({ kind, text }) => `${kind}: ${text}`);
  return { ...stores, world, say, turn, told, log };
}

describe("a message", () => {
  it("is on disk with all that is known of it, and its turn begins", () => {
    const { say, turn, world, told } = openIntake();
    const more = { isPrivate: false, threadId: "3", sentAt: NOW - 7_000 };
    expect(say("7", "is the garage closed?", { ...more, replyToMessageId: "5" })).toBe("queued");
    expect(turn("7")).toMatchObject({ ...more, replyTo: "5", origin: "person", receivedAt: NOW, status: "running" });
    expect(world.added).toEqual([turn("7")?.id]);
    expect(told()).toEqual([]);
  });

  it("waits as `received` while its chat is at work", () => {
    const { say, turn, world } = openIntake();
    world.idle = false;
    say("7", "and the windows?");
    expect(turn("7")?.status).toBe("received");
  });

  it("is taken once, however often it comes; the same id in another chat or of another bot is another message", () => {
    const { say, world, count, told } = openIntake();
    expect(say("7", "hello")).toBe("queued");
    expect([say("7", "hello"), say("7", "hello")]).toEqual(["duplicate", "duplicate"]);
    expect([say("7", "hello", OTHER_CHAT), say("7", "hello", OTHER_BOT)]).toEqual(["queued", "queued"]);
    expect([world.added.length, count("turns")]).toEqual([3, 3]);
    expect(told()).toEqual([]);
  });

  it("that cannot be written down is not worked on, and the next one is", () => {
    const { say, world, database, turn } = openIntake();
    database.sqlite.pragma("query_only = ON");
    expect(() => say("7", "hello")).toThrow("readonly");
    database.sqlite.pragma("query_only = OFF");
    expect(world.added).toEqual([]);
    expect(turn("7")).toBeUndefined();
    expect(say("7", "hello")).toBe("queued");
  });
});

describe("an edit", () => {
  it("of a message that still waits replaces it", () => {
    const { say, turn, world, told } = openIntake();
    world.idle = false;
    say("7", "turn it on");
    world.now += 5_000;
    expect(say("7", "turn it off")).toBe("replaced");
    expect(turn("7")).toMatchObject({ text: "turn it off", sentAt: NOW + 5_000, receivedAt: NOW });
    expect(say("7", "turn it off")).toBe("duplicate");
    expect([world.added.length, told()]).toEqual([1, []]);
  });

  it.each(["running", "waiting", "answered", "sent", "cancelled", "expired", "failed"] as const)(
    "of one that is %s is told once and not acted on",
    (status) => {
      const { say, turn, turns, world, told } = openIntake();
      say("7", "turn it on");
      turns.setStatus(turn("7")?.id ?? "", status);
      expect(say("7", "turn it off")).toBe("too_late_to_edit");
      expect([say("7", "turn it off"), say("7", "turn it to 30 %"), say("7", "turn it on")]).toEqual(Array(3).fill("duplicate"));
      expect(told()).toEqual(["notice: I saw your edit, but I had already worked on the message and did not act on it."]);
      expect([turn("7")?.text, turn("7")?.status, world.added.length]).toEqual(["turn it on", status, 1]);
    },
  );
});

describe("a message that was forgotten", () => {
  it("is not asked about when it comes once more, edited or not", async () => {
    const { say, turn, turns, world, told, forget } = openIntake();
    say("7", "turn it on");
    turns.setStatus(turn("7")?.id ?? "", "sent");
    await forget("anna");
    expect([say("7", "turn it on"), say("7", "turn it off")]).toEqual(["duplicate", "duplicate"]);
    expect([turn("7")?.text, told(), world.added.length]).toEqual(["", [], 1]);
  });
});

describe("a full queue", () => {
  it("takes 100 waiting messages; one more is refused without a reply of its own", () => {
    const { say, turn, world, told } = openIntake();
    world.idle = false;
    for (; world.waiting < 100; world.waiting += 1) expect(say(`m${world.waiting}`, "hello")).toBe("queued");
    expect(say("one more", "hello")).toBe("refused");
    expect(turn("one more")?.status).toBe("failed");
    expect(say("one more", "hello")).toBe("duplicate");
    expect([world.added.length, told().length]).toEqual([100, 0]);
    world.waiting = 99;
    expect(say("after it", "hello")).toBe("queued");
  });

  it("still takes commands", () => {
    const { say, world } = openIntake();
    world.waiting = 100;
    expect(say("c", "/cancel")).toBe("queued");
    expect(world.cancelled).toEqual([CHAT]);
  });
});

describe("what is answered at once", () => {
  it.each([
    ["/start", "Hello Anna, I am Casa."],
    ["/help", "- /cancel: stop what I am working on"],
    [
      "/status",
      "Model: ollama/a, reachable\nHome: connected (Home, Home Assistant 2026.11.0), 6 things are shown to me\nWaiting messages: 0",
    ],
    ["/new", "OK, a fresh conversation."],
    ["/cancel", "Stopped."],
    ["/CANCEL@home_bot now", "Stopped."],
    ["/unlock", "I do not know the command /unlock."],
    ["/constructor", "I do not know the command /constructor."],
  ])("%s", (text, answer) => {
    const { say, turn, told, world } = openIntake();
    expect(say("7", text)).toBe("queued");
    expect(told()).toEqual([expect.stringContaining(answer)]);
    expect([turn("7")?.status, world.added.length]).toEqual(["answered", 0]);
    expect(say("7", text)).toBe("duplicate");
    expect(told()).toHaveLength(1);
  });

  it.each(["voice", "photo", "file"] as const)("a %s that came without its file", (kind) => {
    const { say, turn, told } = openIntake();
    expect(say("7", "", { kind })).toBe("queued");
    expect(told()).toEqual([expect.stringContaining("doesn’t pass that on to me")]);
    expect(turn("7")?.status).toBe("answered");
  });

  it.each(["/notifications reset", "/new", "/forget"])("a speaker gives no command, whosever it is: %s", (text) => {
    const { say, told, world } = openIntake();
    say("7", text, { channel: "assist", isPrivate: false });
    expect([told(), world.added]).toEqual([["answer: Only people, and programs that act for a person, can give commands."], []]);
  });

  it("in a group replies to the message, in its thread", () => {
    const { say, outbox } = openIntake();
    say("7", "/help", { isPrivate: false, threadId: "3" });
    say("8", "/help");
    expect(outbox.due(NOW).map(({ replyToMessageId, threadId }) => [replyToMessageId, threadId])).toEqual([
      ["7", "3"],
      [undefined, undefined],
    ]);
  });

  it("is all or nothing", () => {
    const { say, turn, database, count, world } = openIntake();
    database.sqlite.exec("CREATE TRIGGER no BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'no'); END");
    expect(() => say("7", "/help")).toThrow("no");
    expect(() => say("7", "/cancel")).toThrow("no");
    expect(world.cancelled).toEqual([]);
    expect([turn("7"), count("conversation_sessions")]).toEqual([undefined, 0]);
  });
});

describe("a command whose answer has to be looked up", () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("is on disk before that, and answered after it, once", async () => {
    let answer = (_: string): void => {};
    const { say, turn, told, world } = openIntake(() => new Promise((resolve) => (answer = resolve)));
    expect(say("7", "/slow")).toBe("queued");
    expect([turn("7")?.status, told()]).toEqual(["running", []]);
    expect(say("7", "/slow")).toBe("duplicate");
    answer("Because of the rule.");
    await settled();
    expect([turn("7")?.status, told(), world.added]).toEqual(["answered", ["answer: Because of the rule."], []]);
  });

  it("that fails is told and logged", async () => {
    const { say, turn, told, log } = openIntake(() => Promise.reject(new Error("the home is away")));
    say("7", "/slow");
    await settled();
    expect(turn("7")?.status).toBe("answered");
    expect(told()).toEqual([expect.stringMatching(/^answer: Something went wrong on my side/)]);
    expect(log.join()).toContain("a command failed");
  });

  it("that cannot be written down is not taken, so that it comes again", async () => {
    const { say, turn, database, told } = openIntake(() => Promise.reject(new Error("late")));
    database.sqlite.pragma("query_only = ON");
    expect(() => say("7", "/slow")).toThrow("readonly");
    await settled();
    database.sqlite.pragma("query_only = OFF");
    expect([turn("7"), told()]).toEqual([undefined, []]);
    expect(say("7", "/slow")).toBe("queued");
  });

  it("whose answer cannot be written down is tried again, and stops nothing else", async () => {
    const { say, database, world, told } = openIntake(async () => {
      await Promise.resolve();
      database.sqlite.pragma("query_only = ON");
      return "found at last";
    });
    say("7", "/slow");
    await settled();
    database.sqlite.pragma("query_only = OFF");
    expect(say("8", "/help")).toBe("queued");
    for (const finish of world.retried) await finish();
    expect(told()).toContainEqual("answer: found at last");
  });
});

describe("sessions", () => {
  it("a chat goes on with its session for 30 idle minutes; /new begins another with its own message", () => {
    const { say, turn, world } = openIntake();
    const session = (messageId: string, at: number, text = "hello") => {
      world.now = at;
      say(messageId, text);
      return turn(messageId)?.sessionId;
    };
    const first = session("1", NOW);
    expect(session("2", NOW + 29 * MINUTE)).toBe(first);
    const second = session("3", NOW + 59 * MINUTE);
    expect(second).not.toBe(first);
    expect(session("4", NOW + 60 * MINUTE, "/help")).toBe(second);
    const third = session("5", NOW + 60 * MINUTE, "/new");
    expect([first, second]).not.toContain(third);
    expect(session("6", NOW + 61 * MINUTE)).toBe(third);
  });
});
