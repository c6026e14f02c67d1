import { describe, expect, test } from "vitest";
import { decide, hashCall, type JudgedCall } from "../../src/security/policy.ts";
import { inputFor, ruleFor } from "./decisions.ts";

describe("comfort goes without a yes", () => {
  test.each([
    ["light.turn_on", "light.bed"],
    ["light.turn_off", "light.bed"],
    ["light.toggle", "light.bed"],
    ["switch.turn_on", "switch.fountain"],
    ["fan.set_percentage", "fan.office"],
    ["climate.set_temperature", "climate.bath"],
    ["climate.set_hvac_mode", "climate.bath"],
    ["humidifier.set_humidity", "humidifier.nursery"],
    ["media_player.volume_set", "media_player.kitchen"],
    ["media_player.media_pause", "media_player.kitchen"],
    ["vacuum.start", "vacuum.robot"],
    ["vacuum.return_to_base", "vacuum.robot"],
    ["input_boolean.turn_on", "input_boolean.guests"],
    ["input_number.set_value", "input_number.hours"],
    ["input_select.select_option", "input_select.mode"],
    ["input_datetime.set_datetime", "input_datetime.wake"],
    ["number.set_value", "number.delay"],
    ["select.select_option", "select.colour"],
    ["timer.start", "timer.tea"],
    ["counter.increment", "counter.coffees"],
    ["todo.add_item", "todo.shopping"],
    ["water_heater.set_temperature", "water_heater.cellar"],
    ["lawn_mower.dock", "lawn_mower.garden"],
    ["calendar.get_events", "calendar.family"],
    ["weather.get_forecasts", "weather.home"],
  ])("%s on %s", (service, entityId) => {
    expect(ruleFor(service, [entityId])).toBe("allow free_domain");
  });

  test.each(["blind", "shade", "shutter", "curtain", "awning", "damper", "window"])("a cover of class %s", (deviceClass) => {
    expect(ruleFor("cover.open_cover", ["cover.bedroom"], { deviceClass })).toBe("allow free_domain");
  });
});

