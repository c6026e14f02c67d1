import { expect, it } from "vitest";
import { isMemoryClaim } from "../../../src/security/claims/claims.ts";

it.each([
  "I'll remember that you like 22 degrees.",
  "I’ve noted that.",
  "I have saved your preference.",
  "I will keep that in mind.",
  "Noted!",
  "Got it, noted.",
  "I've forgotten it.",
  "Your preference has been saved.",
  "Ich habe mir das gemerkt.",
  "Ich werde mir das merken.",
  "Das merke ich mir.",
  "Notiert.",
  "Je m'en souviendrai.",
  "J'ai noté votre préférence.",
  "C'est noté !",
  "Lo recordaré.",
  "He guardado tu preferencia.",
  "Anotado.",
  "Ik zal het onthouden.",
  "Ik heb dat opgeslagen.",
  "אזכור את זה.",
  "רשמתי.",
])("“%s” says that something is remembered or forgotten", (sentence) => {
  expect(isMemoryClaim(sentence)).toBe(true);
});

it.each([
  "You like 22 degrees.",
  "I remember that you like 22 degrees.",
  "Shall I remember that?",
  "I have not saved anything.",
  "I can't remember that.",
  "I do not store passwords.",
  "Soll ich mir das merken?",
  "Ich habe nichts gespeichert.",
  "Je ne m'en souviens pas.",
  "No lo he guardado.",
  "Ik heb niets onthouden.",
  "לא שמרתי כלום.",
  "The scene was saved by Ben.",
  "If you tell me, I'll remember it.",
])("“%s” does not", (sentence) => {
  expect(isMemoryClaim(sentence)).toBe(false);
});
