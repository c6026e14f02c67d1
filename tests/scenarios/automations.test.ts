import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { answered, openConsole, USERS } from "../channels/console/console-world.ts";
import { labels, lamp, made, makes, startHome } from "./automation-home.ts";
import { anna, ben, eventually, family, ScenarioHome } from "./scenario-home.ts";

describe("an automation is made of a sentence, after a yes", () => {
  it.each([
    ["en", "/automate turn on the kitchen light at sunset", [{ trigger: "sun", event: "sunset" }], []],
    [
      "en",
      "/create-automation every weekday at 7 turn on the kitchen light",
      [{ trigger: "time", at: ["07:00:00"], weekday: ["mon", "tue", "wed", "thu", "fri"] }],
      [],
    ],
    ["en", "create an automation that turns on the kitchen light", undefined, []],
    ["en", "/automate every 15 minutes turn on the kitchen light", [{ trigger: "time_pattern", minutes: "/15" }], []],
    ["en", "/automate when Ben comes home turn on the kitchen light", [{ trigger: "state", entity_id: ["person.ben"], to: ["home"] }], []],
    [
      "en",
      "/automate when Ben comes home turn on the kitchen light after 10 pm",
      [{ trigger: "state", entity_id: ["person.ben"], to: ["home"] }],
      [{ condition: "time", after: "22:00:00" }],
    ],
    [
      "en",
      "/automate turn on the kitchen light at sunset when nobody is home",
      [{ trigger: "sun", event: "sunset" }],
      [{ condition: "numeric_state", entity_id: "zone.home", below: 1 }],
    ],
    [
      "en",
      "/automate if the front door gets locked turn on the kitchen light",
      [{ trigger: "state", entity_id: ["lock.front_door"], not_from: ["unavailable", "unknown"], to: ["locked"] }],
      [],
    ],
    [
      "en",
      "/automate when the TV turns on, turn on the kitchen light",
      [
        {
          trigger: "state",
          entity_id: ["media_player.living_room_tv"],
          from: ["off", "standby"],
          not_to: ["unavailable", "unknown", "off", "standby"],
        },
      ],
      [],
    ],
    [
      "de",
      "/automate wenn TV ausgeht, schalte Kitchen Light ein",
      [{ trigger: "state", entity_id: ["media_player.living_room_tv"], not_from: ["unavailable", "unknown"], to: ["off", "standby"] }],
      [],
    ],
    [
      "en",
      "/automate when the thermostat turns on, turn on the kitchen light",
      [{ trigger: "state", entity_id: ["climate.thermostat"], from: ["off"], not_to: ["unavailable", "unknown"] }],
      [],
    ],
    ["de", "/automate schalte bei Sonnenuntergang Kitchen Light ein", [{ trigger: "sun", event: "sunset" }], []],
    ["fr", "/automate allume Kitchen Light au coucher du soleil", [{ trigger: "sun", event: "sunset" }], []],
    ["es", "/automate enciende Kitchen Light al atardecer", [{ trigger: "sun", event: "sunset" }], []],
    ["nl", "/automate doe Kitchen Light aan bij zonsondergang", [{ trigger: "sun", event: "sunset" }], []],
    ["he", "/automate תדליק את Kitchen Light שעה אחרי השקיעה", [{ trigger: "sun", event: "sunset", offset: "01:00:00" }], []],
    [
      "de",
      "/automate 15 Minuten vor Sonnenaufgang schalte Kitchen Light ein",
      [{ trigger: "sun", event: "sunrise", offset: "-00:15:00" }],
      [],
    ],
    [
      "fr",
      "/automate quand un événement du calendrier Family commence allume Kitchen Light",
      [{ trigger: "calendar", entity_id: "calendar.family", event: "start" }],
      [],
    ],
    [
      "es",
      "/automate 10 minutos antes de un evento del calendario Family enciende Kitchen Light",
      [{ trigger: "calendar", entity_id: "calendar.family", event: "start", offset: "-00:10:00" }],
      [],
    ],
    [
      "nl",
      "/automate als Robot niet beschikbaar is doe Kitchen Light aan",
      [{ trigger: "state", entity_id: ["vacuum.robot"], to: ["unavailable"] }],
      [],
    ],
  ] as const)("in %s: %s", async (language, said, triggers, conditions) => {
    await using home = await startHome(language);
    const question = await home.asks(anna, said);
    if (triggers === undefined) return;
    expect(labels(question).length).toBeGreaterThanOrEqual(4);
    expect(home.rows("SELECT status FROM automations")).toEqual([{ status: "draft" }]);
    home.presses(anna, labels(question)[0] ?? "");
    await home.next(anna, ({ plain }) => /Kitchen Light/.test(plain) && !plain.includes("?"));
    expect(made(home)).toMatchObject({ triggers, conditions, actions: [lamp], mode: "single" });
    expect(home.model.calls).toEqual([]);
  });

  it("the card tells when, only if and then", async () => {
    await using home = await startHome();
    const { plain } = await home.asks(anna, "/automate turn on the kitchen light at sunset when nobody is home");
    expect(plain).toContain("Create this automation?");
    expect(plain).toContain("Starts: every day at sunset");
    expect(plain).toContain("Only if: nobody is at home");
    expect(plain).toContain("Then: turn on Kitchen Light");
  });

  /** In the last week the front door was unlocked three times; the second time somebody switched the light off at once. */
  function aWeek(home: ScenarioHome): void {
    const hour = 3_600_000;
    const days = [6, 4, 2].map((ago) => home.now - ago * 24 * hour);
    home.sim.recordHistory("lock.front_door", [
      { at: home.now - 9 * 24 * hour, state: "locked" },
      ...days.flatMap((at) => [
        { at, state: "unlocked" },
        { at: at + hour, state: "locked" },
      ]),
    ]);
    home.sim.recordHistory("light.kitchen_light", [
      { at: home.now - 9 * 24 * hour, state: "on" },
      { at: (days[1] ?? 0) + 60_000, state: "off" },
    ]);
  }
  const UNLOCKED = "/automate if the front door gets unlocked turn on the kitchen light";

  it("the card tells when it would have run last week, and what became the opposite, with a picture before it", async () => {
    await using home = await startHome();
    aWeek(home);
    const picture = await home.asks(anna, UNLOCKED);
    expect(picture.plain).toContain("When it would have run");
    expect(picture.photo?.bytes.subarray(1, 4).toString()).toBe("PNG");
    const { plain } = await home.next(anna);
    expect(plain).toContain("It would have run 3 times in the last 7 days:");
    expect(plain.match(/(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)[^\n]*\d\d:\d\d[^\n]*/g)).toEqual([
      expect.not.stringContaining("other way"),
      expect.stringContaining("(Kitchen Light changed back within 10 minutes)"),
      expect.not.stringContaining("other way"),
    ]);
  });

  it("where no picture can be sent, the card comes alone", async () => {
    await using home = await startHome();
    aWeek(home);
    for (const _ of [1, 2]) home.sim.telegram.fail({ service: "send_photo", error: { message: "Photo_invalid_dimensions" } });
    expect((await home.asks(anna, UNLOCKED)).plain).toContain("It would have run 3 times");
  });

  it("on the console the picture is an SVG", async () => {
    const { home, browser } = await openConsole();
    aWeek(home);
    await home.namesKinds();
    const page = await browser(USERS.anna);
    await page.send("POST", "chat", { text: UNLOCKED, clientId: "timeline-001" });
    // the message, the picture, the question
    const shown = (await answered(page, 3)).find(({ hasPicture }) => hasPicture);
    const picture = await fetch(`${home.consoleUrl}/api/chat/picture/${shown?.id}`, { headers: { "X-Remote-User-Id": USERS.anna } });
    expect(picture.headers.get("content-type")).toBe("image/svg+xml");
    expect((await picture.text()).match(/v14/g)).toHaveLength(3);
  });

  it("a no makes nothing", async () => {
    await using home = await startHome();
    await home.asks(anna, "/automate turn on the kitchen light at sunset");
    home.presses(anna, "Cancel");
    await home.settled();
    expect(home.rows("SELECT status FROM automations")).toEqual([{ status: "draft" }]);
    expect(home.sim.entityIds().filter((id) => id.includes("kitchen_light") && id.startsWith("automation."))).toEqual([]);
  });
});

