import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, family, ScenarioHome } from "./scenario-home.ts";

const lamps = ["Hall", "Ball"].map((name) => ({ entity_id: `light.${name.toLowerCase()}_torch`, name: `${name} Torch` }));

async function startHome(options: Readonly<Record<string, unknown>> = {}): Promise<ScenarioHome> {
  const furnishing = { ...demoHome, entities: [...demoHome.entities, ...lamps] };
  const home = await ScenarioHome.start({ options: { people: family, ...options }, home: { furnishing } });
  await home.namesKinds();
  return home;
}

it("a sentence with slips that does harm asks by how it was read, whatever the options allow", async () => {
  const people = [{ ...family[0], ha_person: "person.anna" }];
  const options = { people, risk_unlock_without_yes: true, restricted_domains: [], require_confirmation: [] };
  await using home = await startHome(options);
  expect((await home.asks(anna, "unlock the back door")).plain).toBe("Back Door is now unlocked.");
  const question = await home.asks(anna, "unlok the frnt door");
  expect(question.plain).toMatch(/^Unlock Front Door\?[\s\S]*Did you mean “unlock the front door”\?/);
  expect(home.calls()).toHaveLength(1);
});

it("a harmless one is done", async () => {
  await using home = await startHome();
  expect((await home.asks(anna, "trun on the kichen light")).plain).toMatch(/^Kitchen Light is now on/);
});

it("one that may be two things is asked back with both readings", async () => {
  await using home = await startHome();
  const question = await home.asks(anna, "turn on the zall torch");
  expect(question.plain).toMatch(/^Did you mean one of these\?/);
  expect(question.buttons.map((row) => row.map(({ label }) => label))).toEqual([
    ["turn on the hall torch"],
    ["turn on the ball torch"],
    ["Cancel"],
  ]);
  expect(home.calls()).toEqual([]);
  home.presses(anna, "turn on the ball torch");
  await home.next(anna, ({ plain }) => plain.startsWith("Ball Torch is now on"));
  expect(home.model.calls).toEqual([]);
});
