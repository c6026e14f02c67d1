import { describe, expect, it } from "vitest";
import type { Furnishing } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

const relay = { entity_id: "switch.entrance_relay", name: "Entrance relay", area: "Hallway", device: "Relay", platform: "shelly" };

function furnished(...entities: Furnishing["entities"]): Furnishing {
  return { name: "Home", floors: [], areas: [{ name: "Hallway" }], people: ["Anna", "Ben"], labels: [], entities };
}

async function start(...entities: Furnishing["entities"]): Promise<ScenarioHome> {
  const furnishing = furnished(...(entities.length > 0 ? entities : [relay]));
  return ScenarioHome.start({ undecided: true, home: { furnishing }, options: { people: family } });
}

describe("a switch that no fact tells about", () => {
  it.each([
    { press: "Fine without asking", calls: 1, again: "done" },
    { press: "Ask every time", calls: 1, again: "asked" },
    { press: "Never", calls: 0, again: "denied" },
    { press: "Cancel", calls: 0, again: "unknown" },
  ])("is asked about once: $press", async ({ press, calls, again }) => {
    await using home = await start();
    const question = await home.asks(anna, "turn on the entrance relay");
    expect(question.plain).toContain("I don’t know what Entrance relay controls.");
    expect(home.calls()).toEqual([]);

    home.presses(anna, press);
    await home.next(anna);
    expect(home.calls("switch.turn_on")).toHaveLength(calls);

    const reply = await home.asks(anna, again === "unknown" ? "turn on the entrance relay" : "turn off the entrance relay");
    const buttons = reply.buttons.flat().map(({ label }) => label);
    if (again === "done") expect(home.calls("switch.turn_off")).toHaveLength(1);
    else expect(home.calls("switch.turn_off")).toEqual([]);
    if (again === "asked") expect(buttons).toEqual(["Yes", "Cancel"]);
    if (again === "unknown") expect(buttons).toEqual(["Fine without asking", "Ask every time", "Never", "Cancel"]);
    if (again === "denied") expect(reply.plain).toMatch(/Anna decided.*\/policy/);
    expect(home.rows("SELECT outcome FROM audit_log WHERE rule = 'owner_decision'")).toHaveLength(press === "Cancel" ? 0 : 1);
  });

  it("is not asked about where it is as wanted already, and is left alone", async () => {
    const of = { area: "Hallway", device: "Lamp" };
    const on = { ...of, entity_id: "light.lamp", name: "Lamp", state: "on", attributes: { supported_color_modes: ["brightness"] } };
    const off = { ...of, entity_id: "light.old", name: "Old", state: "off", attributes: { supported_color_modes: ["onoff"] } };
    await using home = await start(on, off);
    const call = (service: string) => ({
      name: "call_ha_service",
      args: { when: "now", service, entity_id: ["light.lamp", "light.old"], data: {} },
    });
    home.model.reply({ toolCalls: [call("light.turn_on")] });
    expect((await home.asks(anna, "as bright as it gets, please")).plain).toContain("I don’t know what Old controls.");
    home.presses(anna, "Cancel");
    await home.next(anna);
    home.model.reply({ toolCalls: [call("light.turn_off")] }, { text: "Done." });
    expect((await home.asks(anna, "make it dark and quiet in there")).buttons).toEqual([]);
    expect(home.calls("light.turn_off")).toMatchObject([{ entityIds: ["light.lamp"] }]);
  });

  it("is decided by an owner alone: another adult's request asks the owner", async () => {
    await using home = await start();
    home.says(ben, "turn on the entrance relay");
    const question = await home.next(anna);
    expect(question.plain).toMatch(/^Ben asks:\n.*I don’t know what Entrance relay controls/);
    home.presses(anna, "Fine without asking");
    await eventually(() => home.calls("switch.turn_on").length === 1);
    home.says(ben, "turn off the entrance relay");
    await eventually(() => home.calls("switch.turn_off").length === 1);
  });

  it("keeps its decision through a restart, and is asked about anew when it is another device", async () => {
    await using home = await start();
    home.decides("fine", relay.entity_id);
    await home.stopApp();
    await home.startApp();
    await home.asks(anna, "turn on the entrance relay");
    expect(home.calls("switch.turn_on")).toHaveLength(1);
    home.change("UPDATE entity_decisions SET basis = '[]'");
    await home.stopApp();
    await home.startApp();
    const question = await home.asks(anna, "turn off the entrance relay");
    expect(question.plain).toContain("I don’t know");
  });

  it.each(["Freezer relay", "Relay"])("asks once for all of its reasons: %s", async (name) => {
    await using home = await start({ ...relay, name, state: "on" });
    home.model.reply(
      { toolCalls: [{ name: "call_ha_service", args: { when: "now", service: "switch.turn_off", entity_id: ["all"] } }] },
      { text: "ok" },
    );
    const question = await home.asks(anna, "everything that is a switch, off with it");
    expect(question.plain).toContain("everything at once");
    home.presses(anna, "Fine without asking");
    await home.next(anna);
    expect(home.calls("switch.turn_off")).toHaveLength(1);
  });

  it.each<[string, (home: ScenarioHome) => void]>([
    ["it has another name", (home) => home.sim.updateRegistry(relay.entity_id, { name: "Door strike" })],
    [
      "people make a lock of it",
      (home) => home.sim.addEntity({ entity_id: "lock.strike", name: "Strike", area: "Hallway", wraps: relay.entity_id }),
    ],
  ])("is asked about again if %s before the answer", async (_what, change) => {
    await using home = await start();
    await home.asks(anna, "turn on the entrance relay");
    await home.shown();
    const before = home.app.decisions.signOf([relay.entity_id]);
    change(home);
    await eventually(() => home.app.decisions.signOf([relay.entity_id]) !== before);
    home.presses(anna, "Fine without asking");
    const ended = await home.next(anna, ({ plain }) => plain.includes("Expired"));
    expect(ended.buttons.flat().map(({ label }) => label)).toEqual(["Ask again"]);
    expect([home.calls(), home.rows("SELECT * FROM entity_decisions")]).toEqual([[], []]);
  });

  it("is named in the question about a routine that uses it", async () => {
    await using home = await start(relay, {
      entity_id: "script.evening",
      name: "Evening",
      steps: [{ service: "switch.turn_on", entityIds: [relay.entity_id] }],
    });
    home.model.reply({ toolCalls: [serviceCall("script.turn_on", "script.evening")] }, { text: "ok" });
    const question = await home.asks(anna, "start the evening please");
    expect(question.plain).toContain("I don’t know what Entrance relay controls.");
  });
});

