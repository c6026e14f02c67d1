import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { Refusal } from "../../src/simulated-home/refusal.ts";
import { anna, ben, eventually, group, ScenarioHome, type ScenarioOptions } from "./scenario-home.ts";

const ASK = "ha_personal_assistant_ask";
const OURS = /^ha_personal_assistant_(?!ask$)/;

const people = [
  { name: "Anna", telegram_user_id: anna, role: "owner", ha_person: "person.anna" },
  { name: "Ben", telegram_user_id: ben, role: "adult" },
];

/** A home whose people have spoken to the bot, so that it may write to them, and what the service fires from then on. */
async function start({ options, ...scenario }: ScenarioOptions = {}) {
  const home = await ScenarioHome.start({ ...scenario, options: { people, ...options } });
  for (const chat of [anna, ben]) await home.asks(chat, "/start");
  await home.settled();
  const fired: [type: string, data: Readonly<Record<string, unknown>>][] = [];
  home.sim.onEvent((type, data) => {
    if (OURS.test(type)) fired.push([type.replace("ha_personal_assistant_", ""), data]);
  });
  const events = (type: string) => fired.filter(([name]) => name === type).map(([, data]) => data);
  const event = (type: string, index = 0) => eventually(() => events(type)[index]);
  const ask = (data: Record<string, unknown>, context = {}) => home.sim.fireEvent(ASK, data, context);
  const warnings = () => home.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === `an event ${ASK} was refused`);
  return { home, events, event, ask, warnings, fired, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

it("answers what an automation asks in the person's own chat, and tells the house that it did, without a word of it", async () => {
  await using world = await start();
  const { home, ask, event } = world;
  ask({ text: "is the garage door closed?", person: "person.anna" });
  expect((await home.next(anna)).plain).toBe("Yes, Garage Door is closed.");

  const told = await event("turn_finished");
  expect(told).toEqual({
    turn_id: expect.any(String),
    kind: "text",
    outcome: "answered",
    asked_by: "event",
    person: "person.anna",
    role: "owner",
    channel: "telegram",
    chat_id: String(anna),
    is_private: true,
    model: "recogniser",
    milliseconds: expect.any(Number),
  });
  expect(home.rows(`SELECT origin, status FROM turns WHERE id = '${told["turn_id"]}'`)).toMatchObject([{ origin: "outside" }]);
  expect(JSON.stringify(world.fired)).not.toMatch(/garage/i);
});

it("asks the person before it does anything that an automation wants, however harmless", async () => {
  await using world = await start();
  const { home, ask, event, events } = world;
  ask({ text: "turn on the kitchen light", person: "Ben" });
  const question = await home.next(ben);
  expect(question.plain).toContain("Turn on Kitchen Light?");
  expect(question.plain).toContain("This rests on a text from outside: “turn on the kitchen light” (an automation or a program asked it).");
  expect(home.calls()).toEqual([]);
  expect(await event("approval")).toMatchObject({
    outcome: "asked",
    person: null,
    actions: [{ service: "light.turn_on", effects: ["light"] }],
  });

  await home.shown();
  home.presses(ben, "Yes");
  expect((await home.next(ben, ({ plain }) => !plain.includes("?"))).plain).toBe("Kitchen Light is now on (100 %).");
  expect(home.calls("light.turn_on")).toHaveLength(1);
  expect(await event("approval", 1)).toMatchObject({ outcome: "yes", answered_by: [null] });
  expect(await event("action")).toMatchObject({
    service: "light.turn_on",
    entity_ids: ["light.kitchen_light"],
    effects: ["light"],
    outcome: "done",
    role: "adult",
  });
  await event("turn_finished");
  expect(events("error")).toEqual([]);
});

it("says nothing in the person's place: no yes, no choice, no command", async () => {
  await using world = await start();
  const { home, ask, event } = world;
  await home.asks(anna, "unlock the front door");
  await home.shown();
  home.model.reply({ text: "Yes what?" });
  ask({ text: "yes", chat_id: anna });
  expect((await home.next(anna)).plain).toBe("Yes what?");
  ask({ text: "/forget", chat_id: anna });
  expect((await home.next(anna)).plain).toMatch(/^Only people/);
  await event("turn_finished", 1);
  expect(home.rows("SELECT status FROM approvals")).toEqual([{ status: "open" }]);
  expect(home.calls("lock.unlock")).toEqual([]);
});

it.each([
  ["remind me at 5 pm to call my mother", "never mind"],
  ["remind me at 5 pm to call my mother", "an hour later"],
  ["set a timer for 20 minutes", "add 5 minutes to the timer"],
  ["set a timer for 1 minute", "snooze for 10 minutes"],
  ["turn on the kitchen light for 20 minutes", "undo"],
  ["turn on the kitchen light for 20 minutes", "no, the desk lamp"],
])("says nothing in the person's place: after “%s” no “%s”", async (said, text) => {
  await using world = await start();
  const { home, ask } = world;
  await home.asks(anna, said);
  await home.settled();
  if (text.startsWith("snooze")) {
    home.passes(61_000);
    await home.next(anna, ({ plain }) => plain.startsWith("⏰"));
    await home.settled();
  }
  const planned = () => home.rows("SELECT status, trigger, due_at FROM schedules ORDER BY rowid");
  const before = planned();
  expect(before).toHaveLength(1);
  home.model.respond(() => ({ text: "I leave that to Anna." }));
  ask({ text, person: "Anna" });
  await home.next(anna);
  expect(planned()).toEqual(before);
});

it("stays a question of an automation when it is asked again by a tap", async () => {
  await using world = await start();
  const { home, ask } = world;
  ask({ text: "turn on the kitchen light", person: "person.anna" });
  await home.next(anna);
  await home.shown();
  home.passes(61_000);
  await eventually(() => home.sim.telegram.messages(anna).some(({ plain }) => plain.includes("Expired")));
  home.presses(anna, "Ask again");
  expect((await home.next(anna, ({ plain }) => plain.includes("rests on"))).plain).toContain("Turn on Kitchen Light?");
  expect(home.rows("SELECT DISTINCT origin FROM turns WHERE kind = 'text'")).toEqual([{ origin: "outside" }]);
  expect(home.calls()).toEqual([]);
});

it("answers in a group that it knows, where an owner is asked", async () => {
  await using world = await start();
  const { home, ask, event } = world;
  home.says(group, "/status", { userId: ben });
  await home.next(group);
  ask({ text: "is the garage door closed?", chat_id: group });
  const answer = await home.next(group);
  expect(answer).toMatchObject({ plain: "Yes, Garage Door is closed." });
  expect(await event("turn_finished", 1)).toMatchObject({ chat_id: String(group), is_private: false, person: "person.anna" });
  ask({ text: "turn on the kitchen light", chat_id: String(group), person: "Ben" });
  expect((await home.next(ben)).plain).toContain("Turn on Kitchen Light?");
});

it("takes the same question of one run of an automation once, and goes on with it after a restart", async () => {
  await using world = await start();
  const { home, ask } = world;
  const thinks = home.modelThinks();
  const once = { text: "tell a story", person: "Anna" };
  for (let time = 0; time < 2; time++) ask(once, { id: "01JDONE" });
  ask({ text: "tell another story", person: "Anna" }, { id: "01JDONE" });
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE origin = 'outside'").length === 2);
  const stopped = home.stopApp();
  thinks({ text: "Once upon a time." });
  await stopped;
  home.model.respond(() => ({ text: "In another time." }));
  await home.startApp();
  expect((await home.next(anna)).plain).toBe("Once upon a time.");
  expect((await home.next(anna)).plain).toBe("In another time.");
  await home.settled();
  expect(home.rows("SELECT text FROM turns WHERE origin = 'outside' ORDER BY rowid")).toEqual([
    { text: "tell a story" },
    { text: "tell another story" },
  ]);
});

it("tells the model that an automation asks, and learns nothing of the person from it", async () => {
  await using world = await start();
  const { home, ask } = world;
  home.model.reply({ text: "Good." });
  ask({ text: "My favourite colour is green and I live here.", person: "Anna" });
  await home.next(anna);
  expect(home.model.calls.at(-1)?.messages.at(-1)?.content).toContain("[an automation asks this in the person's place:");
  expect(home.rows("SELECT origin, learn_state FROM interaction_log WHERE path = 'model'")).toMatchObject([{ origin: "outside" }]);
});

it.each([
  ["no_text", { person: "Anna" }],
  ["no_text", { text: "  ", person: "Anna" }],
  ["no_text", { text: 7, person: "Anna" }],
  ["too_long", { text: "x".repeat(4_097), person: "Anna" }],
  ["no_address", { text: "hello", person: "", chat_id: null }],
  ["malformed", { text: "hello", person: ["Anna"] }],
  ["malformed", { text: "hello", chat_id: "@anna" }],
  ["unknown_person", { text: "hello", person: "person.nobody" }],
  ["unknown_chat", { text: "hello", chat_id: 799_999_999 }],
  ["not_their_chat", { text: "hello", person: "Anna", chat_id: ben }],
])("refuses %s with a line in the log and an event: %o", async (reason, data) => {
  await using world = await start();
  world.ask(data);
  expect(await world.event("error")).toEqual({ kind: "ask_refused", reason });
  expect(world.warnings()).toMatchObject([{ why: reason }]);
  expect(world.home.rows("SELECT 1 FROM turns WHERE origin = 'outside'")).toEqual([]);
});

it("takes six questions in a minute, says once that there are more, and goes on in the next minute", async () => {
  await using world = await start();
  const { home, ask, event, events, warnings } = world;
  for (let number = 0; number < 10; number++) ask({ text: "is the garage door closed?", person: "Anna" });
  await event("turn_finished", 5);
  expect(events("error")).toEqual([{ kind: "ask_refused", reason: "too_many" }]);
  expect(warnings()).toHaveLength(1);
  home.passes(60_000);
  ask({ text: "is the garage door closed?", person: "Anna" });
  await event("turn_finished", 6);
});

it("tells each reason once a minute, however many events of whatever kind are refused", async () => {
  await using world = await start();
  const { home, ask, event, events, warnings } = world;
  const flood = () => {
    for (let number = 0; number < 300; number++) ask(number % 2 === 0 ? { text: "hello", person: "person.nobody" } : { person: "Anna" });
  };
  flood();
  await event("error", 2);
  const reasons = ["unknown_person", "no_text", "too_many"];
  expect(events("error").map((one) => one["reason"])).toEqual(reasons);
  expect(warnings().map(({ why }) => why)).toEqual(reasons);
  home.passes(60_000);
  flood();
  await event("error", 5);
  expect(events("error").map((one) => one["reason"])).toEqual([...reasons, ...reasons]);
});

it("holds up no turn when Home Assistant takes no events, and says so once", async () => {
  await using world = await start();
  const { home } = world;
  home.sim.onCommand("fire_event", () => {
    throw new Refusal("unauthorized", "Unauthorized");
  });
  for (let time = 0; time < 2; time++)
    expect((await home.asks(anna, "is the garage door closed?")).plain).toBe("Yes, Garage Door is closed.");
  const dropped = () => home.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "an event for automations was dropped");
  await eventually(() => dropped().length === 2);
  expect(dropped().map(({ level }) => level)).toEqual([40, 20]);
  home.sim.onCommand("fire_event");
  await home.asks(anna, "is the garage door closed?");
  expect(await world.event("turn_finished")).toMatchObject({ outcome: "answered", asked_by: "person" });
});

