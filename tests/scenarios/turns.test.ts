import { expect, it } from "vitest";
import { anna, askedOf, ben, eventually, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

const MINUTE = 60_000;
/** Somebody else whom Home Assistant lets through. */
const carl = 700000009;

it("puts a message on disk before it is worked on, and the answer before it is sent", async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  home.says(anna, "tell me a joke");
  await home.model.arrived(1);
  expect(home.rows("SELECT text, status, answer FROM turns")).toEqual([{ text: "tell me a joke", status: "running", answer: null }]);
  home.sim.telegram.fail({ service: "send_message", delayMs: 300 });
  answer({ text: "Which one do you mean?" });
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'answered'").length === 1);
  expect(home.rows("SELECT text, status FROM outbox")).toEqual([{ text: "Which one do you mean?", status: "pending" }]);
  const { messageId } = await home.next(anna);
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'sent'").length === 1);
  expect(home.rows("SELECT message_id FROM sent_messages")).toEqual([{ message_id: String(messageId) }]);
});

it("answers the messages of one chat one after the other, in their order", async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  for (const text of ["first tale", "second tale", "third tale"]) home.says(anna, text);
  await eventually(() => home.rows("SELECT 1 FROM turns").length === 3);
  expect(home.rows("SELECT status FROM turns ORDER BY rowid").map(({ status }) => status)).toEqual(["running", "received", "received"]);
  for (const text of ["Do you mean the first?", "Do you mean the second?", "Do you mean the third?"]) {
    answer({ text });
    expect((await home.next(anna)).plain).toBe(text);
  }
  expect(home.model.calls.map(askedOf)).toEqual(["first tale", "second tale", "third tale"]);
});

it("works for two chats side by side, and for a third when one is done", async () => {
  await using home = await ScenarioHome.start({ options: { parallel_chats: 2 } });
  const answer = home.modelThinks();
  home.says(anna, "a tale for Anna");
  await home.model.arrived(1);
  home.says(ben, "a tale for Ben");
  await home.model.arrived(2);
  home.says(carl, "a tale for Carl");
  await eventually(() => home.rows("SELECT 1 FROM turns").length === 3);
  expect(home.rows("SELECT status FROM turns WHERE text LIKE '%Carl'")).toEqual([{ status: "received" }]);
  answer({ text: "Anna, which tale do you like best?" });
  expect((await home.next(anna)).plain).toBe("Anna, which tale do you like best?");
  await home.model.arrived(3);
  expect(home.model.calls.map(askedOf)).toEqual(["a tale for Anna", "a tale for Ben", "a tale for Carl"]);
});

it("lets no chat with many messages starve the others", async () => {
  await using home = await ScenarioHome.start({ options: { parallel_chats: 1 } });
  const answer = home.modelThinks();
  for (const text of ["anna 1", "anna 2", "anna 3"]) home.says(anna, text);
  home.says(ben, "ben 1");
  await eventually(() => home.rows("SELECT 1 FROM turns").length === 4);
  for (const count of [1, 2, 3, 4]) {
    await home.model.arrived(count);
    answer({ text: "Which one do you mean?" });
  }
  expect(home.model.calls.map(askedOf)).toEqual(["anna 1", "ben 1", "anna 2", "anna 3"]);
});

it("works on the last version of a message that was edited while it waited", async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  home.says(anna, "a tale");
  await home.model.arrived(1);
  const waiting = home.says(anna, "turn on teh bed light");
  home.sim.telegram.edit(anna, waiting, "turn on the bed light");
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE text = 'turn on the bed light'").length === 1);
  answer({ text: "Which one do you mean?" });
  await home.next(anna, ({ plain }) => plain.startsWith("Bed Light is now on"));
  expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on"]);
  expect(home.model.calls).toHaveLength(1);
});

it("says once that an edit came too late, and does not act on it", async () => {
  await using home = await ScenarioHome.start();
  const message = home.says(anna, "turn on the bed light");
  await home.next(anna);
  home.sim.telegram.edit(anna, message, "turn off the bed light");
  expect((await home.next(anna)).plain).toBe("I saw your edit, but I had already worked on the message and did not act on it.");
  home.sim.telegram.edit(anna, message, "turn off the kitchen light");
  home.says(anna, "is the garage closed?");
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");
  expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on"]);
});

