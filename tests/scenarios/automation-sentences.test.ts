import { describe, expect, it } from "vitest";
import { created, firing, lamp, startHome } from "./automation-home.ts";
import { anna, eventually, type ScenarioHome } from "./scenario-home.ts";

describe("what an automation does for some time", () => {
  it.each([
    ["en", "/automate turn on the kitchen light for 5 minutes when motion is detected in the hallway", 300],
    ["en", "/automate when Ben comes home turn on the kitchen light for 5 minutes", 300],
    ["en", "/automate every day at 7 am turn on the kitchen light for half an hour", 1_800],
    ["de", "/automate wenn im Hallway Bewegung ist, schalte Kitchen Light für 5 Minuten ein", 300],
    ["fr", "/automate quand il y a du mouvement dans le Hallway allume Kitchen Light pendant 5 minutes", 300],
    ["es", "/automate cuando haya movimiento en el Hallway enciende Kitchen Light durante 5 minutos", 300],
    ["nl", "/automate als er beweging is in de Hallway doe Kitchen Light 5 minuten aan", 300],
  ])("%s: %s", async (language, said, seconds) => {
    await using home = await startHome(language);
    expect(await created(home, said)).toMatchObject({
      mode: "restart",
      actions: [lamp, { delay: { seconds } }, { action: "light.turn_off", target: lamp.target }],
    });
  });

  it("and nothing for some time that nothing is known to end", async () => {
    await using home = await startHome();
    expect((await home.asks(anna, "/automate when Ben comes home play the kitchen radio for 5 minutes")).plain).toMatch(
      /^I don’t understand/,
    );
  });
});

describe("what a sensor detects starts an automation", () => {
  it.each([
    ["en", "/automate if there's motion in the hallway turn on the kitchen light", "hallway_motion"],
    ["en", "/automate when smoke is detected in the kitchen turn on the kitchen light", "kitchen_smoke"],
    ["de", "/automate wenn es in der Kitchen Rauch gibt, schalte Kitchen Light ein", "kitchen_smoke"],
    ["he", "/automate כשיש תנועה ב Hallway הדלק את Kitchen Light", "hallway_motion"],
  ])("%s: %s", async (language, said, sensor) => {
    await using home = await startHome(language);
    expect(await created(home, said)).toMatchObject({
      triggers: [{ entity_id: [`binary_sensor.${sensor}`], to: ["on"] }],
      actions: [lamp],
    });
  });
});

