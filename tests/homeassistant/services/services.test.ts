import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { entityOf } from "../../../src/homeassistant/registry/registry-entries.ts";
import { readServiceDescriptions } from "../../../src/homeassistant/services/service-descriptions.ts";
import { createServices, type ServiceCall, type ServiceTarget } from "../../../src/homeassistant/services/services.ts";
import { fakeHome } from "../../fakes/home.ts";

const recorded = JSON.parse(readFileSync(new URL("../../fixtures/service-descriptions.json", import.meta.url), "utf8")).services;
const descriptions = readServiceDescriptions({
  ...recorded,
  shell_command: { wake: { fields: {} } },
  backup: { note: { fields: {}, target: {} } },
});

const home = labelled(
  fakeHome({
    areas: [
      { name: "Kitchen", aliases: ["Küche"], floor: "Ground floor" },
      { name: "Bedroom", floor: "Upstairs" },
      { name: "Cellar", floor: "Ground floor" },
      { name: "Vault" },
    ],
    entities: [
      { entityId: "light.kitchen", name: "Kitchen light", area: "Kitchen", attributes: { supported_color_modes: ["hs"] } },
      { entityId: "light.sink", name: "Sink light", area: "Kitchen", attributes: { supported_color_modes: ["onoff"] } },
      { entityId: "light.bed_light", name: "Bed light", area: "Bedroom" },
      { entityId: "light.secret", name: "Secret light", area: "Kitchen", exposed: false },
      { entityId: "switch.kettle", name: "Kettle", area: "Kitchen" },
      { entityId: "lock.front_door", name: "Front door", state: "locked", attributes: { supported_features: 0 } },
      { entityId: "cover.blind", name: "Blind", area: "Bedroom", attributes: { supported_features: 3 } },
      { entityId: "cover.shutter", name: "Shutter", area: "Bedroom", attributes: { supported_features: 15 } },
      {
        entityId: "climate.hall",
        name: "Hall heating",
        state: "heat",
        attributes: { hvac_modes: ["heat", "off"], min_temp: 7, max_temp: 35, supported_features: 385 },
      },
      { entityId: "sensor.cellar", name: "Cellar temperature", area: "Cellar" },
      { entityId: "lock.vault", name: "Vault door", area: "Vault", exposed: false },
      { entityId: "input_select.mode", name: "House mode", attributes: { options: ["Home", "Away", "Night"] } },
      { entityId: "script.announce", name: "Announce" },
      { entityId: "script.good_night", name: "Good night" },
      { entityId: "script.greet", name: "Greet" },
      { entityId: "script.private", name: "Private", exposed: false },
      { entityId: "scene.movie", name: "Movie" },
      { entityId: "media_player.tv", name: "TV", attributes: { supported_features: 4 | 8 | 512 } },
      {
        entityId: "group.downstairs",
        name: "Downstairs",
        attributes: { entity_id: ["light.kitchen", "light.secret", "switch.kettle", "group.downstairs"] },
      },
      { entityId: "group.house", name: "House", attributes: { entity_id: ["group.downstairs", "light.sink", "group.empty"] } },
      { entityId: "group.empty", name: "Empty" },
      { entityId: "weather.home", name: "Weather" },
      { entityId: "notify.anna", name: "Anna" },
    ],
  }),
);
/** A script that was renamed, and took the name of another one's service. */
const entry = (entityId: string, uniqueId: string) =>
  [entityId, entityOf({ entity_id: entityId, disabled_by: null, platform: "script", unique_id: uniqueId })] as const;
const registries = {
  entities: new Map([entry("script.greet", "announce"), entry("script.announce", "old"), entry("script.private", "bye")]),
};
const services = createServices({ home: { ...home, serviceDescriptions: descriptions }, registries: { entities: new Map() } });

