import { describe, expect, test } from "vitest";
import type { CallFacts } from "../../../src/security/effects/action-facts.ts";
import { actionOn, callOn, effectNames, thing } from "../effect-facts.ts";

const routine = (...inside: readonly CallFacts[]) => effectNames(actionOn("script.a", [], { inside })).join();
/** What call-targets reads of a snapshot. */
const namedIn = (ids: unknown) => [ids].flat().flatMap((id) => (typeof id === "string" ? id.split(",").map((one) => one.trim()) : []));
const snapshot = (ids: unknown) =>
  callOn(
    "scene.create",
    namedIn(ids)
      .filter((id) => /^\w+\.\w+$/.test(id))
      .map((id) => thing(id)),
    { data: { scene_id: "before", snapshot_entities: ids } },
  );
const turnOnMissing = callOn("scene.turn_on", [], { unresolved: ["missing_entity"] });

describe("generic services in a routine", () => {
  test.each(["turn_on", "turn_off", "toggle"])("homeassistant.%s of what is gone or worked out later is unknown", (name) => {
    for (const unresolved of ["missing_entity", "template"] as const) {
      expect(routine(callOn(`homeassistant.${name}`, [], { unresolved: [unresolved] }))).toBe("unknown,routine");
    }
    expect(routine(callOn(`homeassistant.${name}`, []))).toBe("unknown,routine");
  });

  test("the same by hand stays one of the system", () => {
    expect(effectNames(actionOn("homeassistant.turn_on", []))).toEqual(["system"]);
  });

  test("reading a thing anew is harmless, whichever it is", () => {
    expect(routine(callOn("homeassistant.update_entity", [thing("lock.a")]))).toBe("helper,routine");
    expect(routine(callOn("homeassistant.update_entity", [], { unresolved: ["template"] }))).toBe("helper,routine");
    expect(effectNames(actionOn("homeassistant.update_entity", [thing("sensor.a")]))).toEqual(["system"]);
  });
});

/** [snapshot_entities, effects of a routine that makes a scene of it] */
const SNAPSHOTS: readonly (readonly [unknown, string])[] = [
  [["light.a", "light.b"], "light,routine"],
  ["light.a, media_player.b", "media,light,routine"],
  [["vacuum.a", "remote.b"], "vacuum,media,routine"],
  [["climate.a"], "comfort,routine"],
  [["switch.a"], "power,routine"],
  [["cover.kitchen_blind"], "open-entry,routine"],
  [["sensor.a"], "helper,routine"],
  [["light.a", "lock.front"], "unlock,light,routine"],
  [["alarm_control_panel.a"], "disarm,routine"],
  [["cover.a"], "open-entry,routine"],
  [["switch.garage_door"], "open-entry,power,routine"],
  [["switch.freezer"], "power-cut,power,routine"],
  [["group.all"], "unknown,routine"],
  [["script.a"], "unknown,routine"],
  [["scene.a"], "unknown,routine"],
  [["brand_new.a"], "unknown,routine"],
  [["all"], "unknown,routine"],
  [[{}], "unknown,routine"],
  ["{{ states.light | map(attribute='entity_id') | list }}", "unknown,routine"],
];

describe("scenes that a routine makes", () => {
  test.each(SNAPSHOTS)("a snapshot of %o: %s", (ids, expected) => {
    expect(routine(snapshot(ids))).toBe(expected);
  });

  test("turning on the scene that was made before does what making it said", () => {
    expect(routine(snapshot(["light.a"]), turnOnMissing)).toBe("light,routine");
    expect(routine(snapshot(["lock.a"]), turnOnMissing)).toBe("unlock,routine");
  });

  test("a missing scene that nothing made before is unknown", () => {
    expect(routine(turnOnMissing)).toBe("unknown,routine");
    expect(routine(turnOnMissing, snapshot(["light.a"]))).toBe("unknown,light,routine");
    expect(routine(snapshot(["light.a"]), callOn("scene.turn_on", [], { unresolved: ["template"] }))).toBe("unknown,light,routine");
    expect(routine(snapshot(["light.a"]), callOn("light.turn_on", [], { unresolved: ["missing_entity"] }))).toContain("unknown");
  });

  test("what could not be read of it is unknown", () => {
    expect(routine(callOn("scene.create", [], { unresolved: ["template"] }))).toContain("unknown");
    expect(routine(callOn("scene.create", [], { data: { entities: "{{ x }}" } }))).toBe("unknown,routine");
  });

  test("one that is made by hand stays one of the system", () => {
    const data = { scene_id: "x", snapshot_entities: ["light.a"] };
    expect(effectNames(actionOn("scene.create", [], { data }))).toEqual(["system"]);
  });
});
