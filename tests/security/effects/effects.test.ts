import { describe, expect, test } from "vitest";
import type { EntityFacts } from "../../../src/security/effects/action-facts.ts";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import { actionOn, callOn, effectNames, NO_WORDS, named, thing } from "../effect-facts.ts";

/** Effects by service and domain alone: [service, entity it is done to (none: ""), effects]. */
const BY_DOMAIN: readonly (readonly [string, string, string])[] = [
  ["light.turn_on", "light.a", "light"],
  ["light.turn_off", "light.a", "light"],
  ["light.toggle", "light.a", "light"],
  ["light.explode", "light.a", "unknown"],
  ["switch.turn_on", "switch.a", "power"],
  ["switch.turn_off", "switch.a", "power"],
  ["fan.set_percentage", "fan.a", "comfort"],
  ["fan.turn_off", "fan.a", "comfort"],
  ["climate.set_hvac_mode", "climate.a", "comfort"],
  ["humidifier.turn_on", "humidifier.a", "comfort"],
  ["media_player.media_pause", "media_player.a", "media"],
  ["media_player.play_media", "media_player.a", "media"],
  ["remote.turn_on", "remote.a", "media"],
  ["remote.send_command", "remote.a", "write-raw"],
  ["remote.learn_command", "remote.a", "write-raw"],
  ["lock.lock", "lock.a", "lock"],
  ["lock.unlock", "lock.a", "unlock"],
  ["lock.open", "lock.a", "unlock"],
  ["lock.any", "lock.a", "unlock"],
  ["alarm_control_panel.alarm_arm_away", "alarm_control_panel.a", "arm"],
  ["alarm_control_panel.alarm_arm_custom_bypass", "", "arm"],
  ["alarm_control_panel.alarm_disarm", "alarm_control_panel.a", "disarm"],
  ["alarm_control_panel.alarm_trigger", "alarm_control_panel.a", "siren"],
  ["alarm_control_panel.any", "alarm_control_panel.a", "disarm"],
  ["camera.turn_off", "camera.a", "watch"],
  ["camera.disable_motion_detection", "camera.a", "watch"],
  ["camera.snapshot", "camera.a", "watch"],
  ["siren.turn_on", "siren.a", "siren"],
  ["valve.open_valve", "valve.a", "valve"],
  ["valve.close_valve", "valve.a", "cover"],
  ["water_heater.set_temperature", "water_heater.a", "heat"],
  ["vacuum.start", "vacuum.a", "vacuum"],
  ["vacuum.send_command", "vacuum.a", "write-raw"],
  ["lawn_mower.start_mowing", "lawn_mower.a", "mow"],
  ["lawn_mower.dock", "lawn_mower.a", "vacuum"],
  ["siren.turn_off", "siren.a", "power"],
  ["notify.mobile_app_anna", "", "message-out"],
  ["notify.send_message", "notify.anna", "message-out"],
  ["tts.speak", "tts.piper", "announce"],
  ["persistent_notification.create", "", "announce"],
  ["telegram_bot.send_message", "", "message-out"],
  ["telegram_bot.leave_chat", "", "unknown"],
  ["assist_satellite.start_conversation", "assist_satellite.a", "unknown"],
  ["conversation.process", "", "unknown"],
  ["ai_task.generate_data", "", "unknown"],
  ["mqtt.publish", "", "write-raw"],
  ["zwave_js.set_value", "", "write-raw"],
  ["zha.issue_zigbee_cluster_command", "", "write-raw"],
  ["modbus.write_register", "", "write-raw"],
  ["knx.send", "", "write-raw"],
  ["esphome.garage_open", "", "write-raw"],
  ["some_integration.send_command", "", "write-raw"],
  ["shell_command.backup", "", "run-code"],
  ["python_script.anything", "", "run-code"],
  ["pyscript.anything", "", "run-code"],
  ["rest_command.call", "", "run-code"],
  ["command_line.run", "", "run-code"],
  ["hassio.addon_stdin", "", "run-code"],
  ["hassio.host_reboot", "", "system"],
  ["homeassistant.restart", "", "system"],
  ["homeassistant.turn_on", "light.a", "system,light"],
  ["homeassistant.turn_off", "lock.a", "system,unlock"],
  ["backup.create", "", "system"],
  ["update.install", "update.a", "system"],
  ["recorder.purge", "", "system"],
  ["logger.set_level", "", "system"],
  ["system_log.clear", "", "system"],
  ["cloud.remote_connect", "", "system"],
  ["frontend.set_theme", "", "system"],
  ["automation.reload", "", "system"],
  ["input_boolean.reload", "", "system"],
  ["input_button.reload", "", "system"],
  ["script.reload", "", "system"],
  ["my_integration.reload", "", "system"],
  ["device_tracker.see", "", "system"],
  ["person.reload", "", "system"],
  ["group.set", "", "system"],
  ["scene.create", "", "system"],
  ["scene.delete", "scene.a", "system"],
  ["scene.apply", "", "unknown"],
  ["scene.turn_on", "scene.a", "routine"],
  ["script.good_night", "", "routine"],
  ["script.turn_on", "script.a", "routine"],
  ["automation.trigger", "automation.a", "routine"],
  ["automation.turn_on", "automation.a", "routine"],
  ["automation.turn_off", "automation.a", "routine"],
  ["automation.toggle", "automation.a", "routine"],
  ["automation.any", "automation.a", "routine"],
  ["button.press", "button.a", "routine"],
  ["input_button.press", "input_button.a", "routine"],
  ["timer.start", "timer.a", "helper"],
  ["counter.increment", "counter.a", "helper"],
  ["todo.add_item", "todo.a", "helper"],
  ["shopping_list.add_item", "", "helper"],
  ["calendar.create_event", "calendar.a", "helper"],
  ["input_number.set_value", "input_number.a", "helper"],
  ["input_select.select_option", "input_select.a", "helper"],
  ["input_datetime.set_datetime", "input_datetime.a", "helper"],
  ["input_boolean.turn_on", "input_boolean.a", "helper"],
  ["number.set_value", "number.a", "helper"],
  ["select.select_option", "select.a", "helper"],
  ["weather.get_forecasts", "weather.a", "helper"],
  ["input_text.set_value", "input_text.a", "unknown"],
  ["text.set_value", "text.a", "unknown"],
  ["brand_new.service", "", "unknown"],
  ["brand_new.service", "lock.a", "unlock,unknown"],
  // an entity of another domain than the service's: whatever can be done to it as well
  ["light.turn_on", "lock.a", "unlock,light"],
  ["light.turn_on", "alarm_control_panel.a", "disarm,light"],
  ["light.turn_on", "cover.a", "open-entry,light"],
  ["light.turn_on", "switch.a", "power,light"],
  ["light.turn_on", "sensor.a", "light"],
  ["light.turn_on", "new_domain.a", "unknown,light"],
  ["light.turn_on", "vacuum.a", "write-raw,light"],
  ["tts.speak", "media_player.a", "announce,media"],
  ["zwave_js.set_value", "lock.a", "unlock,write-raw"],
  // no capital letter and no space hides anything
  ["LOCK.Unlock", "LOCK.A", "unlock"],
  [" lock . unlock ", " lock.a ", "unlock"],
  ["Shell_Command.X", "", "run-code"],
  ["light.turn_on", " Lock.A", "unlock,light"],
  ["", "", "unknown"],
  ["unlock", "lock.a", "unknown"],
  ["lock.unlock.now", "lock.a", "unknown"],
  ["constructor.toString", "", "unknown"],
  // without a target nobody knows what is moved
  ["cover.open_cover", "", "open-entry"],
  ["cover.close_cover", "", "cover"],
  ["light.turn_on", "", "light"],
];

