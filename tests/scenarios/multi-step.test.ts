import { describe, expect, it } from "vitest";
import type { BotMessage } from "../../src/simulated-home/telegram/telegram-bot.ts";
import { anna, ben, family, ScenarioHome, type ScenarioOptions, serviceCall, WAIT_MS } from "./scenario-home.ts";

const light = serviceCall("light.turn_on", "light.bed_light");
const front = serviceCall("lock.unlock", "lock.front_door");
const back = serviceCall("lock.unlock", "lock.back_door");

/** A home whose model wants some calls at once. */
async function planned(calls: readonly ReturnType<typeof serviceCall>[], { options, ...more }: ScenarioOptions = {}) {
  const home = await ScenarioHome.start({ ...more, options: { people: family, ...options } });
  home.model.reply({ toolCalls: [...calls] }, { text: "Anything else?" });
  return home;
}

/** Says something and waits for the question, until the service knows that it is shown. */
async function asks(home: ScenarioHome, text: string): Promise<BotMessage> {
  const question = await home.asks(anna, text);
  await home.settled();
  return question;
}

/** A message as it stands in the chat in the end. */
const shown = (home: ScenarioHome, chatId: number, { messageId }: Pick<BotMessage, "messageId">, whileWaiting = () => {}) =>
  expect.poll(
    () => {
      whileWaiting();
      return home.sim.telegram.messages(chatId).find((message) => message.messageId === messageId)?.plain;
    },
    { timeout: WAIT_MS, interval: 5 },
  );

describe("the message of a plan", () => {
  it("shows each step as it ends; the answer says in a sentence that all is done", async () => {
    await using home = await planned([light, front], { pace: 1 });
    home.sim.behave("lock.front_door", { kind: "moves", ms: 1_000 });
    const question = await asks(home, "make it cosy and let me in");
    home.presses(anna, "Yes");
    await shown(home, anna, question).toBe("… Turn on Bed Light\n… Unlock Front Door\n\n✅ Yes");
    await shown(home, anna, question, () => home.passes(50)).toBe("✓ Turn on Bed Light\n… Unlock Front Door\n\n✅ Yes");
    expect((await home.next(anna)).plain).toBe("Done: all 2 steps.\nAnything else?");
    await shown(home, anna, question).toBe("✓ Turn on Bed Light\n✓ Unlock Front Door\n\n✅ Yes");
  });

  it("shows what failed, and the answer says why", async () => {
    await using home = await planned([light, front, back]);
    home.sim.behave("lock.back_door", { kind: "fails", message: "No battery" });
    const question = await asks(home, "make it cosy and let us in");
    home.presses(anna, "Yes to all");
    expect((await home.next(anna)).plain).toMatch(/^Done: 2 of 3 steps\.\nI could not unlock Back Door: Home Assistant refused/);
    await shown(home, anna, question).toMatch(/^✓ Turn on Bed Light\n✓ Unlock Front Door\n✗ Unlock Back Door\n/);
  });

  it("shows in the end also what was on its way when the answer came", async () => {
    await using home = await planned([light, front]);
    home.sim.behave("lock.front_door", { kind: "moves", ms: 400 });
    const question = await asks(home, "make it cosy and let me in");
    home.presses(anna, "Yes");
    const answer = await home.next(anna);
    expect(answer.plain).toBe("Front Door is unlocking.\nAnything else?");
    await shown(home, anna, answer, () => home.passes(50)).toBe("Front Door is now unlocked.\nAnything else?");
    await shown(home, anna, question).toMatch(/^✓ Turn on Bed Light\n✓ Unlock Front Door\n/);
  });

  it("is over when its turn is stopped: what was not begun is not done", async () => {
    const lock = serviceCall("lock.lock", "lock.front_door");
    await using home = await planned([light, front, lock], { pace: 1 });
    home.sim.behave("lock.front_door", { kind: "silent" });
    const question = await asks(home, "make it cosy, open up and lock up");
    home.presses(anna, "Yes to all");
    await shown(home, anna, question, () => home.passes(50)).toMatch(/^✓ Turn on Bed Light\n… Unlock Front Door\n… Lock Front Door\n/);
    expect((await home.asks(anna, "/cancel")).plain).toBe("Stopped.");
    await shown(home, anna, question).toMatch(/^✓ Turn on Bed Light\n[?✗] Unlock Front Door\n– Lock Front Door\n/);
    expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on", "lock.unlock"]);
  });

  it("stands with whoever may allow it; who asked is told all in the answer", async () => {
    const mia = 700000003;
    const people = [...family, { name: "Mia", telegram_user_id: mia, role: "child" }];
    await using home = await planned([light, front], { options: { people, children_may_ask_owners: true } });
    home.says(mia, "make it cosy and let me in");
    const question = await home.next(anna);
    await home.settled();
    home.presses(anna, "Yes");
    await home.next(mia, ({ plain }) => plain.startsWith("Bed Light is now on") && plain.includes("Front Door is now unlocked."));
    await shown(home, anna, question).toBe("Mia asks:\n✓ Turn on Bed Light\n✓ Unlock Front Door\n\n✅ Yes (Anna)");
  });

  it("stands with both who have to say yes", async () => {
    await using home = await planned([light, front], { options: { second_person_effects: ["unlock"] } });
    const question = await asks(home, "make it cosy and let me in");
    expect(question.plain).toContain("1. Turn on Bed Light (low risk).");
    const asked = await home.next(ben);
    home.presses(anna, "Yes");
    await shown(home, ben, asked).toContain("One more person");
    home.presses(ben, "Yes");
    expect((await home.next(anna, ({ plain }) => plain.startsWith("Done"))).plain).toMatch(/^Done: all 2 steps\./);
    await shown(home, anna, question).toMatch(/^✓ Turn on Bed Light\n✓ Unlock Front Door\n/);
    await shown(home, ben, asked).toMatch(/^Anna asks:\n✓ Turn on Bed Light\n✓ Unlock Front Door\n/);
  });
});