it("takes a message once that Home Assistant hands out twice", async () => {
  await using home = await ScenarioHome.start();
  const message = home.says(anna, "turn on the bed light");
  home.sim.telegram.edit(anna, message, "turn on the bed light");
  await home.next(anna);
  home.sim.telegram.edit(anna, message, "turn on the bed light");
  home.says(anna, "is the garage closed?");
  await home.next(anna);
  expect(home.texts(anna)).toHaveLength(2);
  expect(home.rows("SELECT 1 FROM turns")).toHaveLength(2);
});

it("remembers what was said in the last 30 minutes, and then begins anew", async () => {
  await using home = await ScenarioHome.start();
  const answers = new Map([
    ["which colour do you like", "Do you mean the blue one?"],
    ["why", "It rhymes with true."],
    ["but why", "Why what?"],
  ]);
  // a conversation that is over is shortened beside
  home.model.respond((call) => ({ text: answers.get(askedOf(call)) ?? "They spoke of colours." }));
  await home.asks(anna, "which colour do you like");
  home.passes(29 * MINUTE);
  await home.asks(anna, "why");
  home.passes(31 * MINUTE);
  await home.asks(anna, "but why");
  const asked = home.model.calls.filter((call) => answers.has(askedOf(call)));
  const said = asked.map(({ messages }) => messages.slice(1, -1).map(({ content }) => content));
  expect(said).toEqual([[], ["which colour do you like", "Do you mean the blue one?"], []]);
  expect(home.rows("SELECT is_active FROM conversation_sessions ORDER BY started_at")).toEqual([{ is_active: 0 }, { is_active: 1 }]);
  expect(home.rows("SELECT content FROM conversation_history ORDER BY id").map(({ content }) => content)).toEqual([
    ...["which colour do you like", "Do you mean the blue one?", "why", "It rhymes with true.", "but why", "Why what?"],
  ]);
});

it("keeps what chats say apart", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply({ text: "Which colour has it?" }, { text: "How are you?" });
  await home.asks(anna, "my present for Ben is a kite");
  await home.asks(ben, "hello you");
  expect(JSON.stringify(home.model.calls[1]?.messages)).not.toContain("kite");
});

it("begins a fresh conversation after /new", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply({ text: "Do you mean the blue one?" }, { text: "Why what?" });
  await home.asks(anna, "which colour do you like");
  expect((await home.asks(anna, "/new")).plain).toBe("OK, a fresh conversation.");
  await home.asks(anna, "why");
  expect(home.model.calls[1]?.messages.slice(1, -1)).toEqual([]);
});

it("shows model, home and queue on /status while it works", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  home.modelThinks();
  home.says(anna, "a tale");
  home.says(anna, "another tale");
  await home.model.arrived(1);
  const { plain } = await home.asks(anna, "/status");
  expect(plain).toMatch(/^Model: .*test-model, reachable\nHome: connected \(Demo home, Home Assistant 2026\.11\.0\), \d+ things/);
  expect(plain).toContain("Waiting messages: 1, open questions: 1");
});

it("says on /status what is wrong with a model that is away, and answers commands without one", async () => {
  await using home = await ScenarioHome.start();
  await home.model.down();
  expect((await home.asks(anna, "a tale")).plain).toMatch(/^I don’t understand that without a language model\. \/status says why/);
  expect((await home.asks(anna, "/status")).plain).toMatch(/^Model: .*test-model\. I cannot reach/);
  expect((await home.asks(anna, "/help")).plain).toMatch(/\/start.*\n.*\/help.*\n.*\/status.*\n.*\/new.*\n.*\/cancel/);
});

