import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openConsole, USERS } from "../channels/console/console-world.ts";
import { anna, eventually, family, ScenarioHome } from "./scenario-home.ts";

const PEOPLE = { options: { people: family } };
const DAY = 86_400_000;

/** How often a word stands in the files of the service, in any letters. */
function found({ dataDir }: Pick<ScenarioHome, "dataDir">, word: string): number {
  const files = ["assistant.db", "langgraph_checkpoints.db"].flatMap((file) => ["", "-wal"].map((end) => join(dataDir, file + end)));
  const texts = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, "utf8").toLowerCase());
  return texts.reduce((sum, text) => sum + text.split(word).length - 1, 0);
}

const tool = (args: Readonly<Record<string, unknown>>) => ({ toolCalls: [{ name: "update_user_profile", args }] });

/** Anna says something, and the model remembers it. */
async function tells(home: ScenarioHome, message: string, key: string, value: string, more: object = {}) {
  home.model.reply(tool({ action: "tell", key, value, ...more }), { text: "OK." });
  return home.asks(anna, message);
}

const isForgotten = (home: ScenarioHome) => eventually(() => home.rows("SELECT 1 FROM erasures WHERE state <> 'done'").length === 0);

/** The answers are out; what waits for that goes on. */
async function goesOn(home: ScenarioHome): Promise<void> {
  await home.settled();
  home.passes(3_000);
  await isForgotten(home);
}

describe("what is forgotten leaves no word", () => {
  it("on the console as in the chat", async () => {
    const { home, browser } = await openConsole();
    await tells(home, "remember that I cannot eat zqnuts", "allergies", "zqnuts");
    const page = await browser(USERS.anna);
    const [fact] = (await page.get<{ items: readonly { id: string }[] }>("memory")).body.items;
    expect((await page.send("DELETE", `memory/${fact?.id}`)).status).toBe(200);
    await goesOn(home);
    expect(found(home, "zqnuts")).toBe(0);
  });

  it("where a tool told it and the answer did not name it", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "remember that I cannot eat zqnuts", "allergies", "zqnuts");
    home.model.reply({ toolCalls: [{ name: "get_user_profile", args: {} }] }, { text: "There is one; shall I name it?" });
    await home.asks(anna, "do you know of any allergy of mine?");
    await home.asks(anna, "/memory forget m1");
    await goesOn(home);
    expect(found(home, "zqnuts")).toBe(0);
  });

  it("in answers of which the log of prompts is gone, in capitals and in another number", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "I love éclairzqs", "favorite_food", "éclairzqs");
    home.passes(DAY);
    home.model.reply({ text: "ÉCLAIRZQS, of course: each ÉCLAIRZQ." });
    await home.asks(anna, "what was my favorite food again?");
    await home.settled();
    home.passes(40 * DAY);
    for (const day of ["Monday", "Tuesday", "Wednesday"]) {
      home.model.reply({ text: "Fine." });
      await home.asks(anna, `what a nice ${day}`);
    }
    expect(home.rows("SELECT 1 FROM interaction_log WHERE context LIKE '%m1%'")).toEqual([]);
    await home.asks(anna, "/memory forget m1");
    await goesOn(home);
    expect(found(home, "clairzq")).toBe(0);
  });

  it("in what was said of it later in the same conversation", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "remember that I cannot eat zqnuts", "allergies", "zqnuts");
    home.model.reply({ text: "Rice, without zqnuts." });
    await home.asks(anna, "so what could we cook tonight");
    home.model.reply({ text: "Water freezes at 0." });
    await home.asks(anna, "tell me something of physics");
    await home.asks(anna, "/memory forget m1");
    await goesOn(home);
    expect(found(home, "zqnuts")).toBe(0);
    expect(home.rows("SELECT text FROM turns WHERE erased = 0 AND kind <> 'command'")).toEqual([{ text: "tell me something of physics" }]);
  });
});

