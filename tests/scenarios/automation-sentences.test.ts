import { describe, expect, it } from "vitest";
import { labels, lamp, made, startHome } from "./automation-home.ts";
import { anna } from "./scenario-home.ts";

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
    const card = await home.asks(anna, said);
    home.presses(anna, labels(card)[0] ?? card.plain);
    await home.next(anna);
    expect(made(home)).toMatchObject({
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
    const card = await home.asks(anna, said);
    home.presses(anna, labels(card)[0] ?? card.plain);
    await home.next(anna);
    expect(made(home)).toMatchObject({ triggers: [{ entity_id: [`binary_sensor.${sensor}`], to: ["on"] }], actions: [lamp] });
  });
});
