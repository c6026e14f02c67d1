import { describe, expect, test } from "vitest";
import type { Furnishing } from "../../../src/simulated-home/furnishing.ts";
import { Refusal } from "../../../src/simulated-home/refusal.ts";
import { largeFurnishing } from "../../fakes/large-home.ts";
import { openHome, openReadyHome } from "../open-home.ts";
import { quiet, until } from "../waiting.ts";

const furnishing: Furnishing = {
  name: "Our home",
  floors: ["Upstairs"],
  areas: [{ name: "Bedroom", floor: "Upstairs", aliases: ["Schlafzimmer"] }, "Kitchen", "Hall"],
  labels: ["Security"],
  entities: [
    { entity_id: "light.bed", name: "Bed Light", area: "Bedroom", device: "Bed lamp", aliases: ["night lamp"], state: "off" },
    { entity_id: "light.reading", name: "Reading Lamp", area: "Kitchen", device: "Bed lamp" },
    { entity_id: "lock.door", name: "Front Door", area: "Hall", labels: ["Security"], exposed: false },
    { entity_id: "counter.coffees", name: null, area: null },
    { entity_id: "sensor.plain", name: "Plain", registered: false, attributes: { device_class: "temperature" } },
  ],
};

describe("the entities of a home", () => {
  test("join state, names, place and labels from states and registries", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { home } = opened;

    expect(home.find("light.bed")).toMatchObject({
      domain: "light",
      name: "Bed Light",
      aliases: ["night lamp"],
      area: { areaId: "bedroom", aliases: ["Schlafzimmer"] },
      floor: { name: "Upstairs" },
      exposed: true,
      state: { state: "off" },
    });
    expect(home.find("sensor.plain")).toMatchObject({ area: undefined, platform: undefined, deviceClass: "temperature" });
    expect(home.find("counter.coffees")?.name.toLowerCase()).toBe("coffees");
    expect(home.info).toMatchObject({ name: "Our home", timeZone: "Europe/Berlin", version: "2026.11.0", temperatureUnit: "°C" });
    expect([home.areas().length, home.floors().length]).toEqual([3, 1]);
  });

  test("take their own area, else the device's, else that of the device it is a part of; labels of device and area count", async () => {
    await using opened = await openHome({ furnishing });
    const { simulated, home, connection } = opened;
    simulated.onCommand("config/device_registry/list", () => [
      { id: "hub", parent_device_id: null, area_id: "hall", labels: ["hub_label"], name: "Hub", name_by_user: "My hub" },
      { id: "child", parent_device_id: "hub", area_id: null, labels: ["child_label"], name: "Child", name_by_user: null },
    ]);
    connection.start();
    await home.whenReady();
    simulated.updateRegistry("light.bed", { area_id: null, device_id: "child" });
    simulated.updateRegistry("light.reading", { area_id: "kitchen", device_id: "hub" });

    await until(() => home.find("light.bed")?.deviceId === "child" && home.find("light.reading")?.deviceId === "hub");

    expect(home.find("light.bed")).toMatchObject({ area: { areaId: "hall" }, labels: ["child_label"] });
    expect(home.find("light.reading")).toMatchObject({ area: { areaId: "kitchen" }, labels: ["hub_label"] });
  });

  test("an entity once found always shows its current state, and is unavailable when it is gone", async () => {
    await using opened = await openReadyHome({ furnishing });
    const bed = opened.home.find("light.bed");
    const { generation } = opened.home;
    opened.simulated.setState("light.bed", "on", { brightness: 77 });
    await until(() => bed?.state.state === "on");
    expect(bed?.state.attributes["brightness"]).toBe(77);
    expect(opened.home.generation).toBe(generation);
    opened.simulated.removeEntity("light.bed");
    await until(() => opened.home.find("light.bed") === undefined);

    expect(bed?.state.state).toBe("unavailable");
    expect(opened.home.generation).toBeGreaterThan(generation);
  });

  test("a new name and a new entity are seen, with a higher generation", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home } = opened;
    const before = home.generation;
    simulated.updateRegistry("light.bed", { name: "Night Light" });
    await until(() => home.find("light.bed")?.name === "Night Light");
    const renamed = home.generation;
    simulated.addEntity({ entity_id: "switch.new", name: "New", area: "Kitchen" });
    await until(() => home.find("switch.new") !== undefined);

    expect(renamed).toBeGreaterThan(before);
    expect(home.generation).toBeGreaterThan(renamed);
  });

  test("names near a wrong id are found among the exposed ones only", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { home } = opened;

    expect(home.nearest("light.bed_lihgt")).toEqual(["light.bed"]);
    expect(home.nearest("switch.bed")).toEqual(["light.bed"]);
    expect(home.nearest("light.night_lamp")[0]).toBe("light.bed");
    expect(home.nearest("lock.dor")).toEqual([]);
    expect(home.nearest("zzz.qqqq")).toEqual([]);
  });

  test("a home of 2,000 entities is complete", async () => {
    await using opened = await openReadyHome({ furnishing: largeFurnishing(2_000) });
    const { home, states } = opened;

    expect(states.size).toBeGreaterThanOrEqual(2_000);
    expect(home.exposed().length).toBe(1_500);
    expect(home.exposed().filter(({ area, floor }) => !area || !floor)).toEqual([]);
  });
});

