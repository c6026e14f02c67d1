import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { demoHome } from "../../../src/simulated-home/furnishing.ts";
import type { Frame } from "../../contract/recordings.ts";
import { homeWithClient } from "../home-client.ts";

/** Steps of a script that is run, and the calls that it makes. */
const script = (sequence: unknown, more: Frame = {}) => ({ entity_id: "script.tried", config: { sequence, ...more } });
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front_door" } };
const UNLOCKED = [["lock.unlock", ["lock.front_door"], "script.tried"]];

describe("scripts", () => {
  test("one that calls another one does what is in both, in one context, and all of it is seen", async () => {
    await using w = await homeWithClient();
    const context = await w.call("script.turn_on", "script.coming_home");
    expect(w.calls()).toEqual([
      ["script.turn_on", ["script.coming_home"], undefined],
      ["light.turn_on", ["light.hallway_light"], "script.coming_home"],
      ["script.open_up", [], "script.coming_home"],
      ["lock.unlock", ["lock.front_door"], "script.open_up"],
    ]);
    expect(new Set(w.home.calls.map(({ contextId }) => contextId))).toEqual(new Set([context]));
    await expect.poll(() => w.home.state("lock.front_door")?.state).toBe("unlocked");
  });

  test.each([
    ["an old key", [{ service: "lock.unlock", entity_id: "lock.front_door" }]],
    ["an old key in data", [{ service: "lock.unlock", data: { entity_id: "lock.front_door" } }]],
    ["a template for the service", [{ action: "lock.{{ what }}", target: { entity_id: "lock.front_door" } }]],
    ["a template for the target", [{ action: "lock.unlock", target: { entity_id: "{{ 'lock.' ~ door }}" } }]],
    [
      "a branch",
      [
        {
          choose: [
            { conditions: "{{ false }}", sequence: [] },
            { conditions: [], sequence: [unlock] },
          ],
        },
      ],
    ],
    ["the default of branches", [{ choose: [{ conditions: "{{ false }}", sequence: [] }], default: unlock }]],
    [
      "a condition",
      parse(
        "[{ if: [{ condition: state, entity_id: lock.front_door, state: locked }], then: [{ service: lock.unlock, entity_id: lock.front_door }] }]",
      ),
    ],
    ["parallel steps", [{ parallel: [{ sequence: [unlock] }] }]],
    ["a repeated step", [{ repeat: { for_each: ["front_door"], sequence: [{ ...unlock, target: { entity_id: "lock.{{ item }}" } }] } }]],
    ["a device action", [{ domain: "lock", type: "unlock", device_id: "0", entity_id: "lock.front_door" }]],
    ["a step after one that is off", [{ ...unlock, enabled: false }, unlock]],
    ["a step after a pause", [{ delay: { milliseconds: 1 } }, unlock]],
  ])("what is behind %s is called", async (_name, sequence) => {
    await using w = await homeWithClient();
    w.home.addEntity(script([{ variables: { what: "unlock", door: "front_door" } }, ...sequence]));
    await w.client.call("script.tried", {});
    expect(w.calls().slice(1)).toEqual(UNLOCKED);
  });

  test.each([
    ["is off", { ...unlock, enabled: false }],
    ["stands after a stop", [{ stop: "done" }, unlock]],
    ["stands after a condition that does not hold", [{ condition: "state", entity_id: "lock.front_door", state: "open" }, unlock]],
  ])("a step that %s is not called", async (_name, sequence) => {
    await using w = await homeWithClient();
    w.home.addEntity(script(sequence));
    await w.client.call("script.tried", {});
    expect(w.calls()).toHaveLength(1);
  });

  test("one that calls itself ends, and one that waits can be ended", async () => {
    await using w = await homeWithClient();
    w.home.addEntity(script([{ action: "script.tried" }, { delay: "01:00:00" }, unlock]));
    await w.call("script.turn_on", "script.tried");
    expect(w.calls().map(([service]) => service)).toEqual(["script.turn_on", "script.tried"]);
    expect(w.home.state("script.tried")).toMatchObject({ state: "on", attributes: { current: 1 } });
    await w.call("script.turn_off", "script.tried");
    await expect.poll(() => w.home.state("script.tried")).toMatchObject({ state: "off", attributes: { current: 0 } });
    expect(w.home.calls.at(-1)?.service).toBe("script.turn_off");
    await w.call("script.turn_on", "script.tried");
    expect(w.home.state("script.tried")?.state).toBe("on");
  });

  test("a step that Home Assistant refuses ends the script and is told to the caller", async () => {
    await using w = await homeWithClient();
    w.home.addEntity(script([{ action: "lock.paint", target: { entity_id: "lock.front_door" } }, unlock]));
    expect(await w.client.call("script.tried", {})).toMatchObject({ error: { code: "not_found" } });
    expect(w.home.state("script.tried")?.state).toBe("off");
    expect(w.home.calls.map(({ service }) => service)).toEqual(["script.tried", "lock.paint"]);
  });

  test("what is furnished anew is read and run anew, from a blueprint as well", async () => {
    const blueprint = {
      domain: "script",
      path: "acme/door.yaml",
      inputs: ["door"],
      substitute: ({ door }: Frame) => ({ sequence: [{ action: "lock.unlock", target: { entity_id: door } }] }),
    } as const;
    await using w = await homeWithClient({ furnishing: { ...demoHome, blueprints: [blueprint] } });
    w.home.refurnish("script.good_night", { config: { use_blueprint: { path: "acme/door.yaml", input: { door: "lock.back_door" } } } });
    const { config } = await w.client.result({ type: "script/config", entity_id: "script.good_night" });
    expect(config).toEqual({ alias: "Good Night", sequence: [{ action: "lock.unlock", target: { entity_id: "lock.back_door" } }] });
    await w.client.call("script.good_night", {});
    expect(w.calls().at(-1)).toEqual(["lock.unlock", ["lock.back_door"], "script.good_night"]);
    const use_blueprint = { path: "acme/gone.yaml", input: {} };
    w.home.refurnish("script.good_night", { config: { use_blueprint } });
    const broken = await w.client.result({ type: "script/config", entity_id: "script.good_night" });
    expect(broken).toEqual({ config: { alias: "Good Night", use_blueprint } });
  });
});

