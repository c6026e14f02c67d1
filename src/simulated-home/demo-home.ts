import type { FurnishedEntity, Furnishing } from "./furnishing.ts";
import { free, object, text } from "./services/service-fields.ts";

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
const demoRoutines: readonly FurnishedEntity[] = [...groups, ...scripts, ...scenes, ...automations];

const dimmable = { supported_color_modes: ["brightness"] };
const colourful = { supported_color_modes: ["color_temp", "hs"], min_color_temp_kelvin: 2000, max_color_temp_kelvin: 6535 };
const celsius = { device_class: "temperature", unit_of_measurement: "°C", state_class: "measurement" };
const humidity = { device_class: "humidity", unit_of_measurement: "%", state_class: "measurement" };
const battery = { device_class: "battery", unit_of_measurement: "%", state_class: "measurement" };
const blind = { device_class: "blind", supported_features: 15 };

const light = (entity_id: string, name: string, area: string, rest: Partial<FurnishedEntity> = {}): FurnishedEntity => ({
  entity_id,
  name,
  area,
  device: name,
  attributes: dimmable,
  ...rest,
});
const sensor = (entity_id: string, name: string, area: string, state: number, attributes: Record<string, unknown>): FurnishedEntity => ({
  entity_id,
  name,
  area,
  state,
  attributes,
});
const contact = (entity_id: string, name: string, area: string, device_class: string, state = false): FurnishedEntity => ({
  entity_id,
  name,
  area,
  state,
  attributes: { device_class },
});

const openings: readonly FurnishedEntity[] = [
  {
    entity_id: "cover.garage_door",
    name: "Garage Door",
    area: "Garage",
    aliases: ["garage"],
    labels: ["Security"],
    attributes: { device_class: "garage", supported_features: 11 },
  },
  {
    entity_id: "cover.living_room_blind",
    name: "Living Room Blind",
    area: "Living Room",
    state: "open",
    attributes: { ...blind, current_position: 100 },
  },
  { entity_id: "cover.bedroom_blind", name: "Bedroom Blind", area: "Bedroom", attributes: { ...blind, current_position: 0 } },
  {
    entity_id: "lock.front_door",
    name: "Front Door",
    area: "Hallway",
    aliases: ["entrance"],
    labels: ["Security"],
    attributes: { supported_features: 1 },
  },
  { entity_id: "lock.back_door", name: "Back Door", area: "Kitchen", labels: ["Security"] },
  { entity_id: "lock.garage_side_door", name: "Side Door", area: "Garage", exposed: false },
  {
    entity_id: "valve.lawn_sprinkler",
    name: "Lawn Sprinkler",
    area: "Garden",
    attributes: { device_class: "water", supported_features: 3 },
  },
  {
    entity_id: "valve.water_main",
    name: "Water Main",
    area: "Garage",
    state: "open",
    attributes: { device_class: "water", supported_features: 3 },
  },
  contact("binary_sensor.kitchen_window", "Kitchen Window", "Kitchen", "window", true),
  contact("binary_sensor.bedroom_window", "Bedroom Window", "Bedroom", "window"),
  contact("binary_sensor.terrace_door", "Terrace Door", "Living Room", "door"),
  contact("binary_sensor.hallway_motion", "Hallway Motion", "Hallway", "motion"),
  contact("binary_sensor.kitchen_smoke", "Kitchen Smoke", "Kitchen", "smoke"),
];

const comfort: readonly FurnishedEntity[] = [
  {
    entity_id: "climate.thermostat",
    name: "Thermostat",
    area: "Living Room",
    state: "heat",
    attributes: {
      hvac_modes: ["off", "heat"],
      min_temp: 7,
      max_temp: 30,
      current_temperature: 21.3,
      temperature: 21,
      hvac_action: "idle",
      supported_features: 385,
    },
  },
  {
    entity_id: "fan.bedroom_fan",
    name: "Bedroom Fan",
    area: "Bedroom",
    device: "Bedroom Fan",
    attributes: { percentage: 0, percentage_step: 25, preset_modes: null, supported_features: 49 },
  },
  sensor("sensor.living_room_temperature", "Living Room Temperature", "Living Room", 21.3, celsius),
  sensor("sensor.bedroom_temperature", "Bedroom Temperature", "Bedroom", 19.1, celsius),
  sensor("sensor.outside_temperature", "Outside Temperature", "Garden", 6.4, celsius),
  sensor("sensor.bathroom_humidity", "Bathroom Humidity", "Bathroom", 58, humidity),
  sensor("sensor.garden_sensor_battery", "Garden Sensor Battery", "Garden", 14, battery),
  sensor("sensor.washing_machine_power", "Washing Machine Power", "Bathroom", 3, {
    device_class: "power",
    unit_of_measurement: "W",
    state_class: "measurement",
  }),
  {
    entity_id: "sensor.washing_machine_status",
    name: "Washing Machine",
    area: "Bathroom",
    state: "finished",
    attributes: { device_class: "enum", options: ["idle", "washing", "finished"] },
  },
  {
    entity_id: "weather.home",
    name: "Home",
    area: null,
    state: "cloudy",
    attributes: { temperature: 6.4, temperature_unit: "°C", humidity: 81, wind_speed: 12, wind_speed_unit: "km/h" },
  },
];

