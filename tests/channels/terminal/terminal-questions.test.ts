import { describe, expect, test } from "vitest";
import { anna, atTerminal, data, piped, texts, yesOrCancel } from "../terminal-chat.ts";

describe("a question at a terminal", () => {
  test("is answered by its key", async () => {
    const { chat, terminal } = await atTerminal();
    const messageId = await chat.asks("**Unlock Front Door?**\nYou have 60 seconds.");
    await chat.types("y");
    expect(chat.pressed).toEqual([]);
    await chat.types("\r");
    expect(chat.pressed).toMatchObject([{ channel: "terminal", messageId, person: anna, data: "a:q1:yes" }]);
    await chat.edits(messageId, "**Unlock Front Door?**\n✅ Yes");
    expect(terminal.screen).toEqual(["Unlock Front Door?", "You have 60 seconds.", "[y] Yes  [c] Cancel", "› y", "✅ Yes", "›"]);
    await chat.types("y\r");
    expect(chat.pressed).toHaveLength(1);
  });

  test("of a command is answered by a key too; buttons of another kind under an answer have none", async () => {
    const { chat, terminal } = await atTerminal();
    const waiting = [
      { label: "Remember 2", data: "m:2:yes" },
      { label: "Cancel", data: "m:2:no" },
    ];
    await chat.shows("Habits", { buttons: [[{ label: "1 is none", data: "h:1:no" }]] });
    await chat.shows("What I know", { buttons: [[{ label: "Forget 1", data: "m:1:drop" }], waiting] });
    expect(terminal.screen).toEqual(["Habits", "What I know", "›"]);
    const buttons = [
      { label: "Yes", data: "f:w1:yes" },
      { label: "Cancel", data: "f:w1:no" },
    ];
    await chat.shows("Forget everything?", { buttons: [buttons] });
    expect(terminal.screen.at(-2)).toBe("[y] Yes  [c] Cancel");
    await chat.types("y\r");
    expect(data(chat.pressed)).toEqual(["f:w1:yes"]);
  });

  test("whether to forget is answered from a pipe too, whose next line waits for no turn", async () => {
    for (const [word, choice] of [
      ["yes", "yes"],
      ["no", "no"],
    ]) {
      const { chat } = await piped();
      await chat.types(`/forget\n${word}\nhello\n`);
      const buttons = yesOrCancel("w1").map(({ label, data: of }) => ({ label, data: of.replace("a:", "f:") }));
      const messageId = await chat.shows("Forget everything?", { buttons: [buttons] });
      expect(data(chat.pressed)).toEqual([`f:w1:${choice}`]);
      expect(texts(chat.said)).toEqual(["/forget"]);
      await chat.edits(messageId, "OK.");
      expect(texts(chat.said)).toEqual(["/forget", "hello"]);
    }
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
    const { chat, terminal } = await atTerminal({ columns: 60 });
    const only = [0, 1].map((index) => ({ label: `Only ${index + 1}`, data: `a:q1:${index}` }));
    const messageId = await chat.asks("Shall I do this?\n\n1. **Unlock**\n2. **Open**", [...yesOrCancel(), ...only]);
    expect(terminal.screen.slice(-2)).toEqual(["[y] Yes  [c] Cancel  [1] Only 1  [2] Only 2", "›"]);
    await chat.types("2\r");
    expect(data(chat.pressed)).toEqual(["a:q1:1"]);
    await chat.edits(messageId, "Shall I do this?\n✅ Only: open");
    expect(terminal.screen.at(-2)).toBe("✅ Only: open");
  });

  describe("that needs a PIN", () => {
    const pad = () => [
      ...[..."123456789", "⌫", "0", "OK"].map((label) => ({ label, data: `p:q1:key-${label}` })),
      { label: "Cancel", data: "a:q1:no" },
    ];
    const asked = async () => {
      const world = await atTerminal();
      const messageId = await world.chat.asks("Unlock?\nYou have 60 seconds.");
      await world.chat.types("y\r");
      await world.chat.edits(messageId, "Unlock?\nPIN for: unlocks a door.", pad());
      return { ...world, messageId };
    };

    test("takes it typed as a whole, and says nothing of it in the chat", async () => {
      const { chat, terminal } = await asked();
      expect(terminal.screen.slice(-3)).toEqual(["PIN for: unlocks a door.", "[0-9] PIN  [c] Cancel", "›"]);
      chat.pressReply = { toast: "Wrong PIN. 2 tries left.", taken: false };
      await chat.types("8264\r");
      expect(data(chat.pressed).slice(1)).toEqual(["8", "2", "6", "4", "OK"].map((label) => `p:q1:key-${label}`));
      expect(terminal.screen.filter((line) => line.includes("Wrong PIN"))).toHaveLength(1);
      await chat.types("8265\r");
      expect(chat.pressed).toHaveLength(11);
      expect(chat.said).toEqual([]);
    });

    test("can be cancelled", async () => {
      const { chat } = await asked();
      await chat.types("c\r");
      expect(data(chat.pressed).slice(1)).toEqual(["a:q1:no"]);
    });

    test("leaves a number to a newer question that has it for a key", async () => {
      const { chat } = await asked();
      await chat.asks("Shall I?", [...yesOrCancel("q2"), { label: "Only 1", data: "a:q2:0" }]);
      await chat.types("1\r");
      expect(data(chat.pressed).slice(1)).toEqual(["a:q2:0"]);
    });

    test("has a number for each button that is neither a yes nor a no", async () => {
      const { chat } = await asked();
      const decided = ["fine", "ask", "never"].map((label) => ({ label, data: `a:q2:${label}` }));
      await chat.asks("What is it?", [...decided, { label: "Cancel", data: "a:q2:no" }]);
      await chat.types("2\r");
      expect(data(chat.pressed).slice(1)).toEqual(["a:q2:ask"]);
    });

    test("is answered from a pipe too", async () => {
      const { chat } = await piped();
      await chat.types("unlock\ny\n8264\n");
      const messageId = await chat.asks("Unlock?");
      await chat.edits(messageId, "Unlock?\nPIN", pad());
      expect(texts(chat.said)).toEqual(["unlock"]);
      expect(data(chat.pressed)).toEqual(["a:q1:yes", ...["8", "2", "6", "4", "OK"].map((label) => `p:q1:key-${label}`)]);
    });
  });

  test("that is newer has the keys first; then the older one is shown again and has them", async () => {
    const { chat, terminal } = await atTerminal();
    await chat.asks("Unlock?", yesOrCancel("q1"));
    const second = await chat.asks("Open?", yesOrCancel("q2"));
    await chat.types("y\r");
    expect(data(chat.pressed)).toEqual(["a:q2:yes"]);
    await chat.edits(second, "Open?\n✅ Yes");
    expect(terminal.screen.slice(-4)).toEqual(["✅ Yes", "Unlock?", "[y] Yes  [c] Cancel", "›"]);
    await chat.types("c\r");
    expect(data(chat.pressed)).toEqual(["a:q2:yes", "a:q1:no"]);
  });

  test("shows no keys of an older one, which is shown again with its own", async () => {
    const { chat, terminal } = await atTerminal({ columns: 60 });
    const only = [0, 1].map((index) => ({ label: `Only ${index + 1}`, data: `a:q1:${index}` }));
    await chat.asks("Shall I do this?\n\n1. **Unlock**\n2. **Open**\n\nYou have 60 seconds.", [...yesOrCancel("q1"), ...only]);
    const second = await chat.asks("Arm?", yesOrCancel("q2"));
    expect(terminal.screen.slice(-3)).toEqual(["Arm?", "[y] Yes  [c] Cancel", "›"]);
    await chat.types("y\r");
    await chat.edits(second, "Arm?\n✅ Yes");
    expect(terminal.screen.slice(-5)).toEqual(["", "1. Unlock", "2. Open", "[y] Yes  [c] Cancel  [1] Only 1  [2] Only 2", "›"]);
    await chat.types("1\r");
    expect(data(chat.pressed)).toEqual(["a:q2:yes", "a:q1:0"]);
  });

  test("that an earlier run asked stands there again, and can be answered", async () => {
    const open = { messageId: "earlier-7", text: "**Unlock Front Door?**\nYou have 60 seconds.", buttons: [yesOrCancel()] };
    const { chat, terminal } = await atTerminal({ openQuestions: [open] });
    expect(terminal.screen).toEqual(["Unlock Front Door?", "[y] Yes  [c] Cancel", "›"]);
    await chat.types("y\r");
    expect(chat.pressed).toMatchObject([{ messageId: "earlier-7", data: "a:q1:yes" }]);
    await chat.edits("earlier-7", "**Unlock Front Door?**\n✅ Yes");
    expect(terminal.screen.at(-2)).toBe("✅ Yes");
  });

  test("that expired can be asked again by one key, until something else is said", async () => {
    const { chat, terminal } = await atTerminal();
    const messageId = await chat.asks("Unlock?");
    await chat.types("what time is it\r");
    await chat.shows("Noon.");
    await chat.edits(messageId, "Unlock?\n⌛ Expired: this was not done.", [{ label: "Ask again", data: "r:q1" }]);
    expect(terminal.screen.slice(-5)).toEqual(["Noon.", "Unlock?", "⌛ Expired: this was not done.", "[a] Ask again", "›"]);
    await chat.types("a\r");
    expect(data(chat.pressed)).toEqual(["r:q1"]);
    await chat.edits(messageId, "Unlock?\n⌛ Expired: this was not done.", [{ label: "Ask again", data: "r:q1" }]);
    await chat.types("never mind\r", "a");
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

  describe("which of a few things was meant", () => {
    const WHICH = "Which one?\n1. Hall Lamp\n2. Desk Lamp\n\nPress one.";
    const lamps = (id = "q1") => [
      { label: "Hall Lamp", data: `c:${id}:0` },
      { label: "Desk Lamp", data: `c:${id}:1` },
      { label: "Cancel", data: `c:${id}:no` },
    ];
    const offers = (chat: Awaited<ReturnType<typeof atTerminal>>["chat"]) =>
      chat.shows(WHICH, { buttons: lamps().map((button) => [button]) });

    test("has a key for each, and takes the name too", async () => {
      for (const typed of ["2\r", "desk lamp\r"]) {
        const { chat, terminal } = await atTerminal({ columns: 60 });
        const messageId = await offers(chat);
        expect(terminal.screen.slice(-2)).toEqual(["[1] Hall Lamp  [2] Desk Lamp  [c] Cancel", "›"]);
        await chat.types(typed);
        expect(chat.pressed).toMatchObject([{ messageId, data: "c:q1:1" }]);
        await chat.edits(messageId, `${WHICH.slice(0, -10)}✅ Desk Lamp`);
        expect(terminal.screen.slice(-2)).toEqual(["✅ Desk Lamp", "›"]);
        expect(chat.said).toEqual([]);
      }
    });

    test("goes with its keys when something else is said, and its end is no news", async () => {
      const { chat, terminal } = await atTerminal();
      const messageId = await offers(chat);
      await chat.types("what time is it\r");
      expect(texts(chat.said)).toEqual(["what time is it"]);
      await chat.edits(messageId, "Which one?\n✖️ Nothing was chosen.");
      await chat.shows("Noon.");
      expect(terminal.screen.slice(-3)).toEqual(["› what time is it", "Noon.", "›"]);
      await chat.types("1\r");
      expect(texts(chat.said)).toEqual(["what time is it", "1"]);
    });

    test("is answered from a pipe, whose next line waits for what comes of it", async () => {
      const { chat } = await piped();
      await chat.types("turn on the lamp\n2\nthanks\n");
      const messageId = await offers(chat);
      expect(data(chat.pressed)).toEqual(["c:q1:1"]);
      await chat.edits(messageId, "Which one?\n✅ Desk Lamp");
      expect(texts(chat.said)).toEqual(["turn on the lamp"]);
      await chat.shows("Desk Lamp is now on.");
      expect(texts(chat.said)).toEqual(["turn on the lamp", "thanks"]);
    });

    test("is cancelled at a pipe's end, and with that it is finished", async () => {
      const { chat } = await piped();
      await chat.types("turn on the lamp\n");
      await chat.endsInput();
      const messageId = await offers(chat);
      expect([data(chat.pressed), chat.finished]).toEqual([["c:q1:no"], false]);
      await chat.edits(messageId, "Which one?\n✖️ Cancelled");
      expect(chat.finished).toBe(true);
    });
  });
});