describe("what a service does by its name", () => {
  test.each(BY_DOMAIN)("%s on %s: %s", (service, entityId, expected) => {
    const targets = entityId === "" ? [] : [thing(entityId)];
    expect(effectNames(actionOn(service, targets)).join()).toBe(expected);
  });
});

/** [service, data, device class, name, state, position, effect] */
const COVERS: readonly (readonly [string, object, string | undefined, string, string, unknown, string])[] = [
  ["open_cover", {}, "garage", "", "closed", 0, "open-entry"],
  ["open_cover", {}, "door", "", "closed", 0, "open-entry"],
  ["open_cover", {}, "gate", "", "closed", 0, "open-entry"],
  ["open_cover", {}, " Garage ", "", "closed", 0, "open-entry"],
  ["close_cover", {}, "garage", "", "open", 100, "cover"],
  ["stop_cover", {}, "garage", "", "opening", 20, "cover"],
  ["stop_cover", {}, "garage", "", "closing", 20, "open-entry"],
  ["set_cover_position", { position: 0 }, "garage", "", "open", 100, "cover"],
  ["set_cover_position", { position: "0" }, "garage", "", "open", 100, "cover"],
  ["set_cover_position", { position: 1 }, "garage", "", "closed", 0, "open-entry"],
  ["set_cover_position", { position: "{{ x }}" }, "garage", "", "closed", 0, "open-entry"],
  ["set_cover_position", {}, "garage", "", "closed", 0, "open-entry"],
  ["close_cover_tilt", {}, "gate", "", "open", 100, "cover"],
  ["set_cover_tilt_position", { tilt_position: 0 }, "gate", "", "open", 100, "cover"],
  ["set_cover_tilt_position", { tilt_position: 50 }, "gate", "", "closed", 0, "open-entry"],
  ["toggle", {}, "garage", "", "closed", 0, "open-entry"],
  ["toggle", {}, "garage", "", "open", 50, "open-entry"],
  ["toggle", {}, "garage", "", "open", 100, "cover"],
  ["toggle", {}, "garage", "", "open", undefined, "cover"],
  ["toggle", {}, "garage", "", "unknown", undefined, "open-entry"],
  ["toggle", {}, "garage", "", "unavailable", undefined, "open-entry"],
  ["toggle", {}, "garage", "", "closing", 50, "open-entry"],
  ["any", {}, "garage", "", "open", 100, "open-entry"],
  ["brand_new", {}, "garage", "", "open", 100, "open-entry"],
  ["open_cover", {}, "blind", "", "closed", 0, "cover"],
  ["open_cover", {}, "awning", "", "closed", 0, "cover"],
  ["open_cover", {}, "shutter", "", "closed", 0, "cover"],
  ["open_cover", {}, "window", "", "closed", 0, "open-entry"],
  ["any", {}, "curtain", "", "closed", 0, "cover"],
  ["open_cover", {}, undefined, "Left", "closed", 0, "open-entry"],
  ["open_cover", {}, "brand_new", "Left", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Kitchen blind", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Rollladen Küche", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Volet du salon", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Persiana salón", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Tapparella cucina", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Gordijn slaapkamer", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Terrassentür Rollladen", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Garage roller shutter", "closed", 0, "open-entry"],
  ["open_cover", {}, undefined, "Hoftor", "closed", 0, "open-entry"],
  ["close_cover", {}, undefined, "Left", "open", 100, "cover"],
];

