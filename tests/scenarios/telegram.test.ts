import { expect, it } from "vitest";
import { anna, ben, eventually, family, group, ScenarioHome, serviceCall } from "./scenario-home.ts";

const carl = 700000009;

it("gives strangers nothing: no row, no answer, no typing, one line in the log", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  home.says(carl, "unlock the front door");
  home.says(carl, "/status");
  home.says(group, "@home_bot unlock the front door", { userId: carl });
  await home.asks(anna, "is the garage closed?");
  expect(home.rows("SELECT chat_id FROM turns")).toEqual([{ chat_id: String(anna) }]);
  expect(home.sim.telegram.messages(carl)).toEqual([]);
  expect(home.sim.telegram.messages(group)).toEqual([]);
  expect(home.sim.telegram.chatActions.filter(({ chatId }) => chatId !== anna)).toEqual([]);
  expect(home.log.filter((line) => line.includes("a stranger wrote on Telegram"))).toHaveLength(1);
});

it("without people in the options knows nobody in a group", async () => {
  await using home = await ScenarioHome.start();
  home.says(group, "@home_bot unlock the front door", { userId: anna });
  await home.asks(anna, "is the garage closed?");
  expect(home.sim.telegram.messages(group)).toEqual([]);
  expect(home.rows("SELECT 1 FROM turns")).toHaveLength(1);
});

it("in a group answers who speaks to it, by a reply, and each person as themselves", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  home.says(group, "is the garage closed?", { userId: anna });
  const first = home.says(group, "@home_bot is the garage closed?", { userId: ben });
  expect(await home.next(group)).toMatchObject({ plain: "Yes, Garage Door is closed.", replyTo: first });
  const { messageId } = home.sim.telegram.messages(group)[0] ?? { messageId: 0 };
  await eventually(() => home.rows("SELECT 1 FROM sent_messages").length === 1);
  home.model.reply({ text: "Around noon." });
  home.says(group, "since when", { userId: anna, replyTo: messageId });
  await home.next(group);
  expect(home.model.calls[0]?.messages.at(-1)?.content).toContain('Your message that the person replies to: "Yes, Garage Door is closed."');
  expect(home.rows("SELECT person_id FROM turns ORDER BY rowid")).toEqual([
    { person_id: `telegram:${ben}` },
    { person_id: `telegram:${anna}` },
  ]);
});

it("keeps two bots apart: chats, sessions, questions", async () => {
  await using home = await ScenarioHome.start();
  const second = home.sim.telegram.addBot("Garden Bot");
  home.model.reply({ text: "Which colour has it?" }, { text: "How are you?" });
  await home.asks(anna, "my present for Ben is a kite");
  home.sim.telegram.say({ chatId: anna, text: "hello you", bot: second });
  expect(await home.next(anna)).toMatchObject({ plain: "How are you?", bot: second });
  expect(JSON.stringify(home.model.calls[1]?.messages)).not.toContain("kite");
  home.sim.telegram.say({ chatId: anna, text: "unlock the front door", bot: second });
  expect(await home.next(anna)).toMatchObject({ bot: second });
  home.presses(anna, "Yes");
  expect(await home.next(anna)).toMatchObject({ plain: "Front Door is now unlocked.", bot: second });
});

it("shows names as they are, whatever is in them", async () => {
  await using home = await ScenarioHome.start();
  const names = { "lock.front_door": "Door <A&B> *new* _x_ `1` [y](z)", "light.bed_light": "# 1. __Bed__ ~~Light~~ \\ | <b>" };
  for (const [id, name] of Object.entries(names)) home.sim.updateRegistry(id, { name });
  await eventually(() => Object.entries(names).every(([id, name]) => home.app.home.find(id)?.name === name));
  home.model.reply(
    { toolCalls: [serviceCall("light.turn_on", "light.bed_light")] },
    { text: "Anything else?" },
    { toolCalls: [serviceCall("lock.unlock", "lock.front_door")] },
    { text: "Anything else?" },
  );
  expect((await home.asks(anna, "make it cosy")).plain).toContain(`${names["light.bed_light"]} is now on`);
  const name = names["lock.front_door"];
  expect((await home.asks(anna, "let them in")).plain).toContain(`Unlock ${name}? ${name} is locked now.`);
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toContain(`${name} is `);
});

it("types while the model thinks and shows how far it is, but no sentence that claims something", async () => {
  await using home = await ScenarioHome.start();
  const { drafts, chatActions } = home.sim.telegram;
  const answer = home.modelThinks();
  home.says(anna, "tell me something nice");
  await eventually(() => drafts.some(({ text }) => text === "Thinking …"));
  await eventually(() => chatActions.length > 0);
  expect(chatActions).toContainEqual({ chatId: anna, action: "typing" });
  home.passes(1_100);
  const chunks = ["It was a calm night. ", "I have unlocked ", "the front door for you. ", "Is there ", "anything ", "else?"];
  answer({ chunks, chunkDelayMs: 20 });
  await eventually(() => drafts.some(({ text }) => text === "It was a calm night."));
  home.passes(1_100);
  answer({ text: "It was a calm night." });
  expect((await home.next(anna)).plain).toBe("It was a calm night.");
  expect(drafts.map(({ text }) => text).join()).not.toContain("unlocked");
  expect(new Set(drafts.map(({ chatId }) => chatId))).toEqual(new Set([anna]));
});