describe("automations", () => {
  const state = (entity_id: string, wanted: string) => ({ condition: "state", entity_id, state: wanted });
  const locked = state("lock.front_door", "locked");
  const above = { condition: "numeric_state", entity_id: "sensor.outside_temperature", above: 5, below: 30 };

  test.each<[string, unknown, boolean]>([
    ["none", [], true],
    ["a state", [locked], true],
    ["another state", [state("lock.front_door", "open")], false],
    ["one that is switched off", [{ ...state("lock.front_door", "open"), enabled: false }], true],
    ["a number", above, true],
    ["another number", { ...above, above: 29 }, false],
    ["a template", "{{ false }}", false],
    ["one of two", [{ or: [state("lock.front_door", "open"), locked] }], true],
    ["both of two", [{ condition: "and", conditions: [state("lock.front_door", "open"), locked] }], false],
    ["neither of two", [{ not: [state("lock.front_door", "open"), locked] }], false],
    ["a time, which is not looked at", [{ condition: "time", after: "03:00:00", before: "03:00:01" }], true],
  ])("one with the condition %s", async (_name, conditions, runs) => {
    await using w = await homeWithClient();
    w.home.setState("sensor.outside_temperature", "21.5");
    const triggers = [{ trigger: "state", entity_id: "binary_sensor.hallway_motion", to: "on" }];
    w.home.addEntity({ entity_id: "automation.tried", config: { triggers, conditions, actions: [unlock] } });
    w.home.setState("binary_sensor.hallway_motion", "off");
    w.home.setState("binary_sensor.hallway_motion", "on");
    await expect.poll(() => w.home.state("light.hallway_light")?.state).toBe("on");
    expect(w.calls().filter(([service]) => service === "lock.unlock")).toHaveLength(runs ? 1 : 0);
  });

  test("one that is started by hand does not ask for its conditions", async () => {
    await using w = await homeWithClient();
    w.home.addEntity({ entity_id: "automation.tried", config: { triggers: [], conditions: "{{ false }}", actions: [unlock] } });
    await w.call("automation.trigger", "automation.tried");
    await expect.poll(() => w.calls().map(([service]) => service)).toContain("lock.unlock");
  });
});