describe("covers", () => {
  test.each(COVERS)("%s %o of a %s called '%s' that is %s at %s: %s", (name, data, deviceClass, called, state, position, expected) => {
    const cover = named("cover", called, { deviceClass, state, attributes: position === undefined ? {} : { current_position: position } });
    expect(effectNames(actionOn(`cover.${name}`, [cover], { data: { ...data } }))).toEqual([expected]);
  });

  test("a group of covers is what its members are", () => {
    const blinds = thing("cover.all", {
      members: [thing("cover.a", { deviceClass: "blind" }), thing("cover.b", { deviceClass: "shade" })],
    });
    const mixed = thing("cover.all", {
      members: [thing("cover.a", { deviceClass: "blind" }), thing("cover.b", { deviceClass: "garage" })],
    });
    expect(effectNames(actionOn("cover.open_cover", [blinds]))).toEqual(["cover"]);
    expect(effectNames(actionOn("cover.open_cover", [mixed]))).toEqual(["open-entry", "cover"]);
  });
});

/** [data, the home's unit, effect] of climate.set_temperature */
const TEMPERATURES: readonly (readonly [Record<string, unknown>, string | undefined, string])[] = [
  [{ temperature: 21 }, "°C", "comfort"],
  [{ temperature: 30 }, "°C", "comfort"],
  [{ temperature: 30.5 }, "°C", "heat"],
  [{ temperature: "45" }, "°C", "heat"],
  [{ temperature: 80 }, "°C", "heat"],
  [{ target_temp_low: 18, target_temp_high: 35 }, "°C", "heat"],
  [{ temperature: 70 }, "°F", "comfort"],
  [{ temperature: "86" }, "°F", "comfort"],
  [{ temperature: 90 }, "°F", "heat"],
  [{ target_temp_low: 64, target_temp_high: 95 }, "°F", "heat"],
  [{ temperature: 21 }, undefined, "comfort"],
  [{ temperature: 30 }, undefined, "comfort"],
  [{ temperature: 45 }, undefined, "heat"],
  [{ temperature: 70 }, undefined, "heat"],
  [{ temperature: 290 }, "K", "heat"],
  [{ temperature: "{{ hot }}" }, "°F", "heat"],
  [{ temperature: Number.NaN }, "°C", "heat"],
  [{ hvac_mode: "heat" }, undefined, "comfort"],
];

