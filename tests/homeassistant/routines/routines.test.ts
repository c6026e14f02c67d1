import { describe, expect, test } from "vitest";
import { CommandError, HomeUnreachableError } from "../../../src/homeassistant/connection/errors.ts";
import type { EntityDescription } from "../../fakes/home.ts";
import { actionWorld, told } from "../action-world.ts";

const REGISTRY_ID = "b141c6a09dfad2cc377a4cb708d56803";
const DEVICE_ID = "8c4311c914ed2292a3187c0896e27af7";

const HOUSE: readonly EntityDescription[] = [
  { entityId: "light.kitchen", area: "Kitchen" },
  { entityId: "light.hall", area: "Hall", deviceId: DEVICE_ID },
  { entityId: "lock.hidden", area: "Hall", exposed: false, labels: ["security"] },
  { entityId: "switch.pump", area: "Hall" },
  { entityId: "lock.front", labels: ["security"] },
  { entityId: "alarm_control_panel.house" },
  { entityId: "script.come_in" },
  { entityId: "script.outer" },
  { entityId: "script.inner" },
  { entityId: "script.private", exposed: false },
  { entityId: "automation.night" },
  { entityId: "scene.movie", platform: "homeassistant", attributes: { entity_id: ["light.kitchen", "lock.front"], id: "movie" } },
  { entityId: "scene.hue", platform: "hue", attributes: { group_name: "Kitchen" } },
  { entityId: "scene.hue_listed", platform: "hue", attributes: { entity_id: ["light.kitchen"] } },
  { entityId: "group.routines", attributes: { entity_id: ["script.inner", "scene.movie", "light.kitchen"] } },
];

function world(routines: Readonly<Record<string, unknown>>, more: Partial<Parameters<typeof actionWorld>[0]> = {}) {
  return actionWorld({
    entities: HOUSE,
    areas: [
      { name: "Kitchen", floor: "Ground" },
      { name: "Hall", floor: "Ground" },
    ],
    devices: [{ id: DEVICE_ID, name: "Hall lamp" }],
    entries: { "light.hall": { id: REGISTRY_ID }, "scene.movie": { unique_id: "movie" } },
    labels: { security: "Security" },
    services: ["light.turn_on", "switch.turn_on", "script.turn_on", "scene.turn_on", "automation.turn_on"],
    routines,
    ...more,
  });
}

const unlock = { action: "lock.unlock", target: { entity_id: "lock.front" } };
const lights = { action: "light.turn_off", target: { entity_id: "light.kitchen" } };

describe("what starts a routine is opened", () => {
  test.each([
    ["script.turn_on", "script.inner"],
    ["script.toggle", "script.inner"],
    ["homeassistant.turn_on", "script.inner"],
    ["automation.trigger", "automation.night"],
    ["automation.turn_on", "automation.night"],
    ["automation.toggle", "automation.night"],
    ["homeassistant.toggle", "automation.night"],
    ["script.turn_on", "group.routines"],
  ])("%s of %s", async (service, entityId) => {
    const { read } = world({ "script.inner": { sequence: [unlock] }, "automation.night": { actions: [unlock] } });
    const { inside, unresolved, fingerprint } = await read(service, entityId);

    expect(told(inside)).toEqual(["lock.unlock lock.front"]);
    expect(unresolved).toEqual([]);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    ["script.turn_off", "script.inner"],
    ["automation.turn_off", "automation.night"],
    ["homeassistant.turn_off", "script.inner"],
    ["light.turn_on", "light.kitchen"],
  ])("%s of %s starts none", async (service, entityId) => {
    const { read } = world({ "script.inner": { sequence: [unlock] }, "automation.night": { actions: [unlock] } });
    expect(await read(service, entityId)).toMatchObject({ inside: [], caused: [], addressed: [], unresolved: [] });
  });

  test("a script called by its own name inside another, a scene step and scene.turn_on all count", async () => {
    const { read } = world(
      { "script.outer": { sequence: [{ action: "script.come_in" }, { scene: "scene.movie" }] }, "script.come_in": { sequence: [unlock] } },
      { scenes: { movie: { id: "movie", name: "Movie", entities: { "light.kitchen": "off", "lock.front": { state: "unlocked" } } } } },
    );
    const { inside } = await read("script.turn_on", "script.outer");
    expect(told(inside)).toEqual(expect.arrayContaining(["lock.unlock lock.front", expect.stringMatching(/^light\.\w+ light\.kitchen$/)]));
  });

  test("a script's service runs the script of that unique id, whatever its entity is called", async () => {
    const { read } = world(
      {
        "script.outer": { sequence: [{ action: "script.come_in" }] },
        "script.inner": { sequence: [unlock] },
        "script.come_in": { sequence: [lights] },
      },
      {
        entries: {
          "script.come_in": { platform: "script", unique_id: "welcome" },
          "script.inner": { platform: "script", unique_id: "come_in" },
          "light.hall": { platform: "hue", unique_id: "come_in" },
        },
      },
    );
    expect(told((await read("script.turn_on", "script.outer")).inside)).toEqual(["script.come_in", "lock.unlock lock.front"]);
  });

  test("one whose entity is gone is missing", async () => {
    const { read } = world(
      { "script.outer": { sequence: [{ action: "script.come_in" }] }, "script.come_in": { sequence: [lights] } },
      { gone: { "script.renamed": { platform: "script", unique_id: "come_in" } } },
    );
    expect((await read("script.turn_on", "script.outer")).inside).toMatchObject([
      { service: "script.come_in", unresolved: ["missing_routine"] },
    ]);
  });

  test("a script that is called any is one", async () => {
    const { read } = world(
      { "script.outer": { sequence: [{ action: "script.any" }] }, "script.inner": { sequence: [unlock] } },
      { entries: { "script.inner": { platform: "script", unique_id: "any" } } },
    );
    expect(told((await read("script.turn_on", "script.outer")).inside)).toEqual(["script.any", "lock.unlock lock.front"]);
  });

  test("a hidden routine is opened as well", async () => {
    const { read } = world({ "script.outer": { sequence: [{ action: "script.private" }] }, "script.private": { sequence: [unlock] } });
    expect(told((await read("script.turn_on", "script.outer")).inside)).toContain("lock.unlock lock.front");
  });
});

