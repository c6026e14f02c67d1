import { describe, expect, test } from "vitest";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import { actionWorld } from "../action-world.ts";

const HELPER = "input_boolean.visit";
const unlock = { action: "lock.unlock", target: { entity_id: "lock.front" } };
const state = (entity_id: string) => ({ trigger: "state", entity_id });
const when = (triggers: unknown, actions: unknown = [unlock]) => ({ triggers, actions });

describe("what changes with what is set", () => {
  const worldOf = (listensTo: string) =>
    actionWorld({
      entities: [
        { entityId: "light.lamp", deviceId: "lamp", platform: "hue" },
        { entityId: "sensor.lamp_mode", deviceId: "lamp", platform: "hue" },
        { entityId: "light.part", deviceId: "part", platform: "hue" },
        { entityId: "light.room", deviceId: "room", platform: "hue" },
        { entityId: "light.elsewhere", deviceId: "elsewhere", platform: "hue" },
        { entityId: "switch.relay" },
        { entityId: "light.relay", platform: "switch_as_x" },
        { entityId: "binary_sensor.made", platform: "template" },
        { entityId: HELPER },
        { entityId: "lock.front" },
        { entityId: "automation.a", state: "on" },
      ],
      entries: {
        "light.lamp": { config_entry_id: "bridge" },
        "light.room": { config_entry_id: "bridge" },
        "light.relay": { options: { switch_as_x: { entity_id: "switch.relay" } } },
      },
      devices: [
        { id: "lamp" },
        { id: "part", parent_device_id: "lamp" },
        { id: "room", entry_type: "service" },
        { id: "elsewhere", entry_type: "service" },
      ],
      routines: { "automation.a": when(state(listensTo)) },
    });
  test.each([
    ["light.lamp", "sensor.lamp_mode", true],
    ["light.lamp", "light.part", true],
    ["light.part", "sensor.lamp_mode", true],
    ["light.lamp", "light.room", true],
    ["light.room", "light.lamp", true],
    ["light.lamp", "light.elsewhere", false],
    ["light.relay", "switch.relay", true],
    ["switch.relay", "light.relay", true],
    ["switch.relay", "light.lamp", false],
    [HELPER, "binary_sensor.made", true],
    ["light.lamp", "binary_sensor.made", false],
  ])("%s: %s", async (entityId, listensTo, follows) => {
    const found = effectsOf(await worldOf(listensTo).read(`${entityId.split(".")[0]}.turn_on`, entityId), new Map());
    expect(found.some(({ effect }) => effect === "unlock")).toBe(follows);
  });
});

test("of what may follow a helper by a template only what is known counts", async () => {
  const world = (steps: readonly object[]) =>
    actionWorld({
      entities: [
        { entityId: HELPER },
        { entityId: "binary_sensor.made", platform: "template" },
        { entityId: "light.relay", platform: "template" },
        { entityId: "lock.front" },
        { entityId: "automation.a", state: "on" },
      ],
      routines: { "automation.a": when(state("binary_sensor.made"), steps) },
    });
  const relay = { action: "light.turn_on", target: { entity_id: "light.relay" } };
  const effects = async (...steps: readonly object[]) => effectsOf(await world(steps).read("input_boolean.turn_on", HELPER), new Map());
  expect((await effects(relay, { event: "x" })).map(({ effect }) => effect)).toEqual(["helper"]);
  expect((await effects(relay, unlock)).map(({ effect }) => effect)).toContain("unlock");
});
