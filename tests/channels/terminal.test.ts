import { PassThrough } from "node:stream";
import { setImmediate as tick } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { catalogueFor } from "../../src/agent/catalogue.ts";
import type { ButtonPress, IncomingMessage, Person, PressReply, Progress, ProgressEvent, Turns } from "../../src/agent/turn.ts";
import { TerminalChannel } from "../../src/channels/terminal.ts";
import type { Button, OutboxItem } from "../../src/storage/outbox-item.ts";
import { EmulatedKeyboard, EmulatedTerminal } from "./terminal-emulator.ts";

const anna: Person = { id: "terminal", name: "Anna", role: "owner", language: "en" };
const ESCAPE = "\u001b";
const UP = `${ESCAPE}[A`;
const LEFT = `${ESCAPE}[D`;
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

const yesOrCancel = (id = "q1"): Button[] => [
  { label: "Yes", data: `a:${id}:yes` },
  { label: "Cancel", data: `a:${id}:no` },
];

/** The channel between streams of the test and turns that only write down what they get. */
class Chat {
  readonly said: IncomingMessage[] = [];
  readonly pressed: ButtonPress[] = [];
  pressReply: PressReply = { toast: "OK", taken: true };
  readonly channel: TerminalChannel;
  finished = false;
  readonly #input: PassThrough;
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<void>();
  #listener: ((event: ProgressEvent) => void) | undefined;
  #waiting: (() => void) | undefined;
  #items = 0;

