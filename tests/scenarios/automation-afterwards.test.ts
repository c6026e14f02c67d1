import { describe, expect, it } from "vitest";
import { created, labels, lamp, made, makes, startHome } from "./automation-home.ts";
import { anna } from "./scenario-home.ts";

describe("the next message changes what was just made", () => {
  it.each([
    ["en", "turn on the kitchen light at sunset", "make it 9 pm", { triggers: [{ at: ["21:00:00"] }], actions: [lamp] }],
    ["en", "turn on the kitchen light at sunset", "only on weekdays", { conditions: [{ weekday: ["mon", "tue", "wed", "thu", "fri"] }] }],
    ["en", "turn on the kitchen light at sunset", "only if the kitchen window is closed", { conditions: [{ state: ["off"] }] }],
    ["de", "schalte Kitchen Light bei Sonnenuntergang ein", "lieber 21 Uhr", { triggers: [{ at: ["21:00:00"] }] }],
    ["fr", "allume Kitchen Light au coucher du soleil", "plutôt à 21 heures", { triggers: [{ at: ["21:00:00"] }] }],
    ["es", "enciende Kitchen Light al atardecer", "mejor a las 21:00", { triggers: [{ at: ["21:00:00"] }] }],
    ["nl", "doe Kitchen Light aan bij zonsondergang", "maar om 21:00", { triggers: [{ at: ["21:00:00"] }] }],
    ["he", "הדלק את Kitchen Light בשקיעה", "עדיף בשעה 21:00", { triggers: [{ at: ["21:00:00"] }] }],
  ])("%s: %s, %s", async (language, said, next, wanted) => {
    await using home = await startHome(language);
    await created(home, `/automate ${said}`);
    const card = await home.asks(anna, next);
    home.presses(anna, labels(card)[0] ?? card.plain);
    await home.next(anna);
    expect(made(home)).toMatchObject(wanted);
    expect(home.rows("SELECT DISTINCT id FROM automations")).toHaveLength(1);
  });

  it("but not one that says something else", async () => {
    await using home = await startHome();
    await created(home, "/automate turn on the kitchen light at sunset");
    expect((await home.asks(anna, "turn off the kitchen light")).buttons).toEqual([]);
    expect(made(home)).toMatchObject({ actions: [lamp] });
  });
});

it("what an automation runs is deleted with a word of that", async () => {
  await using home = await startHome();
  await makes(home, "make a script called movie mode that turns off all lights");
  await created(home, "/automate at 10 pm run movie mode");
  const card = await home.asks(anna, "delete the script movie mode");
  expect(card.plain).toMatch(/⚠️ .*22:00.* runs it and would fail without it\./u);
  expect(labels(card)).toEqual(["Delete", "Cancel"]);
});

describe("what Home Assistant would take for a template", () => {
  it("is explained where a person says it", async () => {
    await using home = await startHome();
    const template = /^Home Assistant would work out what stands in \{\{ \}\} or \{% %\}/;
    expect((await home.asks(anna, "make a script called {{ night }} that turns off all lights")).plain).toMatch(template);
    expect((await home.asks(anna, "/automate at 8 pm remind me of {{ states('lock.front_door') }}")).plain).toMatch(template);
  });

  it("is none in the name of a device", async () => {
    await using home = await startHome();
    home.sim.setState("binary_sensor.kitchen_smoke", "off", { friendly_name: "Kitchen Smoke {{ 1 + 1 }}" });
    await home.settled();
    const { alias, actions } = await created(home, "/automate tell me when smoke is detected in the kitchen");
    expect(alias).toContain("Kitchen Smoke { 1 + 1 }}");
    expect(actions).toMatchObject([{ event_data: { message: expect.stringContaining("Kitchen Smoke { 1 + 1 }}") } }]);
  });
});
