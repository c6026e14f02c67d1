import { describe, expect, it } from "vitest";
import { startFamily, touched } from "./family-home.ts";
import { anna, ben, eventually, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

const MINUTE = 60_000;

describe("what is wanted later is done at its time", () => {
  it("an action, once", async () => {
    await using home = await startFamily();
    const answer = await home.asks(anna, "turn off the desk lamp in 10 minutes");
    expect(answer.plain).toMatch(/^Okay, I’ll turn off Desk Lamp (?:today|tomorrow|yesterday) at .*\./);
    await home.settled();
    home.passes(9 * MINUTE);
    expect(home.calls()).toEqual([]);
    home.passes(1.1 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Desk Lamp is now off/);
    expect(touched(home)).toEqual(["light.turn_off light.desk_lamp"]);
    home.passes(60 * MINUTE);
    await home.settled();
    expect(home.calls()).toHaveLength(1);
  });

  it("a reminder, with buttons, put off", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "remind me in 20 minutes to call my mother")).plain).toMatch(
      /^Okay, I’ll remind you (?:today|tomorrow|yesterday) at .*: call my mother$/,
    );
    await home.settled();
    home.passes(21 * MINUTE);
    const told = await home.next(anna);
    expect([told.plain, told.buttons.map((row) => row.map(({ label }) => label))]).toEqual([
      "⏰ Call my mother",
      [
        ["Done", "In 10 minutes"],
        ["In an hour", "Tomorrow"],
      ],
    ]);
    await home.settled();
    home.presses(anna, "In 10 minutes");
    await home.settled();
    home.passes(11 * MINUTE);
    await eventually(() => home.texts(anna).filter((text) => text === "⏰ Call my mother").length === 1);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["en", ["remind me at 5 pm", "to call Ben"], "What shall I remind you of?", /at 5:00.PM: call Ben$/],
    ["en", ["remind me to call Ben", "at 5 pm"], /^When\?/, /at 5:00.PM: call Ben$/],
    ["en", ["remind me", "call Ben", "in an hour"], "What shall I remind you of?", /: call Ben$/],
    [
      "de",
      ["erinnere mich um 17 Uhr", "Ben anrufen"],
      "Woran soll ich dich erinnern?",
      /^Okay, ich erinnere dich (?:heute|morgen) um 17:00: Ben anrufen$/,
    ],
    ["fr", ["rappelle-moi à 17 h", "appeler Ben"], "Que dois-je te rappeler ?", /17:00.*: appeler Ben$/],
    ["es", ["recuérdame a las 17", "llamar a Ben"], "¿Qué quieres que te recuerde?", /17:00.*: llamar a Ben$/],
    ["nl", ["herinner me om 17 uur", "Ben bellen"], "Waaraan moet ik je herinneren?", /17:00.*: Ben bellen$/],
    ["he", ["תזכיר לי בשעה 17", "להתקשר לבן"], "מה להזכיר?", /17:00.*: \u2068?להתקשר לבן/],
  ] as const)("%s: what %j leaves open is asked for", async (language, said, question, planned) => {
    await using home = await startFamily(language);
    const answers = [];
    for (const text of said) {
      answers.push((await home.asks(anna, text)).plain);
      await home.settled();
    }
    expect(answers[0]).toMatch(question);
    expect(answers.at(-1)).toMatch(planned);
    expect(home.model.calls).toEqual([]);
  });

  it("what is left open is not filled by a question, or by what calls it off", async () => {
    await using home = await startFamily();
    for (const text of ["is the desk lamp on?", "stop"]) {
      await home.asks(anna, "remind me at 5 pm");
      await home.settled();
      expect((await home.asks(anna, text)).plain).not.toMatch(/remind/);
      await home.settled();
    }
    for (const [open, no] of [
      ["remind me at 5 pm", "never mind"],
      ["remind me to call Ben", "no"],
    ] as const) {
      await home.asks(anna, open);
      await home.settled();
      expect((await home.asks(anna, no)).plain).toBe("OK, I left it.");
      await home.settled();
    }
    // a message of its own, though it says a time
    await home.asks(anna, "remind me to call Ben");
    await home.settled();
    home.model.reply({ text: "Which blinkers?" });
    expect((await home.asks(anna, "at 5 pm start the blinkers")).plain).not.toMatch(/call Ben/);
    await home.settled();
    await home.asks(anna, "remind me to call Ben");
    await home.settled();
    home.model.reply({ text: "Hello!" });
    expect((await home.asks(anna, "what a day it was")).plain).toBe("Hello!");
    expect(home.rows("SELECT 1 FROM schedules")).toEqual([]);
  });

  it("what is left open is filled by what is said within ten minutes", async () => {
    await using home = await startFamily();
    await home.asks(anna, "remind me at 5 pm");
    await home.settled();
    home.passes(11 * MINUTE);
    await home.asks(anna, "turn to page 3");
    expect(home.rows("SELECT 1 FROM schedules")).toEqual([]);
  });

  it.each(["set a timer for pasta, 9 minutes", "set a 9 minute pasta timer", "timer for pasta 9 minutes"])("%s", async (said) => {
    await using home = await startFamily();
    expect((await home.asks(anna, said)).plain).toMatch(/^Okay, 9 minutes for pasta\. I’ll tell you at/);
    await home.settled();
    home.passes(9.1 * MINUTE);
    expect((await home.next(anna)).plain).toBe("⏰ Your timer for pasta is done.");
  });

  it.each([
    ["en", "turn off the kitchen radio and the desk lamp at 11 pm", /turn off Kitchen Radio and turn off Desk Lamp .*11:00.PM/],
    ["en", "turn off the desk lamp and the kitchen radio when Ben comes home", /turn off Desk Lamp and turn off Kitchen Radio when Ben/],
    ["de", "schalte das Kitchen Radio und die Desk Lamp um 23 Uhr aus", /23:00: .*Kitchen Radio ausschalten und Desk Lamp ausschalten/],
    ["fr", "éteins Kitchen Radio et Desk Lamp à 23 h", /éteindre Kitchen Radio et éteindre Desk Lamp .*23:00/],
    ["es", "apaga Kitchen Radio y Desk Lamp a las 23", /apagar Kitchen Radio y apagar Desk Lamp .*23:00/],
  ] as const)("%s: a time behind several things is one for all that one verb does: %s", async (language, said, answer) => {
    await using home = await startFamily(language);
    await home.namesKinds();
    expect((await home.asks(anna, said)).plain).toMatch(answer);
  });

  it.each([
    ["en", "turn on the kitchen light and in 10 minutes turn off the desk lamp", ["light.turn_on"], ["light.turn_off"]],
    ["en", "turn on the kitchen light now and turn off the desk lamp in 10 minutes", ["light.turn_on"], ["light.turn_off"]],
    ["en", "turn on the kitchen light in 5 minutes and turn off the desk lamp in 10 minutes", [], ["light.turn_on", "light.turn_off"]],
    ["en", "at 8 pm turn on the kitchen light, at 9 pm turn off the desk lamp", [], ["light.turn_on", "light.turn_off"]],
    ["de", "schalte das Kitchen Light ein und in 10 Minuten die Desk Lamp aus", ["light.turn_on"], ["light.turn_off"]],
    ["en", "turn on the kitchen light and turn off the desk lamp in 10 minutes", "asks", ["light.turn_off"]],
    ["en", "turn on the kitchen light, then turn off the desk lamp at 11 pm", "asks", ["light.turn_off"]],
    ["en", "turn on the kitchen light and turn off the desk lamp when Ben leaves", "asks", ["light.turn_off"]],
    ["de", "schalte das Kitchen Light ein und schalte die Desk Lamp in 10 Minuten aus", "asks", ["light.turn_off"]],
    ["fr", "allume Kitchen Light et éteins Desk Lamp dans 10 minutes", "asks", ["light.turn_off"]],
    ["es", "enciende Kitchen Light y apaga Desk Lamp en 10 minutos", "asks", ["light.turn_off"]],
    ["nl", "doe Kitchen Light aan en doe Desk Lamp over 10 minuten uit", "asks", ["light.turn_off"]],
  ] as const)("%s: each part has its own time, and one that may share another's is asked about: %s", async (language, said, now, later) => {
    await using home = await startFamily(language);
    await home.namesKinds();
    const { buttons } = await home.asks(anna, said);
    await home.settled();
    const services = () => home.calls().map(({ service }) => service);
    if (now === "asks") {
      expect([services(), home.rows("SELECT 1 FROM schedules")]).toEqual([[], []]);
      home.presses(anna, buttons[0]?.[0]?.label ?? "");
      await eventually(() => services().length > 0);
      await home.settled();
    }
    expect(services()).toEqual(now === "asks" ? ["light.turn_on"] : now);
    expect(home.rows("SELECT calls ->> '$[0].service' AS service FROM schedules").map(({ service }) => service)).toEqual(later);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["tell me when the front door is unlocked", /^Okay, /, /^I’ve planned that already\. Tell you when Front Door is unlocked$/],
    ["remind me every day at 7 to feed the cat", /^Okay, /, /^I’ve planned that already\. Feed the cat: every day at 7:00.AM/],
    ["turn off the desk lamp when Ben leaves", /^Okay, /, /^I’ve planned that already\. Turn off Desk Lamp: when Ben leaves$/],
    ["set a timer for 10 minutes", /^Okay, /, /^Okay, /],
  ])("%s, asked three times, is planned once; a timer each time", async (said, first, again) => {
    await using home = await startFamily();
    const answers = [];
    for (let time = 0; time < 3; time += 1) {
      answers.push((await home.asks(anna, said)).plain);
      await home.settled();
      home.passes(MINUTE);
    }
    expect(answers).toEqual([expect.stringMatching(first), expect.stringMatching(again), expect.stringMatching(again)]);
    expect(home.rows("SELECT 1 FROM schedules WHERE status = 'active'")).toHaveLength(said.includes("timer") ? 3 : 1);
  });

  it("a risky action is asked about when it is planned, and not again", async () => {
    await using home = await startFamily();
    const question = await home.asks(anna, "unlock the front door in 30 minutes");
    expect(question.plain).toMatch(/^(?:Today|Tomorrow) at .*: unlock Front Door\?/);
    await home.settled();
    home.presses(anna, "Yes");
    expect((await home.next(anna)).plain).toMatch(/^Okay, I’ll unlock Front Door (?:today|tomorrow|yesterday) at /);
    await home.settled();
    expect(home.calls()).toEqual([]);
    home.passes(31 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Front Door is now unlocked/);
    expect(touched(home)).toEqual(["lock.unlock lock.front_door"]);
  });

  it("when somebody comes home", async () => {
    await using home = await startFamily();
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    expect((await home.asks(anna, "when Ben comes home turn on the hallway light")).plain).toBe(
      "Okay, I’ll turn on Hallway Light when Ben comes home.",
    );
    await home.settled();
    home.sim.setState("person.ben", "home");
    expect((await home.next(anna)).plain).toMatch(/Hallway Light is now on/);
  });

  it("a model plans a reminder, and the person is told by code what was understood", async () => {
    await using home = await startFamily();
    home.model.reply({ toolCalls: [{ name: "schedule", args: { text: "the laundry", when: "tomorrow at half past 6 in the evening" } }] });
    home.model.reply({ text: "Sure, I'll ping you about the laundry." });
    const answer = await home.asks(anna, "could you ping me about the laundry, say tomorrow around half past 6 in the evening");
    expect(answer.plain).toMatch(/^Okay, I’ll remind you tomorrow at 6:30 PM: the laundry/);
    expect(answer.plain).not.toContain("planned nothing");
  });

  it("a promise of a model without a plan is no promise", async () => {
    await using home = await startFamily();
    home.model.reply({ text: "Sure, I'll ping you about the laundry.", review: { about_home: false, statements: [] } } as never);
    const answer = await home.asks(anna, "could you ping me about the laundry somewhen");
    expect(answer.plain).toBeDefined();
  });

  it("lists, pauses and cancels by plain sentences", async () => {
    await using home = await startFamily();
    await home.asks(anna, "set a timer for 9 minutes");
    expect((await home.asks(anna, "how long left on the timer?")).plain).toMatch(
      /^A timer for 9 minutes: (?:9 minutes|8 minutes, 5\d seconds) left, until \d/,
    );
    expect((await home.asks(anna, "pause the timer")).plain).toMatch(/^Paused: a timer/);
    await home.settled();
    home.passes(60 * MINUTE);
    expect((await home.asks(anna, "resume the timer")).plain).toMatch(
      /^Okay, (?:9 minutes|8 minutes, 5\d seconds) left: a timer for 9 minutes, until \d/,
    );
    await home.asks(anna, "remind me tomorrow to buy milk");
    const list = await home.asks(anna, "what have you planned?");
    expect(list.plain.split("\n").filter(Boolean)).toHaveLength(2);
    expect((await home.asks(anna, "cancel the timer")).plain).toMatch(/^Okay, cancelled: a timer/);
    home.passes(10 * MINUTE);
    await home.settled();
    expect(home.texts(anna).some((text) => text.startsWith("⏰"))).toBe(false);
  });

  it("numbers what it lists, each with its button, in every list of its own", async () => {
    await using home = await startFamily();
    for (const said of [
      "in 3 hours turn off the desk lamp",
      "remind me in 2 hours to water the plants",
      "tell me when the kitchen light is turned on",
    ])
      await home.asks(anna, said);
    const { plain, messageId } = await home.asks(anna, "/planned");
    expect(plain.split("\n").map((line) => line.replace(/: (?:today|tomorrow) at .*/, ""))).toEqual([
      "1. Water the plants",
      "2. Turn off Desk Lamp",
      "3. Tell you when Kitchen Light is on",
    ]);
    home.presses(anna, "Cancel 1", { messageId });
    await eventually(() => home.sim.telegram.messages(anna).some((one) => one.messageId === messageId && /^1\. Turn off/.test(one.plain)));
    expect((await home.asks(anna, "/reminders")).plain).toBe("Tell you when Kitchen Light is on");
  });

  it("what came due while the service was away: a reminder is told late, an action is told as missed, each once", async () => {
    await using home = await startFamily();
    await home.asks(anna, "remind me in 20 minutes to call my mother");
    await home.asks(anna, "turn off the desk lamp in 20 minutes");
    await home.settled();
    await home.stopApp();
    home.offset += 60 * MINUTE;
    await home.startApp();
    await eventually(() => home.texts(anna).some((text) => /^⏰ Call my mother \(this was for (?:today|yesterday) at/.test(text)));
    await eventually(() => home.texts(anna).some((text) => /this was not done: turn off Desk Lamp/.test(text)));
    await home.stopApp();
    await home.startApp();
    await home.settled();
    expect(home.texts(anna).filter((text) => text.startsWith("⏰"))).toHaveLength(1);
    expect(home.calls()).toEqual([]);
  });

  it("of a daily reminder that was missed on several days the latest is told, once", async () => {
    await using home = await startFamily();
    await home.asks(anna, "every day at 11:30 am remind me to take my pills");
    await home.settled();
    await home.stopApp();
    home.offset += 72 * 60 * MINUTE;
    await home.startApp();
    await eventually(() => home.texts(anna).some((text) => text.startsWith("⏰")));
    await home.settled();
    expect(home.texts(anna).filter((text) => text.startsWith("⏰"))).toEqual([
      expect.stringMatching(/^⏰ Take my pills \(this was for today at 11:30.AM\)$/),
    ]);
  });

  it("an action that became risky is asked about when it is due", async () => {
    await using home = await startFamily();
    await home.asks(anna, "turn on the kitchen light in 10 minutes");
    await home.settled();
    home.decides("ask", "light.kitchen_light");
    home.passes(11 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Kitchen Light/);
  });

  it("what repeats is done each time, and a door is asked about each time", async () => {
    await using home = await startFamily();
    const answer = await home.asks(anna, "unlock the front door every 2 hours");
    expect(answer.plain).toMatch(/^Okay, I’ll unlock Front Door every 2 hours\. I’ll ask you each time before I do it\.$/);
    for (let times = 1; times <= 2; times += 1) {
      await home.settled();
      home.passes(120.1 * MINUTE);
      await eventually(() => home.texts(anna).filter((text) => text.startsWith("Unlock Front Door?")).length === times);
      home.presses(anna, "Cancel");
    }
    expect(home.calls()).toEqual([]);
  });

  it("/forget of the message cancels the plan", async () => {
    await using home = await startFamily();
    await home.asks(anna, "turn off the desk lamp in 10 minutes");
    await home.asks(anna, "/forget last");
    await home.settled();
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
    home.passes(11 * MINUTE);
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("an action with a code is not planned, for codes are written down nowhere", async () => {
    await using home = await startFamily();
    const unlock = serviceCall("lock.unlock", "lock.front_door");
    home.model.reply({ toolCalls: [{ ...unlock, args: { ...unlock.args, data: { code: "4711" }, when: "tomorrow at 7" } }] });
    const question = await home.asks(anna, "tomorrow at 7 let them in with 4711");
    expect(question.buttons.map((row) => row.map(({ label }) => label))).toEqual([["Do it now", "Cancel"]]);
  });

  it("from one time to another, and until one", async () => {
    await using home = await startFamily();
    const answer = await home.asks(anna, "turn on the kitchen light for 20 minutes from now until 23:30");
    expect([answer.plain.length > 0, home.calls()]).toEqual([true, []]);
    expect((await home.asks(anna, "turn on the hallway light from 6:30 to 8")).plain).toMatch(
      /^Okay, I’ll turn on Hallway Light .* at 6:30 .*\.\nOkay, I’ll turn off Hallway Light .* at 8:00 .*\.$/,
    );
  });

  it("begins now and ends later, where both are about the same", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "turn on the bed light and turn it off in 10 minutes")).plain).toMatch(
      /Bed Light is now on.*turn off Bed Light (?:today|tomorrow|yesterday) at/s,
    );
    await home.settled();
    expect(touched(home)).toEqual(["light.turn_on light.bed_light"]);
    home.passes(11 * MINUTE);
    expect((await home.next(anna)).plain).toMatch(/Bed Light is now off/);
    // of two things it asks
    expect((await home.asks(anna, "turn on the bed light and turn the fan off in 10 minutes")).buttons).not.toEqual([]);
    expect(home.rows("SELECT 1 FROM schedules WHERE status = 'active'")).toEqual([]);
  });

  it("tells when something comes about", async () => {
    await using home = await startFamily();
    home.sim.setState("person.ben", "not_home");
    await home.settled();
    expect((await home.asks(anna, "let me know when Ben is home")).plain).toBe("Okay, I’ll tell you when Ben comes home.");
    await home.settled();
    home.sim.setState("person.ben", "home");
    expect((await home.next(anna)).plain).toBe("⏰ Ben is home");
  });

  it("what matters is told once more where nobody answers, then somebody else, across a restart", async () => {
    await using home = await ScenarioHome.start({ options: { people: family, reminder_escalation: "Ben" } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    const told = (chat: number) => home.texts(chat).filter((text) => text.includes("Take my pills")).length;
    await home.asks(anna, "remind me in 10 minutes to take my pills, it's important");
    await home.settled();
    home.passes(11 * MINUTE);
    await eventually(() => told(anna) === 1);
    await home.settled();
    await home.stopApp();
    home.offset += 6 * MINUTE;
    await home.startApp();
    await eventually(() => told(anna) === 2);
    await home.settled();
    home.passes(6 * MINUTE);
    await eventually(() => told(ben) === 1);
    home.passes(60 * MINUTE);
    await home.settled();
    expect([told(anna), told(ben)]).toEqual([2, 1]);
    // any message is an answer
    await home.asks(anna, "remind me in 10 minutes to take my pills, it's important");
    await eventually(() => home.rows("SELECT 1 FROM schedules WHERE status = 'active'").length === 1);
    await home.settled();
    home.passes(11 * MINUTE);
    await eventually(() => told(anna) === 3);
    home.says(anna, "thanks");
    await eventually(() => home.rows("SELECT 1 FROM turns WHERE text = 'thanks'").length === 1);
    await home.settled();
    home.passes(60 * MINUTE);
    await home.settled();
    expect([told(anna), told(ben)]).toEqual([3, 1]);
  });

  it("watches numbers, what stays so too long, zones, and what is done", async () => {
    await using home = await startFamily();
    home.sim.setState("person.ben", "not_home");
    home.sim.setState("zone.work", "0", { friendly_name: "Work" });
    home.sim.setState("sensor.bedroom_temperature", "19.1", { device_class: "temperature", unit_of_measurement: "°C" });
    home.sim.setState("sensor.washing_machine_status", "washing", { device_class: "enum", options: ["idle", "washing", "finished"] });
    home.sim.setState("switch.coffee_machine", "on");
    await home.settled();
    const said = [
      ["tell me when the bedroom drops below 18 degrees", "Okay, I’ll tell you when Bedroom Temperature is below 18 °C."],
      [
        "watch the coffee machine and tell me if it stays on longer than an hour",
        "Okay, I’ll tell you when Coffee Machine is on for 1 hour.",
      ],
      ["let me know when the washing machine is done", "Okay, I’ll tell you when washing machine is done."],
    ] as const;
    for (const [text, answer] of said) expect((await home.asks(anna, text)).plain).toBe(answer);
    await home.settled();
    home.sim.setState("sensor.bedroom_temperature", "17.9", { device_class: "temperature", unit_of_measurement: "°C" });
    expect((await home.next(anna)).plain).toBe("⏰ Bedroom Temperature is below 18 °C");
    home.sim.setState("sensor.washing_machine_status", "finished", { device_class: "enum", options: ["idle", "washing", "finished"] });
    expect((await home.next(anna)).plain).toBe("⏰ Washing machine is done");
    home.passes(59 * MINUTE);
    await home.settled();
    home.passes(2 * MINUTE);
    expect((await home.next(anna)).plain).toBe("⏰ Coffee Machine is on (for 1 hour now)");
    expect((await home.asks(anna, "tell me when the bedroom is colder than 18 degrees")).plain).toMatch(/^That’s already the case/);
    expect((await home.asks(anna, "tell me when Ben gets to work")).plain).toBe("Okay, I’ll tell you when Ben arrives at Work.");
    await home.settled();
    home.sim.setState("person.ben", "Work");
    expect((await home.next(anna)).plain).toBe("⏰ Ben is at Work");
  });

  it("is changed by the next message: later, another time, a day less, not at all", async () => {
    await using home = await startFamily();
    await home.asks(anna, "every day at 7 am turn on the coffee machine");
    expect((await home.asks(anna, "not tomorrow")).plain).toBe("Okay, I’ll turn on Coffee Machine every day at 7:00 AM, but not tomorrow.");
    expect((await home.asks(anna, "make it 8")).plain).toBe("Okay, I’ll turn on Coffee Machine every day at 8:00 AM, but not tomorrow.");
    expect((await home.asks(anna, "half an hour earlier")).plain).toMatch(/ every day at 7:30 AM, but not tomorrow\.$/);
    expect((await home.asks(anna, "never mind")).plain).toBe("Okay, cancelled: turn on Coffee Machine.");
    await home.asks(anna, "set a timer for 10 minutes");
    expect((await home.asks(anna, "add 5 minutes to the timer")).plain).toMatch(
      /^Okay, (?:15 minutes|14 minutes, 5\d seconds) left: a timer for 10 minutes, until \d/,
    );
    await home.asks(anna, "turn off the desk lamp");
    await home.asks(anna, "an hour later");
    expect([home.rows("SELECT status, kind FROM schedules"), home.model.calls.length]).toEqual([
      [
        { status: "cancelled", kind: "action" },
        { status: "active", kind: "timer" },
      ],
      1,
    ]);
  });
});
