import { describe, expect, test } from "vitest";
import { actionWorld, idsOf, told } from "../action-world.ts";

describe("what is known of an entity", () => {
  test("names, device, labels with their names, area and exposure are joined; the state is of the moment", async () => {
    const { read } = actionWorld({
      entities: [
        {
          entityId: "switch.freezer",
          name: "Freezer",
          aliases: ["Gefrierschrank"],
          area: "Cellar",
          state: "on",
          attributes: { friendly_name: "Freezer" },
          deviceClass: "outlet",
          deviceId: "d1",
          platform: "zha",
          labels: ["critical"],
          exposed: false,
        },
      ],
      devices: [{ id: "d1", name: "Plug", name_by_user: "Cellar plug" }],
      entries: { "switch.freezer": { translation_key: "child_lock" } },
      labels: { critical: "Never off" },
      temperatureUnit: "°F",
    });

    expect((await read("switch.turn_off", "switch.freezer")).targets).toEqual([
      {
        entityId: "switch.freezer",
        name: "Freezer",
        aliases: ["Gefrierschrank"],
        deviceName: "Cellar plug",
        deviceClass: "outlet",
        platform: "zha",
        translationKey: "child_lock",
        category: undefined,
        deviceDomains: ["switch"],
        decision: undefined,
        labels: ["critical", "Never off"],
        areaId: "cellar",
        temperatureUnit: "°F",
        exposed: false,
        state: "on",
        attributes: { friendly_name: "Freezer" },
        members: [],
        shownAs: [],
        siblingLabels: [],
      },
    ]);
  });

  test.each(["light.turn_on", "notify.anna", "homeassistant.turn_on"])(
    "%s of a named entity goes through all once at most",
    async (service) => {
      const { read, walks } = actionWorld({ entities: [{ entityId: "light.a" }, { entityId: "switch.b" }] });
      for (let time = 0; time < 3; time++) expect(idsOf((await read(service, "light.a")).targets)).toEqual(["light.a"]);
      expect(walks()).toBe(1);
    },
  );

  test("an entity that is not there is missing", async () => {
    const { read } = actionWorld({ entities: [] });
    expect(await read("light.turn_on", "light.gone")).toMatchObject({ targets: [], unresolved: ["missing_entity"] });
  });

  test("facts are kept until the registries change, then joined anew", async () => {
    const labels: Record<string, string> = { critical: "Never off" };
    const entity = { entityId: "switch.freezer", labels: ["critical"] };
    const { read, change } = actionWorld({ entities: [entity], labels });
    const [first] = (await read("switch.turn_off", "switch.freezer")).targets;
    const [second] = (await read("switch.turn_off", "switch.freezer")).targets;
    change();
    const [third] = (await read("switch.turn_off", "switch.freezer")).targets;

    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third).toEqual(first);
  });
});

describe("groups", () => {
  const attributes: { entity_id: string[] } = { entity_id: ["lock.hidden", "group.inner"] };
  const entities = [
    { entityId: "light.house", platform: "group", attributes },
    { entityId: "group.inner", attributes: { entity_id: ["switch.freezer", "light.house", "lock.hidden", "light.gone"] } },
    { entityId: "lock.hidden", exposed: false },
    { entityId: "switch.freezer" },
    { entityId: "media_player.kitchen", attributes: { group_members: ["media_player.kitchen", "media_player.bath"] } },
    { entityId: "media_player.bath", attributes: { group_members: ["media_player.kitchen", "media_player.bath"] } },
    { entityId: "scene.movie", attributes: { entity_id: ["lock.hidden"] } },
  ];

  test("hold what is in them at any depth, each once, hidden or not", async () => {
    const { read } = actionWorld({ entities });
    const [house] = (await read("light.turn_on", "light.house")).targets;

    expect(idsOf(house?.members ?? [])).toEqual(["lock.hidden", "switch.freezer"]);
    expect(house?.members.flatMap(({ members }) => members)).toEqual([]);
  });

  test("players that play together are a group, a scene is none", async () => {
    const { read } = actionWorld({ entities });
    const [player] = (await read("media_player.media_pause", "media_player.kitchen")).targets;
    const [scene] = (await read("scene.turn_off", "scene.movie")).targets;

    expect(idsOf(player?.members ?? [])).toEqual(["media_player.bath"]);
    expect(scene?.members).toEqual([]);
  });

  test("have a fingerprint that changes with their members, whatever their order", async () => {
    const members = ["light.a", "light.b"];
    const group = { entityId: "light.all", attributes: { entity_id: members } };
    const { read } = actionWorld({ entities: [group, ...["a", "b", "c"].map((name) => ({ entityId: `light.${name}` }))] });
    const fingerprint = async () => (await read("light.turn_on", "light.all")).fingerprint;
    const before = await fingerprint();
    members.reverse();
    expect(await fingerprint()).toBe(before);
    members.push("light.c");
    expect(await fingerprint()).not.toBe(before);
  });

  test("one of more members than can be looked at is too large", async () => {
    const members = Array.from({ length: 501 }, (_, index) => `light.l${index}`);
    const group = { entityId: "light.all", attributes: { entity_id: members } };
    const { read } = actionWorld({ entities: [group, ...members.map((entityId) => ({ entityId }))] });
    const { targets, unresolved } = await read("light.turn_on", "light.all");
    expect(unresolved).toEqual(["too_large"]);
    expect(targets[0]?.members).toHaveLength(500);
  });
});

