import type { FurnishedEntity } from "./furnishing.ts";

const groups: readonly FurnishedEntity[] = [
  { entity_id: "switch.kitchen_sockets", name: "Kitchen Sockets", area: "Kitchen", members: ["switch.coffee_machine", "switch.freezer"] },
  {
    entity_id: "group.downstairs",
    name: "Downstairs",
    registered: false,
    members: ["light.floor_lamp", "switch.christmas_tree", "switch.kitchen_sockets"],
  },
];

const scripts: readonly FurnishedEntity[] = [
  {
    entity_id: "script.good_night",
    name: "Good Night",
    steps: [
      { service: "light.turn_off", entityIds: ["light.kitchen_light", "light.ceiling_lights", "light.floor_lamp", "light.hallway_light"] },
      { service: "lock.lock", entityIds: ["lock.front_door", "lock.back_door"] },
    ],
  },
  {
    entity_id: "script.open_up",
    name: "Open Up",
    exposed: false,
    steps: [{ service: "lock.unlock", entityIds: ["lock.front_door"] }],
  },
  {
    entity_id: "script.coming_home",
    name: "Coming Home",
    config: {
      sequence: [{ action: "light.turn_on", target: { entity_id: "light.hallway_light" } }, { action: "script.open_up" }],
    },
  },
];

const scenes: readonly FurnishedEntity[] = [
  {
    entity_id: "scene.movie_night",
    name: "Movie Night",
    sets: { "light.ceiling_lights": { state: "off" }, "light.floor_lamp": { state: "on", brightness: 51 } },
  },
  {
    entity_id: "scene.bright",
    name: "Bright",
    sets: { "light.ceiling_lights": { state: "on", brightness: 255 }, "light.kitchen_light": { state: "on", brightness: 255 } },
  },
  {
    entity_id: "scene.party",
    name: "Party",
    sets: { "light.ceiling_lights": { state: "on", brightness: 120 }, "lock.front_door": { state: "unlocked" } },
  },
];

const automations: readonly FurnishedEntity[] = [
  {
    entity_id: "automation.hallway_light_on_motion",
    name: "Hallway Light On Motion",
    exposed: false,
    config: {
      triggers: [{ trigger: "state", entity_id: "binary_sensor.hallway_motion", to: "on" }],
      actions: [{ action: "light.turn_on", target: { entity_id: "light.hallway_light" } }],
    },
  },
  {
    entity_id: "automation.lock_up_at_night",
    name: "Lock Up At Night",
    exposed: false,
    config: {
      triggers: [{ trigger: "time", at: "23:30:00" }],
      actions: [{ action: "lock.lock", target: { entity_id: ["lock.front_door", "lock.back_door"] } }],
    },
  },
  {
    entity_id: "automation.wake_up",
    name: "Wake Up",
    exposed: false,
    config: {
      triggers: [{ trigger: "time", at: "06:45:00" }],
      conditions: [{ condition: "time", weekday: ["mon", "tue", "wed", "thu", "fri"] }],
      actions: [
        { action: "cover.open_cover", target: { entity_id: "cover.bedroom_blind" } },
        { action: "light.turn_on", target: { area_id: "bedroom" }, data: { brightness_pct: 20 } },
      ],
    },
  },
];

/** What acts on several things in the home of the demo: groups in groups, a script that calls another one, scenes, automations. */
export const demoRoutines: readonly FurnishedEntity[] = [...groups, ...scripts, ...scenes, ...automations];