test.each(TEMPERATURES)("a room is set to %o in a home that measures in %s: %s", (data, temperatureUnit, expected) => {
  const range = temperatureUnit === "°F" ? { min_temp: 45, max_temp: 95 } : { min_temp: 7, max_temp: 35 };
  const room = thing("climate.a", { temperatureUnit, attributes: range });
  expect(effectNames(actionOn("climate.set_temperature", [room], { data }))).toEqual([expected]);
});

test.each<[unit: string, low: number, high: number, service: string, data: object, effect: string]>([
  ["°C", -24, -16, "turn_off", {}, "power-cut"],
  ["°C", 2, 8, "set_temperature", { temperature: 8 }, "power-cut"],
  ["°F", -11, 46, "set_hvac_mode", { hvac_mode: "off" }, "power-cut"],
  ["°C", 40, 104, "set_temperature", { temperature: 21 }, "heat"],
  ["°C", 40, 104, "set_hvac_mode", { hvac_mode: "off" }, "comfort"],
  ["°F", 45, 95, "turn_off", {}, "comfort"],
  ["°C", 7, 35, "turn_off", {}, "comfort"],
])(
  "a thermostat tells by its range in %s from %d to %d what it is for: %s %o: %s",
  (temperatureUnit, min_temp, max_temp, name, data, effect) => {
    const thermostat = thing("climate.a", { temperatureUnit, attributes: { min_temp, max_temp } });
    expect(effectNames(actionOn(`climate.${name}`, [thermostat], { data: { ...data } }))).toEqual([effect]);
  },
);