describe("what guards the house asks", () => {
  test.each([
    ["lock.unlock", "lock.front"],
    ["lock.lock", "lock.front"],
    ["lock.open", "lock.front"],
    ["alarm_control_panel.alarm_disarm", "alarm_control_panel.house"],
    ["alarm_control_panel.alarm_arm_away", "alarm_control_panel.house"],
    ["valve.open_valve", "valve.garden"],
    ["valve.close_valve", "valve.garden"],
    ["siren.turn_on", "siren.attic"],
    ["script.turn_on", "script.bedtime"],
    ["script.bedtime", "script.bedtime"],
    ["automation.trigger", "automation.sunset"],
    ["automation.turn_off", "automation.sunset"],
    ["scene.turn_on", "scene.movie"],
    ["button.press", "button.reboot"],
    ["input_button.press", "input_button.bell"],
    ["camera.turn_off", "camera.yard"],
    ["mqtt.publish", ""],
    ["shell_command.backup", ""],
    ["python_script.run", ""],
    ["pyscript.reload", ""],
    ["rest_command.open_gate", ""],
    ["command_line.reload", ""],
    ["zwave_js.set_value", ""],
    ["zha.issue_zigbee_cluster_command", ""],
    ["modbus.write_register", ""],
    ["knx.send", ""],
    ["esphome.node_open", ""],
    ["remote.send_command", "remote.tv"],
    ["hassio.host_reboot", ""],
    ["backup.create", ""],
    ["recorder.purge", ""],
    ["update.install", "update.core"],
    ["logger.set_level", ""],
    ["notify.send_message", "notify.anna"],
    ["tts.speak", "tts.local"],
    ["input_text.set_value", "input_text.note"],
  ])("%s", (service, entityId) => {
    const [domain] = service.split(".");
    expect(ruleFor(service, entityId === "" ? [] : [entityId])).toBe(`confirm risky_domain:${domain}`);
  });

  test.each(["garage", "door", "gate"])("a cover of class %s, whichever way it moves", (deviceClass) => {
    for (const service of ["cover.open_cover", "cover.close_cover", "cover.toggle", "cover.set_cover_position"]) {
      expect(ruleFor(service, ["cover.entry"], { deviceClass })).toBe("confirm entry_cover");
    }
  });

  test("a cover without a class, without facts or without a name", () => {
    expect(ruleFor("cover.open_cover", ["cover.thing"])).toBe("confirm entry_cover");
    expect(ruleFor("cover.open_cover", ["cover.thing"], { deviceClass: "" })).toBe("confirm entry_cover");
    expect(ruleFor("cover.open_cover", ["cover.thing"], { input: { targets: [] } })).toBe("confirm entry_cover");
    expect(ruleFor("cover.open_cover", [])).toBe("confirm entry_cover");
  });

  test("one entry among blinds asks for all of them", () => {
    const targets = [
      { entityId: "cover.blind", deviceClass: "blind" },
      { entityId: "cover.drive", deviceClass: "gate" },
    ];
    expect(ruleFor("cover.open_cover", ["cover.blind", "cover.drive"], { input: { targets } })).toBe("confirm entry_cover");
  });

  test("the domain of the target counts, not only the service's", () => {
    const open = { lists: { blockedDomains: [] } };
    expect(ruleFor("homeassistant.turn_on", ["lock.front"], open)).toBe("confirm risky_domain:lock");
    expect(ruleFor("switch.turn_on", ["script.bedtime"])).toBe("confirm risky_domain:script");
    expect(ruleFor("light.turn_on", ["light.bed", "siren.attic"])).toBe("confirm risky_domain:siren");
    expect(ruleFor("homeassistant.toggle", ["cover.drive"], { ...open, deviceClass: "garage" })).toBe("confirm entry_cover");
  });

  test("a group may hold anything", () => {
    expect(ruleFor("cover.open_cover", ["group.entries"])).toBe("confirm unlisted_domain");
    expect(ruleFor("group.reload", [])).toBe("confirm unlisted_domain");
  });

  test("entities among the data count as targets", () => {
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { entity_id: "lock.front" } })).toBe("confirm risky_domain:lock");
    expect(ruleFor("cover.open_cover", ["cover.blind"], { deviceClass: "blind", data: { entity_id: ["cover.drive"] } })).toBe(
      "confirm entry_cover",
    );
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { entity_id: "light.hall, Siren.attic" } })).toBe("confirm risky_domain:siren");
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { entity_id: "all" } })).toBe("confirm unlisted_domain");
  });

  test("entities as keys or deep in the data count too", () => {
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { profile: { "lock.front": "unlocked" } } })).toBe("confirm risky_domain:lock");
    expect(ruleFor("todo.add_item", ["todo.home"], { data: { item: "1.5 l milk" } })).toBe("allow free_domain");
  });

  test.each(["scene.apply", "scene.create", "group.set"])("%s would set other things by its data", (service) => {
    expect(ruleFor(service, [], { data: { entities: { "lock.front": "unlocked" } } })).toBe("deny bypasses_policy");
  });

  test("an address for a media player to fetch", () => {
    expect(ruleFor("media_player.play_media", ["media_player.tv"])).toBe("confirm raw_service");
  });

  test.each(["device_id", "area_id", "floor_id", "label_id"])("a target hidden in %s", (field) => {
    expect(ruleFor("light.turn_on", ["light.bed"], { data: { [field]: "hall" } })).toBe("confirm symbolic_target");
  });

  test("raw commands of a free domain", () => {
    expect(ruleFor("vacuum.send_command", ["vacuum.robot"])).toBe("confirm raw_service");
  });

  test.each([
    "frobnicator.run",
    "homeassistant.restart",
    "template.reload",
    "media_source.browse",
    "lovelace.reload",
    "downloader.download_file",
  ])("a domain that nobody listed: %s", (service) => {
    expect(ruleFor(service, [], { lists: { blockedDomains: [] } })).toBe("confirm unlisted_domain");
  });

  test("an old request, and one whose first try ended unknown", () => {
    expect(ruleFor("light.turn_on", ["light.bed"], { input: { late: true } })).toBe("confirm late");
    expect(ruleFor("light.turn_on", ["light.bed"], { input: { unknownBefore: true } })).toBe("confirm unknown_before");
  });
});

describe("what never happens", () => {
  test("a service that Home Assistant does not list", () => {
    expect(ruleFor("light.explode", ["light.bed"], { input: { serviceExists: false } })).toBe("deny unknown_service");
    expect(ruleFor("", [], { input: { serviceExists: false } })).toBe("deny unknown_service");
  });

  test.each(["conversation.process", "telegram_bot.send_message", "assist_satellite.announce", "ai_task.generate_data"])(
    "%s",
    (service) => {
      expect(ruleFor(service, [])).toBe("deny bypasses_policy");
    },
  );

  test.each(["homeassistant.restart", "homeassistant.stop", "homeassistant.turn_off", "homeassistant.reload_all"])(
    "blocked %s",
    (service) => {
      expect(ruleFor(service, [])).toBe("deny blocked_domain");
    },
  );

  test("a blocked domain as service, as target and among the data", () => {
    const lists = { blockedDomains: ["lock"] };
    expect(ruleFor("lock.unlock", ["lock.front"], { lists })).toBe("deny blocked_domain");
    expect(ruleFor("light.turn_on", ["lock.front"], { lists })).toBe("deny blocked_domain");
    expect(ruleFor("light.turn_on", ["light.bed"], { lists, data: { entity_id: "lock.front" } })).toBe("deny blocked_domain");
    expect(ruleFor("light.turn_on", ["light.bed"], { lists })).toBe("allow free_domain");
  });

  test("a domain outside the allowed ones", () => {
    const lists = { allowedDomains: ["light"] };
    expect(ruleFor("light.turn_on", ["light.bed"], { lists })).toBe("allow free_domain");
    expect(ruleFor("switch.turn_on", ["switch.fountain"], { lists })).toBe("deny not_allowed_domain");
    expect(ruleFor("light.turn_on", ["light.bed", "switch.fountain"], { lists })).toBe("deny not_allowed_domain");
    expect(ruleFor("light.turn_on", ["light.bed"], { lists: { allowedDomains: [] } })).toBe("deny not_allowed_domain");
  });

  test("a yes does not lift a block", () => {
    const input = inputFor("lock.unlock", ["lock.front"], { lists: { blockedDomains: ["lock"] } });
    expect(decide({ ...input, approvedHash: hashCall(input.call) })).toMatchObject({ outcome: "deny" });
  });
});