  constructor(input: PassThrough, output: ConstructorParameters<typeof TerminalChannel>[0]["output"], canRewrite = true) {
    this.#input = input;
    const turns: Turns = {
      receive: (message) => {
        this.said.push(message);
        return "queued";
      },
      press: async (press) => {
        this.pressed.push(press);
        return this.pressReply;
      },
      onProgress: (listener) => {
        this.#listener = listener;
        return { [Symbol.dispose]: () => undefined };
      },
    };
    this.channel = new TerminalChannel({
      ...{ input, output, turns, person: anna, catalogue: catalogueFor("en"), canRewrite },
      ready: () => this.#ready.promise,
      later: (_ms, run) => {
        this.#waiting = run;
        return { [Symbol.dispose]: () => (this.#waiting = undefined) };
      },
    });
    this.channel.finished.then(() => {
      this.finished = true;
    });
  }

  async start({ ready = true } = {}): Promise<this> {
    await this.channel.start(this.#stop.signal);
    if (ready) await this.becomesReady();
    return this;
  }

  async becomesReady(): Promise<void> {
    this.#ready.resolve();
    await tick();
  }

  async types(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#input.write(key);
      await tick();
    }
  }

  /** Nothing is typed for a moment. */
  async waits(): Promise<void> {
    this.#waiting?.();
    await tick();
  }

  async endsInput(): Promise<void> {
    this.#input.end();
    await tick();
    await tick();
  }

  async stops(): Promise<void> {
    this.#stop.abort();
    await tick();
  }

  async shows(text: string, more: Partial<OutboxItem> = {}): Promise<string> {
    this.#items += 1;
    const item: OutboxItem = {
      ...{ id: `item${this.#items}`, turnId: "turn", channel: "terminal", bot: "", chatId: "terminal", threadId: undefined },
      ...{ kind: "answer", text, buttons: [], replyToMessageId: undefined, editMessageId: undefined },
      ...{ sentParts: [], attempts: 0, createdAt: 0, ...more },
    };
    const shown = await this.channel.deliver(item);
    await tick();
    return shown.kind === "sent" ? (shown.last?.messageId ?? "") : "";
  }

  asks(text: string, buttons: readonly Button[] = yesOrCancel()): Promise<string> {
    return this.shows(text, { kind: "question", buttons: [buttons] });
  }

  edits(editMessageId: string, text: string, buttons: readonly Button[] = []): Promise<string> {
    return this.shows(text, { kind: "edit", editMessageId, buttons: [buttons] });
  }

  does(progress: Progress): void {
    const chat = { channel: "terminal", bot: "", chatId: "terminal", isPrivate: true, threadId: undefined };
    this.#listener?.({ turnId: "turn", ...chat, progress });
  }
}

async function atTerminal(options: { columns?: number; colours?: boolean } = {}) {
  const terminal = new EmulatedTerminal(options);
  const keyboard = new EmulatedKeyboard();
  const chat = await new Chat(keyboard, terminal).start();
  return { chat, terminal, keyboard };
}

async function piped(options: { ready?: boolean } = {}) {
  const output = new PassThrough({ encoding: "utf8" });
  const chat = await new Chat(new PassThrough(), output).start(options);
  let text = "";
  output.on("data", (chunk: string) => {
    text += chunk;
  });
  return { chat, written: () => text.split("\n").slice(0, -1) };
}

const texts = (messages: readonly IncomingMessage[]) => messages.map(({ text }) => text);
const data = (presses: readonly ButtonPress[]) => presses.map((press) => press.data);

describe("at a terminal", () => {
  test("a line is a message of the person, and a line with a slash is a command", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.types("is the garage closed?\r", "   \r", "/help\r");
    expect(chat.said).toMatchObject([
      { channel: "terminal", person: anna, text: "is the garage closed?", kind: "text", isPrivate: true },
      { text: "/help", kind: "command" },
    ]);
    expect(new Set(chat.said.map(({ messageId }) => messageId)).size).toBe(2);
    expect(terminal.screen).toEqual(["› is the garage closed?", "› /help", "›"]);
  });

  test("what is typed before the home is ready is said once it is", async () => {
    const keyboard = new EmulatedKeyboard();
    const chat = await new Chat(keyboard, new EmulatedTerminal()).start({ ready: false });
    await chat.types("one\r", "two\r");
    expect(chat.said).toEqual([]);
    await chat.becomesReady();
    expect(texts(chat.said)).toEqual(["one", "two"]);
  });

  test("a line is said at once while a turn still runs, so that /cancel can stop it", async () => {
    const { chat } = await atTerminal();
    await chat.types("tell me a story\r");
    chat.does({ kind: "thinking" });
    await chat.types("/cancel\r");
    expect(texts(chat.said)).toEqual(["tell me a story", "/cancel"]);
  });

  test("what happens shows in place under the last message and leaves nothing behind", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.types("turn on the light\r");
    const during: string[][] = [];
    for (const progress of [
      { kind: "thinking" },
      { kind: "reading", count: 3 },
      { kind: "acting", names: ["Kitchen Light"] },
      { kind: "asking" },
      { kind: "text", text: "There is **one** lamp." },
    ] as const) {
      chat.does(progress);
      during.push([...terminal.screen]);
    }
    expect(during.map((rows) => rows.slice(1))).toEqual([
      ["Thinking …", "›"],
      ["Reading 3 things …", "›"],
      ["Calling Kitchen Light …", "›"],
      ["Waiting for your yes …", "›"],
      ["There is one lamp.", "›"],
    ]);
    chat.does({ kind: "ended" });
    await chat.shows("There is **one** lamp.");
    expect(terminal.screen).toEqual(["› turn on the light", "There is one lamp.", "›"]);
  });

  test("what is being typed stays whole while messages and progress come, over several rows and with the cursor in the middle", async () => {
    const { chat, terminal } = await atTerminal({ columns: 24 });
    const long = "a line that is long enough to take three rows here";
    const rows = ["› a line that is long en", "ough to take three rows", "here"];
    chat.does({ kind: "thinking" });
    await chat.types(long, LEFT, LEFT);
    expect(terminal.screen).toEqual(["Thinking …", ...rows]);
    await chat.shows("A message in between, of two rows.");
    expect(terminal.screen).toEqual(["A message in between, of", "two rows.", "Thinking …", ...rows]);
    chat.does({ kind: "ended" });
    expect(terminal.screen).toEqual(["A message in between, of", "two rows.", ...rows]);
    expect(terminal.cursor).toEqual([4, 2]);
    await chat.types("!", "\u0001", "?", "\r");
    expect(texts(chat.said)).toEqual(["?a line that is long enough to take three rows he!re"]);
    expect(terminal.screen.slice(2)).toEqual(["› ?a line that is long e", "nough to take three rows", " he!re", "›"]);
  });

  test("a paste that fills a row to its last column is drawn where it stands", async () => {
    const { chat, terminal } = await atTerminal({ columns: 20 });
    await chat.shows("Above.");
    await chat.types("123456789012345678");
    chat.does({ kind: "thinking" });
    await chat.types("x");
    expect(terminal.screen).toEqual(["Above.", "Thinking …", "› 123456789012345678", "x"]);
  });

  test("a line that was typed under progress stands above it", async () => {
    const { chat, terminal } = await atTerminal();
    chat.does({ kind: "thinking" });
    await chat.types("and the bed light\r");
    expect(terminal.screen).toEqual(["› and the bed light", "Thinking …", "›"]);
  });

  test("a narrower or wider terminal keeps prompt and progress in place", async () => {
    const { chat, terminal } = await atTerminal({ columns: 40 });
    await chat.shows("Hello.");
    await chat.asks("**Unlock Front Door?** Front Door is locked now.");
    await chat.types("what about the other one");
    terminal.resize(20);
    await chat.shows("Still here.");
    expect(terminal.screen.slice(-4)).toEqual(["Still here.", "[y] Yes  [c] Cancel", "› what about the oth", "er one"]);
    terminal.resize(60);
    chat.does({ kind: "thinking" });
    expect(terminal.screen.filter((row) => row.includes("›"))).toEqual(["› what about the other one"]);
  });

  test("the arrow key brings back what was said", async () => {
    const { chat } = await atTerminal();
    await chat.types("one\r", "two\r", UP, UP, "\r");
    expect(texts(chat.said)).toEqual(["one", "two", "one"]);
  });

  test("markup is shown as styles, and without colours nothing is styled", async () => {
    const [colourful, plain] = [await atTerminal(), await atTerminal({ colours: false })];
    for (const { chat } of [colourful, plain]) {
      chat.does({ kind: "thinking" });
      await chat.asks("**Unlock Front Door?**");
    }
    expect(colourful.terminal.raw).toContain("\u001b[1mUnlock Front Door?\u001b[22m");
    expect(plain.terminal.raw).not.toMatch(new RegExp(`${ESCAPE}\\[[\\d;]*m`));
    expect(plain.terminal.screen).toEqual(colourful.terminal.screen);
    expect(plain.terminal.screen).toEqual(["Unlock Front Door?", "Thinking …", "[y] Yes  [c] Cancel", "›"]);
  });

  test("control characters of a text do not reach the terminal", async () => {
    const { chat, terminal } = await atTerminal();
    chat.does({ kind: "acting", names: ["Lamp\u001b[2J\u0007"] });
    await chat.shows("Red \u001b[31malert\u0007 \u009b2J&#27;[2J.");
    expect(terminal.screen).toEqual(["Red [31malert 2J[2J.", "Calling Lamp[2J …", "›"]);
  });
});

