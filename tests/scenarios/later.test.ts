import { describe, expect, it } from "vitest";
import { anna, eventually, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

async function startHome(language = "en"): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language }));
  const home = await ScenarioHome.start({ options: { people } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  return home;
}
const touched = (home: ScenarioHome) => home.calls().map(({ service, entityIds }) => [service, ...entityIds].join(" "));

describe("what is wanted later, or on a condition, is not done at once", () => {
  it.each([
    ["en", "turn off the desk lamp in 10 minutes", "light.turn_off light.desk_lamp"],
    ["en", "in half an hour turn off the tv", "media_player.turn_off media_player.living_room_tv"],
    ["en", "turn on the kitchen light at 7:30", "light.turn_on light.kitchen_light"],
    ["en", "turn on the kitchen light at sunset", "light.turn_on light.kitchen_light"],
    ["en", "every evening turn on the kitchen light", "light.turn_on light.kitchen_light"],
    ["en", "when Ben comes home turn on the hallway light", "light.turn_on light.hallway_light"],
    ["en", "turn off the desk lamp after the film", "light.turn_off light.desk_lamp"],
    ["en", "turn on the kitchen light for 20 minutes", "light.turn_on light.kitchen_light"],
    ["de", "Mach in 10 Minuten die Desk Lamp aus", "light.turn_off light.desk_lamp"],
    ["de", "Wenn Ben nach Hause kommt, mach Hallway Light an", "light.turn_on light.hallway_light"],
    ["de", "Mach Desk Lamp morgen früh um 7 Uhr aus", "light.turn_off light.desk_lamp"],
    ["fr", "Éteins Desk Lamp dans 10 minutes", "light.turn_off light.desk_lamp"],
    ["fr", "Quand Ben rentre allume Hallway Light", "light.turn_on light.hallway_light"],
    ["es", "Apaga Desk Lamp en 10 minutos", "light.turn_off light.desk_lamp"],
    ["es", "Cuando llegue Ben enciende Hallway Light", "light.turn_on light.hallway_light"],
    ["nl", "Zet over 10 minuten Desk Lamp uit", "light.turn_off light.desk_lamp"],
    ["nl", "Als Ben thuiskomt doe Hallway Light aan", "light.turn_on light.hallway_light"],
  ])("in %s: %s", async (language, said, call) => {
    await using home = await startHome(language);
    const question = await home.asks(anna, said);
    expect([question.buttons.length, home.calls()]).toEqual([1, []]);
    await home.settled();
    home.presses(anna, question.buttons[0]?.[0]?.label ?? "");
    await home.next(anna, ({ buttons, edits }) => buttons.length === 0 && edits.length === 0);
    expect(touched(home)).toEqual([call]);
    expect(home.model.calls).toEqual([]);
  });

  it("says so, and an “ok” does not do it", async () => {
    await using home = await startHome();
    const question = await home.asks(anna, "turn off the desk lamp at 7");
    expect(question.plain).toMatch(
      /^Turn off Desk Lamp\?[\s\S]*I can’t do things later or when something happens yet, but I can do it now\./,
    );
    expect(question.buttons.map((row) => row.map(({ label }) => label))).toEqual([["Do it now", "Cancel"]]);
    await home.settled();
    expect((await home.asks(anna, "ok")).plain).toContain("For this I need a press on a button.");
    expect(home.calls()).toEqual([]);
  });

  it("a door is asked about once, by the strictest rule", async () => {
    await using home = await startHome();
    const question = await home.asks(anna, "unlock the front door when Ben comes home");
    expect(question.plain).toMatch(/^Unlock Front Door\?/);
    expect(home.calls()).toEqual([]);
  });

  it.each(["remind me to call my mother at 5", "set a timer for 9 minutes", "wake me at 7"])(
    "%s is no business of the home",
    async (said) => {
      await using home = await startHome();
      expect((await home.asks(anna, said)).plain).toMatch(/^I can’t do things later yet\./);
      expect(home.model.calls).toEqual([]);
    },
  );

  it("a model that says when is asked about, and one that does not as well", async () => {
    await using home = await startHome();
    const lamp = serviceCall("light.turn_off", "light.desk_lamp");
    home.model.reply({ toolCalls: [{ ...lamp, args: { ...lamp.args, when: "once the guests have left" } }] });
    await home.asks(anna, "no more light at my desk please, our guests are about to go home");
    home.model.reply({ toolCalls: [lamp] });
    await home.asks(anna, "see to it that my desk is dark tomorrow evening");
    await home.settled();
    expect(home.calls()).toEqual([]);
    const asked = home.texts(anna).map((text) => text.split("?")[0]);
    expect(asked).toEqual(["Turn off Desk Lamp", "Turn off Desk Lamp"]);
  });

  it("is no reason to ask where a name says it", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "turn on the kitchen light now please")).plain).toMatch(/^Kitchen Light is now on/);
  });
});