const things: readonly FurnishedEntity[] = [
  {
    entity_id: "switch.coffee_machine",
    name: "Coffee Machine",
    area: "Kitchen",
    aliases: ["espresso machine"],
    attributes: { device_class: "outlet" },
  },
  {
    entity_id: "switch.freezer",
    name: "Freezer",
    area: "Kitchen",
    state: true,
    labels: ["Critical"],
    attributes: { device_class: "outlet" },
  },
  { entity_id: "switch.christmas_tree", name: "Christmas Tree", area: "Living Room", attributes: { device_class: "outlet" } },
  {
    entity_id: "media_player.living_room_tv",
    name: "TV",
    area: "Living Room",
    aliases: ["television"],
    state: "playing",
    attributes: {
      device_class: "tv",
      volume_level: 0.4,
      is_volume_muted: false,
      media_title: "Tides of the North",
      media_track: 1,
      supported_features: 20925,
    },
  },
  {
    entity_id: "media_player.kitchen_radio",
    name: "Kitchen Radio",
    area: "Kitchen",
    state: "paused",
    attributes: {
      device_class: "speaker",
      volume_level: 0.25,
      is_volume_muted: false,
      media_title: "Morning Mix",
      media_track: 3,
      supported_features: 20925,
    },
  },
  {
    entity_id: "vacuum.robot",
    name: "Robot",
    area: "Living Room",
    aliases: ["vacuum"],
    attributes: { fan_speed_list: ["quiet", "normal", "strong"], fan_speed: "normal", supported_features: 12348 },
  },
  { entity_id: "input_boolean.guest_mode", name: "Guest Mode" },
  {
    entity_id: "input_select.house_mode",
    name: "House Mode",
    state: "Home",
    attributes: { options: ["Home", "Away", "Night", "Vacation"] },
  },
  {
    entity_id: "input_number.quiet_volume",
    name: "Quiet Volume",
    state: "20.0",
    attributes: { min: 0, max: 100, step: 1, mode: "slider", unit_of_measurement: "%" },
  },
  { entity_id: "input_button.doorbell", name: "Doorbell" },
  { entity_id: "todo.groceries", name: "Groceries", items: ["Milk", "Bread"], attributes: { supported_features: 127 } },
  {
    entity_id: "alarm_control_panel.house_alarm",
    name: "House Alarm",
    area: "Hallway",
    exposed: false,
    code: "1234",
    labels: ["Security"],
    attributes: { code_format: "number", code_arm_required: true, supported_features: 63 },
  },
  { entity_id: "camera.front_camera", name: "Front Camera", area: "Hallway", attributes: { supported_features: 1 } },
  { entity_id: "siren.attic_siren", name: "Attic Siren", area: "Office", exposed: false, attributes: { supported_features: 3 } },
  { entity_id: "button.router_restart", name: "Router Restart", area: "Office", exposed: false, category: "config" },
  { entity_id: "person.anna", name: "Anna", registered: true },
  { entity_id: "person.ben", name: "Ben", state: "not_home", registered: true },
];

/** The home of the demo: two floors and a garden, some things on, a window open, a battery low, four things hidden from assistants. */
export const demoHome: Furnishing = {
  name: "Demo home",
  timeZone: "Europe/Berlin",
  floors: [
    { name: "Ground floor", level: 0, aliases: ["downstairs"] },
    { name: "Upstairs", level: 1, aliases: ["first floor"] },
    { name: "Outside", level: -1 },
  ],
  areas: [
    { name: "Living Room", floor: "Ground floor", aliases: ["lounge"] },
    { name: "Kitchen", floor: "Ground floor" },
    { name: "Hallway", floor: "Ground floor" },
    { name: "Bedroom", floor: "Upstairs" },
    { name: "Bathroom", floor: "Upstairs" },
    { name: "Office", floor: "Upstairs", aliases: ["study"] },
    { name: "Garage", floor: "Outside" },
    { name: "Garden", floor: "Outside", aliases: ["yard"] },
  ],
  labels: ["Security", "Night off", "Critical"],
  people: ["Anna", "Ben"],
  services: {
    notify: { mobile_app_phone: free({ message: text(true), title: text(), target: object(), data: object() }) },
    shell_command: { restart_router: { ...free(), response: "optional" } },
  },
  entities: [
    light("light.kitchen_light", "Kitchen Light", "Kitchen", { labels: ["Night off"] }),
    light("light.ceiling_lights", "Ceiling Lights", "Living Room", {
      state: true,
      aliases: ["big light"],
      attributes: { ...colourful, brightness: 180, color_temp_kelvin: 2700, color_mode: "color_temp" },
    }),
    light("light.floor_lamp", "Floor Lamp", "Living Room", { labels: ["Night off"] }),
    light("light.hallway_light", "Hallway Light", "Hallway"),
    light("light.bed_light", "Bed Light", "Bedroom", { attributes: colourful, labels: ["Night off"] }),
    light("light.bathroom_light", "Bathroom Light", "Bathroom", { attributes: { supported_color_modes: ["onoff"] } }),
    light("light.desk_lamp", "Desk Lamp", "Office", {
      state: true,
      attributes: { ...dimmable, brightness: 200, color_mode: "brightness" },
    }),
    light("light.garden_light", "Garden Light", "Garden", { attributes: { supported_color_modes: ["onoff"] } }),
    ...openings,
    ...comfort,
    ...things,
    ...demoRoutines,
  ],
};
