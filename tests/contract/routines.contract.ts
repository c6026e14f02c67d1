import { expect, test } from "vitest";
import type { ContractHome } from "./contract-home.ts";
import { automations, motionLight, scenes, scripts, WALL_DEVICE, wallSwitch } from "./contract-routines.ts";
import { RawClient } from "./raw-client.ts";
import type { Frame } from "./recordings.ts";

const NOT_FOUND = { code: "not_found", message: "Entity not found" };

/** What routines do, read without starting them, and what devices consist of. */
export function routineContract(home: () => ContractHome): void {
  const login = () => RawClient.login(home());
  const get = (path: string, token = home().token) =>
    fetch(`${home().url}${path}`, { headers: { ...(token && { authorization: `Bearer ${token}` }) } });

  test("a script is read as it was written, and the one that it calls as well", async () => {
    await using client = await login();
    const outer = await client.result({ type: "script/config", entity_id: "script.come_in" });
    expect(outer).toEqual({ config: scripts.come_in });
    expect(await client.result({ type: "script/config", entity_id: "script.let_in" })).toEqual({ config: scripts.let_in });
    expect(await client.result({ type: "automation/config", entity_id: "automation.wall_light" })).toEqual({
      config: { id: "wall_light", ...automations.wall_light },
    });
  });

  test.each([
    ["script/config", "script.no_such"],
    ["script/config", "automation.wall_light"],
    ["script/config", "light.bed_light"],
    ["automation/config", "automation.no_such"],
    ["automation/config", "script.come_in"],
  ])("%s of %s is not found", async (type, entity_id) => {
    await using client = await login();
    expect((await client.command({ type, entity_id }))["error"]).toEqual(NOT_FOUND);
  });

  test("routines have the registry ids that their configs go by", async () => {
    await using client = await login();
    const entity_ids = ["script.come_in", "automation.wall_light", "scene.open_house", "switch.wall_switch"];
    const rows = (await client.result({ type: "config/entity_registry/get_entries", entity_ids })) as Record<string, Frame>;
    const told = Object.values(rows).map(({ platform, unique_id, translation_key }) => [platform, unique_id, translation_key]);
    expect(told).toEqual([
      ["script", "come_in", null],
      ["automation", "wall_light", null],
      ["homeassistant", "open_house", null],
      ["mqtt", wallSwitch.unique_id, null],
    ]);
    expect(rows["script.come_in"]?.["id"]).toMatch(/^[0-9a-f]{32}$/);
  });

  test("a scene's config is at its address, for whoever has a token", async () => {
    const found = await get("/api/config/scene/config/open_house");
    expect([found.status, found.headers.get("content-type"), await found.json()]).toEqual([
      200,
      "application/json",
      { id: "open_house", ...scenes.open_house },
    ]);
    const missing = await get("/api/config/scene/config/no_such");
    expect([missing.status, await missing.json()]).toEqual([404, { message: "Resource not found" }]);
    for (const token of ["", "not-a-token"]) {
      const refused = await get("/api/config/scene/config/open_house", token);
      expect([refused.status, await refused.text()]).toEqual([401, "401: Unauthorized"]);
    }
    await using client = await login();
    const states = (await client.result({ type: "get_states" })) as unknown as Frame[];
    const state = states.find(({ entity_id }) => entity_id === "scene.open_house");
    expect(state?.["attributes"]).toMatchObject({ id: "open_house", entity_id: ["light.bed_light", "lock.main_door"] });
  });

  test("a blueprint is filled with its inputs, or refused", async () => {
    await using client = await login();
    const { domain, path } = motionLight;
    const fill = (more: Frame) => client.command({ type: "blueprint/substitute", domain, path, ...more });
    const target = { entity_id: "light.bed_light" };
    const filled = await fill({ input: { motion_entity: "binary_sensor.hallway_motion", light_target: target } });
    expect(filled["result"]).toMatchObject({
      substituted_config: { triggers: { entity_id: "binary_sensor.hallway_motion" }, actions: expect.any(Array) },
    });
    const { actions } = (filled["result"] as { substituted_config: { actions: Frame[] } }).substituted_config;
    expect(actions[0]).toEqual({ alias: "Turn on the light", action: "light.turn_on", target });
    const errors = [await fill({ input: {} }), await fill({ path: "no_such.yaml", input: {} }), await fill({ domain: "light", input: {} })];
    expect(errors.map(({ error }) => error)).toEqual([
      { code: "unknown_error", message: "Missing input light_target, motion_entity" },
      { code: "unknown_error", message: "Failed to load blueprint: Unable to find no_such.yaml" },
      { code: "invalid_format", message: "Unsupported domain" },
    ]);
  });

  test("names of things come in the language and for the integrations that were asked for", async () => {
    await using client = await login();
    const ask = async (command: Frame) => {
      const answer = await client.result({ type: "frontend/get_translations", ...command });
      expect(Object.keys(answer)).toEqual(["resources"]);
      return answer["resources"] as Readonly<Record<string, string>>;
    };
    const german = await ask({ language: "de", category: "entity_component", integration: ["cover", "lock"] });
    expect(german).toMatchObject({
      "component.cover.entity_component.garage.name": "Garage",
      "component.cover.entity_component.gate.name": "Tor",
      "component.lock.entity_component._.name": "Schloss",
    });
    expect(Object.keys(german).filter((key) => !/^component\.(cover|lock)\.entity_component\./.test(key))).toEqual([]);
    expect(await ask({ language: "de", category: "title", integration: "valve" })).toEqual({ "component.valve.title": "Ventil" });
    expect(await ask({ language: "xx", category: "title", integration: ["valve"] })).toEqual({ "component.valve.title": "Valve" });
    expect(await ask({ language: "en", category: "no_such" })).toEqual({});
    expect((await client.command({ type: "frontend/get_translations", language: "en" }))["error"]).toEqual({
      code: "invalid_format",
      message: "required key not provided at 'category'. Got None",
    });
  });

  test("an MQTT device tells the topics of its entities, every other one nothing", async () => {
    await using client = await login();
    const devices = (await client.result({ type: "config/device_registry/list" })) as unknown as Frame[];
    const wall = devices.find(({ name }) => name === WALL_DEVICE);
    expect(wall?.["identifiers"]).toEqual([["mqtt", "wall"]]);
    const { entities } = (await client.result({ type: "mqtt/device/debug_info", device_id: wall?.["id"] })) as unknown as {
      entities: Frame[];
    };
    expect(entities).toEqual([
      {
        entity_id: "switch.wall_switch",
        subscriptions: [{ topic: wallSwitch.state_topic, messages: expect.any(Array) }],
        discovery_data: { topic: "homeassistant/device/wall/config", payload: expect.objectContaining(wallSwitch) },
        transmitted: [],
      },
    ]);
    const nothing = { entities: [], triggers: [] };
    expect(await client.result({ type: "mqtt/device/debug_info", device_id: "no_such" })).toEqual(nothing);
    const other = devices.find(({ identifiers }) => (identifiers as string[][])[0]?.[0] === "demo");
    expect(await client.result({ type: "mqtt/device/debug_info", device_id: other?.["id"] })).toEqual(nothing);
  });
}