it.each([
  { known: "knows", translationKey: "sync", calls: 1 },
  { known: "does not know", translationKey: undefined, calls: 0 },
])("asks nothing about a switch of a lamp that the integration $known as a setting: $calls calls", async ({ translationKey, calls }) => {
  const sync = { entity_id: "switch.strip_sync", name: "Strip sync", area: "Hallway", device: "Strip", category: "config" } as const;
  await using home = await start(
    { entity_id: "light.strip", name: "Strip", area: "Hallway", device: "Strip", attributes: { supported_color_modes: ["brightness"] } },
    { ...sync, ...(translationKey && { translationKey }) },
  );
  await home.asks(anna, "turn on the strip sync");
  expect(home.calls("switch.turn_on")).toHaveLength(calls);
});

it("asks before it uses what may work all of a device that has something critical", async () => {
  const strip = { device: "Strip", area: "Hallway", platform: "tplink", state: "on" };
  const furnishing = furnished(
    { ...strip, entity_id: "switch.strip", name: "Strip main" },
    { ...strip, entity_id: "switch.outlet", name: "Outlet", labels: ["Critical"] },
  );
  await using home = await ScenarioHome.start({
    home: { furnishing: { ...furnishing, labels: ["Critical"] } },
    options: { people: family },
  });
  home.model.reply({ toolCalls: [serviceCall("switch.turn_off", "switch.strip")] }, { text: "ok" });
  const { buttons } = await home.asks(anna, "would you do that for me now");
  expect(buttons.flat().map(({ label }) => label)).toEqual(["Yes", "Cancel"]);
});

