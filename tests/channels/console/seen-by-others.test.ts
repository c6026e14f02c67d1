import { expect, it } from "vitest";
import type { ActionItem, Health, Listed, TurnDetail, TurnItem } from "../../../src/channels/console/wire.ts";
import { anna, ben, eventually, type ScenarioHome, serviceCall } from "../../scenarios/scenario-home.ts";
import { type Browser, family, openConsole, USERS } from "./console-world.ts";

async function knownOfBen(home: ScenarioHome, value: string): Promise<void> {
  await home.app.memory.learn(
    {
      scope: { kind: "person", personId: `telegram:${ben}` },
      ...{
        category: "preference",
        key: "favourite_tea",
        value,
        source: "told",
        origin: "person",
        evidence: [],
        confidence: 1,
        language: "en",
      },
      toldBy: `telegram:${ben}`,
    },
    home.now,
  );
}

const turnsOf = async (page: Browser, query = "") => (await page.get<Listed<TurnItem>>(`turns${query}`)).body.items;
const answerOf = ({ text, answer, withheld }: TurnItem) => [text, answer, withheld];

it("an owner reads no answer that was given with another's facts in hand, nor finds it by its words", async () => {
  const { home, browser } = await openConsole();
  await knownOfBen(home, "sencha");
  home.model.reply({ text: "Your favourite tea is sencha." }, { text: "I am **well** today." });
  await home.asks(ben, "what do you know about my favourite tea?");
  await home.asks(anna, "tell me about your day");
  await home.asks(ben, "turn on the bed light");
  await home.settled();
  const [annas, bens] = [await browser(USERS.anna), await browser(USERS.ben)];

  const [light, own, tea] = await turnsOf(annas);
  expect([light, own, tea].map((turn) => turn && answerOf(turn))).toEqual([
    ["turn on the bed light", expect.any(String), false],
    ["tell me about your day", "I am well today.", false],
    ["what do you know about my favourite tea?", undefined, true],
  ]);
  const seen = (await annas.get<TurnDetail>(`turns/${tea?.id}`)).body;
  expect([seen.answer, seen.withheld]).toEqual([undefined, true]);
  expect(await turnsOf(annas, "?q=sencha")).toEqual([]);
  expect((await turnsOf(bens, "?q=sencha")).map(answerOf)).toEqual([
    ["what do you know about my favourite tea?", "Your favourite tea is sencha.", false],
  ]);
});

it("an owner reads no answer of another of which nobody can tell any more what it was made of", async () => {
  const { home, browser } = await openConsole();
  home.model.reply({ text: "Goethe wrote it." });
  await home.asks(ben, "who wrote the play Faust?");
  await home.settled();
  const annas = await browser(USERS.anna);
  expect((await turnsOf(annas)).map(answerOf)).toEqual([["who wrote the play Faust?", "Goethe wrote it.", false]]);
  home.change("DELETE FROM interaction_log");
  expect((await turnsOf(annas)).map(answerOf)).toEqual([["who wrote the play Faust?", undefined, true]]);
});

it("a forgotten turn is told as one", async () => {
  const { home, browser } = await openConsole();
  home.model.reply({ text: "It is." });
  await home.asks(anna, "tell me about the cellar");
  await home.asks(anna, "/forget last");
  await home.presses(anna, "Yes");
  await eventually(() => home.rows("SELECT 1 FROM erasures WHERE state = 'done'").length === 1);
  await home.settled();
  const turns = await turnsOf(await browser(USERS.anna));
  expect(turns.filter(({ forgotten }) => forgotten).map(({ text, answer }) => [text, answer])).toEqual([["", undefined]]);
  expect(turns.find(({ text }) => text.startsWith("/forget"))?.forgotten).toBe(false);
});

it("an adult learns by no filter which routines there are, an owner does, and everybody of their own", async () => {
  const { home, browser } = await openConsole();
  const movieNight = () => home.model.reply({ toolCalls: [serviceCall("scene.turn_on", "scene.movie_night")] }, { text: "Enjoy it." });
  movieNight();
  await home.asks(anna, "we would like to watch something, prepare what we need");
  await home.settled();
  const filtered = async (user: string) =>
    (await (await browser(user)).get<Listed<ActionItem>>("activity?entity=scene.movie_night")).body.items.length;
  expect([await filtered(USERS.anna), await filtered(USERS.ben)]).toEqual([1, 0]);
  movieNight();
  await home.asks(ben, "we would like to watch something, prepare what we need");
  await home.settled();
  expect([await filtered(USERS.anna), await filtered(USERS.ben)]).toEqual([2, 1]);
});

it("no bot is well where nobody has an account that needs one", async () => {
  const people = family.map(({ name, role, ha_person }) => ({ name, role, ha_person }));
  const { home, browser } = await openConsole({ options: { people } });
  const telegram = async () => (await (await browser(USERS.anna)).get<Health>("health")).body.checklist.find(({ id }) => id === "telegram");
  home.sim.onCommand("config_entries/get", () => []);
  expect(await telegram()).toMatchObject({ ok: true, text: expect.stringContaining("no bot") });
});

it("no bot is not well where somebody has an account", async () => {
  const { home, browser } = await openConsole();
  home.sim.onCommand("config_entries/get", () => []);
  const { checklist } = (await (await browser(USERS.anna)).get<Health>("health")).body;
  expect(checklist.find(({ id }) => id === "telegram")).toMatchObject({ ok: false, todo: expect.stringContaining("Telegram bot") });
});
