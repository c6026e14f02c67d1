import { expect, it } from "vitest";
import { createAppended, spoken, spokenAnswer } from "../../src/channels/speech.ts";

it.each([
  ["**Kitchen Light** is now on.", "Kitchen Light is now on."],
  ["Which light?\n1. Bed Light\n2. Desk Lamp", "Which light? Bed Light, Desk Lamp"],
  ["- One is open.\n- Two are closed.", "One is open. Two are closed."],
  ["See [the page](https://example.org).", "See the page."],
  ["⏰ Time is up: tea.", "Time is up: tea."],
  ["Send this to Ben? “Leave the door open (or_not), /help. Bye.”", "Send this to Ben? “Leave the door open (or_not), /help. Bye.”"],
  ["", ""],
])("%j is read out as %j", (markdown, text) => {
  expect(spoken(markdown)).toEqual({ text, isCut: false });
});

it.each([
  ["I don’t understand that. /status says why my model doesn’t answer.", "I don’t understand that."],
  ["Like: /automate turn on the hall light at 7", "Like: turn on the hall light at 7"],
  ["Like: /create-automation turn on the hall light at 7", "Like: turn on the hall light at 7"],
  ["The file is /config/a.yaml.", "The file is /config/a.yaml."],
  ["An owner can change that in the options (children_may_ask_owners).", "An owner can change that in the options."],
])("the answer %j is read out as %j", (markdown, text) => {
  expect(spokenAnswer(markdown)).toEqual({ text, isCut: false });
});

it("a long answer ends after a whole sentence, and is known to be cut", () => {
  const { text, isCut } = spoken(Array.from({ length: 40 }, (_one, index) => `This is sentence ${index}.`).join(" "));
  expect(isCut).toBe(true);
  expect(text).toMatch(/^This is sentence 0\..*\.$/);
  expect(text.length).toBeLessThan(430);
  expect(spoken("x".repeat(5_000)).text.length).toBeLessThan(500);
});

it("a text that grows is told once; an end that differs is told whole", () => {
  const appended = createAppended();
  expect([appended.next("One."), appended.next("One. Two."), appended.next("Another."), appended.last("One. Two. Three.")]).toEqual([
    ...["One.", " Two.", "", " Three."],
  ]);
  expect(appended.last("Four.")).toBe(" Four.");
});
