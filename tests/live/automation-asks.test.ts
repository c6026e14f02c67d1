// What an automation of Home Assistant asks the assistant: begun by a real run of it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { anna, LiveHome } from "./live-home.ts";

let home: LiveHome;
beforeAll(async () => {
  home = await LiveHome.start();
}, 120_000);
afterAll(() => home[Symbol.asyncDispose]());

const numberOf = () => home.rows("SELECT DISTINCT id FROM automations WHERE status <> 'draft'").length;

async function makes(said: string, button = "Create"): Promise<void> {
  await home.asks(anna, said);
  await home.presses(anna, button);
  await home.next(anna, ({ kind, text }) => kind === "message" && text.startsWith("Done"));
}

async function unlocks(): Promise<void> {
  await home.call("lock.lock", { entity_id: "lock.main_door" });
  await home.reaches("lock.main_door", "locked");
  await home.call("lock.unlock", { entity_id: "lock.main_door" });
}

it("a run of it begins a turn of whoever made it, which acts as policy allows", async () => {
  await home.call("light.turn_off", { entity_id: "light.bed_light" });
  await makes("/automate when the main door is unlocked, ask the assistant: turn on the bed light");
  await unlocks();
  await home.reaches("light.bed_light", "on");
  await home.next(anna, ({ text }) => text.includes("Bed Light is now on"));
  expect(home.rows("SELECT origin, text FROM turns WHERE origin = 'automation'")).toMatchObject([{ text: "turn on the bed light" }]);
  expect(home.rows("SELECT answered, refused FROM automation_asks")).toEqual([{ answered: 1, refused: 0 }]);
  expect((await home.asks(anna, "/automations")).text).toContain("asked me once today");
  await makes(`/automations ${numberOf()} delete`, "Delete");
}, 120_000);

it("what it would do that needs a yes is asked", async () => {
  await makes("/automate when the main door is unlocked, ask the assistant: open the garage door");
  await unlocks();
  const question = await home.next(anna, ({ text }) => text.includes("Garage Door") && text.includes("?"));
  expect(question.buttons).toContain("Yes");
  await makes(`/automations ${numberOf()} delete`, "Delete");
}, 120_000);

it("a model is told what set it off, by Home Assistant's trace of the run", async () => {
  await makes("/automate when the main door is unlocked, ask the assistant to think about the garden");
  home.model.reply({ text: "The garden is fine." });
  await unlocks();
  await home.next(anna, ({ text }) => text.includes("The garden is fine."));
  const prompt = JSON.stringify(home.model.calls.at(-1)?.messages).replaceAll("\\", "");
  expect(prompt).toMatch(
    /set their automation off: {"kind":"state","entities":\["lock.main_door"\],"to":"unlocked","from":"\w+","names":\["Main Door"\]}/,
  );
  await makes(`/automations ${numberOf()} delete`, "Delete");
}, 120_000);

it("a month is replayed on what the recorder keeps, and the answer says since when", async () => {
  await home.asks(anna, "/automate when the main door is unlocked turn on the bed light");
  await home.presses(anna, "30 days");
  const { text } = await home.next(anna, ({ text }) => /too little history|would have run|There is history/.test(text));
  expect(text).toContain("Main Door");
}, 120_000);
