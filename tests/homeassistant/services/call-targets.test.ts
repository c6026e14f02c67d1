import { describe, expect, test } from "vitest";
import { actionWorld, idsOf } from "../action-world.ts";

/** Answers of `mqtt/device/debug_info` as Core 2026.11 gives them. */
const mqtt = {
  shed: {
    entities: [
      {
        entity_id: "lock.shed_lock",
        subscriptions: [{ topic: "shed/lock/state", messages: [] }],
        discovery_data: {
          topic: "homeassistant/device/lockdev/config",
          payload: {
            unique_id: "shed_lock",
            command_topic: "shed/lock/set",
            state_topic: "shed/lock/state",
            name: "Lock",
            device: { identifiers: ["lockdev1"], name: "Shed", connections: [["mac", "AA:BB:CC:00:11:22"]] },
            origin: { name: "x" },
          },
        },
        transmitted: [],
      },
      {
        entity_id: "climate.shed_clim",
        subscriptions: [],
        discovery_data: {
          topic: "homeassistant/device/lockdev/config",
          payload: { mode_command_topic: "shed/clim/mode", temperature_command_topic: "shed/clim/set", modes: ["off", "heat"] },
        },
        transmitted: [{ topic: "shed/clim/raw", messages: [] }],
      },
    ],
    triggers: [],
  },
};
const entities = [
  { entityId: "lock.shed_lock", platform: "mqtt", deviceId: "shed", exposed: false },
  { entityId: "climate.shed_clim", platform: "mqtt", deviceId: "shed" },
  { entityId: "lock.door", platform: "zwave_js", deviceId: "node5", area: "Hall" },
  { entityId: "sensor.door_battery", platform: "zwave_js", deviceId: "node5" },
  { entityId: "switch.endpoint", platform: "zwave_js", deviceId: "node5-1" },
  { entityId: "light.hall", platform: "hue", area: "Hall", deviceId: "bulb" },
  { entityId: "siren.cellar", platform: "zha", deviceId: "zigbee1" },
  { entityId: "remote.living", platform: "broadlink", deviceId: "ir" },
  { entityId: "sensor.living", platform: "broadlink", deviceId: "ir" },
];
const devices = [
  { id: "shed", name: "Shed", identifiers: [["mqtt", "lockdev1"]], connections: [["mac", "aa:bb:cc:00:11:22"]] },
  { id: "node5", name: "Door", identifiers: [["zwave_js", "3245146787-5"]] },
  { id: "node5-1", name: "Door endpoint", parent_device_id: "node5" },
  { id: "zigbee1", name: "Siren", identifiers: [["zha", "00:0d:6f:00:05:7d:2d:34"]], connections: [["zigbee", "00:0d:6f:00:05:7d:2d:34"]] },
];
const world = () => actionWorld({ entities, devices, mqtt });
const NODE_5 = ["lock.door", "sensor.door_battery", "switch.endpoint"];

describe("a raw write is resolved to what it is addressed to", () => {
  test.each<[service: string, data: Record<string, unknown>, addressed: string[]]>([
    ["zwave_js.set_value", { device_id: "node5", command_class: 98, value: 0 }, NODE_5],
    ["zwave_js.set_value", { device_id: ["node5-1"], value: 0 }, NODE_5],
    ["zwave_js.set_value", { entity_id: "sensor.door_battery", value: 0 }, NODE_5],
    ["zwave_js.invoke_cc_api", { area_id: "hall", command_class: 98 }, NODE_5],
    ["zwave_js.multicast_set_value", { broadcast: true, value: 0 }, []],
    ["zha.issue_zigbee_cluster_command", { ieee: "00:0D:6F:00:05:7d:2d:34", command: 1 }, ["siren.cellar"]],
    ["zha.issue_zigbee_cluster_command", { ieee: "00:00:00:00:00:00:00:00", command: 1 }, []],
    ["zha.issue_zigbee_group_command", { group: 1, command: 1 }, []],
    ["modbus.write_register", { hub: "h", address: 1, value: 1 }, []],
    ["mqtt.publish", { topic: "shed/lock/set", payload: "UNLOCK" }, ["lock.shed_lock"]],
    ["mqtt.publish", { topic: "shed/lock/state", payload: "LOCKED" }, ["lock.shed_lock"]],
    ["mqtt.publish", { topic: "shed/clim/mode", payload: "heat" }, ["climate.shed_clim"]],
    ["mqtt.publish", { topic: "shed/clim/raw", payload: "1" }, ["climate.shed_clim"]],
    ["mqtt.publish", { topic: "homeassistant/device/lockdev/config", payload: "" }, ["climate.shed_clim", "lock.shed_lock"]],
    ["mqtt.publish", { topic: "shed/lock", payload: "" }, []],
    ["mqtt.publish", { payload: "" }, []],
  ])("%s with %j", async (service, data, addressed) => {
    const facts = await world().read(service, [], data);
    expect(idsOf(facts.addressed)).toEqual(addressed);
    expect(facts.fingerprint !== "").toBe(addressed.length > 0);
  });

  test("a command sent through a remote is addressed to its device", async () => {
    const { addressed } = await world().read("remote.send_command", "remote.living", { command: "power" });
    expect(idsOf(addressed)).toEqual(["remote.living", "sensor.living"]);
  });

  test("other services address nothing", async () => {
    expect((await world().read("lock.unlock", "lock.door")).addressed).toEqual([]);
  });

  test("one inside a script counts too", async () => {
    const steps = { sequence: [{ action: "mqtt.publish", data: { topic: "shed/lock/set", payload: "UNLOCK" } }] };
    const { read } = actionWorld({ entities: [...entities, { entityId: "script.s" }], devices, mqtt, routines: { "script.s": steps } });
    expect(idsOf((await read("script.turn_on", "script.s")).addressed)).toEqual(["lock.shed_lock"]);
  });
});

describe("the topics of the home's devices", () => {
  const publish = { topic: "shed/lock/set", payload: "UNLOCK" };

  test("are asked once a minute and once for each change of the registries, of MQTT's devices only", async () => {
    const { read, connection, pass, change } = world();
    await read("mqtt.publish", [], publish);
    await read("mqtt.publish", [], { topic: "other" });
    expect(connection.asked).toEqual([{ type: "mqtt/device/debug_info", device_id: "shed" }]);
    pass(60_000);
    await read("mqtt.publish", [], publish);
    expect(connection.asked).toHaveLength(2);
    change();
    await read("mqtt.publish", [], publish);
    expect(connection.asked).toHaveLength(3);
  });

  test("are asked of a hundred devices at most, and it is said that there are more", async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({ entityId: `switch.s${index}`, platform: "mqtt", deviceId: `d${index}` }));
    const { read, connection } = actionWorld({ entities: many });
    expect((await read("mqtt.publish", [], publish)).unresolved).toEqual(["too_large"]);
    expect((await read("mqtt.publish", [], publish)).unresolved).toEqual(["too_large"]);
    expect(connection.asked).toHaveLength(100);
  });
});