describe("a question at a terminal", () => {
  test("is answered by one key, which leaves nothing on the line", async () => {
    const { chat, terminal } = await atTerminal();
    const messageId = await chat.asks("**Unlock Front Door?**\nYou have 60 seconds.");
    await chat.types("y");
    expect(chat.pressed).toEqual([]);
    await chat.waits();
    expect(chat.pressed).toMatchObject([{ channel: "terminal", messageId, person: anna, data: "a:q1:yes" }]);
    await chat.edits(messageId, "**Unlock Front Door?**\n✅ Yes");
    expect(terminal.screen).toEqual(["Unlock Front Door?", "You have 60 seconds.", "✅ Yes", "›"]);
    await chat.types("y");
    await chat.waits();
    expect(chat.pressed).toHaveLength(1);
  });

  test("is not answered by words that begin with its key, typed or pasted", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.asks("Unlock?");
    await chat.types("y", "o", "u\r", "close the blinds\r");
    await chat.waits();
    expect(chat.pressed).toEqual([]);
    expect(texts(chat.said)).toEqual(["you", "close the blinds"]);
    expect(terminal.screen.at(-2)).toBe("[y] Yes  [c] Cancel");
  });

  test("is answered by a word and Enter", async () => {
    for (const [typed, choice] of [
      ["y", "yes"],
      ["YES", "yes"],
      ["cancel", "no"],
      ["no", "no"],
    ]) {
      const { chat } = await atTerminal();
      await chat.asks("Unlock?");
      await chat.types(`${typed}\r`);
      expect(data(chat.pressed)).toEqual([`a:q1:${choice}`]);
      expect(chat.said).toEqual([]);
    }
  });

  test("about several actions has a key for each", async () => {
    const { chat, terminal } = await atTerminal({ columns: 30 });
    const only = [0, 1].map((index) => ({ label: `Only ${index + 1}`, data: `a:q1:${index}` }));
    const messageId = await chat.asks("Shall I do this?\n\n1. **Unlock**\n2. **Open**", [...yesOrCancel(), ...only]);
    expect(terminal.screen.slice(-3)).toEqual(["[y] Yes  [c] Cancel", "[1] Only 1  [2] Only 2", "›"]);
    await chat.types("2");
    await chat.waits();
    expect(data(chat.pressed)).toEqual(["a:q1:1"]);
    await chat.edits(messageId, "Shall I do this?\n✅ Only: open");
    expect(terminal.screen.at(-2)).toBe("✅ Only: open");
  });

  test("that is newer has the keys first; then the older one is shown again and has them", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.asks("Unlock?", yesOrCancel("q1"));
    const second = await chat.asks("Open?", yesOrCancel("q2"));
    await chat.types("y");
    await chat.waits();
    expect(data(chat.pressed)).toEqual(["a:q2:yes"]);
    await chat.edits(second, "Open?\n✅ Yes");
    expect(terminal.screen).toEqual(["Unlock?", "Open?", "✅ Yes", "Unlock?", "[y] Yes  [c] Cancel", "›"]);
    await chat.types("c");
    await chat.waits();
    expect(data(chat.pressed)).toEqual(["a:q2:yes", "a:q1:no"]);
  });

  test("that expired can be asked again by one key, until something else is said", async () => {
    const { chat, terminal } = await atTerminal();
    const messageId = await chat.asks("Unlock?");
    await chat.types("what time is it\r");
    await chat.shows("Noon.");
    await chat.edits(messageId, "Unlock?\n⌛ Expired: this was not done.", [{ label: "Ask again", data: "r:q1" }]);
    expect(terminal.screen.slice(-5)).toEqual(["Noon.", "Unlock?", "⌛ Expired: this was not done.", "[a] Ask again", "›"]);
    await chat.types("a");
    await chat.waits();
    expect(data(chat.pressed)).toEqual(["r:q1"]);
    await chat.edits(messageId, "Unlock?\n⌛ Expired: this was not done.", [{ label: "Ask again", data: "r:q1" }]);
    await chat.types("never mind\r", "a");
    await chat.waits();
    expect(chat.pressed).toHaveLength(1);
    expect(terminal.screen.at(-1)).toBe("› a");
  });

  test("whose answer is not taken says why", async () => {
    const { chat, terminal } = await atTerminal();
    chat.pressReply = { toast: "This question has expired.", taken: false };
    await chat.asks("Unlock?");
    await chat.types("y\r");
    expect(terminal.screen.at(-2)).toBe("This question has expired.");
  });
});

