import { expect, it } from "vitest";
import { catalogueFor, LANGUAGES } from "../../src/languages/catalogue.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, ScenarioHome, serviceCall } from "./scenario-home.ts";

/** Words that stand in nearly every English sentence and are words of none of the other languages. */
const ENGLISH = /\b(?:the|you|your|with|this|that|what|which|have|from|cannot|nothing|should)\b/i;

/** What a family asks on its first day, in any language: the model understands it, the service answers. */
async function firstDay(language: string): Promise<readonly string[]> {
  const { text } = catalogueFor(language);
  const people = [
    { name: "Anna", telegram_user_id: anna, role: "owner", language },
    { name: "Ben", telegram_user_id: ben, role: "child", language },
  ];
  await using home = await ScenarioHome.start({ options: { people } });
  const said: string[] = [];
  const hears = async (chat: number, words: string) => {
    const message = await home.asks(chat, words);
    said.push(message.plain, ...message.buttons.flat().map(({ label }) => label));
  };

  home.model.reply({ toolCalls: [serviceCall("light.turn_on", "light.bed_light")] });
  await hears(anna, "☀️ 1");
  home.model.reply({ toolCalls: [serviceCall("lock.unlock", "lock.front_door")] });
  await hears(anna, "☀️ 2");
  home.presses(anna, text("button.yes"));
  said.push((await home.next(anna)).plain);
  home.model.reply({ toolCalls: [serviceCall("lock.lock", "lock.front_door")] });
  await hears(ben, "☀️ 3");
  for (const command of ["/help", "/memory", "/actions", "/history", "/context", "/searchlog", "/status", "/gibberish"])
    await hears(anna, command);
  home.model.reply({ status: 503 });
  await hears(anna, "☀️ 4");
  expect(home.calls().map(({ service }) => service)).toContain("lock.unlock");
  return said;
}

it.each(LANGUAGES.filter((language) => language !== "en"))("says everything in %s", async (language) => {
  const lines = (await firstDay(language)).flatMap((text) => text.split("\n"));
  // commands, ids and names of options are the same in every language
  const words = lines.map((line) => line.replaceAll(/\/[a-z]+(?: [a-z\d=…]+)*|\b\w*_\w*\b/g, ""));
  expect(words.filter((line) => ENGLISH.test(line))).toEqual([]);
});

it("speaks Home Assistant's language when no option names one, and a person's own", async () => {
  const people = [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "adult", language: "nl" },
  ];
  await using home = await ScenarioHome.start({ home: { furnishing: { ...demoHome, language: "de" } }, options: { people } });
  expect((await home.asks(anna, "Mach das Bed Light an")).plain).toBe("Bed Light ist jetzt an (100 %).");
  expect((await home.asks(ben, "Bed Light uit")).plain).toBe("Bed Light is nu uit.");
});

it("understands what is written together in Hebrew, and asks before what opens a door", async () => {
  const people = [{ name: "Anna", telegram_user_id: anna, role: "owner", language: "he" }];
  await using home = await ScenarioHome.start({ options: { people } });
  await home.asks(anna, "תדליקי בבקשה את האור ב-Bedroom");
  await home.asks(anna, "תכבי אותו");
  const question = await home.asks(anna, "תפתח את ה-Front Door");
  expect(question.buttons.flat()).not.toEqual([]);
  expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on", "light.turn_off"]);
  expect(home.model.requests).toHaveLength(0);
});
