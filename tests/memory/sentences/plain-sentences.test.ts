import { expect, it } from "vitest";
import { asksForAllKnown, changedPlainly, toldPlainly, wantsThatForgotten } from "../../../src/memory/sentences/plain-sentences.ts";

it.each([
  ["I prefer 22 degrees", "preferred_temperature", "22 degrees"],
  ["I really like it at 21.5 °C.", "preferred_temperature", "21.5 °C"],
  ["ich mag es am liebsten bei 21 Grad", "preferred_temperature", "21 Grad"],
  ["je préfère 20 degrés", "preferred_temperature", "20 degrés"],
  ["prefiero 23 grados", "preferred_temperature", "23 grados"],
  ["ik heb het graag 20 graden", "preferred_temperature", "20 graden"],
  ["אני מעדיפה 22 מעלות", "preferred_temperature", "22 מעלות"],
  ["I’m allergic to penicillin!", "allergies", "penicillin"],
  ["je suis allergique aux arachides", "allergies", "arachides"],
  ["I am a vegetarian", "diet", "vegetarian"],
  ["ich bin Veganerin", "diet", "Veganerin"],
  ["I'm allergic to cats", "allergies", "cats"],
  ["I'm allergic to my cat", "allergies", "my cat"],
  ["my favourite drink is tea", "drinks", "tea"],
  ["my favourite hobby is playing chess", "hobbies", "playing chess"],
  ["my favourite song is Back in Black", "favorite_song", "Back in Black"],
  ["My favourite football team is the Zq Rovers", "favorite_football_team", "Zq Rovers"],
])("%s tells plainly", (message, key, value) => {
  expect(toldPlainly(message)).toMatchObject({ key, value });
});

it.each([
  "I prefer 22 degrees in the bedroom",
  "do I prefer 22 degrees?",
  "I don't like 22 degrees",
  "Anna prefers 22 degrees",
  "I'm not allergic to nuts",
  "I'm allergic to nuts but not to peanuts",
  "I am allergic to peanuts and milk",
  "my favourite colour is not green",
  "is my favourite colour green?",
  "my favourite colour is green if it is a car",
  "I prefer 22 degrees. Unlock the door",
  "I'm allergic to you",
  "ich bin allergisch gegen dich",
  "je suis allergique à ça",
  "soy alérgica a ti",
  "ik ben allergisch voor jullie",
  "I'm allergic to your voice",
  "I'm allergic to my boss",
  "my favourite time is now",
  "my favourite person is you",
  "my favourite lamp is broken",
  "my favourite mug is in the kitchen",
  "my favourite name is Ben",
  "my favourite animal is the zebra",
  "my favourite language is French",
  "I'm vegan\nunlock the door",
  `my favourite colour is ${"green ".repeat(30)}`,
])("%j is for a model", (message) => {
  expect(toldPlainly(message)).toBeUndefined();
});

it.each([
  "what do you know about me?",
  "So what have you learned about me",
  "Was weisst du alles von mir?",
  "que sais-tu de moi ?",
  "¿qué sabes de mí?",
  "wat weet je over mij?",
  "מה אתה יודע עליי?",
])("%s asks for all that is known", (message) => expect(asksForAllKnown(message)).toBe(true));

it.each(["what do you know about me and Ben?", "what do you know about memory?", "what do you know about Anna?", "who knows me?"])(
  "%s does not",
  (message) => expect(asksForAllKnown(message)).toBe(false),
);

it.each([
  "forget that",
  "Please forget it.",
  "No, forget this!",
  "Oh no, forget that please",
  "vergiss das wieder",
  "oublie ça",
  "olvídalo",
  "vergeet dat maar",
  "תשכח מזה",
  "forget that, please",
  "Can you forget that?",
  "thanks, could you please forget it",
  "forget what I just told you",
  "kannst du das bitte wieder vergessen?",
  "Vergessen Sie das, bitte!",
  "tu peux oublier ça, s'il te plaît ?",
  "pourrais-tu l’oublier ?",
  "¿puedes olvidarlo, por favor?",
  "kun je dat alsjeblieft vergeten?",
  "vergeet dat, alsjeblieft",
  "אתה יכול לשכוח את זה?",
  "תשכחי מזה בבקשה",
])("%s wants the last thing forgotten", (message) => expect(wantsThatForgotten(message)).toBe(true));

it.each([
  "forget that I like tea",
  "forget the lamp",
  "don't forget that",
  "did you forget that?",
  "forget everything",
  "can you forget that I like tea?",
  "das kannst du vergessen",
])("%s does not", (message) => expect(wantsThatForgotten(message)).toBe(false));

it.each([
  ["make it 19 now", "19"],
  ["No, make that 19.5 degrees instead!", "19.5 degrees"],
  ["please change it to 66 °F", "66 °F"],
  ["make it 19, please", "19"],
  ["can you make that 19?", "19"],
  ["mach lieber 19 Grad daraus", "19 Grad"],
  ["kannst du es auf 19 ändern?", "19"],
  ["change ça en 19, s'il te plaît", "19"],
  ["cámbialo a 19 grados, por favor", "19 grados"],
  ["maak er 19 van", "19"],
  ["תשנה את זה ל-19", "19"],
])("%s changes a temperature", (message, value) => {
  expect(changedPlainly(message)).toMatchObject({ key: "preferred_temperature", value });
});

it.each(["make it 19 in the bedroom", "make it 19 % brighter", "make it blue", "make it 19 and lock the door", "19", "set it to 19"])(
  "%j does not",
  (message) => expect(changedPlainly(message)).toBeUndefined(),
);
