import { describe, expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

async function startHome(language = "en"): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language }));
  const lamps = ["Ivory", "Jade"].map((name) => ({ entity_id: `light.${name.toLowerCase()}`, name: `${name} Lamp`, area: "Office" }));
  const entities = demoHome.entities.filter(({ entity_id }) => entity_id !== "light.desk_lamp");
  const home = await ScenarioHome.start({ options: { people }, home: { furnishing: { ...demoHome, entities: [...entities, ...lamps] } } });
  await home.namesKinds();
  return home;
}
const told = ({ service, data, entityIds }: ReturnType<ScenarioHome["calls"]>[number]) =>
  [service, ...entityIds, ...Object.entries(data).map(([name, value]) => `${name}=${value}`)].join(" ");
const done = (home: ScenarioHome) =>
  home
    .calls()
    .filter(({ service }) => service !== "todo.get_items")
    .map(told);
const last = (home: ScenarioHome) => done(home).at(-1);

describe("undo", () => {
  it.each([
    ["turn on the kitchen light", "light.turn_off light.kitchen_light"],
    ["turn off the ceiling lights", /^light\.turn_on light\.ceiling_lights .*brightness=/],
    ["dim the ceiling lights to 20%", /^light\.turn_on light\.ceiling_lights brightness=/],
    ["set the heating to 23", "climate.set_temperature climate.thermostat temperature=21"],
    ["set the tv volume to 70%", "media_player.volume_set media_player.living_room_tv volume_level=0.4"],
    ["mute the tv", "media_player.volume_mute media_player.living_room_tv is_volume_muted=false"],
    ["set the living room blind to 30%", /cover\.(open_cover|set_cover_position) cover\.living_room_blind/],
    ["add butter to groceries", "todo.remove_item todo.groceries item=Butter"],
  ])("takes back: %s", async (said, call) => {
    await using home = await startHome();
    await home.asks(anna, said);
    await home.asks(anna, "undo that please");
    if (typeof call === "string") expect(last(home)).toBe(call);
    else expect(last(home)).toMatch(call);
    expect(done(home)).toHaveLength(2);
    expect(home.model.calls).toEqual([]);
  });

  it.each([
    ["de", "Schalte Kitchen Light ein", "mach das rückgängig"],
    ["fr", "Allume Kitchen Light", "annule"],
    ["es", "Enciende Kitchen Light", "deshazlo"],
    ["nl", "Doe Kitchen Light aan", "maak dat ongedaan"],
  ])("is understood in %s", async (language, said, undo) => {
    await using home = await startHome(language);
    await home.asks(anna, said);
    await home.asks(anna, undo);
    expect(done(home)).toEqual(["light.turn_on light.kitchen_light", "light.turn_off light.kitchen_light"]);
  });

  it("of a lock asks", async () => {
    await using home = await startHome();
    home.sim.setState("lock.front_door", "unlocked");
    await eventually(() => home.app.home.find("lock.front_door")?.state.state === "unlocked");
    await home.asks(anna, "lock the front door");
    home.presses(anna, "Yes");
    await home.next(anna, ({ plain }) => plain === "Front Door is now locked.");
    expect((await home.asks(anna, "undo")).plain).toMatch(/^Unlock Front Door\?/);
    expect(done(home)).toEqual(["lock.lock lock.front_door"]);
  });

  it("says what it cannot take back, and takes back the rest", async () => {
    await using home = await startHome();
    home.model.reply(
      {
        toolCalls: [
          serviceCall("media_player.media_next_track", "media_player.living_room_tv"),
          serviceCall("light.turn_on", "light.kitchen_light"),
        ],
      },
      { text: "Enjoy." },
    );
    await home.asks(anna, "something else to watch and some light for the cook");
    const { plain } = await home.asks(anna, "undo");
    expect(plain).toMatch(/^Kitchen Light is now off[\s\S]*I can’t take this back: skip to the next track on TV\.$/);
  });

  it("goes on to what was done before, and begins nothing anew", async () => {
    await using home = await startHome();
    const sentences = ["turn on the hallway light", "turn on the kitchen light for 20 minutes", "turn off the ceiling lights"];
    for (const said of [...sentences, "undo", "undo", "undo that", "undo"]) {
      await home.asks(anna, said);
      await home.settled();
    }
    expect(done(home).map((call) => call.split(" ").slice(0, 2).join(" "))).toEqual([
      ...["light.turn_on light.hallway_light", "light.turn_on light.kitchen_light", "light.turn_off light.ceiling_lights"],
      ...["light.turn_on light.ceiling_lights", "light.turn_off light.kitchen_light", "light.turn_off light.hallway_light"],
    ]);
    expect(home.texts(anna).at(-1)).toBe("I haven’t done anything here that I could take back.");
  });

  it.each([
    ["turn on the hallway light", ["light.turn_on light.hallway_light", "light.turn_off light.hallway_light"], /^Hallway Light is now off/],
    ["turn off the hallway light in 10 minutes", [], /^Okay, cancelled: turn off Hallway Light/],
  ])("passes over what changed nothing, to: %s", async (said, calls, answer) => {
    await using home = await startHome();
    home.sim.setState("light.kitchen_light", "on");
    await eventually(() => home.app.home.find("light.kitchen_light")?.state.state === "on");
    await home.asks(anna, said);
    await home.settled();
    expect((await home.asks(anna, "turn on the kitchen light")).plain).toMatch(/already/);
    await home.settled();
    expect((await home.asks(anna, "undo")).plain).toMatch(answer);
    await home.settled();
    expect((await home.asks(anna, "undo")).plain).toBe("I haven’t done anything here that I could take back.");
    expect(done(home)).toEqual(calls);
  });

  it("is nobody's but of whoever did it, and nothing without it", async () => {
    await using home = await startHome();
    await home.asks(anna, "turn on the kitchen light");
    expect((await home.asks(ben, "undo")).plain).toBe("I haven’t done anything here that I could take back.");
    home.passes(31 * 60_000);
    expect((await home.asks(anna, "undo")).plain).toBe("I haven’t done anything here that I could take back.");
    expect(done(home)).toEqual(["light.turn_on light.kitchen_light"]);
  });

  it("is offered after “not that”, and taken by a button or a yes", async () => {
    await using home = await startHome();
    await home.asks(anna, "turn on the kitchen light");
    const offer = await home.asks(anna, "not that one");
    expect(offer.buttons.map((row) => row.map(({ label }) => label))).toEqual([["Undo"], ["Cancel"]]);
    await home.settled();
    home.says(anna, "yes");
    await home.next(anna, ({ plain }) => plain.startsWith("Kitchen Light is now off"));
    expect(home.model.calls).toEqual([]);
  });
});

describe("a correction", () => {
  it.each([
    ["turn on the kitchen light", "no, the hallway light", "light.turn_on light.hallway_light", "light.turn_off light.kitchen_light"],
    ["turn on the ivory lamp", "the other one", "light.turn_on light.jade", "light.turn_off light.ivory"],
    ["turn on the ivory lamp", "no, the other one", "light.turn_on light.jade", "light.turn_off light.ivory"],
  ])("takes back what was meant otherwise: %s, %s", async (said, correction, ...calls) => {
    await using home = await startHome();
    await home.asks(anna, said);
    await home.asks(anna, correction);
    await home.settled();
    expect(done(home).slice(1).toSorted()).toEqual(calls.toSorted());
    expect(home.model.calls).toEqual([]);
  });
});