describe("the lists of the options", () => {
  test("restricted domains and listed services ask", () => {
    expect(ruleFor("climate.set_temperature", ["climate.bath"], { lists: { restrictedDomains: ["climate"] } })).toBe(
      "confirm restricted_domain",
    );
    expect(ruleFor("light.turn_on", ["light.bed"], { lists: { requireConfirmation: ["light.turn_on"] } })).toBe(
      "confirm require_confirmation",
    );
    expect(ruleFor("light.turn_off", ["light.bed"], { lists: { requireConfirmation: ["light.turn_on"] } })).toBe("allow free_domain");
  });

  test("allowing a domain by name does not lift its question; blocking wins over restricting", () => {
    expect(ruleFor("lock.unlock", ["lock.front"], { lists: { allowedDomains: ["lock"] } })).toBe("confirm risky_domain:lock");
    const both = { restrictedDomains: ["lock"], blockedDomains: ["lock"] };
    expect(ruleFor("lock.unlock", ["lock.front"], { lists: both })).toBe("deny blocked_domain");
  });
});

describe("a yes is for one call", () => {
  const unlock = inputFor("lock.unlock", ["lock.front"], { data: { code: "1234", extra: { a: 1, b: [1, 2] } } });

  test("the same call passes, in whatever order its parts are written", () => {
    const call: JudgedCall = { service: "lock.unlock", entityIds: ["lock.front"], data: { extra: { b: [1, 2], a: 1 }, code: "1234" } };
    expect(decide({ ...unlock, approvedHash: hashCall(call) })).toMatchObject({ outcome: "allow", rule: "risky_domain:lock:approved" });
    expect(hashCall({ ...call, entityIds: ["lock.b", "lock.a"] })).toBe(hashCall({ ...call, entityIds: ["lock.a", "lock.b"] }));
  });

  test.each<[string, Partial<JudgedCall>]>([
    ["another target", { entityIds: ["lock.back"] }],
    ["one target more", { entityIds: ["lock.front", "lock.back"] }],
    ["another service", { service: "lock.open" }],
    ["another code", { data: { code: "1235", extra: { a: 1, b: [1, 2] } } }],
    ["a list in another order", { data: { code: "1234", extra: { a: 1, b: [2, 1] } } }],
    ["a number as text", { data: { code: 1234, extra: { a: 1, b: [1, 2] } } }],
    [
      "an object as list of its pairs",
      {
        data: {
          code: "1234",
          extra: [
            ["a", 1],
            ["b", [1, 2]],
          ],
        },
      },
    ],
    ["less data", { data: {} }],
  ])("%s does not", (_, change) => {
    expect(decide({ ...unlock, approvedHash: hashCall({ ...unlock.call, ...change }) })).toMatchObject({ outcome: "confirm" });
  });

  test("no hash, an empty one and a wrong one do not", () => {
    for (const approvedHash of ["", "0".repeat(64), hashCall(unlock.call).toUpperCase()]) {
      expect(decide({ ...unlock, approvedHash })).toMatchObject({ outcome: "confirm" });
    }
  });
});

describe("a guest", () => {
  const guest = { role: "guest" as const };

  test("does what is free, and nothing that needs a yes, also with one", () => {
    expect(ruleFor("light.turn_on", ["light.bed"], { input: guest })).toBe("allow free_domain");
    expect(ruleFor("lock.unlock", ["lock.front"], { input: guest })).toBe("deny guest:risky_domain:lock");
    const input = inputFor("lock.unlock", ["lock.front"], { input: guest });
    expect(decide({ ...input, approvedHash: hashCall(input.call) })).toMatchObject({ outcome: "deny" });
  });

  test("is asked about what is harmless and only late or in doubt", () => {
    expect(ruleFor("light.turn_on", ["light.bed"], { input: { ...guest, late: true } })).toBe("confirm late");
    expect(ruleFor("light.turn_on", ["light.bed"], { input: { ...guest, unknownBefore: true } })).toBe("confirm unknown_before");
    expect(ruleFor("lock.unlock", ["lock.front"], { input: { ...guest, late: true } })).toBe("deny guest:risky_domain:lock");
  });
});