it("shows no drafts in a group", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  const answer = home.modelThinks();
  home.says(group, "@home_bot how are things", { userId: anna });
  await eventually(() => home.sim.telegram.chatActions.length > 0);
  answer({ text: "How do you mean that?" });
  await home.next(group);
  expect(home.sim.telegram.chatActions).toContainEqual({ chatId: group, action: "typing" });
  expect(home.sim.telegram.drafts).toEqual([]);
});

it("tells active chats once when Home Assistant was started while nobody listened", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "is the garage closed?");
  await home.stopApp();
  home.change("UPDATE core_starts SET at = at - 600000");
  await home.sim.restart({ downMs: 0, startingMs: 0 });
  await home.startApp();
  expect((await home.next(anna)).plain).toMatch(
    /^Home Assistant was starting between .* and .*: messages sent then may not have reached me\.$/,
  );
  await home.stopApp();
  await home.startApp();
  await home.asks(anna, "is the garage closed?");
  expect(home.texts(anna)).toHaveLength(3);
  expect(home.sim.telegram.messages(ben)).toEqual([]);
});

it("says nothing about a start of Home Assistant that it saw before the bot began", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "is the garage closed?");
  await home.settled();
  home.change("UPDATE core_starts SET at = at - 600000");
  const restarted = home.sim.restart({ downMs: 100, startingMs: 1_500 });
  await eventually(() => !home.app.home.ready);
  home.says(anna, "is the front door locked?");
  await restarted;
  expect((await home.next(anna)).plain).toBe("Yes, Front Door is locked.");
  await eventually(() => home.rows("SELECT 1 FROM core_starts").length === 2);
  await home.asks(anna, "is the garage closed?");
  expect(home.texts(anna)).toHaveLength(3);
});

it("sends a long answer of the model whole, with its names and signs", async () => {
  await using home = await ScenarioHome.start();
  const line = "The sensor <left> & Co_2_x reads 5 < 6 today.";
  home.model.reply({ text: Array.from({ length: 110 }, () => line).join("\n\n") });
  home.says(anna, "tell me everything");
  await eventually(() => home.texts(anna).length === 2);
  expect(home.texts(anna).join("\n\n").split("\n\n")).toEqual(Array.from({ length: 110 }, () => line));
});

it("carries out a press once, also when the history is read again after a restart", async () => {
  await using home = await ScenarioHome.start({ options: { people: family, notify: "important" } });
  const shows = (label: string) =>
    eventually(() => home.sim.telegram.messages(anna).some(({ buttons }) => buttons.flat().some((one) => one.label === label)));
  await home.asks(anna, "remind me in 1 second to call mum");
  await home.settled();
  home.passes(2_000);
  await shows("In an hour");
  await home.settled();
  home.presses(anna, "In an hour");
  await eventually(() => home.rows("SELECT 1 FROM schedules WHERE status = 'active'").length === 1);
  home.says(anna, "/notifications");
  await shows("What I tell you…");
  home.presses(anna, "What I tell you…");
  await shows("✓ low batteries");
  home.presses(anna, "✓ low batteries");
  await shows("✗ low batteries");
  await home.settled();
  const kept = () => [
    home.rows("SELECT due_at, text, status FROM schedules ORDER BY id"),
    home.rows("SELECT subject, factor FROM notification_preferences"),
  ];
  const before = kept();
  for (let restarts = 1; restarts <= 2; restarts += 1) {
    await home.stopApp();
    await home.startApp();
    home.says(anna, "is the garage closed?");
    await eventually(() => home.texts(anna).filter((text) => text === "Yes, Garage Door is closed.").length === restarts);
    await home.settled();
    expect(kept()).toEqual(before);
  }
  expect(home.sim.telegram.answers).toHaveLength(3);
});

it("does not carry out a press again that was cut off by a crash once it was on disk", async () => {
  await using home = await ScenarioHome.start({ options: { people: family, notify: "important" } });
  await home.asks(anna, "/notifications");
  await home.settled();
  await home.stopApp();
  const query = home.presses(anna, "What I tell you…");
  const bot = home.sim.telegram.bots[0]?.entryId ?? "";
  home.change(`INSERT INTO taken_presses (bot, query_id, at) VALUES ('${bot}', '${query}', ${home.now})`);
  await home.startApp();
  await home.asks(anna, "is the garage closed?");
  expect(home.sim.telegram.answers).toEqual([]);
});