describe("what an automation would do without asking is judged when it is made", () => {
  it("unlocking is never automated unless an option says so, and an owner says yes then", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "/automate unlock the front door every weekday at 7")).plain).toContain(
      "No automation may do that by itself",
    );
  });

  it("names the door and the time", async () => {
    await using home = await startHome("en", { automation_effects: ["unlock"] });
    const { plain } = await home.asks(anna, "/automate unlock the front door every weekday at 7");
    expect(plain).toContain("Starts: on weekdays at 07:00");
    expect(plain).toContain("It unlocks a door each time, without asking: Front Door.");
  });

  it("what an event asks makes none", async () => {
    await using home = await startHome();
    await home.asks(anna, "hello");
    home.sim.fireEvent("ha_personal_assistant_ask", { text: "/automate turn on the kitchen light at sunset", person: "person.anna" });
    expect((await home.next(anna)).plain).toContain("in their own words");
    expect(home.rows("SELECT * FROM automations")).toEqual([]);
  });
});

describe("nothing is half created", () => {
  it.each([true, false])("what is broken elsewhere takes it back, and it can be pasted (the file is YAML: %s)", async (isReadable) => {
    await using home = await startHome("en", {});
    const question = await home.asks(anna, "/automate turn on the kitchen light at sunset");
    home.sim.breakRoutines({ isReadable });
    home.presses(anna, labels(question)[0] ?? "");
    const { plain } = await home.next(anna, ({ plain: text }) => text.includes("not saved"));
    expect(plain).toContain("light.turn_on");
    expect(home.rows("SELECT status FROM automations")).toEqual([{ status: "draft" }]);
    const [{ id }] = home.rows("SELECT id FROM automations") as [{ id: string }];
    expect(home.sim.routine(id)).toBeUndefined();
  });
});

