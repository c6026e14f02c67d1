import { expect, it } from "vitest";
import { isAboutOthers, tellingPart } from "../../src/memory/own-words.ts";

it.each([
  ["I like ochre. Is it raining?", "I like ochre."],
  ["is the window in the bedroom open?", ""],
  ["could you remember that I like 22 degrees?", "could you remember that I like 22 degrees?"],
  ["¿está abierta la ventana?", ""],
  ["tu sais que j'aime le thé ?", "tu sais que j'aime le thé ?"],
  ["the trash goes out on Thursday", "the trash goes out on Thursday"],
])("of “%s” tells: “%s”", (said, telling) => {
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