const off = { ...lamp, action: "light.turn_off" };
const held = [{ entity_id: ["binary_sensor.hallway_motion"], to: ["off"], for: { seconds: 300 } }];
describe("what ends it, in the same sentence", () => {
  const opens = { if: [{ entity_id: ["binary_sensor.kitchen_window"], state: ["on"] }], do: [lamp] };
  const closes = { if: [{ entity_id: ["binary_sensor.kitchen_window"], state: ["off"] }], do: [off] };
  it.each([
    ["en", "turn on the kitchen light when the kitchen window opens and turn it off when it closes"],
    ["en", "turn on the kitchen light when the kitchen window opens and off when it closes"],
    ["de", "schalte Kitchen Light ein, wenn Kitchen Window aufgeht, und schalte es aus, wenn es zugeht"],
    ["fr", "allume Kitchen Light quand Kitchen Window s'ouvre et éteins-la quand elle se ferme"],
    ["es", "enciende Kitchen Light cuando se abra Kitchen Window y apágala cuando se cierre"],
    ["nl", "doe Kitchen Light aan als Kitchen Window opengaat en doe het uit als het dichtgaat"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    const { triggers, actions, mode } = await created(home, `/automate ${said}`);
    expect([triggers, mode]).toMatchObject([[{ to: ["on"] }, { to: ["off"] }], "restart"]);
    expect(actions).toMatchObject([{ choose: [opens, closes].map(({ if: conditions, do: sequence }) => ({ conditions, sequence })) }]);
  });

  it("is done after some time, too", async () => {
    await using home = await startHome();
    const { actions } = await created(
      home,
      "/automate turn on the kitchen light when the kitchen window opens and turn it off after 10 minutes",
    );
    expect(actions).toMatchObject([lamp, { delay: { seconds: 600 } }, off]);
  });

  it("is not guessed where how things are does not tell which of the two began", async () => {
    await using home = await startHome();
    const text = "/automate turn on the kitchen light when the kitchen window opens and turn off the bed light when the garage door opens";
    expect((await home.asks(anna, text)).plain).toMatch(/^I don’t understand/);
  });
});

describe("for how long stands with what has to be so", () => {
  it.each([
    ["en", "when the hallway motion is off for 5 minutes turn off the kitchen light"],
    ["en", "turn off the kitchen light when there is no motion in the hallway for 5 minutes"],
    ["de", "wenn im Hallway seit 5 Minuten keine Bewegung ist, schalte Kitchen Light aus"],
    ["fr", "quand il n'y a plus de mouvement dans le Hallway depuis 5 minutes, éteins Kitchen Light"],
    ["es", "cuando no haya movimiento en el Hallway durante 5 minutos apaga Kitchen Light"],
    ["nl", "als er in de Hallway al 5 minuten geen beweging is doe Kitchen Light uit"],
    ["he", "כשאין תנועה ב Hallway במשך 5 דקות כבה את Kitchen Light"],
  ])("%s: %s", async (language, said) => {
    await using home = await startHome(language);
    expect(await created(home, `/automate ${said}`)).toMatchObject({ triggers: held, actions: [off] });
  });
});

it("an automation that starts itself takes no other's messages", async () => {
  await using home = await startHome();
  const [noisy, quiet] = [
    await firing(home, "/automate remind me to look whenever the kitchen window opens"),
    await firing(home, "/automate remind me to mop when smoke is detected in the kitchen"),
  ];
  for (let run = 1; run <= 9; run += 1) noisy(`noisy-${run}`);
  quiet("quiet-1");
  await eventually(() => told(home, "mop") === 1);
  expect(told(home, "look")).toBe(6);
});

const told = (home: ScenarioHome, word: string) =>
  home.rows("SELECT text FROM outbox").filter(({ text }) => /^📢/u.test(String(text)) && String(text).includes(word)).length;

describe("for how long nobody is at home stands with that", () => {
  it.each([
    ["en", "when nobody is home for 10 minutes turn off the TV", "when nobody is at home for 10 minutes"],
    ["en", "turn off the TV when nobody has been home for 10 minutes", "when nobody is at home for 10 minutes"],
    ["de", "wenn seit 10 Minuten niemand zu Hause ist, schalte TV aus", "wenn niemand zu Hause ist seit 10 Minuten"],
    ["fr", "quand il n'y a personne à la maison depuis 10 minutes, éteins TV", "10 minutes"],
    ["es", "cuando no haya nadie en casa durante 10 minutos apaga TV", "10 minutos"],
    ["nl", "als er 10 minuten lang niemand thuis is doe TV uit", "10 minuten"],
    ["he", "כשאין אף אחד בבית במשך 10 דקות כבה את TV", "10"],
  ])("%s: %s", async (language, said, told) => {
    await using home = await startHome(language);
    const { triggers, actions } = await created(home, `/automate ${said}`);
    expect(home.texts(anna).find((text) => text.includes(told))).toBeDefined();
    expect(triggers).toMatchObject([{ entity_id: ["zone.home"], below: 1, for: { seconds: 600 } }]);
    expect(actions).toMatchObject([{ action: "media_player.turn_off" }]);
  });

  it("and with what is done where it stands there", async () => {
    await using home = await startHome();
    const { actions } = await created(home, "/automate turn off the TV for 10 minutes when nobody is home");
    expect(actions).toMatchObject([{ action: "media_player.turn_off" }, { delay: { seconds: 600 } }, { action: "media_player.turn_on" }]);
  });

  it.each([
    "turn off the TV at 11 pm if nobody is home for 10 minutes",
    "turn off the kitchen light every day at 7 am for a week",
    "every 10 minutes turn on the kitchen light for 15 minutes",
  ])("%s: asks where it has no place, or would begin anew before it ends", async (said) => {
    await using home = await startHome();
    expect((await home.asks(anna, `/automate ${said}`)).plain).toMatch(/^I don’t understand/);
  });
});

describe("on which days it is, and on which not", () => {
  const workdays = ["mon", "tue", "wed", "thu", "fri"];
  const butSunday = [...workdays, "sat"];
  it.each([
    ["en", "turn on the kitchen light every day at 7 am except Sundays", butSunday],
    ["en", "every day at 7 am, but not on weekends, turn on the kitchen light", workdays],
    ["en", "Monday to Friday at 7 am turn on the kitchen light", workdays],
    ["de", "schalte Kitchen Light jeden Tag um 7 Uhr ein, außer sonntags", butSunday],
    ["de", "jeden Tag um 7 Uhr schalte Kitchen Light ein, aber nicht am Wochenende", workdays],
    ["de", "montags bis freitags um 7 Uhr schalte Kitchen Light ein", workdays],
    ["fr", "tous les jours à 7 heures du matin sauf le dimanche allume Kitchen Light", butSunday],
    ["fr", "du lundi au vendredi à 7 heures du matin allume Kitchen Light", workdays],
    ["es", "todos los días a las 7 de la mañana excepto los domingos enciende Kitchen Light", butSunday],
    ["es", "de lunes a viernes a las 7 de la mañana enciende Kitchen Light", workdays],
    ["nl", "doe Kitchen Light elke dag om 7 uur 's ochtends aan, behalve op zondag", butSunday],
    ["nl", "van maandag tot en met vrijdag om 7 uur 's ochtends doe Kitchen Light aan", workdays],
    ["he", "כל יום בשעה 7 בבוקר חוץ משבת הדלק את Kitchen Light", ["sun", ...workdays].toSorted()],
  ])("%s: %s", async (language, said, weekday) => {
    await using home = await startHome(language);
    const { triggers } = await created(home, `/automate ${said}`);
    const [trigger] = triggers as { weekday: string[] }[];
    expect([trigger?.weekday.toSorted(), trigger]).toMatchObject([weekday.toSorted(), { at: ["07:00:00"] }]);
  });

  it("limits what begins by something else, or every so often", async () => {
    await using home = await startHome();
    const said = "/automate when the kitchen window opens, except on weekends, turn on the kitchen light";
    expect(await created(home, said)).toMatchObject({ conditions: [{ weekday: workdays }], actions: [lamp] });
    expect((await home.asks(anna, "/automate every 20 minutes except on Sundays turn on the kitchen light")).plain).toContain(
      "every 20 minutes",
    );
  });
});
