import { afterEach, expect, test, vi } from "vitest";
import { Registries } from "../../../src/homeassistant/registry/registries.ts";
import type { Furnishing } from "../../../src/simulated-home/furnishing.ts";
import { recordingLogger } from "../log.ts";
import { openReadyHome } from "../open-home.ts";
import { quiet, until } from "../waiting.ts";

const furnishing: Furnishing = {
  floors: [{ name: "Upstairs", level: 1, aliases: ["first floor"] }],
  areas: [{ name: "Bedroom", floor: "Upstairs", aliases: ["Schlafzimmer"] }, "Hall"],
  labels: ["Security"],
  entities: [
    { entity_id: "light.bed", name: "Bed Light", area: "Bedroom", device: "Bed lamp", aliases: ["night lamp"] },
    { entity_id: "sensor.bed_power", name: "Bed Power", device: "Bed lamp", area: "Bedroom", exposed: false },
    { entity_id: "lock.door", name: "Front Door", area: "Hall", labels: ["Security"] },
  ],
};

afterEach(() => {
  vi.useRealTimers();
});

test("areas, floors, labels, devices and entities are read, with the aliases that only the entries tell", async () => {
  await using opened = await openReadyHome({ furnishing });
  const { registries } = opened.home;

  expect(registries.areas.get("bedroom")).toMatchObject({ name: "Bedroom", aliases: ["Schlafzimmer"], floorId: "upstairs" });
  expect(registries.floors.get("upstairs")).toMatchObject({ name: "Upstairs", level: 1, aliases: ["first floor"] });
  expect(registries.labels.get("security")).toEqual({ labelId: "security", name: "Security" });
  const bed = registries.entities.get("light.bed");
  expect(bed).toMatchObject({ aliases: ["night lamp"], shouldExpose: true });
  expect(registries.devices.get(bed?.deviceId ?? "")).toMatchObject({ name: "Bed lamp", areaId: "bedroom" });
});

test("a changed entity is read alone; a changed area reads the areas only; many changes at once are one read", async () => {
  await using opened = await openReadyHome({ furnishing });
  const { simulated, home, asked } = opened;
  asked.length = 0;
  for (const alias of ["one", "two", "three"]) simulated.updateRegistry("light.bed", { aliases: [null, alias] });
  await until(() => home.find("light.bed")?.aliases[0] === "three");
  simulated.updateArea("bedroom", { name: "Sleeping room" });
  await until(() => home.find("light.bed")?.area?.name === "Sleeping room");

  const reads = asked.filter(({ type }) => type.startsWith("config/"));

  expect(reads).toEqual([{ type: "config/entity_registry/get_entries", entity_ids: ["light.bed"] }, { type: "config/area_registry/list" }]);
});

test("a change of a device that is of no interest here is read and costs no cache", async () => {
  await using opened = await openReadyHome({ furnishing });
  const { simulated, home, asked } = opened;
  await quiet();
  const { generation } = home;
  const exposed = home.exposed();
  asked.length = 0;
  simulated.fireEvent("device_registry_updated", { action: "update", device_id: "any", changes: { sw_version: "1.0" } });
  await until(() => asked.some(({ type }) => type === "config/device_registry/list"));
  await quiet();

  expect(home.generation).toBe(generation);
  expect(home.exposed()).toBe(exposed);
});

test("a renamed entity keeps what people said about it, and its old id is gone", async () => {
  await using opened = await openReadyHome({ furnishing });
  const { registries } = opened.home;
  opened.simulated.updateRegistry("light.bed", { new_entity_id: "light.night" });
  await until(() => registries.entities.has("light.night"));

  expect(registries.entities.get("light.night")?.aliases).toEqual(["night lamp"]);
  expect(registries.entities.has("light.bed")).toBe(false);
});

test("a disabled or removed entity leaves, a read that failed is repeated", async () => {
  await using opened = await openReadyHome({ furnishing });
  const { simulated, home } = opened;
  simulated.updateRegistry("light.bed", { disabled_by: "user" });
  simulated.removeEntity("sensor.bed_power");
  await until(() => !home.registries.entities.has("light.bed") && !home.registries.entities.has("sensor.bed_power"));
  let asked = 0;
  simulated.onCommand("config/area_registry/list", () => {
    if (asked++ === 0) throw new Error("out of order");
    return [{ area_id: "attic", name: "Attic", aliases: [], floor_id: null, labels: [] }];
  });
  simulated.updateArea("hall", { name: "Any" });
  await until(() => home.registries.areas.has("attic"));

  expect(home.areas().map(({ name }) => name)).toEqual(["Attic"]);
});

test("the list of exposed entities is read again every hour, for entities that fire no registry events", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const listed = { "light.shown": { conversation: true }, "light.hidden": { conversation: false } };
  const command = async <Result>({ type }: { type: string }) =>
    (type === "homeassistant/expose_entity/list" ? { exposed_entities: structuredClone(listed) } : []) as Result;
  const subscribe = () => ({ [Symbol.dispose]: () => {} });
  using registries = new Registries({ connection: { command, subscribe }, logger: recordingLogger().logger });
  const session = new AbortController();
  registries.start();
  void registries.keepFresh(session.signal, () => {});
  await quiet();
  expect(["light.shown", "light.hidden", "light.unknown"].map((id) => registries.isExposed(id))).toEqual([true, false, false]);
  listed["light.hidden"].conversation = true;
  vi.advanceTimersByTime(3_600_000);

  await until(() => registries.isExposed("light.hidden"));

  session.abort();
});
