import { describe, expect, it } from "vitest";
import { createEntityIndex } from "../../src/entity-search/entity-index.ts";
import type { Role } from "../../src/security/policy/policy-input.ts";
import { createGetHaEntities } from "../../src/tools/get-ha-entities.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { callerOf } from "./caller.ts";

const AREAS = [
  { name: "Kitchen", aliases: ["Küche"], floor: "Ground floor" },
  { name: "Bedroom", floor: "Upstairs" },
];
const FLOORS = [{ name: "Ground floor", aliases: ["downstairs"] }, { name: "Upstairs" }];

const ENTITIES: readonly EntityDescription[] = [
  { entityId: "light.kitchen", name: "Kitchen Lights", area: "Kitchen" },
  { entityId: "light.reading_1", name: "Reading Lamp", area: "Kitchen" },
  { entityId: "light.reading_2", name: "Reading Lamp", area: "Bedroom" },
  { entityId: "light.reading_3", name: "Reading Lamp", area: "Bedroom" },
  { entityId: "light.reading_4", name: "reading lamp" },
  { entityId: "lock.front", name: "Front Door" },
  { entityId: "script.leave", name: "Leave home" },
  { entityId: "automation.alarm", name: "Arm at night" },
  { entityId: "lock.cellar", name: "Cellar Door", area: "Kitchen", exposed: false },
];

const NO_WORDS = { language: "", domains: new Map() };

function toolOf(entities: readonly EntityDescription[] = ENTITIES) {
  const home = fakeHome({ entities, areas: AREAS, floors: FLOORS });
  const tool = createGetHaEntities({ home, search: createEntityIndex({ home, words: () => NO_WORDS }) });
  return (args: unknown, role: Role = "owner") => tool.call(args, callerOf("anna", role), new AbortController().signal);
}

describe("the map", () => {
  it("has friendly names as keys and exact ids as values", async () => {
    expect(await toolOf()({ query: "front door" })).toMatchObject({ ok: true, entities: { "Front Door": "lock.front" } });
  });

  it("tells shared names apart by area, then by id", async () => {
    expect(await toolOf()({ query: "reading lamp" })).toMatchObject({
      entities: {
        "Reading Lamp (Kitchen)": "light.reading_1",
        "Reading Lamp (Bedroom)": "light.reading_2",
        "Reading Lamp (light.reading_3)": "light.reading_3",
        "reading lamp (light.reading_4)": "light.reading_4",
      },
    });
  });

  it("a shared name is told apart even if the other is filtered out", async () => {
    const { entities } = await toolOf()({ area: "Kitchen", query: "reading" });
    expect(entities).toEqual({ "Reading Lamp (Kitchen)": "light.reading_1" });
  });

  it.each([
    [{ domain: "lock" }, ["lock.front"]],
    [{ domain: "Locks" }, ["lock.front"]],
    [{ area: "küche", domain: "light" }, ["light.kitchen", "light.reading_1"]],
    [{ area: "bedroom" }, ["light.reading_2", "light.reading_3"]],
    [{ area: "downstairs" }, ["light.kitchen", "light.reading_1"]],
    [{ area: "upstairs" }, ["light.reading_2", "light.reading_3"]],
    [{ domain: "", area: "", query: "  front" }, ["lock.front"]],
  ])("filters by %o", async (args, ids) => {
    const { entities } = await toolOf()(args);
    expect(Object.values(entities as object)).toEqual(ids);
  });

  it("tells how many did not fit", async () => {
    const lamps = Array.from({ length: 43 }, (_, at) => ({ entityId: `light.lamp_${at}`, name: `Lamp ${at}` }));
    expect(await toolOf(lamps)({ domain: "light" })).toMatchObject({ more: 3 });
  });

  it("stays small in a home of 2,000 entities with long names", async () => {
    const entities = Array.from({ length: 2_000 }, (_, at) => ({
      entityId: `sensor.${"x".repeat(60)}_${at}`,
      name: `${"Name ".repeat(40)}${at}`,
    }));
    const answer = await toolOf(entities)({ domain: "sensor" });
    // what others may have named is noted for the gate, not told to the model
    expect(JSON.stringify({ ...answer, outside: undefined }).length).toBeLessThan(2_000);
    expect(answer).toMatchObject({ more: 2_000 - Object.keys(answer["entities"] as object).length });
  });
});

describe("what is not there", () => {
  it("unknown areas and floors answer with the nearest names", async () => {
    expect(await toolOf()({ area: "kitchn" })).toEqual({ ok: false, error: "unknown_area", nearest: ["Kitchen"] });
    expect(await toolOf()({ area: "upstars" })).toMatchObject({ error: "unknown_area", nearest: ["Upstairs"] });
  });

  it("hidden ones are counted, never named", async () => {
    const answer = await toolOf()({ query: "cellar" });
    expect(answer).toMatchObject({ ok: true, entities: {}, hidden: 1, how_to_expose: expect.stringContaining("Voice assistants") });
    expect(JSON.stringify(answer)).not.toContain("lock.cellar");
  });

  it("hidden ones of another kind are not counted among those asked for", async () => {
    expect(await toolOf()({ area: "Kitchen", domain: "light" })).not.toHaveProperty("hidden");
    expect(await toolOf()({ area: "Kitchen" })).toMatchObject({ hidden: 1 });
  });

  it("an empty answer says which domains there are", async () => {
    expect(await toolOf()({ domain: "vacuum" })).toMatchObject({ entities: {}, domains: expect.arrayContaining(["light", "lock"]) });
  });

  it("routines are for owners", async () => {
    expect(await toolOf()({ domain: "script" })).toMatchObject({ entities: { "Leave home": "script.leave" } });
    for (const role of ["adult", "child", "guest"] as const) {
      expect(await toolOf()({ domain: "script" }, role)).toMatchObject({ ok: false, error: "owners_only" });
      const everything = JSON.stringify(await toolOf()({}, role));
      expect(everything).not.toMatch(/Leave home|Arm at night/);
      expect(JSON.stringify(await toolOf()({ query: "leave home" }, role))).not.toContain("script.leave");
    }
  });

  it.each([{ query: "lamp".repeat(60) }, { domain: 5 }, "light", null])("bad arguments %o come back as data", async (args) => {
    expect(await toolOf()(args)).toMatchObject({ ok: false, error: "invalid_arguments" });
  });
});
