import { describe, expect, test } from "vitest";
import { demoHome } from "../../src/simulated-home/demo-home.ts";
import type { FurnishedEntity } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, ScenarioHome, serviceCall } from "./scenario-home.ts";

const LAMP = "light.floor_lamp";
const GUEST_UNTIL = "2099-01-01";
const people = {
  owner: [{ name: "Anna", telegram_user_id: anna, role: "owner" }],
  child: [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "child" },
  ],
  guest: [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "guest", areas: ["Living Room"], until: GUEST_UNTIL },
  ],
};
const automation = (id: string, config: FurnishedEntity["config"]): FurnishedEntity => ({
  entity_id: `automation.${id}`,
  name: id,
  ...(config && { config }),
});
const on = { trigger: "state", entity_id: LAMP, to: "on" };
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front_door" } };
const lock = { action: "lock.lock", target: { entity_id: "lock.front_door" } };
const opens = automation("lamp_opens", { triggers: [on], actions: [unlock] });

async function houseWith(role: keyof typeof people, ...entities: readonly FurnishedEntity[]): Promise<ScenarioHome> {
  const furnishing = demoHome;
  const added = [...furnishing.entities.map((entity) => (entity.entity_id === LAMP ? { ...entity, state: false } : entity)), ...entities];
  return ScenarioHome.start({ options: { people: people[role] }, home: { furnishing: { ...furnishing, entities: added } } });
}

/** What the house was told after the model proposed this call, without any answer to a question. */
async function unasked(
  home: ScenarioHome,
  person: number,
  call: { readonly name: string; readonly args: Readonly<Record<string, unknown>> },
) {
  home.model.reply({ toolCalls: [call] }, { text: "Done." });
  const { plain } = await home.asks(person, "would you do that for me now");
  return { plain, calls: home.calls() };
}

describe("a lamp whose automation unlocks the door", () => {
  test("is asked about, and the question says what it also does", async () => {
    await using home = await houseWith("owner", opens);
    const question = await home.asks(anna, "turn on the floor lamp");
    expect(question.plain).toMatch(/floor lamp/i);
    expect(question.plain).toContain("It unlocks a door: Front Door");
    expect(home.calls()).toEqual([]);
    home.presses(anna, "Yes");
    await expect.poll(() => home.sim.state("lock.front_door")?.state).toBe("unlocked");
  });

  const more = [
    { entity_id: "script.cosy", name: "Cosy", config: { sequence: [{ action: "light.turn_on", target: { entity_id: LAMP } }] } },
    { entity_id: "light.lounge", name: "Lounge", area: "Living Room", members: [LAMP] },
  ];
  const calls = {
    itself: serviceCall("light.turn_on", LAMP),
    "through a script": serviceCall("script.turn_on", "script.cosy"),
    "through a group": serviceCall("light.turn_on", "light.lounge"),
    "through a room": { name: "call_ha_service", args: { service: "light.turn_on", area: "Living Room" } },
  };
  const cases = (["owner", "child", "guest"] as const).flatMap((role) => Object.entries(calls).map(([way, call]) => ({ role, way, call })));
  test.each(cases)("is not turned on by the $role unasked: $way", async ({ role, call }) => {
    await using home = await houseWith(role, opens, ...more);
    expect((await unasked(home, role === "owner" ? anna : ben, call)).calls).toEqual([]);
  });
});

test.each<[name: string, call: ReturnType<typeof serviceCall>]>([
  ["the automation that locks at night is not stopped", serviceCall("automation.turn_off", "automation.locks")],
  ["nor is a lamp switched that it depends on", serviceCall("light.turn_on", LAMP)],
])("%s by a child", async (_name, call) => {
  const config = {
    triggers: [{ trigger: "sun", event: "sunset" }],
    conditions: [{ condition: "state", entity_id: LAMP, state: "off" }],
    actions: [lock],
  };
  await using home = await houseWith("child", automation("locks", config));
  expect((await unasked(home, ben, call)).calls).toEqual([]);
});

test("an automation that harms nobody makes no questions", async () => {
  const actions = [{ action: "light.turn_on", target: { entity_id: "light.kitchen_light" } }, lock];
  await using home = await houseWith("child", automation("evening", { triggers: [on], actions }));
  home.says(ben, "turn on the floor lamp");
  await expect.poll(() => home.sim.state(LAMP)?.state).toBe("on");
});