describe("inside a routine targets are those of Home Assistant, hidden ones too", () => {
  test.each<[target: object, entityIds: string]>([
    [{ area_id: "hall" }, "lock.hidden"],
    [{ floor_id: "ground" }, "lock.hidden"],
    [{ label_id: ["security"] }, "lock.front lock.hidden"],
    [{ entity_id: "all" }, "lock.front lock.hidden"],
    [{ entity_id: ["Lock.Front ", "lock.hidden"] }, "lock.front lock.hidden"],
  ])("lock.unlock of %j", async (target, entityIds) => {
    const { read } = world({ "script.outer": { sequence: [{ action: "lock.unlock", target }] } });
    const { inside } = await read("script.turn_on", "script.outer");
    expect(told(inside)).toEqual([`lock.unlock ${entityIds}`]);
    expect(inside[0]?.unresolved).toEqual([]);
  });

  test("a general service reaches in an area what has a service of its name", async () => {
    const { read } = world({ "script.outer": { sequence: [{ action: "homeassistant.turn_on", target: { area_id: "hall" } }] } });
    expect(told((await read("script.turn_on", "script.outer")).inside)).toEqual(["homeassistant.turn_on light.hall switch.pump"]);
  });

  test("a device, and a device action by the registry's id", async () => {
    const action = { device_id: DEVICE_ID, domain: "light", type: "turn_on", entity_id: REGISTRY_ID };
    const sequence = [{ action: "light.turn_on", target: { device_id: DEVICE_ID } }, action];
    const { read } = world({ "script.outer": { sequence } });
    expect(told((await read("script.turn_on", "script.outer")).inside)).toEqual(["light.turn_on light.hall", "light.turn_on light.hall"]);
  });

  test("old keys, and entities among the data", async () => {
    const sequence = [
      { service: "lock.unlock", data: { entity_id: "lock.front" } },
      { service: "tts.speak", data: { message: "Hi", media_player_entity_id: "light.kitchen" } },
    ];
    const { read } = world({ "script.outer": { sequence } });
    expect(told((await read("script.turn_on", "script.outer")).inside)).toEqual(["lock.unlock lock.front", "tts.speak light.kitchen"]);
  });

  test.each<[what: string, step: object, unresolved: string]>([
    ["an entity that is gone", { action: "lock.unlock", target: { entity_id: "lock.gone" } }, "missing_entity"],
    ["an area that is gone", { action: "lock.unlock", target: { area_id: "cellar" } }, "missing_entity"],
    ["a template for a target", { action: "lock.unlock", target: { entity_id: "{{ door }}" } }, "template"],
    ["a template for a service", { action: "{{ what }}", target: { entity_id: "lock.front" } }, "template"],
    ["an event", { event: "open_sesame", event_data: {} }, "event"],
    ["a script that is gone", { action: "script.gone" }, "missing_routine"],
    ["a script that Home Assistant does not find", { action: "script.inner" }, "missing_routine"],
  ])("%s is told", async (_, step, unresolved) => {
    const { read } = world({ "script.outer": { sequence: [step] } });
    const { inside } = await read("script.turn_on", "script.outer");
    expect(inside.flatMap((call) => call.unresolved)).toContain(unresolved);
  });
});

