import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, group, ScenarioHome, serviceCall } from "./scenario-home.ts";

const SECOND = 1_000;
const people = { options: { people: family } };
const bothDoors = { toolCalls: [serviceCall("lock.unlock", "lock.front_door"), serviceCall("lock.unlock", "lock.back_door")] };
const labels = (message: { readonly buttons: readonly (readonly { readonly label: string }[])[] }) =>
  message.buttons.map((row) => row.map(({ label }) => label));

async function askedAboutBothDoors() {
  const home = await ScenarioHome.start();
  home.model.reply(bothDoors, { text: "Anything else?" });
  return { home, question: await home.asks(anna, "let the whole neighbourhood in") };
}

it("asks once about two risky actions of one step, with a button for each and for all", async () => {
  const { home, question } = await askedAboutBothDoors();
  await using _ = home;
  expect(question.plain.split("\n")).toEqual([
    ...["Shall I do this?", "", "1. Unlock Front Door (high risk). Front Door is locked now."],
    ...["2. Unlock Back Door (high risk). Back Door is locked now.", "", "You have 60 seconds."],
  ]);
  expect(labels(question)).toEqual([
    ["Yes to all", "Cancel"],
    ["Only 1", "Only 2"],
  ]);
  home.presses(anna, "Yes to all");
  expect((await home.next(anna)).plain).toBe("Done: all 2 steps.\nAnything else?");
  expect(home.calls()).toEqual([
    { service: "lock.unlock", entityIds: ["lock.front_door"], data: {} },
    { service: "lock.unlock", entityIds: ["lock.back_door"], data: {} },
  ]);
});

it("does only what the pressed button names", async () => {
  const { home, question } = await askedAboutBothDoors();
  await using _ = home;
  home.presses(anna, "Only 2");
  const answer = await home.next(anna);
  expect(answer.plain).toContain("Back Door is now unlocked.");
  expect(answer.plain).toContain("OK, I did not unlock Front Door.");
  expect(home.calls().map(({ entityIds }) => entityIds)).toEqual([["lock.back_door"]]);
  const shown = home.sim.telegram.messages(anna).find(({ messageId }) => messageId === question.messageId);
  expect(shown?.plain).toContain("✅ Only: unlock Back Door");
  expect(shown?.buttons).toEqual([]);
});

it("tells the model what was said to each action of a step", async () => {
  const { home } = await askedAboutBothDoors();
  await using _ = home;
  home.presses(anna, "Only 2");
  expect((await home.next(anna)).plain).toContain("OK, I did not unlock Front Door.");
  const told = home.model.calls[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  expect(told).toHaveLength(2);
  expect(told?.join()).toMatch(/"error":"declined"/);
});

it("has one yes for a plan in which something needs none: the lamp is lit with the doors or not at all", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply({ toolCalls: [serviceCall("light.turn_on", "light.bed_light"), ...bothDoors.toolCalls] }, { text: "Anything else?" });
  expect(labels(await home.asks(anna, "make it cosy and open up for my guests"))).toEqual([["Yes to all", "Cancel"]]);
  home.presses(anna, "Yes to all");
  await home.next(anna);
  expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on", "lock.unlock", "lock.unlock"]);
});

it("takes an answer from nobody but the asker", async () => {
  await using home = await ScenarioHome.start(people);
  await home.asks(anna, "unlock the front door");
  expect(await home.toast(home.presses(anna, "Yes", { userId: ben }))).toBe("Only Anna can answer this.");
  expect(await home.toast(home.presses(anna, "Yes", { userId: 799999999 }))).toBe("This button does not work any more.");
  expect(home.calls()).toEqual([]);
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
});

it("asks in the asker's own chat about what was said in a group, and answers in the group", async () => {
  await using home = await ScenarioHome.start(people);
  const said = home.says(group, "@home_bot unlock the front door", { userId: anna });
  expect(await home.next(group)).toMatchObject({ plain: "I have asked you in our private chat.", buttons: [], replyTo: said });
  expect(labels(await home.next(anna))).toEqual([["Yes", "Cancel"]]);
  home.presses(anna, "Yes");
  expect(await home.next(group)).toMatchObject({ plain: "Front Door is now unlocked.", replyTo: said });
});