/** Two things that the shared fake home does not describe: labels and devices. */
function labelled(plain: ReturnType<typeof fakeHome>): ReturnType<typeof fakeHome> {
  const more = { "light.bed_light": { labels: ["night_off"], deviceId: "d1" }, "switch.kettle": { labels: ["night_off"] } };
  const all = plain.exposed().map((entity) => ({ ...entity, ...Object.entries(more).find(([id]) => id === entity.entityId)?.[1] }));
  return { ...plain, exposed: () => all, find: (entityId) => all.find((entity) => entity.entityId === entityId) };
}

function resolve(service: string, target: ServiceTarget | string, data: ServiceCall["data"] = {}) {
  return services.resolve({ service, target: typeof target === "string" ? { entityId: [target] } : target, data });
}

describe("a right call is resolved to exact entities", () => {
  test.each<[service: string, target: ServiceTarget | string, entityIds: string[]]>([
    ["light.turn_on", " Light.Kitchen ", ["light.kitchen"]],
    ["light.turn_on", { entityId: ["light.sink", "light.kitchen", "light.sink"] }, ["light.kitchen", "light.sink"]],
    ["light.turn_off", { areaId: ["kitchen"] }, ["light.kitchen", "light.sink"]],
    ["light.turn_off", { areaId: ["Küche"] }, ["light.kitchen", "light.sink"]],
    ["light.turn_off", { floorId: ["ground_floor"] }, ["light.kitchen", "light.sink"]],
    ["light.turn_off", { floorId: ["upstairs"], areaId: ["kitchen"] }, ["light.bed_light", "light.kitchen", "light.sink"]],
    ["light.turn_off", { labelId: ["night_off"] }, ["light.bed_light"]],
    ["light.turn_on", { deviceId: ["d1"] }, ["light.bed_light"]],
    ["light.turn_off", "group.downstairs", ["light.kitchen"]],
    ["switch.turn_off", "group.house", ["switch.kettle"]],
    ["light.turn_off", "group.house", ["light.kitchen", "light.sink"]],
    ["backup.note", "group.house", ["light.kitchen", "light.sink", "switch.kettle"]],
    ["light.turn_off", "light.sink, light.kitchen", ["light.kitchen", "light.sink"]],
    ["cover.set_cover_position", { areaId: ["bedroom"] }, ["cover.shutter"]],
    ["cover.open_cover", { areaId: ["bedroom"] }, ["cover.blind", "cover.shutter"]],
  ])("%s of %j", (service, target, entityIds) => {
    const data = service === "cover.set_cover_position" ? { position: 50 } : {};
    expect(resolve(service, target, data)).toEqual({ ok: true, call: { service, entityIds, data }, everything: false });
  });

  test("all is every fitting entity, and it is told that everything was meant", () => {
    const entityIds = ["light.bed_light", "light.kitchen", "light.sink"];
    const whole = { ok: true, call: { service: "light.turn_off", entityIds, data: {} }, everything: true };
    expect(resolve("light.turn_off", "all")).toEqual(whole);
    expect(resolve("light.turn_off", "light.sink, ALL")).toEqual(whole);
    expect(resolve("light.turn_off", {}, { entity_id: "all" })).toEqual(whole);
    expect(resolve("homeassistant.update_entity", {}, { entity_id: "all" })).toMatchObject({ ok: true, everything: true });
    expect(resolve("light.turn_off", { entityId: entityIds })).toMatchObject({ everything: false });
  });

  test("a target among the data is moved to the targets", () => {
    const data = { entity_id: "light.kitchen, light.sink", area_id: ["bedroom"] };
    expect(resolve("light.turn_on", {}, data)).toMatchObject({
      call: { entityIds: ["light.bed_light", "light.kitchen", "light.sink"], data: {} },
    });
  });

  test("the general turn_off becomes the domain's own where there is one domain", () => {
    expect(resolve("homeassistant.turn_off", { entityId: ["light.kitchen", "light.sink"] })).toMatchObject({
      call: { service: "light.turn_off" },
    });
  });

  test("a service that names its entities in a field keeps them there", () => {
    expect(resolve("homeassistant.update_entity", "sensor.cellar")).toEqual({
      ok: true,
      call: { service: "homeassistant.update_entity", entityIds: [], data: { entity_id: ["sensor.cellar"] } },
      everything: false,
    });
  });

  test("a service without target, and one that describes nothing, pass", () => {
    expect(resolve("homeassistant.reload_all", {})).toMatchObject({ ok: true, call: { entityIds: [] } });
    expect(resolve("shell_command.wake", {}, { host: "desk" })).toMatchObject({ ok: true, call: { data: { host: "desk" } } });
  });
});

