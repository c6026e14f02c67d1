import { describe, expect, it } from "vitest";
import { created, lamp, startHome } from "./automation-home.ts";
import { anna, ben } from "./scenario-home.ts";

const somebody = { condition: "numeric_state", entity_id: "zone.home", above: 0 };
const window = { condition: "state", entity_id: ["binary_sensor.kitchen_window"] };
const people = [
  { name: "Anna", telegram_user_id: anna, role: "owner", language: "en", ha_person: "person.anna" },
  { name: "Ben", telegram_user_id: ben, role: "adult", language: "en", ha_person: "person.ben" },
];

describe("what must not be so", () => {
  it.each([
    ["en", "at 10 pm turn on the kitchen light unless nobody is home"],
    ["de", "um 22 Uhr schalte Kitchen Light ein, außer wenn niemand zu Hause ist"],
    ["fr", "à 22 heures allume Kitchen Light sauf s'il n'y a personne à la maison"],
    ["es", "a las 22:00 enciende Kitchen Light a menos que no haya nadie en casa"],
    ["nl", "om 22:00 doe Kitchen Light aan tenzij er niemand thuis is"],
    ["he", "בשעה 22:00 הדלק את Kitchen Light אלא אם אין אף אחד בבית"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({ conditions: [somebody], actions: [lamp] });
  });

  it.each([
    ["at 10 pm turn on the kitchen light unless the kitchen window is open", [{ ...window, state: ["on"] }]],
    [
      "at 10 pm turn on the kitchen light unless the kitchen window is open and the garage door is closed",
      [{ condition: "and", conditions: [{ ...window, state: ["on"] }, { state: ["closed"] }] }],
    ],
    [
      "at 10 pm turn on the kitchen light unless the kitchen window or the garage door is closed",
      [{ state: ["off"] }, { state: ["closed"] }],
    ],
    ["at 10 pm turn on the kitchen light if the kitchen window is not closed", [{ state: ["off", "unavailable", "unknown"] }]],
    ["at 10 pm turn on the kitchen light if Anna is not home", [{ entity_id: ["person.anna"], state: ["home"] }]],
  ])("%s", async (said, none) => {
    await using home = await startHome("en", { people });
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      conditions: [{ condition: "not", conditions: none }],
      actions: [lamp],
    });
  });

  it("limits what is limited already, and what several things start", async () => {
    await using home = await startHome();
    const said = "when the kitchen window or the garage door opens turn on the kitchen light if somebody is home unless it is light";
    const { triggers, conditions } = await created(home, `/automate ${said}`);
    expect([triggers, conditions]).toMatchObject([
      [{ to: ["on"] }, { to: ["open"] }],
      expect.arrayContaining([somebody, expect.objectContaining({ state: ["below_horizon"] })]),
    ]);
  });

  it("is asked about where it is not understood, and never left out", async () => {
    await using home = await startHome();
    const { plain } = await home.asks(anna, "/automate at 10 pm turn on the kitchen light unless the unicorn sings");
    expect(plain).toMatch(/^I don’t understand/);
  });

  it("starts it when somebody is home no more", async () => {
    await using home = await startHome("en", { people });
    const said = "/automate when Anna is not home turn on the kitchen light";
    expect(await created(home, said)).toMatchObject({ triggers: [{ entity_id: ["person.anna"], from: ["home"] }], actions: [lamp] });
  });
});

describe("several times", () => {
  it.each([
    ["en", "turn on the kitchen light at 7 am and 7 pm"],
    ["de", "um 7 und um 19 Uhr schalte Kitchen Light ein"],
    ["fr", "allume Kitchen Light à 7 h et à 19 h"],
    ["es", "a las 7 y a las 19:00 enciende Kitchen Light"],
    ["nl", "om 7 uur en om 19 uur doe Kitchen Light aan"],
    ["he", "בשעה 7:00 ובשעה 19:00 הדלק את Kitchen Light"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [{ at: ["07:00:00"] }, { at: ["19:00:00"] }],
      actions: [lamp],
    });
  });

  it.each([
    ["every weekday at 7 am and at 5 pm turn on the kitchen light", ["07:00:00", "17:00:00"]],
    ["at 7 am and at 5 pm on weekdays turn on the kitchen light", ["07:00:00", "17:00:00"]],
  ])("%s: the days are those of both", async (said, times) => {
    await using home = await startHome();
    const weekday = ["mon", "tue", "wed", "thu", "fri"];
    const triggers = times.map((at) => ({ at: [at], weekday }));
    expect(await created(home, `/automate ${said}`)).toMatchObject({ triggers, actions: [lamp] });
  });

  it("asks about one that may be in either half of the day", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "/automate at 7 and 5 pm turn on the kitchen light")).plain).toMatch(/^I don’t understand/);
  });
});