describe("leaving", () => {
  test.each([
    ["Ctrl-C", CTRL_C],
    ["Ctrl-D", CTRL_D],
  ])("by %s ends the chat and gives the terminal back", async (_, key) => {
    const { chat, terminal, keyboard } = await atTerminal();
    await chat.shows("Hello.");
    expect(keyboard.isRaw).toBe(true);
    await chat.types(key);
    expect(chat.finished).toBe(true);
    expect(keyboard.isRaw).toBe(false);
    expect(chat.said).toEqual([]);
    expect(terminal.screen).toEqual(["Hello."]);
    expect(terminal.cursor).toEqual([1, 0]);
  });

  test("stops what runs and takes back what was asked; the last words still show", async () => {
    for (const open of ["turn", "question"]) {
      const { chat, terminal } = await atTerminal();
      if (open === "turn") chat.does({ kind: "thinking" });
      else await chat.asks("Unlock?");
      await chat.types(CTRL_C);
      expect(chat.said).toMatchObject([{ text: "/cancel", kind: "command" }]);
      await chat.shows("Stopped.");
      expect(chat.finished).toBe(true);
      expect(terminal.screen).toEqual(open === "turn" ? ["Stopped."] : ["Unlock?", "Stopped."]);
    }
  });

  test("happens when the service stops", async () => {
    const { chat, keyboard } = await atTerminal();
    await chat.stops();
    expect(chat.finished).toBe(true);
    expect(keyboard.isRaw).toBe(false);
  });
});

