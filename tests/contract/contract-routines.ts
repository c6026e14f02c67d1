import type { FurnishedBlueprint } from "../../src/simulated-home/furnishing.ts";

/** Scripts by id: one unlocks, and another one calls it. */
export const scripts = {
  let_in: { alias: "Let in", sequence: [{ action: "lock.unlock", target: { entity_id: "lock.main_door" } }] },
  come_in: {
    alias: "Come in",
    sequence: [
      { action: "light.turn_on", target: { entity_id: ["light.bed_light"] } },
      { action: "script.let_in" },
      { action: "script.turn_on", target: { entity_id: "script.let_in" } },
    ],
  },
};

/** Automations by id, which is also that of their entity. */
export const automations = {
  wall_light: {
    alias: "Wall light",
    description: "",
    triggers: [{ trigger: "state", entity_id: "switch.wall_switch" }],
    conditions: [],
    actions: [{ action: "input_boolean.toggle", target: { entity_id: "input_boolean.guest_mode" } }],
    mode: "single",
  },
};

/** Scenes by id. */
export const scenes = {
  open_house: {
    name: "Open house",
    entities: { "light.bed_light": { state: "on", brightness: 100 }, "lock.main_door": { state: "unlocked" } },
  },
};

export const WALL_DEVICE = "Wall";

/** What an MQTT device announces for its switch. */
export const wallSwitch = { command_topic: "contract/wall/set", state_topic: "contract/wall", unique_id: "contract_wall_switch" };

/** A blueprint that every Home Assistant has. */
export const motionLight: FurnishedBlueprint = {
  domain: "automation",
  path: "homeassistant/motion_light.yaml",
  inputs: ["motion_entity", "light_target"],
  substitute: ({ motion_entity, light_target }) => ({
    mode: "restart",
    max_exceeded: "silent",
    triggers: { trigger: "state", entity_id: motion_entity, from: "off", to: "on" },
    actions: [{ alias: "Turn on the light", action: "light.turn_on", target: light_target }],
  }),
};