describe("scenes", () => {
  test("one with a lock unlocks it by a call, one with lights alone calls lights", async () => {
    await using w = await homeWithClient();
    await w.call("scene.turn_on", "scene.party");
    expect(w.calls().slice(1)).toEqual([
      ["light.turn_on", ["light.ceiling_lights"], "scene.party"],
      ["lock.unlock", ["lock.front_door"], "scene.party"],
    ]);
    w.home.calls.length = 0;
    await w.call("scene.turn_on", "scene.movie_night");
    expect(w.calls().slice(1)).toEqual([
      ["light.turn_off", ["light.ceiling_lights"], "scene.movie_night"],
      ["light.turn_on", ["light.floor_lamp"], "scene.movie_night"],
    ]);
    expect(w.home.state("light.floor_lamp")).toMatchObject({ state: "on", attributes: { brightness: 51 } });
  });

  test("states that are listed in the call are applied the same way", async () => {
    await using w = await homeWithClient();
    await w.client.call("scene.apply", { entities: { "cover.garage_door": "open", "lock.front_door": { state: "locked" } } });
    expect(w.calls().slice(1)).toEqual([["cover.open_cover", ["cover.garage_door"], "scene.apply"]]);
  });

  test("one that an integration keeps has no config to read", async () => {
    await using w = await homeWithClient();
    w.home.addEntity({ entity_id: "scene.hue_relax", platform: "hue", sets: { "light.bed_light": { state: "on" } } });
    const { status } = await fetch(`${w.home.url}/api/config/scene/config/hue_relax`, {
      headers: { authorization: `Bearer ${w.home.token}` },
    });
    expect(status).toBe(404);
    expect(w.home.state("scene.hue_relax")?.attributes).not.toHaveProperty("id");
  });
});

describe("groups", () => {
  test("one that stands for others calls for them and follows them", async () => {
    await using w = await homeWithClient();
    await w.call("switch.turn_off", "switch.kitchen_sockets");
    expect(w.calls()).toEqual([
      ["switch.turn_off", ["switch.kitchen_sockets"], undefined],
      ["switch.turn_off", ["switch.coffee_machine", "switch.freezer"], "switch.kitchen_sockets"],
    ]);
    expect(w.home.state("switch.freezer")?.state).toBe("off");
    expect(w.home.state("switch.kitchen_sockets")?.state).toBe("off");
    w.home.setState("switch.freezer", "on");
    expect(w.home.state("switch.kitchen_sockets")?.state).toBe("on");
  });

  test("one of the old kind is opened, also in another one, by the service of each domain in it", async () => {
    await using w = await homeWithClient();
    w.home.addEntity({ entity_id: "group.everything", registered: false, members: ["group.downstairs", "lock.back_door"] });
    await w.call("homeassistant.turn_off", "group.everything");
    expect(w.calls().slice(1)).toEqual([
      ["light.turn_off", ["light.floor_lamp"], "homeassistant.turn_off"],
      ["switch.turn_off", ["switch.christmas_tree", "switch.kitchen_sockets"], "homeassistant.turn_off"],
      ["switch.turn_off", ["switch.coffee_machine", "switch.freezer"], "switch.kitchen_sockets"],
    ]);
    await w.call("lock.unlock", "group.everything");
    expect(w.calls().at(-1)).toEqual(["lock.unlock", ["lock.back_door", "group.everything"], undefined]);
    await expect.poll(() => w.home.state("lock.back_door")?.state).toBe("unlocked");
  });

  test("members can change", async () => {
    await using w = await homeWithClient();
    w.home.addEntity({ entity_id: "light.kitchen_group", members: ["light.kitchen_light"] });
    w.home.refurnish("light.kitchen_group", { members: ["light.desk_lamp"] });
    expect(w.home.state("light.kitchen_group")).toMatchObject({
      state: "on",
      attributes: { entity_id: ["light.desk_lamp"], brightness: 200 },
    });
  });
});