describe("done and told", () => {
  it.each([
    ["en", "when the kitchen window opens turn on the kitchen light and tell me"],
    ["en", "tell me and turn on the kitchen light when the kitchen window opens"],
    ["de", "wenn Kitchen Window aufgeht, schalte Kitchen Light ein und sag mir Bescheid"],
    ["fr", "quand Kitchen Window s'ouvre, allume Kitchen Light et préviens-moi"],
    ["es", "cuando se abra Kitchen Window enciende Kitchen Light y avísame"],
    ["nl", "als Kitchen Window opengaat doe Kitchen Light aan en waarschuw me"],
    ["he", "כש-Kitchen Window נפתח הדלק את Kitchen Light ותודיע לי"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    const { actions } = await created(home, `/automate ${said}`);
    expect(actions).toMatchObject([lamp, { event_data: { message: expect.stringContaining("Kitchen Light") } }]);
  });

  it.each([
    ["turn on the kitchen light and tell Ben", "At sunset"],
    ["turn on the kitchen light and tell Ben that dinner is ready", "Anna: dinner is ready"],
    ["turn on the kitchen light and remind me to feed the cat", "feed the cat"],
  ])("at sunset %s", async (said, message) => {
    await using home = await startHome("en", { people });
    const { actions } = await created(home, `/automate at sunset ${said}`);
    const told = (actions as { event_data?: { message: string } }[]).map(({ event_data }) => event_data?.message);
    expect([actions, told[1]]).toMatchObject([[lamp, {}], expect.stringMatching(new RegExp(message, "i"))]);
  });
});

describe("a pronoun", () => {
  it.each([
    ["en", "when the kitchen light has been on for 30 minutes turn it off"],
    ["en", "turn off the kitchen light when it has been on for 30 minutes"],
    ["de", "wenn Kitchen Light seit 30 Minuten an ist, schalte es aus"],
    ["fr", "quand Kitchen Light est allumée depuis 30 minutes, éteins-la"],
    ["es", "cuando Kitchen Light esté encendida durante 30 minutos apágala"],
    ["nl", "als Kitchen Light 30 minuten aan is doe het uit"],
    ["he", "כש-Kitchen Light דולק במשך 30 דקות כבה אותו"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [{ entity_id: ["light.kitchen_light"], for: { seconds: 1_800 } }],
      actions: [{ ...lamp, action: "light.turn_off" }],
    });
  });

  it.each([
    ["en", "if the garage door is open at 10 pm close it"],
    ["en", "close the garage door at 10 pm if it is open"],
    ["de", "wenn Garage Door um 22 Uhr offen ist, schließe es"],
    ["fr", "si Garage Door est ouverte à 22 h, ferme-la"],
    ["es", "si Garage Door está abierta a las 22:00 ciérrala"],
    ["nl", "als Garage Door om 22 uur open is sluit hem"],
    ["he", "אם Garage Door פתוח בשעה 22:00 סגור אותו"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({
      triggers: [{ at: ["22:00:00"] }],
      conditions: [{ entity_id: ["cover.garage_door"], state: ["open"] }],
      actions: [{ action: "cover.close_cover", target: { entity_id: ["cover.garage_door"] } }],
    });
  });

  it("is asked about where it may be either of two", async () => {
    await using home = await startHome();
    const { plain } = await home.asks(anna, "/automate when the garage door opens turn on the kitchen light and close it");
    expect(plain).toMatch(/^I don’t understand/);
  });
});