describe("exposure", () => {
  test("what is not exposed is hidden: not found, not among the exposed, but counted by its name or area", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { home } = opened;

    expect(home.find("lock.door")).toBeUndefined();
    expect(home.exposed().map(({ entityId }) => entityId)).not.toContain("lock.door");
    expect([home.isHidden("lock.door"), home.isHidden("light.bed"), home.isHidden("lock.nowhere")]).toEqual([true, false, false]);
    expect(["front door", "Hall Front", "FRONT dóor", "back door", "bed light", " "].map((text) => home.hiddenMatches(text))).toEqual([
      1, 1, 1, 0, 0, 0,
    ]);
  });

  test("follows the person's choice without a restart; the entity's own no outweighs an old list", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home } = opened;
    simulated.expose("lock.door", true);
    await until(() => home.find("lock.door") !== undefined);
    simulated.onCommand("homeassistant/expose_entity/list", () => ({ exposed_entities: { "lock.door": { conversation: true } } }));
    simulated.expose("lock.door", false);

    await until(() => home.isHidden("lock.door"));
  });

  test("that cannot be read exposes nothing, is said once, and the home is not ready", async () => {
    await using opened = await openHome({ furnishing });
    opened.simulated.onCommand("homeassistant/expose_entity/list", () => {
      throw new Refusal("unauthorized", "Unauthorized");
    });
    opened.connection.start();
    await until(() => opened.asked.filter(({ type }) => type === "homeassistant/expose_entity/list").length > 1);
    await quiet();

    expect(opened.home.ready).toBe(false);
    expect(opened.home.find("sensor.plain")).toBeUndefined();
    expect(opened.lines.filter(({ level, msg }) => level === 40 && msg.includes("could not read"))).toHaveLength(1);
  });
});

describe("ready", () => {
  test("ends with the connection and comes back when everything was read again, without ghosts", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home, states } = opened;
    simulated.outage("refuse");
    simulated.disconnect();
    await until(() => !home.ready);
    simulated.removeEntity("light.bed");
    simulated.addEntity({ entity_id: "light.fresh", name: "Fresh" });
    simulated.outage("none");

    await home.whenReady();

    expect(states.get("light.bed")).toBeUndefined();
    expect(home.find("light.bed")).toBeUndefined();
    expect(home.find("light.fresh")?.name).toBe("Fresh");
  });

  test("waits until a starting home runs, and believes nothing that was answered before", async () => {
    await using opened = await openHome({ furnishing, startState: "STARTING" });
    const { simulated, home, connection } = opened;
    connection.start();
    await until(() => connection.connected);
    await quiet();
    expect(home.ready).toBe(false);
    await simulated.finishStarting();

    await home.whenReady();

    expect(home.find("light.bed")?.name).toBe("Bed Light");
  });

  test("waiting for it can be given up", async () => {
    await using opened = await openHome({ furnishing });
    const stop = new AbortController();
    const waiting = opened.home.whenReady(stop.signal);
    stop.abort(new Error("enough"));

    await expect(waiting).rejects.toThrow("enough");
    await expect(opened.home.whenReady(stop.signal)).rejects.toThrow("enough");
  });

  test("services are described, with the fields of sections, and read again when one is registered", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home } = opened;
    const turnOn = home.serviceDescriptions.get("light")?.get("turn_on");
    expect(turnOn?.fields.get("brightness_pct")).toMatchObject({ required: false, selector: { number: {} } });
    simulated.onCommand("get_services", () => ({ shell_command: { run: { fields: {}, response: { optional: true } } } }));
    simulated.fireEvent("service_registered", { domain: "shell_command", service: "run" });

    await until(() => home.serviceDescriptions.has("shell_command"));

    expect(home.serviceDescriptions.get("shell_command")?.get("run")).toMatchObject({ response: "optional", target: undefined });
  });
});

describe("a start of Home Assistant", () => {
  test("is known at first contact by the age of its oldest state, with all its services", async () => {
    const before = Date.now();
    await using opened = await openReadyHome({ furnishing });

    const start = opened.home.lastCoreStart;

    expect(start?.at).toBeGreaterThanOrEqual(before - 1);
    expect(start?.at).toBeLessThanOrEqual(Date.now());
    expect(start?.servicesAtLogin.has("telegram_bot")).toBe(true);
  });

  test("that we come to before an integration began is known by the services that are missing", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home } = opened;
    const first = home.lastCoreStart;
    await simulated.restart({ downMs: 60, startingMs: 900 });
    await until(() => home.lastCoreStart !== first);

    expect(home.lastCoreStart?.servicesAtLogin.has("light")).toBe(true);
    expect(home.lastCoreStart?.servicesAtLogin.has("telegram_bot")).toBe(false);
    expect(home.lastCoreStart?.at).toBeGreaterThan(first?.at ?? 0);
  });

  test("that we come to when it runs already has them all", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home } = opened;
    const first = home.lastCoreStart;
    simulated.outage("502");
    await simulated.restart({ downMs: 20, startingMs: 20 });
    simulated.outage("none");
    await until(() => home.lastCoreStart !== first);

    expect(home.lastCoreStart?.servicesAtLogin.has("telegram_bot")).toBe(true);
  });

  test("is not told when only the connection was lost", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { connection, simulated, home } = opened;
    const { lastCoreStart } = home;
    const lost = Promise.withResolvers<void>();
    connection.onDisconnected(() => lost.resolve());
    simulated.disconnect();
    await lost.promise;
    expect(home.ready).toBe(false);
    await home.whenReady();

    expect(home.lastCoreStart).toBe(lastCoreStart);
  });

  test("that is interrupted by another loss of the connection is told all the same", async () => {
    await using opened = await openReadyHome({ furnishing });
    const { simulated, home, states } = opened;
    const first = home.lastCoreStart;
    let loads = 0;
    states.onLoaded(() => {
      loads++;
    });
    const restarted = simulated.restart({ downMs: 30, startingMs: 300 });
    await until(() => loads > 0);
    simulated.disconnect();
    await restarted;

    await until(() => home.lastCoreStart !== first);

    expect(home.ready).toBe(true);
  });
});