/** Thermostats with the range of a room, a wide one, and facts that tell of more than rooms. */
test.each<[called: string, attributes: object, service: string, data: object, effect: string]>([
  ["Box", { min_temp: -30, max_temp: 20 }, "turn_off", {}, "power-cut"],
  ["Box", { min_temp: -30, max_temp: 20 }, "set_temperature", { temperature: 15 }, "power-cut"],
  ["Box", { min_temp: -30, max_temp: 20 }, "turn_on", {}, "comfort"],
  ["Cabin", { min_temp: 4.5, max_temp: 30.5, temperature: 4.5, current_temperature: 9 }, "turn_off", {}, "comfort"],
  ["Cabin", { min_temp: 5, max_temp: 30, current_temperature: 1 }, "turn_off", {}, "power-cut"],
  ["Cabin", { min_temp: 5, max_temp: 30, current_temperature: 1 }, "set_temperature", { temperature: 18 }, "comfort"],
  ["Box", { min_temp: 20, max_temp: 40, temperature: 37.5 }, "turn_off", {}, "power-cut"],
  ["Box", { min_temp: 20, max_temp: 40, temperature: 37.5 }, "toggle", {}, "power-cut"],
  ["Vaccine fridge", {}, "turn_off", {}, "power-cut"],
  ["Wine fridge", { min_temp: 5, max_temp: 20 }, "set_temperature", { temperature: 20 }, "power-cut"],
  ["Incubator", {}, "set_hvac_mode", { hvac_mode: "off" }, "power-cut"],
  ["Server cooling", { min_temp: 16, max_temp: 30 }, "turn_off", {}, "power-cut"],
  ["Server cooling", { min_temp: 16, max_temp: 30 }, "turn_on", {}, "comfort"],
  ["Heat pump", { min_temp: 16, max_temp: 30 }, "turn_off", {}, "comfort"],
  ["Living room", { min_temp: 7, max_temp: 35, current_temperature: 33 }, "turn_off", {}, "comfort"],
])("what a thermostat called %s with %o keeps going is not stopped: %s %o: %s", (called, attributes, name, data, effect) => {
  const thermostat = named("climate", called, { temperatureUnit: "°C", attributes: { ...attributes } });
  expect(effectNames(actionOn(`climate.${name}`, [thermostat], { data: { ...data } }))[0]).toBe(effect);
});

test.each([
  ["disarmed", "away", "arm"],
  ["armed_home", "away", "arm"],
  ["armed_away", "away", "arm"],
  ["armed_away", "home", "disarm"],
  ["armed_night", "home", "disarm"],
  ["armed_home", "custom_bypass", "disarm"],
  ["armed_custom_bypass", "home", "disarm"],
  ["armed_custom_bypass", "custom_bypass", "arm"],
  ["arming", "home", "disarm"],
  ["arming", "away", "arm"],
  ["unknown", "night", "disarm"],
  ["triggered", "away", "disarm"],
])("an alarm that is %s and gets armed %s: %s", (state, mode, effect) => {
  const panel = thing("alarm_control_panel.a", { state });
  expect(effectNames(actionOn(`alarm_control_panel.alarm_arm_${mode}`, [panel]))).toEqual([effect]);
});

test.each<[service: string, siren: EntityFacts, effects: string]>([
  ["siren.turn_off", thing("siren.a", { state: "off" }), "power"],
  ["siren.turn_off", thing("siren.a", { state: "on" }), "siren"],
  ["siren.turn_off", thing("siren.a", { state: "unknown" }), "siren"],
  ["switch.turn_off", thing("switch.a", { state: "on", shownAs: [thing("siren.a")] }), "siren,power"],
  ["switch.turn_off", named("switch", "Siren", { state: "on" }), "siren,power"],
  ["switch.turn_off", named("switch", "Siren", { state: "off" }), "power"],
  ["script.hush", thing("siren.a", { state: "on" }), "siren,routine"],
])("a siren is silenced by %s: %o: %s", (service, siren, effects) => {
  const inside = service.startsWith("script.") ? [callOn("siren.turn_off", [siren])] : [];
  expect(effectNames(actionOn(service, inside.length > 0 ? [] : [siren], { inside })).join()).toBe(effects);
});