describe("entities among the data are targets", () => {
  const { read } = actionWorld({ entities: [{ entityId: "lock.front" }, { entityId: "light.a" }, { entityId: "media_player.tv" }] });

  test.each<[data: Record<string, unknown>, entityIds: string[]]>([
    [{ entity_id: "lock.front" }, ["lock.front"]],
    [{ entity_id: "Light.A, lock.front" }, ["light.a", "lock.front"]],
    [{ steps: [{ target: { entity_id: ["lock.front"] } }] }, ["lock.front"]],
    [{ media_player_entity_id: "media_player.tv", message: "lock.front" }, ["media_player.tv"]],
    [{ snapshot_entities: ["light.a"], entities: { "lock.front": "on" } }, ["light.a", "lock.front"]],
    [{ message: "look at lock.front" }, []],
  ])("%j", async (data, entityIds) => {
    expect(idsOf((await read("any.service", [], data)).targets)).toEqual(entityIds);
  });

  test("all of them, and one that nobody knows", async () => {
    expect(idsOf((await read("lock.unlock", [], { entity_id: "all" })).targets)).toEqual(["lock.front"]);
    expect((await read("any.service", [], { entity_id: "lock.gone" })).unresolved).toEqual(["missing_entity"]);
  });
});

describe("the fingerprint of a routine", () => {
  const entities = [{ entityId: "script.outer" }, { entityId: "script.inner" }, { entityId: "lock.front" }, { entityId: "lock.back" }];
  const locking = { sequence: [{ action: "lock.lock", target: { entity_id: "lock.front" } }], alias: "Inner" };
  const outer = { sequence: [{ action: "script.inner" }] };
  const world = () => actionWorld({ entities, routines: { "script.outer": outer, "script.inner": locking } });

  test("is the same for the same content, in whatever order its fields come", async () => {
    const { read, answers } = world();
    const { fingerprint } = await read("script.turn_on", "script.outer");
    answers.routines["script.inner"] = { alias: "Inner", sequence: [{ target: { entity_id: "lock.front" }, action: "lock.lock" }] };
    expect((await read("script.turn_on", "script.outer")).fingerprint).toBe(fingerprint);
    expect((await world().read("script.turn_on", "script.outer")).fingerprint).toBe(fingerprint);
  });

  test("changes when one inside it changes, and when one cannot be read any more", async () => {
    const { read, answers } = world();
    const first = (await read("script.turn_on", "script.outer")).fingerprint;
    answers.routines["script.inner"] = { ...locking, sequence: [{ action: "lock.unlock", target: { entity_id: "lock.front" } }] };
    const second = (await read("script.turn_on", "script.outer")).fingerprint;
    delete answers.routines["script.inner"];
    const third = (await read("script.turn_on", "script.outer")).fingerprint;
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("changes when an area inside it gets another lock", async () => {
    const routines = { "script.outer": { sequence: [{ action: "lock.lock", target: { area_id: "hall" } }] } };
    const hall = (name: string) => [
      { entityId: "script.outer" },
      { entityId: "lock.front", area: "Hall" },
      { entityId: "lock.back", area: name },
    ];
    const before = await actionWorld({ entities: hall("Cellar"), routines }).read("script.turn_on", "script.outer");
    const after = await actionWorld({ entities: hall("Hall"), routines }).read("script.turn_on", "script.outer");
    expect(told(after.inside)).toEqual(["lock.lock lock.back lock.front"]);
    expect(after.fingerprint).not.toBe(before.fingerprint);
  });
});

test("a reading that is called off rejects with the reason", async () => {
  const stop = new AbortController();
  const { reader } = actionWorld({ entities: [{ entityId: "script.outer" }], routines: { "script.outer": { sequence: [] } } });
  const reading = reader.read({ service: "script.turn_on", entityIds: ["script.outer"], data: {} }, { signal: stop.signal });
  stop.abort(new Error("the turn was stopped"));
  await expect(reading).rejects.toThrow("the turn was stopped");
});

describe("a routine that is saved is automated", () => {
  const runs = (...actions: object[]) => ({ triggers: [{ trigger: "time", at: "22:00" }], actions });
  const script = { sequence: [{ action: "script.night" }] };
  test.each<[string, object, boolean, object?, string?]>([
    ["by what calls it", runs({ action: "script.turn_on", target: { entity_id: "script.night" } }), true],
    ["by its own service", runs({ action: "script.night" }), true],
    ["by another script", runs({ action: "script.outer" }), true],
    ["by its area", runs({ action: "script.turn_on", target: { area_id: "hall" } }), true],
    ["by what a template names", runs({ action: "script.turn_on", target: { entity_id: "{{ x }}" } }), true],
    ["by a service that a template names", runs({ action: "{{ x }}" }), true],
    ["by a sentence for an agent", runs({ action: "conversation.process", data: { text: "turn on the light" } }), true],
    ["by a script with such a sentence", runs({ action: "script.says" }), true],
    ["not by what a satellite says", runs({ action: "assist_satellite.announce", data: { message: "Good night" } }), false],
    ["not by a template for a light", runs({ action: "light.turn_on", target: { entity_id: "{{ x }}" } }), false],
    ["not by what starts another", runs({ action: "script.other" }), false],
    ["not as long as only people start it", runs({ delay: 1 }), false],
    ["as nobody knows what it is", runs({ delay: 1 }), true, { replaces: undefined }],
    ["not as a new one", runs({ action: "script.gone" }), false, { replaces: undefined, base: undefined, version: 1 }],
    ["as what comes back", runs({ action: "script.gone" }), true, { replaces: undefined, base: undefined }],
    ["not as what comes back unused", runs({ delay: 1 }), false, { replaces: undefined, base: undefined }],
    [
      "as a scene that a call names",
      runs({ action: "scene.turn_on", target: { entity_id: "scene.gone" } }),
      true,
      { replaces: undefined, base: undefined, version: 1 },
      "own_scene.save",
    ],
    ["never when it is removed", runs({ action: "script.night" }), false, {}, "own_script.remove"],
  ])("%s", async (_, automation, isAutomated, data = {}, service = "own_script.save") => {
    const entities = ["automation.a", "script.night", "script.outer", "script.other", "script.says"].map((entityId) => ({
      entityId,
      ...(entityId === "script.night" && { area: "Hall" }),
    }));
    const routines = {
      "automation.a": automation,
      "script.outer": script,
      "script.night": { sequence: [] },
      "script.other": { sequence: [] },
      "script.says": { sequence: [{ action: "conversation.process", data: { text: "{{ x }}" } }] },
    };
    const { read } = actionWorld({ entities, areas: [{ name: "Hall" }], routines });
    const saved = { id: "hpa_1", version: 2, base: "x", replaces: "script.night", config: { sequence: [] }, ...data };
    expect((await read(service, [], saved)).isAutomated).toBe(isAutomated);
  });

  test("also where an automation cannot be read", async () => {
    const { read } = actionWorld({
      entities: [{ entityId: "automation.a" }, { entityId: "script.night" }],
      routines: { "automation.a": {}, "script.night": { sequence: [] } },
    });
    expect((await read("own_script.save", [], { base: "x", replaces: "script.night", config: { sequence: [] } })).isAutomated).toBe(true);
  });
});