it("can be stopped in the chat that shows the question, also when the turn came from a group", async () => {
  await using home = await ScenarioHome.start(people);
  home.says(group, "@home_bot unlock the front door", { userId: anna });
  await home.next(anna);
  expect((await home.asks(anna, "/cancel")).plain).toBe("Stopped.");
  await home.next(anna, ({ plain }) => plain.includes("✖️ Stopped"));
  expect(home.calls()).toEqual([]);
});

it("takes a question back that is only on its way into the chat", async () => {
  await using home = await ScenarioHome.start();
  home.sim.telegram.fail({ service: "send_message", delayMs: 150 });
  home.says(anna, "unlock the front door");
  await eventually(() => home.rows("SELECT 1 FROM approvals").length === 1);
  home.says(anna, "/cancel");
  const question = await home.next(anna, ({ plain }) => plain.includes("✖️ Stopped: this was not done."));
  expect(question.buttons).toEqual([]);
  expect(home.calls()).toEqual([]);
});

it("says so in the group when the person cannot be asked in private", async () => {
  await using home = await ScenarioHome.start(people);
  const error = { message: "Forbidden: bot can't initiate conversation with a user" };
  home.sim.telegram.fail({ service: "send_message", error });
  home.says(group, "@home_bot unlock the front door", { userId: anna });
  await home.next(
    group,
    ({ plain }) => plain === "I need your yes for that, but I cannot write to you. Please send me a private message first.",
  );
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'failed'").length === 1);
  expect(home.calls()).toEqual([]);
});

it("acts once when Yes is tapped twice", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  const taps = [home.presses(anna, "Yes"), home.presses(anna, "Yes")];
  expect(await Promise.all(taps.map((tap) => home.toast(tap)))).toEqual(["OK", "This was already answered."]);
  await home.next(anna);
  await home.asks(anna, "is the garage closed?");
  expect(home.calls()).toHaveLength(1);
  expect(home.texts(anna).filter((text) => text.includes("unlocked"))).toEqual(["Front Door is now unlocked."]);
});

it("answers forged, foreign and broken button data with a toast and nothing else", async () => {
  await using home = await ScenarioHome.start();
  const question = await home.asks(anna, "unlock the front door");
  const other = await home.asks(anna, "is the garage closed?");
  await home.asks(ben, "is the garage closed?");
  const data = question.buttons[0]?.[0]?.data ?? "";
  const forged = ["a:AAAAAAAAAAAA:yes", data.replace(":yes", ":7"), data.replace(":yes", ":maybe"), "r:AAAAAAAAAAAA", "", "x".repeat(64)];
  const presses = forged.map((text) => home.sim.telegram.press({ chatId: anna, messageId: question.messageId, data: text }));
  presses.push(home.sim.telegram.press({ chatId: anna, messageId: other.messageId, data }));
  presses.push(home.sim.telegram.press({ chatId: ben, data }));
  for (const press of presses) expect(await home.toast(press)).toBe("This button does not work any more.");
  expect(home.calls()).toEqual([]);
  expect(home.rows("SELECT status FROM approvals")).toEqual([{ status: "open" }]);
});

it("says that a question has expired, and asks again at one tap, once", async () => {
  await using home = await ScenarioHome.start();
  const { messageId } = await home.asks(anna, "unlock the front door");
  await home.shown();
  home.passes(61 * SECOND);
  const expired = await home.next(anna, (message) => message.messageId === messageId && message.edits.length === 1);
  expect(expired.plain).toBe("Unlock Front Door? Front Door is locked now.\n⌛ Expired: this was not done.");
  expect(labels(expired)).toEqual([["Ask again"]]);
  const taps = [home.presses(anna, "Ask again"), home.presses(anna, "Ask again")];
  expect(await Promise.all(taps.map((tap) => home.toast(tap)))).toEqual(["Asking again …", "This was already answered."]);
  expect((await home.next(anna)).plain).toContain("Unlock Front Door?");
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.calls()).toHaveLength(1);
  expect(home.texts(anna)).toHaveLength(3);
});