it("says without a model what is missing, with the nearest action or, to a question, how the nearest is", async () => {
  await using home = await ScenarioHome.start({ options: { people: family } });
  await home.model.down();
  const owner = await home.asks(anna, "it is so dark in the hallway");
  expect(owner.plain).toMatch(/without a language model\. .*What I can do:.*1\. Turn on Hallway Light/s);
  home.presses(anna, "Turn on Hallway Light");
  expect((await home.next(anna)).plain).toMatch(/^Hallway Light is now on/);

  const asked = await home.asks(anna, "does the bed light look nice?");
  expect(asked.plain).toMatch(/doesn’t answer\.\nBed Light is off\.$/);

  expect((await home.asks(anna, "what should I cook tomorrow?")).plain).toMatch(/doesn’t answer\.$/);

  const other = await home.asks(ben, "tell me a tale");
  expect(other.plain).toBe("I don’t understand that without a language model, and mine doesn’t answer right now.");
  expect((await home.asks(ben, "thanks!")).plain).toBe("You’re welcome!");
});

it("greets on /start and tells that a command is unknown", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "/start")).plain).toMatch(/^Hello Anna, I am /);
  expect((await home.asks(anna, "/dance now")).plain).toBe("I do not know the command /dance. /help shows what I can do.");
  expect(home.model.calls).toEqual([]);
});

it("stops a thinking model on /cancel and goes on with the next message", async () => {
  await using home = await ScenarioHome.start();
  home.modelThinks();
  home.says(anna, "a very long tale");
  await home.model.arrived(1);
  home.says(anna, "is the garage closed?");
  expect((await home.asks(anna, "/cancel")).plain).toBe("Stopped.");
  await home.model.abandoned(1);
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");
  expect(home.rows("SELECT status FROM turns WHERE text = 'a very long tale'")).toEqual([{ status: "cancelled" }]);
  expect(home.texts(anna)).toHaveLength(2);
});

it("takes an open question back on /cancel", async () => {
  await using home = await ScenarioHome.start();
  const { messageId, buttons } = await home.asks(anna, "unlock the front door");
  expect((await home.asks(anna, "/cancel")).plain).toBe("Stopped.");
  const question = await home.next(anna, (message) => message.messageId === messageId && message.edits.length === 1);
  expect(question.plain).toContain("✖️ Stopped");
  expect(question.buttons).toEqual([]);
  const press = home.sim.telegram.press({ chatId: anna, messageId, data: buttons[0]?.[0]?.data ?? "" });
  expect(await home.toast(press)).toBe("This was already answered.");
  expect(home.calls()).toEqual([]);
});

it("tells on /cancel that nothing runs", async () => {
  await using home = await ScenarioHome.start();
  expect((await home.asks(anna, "/cancel")).plain).toBe("There is nothing to stop.");
});

it("says what it does not know when an action is stopped on its way", async () => {
  await using home = await ScenarioHome.start();
  home.sim.behave("light.bed_light", { kind: "late", ms: 60_000 });
  home.says(anna, "turn on the bed light");
  await eventually(() => home.calls().length === 1);
  home.says(anna, "/cancel");
  await home.next(anna, ({ plain }) => plain === "Stopped.");
  await home.next(anna, ({ plain }) => /^I do not know whether “turn on Bed Light” worked/.test(plain));
});

it("says kindly that it cannot look at pictures", async () => {
  await using home = await ScenarioHome.start();
  home.sim.telegram.photo({ chatId: anna, caption: "what is this?" });
  expect((await home.next(anna)).plain).toBe("I can’t see pictures: my model only reads text. Please describe it in words.");
  expect(home.model.calls).toEqual([]);
});

it("does two things to the same device one after the other, in the order in which they were said", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    { toolCalls: [serviceCall("switch.turn_on", "switch.coffee_machine"), serviceCall("switch.turn_off", "switch.coffee_machine")] },
    { text: "Anything else?" },
  );
  expect((await home.asks(anna, "give the coffee maker a nudge")).plain).toMatch(
    /^Coffee Machine is now on\.\nCoffee Machine is now off\./,
  );
  expect(home.calls().map(({ service }) => service)).toEqual(["switch.turn_on", "switch.turn_off"]);
});