describe("values that can mean one thing are mended", () => {
  test.each<[service: string, target: string, data: ServiceCall["data"], mended: ServiceCall["data"]]>([
    ["light.turn_on", "light.kitchen", { brightness_pct: "30" }, { brightness_pct: 30 }],
    ["light.turn_on", "light.kitchen", { brightness_pct: "30%" }, { brightness_pct: 30 }],
    ["light.turn_on", "light.kitchen", { brightness_pct: "30 %", transition: null }, { brightness_pct: 30 }],
    ["light.turn_on", "light.kitchen", { color_temp_kelvin: "2700" }, { color_temp_kelvin: 2700 }],
    ["light.turn_on", "light.kitchen", { rgb_color: ["255", 0, 0] }, { rgb_color: [255, 0, 0] }],
    ["light.turn_on", "light.kitchen", { color_name: "Red" }, { color_name: "red" }],
    ["media_player.volume_mute", "media_player.tv", { is_volume_muted: "true" }, { is_volume_muted: true }],
    ["input_select.select_option", "input_select.mode", { option: "night" }, { option: "Night" }],
    ["climate.set_hvac_mode", "climate.hall", { hvac_mode: "Heat" }, { hvac_mode: "heat" }],
    [
      "media_player.play_media",
      "media_player.tv",
      { media_content_id: "http://radio", media_content_type: "music" },
      { media: { media_content_id: "http://radio", media_content_type: "music" } },
    ],
  ])("%s of %s with %j", (service, target, data, mended) => {
    expect(resolve(service, target, data)).toEqual({ ok: true, call: { service, entityIds: [target], data: mended }, everything: false });
  });
});

describe("scripts go by script.turn_on", () => {
  test("their fields become variables", () => {
    expect(resolve("script.announce", {}, { text: "Dinner" })).toEqual({
      ok: true,
      call: { service: "script.turn_on", entityIds: ["script.announce"], data: { variables: { text: "Dinner" } } },
      everything: false,
    });
  });

  test("its unique id names the service, whatever its entity is called", () => {
    const renamed = createServices({ home: { ...home, serviceDescriptions: descriptions }, registries });
    const call = { service: "script.turn_on", entityIds: ["script.greet"], data: { variables: { text: "Dinner" } } };
    expect(renamed.resolve({ service: "script.announce", target: {}, data: { text: "Dinner" } })).toMatchObject({ call });
    const start = (data: ServiceCall["data"]) =>
      renamed.resolve({ service: "script.turn_on", target: { entityId: ["script.greet"] }, data });
    expect(start({ variables: { text: "Dinner" } })).toMatchObject({ call });
    expect(start({ variables: { txt: "Dinner" } })).toMatchObject({ problem: { error: "missing_field" } });
  });

  test("one without fields has no variables", () => {
    expect(resolve("script.good_night", {})).toEqual({
      ok: true,
      call: { service: "script.turn_on", entityIds: ["script.good_night"], data: {} },
      everything: false,
    });
  });

  test("variables given to script.turn_on are held to the script's fields", () => {
    expect(resolve("script.turn_on", "script.announce", { variables: { text: "Hi" } })).toMatchObject({
      call: { data: { variables: { text: "Hi" } } },
    });
    expect(resolve("script.turn_on", "script.announce", { variables: { txt: "Hi" } })).toMatchObject({
      problem: { error: "missing_field" },
    });
    expect(resolve("script.turn_on", "script.announce", { text: "Hi" })).toMatchObject({ problem: { error: "unknown_field" } });
  });

  test.each<[string, ServiceCall["data"], object]>([
    ["script.announce", {}, { error: "missing_field" }],
    ["script.announce", { text: "Hi", texts: "x" }, { error: "unknown_field", nearest: ["text"] }],
    ["script.anounce", {}, { error: "unknown_service", nearest: ["script.announce"] }],
  ])("%s with %j is told", (service, data, problem) => {
    expect(resolve(service, {}, data)).toMatchObject({ ok: false, problem });
  });
});

