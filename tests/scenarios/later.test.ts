import { describe, expect, it } from "vitest";
import { startFamily, touched } from "./family-home.ts";
import { anna, eventually, homeOfLanguage, ScenarioHome, serviceCall } from "./scenario-home.ts";

const homeIn = homeOfLanguage(startFamily);

describe("what is wanted later, or on a condition, is not done at once", () => {
  it.each([
    ["en", "turn off the desk lamp in 10 minutes", /^Okay, I’ll turn off Desk Lamp (?:today|tomorrow|yesterday) at .*\.$/],
    ["en", "in half an hour turn off the tv", /^Okay, I’ll turn off TV to.* at .*\.$/],
    ["en", "turn on the kitchen light at 7:30", /^Okay, I’ll turn on Kitchen Light to.* at 7:30.*\.$/],
    ["en", "turn on the kitchen light at sunset", /^Okay, I’ll turn on Kitchen Light at sunset\.$/],
    ["en", "every evening turn on the kitchen light", /^Okay, I’ll turn on Kitchen Light every day at 7:00 PM\.$/],
    ["en", "when Ben leaves turn on the hallway light", /^Okay, I’ll turn on Hallway Light when Ben leaves\.$/],
    ["en", "half an hour before sunset turn on the kitchen light", /^Okay, I’ll turn on Kitchen Light 30 minutes before sunset\.$/],
    [
      "en",
      "every day 20 minutes after sunrise turn off the kitchen light",
      /^Okay, I’ll turn off Kitchen Light every day 20 minutes after sunrise\.$/,
    ],
    ["de", "Mach eine halbe Stunde vor Sonnenuntergang Hallway Light an", /^Okay, 30 Minuten vor Sonnenuntergang: Hallway Light/],
    ["fr", "allume Hallway Light une demi-heure avant le coucher du soleil", /30 minutes avant le coucher du soleil/],
    ["es", "enciende Hallway Light media hora antes del atardecer", /30 minutos antes del atardecer/],
    ["nl", "doe Hallway Light een half uur voor zonsondergang aan", /30 minuten voor zonsondergang/],
    ["he", "הדלק את Hallway Light חצי שעה לפני השקיעה", /לפני השקיעה/],
    ["de", "Mach in 10 Minuten die Desk Lamp aus", /^Okay, (?:heute|morgen) um .*: Desk Lamp/],
    ["de", "Wenn Ben geht, mach Hallway Light an", /^Okay, wenn Ben/],
    ["de", "Mach Desk Lamp morgen früh um 7 Uhr aus", /^Okay, morgen um 07:00: Desk Lamp/],
    ["fr", "Éteins Desk Lamp dans 10 minutes", /^D’accord, je vais éteindre Desk Lamp (?:aujourd.hui|demain) à/],
    ["fr", "Quand Ben sort allume Hallway Light", /^D’accord, je vais allumer Hallway Light quand Ben/],
    ["es", "Apaga Desk Lamp en 10 minutos", /^Vale, voy a apagar Desk Lamp (?:hoy|mañana) a las/],
    ["es", "Cuando Ben salga enciende Hallway Light", /^Vale, voy a encender Hallway Light cuando Ben/],
    ["nl", "Zet over 10 minuten Desk Lamp uit", /^Oké, (?:vandaag|morgen) om/],
    ["nl", "Als Ben vertrekt doe Hallway Light aan", /^Oké, als Ben/],
    ["he", "כבה את Desk Lamp בעוד 10 דקות", /Desk Lamp/],
  ])("in %s: %s", async (language, said, answer) => {
    const home = await homeIn(language);
    home.sim.setState("sun.sun", "above_horizon", {
      next_setting: new Date(home.now + 3_600_000).toISOString(),
      next_rising: new Date(home.now + 13 * 3_600_000).toISOString(),
    });
    await home.settled();
    expect((await home.asks(anna, said)).plain).toMatch(answer);
    await home.settled();
    expect([home.calls(), home.model.calls]).toEqual([[], []]);
  });

  it.each(["turn off the desk lamp after the film", "turn off the desk lamp later"])(
    "%s: no time is known, so it is offered now",
    async (said) => {
      await using home = await startFamily();
      const question = await home.asks(anna, said);
      expect(question.buttons.map((row) => row.map(({ label }) => label))).toEqual([["Do it now", "Cancel"]]);
      await home.settled();
      expect((await home.asks(anna, "ok")).plain).toContain("For this I need a press on a button.");
      expect(home.calls()).toEqual([]);
    },
  );

  it("“for 20 minutes” does it now and ends it then", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "turn on the kitchen light for 20 minutes")).plain).toMatch(
      /^Kitchen Light is now on.*\nOkay, I’ll turn off Kitchen Light (?:today|tomorrow|yesterday) at .*\.$/,
    );
    expect(touched(home)).toEqual(["light.turn_on light.kitchen_light"]);
  });

  it("a door is asked about once, by the strictest rule", async () => {
    await using home = await startFamily();
    const question = await home.asks(anna, "unlock the front door when Ben leaves");
    expect(question.plain).toMatch(/^When Ben leaves: unlock Front Door\?/);
    expect(home.calls()).toEqual([]);
  });

  it("what is so already is not waited for", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "when the hallway light is off turn on the desk lamp")).plain).toBe(
      "That’s already the case: Hallway Light is off.",
    );
  });

  it.each([
    ["remind me to call my mother at 5 pm", /^Okay, I’ll remind you .* at 5:00 PM: call my mother$/],
    ["set a timer for 9 minutes", /^Okay, 9 minutes\. I’ll tell you at/],
    ["wake me at 7", /^Okay, I’ll wake you .* at 7:00 AM\.$/],
    ["remind me about the bins when I get home", /^Okay, I’ll remind you when you come home: the bins$/],
    ["remind me to call my mother", /^When\?/],
  ])("%s", async (said, answer) => {
    const people = [{ name: "Anna", telegram_user_id: anna, role: "owner", ha_person: "person.anna" }];
    await using home = await ScenarioHome.start({ options: { people } });
    await eventually(() => home.app.kindWords().domains.size > 0);
    home.sim.setState("person.anna", "not_home");
    await home.settled();
    expect((await home.asks(anna, said)).plain).toMatch(answer);
    expect(home.model.calls).toEqual([]);
  });

  it("a model says when in the message’s words, or is asked about", async () => {
    await using home = await startFamily();
    const lamp = serviceCall("light.turn_off", "light.desk_lamp");
    home.model.reply({ toolCalls: [{ ...lamp, args: { ...lamp.args, when: "tomorrow at 8 in the evening" } }] });
    home.model.reply({ text: "It will be dark then." });
    expect((await home.asks(anna, "no more light at my desk please, from tomorrow at 8 in the evening on")).plain).toMatch(
      /^Okay, I’ll turn off Desk Lamp tomorrow at 8:00 PM\./,
    );
    home.model.reply({ toolCalls: [{ ...lamp, args: { ...lamp.args, when: "once the guests have left" } }] });
    await home.asks(anna, "no more light at my desk please, our guests are about to go home");
    home.model.reply({ toolCalls: [lamp] });
    await home.asks(anna, "see to it that my desk is dark tomorrow evening");
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("a model that passes over when it is meant does nothing, and one that says so asks", async () => {
    await using home = await startFamily();
    const { name, args } = serviceCall("light.turn_on", "light.hallway_light");
    const said = "turn on the hallway light the moment Ben shows up";
    const [always, once] = [
      { ...args, when: undefined },
      { ...args, when: "the moment Ben shows up" },
    ];
    home.model.reply({ toolCalls: [{ name, args: always }] }, { toolCalls: [{ name, args: always }] }, { text: "I do not know when." });
    await home.asks(anna, said);
    home.model.reply({ toolCalls: [{ name, args: always }] }, { toolCalls: [{ name, args: once }] }, { text: "Shall I?" });
    const question = await home.asks(anna, said);
    expect(question.buttons.map((row) => row.map(({ label }) => label))).toEqual([["Do it now", "Cancel"]]);
    await home.settled();
    expect(home.calls()).toEqual([]);
  });

  it("is no reason to ask where a name says it", async () => {
    await using home = await startFamily();
    expect((await home.asks(anna, "turn on the kitchen light now please")).plain).toMatch(/^Kitchen Light is now on/);
  });
});
