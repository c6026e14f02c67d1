import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, eventually, ScenarioHome, serviceCall } from "./scenario-home.ts";

it("answers over a restart of Home Assistant in the middle of a turn", async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  home.says(anna, "how is the night");
  await home.model.arrived(1);
  const restarted = home.sim.restart({ downMs: 50, startingMs: 150 });
  await eventually(() => !home.app.home.ready);
  answer({ text: "It was a calm night." });
  await restarted;
  expect((await home.next(anna)).plain).toBe("It was a calm night.");
  expect(home.texts(anna)).toHaveLength(1);
});

it("acts after the restart when the model decided during it", async () => {
  await using home = await ScenarioHome.start();
  const answer = home.modelThinks();
  home.says(anna, "make it cosy");
  await home.model.arrived(1);
  const restarted = home.sim.restart({ downMs: 50, startingMs: 150 });
  await eventually(() => !home.app.home.ready);
  answer({ toolCalls: [serviceCall("light.turn_on", "light.bed_light")] });
  answer({ text: "Shall I do anything else?" });
  await restarted;
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  expect(home.calls()).toHaveLength(1);
});

it("answers from the true state what was written while Home Assistant started", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "is the garage closed?");
  await home.settled();
  const restarted = home.sim.restart({ downMs: 50, startingMs: 300 });
  await eventually(() => !home.app.home.ready);
  home.says(anna, "is the front door locked?");
  home.says(anna, "turn on the bed light");
  expect((await home.next(anna)).plain).toBe("Yes, Front Door is locked.");
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  await restarted;
  expect(home.model.calls).toEqual([]);
  expect(home.calls()).toHaveLength(1);
});

it("takes a Yes that was pressed while Home Assistant started", async () => {
  await using home = await ScenarioHome.start();
  await home.asks(anna, "unlock the front door");
  await home.shown();
  const restarted = home.sim.restart({ downMs: 50, startingMs: 300 });
  await eventually(() => !home.app.home.ready);
  home.presses(anna, "Yes");
  await restarted;
  expect((await home.next(anna)).plain).toBe("Front Door is now unlocked.");
  expect(home.calls()).toHaveLength(1);
});

it("says that the home is away when it does not come back, and does nothing later", async () => {
  await using home = await ScenarioHome.start({ pace: 0.005 });
  const answer = home.modelThinks();
  home.says(anna, "make it cosy");
  await home.model.arrived(1);
  home.sim.outage("refuse");
  home.sim.disconnect();
  await eventually(() => !home.app.home.ready);
  const look = { name: "get_entity_state", args: { entity_id: "light.bed_light" } };
  answer({ toolCalls: [look, serviceCall("light.turn_on", "light.bed_light")] });
  await home.model.arrived(2);
  const told = home.model.calls[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  expect(told?.join()).toMatch(/home_unreachable.*not_ready|not_ready.*home_unreachable/s);
  answer({ text: "I cannot reach your home right now." });
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE status = 'answered'").length === 1);
  home.sim.outage("none");
  expect((await home.next(anna)).plain).toContain("I cannot reach your home right now.");
  expect(home.calls()).toEqual([]);
});

it("reports by the state what was sent just before the connection was lost", async () => {
  await using home = await ScenarioHome.start({ pace: 0.3 });
  home.sim.behave("light.bed_light", { kind: "late", ms: 150 });
  home.says(anna, "turn on the bed light");
  await eventually(() => home.calls().length === 1);
  home.sim.disconnect();
  expect((await home.next(anna)).plain).toMatch(/^Bed Light is now on/);
  expect(home.calls()).toHaveLength(1);
});

it("does not know what became of a call that was lost, and asks before it is made again", async () => {
  await using home = await ScenarioHome.start();
  let lost = 0;
  home.sim.onCommand("call_service", ({ domain }) => {
    if (domain !== "light") return { context: {} };
    lost++;
    home.sim.disconnect();
    return new Promise(() => {});
  });
  home.says(anna, "turn on the bed light");
  await eventually(() => lost === 1);
  home.sim.onCommand("call_service");
  expect((await home.next(anna)).plain).toMatch(/^I do not know whether “turn on Bed Light” worked: the connection was lost/);
  expect((await home.asks(anna, "turn on the bed light")).plain).toContain("I do not know how the last try ended.");
  expect(home.calls()).toEqual([]);
});

it("says how many things of a name are hidden and where to show them", async () => {
  const twins = ["siren.attic_siren_2", "siren.attic_siren_3"].map((entity_id) => ({ entity_id, name: "Attic Siren", exposed: false }));
  const light = { entity_id: "siren.light", name: "Light", exposed: false };
  const furnishing = { ...demoHome, entities: [...demoHome.entities, ...twins, light] };
  await using home = await ScenarioHome.start({ home: { furnishing } });
  home.model.respond(() => ({ text: "I cannot see that." }));
  expect((await home.asks(anna, "is the house alarm armed?")).plain).toMatch(
    /^I cannot see that\..*\n1 thing of that name is hidden from me\. In Home Assistant, Settings → Voice assistants → Expose shows it to me\.$/s,
  );
  expect((await home.asks(anna, "why is the attic siren so loud?")).plain).toContain("3 things of that name are hidden from me.");
  for (const text of ["how do you like it here", "why is the bed light so bright"]) {
    expect((await home.asks(anna, text)).plain).not.toContain("hidden from me");
  }
});

it("neither tells nor changes what is hidden, even when the model knows its id", async () => {
  await using home = await ScenarioHome.start();
  home.model.reply(
    {
      toolCalls: [
        { name: "get_entity_state", args: { entity_id: "alarm_control_panel.house_alarm" } },
        serviceCall("alarm_control_panel.alarm_disarm", "alarm_control_panel.house_alarm", { code: "1234" }),
      ],
    },
    { text: "I cannot see that." },
  );
  await home.asks(anna, "turn everything off that guards us");
  const told = home.model.calls[1]?.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  expect(told).toHaveLength(2);
  for (const content of told ?? []) expect(content).toContain("not_exposed");
  expect(told?.join()).not.toContain("disarmed");
  expect(home.calls()).toEqual([]);
});
