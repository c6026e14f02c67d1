import { describe, expect, it } from "vitest";
import { labels, lamp, made, makes, startHome } from "./automation-home.ts";
import { anna, ben, eventually } from "./scenario-home.ts";

describe("the card says what was understood", () => {
  it.each([
    ["turn on the disco ball at sunset", /“turn on the disco ball”/],
    ["tomorrow at 7 turn on the kitchen light", /what starts it each time/],
    ["good morning", /what starts it, or what it should do/],
  ])("%s: what is not understood is named", async (said, why) => {
    await using home = await startHome();
    expect((await home.asks(anna, `/automate ${said}`)).plain).toMatch(why);
  });

  it("one that does just the same is not made twice", async () => {
    await using home = await startHome();
    await makes(home, "/automate when the kitchen window opens tell me");
    const told = "There is this automation already, as number 1: “When Kitchen Window is open: tell Anna: “Kitchen Window is open””.";
    expect((await home.asks(anna, "/automate tell me when the kitchen window opens")).plain).toBe(told);
    expect((await home.asks(ben, "/automate tell me when the kitchen window opens")).plain).toMatch(/^Create this automation\?/);
    // deleted in Home Assistant
    const entityId = home.sim.entityIds().find((id) => id.startsWith("automation.when_kitchen_window")) ?? "";
    home.sim.removeEntity(entityId);
    await eventually(() => ![...home.app.home.everything()].some((one) => one.entityId === entityId));
    expect((await home.asks(anna, "/automate tell me when the kitchen window opens")).plain).toMatch(/^Create this automation\?/);
  });

  it("who and what Home Assistant does not expose is called by its name", async () => {
    await using home = await startHome();
    home.sim.expose("person.anna", false);
    await eventually(() => home.app.home.isHidden("person.anna"));
    await home.asks(anna, "/automate when I get home turn on the kitchen light");
    expect(home.texts(anna).at(-1)).toContain("when Anna comes home");
    home.presses(anna, "Create");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    home.says(anna, "/automations 1 off");
    await home.next(anna, ({ plain }) => plain.startsWith("When Anna comes home: turn on Kitchen Light is now off"));
  });

  it.each([
    ["30 minutes after sunset turn on the kitchen light", "Starts: every day 30 minutes after sunset"],
    ["if nobody is home turn on the kitchen light", "Starts: when nobody is at home"],
  ])("%s: what starts it reads as it is said", async (said, told) => {
    await using home = await startHome();
    expect((await home.asks(anna, `/automate ${said}`)).plain).toContain(told);
  });

  it("what is on in several ways is on in the card, too", async () => {
    await using home = await startHome();
    const { plain } = await home.asks(anna, "/automate when the TV turns on, turn on the kitchen light");
    expect(plain).toContain("when TV is on");
  });
});