describe("piped", () => {
  test("lines are said one after the other, each after the answer to the one before", async () => {
    const { chat, written } = await piped({ ready: false });
    await chat.types("one\n\ntwo\nthree");
    await chat.endsInput();
    expect(chat.said).toEqual([]);
    await chat.becomesReady();
    const steps = [texts(chat.said)];
    for (const answer of ["First.", "**Second.**", "Third."]) {
      expect(chat.finished).toBe(false);
      chat.does({ kind: "thinking" });
      await chat.shows(answer);
      steps.push(texts(chat.said));
    }
    expect(steps).toEqual([["one"], ["one", "two"], ["one", "two", "three"], ["one", "two", "three"]]);
    expect(chat.finished).toBe(true);
    expect(written()).toEqual(["› one", "First.", "› two", "Second.", "› three", "Third."]);
  });

  test("a line answers the question before it", async () => {
    const { chat, written } = await piped();
    await chat.types("unlock the door\ny\nlock it\n");
    const messageId = await chat.asks("**Unlock?**\nYou have 60 seconds.");
    expect(data(chat.pressed)).toEqual(["a:q1:yes"]);
    await chat.edits(messageId, "**Unlock?**\n✅ Yes");
    expect(texts(chat.said)).toEqual(["unlock the door"]);
    await chat.shows("Unlocked.");
    expect(texts(chat.said)).toEqual(["unlock the door", "lock it"]);
    const question = ["Unlock?", "You have 60 seconds.", "[y] Yes  [c] Cancel"];
    expect(written()).toEqual(["› unlock the door", ...question, "✅ Yes", "Unlocked.", "› lock it"]);
  });

  test("the end of the input cancels what is still asked, and waits for how it ended", async () => {
    const { chat, written } = await piped();
    await chat.types("unlock the door\n");
    await chat.endsInput();
    const messageId = await chat.asks("Unlock?");
    expect(data(chat.pressed)).toEqual(["a:q1:no"]);
    await chat.edits(messageId, "Unlock?\n✖️ Cancelled");
    expect(chat.finished).toBe(false);
    await chat.shows("OK, I did not.");
    expect(chat.finished).toBe(true);
    expect(written().slice(-2)).toEqual(["✖️ Cancelled", "OK, I did not."]);
  });

  test("nothing at all ends at once", async () => {
    const { chat, written } = await piped();
    await chat.endsInput();
    expect(chat.finished).toBe(true);
    expect(written()).toEqual([]);
  });

  test("into a terminal, progress shows in place", async () => {
    const terminal = new EmulatedTerminal();
    const chat = await new Chat(new PassThrough(), terminal).start();
    await chat.types("hello\n");
    chat.does({ kind: "thinking" });
    expect(terminal.screen).toEqual(["› hello", "Thinking …"]);
    chat.does({ kind: "ended" });
    await chat.shows("Good day.");
    expect(terminal.screen).toEqual(["› hello", "Good day."]);
  });
});

test("a terminal that can only write on gets plain lines and a prompt", async () => {
  const terminal = new EmulatedTerminal();
  const chat = await new Chat(new EmulatedKeyboard(), terminal, false).start();
  chat.does({ kind: "thinking" });
  const messageId = await chat.asks("**Unlock?**");
  await chat.types("y\n");
  await chat.edits(messageId, "**Unlock?**\n✅ Yes");
  chat.does({ kind: "ended" });
  await chat.shows("Unlocked.");
  await chat.types("/help\n");
  await chat.endsInput();
  expect(terminal.raw).not.toContain("\u001b");
  expect(terminal.raw.replaceAll("› ", "> ")).toBe("> \nUnlock?\n[y] Yes  [c] Cancel\n> ✅ Yes\n> \nUnlocked.\n> ");
  expect(texts(chat.said)).toEqual(["/help"]);
  expect(data(chat.pressed)).toEqual(["a:q1:yes"]);
  expect(chat.finished).toBe(true);
});