it("never uses what a helper makes of a group with something that is never used", async () => {
  await using home = await start(
    { ...relay, area: "Hallway" },
    { entity_id: "switch.both", name: "Both", platform: "group", members: [relay.entity_id] },
    { entity_id: "light.lantern", name: "Lantern", platform: "switch_as_x", wraps: "switch.both" },
    { entity_id: "light.all", name: "Lanterns", platform: "group", members: ["light.lantern"] },
  );
  home.decides("never", relay.entity_id);
  for (const entityId of ["light.lantern", "light.all"]) {
    home.model.reply({ toolCalls: [serviceCall("light.turn_on", entityId)] }, { text: "ok" });
    expect((await home.asks(anna, "would you do that for me now")).plain).toContain("Anna decided that it is never used");
  }
  expect(home.calls()).toEqual([]);
});

describe("/policy", () => {
  const devices = Array.from({ length: 8 }, (_, index) => ({
    entity_id: `switch.relay_${index + 1}`,
    name: `Relay ${index + 1}`,
    area: "Hallway",
  }));

  it("lists for an owner what nobody has decided, page by page, and takes decisions", async () => {
    await using home = await start(...devices);
    const list = await home.asks(anna, "/policy");
    expect(list.plain).toMatch(/I don’t know what 8 devices control.*Relay 1 \(Hallway\): not decided/s);
    const { messageId } = list;
    home.presses(anna, "2 Never");
    const decided = () => home.sim.telegram.messages(anna).find((message) => message.messageId === messageId)?.plain ?? "";
    await eventually(() => decided().includes("Relay 2 (Hallway): never (Anna)"));
    home.presses(anna, "More", { messageId });
    await eventually(() => decided().includes("Relay 8"));
    expect(home.rows("SELECT entity_id, decision FROM entity_decisions")).toEqual([{ entity_id: "switch.relay_2", decision: "never" }]);
  });

  it("is for owners alone", async () => {
    await using home = await start(...devices);
    expect((await home.asks(ben, "/policy")).plain).toBe("Only owners decide about devices.");
  });
});

describe("after the first start", () => {
  const devices = ["Alpha", "Beta", "Gamma"].map((name) => ({ entity_id: `switch.${name.toLowerCase()}`, name, area: "Hallway" }));

  it("the owner is told once in private, and goes through the devices one by one", async () => {
    await using home = await start(...devices);
    home.passes(3 * 60_000);
    const { plain, messageId, buttons } = await home.next(anna);
    expect(plain).toMatch(/3 devices.*I don’t know what Alpha \(Hallway\) controls/s);
    expect(buttons.flat().map(({ label }) => label)).toEqual(["Fine without asking", "Ask every time", "Never", "Later"]);
    const shown = () => home.sim.telegram.messages(anna).find((message) => message.messageId === messageId)?.plain ?? "";
    home.presses(anna, "Never", { messageId });
    await eventually(() => shown().includes("Beta"));
    home.presses(anna, "Later", { messageId });
    await eventually(() => shown().includes("Gamma"));
    home.presses(anna, "Fine without asking", { messageId });
    await eventually(() => shown().includes("1 device still waits for your decision"));
    expect(home.rows("SELECT entity_id, decision FROM entity_decisions ORDER BY entity_id")).toEqual([
      { entity_id: "switch.alpha", decision: "never" },
      { entity_id: "switch.gamma", decision: "fine" },
    ]);
    await home.stopApp();
    await home.startApp();
    home.passes(3 * 60_000);
    expect((await home.asks(anna, "/policy")).plain).toContain("Beta (Hallway): not decided");
    expect(home.texts(ben)).toEqual([]);
  });
});
