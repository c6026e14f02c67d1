import { describe, expect, test } from "vitest";
import { anna, atTerminal, Chat, texts } from "../terminal-chat.ts";
import { EmulatedKeyboard, EmulatedTerminal } from "../terminal-emulator.ts";

const ESCAPE = "\u001b";
const UP = `${ESCAPE}[A`;
const LEFT = `${ESCAPE}[D`;
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

describe("at a terminal", () => {
  test("a line is a message of the person, and a line with a slash is a command", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.types("is the garage closed?\r", "   \r", "/help\r");
    expect(chat.said).toMatchObject([
      { channel: "terminal", person: anna, text: "is the garage closed?", kind: "text", isPrivate: true },
      { text: "/help", kind: "text" },
    ]);
    expect(new Set(chat.said.map(({ messageId }) => messageId)).size).toBe(2);
    expect(terminal.screen).toEqual(["› is the garage closed?", "›", "› /help", "›"]);
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

  test("what happens is told in lines, once each; a question and an answer speak for themselves", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.types("turn on the light\r");
    for (const progress of [
      { kind: "thinking" },
      { kind: "thinking" },
      { kind: "reading", count: 3 },
      { kind: "acting", names: ["Kitchen Light"] },
      { kind: "asking" },
      { kind: "text", text: "There is **one** lamp." },
      { kind: "ended" },
    ] as const)
      chat.does(progress);
    await chat.shows("There is **one** lamp.");
    const happened = ["Thinking …", "Reading 3 things …", "Calling Kitchen Light …"];
    expect(terminal.screen).toEqual(["› turn on the light", ...happened, "There is one lamp.", "›"]);
  });

  test("what is being typed stays whole while messages come, over several rows and with the cursor in the middle", async () => {
    const { chat, terminal } = await atTerminal({ columns: 24 });
    const rows = ["› a line that is long en", "ough to take three rows", "here"];
    await chat.types(..."a line that is long enough to take three rows here", LEFT, LEFT);
    expect(terminal.screen).toEqual(rows);
    await chat.shows("A message in between.");
    expect(terminal.screen).toEqual(["A message in between.", ...rows]);
    expect(terminal.cursor).toEqual([3, 2]);
    await chat.types("!", "\u0001", "?", "\r");
    expect(texts(chat.said)).toEqual(["?a line that is long enough to take three rows he!re"]);
  });

  test("the arrow key brings back what was said", async () => {
    const { chat } = await atTerminal();
    await chat.types("one\r", "two\r", UP, UP, "\r");
    expect(texts(chat.said)).toEqual(["one", "two", "one"]);
  });

  test("markup is shown as styles, and without colours nothing is styled", async () => {
    const [colourful, plain] = [await atTerminal(), await atTerminal({ colours: false })];
    for (const { chat } of [colourful, plain]) {
      await chat.asks("**Unlock Front Door?**");
    }
    expect(colourful.terminal.raw).toContain("\u001b[1mUnlock Front Door?\u001b[22m");
    expect(plain.terminal.raw).not.toMatch(new RegExp(`${ESCAPE}\\[[\\d;]*m`));
    expect(plain.terminal.screen).toEqual(colourful.terminal.screen);
    expect(plain.terminal.screen).toEqual(["Unlock Front Door?", "[y] Yes  [c] Cancel", "›"]);
  });

  test("control characters of a text do not reach the terminal", async () => {
    const { chat, terminal } = await atTerminal();
    chat.does({ kind: "acting", names: ["Lamp\u001b[2J\u0007"] });
    await chat.shows("Red \u001b[31malert\u0007 \u009b2J&#27;[2J.");
    expect(terminal.screen).toEqual(["Calling Lamp[2J …", "Red [31malert 2J[2J.", "›"]);
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
    expect(terminal.screen).toEqual(["Hello.", "›"]);
    expect(terminal.cursor).toEqual([2, 0]);
  });

  test("stops what runs and takes back what was asked; the last words still show", async () => {
    for (const open of ["turn", "question"]) {
      const { chat, terminal } = await atTerminal();
      if (open === "turn") chat.does({ kind: "thinking" });
      else await chat.asks("Unlock?");
      await chat.types(CTRL_C);
      expect(chat.said).toMatchObject([{ text: "/cancel", kind: "text" }]);
      await chat.shows("Stopped.");
      expect(chat.finished).toBe(true);
      expect(terminal.screen.at(-1)).toBe("Stopped.");
    }
  });

  test("happens when the service stops", async () => {
    const { chat, keyboard } = await atTerminal();
    await chat.stops();
    expect(chat.finished).toBe(true);
    expect(keyboard.isRaw).toBe(false);
  });
});