it("Ben, an adult, makes one of lights by his own yes", async () => {
  await using home = await startHome();
  const question = await home.asks(ben, "/automate turn on the kitchen light at sunset");
  home.presses(ben, labels(question)[0] ?? "");
  await home.next(ben, ({ plain }) => plain.startsWith("Done"));
  expect(made(home)).toMatchObject({ actions: [lamp] });
});

/** Makes an automation of a sentence, and answers yes. */
const idOf = (home: ScenarioHome) => String(home.rows("SELECT id FROM automations")[0]?.["id"]);

describe("a name that fits two entities", () => {
  it("is asked about with a button for each, and the tap leads to the card", async () => {
    const lamps = ["Bedroom", "Office"].map((area) => ({
      entity_id: `light.${area.toLowerCase()}_reading_lamp`,
      name: `${area} Reading Lamp`,
      area,
    }));
    const furnishing = { ...demoHome, entities: [...demoHome.entities, ...lamps] };
    await using home = await ScenarioHome.start({ options: { people: family }, home: { furnishing } });
    await home.namesKinds();
    const question = await home.asks(anna, "/automate turn on the reading lamp every weekday at 7");
    expect(question.plain).toContain("Which one do you mean by “the reading lamp”?");
    home.presses(anna, "Office Reading Lamp");
    expect((await home.next(anna, ({ plain }) => plain.includes("Create this"))).plain).toContain("Then: turn on Office Reading Lamp");
    home.presses(anna, "Create");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    expect(made(home)).toMatchObject({ actions: [{ target: { entity_id: ["light.office_reading_lamp"] } }] });
  });
});

const DAY = 86_400_000;