it("another account of the same person of Home Assistant knows what was told by the one before, and forgets it", async () => {
  const other = 700_000_006;
  const people = (telegram_user_id: number) => [{ name: "Anna", telegram_user_id, ha_person: "person.anna", role: "owner" }, family[1]];
  const options = { options: { people: people(anna) } };
  await using home = await ScenarioHome.start(options);
  await tells(home, "remember that I cannot eat zqnuts", "allergies", "zqnuts");
  await home.stopApp();
  options.options = { people: people(other) };
  home.sim.telegram.allow(other, "Anna");
  await home.startApp();
  expect((await home.asks(other, "/memory")).plain).toContain("zqnuts");
  const { messageId } = await home.asks(other, "/forget");
  home.presses(other, "Yes", { messageId });
  await home.next(other, ({ plain }) => plain.startsWith("It is forgotten"));
  await isForgotten(home);
  expect(found(home, "zqnuts")).toBe(0);
});

describe("what a fact took the place of", () => {
  const isValid = (home: ScenarioHome) =>
    home.rows("SELECT value FROM profile_entries WHERE valid_to IS NULL AND status = 'active' ORDER BY id").map(({ value }) => value);
  const isFound = async (home: ScenarioHome, word: string) =>
    (
      await home.app.memory.recall(
        word,
        { personId: `telegram:${anna}`, role: "owner", isPrivate: true },
        { limit: 5, now: home.now, signal: AbortSignal.timeout(1_000) },
      )
    ).map(({ fact }) => fact.value);
  async function forgetLast(home: ScenarioHome): Promise<void> {
    await home.asks(anna, "/forget last");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
    await isForgotten(home);
  }

  it("is valid again after the time that the fact was told for, and stays so where it was replaced for good", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "you know, I prefer 22 degrees", "temperature", "22 degrees");
    await tells(home, "for the next 7 days I want 24 degrees, I have a cold", "temperature", "24 degrees", { days: 7 });
    await tells(home, "for the next 7 days I want 25 degrees, I have a cold", "temperature", "25 degrees", { days: 7 });
    expect(isValid(home)).toEqual(["25 degrees"]);
    home.passes(8 * DAY);
    await eventually(() => isValid(home)[0] === "22 degrees");
    expect([isValid(home), await isFound(home, "warm")]).toEqual([["22 degrees"], ["22 degrees"]]);

    await tells(home, "for the next 7 days I want 26 degrees", "temperature", "26 degrees", { days: 7 });
    await tells(home, "no, I always want 21 degrees", "temperature", "21 degrees");
    home.passes(9 * DAY);
    await eventually(() => home.rows("SELECT 1 FROM profile_entries WHERE value = '26 degrees'").length === 0);
    expect(isValid(home)).toEqual(["21 degrees"]);
  });

  it("is known again when the last message is forgotten", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "you know, I prefer 22 degrees", "temperature", "22 degrees");
    await tells(home, "no, I prefer 19 degrees now", "temperature", "19 degrees");
    await forgetLast(home);
    expect([isValid(home), await isFound(home, "warm")]).toEqual([["22 degrees"], ["22 degrees"]]);
    await forgetLast(home);
    expect([isValid(home), found(home, "22 degrees")]).toEqual([[], 0]);
  });

  it("is known again as it was when a message that said more of it is forgotten", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "you know, I am allergic to peanuts", "allergies", "peanuts");
    await tells(home, "sorry, I am allergic to peanuts and zqmilk", "allergies", "peanuts and zqmilk");
    expect(isValid(home)).toEqual(["peanuts and zqmilk"]);
    await forgetLast(home);
    expect([isValid(home), await isFound(home, "peanuts"), found(home, "zqmilk")]).toEqual([["peanuts"], ["peanuts"], 0]);
  });

  it("stays with the latest when a message between is forgotten", async () => {
    await using home = await ScenarioHome.start(PEOPLE);
    await tells(home, "you know, I prefer 22 degrees", "temperature", "22 degrees");
    home.passes(DAY);
    await tells(home, "no, I prefer 19 degrees now", "temperature", "19 degrees");
    await tells(home, "no, I prefer 17 degrees now", "temperature", "17 degrees");
    await home.asks(anna, "/forget today");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
    await isForgotten(home);
    expect(isValid(home)).toEqual(["22 degrees"]);
  });
});
