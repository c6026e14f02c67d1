import { expect, it } from "vitest";
import { ben, family, ScenarioHome, serviceCall } from "./scenario-home.ts";

const LIGHTS = ["kitchen_light", "floor_lamp", "hallway_light", "ceiling_lights"].map((name) => `light.${name}`);
const ALARM = "alarm_control_panel.house_alarm";
const TV = "media_player.living_room_tv";

/** What people do every day, as calls: none of it opens the house, stops what has to run, or tells others. */
const EVERYDAY: readonly (readonly [service: string, entityId: string, data?: Readonly<Record<string, unknown>>])[] = [
  ...LIGHTS.flatMap((id) => [["light.turn_on", id] as const, ["light.turn_off", id] as const, ["light.toggle", id] as const]),
  ...LIGHTS.map((id) => ["light.turn_on", id, { brightness_pct: 40 }] as const),
  ...["cover.living_room_blind", "cover.bedroom_blind"].flatMap((id) => [
    ["cover.open_cover", id] as const,
    ["cover.close_cover", id] as const,
    ["cover.set_cover_position", id, { position: 50 }] as const,
    ["cover.stop_cover", id] as const,
  ]),
  ["cover.close_cover", "cover.garage_door"],
  ["cover.set_cover_position", "cover.garage_door", { position: 0 }],
  ["valve.close_valve", "valve.water_main"],
  ["valve.close_valve", "valve.lawn_sprinkler"],
  [`${ALARM.split(".")[0]}.alarm_arm_home`, ALARM],
  [`${ALARM.split(".")[0]}.alarm_arm_away`, ALARM],
  ["climate.set_temperature", "climate.thermostat", { temperature: 21 }],
  ["climate.set_temperature", "climate.thermostat", { temperature: 18 }],
  ["climate.set_hvac_mode", "climate.thermostat", { hvac_mode: "heat" }],
  ["climate.set_hvac_mode", "climate.thermostat", { hvac_mode: "off" }],
  ["climate.turn_off", "climate.thermostat"],
  ["fan.turn_on", "fan.bedroom_fan"],
  ["fan.set_percentage", "fan.bedroom_fan", { percentage: 30 }],
  ["fan.turn_off", "fan.bedroom_fan"],
  ["media_player.turn_on", TV],
  ["media_player.media_pause", TV],
  ["media_player.media_play", TV],
  ["media_player.volume_set", TV, { volume_level: 0.3 }],
  ["media_player.volume_mute", TV, { is_volume_muted: true }],
  ["media_player.media_next_track", TV],
  ["media_player.turn_off", TV],
  ["media_player.turn_on", "media_player.kitchen_radio"],
  ["media_player.volume_up", "media_player.kitchen_radio"],
  ["media_player.volume_down", "media_player.kitchen_radio"],
  ["media_player.turn_off", "media_player.kitchen_radio"],
  ["vacuum.start", "vacuum.robot"],
  ["vacuum.pause", "vacuum.robot"],
  ["vacuum.return_to_base", "vacuum.robot"],
  ["input_boolean.turn_on", "input_boolean.guest_mode"],
  ["input_boolean.turn_off", "input_boolean.guest_mode"],
  ["input_number.set_value", "input_number.quiet_volume", { value: 10 }],
  ["todo.add_item", "todo.groceries", { item: "Butter" }],
  ["todo.remove_item", "todo.groceries", { item: "Milk" }],
  ["scene.turn_on", "scene.movie_night"],
  ["scene.turn_on", "scene.bright"],
  ["automation.turn_off", "automation.hallway_light_on_motion"],
  ["automation.turn_on", "automation.hallway_light_on_motion"],
  ["switch.turn_on", "switch.christmas_tree"],
  ["siren.turn_off", "siren.attic_siren"],
  ["media_player.play_media", TV, { media_content_type: "music", media_content_id: "https://radio.example.com/live.mp3" }],
];

it("asks about hardly anything of what people do every day", { timeout: 60_000 }, async () => {
  expect(EVERYDAY.length).toBeGreaterThanOrEqual(60);
  await using home = await ScenarioHome.start({ options: { people: family, rate_count: 1000 }, pace: 0.01 });
  const asked: string[] = [];
  for (const [service, entityId, data] of EVERYDAY) {
    home.model.reply({ toolCalls: [serviceCall(service, entityId, data)] }, { text: "Fine." });
    const { buttons, plain } = await home.asks(ben, "please do what we talked about with https://radio.example.com/live.mp3");
    if (buttons.length === 0) continue;
    asked.push(`${service} ${entityId}: ${plain}`);
    home.presses(ben, "Cancel");
    await home.next(ben);
  }
  // the rest was so already, or is not exposed
  expect(home.calls().length).toBeGreaterThan(EVERYDAY.length * 0.7);
  expect(asked.slice(2), asked.join("\n")).toEqual([]);
});