describe("an automation on trial", () => {
  async function onTrial(said = "/automate turn on the kitchen light at sunset", options: object = {}) {
    const home = await startHome("en", options);
    const card = await home.asks(anna, said);
    home.presses(anna, "Try for a week");
    await home.next(anna, ({ messageId, plain }) => messageId === card.messageId && plain.includes("On trial for a week"));
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    const entityId = home.sim.entityIds().find((id) => id.startsWith("automation.every_day")) ?? "";
    const runs = () => home.sim.trigger(entityId, "sun");
    return { home, entityId, runs };
  }
  const told = "“Every day at sunset: turn on Kitchen Light” ran ";

  it("tells its person of each run, and Keep leaves it on", async () => {
    const { home, entityId, runs } = await onTrial();
    await using _ = home;
    await runs();
    const news = await home.next(anna, ({ plain }) => plain.includes(told));
    expect(labels(news)).toEqual(["Keep", "Stop"]);
    expect((await home.asks(anna, "/automations")).plain).toMatch(/on trial until /);
    home.presses(anna, "Keep", { messageId: news.messageId });
    await home.next(anna, ({ messageId, plain }) => messageId === news.messageId && plain.includes("stays on"));
    expect((await home.asks(anna, "/automations")).plain).not.toContain("on trial");
    home.passes(8 * DAY);
    await runs();
    await home.settled();
    expect(home.rows("SELECT 1 FROM outbox WHERE once_key LIKE 'trial/%'")).toHaveLength(1);
    expect(home.calls().map(({ service }) => service)).not.toContain("automation.turn_off");
    expect(home.sim.state(entityId)?.state).toBe("on");
  });

  it("Stop switches it off, and it can be kept after all", async () => {
    const { home, entityId, runs } = await onTrial();
    await using _ = home;
    await runs();
    await home.next(anna, ({ plain }) => plain.includes(told));
    home.presses(anna, "Stop");
    const over = await home.next(anna, ({ plain }) => plain.includes("is off now"));
    expect(over.plain).toContain("It ran once");
    expect(home.sim.state(entityId)?.state).toBe("off");
    home.presses(anna, "Keep", { messageId: over.messageId });
    await eventually(() => home.sim.state(entityId)?.state === "on");
  });

  it("does not tell of runs that tell who is at home, without consent, but that it is over", async () => {
    const people = family.map((person) => ({ ...person, language: "en", ha_person: `person.${person.name.toLowerCase()}` }));
    const { home, entityId, runs } = await onTrial("/automate turn on the kitchen light at sunset when nobody is home", { people });
    await using _ = home;
    await runs();
    await eventually(() => home.rows("SELECT 1 FROM automation_trials WHERE runs = 1").length === 1);
    home.passes(7 * DAY);
    expect((await home.next(anna, ({ plain }) => plain.includes("The trial of"))).plain).toContain("It ran once");
    expect(home.sim.state(entityId)?.state).toBe("off");
    expect(home.rows("SELECT 1 FROM outbox WHERE once_key LIKE 'trial/%'")).toHaveLength(1);
  });

  it.each([
    ["while it runs", false],
    ["when it is over", true],
  ])("what an owner allowed for a week stays on with an owner's yes alone, %s", async (_, isOver) => {
    await using home = await startHome();
    home.says(ben, "/automate open the garage door at sunset");
    const card = await home.next(anna, ({ plain }) => plain.includes("Create this automation?"));
    home.presses(anna, "Try for a week", { messageId: card.messageId });
    await home.next(ben, ({ plain }) => plain.startsWith("Done"));
    const entityId = home.sim.entityIds().find((id) => id.startsWith("automation.every_day")) ?? "";
    await home.sim.trigger(entityId, "sun");
    const ran = await home.next(ben, ({ plain }) => plain.includes(" ran "));
    if (isOver) home.presses(ben, "Stop");
    const { messageId } = isOver ? await home.next(ben, ({ plain }) => plain.includes("The trial of")) : ran;
    home.presses(ben, "Keep", { messageId });
    const question = await home.next(anna, ({ plain }) => plain.includes("an owner has to say yes"));
    expect(home.rows("SELECT 1 FROM automation_trials")).toHaveLength(isOver ? 0 : 1);
    home.presses(anna, "Yes", { messageId: question.messageId });
    await eventually(() => home.rows("SELECT 1 FROM automation_trials").length === 0 && home.sim.state(entityId)?.state === "on");
  });

  it("ends by itself after a week, also where the service was away in between, and others cannot keep it", async () => {
    const { home, entityId, runs } = await onTrial();
    await using _ = home;
    await runs();
    await home.next(anna, ({ plain }) => plain.includes(told));
    await home.settled();
    await home.stopApp();
    home.passes(DAY);
    await runs();
    await home.startApp();
    const news = await home.next(anna, ({ plain }) => plain.includes(told) && plain.includes("(2 times so far)"));
    const pressed = home.presses(anna, "Keep", { messageId: news.messageId, userId: ben });
    expect(await home.toast(pressed)).toBe("This button does not work any more.");
    home.passes(7 * DAY);
    const over = await home.next(anna, ({ plain }) => plain.includes("The trial of"));
    expect(labels(over)).toEqual(["Keep"]);
    expect(home.sim.state(entityId)?.state).toBe("off");
    expect(home.rows("SELECT 1 FROM automation_trials")).toEqual([]);
  });
});