describe("an automation changes by a sentence", () => {
  /** What the sentence that changes an automation comes to, by both ways to say it. */
  const AT_SUNSET = "turn on the kitchen light at sunset when somebody is home";
  it.each([
    ["at 8 pm", { triggers: [{ trigger: "time", at: ["20:00:00"] }], conditions: [{ above: 0 }], actions: [lamp] }],
    ["only if nobody is home", { triggers: [{ trigger: "sun" }], conditions: [{ below: 1 }], actions: [lamp] }],
    ["turn off the kitchen light", { triggers: [{ trigger: "sun" }], conditions: [{ above: 0 }], actions: [{ action: "light.turn_off" }] }],
  ])("“%s” changes that alone", async (said, expected) => {
    await using home = await startHome();
    await home.asks(anna, `/automate ${AT_SUNSET}`);
    home.presses(anna, "Change");
    await home.next(anna, ({ plain }) => plain.startsWith("What should be different?"));
    await home.asks(anna, said);
    home.presses(anna, "Create");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    expect(made(home)).toMatchObject(expected);

    await home.asks(anna, `/automations 1 ${AT_SUNSET}`);
    home.presses(anna, "Change");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    home.says(anna, `/automations 1 ${said}`);
    await home.next(anna, ({ plain }) => plain.startsWith("Change the automation"));
    home.presses(anna, "Change");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    expect(made(home)).toMatchObject(expected);
  });

  const weekdays = { at: ["20:00:00"], weekday: ["mon", "tue", "wed", "thu", "fri"] };
  it.each([
    ["en", "turn on the kitchen light every weekday at 7", "make it 8 pm", weekdays],
    ["en", "turn on the kitchen light every weekday at 7", "at 8 pm", weekdays],
    ["en", "turn on the kitchen light every day at 8 pm", "but only on weekdays", weekdays],
    ["en", "turn on the kitchen light every weekday at 8 pm", "not on Mondays", { weekday: ["tue", "wed", "thu", "fri"] }],
    ["de", "schalte jeden Werktag um 7 Kitchen Light ein", "lieber um 20 Uhr", weekdays],
    ["de", "schalte jeden Tag um 20 Uhr Kitchen Light ein", "aber nur werktags", weekdays],
    ["fr", "allume Kitchen Light tous les jours à 20 h", "seulement en semaine", weekdays],
    ["es", "enciende Kitchen Light todos los días a las 20:00", "solo entre semana", weekdays],
    ["nl", "doe elke dag om 20 uur Kitchen Light aan", "maar alleen op werkdagen", weekdays],
  ])("%s: “%s”, “%s” leaves the rest as it was", async (language, sentence, said, expected) => {
    await using home = await startHome(language);
    const card = await home.asks(anna, `/automate ${sentence}`);
    home.presses(anna, labels(card)[0] ?? card.plain);
    await home.next(anna);
    const changed = await home.asks(anna, `/automations 1 ${said}`);
    home.presses(anna, labels(changed)[0] ?? changed.plain);
    await home.next(anna);
    expect(made(home)).toMatchObject({ triggers: [expected], conditions: [], actions: [lamp] });
  });

  it.each([
    ["turn on the kitchen light when the terrace door opens", "only after 10 pm", [{ after: "22:00:00" }]],
    ["turn on the kitchen light when the terrace door opens", "only between 10 pm and 6 am", [{ after: "22:00:00", before: "06:00:00" }]],
    ["turn on the kitchen light every weekday at 7", "at sunset", [{ condition: "time", weekday: weekdays.weekday }]],
  ])("%s, “%s”: limits what starts it", async (sentence, said, conditions) => {
    await using home = await startHome();
    await makes(home, `/automate ${sentence}`);
    await makes(home, `/automations 1 ${said}`);
    expect(made(home)).toMatchObject({ conditions, actions: [lamp] });
  });

  it("the list and its versions say what has to be so, and until when", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light when the terrace door opens");
    await makes(home, "/automations 1 only after 10 pm");
    const { plain } = await home.asks(anna, "/automations 1 versions");
    expect(plain).toMatch(/2\..*When Terrace Door is open \(from 22:00 to midnight\): turn on Kitchen Light/);
    expect(plain).toMatch(/1\..*When Terrace Door is open: turn on Kitchen Light/);
    expect((await home.asks(anna, "/automations")).plain).toContain("/automations 1 off");
  });

  it("what begins and ends it in one is not started otherwise", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light when the kitchen window opens and off when it closes");
    expect((await home.asks(anna, "/automations 1 at 8 pm")).plain).toMatch(/^I don’t understand/);
  });

  it("what says nothing of a change is asked about again, until it is said or left", async () => {
    await using home = await startHome();
    const comes = (part: string) => home.next(anna, ({ plain }) => plain.includes(part));
    const saying = (said: string, part: string) => [home.says(anna, said), comes(part)][1];
    const change = () => [home.presses(anna, "Change"), comes("What should be different?")][1];
    await home.asks(anna, `/automate ${AT_SUNSET}`);
    await change();
    await saying("bananas", "so nothing has changed. What should be different?");
    await saying("at 8 pm", "Starts: every day at 20:00");
    await change();
    await saying("turn on the light", "Which one");
    home.presses(anna, "Hallway Light");
    await comes("Then: turn on Hallway Light");
    expect(home.touched()).toEqual([]);
    await change();
    await saying("bananas", "so nothing has changed");
    await saying("never mind", "OK, I left it.");
    await saying("turn on the hallway light", "Hallway Light is now on");
  });

  it("a version that is not there, and what the assistant did not make, is said to be so", async () => {
    await using home = await startHome();
    await home.asks(anna, "/automate turn on the kitchen light at sunset");
    home.presses(anna, "Create");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    expect((await home.asks(anna, "/automations 1 restore 7")).plain).toMatch(/^There is no other version/);
    const { plain, buttons } = await home.asks(anna, "delete the script good night");
    expect(plain).toMatch(/^I only delete what I made\. The script “Good Night”/);
    expect(buttons).toEqual([]);
    expect((await home.asks(ben, "/automations")).plain).toMatch(/^Only owners can see which automations there are\./);
  });

  it("of two people who change it at once, one is told that the other did", async () => {
    await using home = await startHome();
    await makes(home, "/automate turn on the kitchen light at sunset", ben);
    await home.asks(ben, "/automations 1 turn on the kitchen light every day at 8 pm");
    await home.asks(anna, "/automations 1 turn on the kitchen light every day at 9 pm");
    home.presses(ben, "Change");
    home.presses(anna, "Change");
    const told = await Promise.all([ben, anna].map((chat) => home.next(chat, ({ plain }) => /is changed|was not saved/.test(plain))));
    const texts = told.map(({ plain }) => plain).toSorted();
    expect(texts).toEqual([expect.stringMatching(/^Done: /), expect.stringContaining("was not saved: somebody else changed it")]);
    expect(texts[0]).toContain(String(made(home)["alias"]));
  });
});