describe("a wrong call is told before it is sent, with the right name", () => {
  test.each<[service: string, target: ServiceTarget | string, data: ServiceCall["data"], problem: object]>([
    ["light.no_such_service", "light.kitchen", {}, { error: "unknown_service" }],
    ["light.turnon", "light.kitchen", {}, { error: "unknown_service", nearest: ["light.turn_on", "light.turn_off"] }],
    ["lights.turn_on", "light.kitchen", {}, { error: "unknown_service" }],
    ["light", "light.kitchen", {}, { error: "unknown_service" }],
    [
      "weather.get_forecasts",
      "weather.home",
      { type: "daily" },
      { error: "unknown_service", message: expect.stringContaining("only answers") },
    ],
    [
      "light.turn_on",
      "light.kitchen",
      { brightness_percent: 3 },
      { error: "unknown_field", nearest: expect.arrayContaining(["brightness_pct"]) },
    ],
    ["cover.set_cover_position", "cover.shutter", {}, { error: "missing_field", message: expect.stringContaining("position") }],
    [
      "light.turn_on",
      "light.kitchen",
      { brightness_pct: 130 },
      { error: "invalid_field", message: expect.stringContaining("from 0 to 100") },
    ],
    ["light.turn_on", "light.kitchen", { brightness: "30%" }, { error: "invalid_field" }],
    ["light.turn_on", "light.kitchen", { brightness_pct: "bright" }, { error: "invalid_field" }],
    ["light.turn_on", "light.kitchen", { color_name: "darkorang" }, { error: "invalid_field", nearest: ["darkorange"] }],
    ["light.turn_on", "light.kitchen", { rgb_color: [300, 0, 0] }, { error: "invalid_field" }],
    ["light.turn_on", "light.sink", { brightness_pct: 30 }, { error: "invalid_field", message: expect.stringContaining("light.sink") }],
    ["media_player.volume_set", "media_player.tv", { volume_level: 30 }, { error: "invalid_field" }],
    ["media_player.volume_mute", "media_player.tv", { is_volume_muted: "maybe" }, { error: "invalid_field" }],
    ["input_select.select_option", "input_select.mode", { option: "Nihgt" }, { error: "invalid_field", nearest: ["Night"] }],
    [
      "climate.set_temperature",
      "climate.hall",
      { temperature: 99 },
      { error: "invalid_field", message: expect.stringContaining("from 7 to 35") },
    ],
    [
      "climate.set_hvac_mode",
      "climate.hall",
      { hvac_mode: "cool" },
      { error: "invalid_field", message: expect.stringContaining("heat, off") },
    ],
    ["notify.send_message", "notify.anna", { message: { text: "x" } }, { error: "invalid_field" }],
    ["light.turn_on", "light.kitchn", {}, { error: "unknown_target", nearest: expect.arrayContaining(["light.kitchen"]) }],
    ["light.turn_on", { areaId: ["kitchn"] }, {}, { error: "unknown_target", nearest: ["kitchen"] }],
    ["light.turn_on", { floorId: ["upstair"] }, {}, { error: "unknown_target", nearest: ["upstairs"] }],
    ["light.turn_on", { labelId: ["night_of"] }, {}, { error: "unknown_target", nearest: ["night_off"] }],
    ["light.turn_on", { areaId: ["cellar"] }, {}, { error: "unknown_target", message: expect.stringContaining("light.turn_on") }],
    ["homeassistant.update_entity", {}, { entity_id: "sensor.attic" }, { error: "unknown_target" }],
    ["light.turn_on", "lock.front_door", {}, { error: "wrong_domain", nearest: ["lock.unlock", "lock.lock", "lock.open"] }],
    ["light.turn_on", "switch.kettle", {}, { error: "wrong_domain", nearest: ["switch.turn_on"] }],
    ["cover.open_cover", "sensor.cellar", {}, { error: "wrong_domain", message: expect.stringContaining("only be read") }],
    ["homeassistant.turn_on", "lock.front_door", {}, { error: "wrong_domain", nearest: ["lock.unlock", "lock.lock", "lock.open"] }],
    [
      "homeassistant.turn_off",
      { labelId: ["night_off"] },
      {},
      {
        error: "wrong_domain",
        message: expect.stringContaining("light.turn_off for light.bed_light; switch.turn_off for switch.kettle"),
        nearest: ["light.turn_off", "switch.turn_off"],
      },
    ],
    ["homeassistant.toggle", "group.house", {}, { error: "wrong_domain", nearest: ["light.toggle", "switch.toggle"] }],
    ["backup.note", "group.empty", {}, { error: "unknown_target", message: expect.stringContaining("no members") }],
    ["lock.open", "lock.front_door", {}, { error: "wrong_domain", message: expect.stringContaining("does not support") }],
    ["light.turn_on", "light.secret", {}, { error: "not_exposed" }],
    ["light.turn_on", { entityId: ["light.kitchen", "light.secret"] }, {}, { error: "not_exposed" }],
    ["lock.lock", { areaId: ["vault"] }, {}, { error: "not_exposed", message: expect.stringContaining("1") }],
    ["script.private", {}, {}, { error: "unknown_service" }],
    ["script.turn_on", "script.private", {}, { error: "not_exposed" }],
    ["homeassistant.update_entity", {}, { entity_id: ["light.secret"] }, { error: "not_exposed" }],
    ["lock.lock", "group.downstairs", {}, { error: "unknown_target" }],
    ["light.turn_on", {}, {}, { error: "no_target" }],
    ["light.turn_on", "none", {}, { error: "no_target" }],
    [
      "homeassistant.update_entity",
      { areaId: ["kitchen"] },
      { entity_id: "sensor.cellar" },
      { error: "unknown_field", message: expect.stringContaining("no target") },
    ],
    ["light.turn_on", "{{ 'light.kitchen' }}", {}, { error: "invalid_field", message: expect.stringContaining("Templates") }],
    ["light.turn_on", "light.kitchen", { brightness: "{{ 5 }}" }, { error: "invalid_field" }],
    ["notify.send_message", "notify.anna", { message: "{% if true %}" }, { error: "invalid_field" }],
  ])("%s of %j with %j", (service, target, data, problem) => {
    expect(resolve(service, target, data)).toMatchObject({ ok: false, problem });
  });

  test("never more than three names are offered", () => {
    const resolution = resolve("light.turn", "light.kitchen");
    expect(!resolution.ok && resolution.problem.nearest?.length).toBeLessThanOrEqual(3);
  });

  test("a home that is not loaded says so", () => {
    const loading = createServices({ home: { ...home, ready: false, serviceDescriptions: new Map() }, registries });
    expect(loading.resolve({ service: "light.turn_on", target: { entityId: ["light.kitchen"] }, data: {} })).toMatchObject({
      problem: { error: "not_ready" },
    });
  });
});

test("a service exists if Home Assistant lists it", () => {
  expect(["light.turn_on", "script.announce", "light.explode", "light", "light.turn_on.x"].map(services.exists)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