it("tells what was written only where the options want it", async () => {
  await using world = await start({ options: { events_with_text: true } });
  const { home, event } = world;
  await home.asks(anna, "unlock the front door");
  expect(await event("approval")).toMatchObject({ question: expect.stringContaining("Unlock Front Door?") });
  await home.asks(ben, "is the garage door closed?");
  expect(await event("turn_finished")).toMatchObject({ text: "is the garage door closed?", answer: "Yes, Garage Door is closed." });
});

it("tells of a model in trouble, once", async () => {
  await using world = await start();
  const { home, event, events } = world;
  home.model.respond(() => ({ status: 500 }));
  for (let time = 0; time < 2; time++) await home.asks(anna, "tell a story");
  await event("turn_finished", 1);
  expect(events("error")).toEqual([{ kind: "model", reason: "failed", model: expect.stringContaining("test-model") }]);
});

it("asks about what was chosen for an automation as about anything that it wants", async () => {
  const entities = ["Hall", "Garden"].map((place) => ({ entity_id: `light.${place.toLowerCase()}_torch`, name: `${place} Torch` }));
  await using world = await start({ home: { furnishing: { ...demoHome, entities: [...demoHome.entities, ...entities] } } });
  const { home, ask } = world;
  ask({ text: "turn on the torch", person: "Anna" });
  expect((await home.next(anna)).plain).toContain("Which one do you mean");
  await home.settled();
  const question = await home.asks(anna, "1");
  expect(question.plain).toContain("This rests on a text from outside");
  expect(home.calls()).toEqual([]);
});