describe("what was made lives on", () => {
  it("is listed, changed by a sentence, taken back, switched and deleted", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light at sunset");
    expect((await home.asks(anna, "/automations")).plain).toMatch(
      /Made by me:\n\n1\. Every day at sunset: turn on Kitchen Light: on, never ran/,
    );
    await makes(home, "/automations 1 turn on the kitchen light every day at 8 pm");
    expect(home.sim.routine(idOf(home))).toMatchObject({ triggers: [{ trigger: "time", at: ["20:00:00"] }] });
    expect((await home.asks(anna, "/automations 1 versions")).plain).toMatch(/2\. .*8:00|2\. .*20:00/);
    await makes(home, "/automations 1 undo");
    expect(home.sim.routine(idOf(home))).toMatchObject({ triggers: [{ trigger: "sun" }] });
    await home.asks(anna, "/automations 1 off");
    expect(home.calls().map(({ service }) => service)).toEqual(["automation.turn_off"]);
    await makes(home, "/automations 1 delete");
    expect(home.sim.routine(idOf(home))).toBeUndefined();
    await makes(home, "/automations 1 undo");
    expect(home.sim.routine(idOf(home))).toMatchObject({ triggers: [{ trigger: "sun" }] });
  });

  it("why it can't be made is told without ids", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light at sunset");
    await makes(home, "/automations 1 turn on the hallway light every day at 8 pm");
    home.sim.removeEntity("light.kitchen_light");
    await eventually(() => home.app.home.known("light.kitchen_light") === undefined);
    const { plain } = await home.asks(anna, "/automations 1 undo");
    expect(plain).toContain("It can’t be made like this");
    expect(plain).not.toContain("light.kitchen");
  });

  it("what somebody edited in Home Assistant is never overwritten", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light at sunset");
    const edited = { ...(home.sim.routine(idOf(home)) as object), mode: "restart" };
    home.sim.editRoutine(idOf(home), edited);
    await home.settled();
    expect((await home.asks(anna, "/automations")).plain).toContain("(changed in Home Assistant)");
    expect((await home.asks(anna, "/automations 1 delete")).plain).toContain("was changed in Home Assistant");
    expect(home.sim.routine(idOf(home))).toMatchObject({ mode: "restart" });
  });

  it("an edit between the question and the yes is not overwritten either", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light at sunset");
    await home.asks(anna, "/automations 1 delete");
    home.sim.editRoutine(idOf(home), { ...(home.sim.routine(idOf(home)) as object), mode: "restart" });
    await home.settled();
    home.presses(anna, "Delete");
    // what it would delete is another one now
    await home.next(anna);
    home.presses(anna, "Delete");
    expect((await home.next(anna)).plain).toContain("was not saved: somebody else changed it");
    expect(home.sim.routine(idOf(home))).toMatchObject({ mode: "restart" });
  });

  it("tells a person what it was asked to, and forgets it with the message", async () => {
    await using home = await startHome();
    await makes(home, "/automate when the front door is unlocked tell me");
    home.sim.setState("lock.front_door", "unlocked");
    expect((await home.next(anna, ({ plain }) => plain.startsWith("📢"))).plain).toContain("Front Door is unlocked");
    const left = () => home.rows("SELECT 1 FROM outbox WHERE concat(text, once_key) LIKE '%Front Door is unlocked%'").length;
    expect(left()).toBeGreaterThan(0);
    const { messageId } = await home.asks(anna, "/forget today");
    home.presses(anna, "Yes", { messageId });
    await home.next(anna, ({ plain }) => plain.startsWith("It is forgotten"));
    expect(left()).toBe(0);
  });
});

it("a model fills in what no template reads, and mends it; code compiles it", async () => {
  await using home = await startHome();
  const automation = {
    name: "x",
    triggers: [{ kind: "state", entities: ["lock.front_door"], to: ["unlocked"] }],
    conditions: [],
    actions: [{ kind: "call", service: "light.turn_on", entities: ["light.kitchen_lamp"] }],
    mode: "single",
  };
  const right = { ...automation, actions: [{ ...automation.actions[0], entities: ["light.kitchen_light"] }] };
  home.model.reply({ text: JSON.stringify({ automation }) }, { text: JSON.stringify({ automation: right }) });
  const question = await home.asks(anna, "/automate whenever somebody has opened up the main entrance the kitchen should be bright");
  expect(question.plain).toContain("Starts: when Front Door is unlocked");
  home.presses(anna, "Create");
  await home.next(anna, ({ plain }) => plain.startsWith("Done"));
  expect(made(home)).toMatchObject({ actions: [lamp] });
});

it("a sentence that nothing starts is asked about", async () => {
  await using home = await startHome();
  home.model.reply({ text: JSON.stringify({ missing: "trigger" }) });
  expect((await home.asks(anna, "/automate turn on the kitchen light")).plain).toContain("I don’t understand what starts it");
});

it("a model saves none by a service call, whatever it was given to read", async () => {
  await using home = await startHome();
  const data = { id: "hpa_0123456789abcdef", config: { alias: "x", triggers: [], actions: [] } };
  home.model.reply(
    { toolCalls: [{ name: "call_ha_service", args: { when: "now", service: "automation.save", data } }] },
    { text: "I could not do that." },
  );
  await home.asks(anna, "please see to it that the house is cosy from now on");
  expect(home.rows("SELECT id FROM approvals")).toEqual([]);
  expect(home.sim.routine(data.id)).toBeUndefined();
});
