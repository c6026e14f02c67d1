import { expect, it } from "vitest";
import { tellingPart } from "../../src/memory/own-words.ts";

it.each([
  ["I like ochre. Is it raining?", "I like ochre."],
  ["is the window in the bedroom open?", ""],
  ["could you remember that I like 22 degrees?", "could you remember that I like 22 degrees?"],
  ["¿está abierta la ventana?", ""],
  ["tu sais que j'aime le thé ?", "tu sais que j'aime le thé ?"],
  ["the trash goes out on Thursday", "the trash goes out on Thursday"],
  ["I'm vegan, what can I cook tonight?", "I'm vegan"],
  ["Ich bin Veganer, was koche ich heute?", "Ich bin Veganer"],
  ["Weißt du noch, dass ich Tee mag?", "dass ich Tee mag?"],
  ["what temperature do I like?", ""],
  ["am I allergic to nuts?", ""],
  ["mag ich 22 Grad?", ""],
  ["אתה זוכר שאני אוהב תה?", "אתה זוכר שאני אוהב תה?"],
])("of “%s” tells: “%s”", (said, telling) => {
  expect(tellingPart(said)).toBe(telling);
});

it.each([
  ["Ben said he likes 25", ""],
  ["Ben said: my hobby is falconry", ""],
  ["Anna meint, 25 Grad sind besser", ""],
  ["my boss says I should drink less coffee", ""],
  ["on the radio they said that everybody should drink rooibos", ""],
  ["25 degrees are best, says Ben. I like 22", "I like 22"],
  ["I like 22, but Ben thinks I like 25", "I like 22"],
  ["Ben said “I like 25. It is nice.” I like 22", "I like 22"],
  ["Ben says hello. He likes 25. I like 22", "I like 22"],
  ["mi jefe dice que tomo demasiado café", ""],
  ["אנה אומרת שאני אוהב תה", ""],
  ["I said 22 degrees", "I said 22 degrees"],
  ["I already told you: no nuts", "I already told you: no nuts"],
  ["gestern sagte ich 22 Grad", "gestern sagte ich 22 Grad"],
  ["that said, I like tea", "that said, I like tea"],
  ["call me “Bear”", "call me “Bear”"],
  ["ich mag für meinen Tee zwei Löffel Honig", "ich mag für meinen Tee zwei Löffel Honig"],
])("of “%s”, which may quote somebody, tells: “%s”", (said, telling) => {
  expect(tellingPart(said)).toBe(telling);
});

it.each([
  "Is my favourite colour blue?",
  "is my favourite colour blue",
  "did I ever say that I am vegan",
  "did I say that I like green tea",
  "have I told you that I'm vegan?",
  "Am I allergic to nuts?",
  "am I allergic to nuts",
  "Do I prefer 25 degrees?",
  "so do I like 25 degrees",
  "when do I get up at 6",
  "which music do I like",
  "ist meine Lieblingsfarbe blau",
  "Mag ich 25 Grad",
  "bin ich Vegetarier",
  "Habe ich dir gesagt, dass ich Vegetarier bin",
  "wann stehe ich um 6 auf",
  "est-ce que j'aime le thé",
  "suis-je végane",
  "drink ik koffie",
  "ben ik allergisch voor noten",
  "האם אני אוהב תה",
  "if I were rich, I would have a yacht",
  "I would have a yacht if I were rich",
  "suppose I am allergic to nuts",
  "wenn ich reich wäre, hätte ich eine Yacht",
  "tell me whether I like tea",
  "I might be allergic to nuts",
  "maybe I am vegan",
  "vielleicht mag ich 25 Grad",
  "I used to like 25 degrees",
  "früher mochte ich 25 Grad",
  "as a child I loved milk",
  "translate: I am allergic to wasps",
  "how do you say I am allergic to wasps in German",
  "set it to 25 for me",
  "stell es auf 25",
])("of “%s” nothing is told", (said) => {
  expect(tellingPart(said)).toBe("");
});

it.each([
  "Did you know that I like tea?",
  "what I like is tea",
  "when I get up I drink tea",
  "wenn ich aufstehe, trinke ich Kaffee",
  "was ich mag, ist Tee",
  "morgens trinke ich Kaffee",
  "dann mag ich Tee",
  "I am used to 25 degrees",
  "I stand up early, ich stehe früher auf als Ben",
  "I was born on 17 April",
  "set it to 25 every evening",
  "make it 19 now",
  "I have a yacht",
  "when I have my coffee I like jazz",
  "where I do my sport it is cold",
  "Eine meiner Allergien ist Sellerie",
  "bitte meine Temperatur: 22 Grad",
  "if possible wake me at 7",
  "have you noted that I like tea?",
  "je voudrais 22 degrés",
  "I would like 22 degrees",
  "ich hätte gern 22 Grad",
  "my house has 3 floors",
  "I like it warm in May",
  "is clear: I like tea",
])("“%s” is told", (said) => {
  expect(tellingPart(said)).toBe(said);
});

it("of two clauses the one that is so stays", () => {
  expect(tellingPart("I used to like 25 degrees, now I like 22")).toBe("now I like 22");
  expect(tellingPart("I like tea, do I get some")).toBe("I like tea");
  expect(tellingPart("ich will wissen, ob ich Tee mag")).toBe("ich will wissen");
});

it.each([
  "I am vegan, but do not remember that",
  "I am vegan but don't remember that",
  "I'm vegan, please don't store this",
  "I'm vegan. Don't save that.",
  "off the record: I am vegan",
  "I am vegan, no need to remember that",
  "I don't want you to remember that I am vegan",
  "ich bin vegan, aber merk dir das nicht",
  "merk dir nicht, dass ich vegan bin",
  "je suis vegan, ne le retiens pas",
  "soy vegano, pero no lo guardes",
  "ik ben vegan, maar onthoud dat niet",
  "אני טבעוני, אבל אל תזכור את זה",
  "forget that I am vegan",
  "please forget that I'm vegan",
  "vergiss, dass ich vegan bin",
  "oublie que je suis vegan",
  "olvida que soy vegano",
  "vergeet dat ik vegan ben",
  "תשכח שאני טבעוני",
])("“%s” tells nothing that may be kept", (said) => {
  expect(tellingPart(said)).toBe("");
});

it.each([
  ["I like tea. I'm vegan. Forget that.", "I like tea."],
  ["I like tea, but don't remember that. I love jazz", "I love jazz"],
  ["I like tea. No, forget that, I like 22", "I like 22"],
  ["don't forget that I am vegan", "don't forget that I am vegan"],
  ["vergiss nicht, dass ich vegan bin", "vergiss nicht, dass ich vegan bin"],
  ["n'oublie pas que je suis vegan", "n'oublie pas que je suis vegan"],
  ["I always forget my keys", "I always forget my keys"],
  ["merk dir, dass ich Tee nicht mag", "merk dir, dass ich Tee nicht mag"],
  ["I don't keep dogs", "I don't keep dogs"],
])("of “%s” is told: “%s”", (said, told) => {
  expect(tellingPart(said)).toBe(told);
});
