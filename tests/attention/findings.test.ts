import { describe, expect, it } from "vitest";
import { FindingWorld, findingsIn, HOUR, MINUTE } from "../fakes/finding-world.ts";

const NOON = Date.parse("2026-06-10T12:00:00+02:00");

function startWorld() {
  const world = new FindingWorld(NOON);
  const sensor = (name: string, deviceClass: string, deviceId: string = name) =>
    world.add(`binary_sensor.${name}`, { state: "off", deviceClass, deviceId });
  return { world, sensor };
}

describe("what is found", () => {
  it("of what is gone or hidden by now ends at the first look", () => {
    const { world, sensor } = startWorld();
    sensor("door", "door");
    sensor("gate", "door");
    const first = findingsIn(world);
    first.start();
    for (const name of ["door", "gate"]) world.set(`binary_sensor.${name}`, "on");
    world.passes(20 * MINUTE);
    expect(first.opened.map(({ key }) => key)).toEqual(["open/binary_sensor.door", "open/binary_sensor.gate"]);
    first[Symbol.dispose]();
    world.remove("binary_sensor.door");
    world.add("binary_sensor.gate", { state: "on", deviceClass: "door", exposed: false });
    const second = findingsIn(world);
    second.start();
    expect(second.closed).toEqual(["open/binary_sensor.door", "open/binary_sensor.gate"]);
    expect(second.open()).toEqual([]);
  });

  it("is not on disk without what is said of it, and is found again", () => {
    const { world, sensor } = startWorld();
    sensor("door", "door");
    let isFull = true;
    const { start, opened, open } = findingsIn(world, () => {
      if (isFull) throw new Error("the disk is full");
    });
    start();
    world.set("binary_sensor.door", "on");
    world.passes(31 * MINUTE);
    expect(open()).toEqual([]);
    isFull = false;
    world.passes(2 * MINUTE);
    expect(opened.map(({ key }) => key)).toEqual(["open/binary_sensor.door"]);
  });

  it.each([
    ["on", 1],
    ["off", 0],
  ])("of what changes all the time is what its last state, %s, tells", (last, found) => {
    const { world, sensor } = startWorld();
    sensor("window", "window");
    const { start, opened } = findingsIn(world);
    start();
    for (let change = 0; change < 100; change += 1) world.set("binary_sensor.window", change % 2 === 0 ? "off" : "on");
    world.set("binary_sensor.window", last);
    world.passes(31 * MINUTE);
    expect(opened).toHaveLength(found);
  });

  it("by two detectors within a minute is one, until both are off", () => {
    const { world, sensor } = startWorld();
    sensor("kitchen", "smoke");
    sensor("hall", "smoke");
    const { start, opened, closed, open } = findingsIn(world);
    start();
    world.set("binary_sensor.kitchen", "on");
    world.passes(30_000);
    world.set("binary_sensor.hall", "on");
    expect(opened).toHaveLength(1);
    expect(open()).toMatchObject([{ entityIds: ["binary_sensor.kitchen", "binary_sensor.hall"] }]);
    world.set("binary_sensor.kitchen", "off");
    expect(closed).toEqual([]);
    world.set("binary_sensor.hall", "off");
    expect(closed).toEqual(["danger/binary_sensor.kitchen"]);
    world.passes(HOUR);
    world.set("binary_sensor.hall", "on");
    expect(opened).toHaveLength(2);
  });

  it("by two contacts of one door, or by a group of what tells for itself, is one", () => {
    const { world, sensor } = startWorld();
    sensor("top", "door", "one door");
    sensor("bottom", "door", "one door");
    sensor("cellar", "moisture");
    world.add("binary_sensor.water", { state: "off", deviceClass: "moisture", attributes: { entity_id: ["binary_sensor.cellar"] } });
    const { start, opened } = findingsIn(world);
    start();
    for (const name of ["top", "bottom", "cellar", "water"]) world.set(`binary_sensor.${name}`, "on");
    world.passes(20 * MINUTE);
    expect(opened.map(({ key }) => key)).toEqual(["leak/binary_sensor.cellar", "open/binary_sensor.top"]);
  });

  it("on when everybody is out is what was on before: what came on later was meant so", () => {
    const { world } = startWorld();
    world.add("person.anna", { state: "home" });
    for (const name of ["light.hall", "light.garden"]) world.add(name, { state: "off" });
    const { start, opened } = findingsIn(world);
    start();
    world.set("light.hall", "on");
    world.passes(MINUTE);
    world.set("person.anna", "not_home");
    world.passes(MINUTE);
    world.set("light.garden", "on");
    world.passes(HOUR);
    expect(opened).toMatchObject([{ key: "left-on", entityIds: ["light.hall"] }]);
  });

  it("a battery that wavers around its bound is found once, until it is a new one", () => {
    const { world } = startWorld();
    world.add("sensor.remote", { state: "80", deviceClass: "battery" });
    const { start, opened, closed } = findingsIn(world);
    start();
    for (const level of ["15", "17", "14", "16", "15"]) {
      world.set("sensor.remote", level);
      world.passes(3 * HOUR);
    }
    expect(opened).toHaveLength(1);
    world.set("sensor.remote", "100");
    expect(closed).toHaveLength(1);
  });
});
