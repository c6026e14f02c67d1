import { expect, it } from "vitest";
import { createSmallTalk } from "../../../src/agent/graph/small-talk.ts";
import type { TurnInput } from "../../../src/agent/state.ts";
import { fakeHome } from "../../fakes/home.ts";

const AT = Date.UTC(2027, 0, 15, 19, 5);
const talk = createSmallTalk({
  config: { assistantName: "Hazel" },
  home: fakeHome({ entities: [] }),
  clock: () => AT,
});
const anna = { personId: "telegram:700000001", personName: "Anna" };
const said = (text: string, language = "en", replyText?: string, speaker = anna) =>
  talk({ text, language, ...speaker, replyText } as unknown as TurnInput);

it.each([
  ["hi", "en", /^Hello Anna!/],
  ["Hello there!", "en", /^Hello Anna!/],
  ["thank you so much!", "en", /^You’re welcome/],
  ["who are you?", "en", /Hazel/],
  ["please help me", "en", /\/help/],
  ["what time is it?", "en", /^It is \d{1,2}:05/],
  ["what day is it today?", "en", /Friday, January 15, 2027/],
  ["Guten Morgen", "de", /^Hallo Anna/],
  ["Wie spät ist es?", "de", /\d{1,2}:05 Uhr/],
  ["Merci beaucoup !", "fr", /^De rien/],
  ["¿Qué puedes hacer?", "es", /\/help/],
  ["dank je wel", "nl", /^Graag gedaan/],
  ["מי אתה?", "he", /Hazel/],
])("%s (%s)", (text, language, answer) => {
  expect(said(text, language)).toMatch(answer);
});

it.each(["hi, turn on the light", "good night script", "stop the vacuum", "okay, unlock the front door", "what time is the dentist?", ""])(
  "leaves “%s” to others",
  (text) => {
    expect(said(text)).toBeUndefined();
  },
);

it.each([
  ["hi", "en", "Hello! What can I do for you?"],
  ["good night", "en", "Good night!"],
  ["Guten Abend", "de", "Hallo! Was kann ich für dich tun?"],
])("calls nobody by a name who has none: %s", (text, language, answer) => {
  for (const personId of ["household", "program:1"]) {
    expect(said(text, language, undefined, { personId, personName: "Somebody at home" })).toBe(answer);
  }
});

it("takes a reply for no small talk, and knows no other language", () => {
  expect(said("thanks", "en", "Shall I?")).toBeUndefined();
  expect(said("kiitos", "fi")).toBeUndefined();
});
