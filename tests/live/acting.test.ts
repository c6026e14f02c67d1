// Services and receipts against a real Home Assistant: HA_LIVE_STATE is the path of the state.json of a running live home.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createActor } from "../../src/homeassistant/acting/acting.ts";
import { HomeAssistantConnection } from "../../src/homeassistant/connection/connection.ts";
import { LiveHome } from "../../src/homeassistant/live-home.ts";
import { LiveStates } from "../../src/homeassistant/registry/states.ts";
import { createServices } from "../../src/homeassistant/services/services.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { JudgedCall } from "../../src/security/policy/policy-input.ts";
import { permitFor } from "../security/decisions.ts";
import { live } from "./live-state.ts";

const logger = createLogger({ level: "error" });
const held = new AsyncDisposableStack();
const connection = held.use(new HomeAssistantConnection({ ...live, logger }));
const states = held.use(new LiveStates({ connection, logger }));
const home = held.use(new LiveHome({ connection, states, logger }));
const services = createServices({ home, registries: home.registries });
const actor = createActor({ connection, states, home, routines: { change: async () => ({ outcome: "unknown" }) }, logger });

beforeAll(async () => {
  states.start();
  home.start();
  connection.start();
  await home.whenReady();
  await resetDevices();
});
afterAll(async () => {
  await resetDevices();
  await held.disposeAsync();
});

/** Puts the demo devices and a helper back to what they start with. */
async function resetDevices(): Promise<void> {
  const [demo] = await connection.command<{ entry_id: string }[]>({ type: "config_entries/get", domain: "demo" });
  const call = (domain: string, service: string, service_data: object) =>
    connection.command({ type: "call_service", domain, service, service_data });
  await call("input_number", "set_value", { entity_id: "input_number.hallway_level", value: 128 });
  await call("homeassistant", "reload_config_entry", { entry_id: demo?.entry_id });
  await vi.waitFor(() => expect(states.get("media_player.living_room")?.state).toBe("playing"), { timeout: 20_000 });
}

async function act(service: string, entityIds: string | string[], data: JudgedCall["data"] = {}) {
  const call = { service, entityIds: [entityIds].flat(), data };
  const input = { actionId: "live", serviceExists: services.exists(service), now: Date.now() };
  return actor.act(permitFor(service, call.entityIds, { data, input }));
}

/** Steps of one thing stand together and follow each other; those of several run side by side. The slowest first. */
const STEPS: readonly [service: string, entityId: string, data: JudgedCall["data"], outcome: string, state: string][] = [
  ["vacuum.start", "vacuum.demo_vacuum_0_ground_floor", {}, "done", "cleaning"],
  ["vacuum.return_to_base", "vacuum.demo_vacuum_0_ground_floor", {}, "started", "returning"],
  ["light.turn_on", "light.bed_light", { brightness_pct: 30 }, "done", "on"],
  ["light.turn_on", "light.bed_light", { brightness_pct: 30 }, "already", "on"],
  ["light.turn_on", "light.bed_light", { rgb_color: [0, 0, 255] }, "done", "on"],
  ["light.turn_on", "light.bed_light", { color_name: "orange" }, "done", "on"],
  ["light.turn_on", "light.bed_light", { color_temp_kelvin: 2700 }, "done", "on"],
  ["light.turn_on", "light.bed_light", { effect: "off" }, "done", "on"],
  ["light.toggle", "light.bed_light", {}, "done", "off"],
  ["light.turn_on", "light.reading_lamp", {}, "sent", "on"],
  ["lock.lock", "lock.poorly_installed_door", {}, "failed", "jammed"],
  ["lock.unlock", "lock.front_door", {}, "done", "unlocked"],
  ["lock.lock", "lock.front_door", {}, "done", "locked"],
  ["lock.open", "lock.openable_lock", {}, "done", "open"],
  ["cover.open_cover", "cover.garage_door", {}, "done", "open"],
  ["cover.close_cover", "cover.garage_door", {}, "done", "closed"],
  ["cover.set_cover_position", "cover.living_room_window", { position: 50 }, "done", "open"],
  ["cover.set_cover_tilt_position", "cover.living_room_window", { tilt_position: 80 }, "done", "open"],
  ["valve.close_valve", "valve.front_garden", {}, "done", "closed"],
  ["climate.set_temperature", "climate.heatpump", { temperature: 23.5 }, "done", "heat"],
  ["climate.set_temperature", "climate.hvac", { temperature: 22 }, "done", "cool"],
  ["climate.set_temperature", "climate.ecobee", { target_temp_low: 19, target_temp_high: 25 }, "done", "heat_cool"],
  ["climate.set_hvac_mode", "climate.hvac", { hvac_mode: "heat" }, "done", "heat"],
  ["climate.set_preset_mode", "climate.ecobee", { preset_mode: "eco" }, "done", "heat_cool"],
  ["climate.turn_off", "climate.hvac", {}, "done", "off"],
  ["water_heater.set_temperature", "water_heater.demo_water_heater_celsius", { temperature: 50 }, "done", "eco"],
  ["fan.turn_on", "fan.living_room_fan", { percentage: 50 }, "done", "on"],
  ["fan.increase_speed", "fan.living_room_fan", {}, "done", "on"],
  ["fan.turn_off", "fan.living_room_fan", {}, "done", "off"],
  ["humidifier.set_humidity", "humidifier.humidifier", { humidity: 55 }, "done", "on"],
  ["media_player.volume_set", "media_player.living_room", { volume_level: 0.3 }, "done", "playing"],
  ["media_player.volume_up", "media_player.living_room", {}, "done", "playing"],
  ["media_player.volume_mute", "media_player.living_room", { is_volume_muted: true }, "done", "playing"],
  ["media_player.media_pause", "media_player.living_room", {}, "done", "paused"],
  ["media_player.media_next_track", "media_player.walkman", {}, "sent", "playing"],
  ["siren.turn_off", "siren.siren", {}, "done", "off"],
  ["number.set_value", "number.volume", { value: 55 }, "done", "55.0"],
  ["select.select_next", "select.speed", {}, "done", "ludicrous_speed"],
  ["input_number.set_value", "input_number.hallway_level", { value: 99 }, "done", "99.0"],
  ["script.turn_on", "script.house_report", {}, "started", "off"],
  ["button.press", "button.push", {}, "sent", ""],
];