it("asks a group's question again in private and answers in the group", async () => {
  await using home = await ScenarioHome.start(people);
  home.says(group, "@home_bot unlock the front door", { userId: anna });
  await home.next(anna);
  await home.next(group);
  await home.shown();
  home.passes(61 * SECOND);
  await home.next(anna, ({ plain }) => plain.includes("Expired"));
  home.presses(anna, "Ask again");
  await home.next(anna);
  home.presses(anna, "Yes");
  await home.next(group, ({ plain }) => plain === "Front Door is now unlocked.");
});

it("takes a Yes in the last second and none after it", async () => {
  await using home = await ScenarioHome.start({ options: { confirmation_timeout: 10 } });
  await home.asks(anna, "unlock the front door");
  await home.shown();
  home.offset += 9 * SECOND;
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
  await home.next(anna);
  await home.asks(anna, "unlock the back door");
  await home.shown();
  home.offset += 11 * SECOND;
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("This question has expired.");
  await home.next(anna, ({ plain }) => plain.includes("⌛ Expired"));
  expect(home.calls().map(({ entityIds }) => entityIds)).toEqual([["lock.front_door"]]);
});

it("lets the time run from when the question was shown", async () => {
  await using home = await ScenarioHome.start({ options: { confirmation_timeout: 10 } });
  home.sim.telegram.fail({ service: "send_message", delayMs: 200 });
  home.says(anna, "unlock the front door");
  await eventually(() => home.rows("SELECT 1 FROM approvals").length === 1);
  home.passes(30 * SECOND);
  await home.next(anna);
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
});

it("tells what the turn did before its question expired", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    { toolCalls: [serviceCall("light.turn_on", "light.bed_light")] },
    { toolCalls: [serviceCall("lock.unlock", "lock.front_door")] },
  );
  await home.asks(anna, "welcome my guests");
  await home.shown();
  home.passes(61 * SECOND);
  await home.next(anna, ({ plain }) => plain.includes("⌛ Expired: this was not done."));
  await home.next(anna, ({ plain }) => plain.startsWith("Bed Light is now on"));
});

it("leaves a question open while other things are said", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  expect((await home.asks(anna, "turn on the bed light")).plain).toMatch(/^Bed Light is now on/);
  expect((await home.asks(anna, "unlock the back door")).plain).toContain("Unlock Back Door?");
  home.presses(anna, "Yes", { messageId: home.sim.telegram.messages(anna)[0]?.messageId ?? 0 });
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.rows("SELECT status FROM approvals ORDER BY rowid")).toEqual([{ status: "answered" }, { status: "open" }]);
});

it("looks again at Yes: what somebody did meanwhile is not done again", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  home.sim.setState("lock.front_door", "unlocked");
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toBe("Front Door is already unlocked.");
  expect(home.calls()).toEqual([]);
});

it("does not act on a thing that was hidden while the question was open", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  home.sim.expose("lock.front_door", false);
  await eventually(() => home.app.home.find("lock.front_door") === undefined);
  home.presses(anna, "Yes");
  expect((await home.next(anna)).plain).toMatch(/^I could not do that/);
  expect(home.calls()).toEqual([]);
});

it("takes a Yes after a restart of the service", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  await home.shown();
  await home.stopApp();
  await home.startApp();
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.calls()).toHaveLength(1);
});

it("takes a Yes that was pressed while the service was away, if there is still time", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  await home.shown();
  await home.stopApp();
  home.presses(anna, "Yes");
  home.offset += 20 * SECOND;
  await home.startApp();
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.calls()).toHaveLength(1);
});

it("does nothing on a Yes that is read back after the question expired", async () => {
  await using home = await ScenarioHome.start();
  const { messageId } = await home.asks(anna, "unlock the front door");
  await home.shown();
  await home.stopApp();
  home.presses(anna, "Yes");
  home.offset += 61 * SECOND;
  await home.startApp();
  const expired = await home.next(anna, (message) => message.messageId === messageId && message.edits.length === 1);
  expect(expired.plain).toContain("⌛ Expired: this was not done.");
  await home.asks(anna, "is the garage closed?");
  expect(home.calls()).toEqual([]);
});