describe("beyond the call itself", () => {
  test("an action has the effects of all calls inside it", () => {
    const inside = [
      callOn("climate.turn_off", [thing("climate.a")]),
      callOn("alarm_control_panel.alarm_disarm", [thing("alarm_control_panel.a")]),
    ];
    expect(effectsOf(actionOn("script.good_night", [], { inside }), NO_WORDS)).toEqual([
      { effect: "disarm", entityId: "alarm_control_panel.a", service: "alarm_control_panel.alarm_disarm", because: "domain" },
      { effect: "comfort", entityId: "climate.a", service: "climate.turn_off", because: "domain" },
      { effect: "routine", entityId: undefined, service: "script.good_night", because: "domain" },
    ]);
  });

  test("a lock among the entities of a room is found", () => {
    expect(effectNames(actionOn("lock.unlock", [thing("lock.a"), thing("light.b")]))).toEqual(["unlock", "light"]);
  });

  test("a light group that feeds a freezer cuts its power", () => {
    const group = thing("light.kitchen", { name: "Kitchen lights", platform: "group", members: [named("switch", "Freezer")] });
    expect(effectNames(actionOn("light.turn_on", [group]))).toEqual(["power-cut", "power", "light"]);
  });

  test("an old group is what its members are, one without any is unknown", () => {
    expect(effectNames(actionOn("light.turn_on", [thing("group.a", { members: [thing("light.a")] })]))).toEqual(["light"]);
    expect(effectNames(actionOn("light.turn_on", [thing("group.a")]))).toEqual(["unknown", "light"]);
  });

  test("a raw write can do whatever can be done to the addressed device", () => {
    const addressed = [thing("lock.front"), thing("sensor.front_battery")];
    expect(effectsOf(actionOn("mqtt.publish", [], { addressed }), NO_WORDS)).toEqual([
      { effect: "unlock", entityId: "lock.front", service: "mqtt.publish", because: "domain" },
      { effect: "write-raw", entityId: undefined, service: "mqtt.publish", because: "domain" },
    ]);
  });

  test.each([
    "template",
    "missing_entity",
    "missing_routine",
    "unreadable_routine",
    "too_deep",
    "too_large",
    "event",
    "unknown_step",
  ] as const)("what could not be resolved (%s) is unknown", (unresolved) => {
    const own = effectsOf(actionOn("script.a", [], { unresolved: [unresolved] }), NO_WORDS);
    const inner = effectsOf(actionOn("script.a", [], { inside: [callOn("unknown", [], { unresolved: [unresolved] })] }), NO_WORDS);
    expect(own[0]).toMatchObject({ effect: "unknown", because: unresolved });
    expect(inner[0]).toMatchObject({ effect: "unknown", because: unresolved });
  });

  test("a generic service in a routine does what the entity's own would", () => {
    const inside = (entityId: string) => [callOn("homeassistant.turn_off", [thing(entityId)])];
    expect(effectNames(actionOn("script.a", [], { inside: inside("light.a") }))).toEqual(["light", "routine"]);
    expect(effectNames(actionOn("script.a", [], { inside: inside("lock.a") }))).toEqual(["unlock", "routine"]);
    expect(effectNames(actionOn("script.a", [], { inside: [callOn("homeassistant.restart", [])] }))).toEqual(["system", "routine"]);
  });

  test("speech by way of a player is a message", () => {
    const data = { media_content_id: "media-source://tts/cloud?message=hello" };
    expect(effectNames(actionOn("media_player.play_media", [thing("media_player.a")], { data }))).toEqual(["announce", "media"]);
  });

  test("each effect on a thing by a service is told once", () => {
    const twice = callOn("lock.unlock", [thing("lock.a"), thing("lock.a")]);
    expect(effectsOf(actionOn("script.a", [], { inside: [twice, twice] }), NO_WORDS)).toHaveLength(2);
  });
});

test.each<[call: string, facts: Partial<EntityFacts>, data: object, effects: string]>([
  ["switch.turn_off", { category: "config", deviceDomains: ["climate"], translationKey: "frost_protection" }, {}, "safeguard,power"],
  ["switch.turn_on", { category: "config", deviceDomains: ["climate"], translationKey: "frost_protection" }, {}, "power"],
  ["number.set_value", { attributes: { unit_of_measurement: "°C" } }, { value: 90 }, "heat,helper"],
  ["number.set_value", { attributes: { unit_of_measurement: "°C" } }, { value: 21 }, "helper"],
  ["number.set_value", { attributes: { unit_of_measurement: "°F" } }, { value: 75 }, "helper"],
  ["number.set_value", { deviceClass: "temperature" }, { value: "{{ x }}" }, "heat,helper"],
])("a setting that limits or guards a heater: %s of %o to %o", (service, facts, data, effects) => {
  const setting = thing(`${service.split(".")[0]}.x`, facts);
  expect(effectNames(actionOn(service, [setting], { data: { ...data } })).join()).toBe(effects);
});
