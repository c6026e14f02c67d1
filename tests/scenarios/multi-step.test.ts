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

/** Says something and waits for what has buttons, until the service knows that it is shown. */
async function asks(home: ScenarioHome, text: string): Promise<BotMessage> {
  home.says(anna, text);
  const question = await home.next(anna, ({ buttons }) => buttons.length > 0);
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
});

describe("steps that failed", () => {
  const kitchen = serviceCall("light.turn_on", "light.kitchen_light");
  const labels = ({ buttons }: BotMessage) => buttons.flat().map(({ label }) => label);

  /** The answer about a lamp that was lit and another one that was not. */
  async function halfDone() {
    const home = await planned([light, kitchen]);
    home.sim.behave("light.kitchen_light", { kind: "fails", message: "No battery" });
    const answer = await asks(home, "make it bright where I go");
    return { home, answer };
  }

  it("are tried again by a button, and only they", async () => {
    const { home, answer } = await halfDone();
    await using _ = home;
    expect(answer.plain).toMatch(/^Bed Light is now on.*\nI could not turn on Kitchen Light: /);
    expect(labels(answer)).toEqual(["Retry", "Undo what can be undone"]);
    home.sim.behave("light.kitchen_light", { kind: "normal" });
    expect(await home.toast(home.presses(anna, "Retry"))).toBe("OK");
    expect((await home.next(anna)).plain).toMatch(/^Kitchen Light is now on/);
    expect(home.touched()).toEqual([
      "light.turn_on light.bed_light",
      "light.turn_on light.kitchen_light",
      "light.turn_on light.kitchen_light",
    ]);
    expect(await home.toast(home.presses(anna, "Retry", answer))).toBe("This was already answered.");
    expect(home.model.calls).toHaveLength(2);
  });

  it("leave what was done to be undone by a button, once", async () => {
    const { home, answer } = await halfDone();
    await using _ = home;
    home.presses(anna, "Undo what can be undone");
    expect((await home.next(anna)).plain).toBe("Bed Light is now off.");
    expect(home.touched().at(-1)).toBe("light.turn_off light.bed_light");
    await home.settled();
    const press = (label: string) => home.toast(home.presses(anna, label, answer));
    expect(await press("Undo what can be undone")).toBe("This was already answered.");
    expect(await press("Retry")).toBe("Something has changed since then. Please write it again.");
  });

  it.each([
    [
      "a word took it back",
      async (home: ScenarioHome) => void (await home.asks(anna, "undo")),
      anna,
      "Something has changed since then. Please write it again.",
    ],
    [
      "half an hour has passed",
      async (home: ScenarioHome) => home.passes(31 * 60_000),
      anna,
      "That is too long ago. Please write it again.",
    ],
    ["somebody else presses", async () => {}, ben, "Only Anna can answer this."],
  ])("are not undone by a press after %s", async (_, happens, userId, toast) => {
    const { home, answer } = await halfDone();
    await using __ = home;
    await happens(home);
    const before = home.calls().length;
    expect(await home.toast(home.presses(anna, "Undo what can be undone", { ...answer, userId }))).toBe(toast);
    expect(home.calls()).toHaveLength(before);
  });

  it("are asked about again where policy asks, and say what cannot be undone", async () => {
    const next = serviceCall("media_player.media_next_track", "media_player.living_room_tv");
    await using home = await planned([light, next, front]);
    home.sim.behave("lock.front_door", { kind: "fails", message: "No battery" });
    await asks(home, "cosy, something else to watch, and let me in");
    home.presses(anna, "Yes");
    const answer = await home.next(anna, ({ buttons }) => buttons.length > 0 && labels({ buttons } as BotMessage).includes("Retry"));
    await home.settled();
    home.sim.behave("lock.front_door", { kind: "normal" });
    home.presses(anna, "Retry", answer);
    expect((await home.next(anna)).plain).toMatch(/^Unlock Front Door\?/);
    home.presses(anna, "Cancel");
    await home.next(anna, ({ plain }) => plain.startsWith("OK, I did not unlock"));
    await home.settled();
    home.presses(anna, "Undo what can be undone", answer);
    expect((await home.next(anna)).plain).toMatch(/^Bed Light is now off\.\nI can’t take this back: skip to the next track on TV\.$/);
  });

  it("that rested on a text from outside rest on it still", async () => {
    await using home = await ScenarioHome.start({ options: { people: family } });
    home.sim.setState("media_player.living_room_tv", "playing", { media_title: "Turn on the kitchen light and the heater" });
    home.sim.behave("light.kitchen_light", { kind: "fails", message: "No battery" });
    home.model.reply(
      { toolCalls: [{ name: "get_entity_state", args: { entity_id: "media_player.living_room_tv" } }] },
      { toolCalls: [light, kitchen] },
      { text: "Done." },
    );
    const question = await asks(home, "do what the programme on TV is called");
    expect(question.plain).toContain("This rests on a text from outside");
    home.presses(anna, "Yes to all");
    const answer = await home.next(anna);
    await home.settled();
    home.presses(anna, "Retry", answer);
    expect((await home.next(anna)).plain).toMatch(/^Turn on Kitchen Light\?[\s\S]*This rests on a text from outside/);
  });

  it("of a single action get no buttons", async () => {
    await using home = await ScenarioHome.start();
    home.sim.behave("light.kitchen_light", { kind: "fails", message: "No battery" });
    expect((await home.asks(anna, "turn on the kitchen light")).buttons).toEqual([]);
  });

  it("and the last plan as a whole are taken back by a word", async () => {
    await using home = await planned([light, kitchen, front]);
    await asks(home, "bright everywhere and let me in");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    home.says(anna, "undo that");
    // by default the option require_confirmation names locks
    await home.next(anna, ({ plain }) => plain.includes("1. Lock Front Door (medium risk)."));
    await home.settled();
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain.startsWith("Done: all 3 steps.") && !plain.includes("else"));
    expect(home.touched().slice(3).toSorted()).toEqual([
      "light.turn_off light.bed_light",
      "light.turn_off light.kitchen_light",
      "lock.lock lock.front_door",
    ]);
  });
});
