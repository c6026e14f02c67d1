import { describe, expect, it } from "vitest";
import { createTokenEstimate } from "../../src/agent/prompt/token-estimate.ts";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, ScenarioHome } from "./scenario-home.ts";

const HOUR = 3_600_000;

async function startHome(options: object = {}): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, ...(person.name === "Anna" && { ha_person: "person.anna" }) }));
  const home = await ScenarioHome.start({ options: { people, ...options } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  await home.settled();
  return home;
}

const calls = (...toolCalls: readonly [name: string, args: object][]) => ({
  toolCalls: toolCalls.map(([name, args]) => ({ name, args })),
});

/** Has the model call one tool for a message, and gives what the tool answered. */
async function called(home: ScenarioHome, name: string, args: object, chat = anna): Promise<Record<string, unknown>> {
  home.model.reply(calls([name, args]) as never, { text: "Hm." });
  await home.asks(chat, `please have a look (${name})`);
  await home.settled();
  const messages = home.model.calls.findLast((call) => JSON.stringify(call.messages).includes('"tool"'))?.messages ?? [];
  const answer = messages.findLast(({ role }) => role === "tool");
  return JSON.parse(String(answer?.content));
}

async function makes(home: ScenarioHome, said: string, chat = anna): Promise<void> {
  await home.asks(chat, said);
  home.presses(chat, "Create");
  await home.next(chat, ({ plain }) => plain.startsWith("Done"));
}

it("a model makes one by the person's sentence, with the same card, and nothing before its yes", async () => {
  await using home = await startHome();
  home.model.reply(calls(["create_automation", { sentence: "turn on the kitchen light at sunset" }]) as never, { text: "It is made." });
  const card = await home.asks(anna, "please see to it that the kitchen is not so dark in the evening");
  expect(card.plain).toContain("Starts: every day at sunset");
  expect(card.buttons.flat().map(({ label }) => label)).toContain("Create");
  expect(home.rows("SELECT status FROM automations")).toEqual([{ status: "draft" }]);
  home.presses(anna, "Create");
  await eventually(() => home.rows("SELECT 1 FROM automations WHERE status = 'saved'")[0]);
});

it("of two in one answer the second waits for the first, and may be called again", async () => {
  await using home = await startHome();
  const light = { sentence: "turn on the kitchen light at sunset" };
  const second = { sentence: "turn off the kitchen light at sunrise" };
  home.model.reply(
    calls(["create_automation", light], ["create_automation", second]) as never,
    calls(["create_automation", second]) as never,
    { text: "Both are made." },
  );
  const card = await home.asks(anna, "please see to it that the kitchen is light in the evening and dark in the morning");
  expect(card.plain).toContain("every day at sunset");
  expect(home.rows("SELECT sentence FROM automations")).toHaveLength(1);
  home.presses(anna, "Create");
  await home.next(anna, ({ plain }) => plain.includes("every day at sunrise"));
});

it("it is told what stands against one", async () => {
  await using home = await startHome();
  expect(await called(home, "create_automation", { sentence: "unlock the front door every weekday at 7" })).toMatchObject({ ok: false });
  expect(home.rows("SELECT 1 FROM automations WHERE status = 'saved'")).toEqual([]);
});

it("reads, counts, replays, switches and deletes one by its number", async () => {
  await using home = await startHome();
  await makes(home, "/automate if the front door gets unlocked turn on the kitchen light");
  home.sim.recordHistory("lock.front_door", [
    { at: home.now - 20 * 24 * HOUR, state: "locked" },
    { at: home.now - 15 * 24 * HOUR, state: "unlocked" },
    { at: home.now - 14 * 24 * HOUR, state: "locked" },
    { at: home.now - 2 * 24 * HOUR, state: "unlocked" },
  ]);
  expect(await called(home, "list_automations", {})).toMatchObject({ ok: true, made_by_you: [{ number: 1, state: "on" }] });
  expect(await called(home, "get_automation", { number: 1 })).toMatchObject({
    parts: [expect.stringContaining("Front Door"), expect.stringContaining("Kitchen Light")],
  });
  expect(await called(home, "get_automation_stats", { number: 1 })).toMatchObject({ ok: true, asked_you_today: { answered: 0 } });
  expect((await called(home, "test_event_listener", { number: 1, days: 30 }))["told"]).toMatch(/2 times in the last 20 days/);
  expect(await called(home, "get_automation", { number: 7 })).toMatchObject({ error: "unknown_number" });
  home.model.reply(calls(["disable_automation", { number: 1 }]) as never, { text: "It is off." });
  await home.asks(anna, "please stop that for now");
  await eventually(() => home.rows("SELECT 1 FROM actions WHERE service = 'automation.turn_off'")[0]);
});

it.each(["off", "delete", "undo", "replay 30"])("a sentence that says %j is a sentence, and no command", async (sentence) => {
  await using home = await startHome();
  await makes(home, "/automate turn on the kitchen light at sunset");
  expect(await called(home, "update_automation", { number: 1, sentence })).toMatchObject({ error: "not_done" });
  expect(home.rows("SELECT version, status FROM automations")).toEqual([{ version: 1, status: "saved" }]);
});

it("nobody sees or changes another's", async () => {
  await using home = await startHome();
  await makes(home, "/automate turn on the kitchen light at sunset");
  expect(await called(home, "list_automations", {}, ben)).toMatchObject({ made_by_you: [], others: [] });
  expect(await called(home, "get_automation", { number: 1 }, ben)).toMatchObject({ error: "unknown_number" });
  expect(await called(home, "delete_automation", { number: 1 }, ben)).toMatchObject({ ok: false });
  expect(await called(home, "execute_script", { entity_id: "script.bedtime" }, ben)).toMatchObject({ error: "owners_only" });
});

it("a dry run tells what a scene or script would call, and calls nothing", async () => {
  await using home = await startHome();
  const [script = ""] = home.sim.entityIds().filter((id) => id.startsWith("script."));
  const dry = await called(home, "execute_script", { entity_id: script });
  expect(dry).toMatchObject({ ok: true, would_call: expect.arrayContaining([expect.objectContaining({ service: expect.any(String) })]) });
  expect(home.calls()).toEqual([]);
});

it("the past of an entity comes as lines", async () => {
  await using home = await startHome();
  home.sim.recordHistory("lock.front_door", [
    { at: home.now - 3 * HOUR, state: "locked" },
    { at: home.now - 2 * HOUR, state: "unlocked" },
  ]);
  expect((await called(home, "download_state_history", { entity_id: "lock.front_door", days: 1 }))["csv"]).toMatch(
    /^time,state\n.*"locked"\n.*"unlocked"/,
  );
});

it("the prompt holds a group only where the message is nearest to it, within its share", async () => {
  await using home = await startHome({ knowledge: true });
  const toolsOf = (index: number) =>
    ((home.model.calls[index]?.body["tools"] ?? []) as { function: { name: string; description: string; parameters: object } }[]).map(
      (one) => one.function,
    );
  home.model.reply({ text: "Hm." });
  await home.asks(anna, "who invented the zip?");
  const plain = toolsOf(0).map(({ name }) => name);
  expect(plain).not.toContain("list_automations");
  const before = home.model.calls.length;
  home.model.reply({ text: "Hm." });
  await home.asks(anna, "the automations of the home, to list, change, enable, disable or delete; how often they ran");
  const grouped = toolsOf(before);
  expect(grouped.slice(0, plain.length).map(({ name }) => name)).toEqual(plain);
  expect(grouped.map(({ name }) => name)).toContain("list_automations");
  expect(createTokenEstimate().tools("m", grouped.slice(plain.length) as never)).toBeLessThanOrEqual(480);
});

describe("a sentence that fits two lamps", () => {
  const SENTENCE = "turn on the reading lamp at sunset";

  async function readingLamps(): Promise<ScenarioHome> {
    const lamps = ["Bedroom", "Office"].map((area) => ({
      entity_id: `light.${area.toLowerCase()}_reading_lamp`,
      name: `${area} Reading Lamp`,
      area,
    }));
    const furnishing = { ...demoHome, entities: [...demoHome.entities, ...lamps] };
    const home = await ScenarioHome.start({ options: { people: family }, home: { furnishing } });
    await home.namesKinds();
    return home;
  }

  it("is asked about with buttons when a model makes it, and the tap leads to the card", async () => {
    await using home = await readingLamps();
    home.model.reply(calls(["create_automation", { sentence: SENTENCE }]) as never);
    const question = await home.asks(anna, "please see to it that I can read in the evening");
    expect(question.buttons.flat().map(({ label }) => label)).toEqual(["Bedroom Reading Lamp", "Office Reading Lamp", "Cancel"]);
    home.presses(anna, "Office Reading Lamp");
    expect((await home.next(anna, ({ plain }) => plain.includes("Create this automation?"))).plain).toContain(
      "turn on Office Reading Lamp",
    );
    expect(home.model.calls).toHaveLength(1);
  });

  it("and when it changes one, that one is changed", async () => {
    await using home = await readingLamps();
    await makes(home, "/automate turn on the kitchen light at sunset");
    home.model.reply(calls(["update_automation", { number: 1, sentence: SENTENCE }]) as never);
    await home.asks(anna, "please have it light my book instead");
    home.presses(anna, "Office Reading Lamp");
    expect((await home.next(anna, ({ plain }) => plain.includes("turn on Office Reading Lamp"))).plain).toContain("Change the automation");
  });

  it("is only told to the model where it read what others wrote", async () => {
    await using home = await readingLamps();
    home.model.reply(
      calls(["get_calendar_events", { calendar: "calendar.family" }]) as never,
      calls(["create_automation", { sentence: SENTENCE }]) as never,
      { text: "Which lamp?" },
    );
    const shown = await home.asks(anna, "please see to it that I can read in the evening");
    expect([shown.plain, ...shown.buttons]).toEqual(["Which lamp?"]);
    expect(JSON.stringify(home.model.calls.at(-1)?.messages)).toContain("Which one do you mean");
  });
});
