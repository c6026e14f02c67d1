import { expect, it } from "vitest";
import { createOpenQuestions } from "../../../src/channels/terminal/terminal-questions.ts";

it("an offer that was dropped is known as that until its end has come, and then forgotten", () => {
  const questions = createOpenQuestions();
  const buttons = [
    { label: "Hall Lamp", data: "c:q1:0" },
    { label: "Cancel", data: "c:q1:no" },
  ];
  questions.set({ messageId: "1", text: "Which one?", buttons });
  questions.dropOffers();
  expect(questions.isDropped("1")).toBe(true);
  questions.set({ messageId: "1", text: "Which one?\nNothing was chosen.", buttons: [] });
  expect(questions.isDropped("1")).toBe(false);
});
