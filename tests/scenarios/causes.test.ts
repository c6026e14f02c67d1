import { describe, expect, it } from "vitest";
import { startFamily } from "./family-home.ts";
import { anna, ben, eventually, family, homeOfLanguage, ScenarioHome } from "./scenario-home.ts";

const LIGHT = "light.hallway_light";

const homeIn = homeOfLanguage(startFamily);

/** Somebody walks through the hallway, and an automation of the home switches its light on. */
async function walks(home: ScenarioHome): Promise<void> {
  home.sim.setState(LIGHT, "off");
  await home.settled();
  home.sim.setState("binary_sensor.hallway_motion", "off");
  home.sim.setState("binary_sensor.hallway_motion", "on");
  await eventually(() => home.app.home.find(LIGHT)?.state.state === "on");
  await home.settled();
}

describe("why something is so is answered without a model", () => {
  it.each<[string, readonly string[]]>([
    ["en", ["why did the hallway light turn on?", "Why is the hallway light on", "who turned on the hallway light?"]],
    ["de", ["warum ist Hallway Light an?", "Wieso ging Hallway Light an?", "wer hat Hallway Light angemacht?"]],
    ["fr", ["pourquoi Hallway Light est-elle allumée ?", "pourquoi Hallway Light s'est allumée ?", "qui a allumé Hallway Light ?"]],
    ["es", ["¿por qué está encendida Hallway Light?", "¿por qué se encendió Hallway Light?", "¿quién encendió Hallway Light?"]],
    ["nl", ["waarom is Hallway Light aan?", "wie heeft Hallway Light aangezet?"]],
    ["he", ["למה Hallway Light דולק?", "למה Hallway Light נדלק?", "מי הדליק את Hallway Light?"]],
  ])("in %s", async (language, questions) => {
    const home = await homeIn(language);
    await walks(home);
    for (const question of questions) {
      const { plain } = await home.asks(anna, question);
      expect(plain, question).toContain("Hallway Light On Motion");
      expect(plain, question).toContain("Hallway Motion");
    }
    expect(home.model.calls).toEqual([]);
  });

  it("with what set it off, by name for owners alone", async () => {
    await using home = await startFamily();
    await walks(home);
    expect((await home.asks(anna, "why is the hallway light on?")).plain).toMatch(
      /^The automation “Hallway Light On Motion” did that, (?:today|tomorrow|yesterday) at .*\. Trigger: when Hallway Motion .*\.$/,
    );
    expect((await home.asks(ben, "why is the hallway light on?")).plain).toMatch(
      /^An automation did that, (?:today|tomorrow|yesterday) at [^.]*\.$/,
    );
  });

  it("a person by name, or nobody knows", async () => {
    await using home = await startFamily();
    await home.asks(ben, "turn on the hallway light");
    await home.settled();
    expect((await home.asks(anna, "why is the hallway light on?")).plain).toMatch(
      /^It was Ben, who asked me, (?:today|tomorrow|yesterday) at .*\.$/,
    );
    home.sim.setState("cover.garage_door", "closed", { device_class: "garage" });
    home.sim.setState("cover.garage_door", "open", { device_class: "garage" });
    await eventually(() => home.app.home.find("cover.garage_door")?.state.state === "open");
    expect((await home.asks(anna, "who opened the garage door?")).plain).toMatch(
      /^I don’t know\. Garage Door was switched at the device itself/,
    );
    expect((await home.asks(anna, "why is the front door unlocked?")).plain).toMatch(/has not become unlocked/);
    expect(home.model.calls).toEqual([]);
  });
});

describe("which automations touch something", () => {
  it.each([
    ["en", "Which automations touch the hallway light?"],
    ["de", "Welche Automatisierungen schalten Hallway Light?"],
    ["fr", "quelles automatisations concernent Hallway Light ?"],
    ["es", "¿qué automatizaciones afectan a Hallway Light?"],
    ["nl", "welke automatiseringen bedienen Hallway Light?"],
    ["he", "אילו אוטומציות משפיעות על Hallway Light?"],
  ])("%s: %s", async (language, question) => {
    const home = await homeIn(language);
    expect((await home.asks(anna, question)).plain).toContain("Hallway Light On Motion");
    const { plain } = await home.asks(ben, question);
    expect(plain).not.toContain("Hallway Light On Motion");
    expect(home.model.calls).toEqual([]);
  });

  it("an adult reads of those that they had made, and is told that there may be others", async () => {
    await using home = await startFamily();
    const { buttons } = await home.asks(ben, "/automate turn on the hallway light at sunset");
    home.presses(ben, buttons[0]?.[0]?.label ?? "");
    await home.next(ben, ({ plain }) => plain.startsWith("Done"));
    const { plain } = await home.asks(ben, "which automations touch the hallway light?");
    expect(plain).toMatch(/^Automations for hallway light: Every day at sunset: turn on Hallway Light\.\s+Only owners can see/);
    expect((await home.asks(ben, "which automations touch the kitchen light?")).plain).toMatch(/^Only owners can see/);
  });
});

it("an adult's search says that it leaves out routines", async () => {
  await using home = await ScenarioHome.start({ options: { people: family, knowledge: true } });
  for (const [who, isSaid] of [
    [anna, false],
    [ben, true],
  ] as const) {
    home.model.reply({ toolCalls: [{ name: "retrieve_knowledge", args: { query: "hallway light automation" } }] }, { text: "Hm." });
    await home.asks(who, "what is it that has to do with the light in the hallway?");
    expect(JSON.stringify(home.model.calls.at(-1)?.body).includes("routines: owners only")).toBe(isSaid);
  }
});