describe("a scene is what it wants of each entity", () => {
  test("its config is read by its own id", async () => {
    const entities = { "lock.front": { state: "unlocked" }, "light.kitchen": "off" };
    const { read, paths } = world({}, { scenes: { movie: { id: "movie", name: "Movie", entities } } });
    const { inside } = await read("scene.turn_on", "scene.movie");
    expect(paths).toEqual(["/api/config/scene/config/movie"]);
    expect(told(inside)).toEqual(expect.arrayContaining(["lock.unlock lock.front"]));
  });

  test.each([
    ["that is in no file", {}],
    ["that cannot be read", { movie: null }],
  ])("one %s counts with whatever its entities can do", async (_, scenes) => {
    const { read } = world({}, { scenes });
    expect(told((await read("scene.turn_on", "scene.movie")).inside).toSorted()).toEqual([
      "light.any light.kitchen",
      "lock.any lock.front",
    ]);
  });

  test("one of another integration is told by its entities, and is unreadable without", async () => {
    const { read, paths } = world({});
    expect(told((await read("scene.turn_on", "scene.hue_listed")).inside)).toEqual(["light.any light.kitchen"]);
    expect(await read("scene.turn_on", "scene.hue")).toMatchObject({ inside: [], unresolved: ["unreadable_routine"] });
    expect(paths).toEqual([]);
  });

  test("scene.apply brings its states along", async () => {
    const { read } = world({});
    const { inside } = await read("scene.apply", [], { entities: { "lock.front": "unlocked" } });
    expect(told(inside)).toEqual(["lock.unlock lock.front"]);
  });

  test("so does one made on the spot inside a script, with the routines that it starts", async () => {
    const { read } = world({
      "script.outer": { sequence: [{ action: "scene.create", data: { scene_id: "x", entities: { "script.inner": "on" } } }] },
      "script.inner": { sequence: [unlock] },
    });
    const { inside } = await read("script.turn_on", "script.outer");
    expect(told(inside)).toEqual(["scene.create", "script.turn_on script.inner", "lock.unlock lock.front"]);
  });
});

describe("blueprints", () => {
  const used = { alias: "Come in", use_blueprint: { path: "anna/unlock.yaml", input: { door: "lock.front" } } };

  test("one that Home Assistant does not fill in itself is filled in", async () => {
    const { read, connection } = world(
      { "script.come_in": used },
      { blueprints: { "anna/unlock.yaml": { substituted_config: { sequence: [unlock] } } } },
    );
    expect(told((await read("script.turn_on", "script.come_in")).inside)).toEqual(["lock.unlock lock.front"]);
    expect(connection.asked).toContainEqual({
      type: "blueprint/substitute",
      domain: "script",
      path: "anna/unlock.yaml",
      input: { door: "lock.front" },
    });
  });

  test("one whose file is gone cannot be read", async () => {
    const { read } = world({ "script.come_in": used });
    expect(await read("script.turn_on", "script.come_in")).toMatchObject({ inside: [], unresolved: ["unreadable_routine"] });
  });
});

describe("bounds", () => {
  test("a loop is read once", async () => {
    const { read, connection } = world({
      "script.outer": { sequence: [{ action: "script.inner" }, lights] },
      "script.inner": { sequence: [{ action: "script.turn_on", target: { entity_id: "script.outer" } }, unlock] },
    });
    await read("light.turn_on", "light.kitchen");
    const before = connection.asked.length;
    const { inside, unresolved } = await read("script.turn_on", "script.outer");

    expect(connection.asked).toHaveLength(before + 2);
    expect(told(inside)).toEqual(expect.arrayContaining(["light.turn_off light.kitchen", "lock.unlock lock.front"]));
    expect([...unresolved, ...inside.flatMap((call) => call.unresolved)]).toEqual([]);
  });

  test("more than fifty routines, and more than a thousand calls, are too large", async () => {
    const scripts = Array.from({ length: 60 }, (_, index) => `script.s${index}`);
    const wide = actionWorld({
      entities: [...scripts, "script.all"].map((entityId) => ({ entityId })),
      routines: {
        ...Object.fromEntries(scripts.map((id) => [id, { sequence: [] }])),
        "script.all": { sequence: scripts.map((action) => ({ action })) },
      },
    });
    const many = world({ "script.outer": { sequence: Array.from({ length: 1_001 }, () => lights) } });

    await wide.read("light.turn_on", "script.s1");
    const before = wide.connection.asked.length;
    const { inside } = await wide.read("script.turn_on", "script.all");
    expect(wide.connection.asked).toHaveLength(before + 50);
    expect(inside.filter(({ unresolved }) => unresolved.includes("too_large"))).toHaveLength(11);
    const large = await many.read("script.turn_on", "script.outer");
    expect([...large.unresolved, ...large.inside.flatMap(({ unresolved }) => unresolved)]).toContain("too_large");
    expect(large.inside.length).toBeLessThanOrEqual(1_000);
  });
});

test.each<[what: string, answer: unknown]>([
  ["not admin", new CommandError("unauthorized", "Unauthorized")],
  ["away", new HomeUnreachableError("not connected to Home Assistant")],
  ["without config", null],
  ["a config of unknown shape", { alias: "Empty" }],
  ["a blueprint of unknown shape", { use_blueprint: "x" }],
])("what cannot be read (%s) is unreadable, not an error", async (_, answer) => {
  const { read } = world({ "script.inner": answer });
  expect(await read("script.turn_on", "script.inner")).toMatchObject({ inside: [], unresolved: ["unreadable_routine"] });
});
