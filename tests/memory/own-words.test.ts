import { expect, it } from "vitest";
import { isAboutOthers, tellingPart } from "../../src/memory/own-words.ts";

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
  ["Ben is allergic to sesame", "allergies", true],
  ["Ben and I are vegan", "diet", false],
  ["my sister is a vegan", "diet", true],
  ["my sister is called Mia", "sister_name", false],
  ["Ben has his birthday in May", "birthday_ben", false],
  ["my wife says that I snore", "sleep", false],
  ["meine Schwester isst vegan", "diet", true],
  ["mein Hund heißt Waldi", "pet", false],
  ["ma sœur est végane", "diet", true],
  ["mi jefe es vegano", "diet", true],
  ["prefiero 22 grados", "temperature", false],
  ["mijn buurman drinkt koffie", "drinks", true],
  ["no walnuts please", "allergies", false],
  ["bossa nova is my kind of music", "music", false],
  ["benefits matter", "work", false],
])("“%s” for %s is about others: %s", (said, key, isAbout) => {
  expect(isAboutOthers(said, key, ["Ben"])).toBe(isAbout);
});
