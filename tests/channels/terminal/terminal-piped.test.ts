import { describe, expect, test } from "vitest";
import { Chat, data, piped, texts } from "../terminal-chat.ts";
import { EmulatedKeyboard, EmulatedTerminal } from "../terminal-emulator.ts";

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
});

test("a terminal that can only write on gets plain lines and a prompt", async () => {
  const terminal = new EmulatedTerminal();
  const chat = await new Chat(new EmulatedKeyboard(), terminal, { canRewrite: false }).start();
  chat.does({ kind: "thinking" });
  const messageId = await chat.asks("**Unlock?**");
  await chat.types("y\n");
  await chat.edits(messageId, "**Unlock?**\n✅ Yes");
  chat.does({ kind: "ended" });
  await chat.shows("Unlocked.");
  await chat.types("/help\n");
  await chat.endsInput();
  expect(terminal.raw).not.toContain("\u001b");
  expect(terminal.raw.replaceAll("› ", "> ")).toBe("> \nThinking …\nUnlock?\n[y] Yes  [c] Cancel\n> ✅ Yes\n> \nUnlocked.\n> ");
  expect(texts(chat.said)).toEqual(["/help"]);
  expect(data(chat.pressed)).toEqual(["a:q1:yes"]);
  expect(chat.finished).toBe(true);
});