describe("the card changes by what is said next", () => {
  it.each([
    ["at 8 pm", { triggers: [{ trigger: "time", at: ["20:00:00"] }], actions: [lamp] }],
    ["only when somebody is home", { triggers: [{ trigger: "sun" }], conditions: [{ entity_id: "zone.home", above: 0 }], actions: [lamp] }],
    ["turn off the kitchen light", { triggers: [{ trigger: "sun" }], actions: [{ ...lamp, action: "light.turn_off" }] }],
    ["every weekday at 7 turn off the kitchen light", { triggers: [{ at: ["07:00:00"] }], actions: [{ action: "light.turn_off" }] }],
  ])("%s", async (said, wanted) => {
    await using home = await startHome();
    const card = await home.asks(anna, "/automate turn on the kitchen light at sunset");
    expect(labels(card)).toEqual(["Create", "Try for a week", "Change", "Cancel"]);
    home.presses(anna, "Change");
    await home.next(anna, ({ plain }) => plain.startsWith("What should be different?"));
    await home.asks(anna, said);
    home.presses(anna, "Create");
    await home.next(anna, ({ plain }) => plain.startsWith("Done"));
    expect(made(home)).toMatchObject(wanted);
    expect(home.model.calls).toEqual([]);
  });

  it("also as a reply to the card, by a model that keeps the rest", async () => {
    await using home = await startHome();
    const card = await home.asks(anna, "/automate turn on the kitchen light at sunset");
    home.presses(anna, "Change");
    await home.next(anna, ({ plain }) => plain.startsWith("What should be different?"));
    await home.asks(anna, "is the front door locked?");
    const automation = {
      name: "x",
      triggers: [{ kind: "sun", event: "sunset", offsetMinutes: 30 }],
      conditions: [],
      actions: [{ kind: "call", service: "light.turn_on", entities: ["light.kitchen_light"] }],
    };
    home.model.reply({ text: JSON.stringify({ automation }) });
    home.says(anna, "a bit later please", { replyTo: card.messageId });
    await home.next(anna, ({ plain }) => plain.includes("30 minutes after"));
    expect(JSON.stringify(home.model.calls[0]?.messages)).toContain("The automation so far");
  });
});

it("a model's trigger on a player that turns on starts whatever it does then", async () => {
  await using home = await startHome();
  const automation = {
    name: "x",
    triggers: [{ kind: "state", entities: ["media_player.living_room_tv"], from: ["off"], to: ["on"] }],
    conditions: [],
    actions: [{ kind: "call", service: "light.turn_on", entities: ["light.kitchen_light"] }],
    mode: "single",
  };
  home.model.reply({ text: JSON.stringify({ automation }) });
  await home.asks(anna, "/automate whenever somebody begins to watch something the kitchen should be bright");
  home.presses(anna, "Create");
  await home.next(anna, ({ plain }) => plain.startsWith("Done"));
  expect(made(home)).toMatchObject({ triggers: [{ from: ["off", "standby"] }] });
});