/** A Yes that waits in Anna's chat, for the model thinks about something else there. */
async function yesThatWaits() {
  const home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  const answer = home.modelThinks();
  home.says(anna, "a long tale");
  await home.model.arrived(1);
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
  return { home, answer };
}

it("does not act on a Yes that waited for more than two minutes, and says so", async () => {
  const { home, answer } = await yesThatWaits();
  await using _ = home;
  home.offset += 121 * SECOND;
  answer({ text: "Which tale do you mean?" });
  await home.next(anna, ({ plain }) => plain.startsWith("Your answer had to wait too long"));
  expect(home.calls()).toEqual([]);
});

it("takes a Yes back that waits when /cancel comes", async () => {
  const { home } = await yesThatWaits();
  await using _ = home;
  expect((await home.asks(anna, "/cancel")).plain).toBe("Stopped.");
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'cancelled'").length === 2);
  expect(home.calls()).toEqual([]);
});

it("tells the answer once it can be written down again", async () => {
  await using home = await ScenarioHome.start();
  home.change("CREATE TRIGGER full BEFORE INSERT ON outbox BEGIN SELECT raise(ABORT, 'disk full'); END");
  home.says(anna, "turn on the bed light");
  await eventually(() => home.log.some((line) => line.includes("could not be written down")));
  home.change("DROP TRIGGER full");
  home.passes(31 * SECOND);
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  expect(home.calls()).toHaveLength(1);
});

describe("a sentence that needs a yes for a part of it", () => {
  it.each([
    { press: "Cancel", done: [] },
    { press: "Yes", done: ["light.turn_on", "lock.unlock"] },
  ])("is one unit: $press", async ({ press, done }) => {
    await using home = await ScenarioHome.start({ options: { people: family } });
    home.model.reply(
      { toolCalls: [serviceCall("light.turn_on", "light.bed_light"), serviceCall("lock.unlock", "lock.front_door")] },
      { text: "ok" },
    );
    const question = await home.asks(anna, "kitchen dark and let me out the front");
    expect(question.plain.split("\n")).toEqual(
      expect.arrayContaining(["1. Turn on Bed Light (low risk).", "2. Unlock Front Door (high risk). Front Door is locked now."]),
    );
    expect(home.calls()).toEqual([]);
    home.presses(anna, press);
    await home.next(anna);
    expect(home.calls().map(({ service }) => service)).toEqual(done);
  });

  it("tells what was done before, and why each thing is asked about, and not what is so already", async () => {
    await using home = await ScenarioHome.start({ options: { people: family } });
    const off = {
      name: "call_ha_service",
      args: { when: "now", service: "switch.turn_off", entity_id: ["switch.freezer", "switch.coffee_machine"] },
    };
    home.model.reply({ toolCalls: [serviceCall("light.turn_on", "light.bed_light")] }, { toolCalls: [off] }, { text: "ok" });
    const question = await home.asks(anna, "get the kitchen ready for the night as I said");
    expect(question.plain).toContain("Done already: turn on Bed Light.");
    expect(question.plain).toContain("Turn off Freezer?");
    expect(question.plain).toContain("Freezer: it switches the power of something that should stay on.");
    expect(question.plain).not.toContain("Coffee Machine");
  });
});

it("asks in Home Assistant's own words about a service without a sentence of ours", async () => {
  await using home = await ScenarioHome.start({
    options: { people: family },
    home: {
      furnishing: {
        ...demoHome,
        services: { acme: { arm_laser: { target: "none", fields: { power_level: "text" } } } },
        translations: {
          en: {
            "component.acme.services.arm_laser.name": "Arm the laser",
            "component.acme.services.arm_laser.fields.power_level.name": "Power",
          },
        },
      },
    },
  });
  home.model.reply(
    { toolCalls: [{ name: "call_ha_service", args: { when: "now", service: "acme.arm_laser", data: { power_level: "high" } } }] },
    { text: "ok" },
  );
  expect((await home.asks(anna, "do the thing with the beam")).plain).toContain("Use “Arm the laser” (power: high)?");
});