describe("receipts of a real home", () => {
  it.concurrent.each([...Map.groupBy(STEPS, ([, entityId]) => entityId)])("%s", async (entityId, steps) => {
    for (const [service, , data, outcome, state] of steps) {
      const receipt = await act(service, entityId, data);
      const observed = state === "" ? {} : { state };
      expect(receipt).toMatchObject({ service, data, targets: [{ entityId, outcome, observed }] });
      if (outcome !== "already") expect(receipt.contextId ?? receipt.error).toBeTypeOf("string");
    }
  });

  it.concurrent("tells a wrong code in Home Assistant's words, without the code", async () => {
    const disarmed = await act("alarm_control_panel.alarm_disarm", "alarm_control_panel.security");
    expect(disarmed.targets).toMatchObject([{ outcome: "already", observed: { state: "disarmed" } }]);
    await act("alarm_control_panel.alarm_arm_home", "alarm_control_panel.security", { code: "1234" });
    const receipt = await act("alarm_control_panel.alarm_disarm", "alarm_control_panel.security", { code: "0815" });
    expect(receipt).toMatchObject({ targets: [{ outcome: "failed" }], error: expect.stringContaining("invalid_code") });
    expect(JSON.stringify(receipt)).not.toContain("0815");
    await act("alarm_control_panel.alarm_disarm", "alarm_control_panel.security", { code: "1234" });
  });

  it("sends nothing to an unavailable target", async () => {
    const gone = [...states.all()].find(({ state }) => state === "unavailable");
    expect((await act("light.turn_on", gone?.entityId ?? "light.none")).targets).toMatchObject([{ outcome: "failed" }]);
  });
});

describe("services of a real home", () => {
  it.each<[service: string, target: object, data: JudgedCall["data"], expected: object]>([
    ["light.turn_off", { areaId: ["kitchen"] }, {}, { ok: true }],
    [
      "light.turn_on",
      { entityId: ["lock.main_door"] },
      {},
      { problem: { error: "wrong_domain", nearest: expect.arrayContaining(["lock.lock", "lock.unlock"]) } },
    ],
    ["light.turn_on", { entityId: ["light.no_such"] }, {}, { problem: { error: "unknown_target" } }],
    ["light.turn_on", { areaId: ["no_such_area"] }, {}, { problem: { error: "unknown_target" } }],
    ["light.turn_on", {}, {}, { problem: { error: "no_target" } }],
    ["light.turn_on", { entityId: ["light.bed_light"] }, { no_such_key: 1 }, { problem: { error: "unknown_field" } }],
    ["script.announce", {}, {}, { problem: { error: "missing_field" } }],
    ["script.announce", {}, { text: "Dinner" }, { problem: { error: "not_exposed" } }],
    ["weather.get_forecasts", { entityId: ["weather.demo_weather_south"] }, { type: "daily" }, { problem: { error: "unknown_service" } }],
  ])("%s of %j with %j", (service, target, data, expected) => {
    expect(services.resolve({ service, target, data })).toMatchObject(expected);
  });
});