test("a label means what it is on, what is in its areas and its devices, without what is hidden", async () => {
  await using w = await homeWithClient({
    furnishing: {
      areas: [{ name: "Cellar", labels: ["Night"] }],
      devices: [{ name: "Gate", labels: ["Night"], identifiers: [["zwave_js", "1-12"]] }],
      entities: [
        { entity_id: "switch.own", labels: ["Night"] },
        { entity_id: "switch.cellar", area: "Cellar" },
        { entity_id: "switch.gate", device: "Gate" },
        { entity_id: "switch.hidden", area: "Cellar", hidden: true },
        { entity_id: "switch.setting", area: "Cellar", category: "config" },
        { entity_id: "switch.other" },
      ],
    },
  });
  await w.client.call("switch.turn_on", {}, { label_id: "night" });
  expect(w.calls().at(-1)?.[1].toSorted()).toEqual(["switch.cellar", "switch.gate", "switch.own"]);
  const devices = (await w.client.result({ type: "config/device_registry/list" })) as unknown as Frame[];
  expect(devices[0]).toMatchObject({ name: "Gate", labels: ["night"], identifiers: [["zwave_js", "1-12"]] });
});

test("services of the home's own and without effect are listed, taken and seen", async () => {
  const services = {
    zwave_js: { set_value: { target: "none" as const, fields: { node_id: "text", value: "text!" } } },
    ...demoHome.services,
  };
  await using w = await homeWithClient({ furnishing: { ...demoHome, services } });
  const listed = await w.client.result({ type: "get_services" });
  expect(Object.keys(listed["zwave_js"] as Frame)).toEqual(["set_value"]);
  expect(Object.keys(listed["notify"] as Frame)).toContain("send_message");
  await w.client.call("zwave_js.set_value", { value: "255" });
  await w.client.call("shell_command.restart_router", {});
  await w.client.call("mqtt.publish", { topic: "home/door/set", payload: "UNLOCK" });
  await w.client.call("notify.mobile_app_phone", { message: "Hello" });
  expect(w.home.calls.map(({ service, data }) => [service, data])).toEqual([
    ["zwave_js.set_value", { value: "255" }],
    ["shell_command.restart_router", {}],
    ["mqtt.publish", { topic: "home/door/set", payload: "UNLOCK" }],
    ["notify.mobile_app_phone", { message: "Hello" }],
  ]);
});

describe("devices that matter", () => {
  test.each([
    ["was last seen closing", "cover.close_cover", "opening"],
    ["was last seen opening", "cover.open_cover", "closing"],
  ])("a garage that stands half open and %s is toggled the other way", async (_name, service, goes) => {
    await using w = await homeWithClient();
    w.home.setState("cover.garage_door", service === "cover.close_cover" ? "open" : "closed");
    w.home.behave("cover.garage_door", { kind: "moves", ms: 60_000 });
    await w.call(service, "cover.garage_door");
    w.home.behave("cover.garage_door", { kind: "normal" });
    await w.call("cover.toggle", "cover.garage_door");
    expect(w.home.state("cover.garage_door")?.state).toBe("open");
    w.home.behave("cover.garage_door", { kind: "moves", ms: 60_000 });
    await w.call("cover.toggle", "cover.garage_door");
    expect(w.home.state("cover.garage_door")?.state).toBe(goes);
  });

  test("an alarm is armed without its code where it says so, and disarmed with it alone", async () => {
    await using w = await homeWithClient();
    const alarm = "alarm_control_panel.house_alarm";
    expect(await w.client.call("alarm_control_panel.alarm_arm_home", {}, { entity_id: alarm })).toMatchObject({ success: false });
    w.home.setState(alarm, "disarmed", { code_arm_required: false });
    await w.call("alarm_control_panel.alarm_arm_home", alarm);
    await expect.poll(() => w.home.state(alarm)?.state).toBe("armed_home");
    expect(await w.client.call("alarm_control_panel.alarm_disarm", { code: "1111" }, { entity_id: alarm })).toMatchObject({
      success: false,
    });
    await w.call("alarm_control_panel.alarm_disarm", alarm, { code: "1234" });
    expect(w.home.state(alarm)?.state).toBe("disarmed");
    await w.call("alarm_control_panel.alarm_trigger", alarm);
    expect(w.home.state(alarm)?.state).toBe("triggered");
  });

  test("a camera shows its token", async () => {
    await using w = await homeWithClient();
    const attributes = w.home.state("camera.front_camera")?.attributes;
    expect(attributes).toMatchObject({ access_token: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(attributes?.["entity_picture"]).toBe(`/api/camera_proxy/camera.front_camera?token=${attributes?.["access_token"]}`);
  });
});
