import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Command } from "../../../src/homeassistant/connection/connection.ts";
import type { EntityState, StateListener } from "../../../src/homeassistant/registry/states.ts";
import { createIndexCadence } from "../../../src/knowledge/indexer/indexer-cadence.ts";
import { type EntityDescription, fakeHome } from "../../fakes/home.ts";
import { recordingLogger } from "../../homeassistant/log.ts";
import { manualTimers } from "../knowledge-world.ts";

const HOUR = 3_600_000;
const HOME = "entity area person";
const ROUTINES = "automation script scene";
const MORE = "history";

/** States that tell their changes to whoever listens to the entity. */
function fakeStates() {
  const known = new Map<string, EntityState>();
  const listeners = new Set<{ readonly entityIds: readonly string[]; readonly listener: StateListener }>();
  return {
    listeners,
    onChange(entityIds: readonly string[], listener: StateListener): Disposable {
      const one = { entityIds, listener };
      listeners.add(one);
      return { [Symbol.dispose]: () => listeners.delete(one) };
    },
    set(entityId: string, state: string, attributes: EntityState["attributes"] = {}) {
      const previous = known.get(entityId);
      const context = { id: "01", userId: null };
      const current = { entityId, state, attributes, lastChanged: 0, lastUpdated: 0, context };
      known.set(entityId, current);
      for (const { entityIds, listener } of listeners) if (entityIds.includes(entityId)) listener(current, previous, entityId);
    },
  };
}

async function cadence({ ready = true } = {}) {
  const timers = manualTimers();
  const requested: string[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const there = Promise.withResolvers<void>();
  const entities: readonly EntityDescription[] = [{ entityId: "script.leave" }, { entityId: "light.hall" }];
  const world = { now: 0, generation: 1, ready, fingerprint: "a.md 1" as string | Error, entities };
  const states = fakeStates();
  if (ready) there.resolve();
  const running = createIndexCadence({
    indexer: {
      async request(sources) {
        requested.push((sources ?? ["all"]).join(" "));
      },
    },
    home: {
      get ready() {
        return world.ready;
      },
      get generation() {
        return world.generation;
      },
      whenReady: () => there.promise,
      everything: () => fakeHome({ entities: world.entities }).everything(),
    },
    states,
    connection: {
      subscribe<Event>({ event_type: type }: Command, listener: (event: Event) => void) {
        listeners.set(String(type), (event) => listener(event as Event));
        return { [Symbol.dispose]: () => listeners.delete(String(type)) };
      },
    },
    documents: {
      async fingerprint() {
        if (world.fingerprint instanceof Error) throw world.fingerprint;
        return world.fingerprint;
      },
    },
    clock: () => world.now,
    later: timers.later,
    logger: recordingLogger().logger,
  });
  onTestFinished(() => running[Symbol.dispose]());
  running.start();
  await setImmediate();
  return {
    ...{ world, requested, listeners, timers, running, states },
    becomeReady() {
      world.ready = true;
      there.resolve();
      return setImmediate();
    },
    /** Lets time pass and tells what was requested in it. */
    async pass(ms: number) {
      requested.length = 0;
      world.now += ms;
      timers.fire();
      await setImmediate();
      return [...requested].sort();
    },
    hear: (type: string) => listeners.get(type)?.({ data: {} }),
  };
}

describe("knowledge is read", () => {
  it("once at the start, and not again while nothing changes", async () => {
    const { requested, pass, timers } = await cadence();
    expect([...requested].sort()).toEqual(["document", `${HOME} ${ROUTINES} ${MORE}`]);
    for (let minute = 0; minute < 10; minute++) expect(await pass(60_000)).toEqual([]);
    expect([...timers.set].sort()).toEqual([30_000, 60_000]);
  });

  it("of the home once it is there, of documents before", async () => {
    const { requested, becomeReady } = await cadence({ ready: false });
    expect(requested).toEqual(["document"]);
    await becomeReady();
    expect(requested).toEqual(["document", `${HOME} ${ROUTINES} ${MORE}`]);
  });

  it("within a minute of a change in the registries", async () => {
    const { world, pass } = await cadence();
    world.generation++;
    expect(await pass(30_000)).toEqual([`${HOME} ${ROUTINES}`]);
    expect(await pass(30_000)).toEqual([]);
  });

  it.each(["automation_reloaded", "scene_reloaded"])("of routines within a minute of the event %s", async (type) => {
    const { hear, pass } = await cadence();
    hear(type);
    expect(await pass(30_000)).toEqual([ROUTINES]);
    expect(await pass(30_000)).toEqual([]);
  });

  it("of routines within a minute of a script that was loaded anew, also of one that came later", async () => {
    const { world, states, pass } = await cadence();
    states.set("script.leave", "unavailable", { restored: true });
    states.set("script.leave", "off");
    expect(await pass(30_000)).toEqual([ROUTINES]);

    world.entities = [...world.entities, { entityId: "script.arrive" }];
    world.generation++;
    await pass(30_000);
    states.set("script.arrive", "unavailable", { restored: true });
    states.set("script.arrive", "off");
    expect(await pass(30_000)).toEqual([ROUTINES]);
  });

  it("not because a script runs, or a device comes back", async () => {
    const { states, pass } = await cadence();
    states.set("script.leave", "on");
    states.set("script.leave", "off");
    states.set("light.hall", "unavailable", { restored: true });
    states.set("light.hall", "on");
    expect(await pass(30_000)).toEqual([]);
  });

  it("of the last day every 6 hours, of everything every 24", async () => {
    const { pass } = await cadence();
    expect(await pass(6 * HOUR - 1)).toEqual([]);
    expect(await pass(1)).toEqual([MORE]);
    expect(await pass(18 * HOUR)).toEqual([`${HOME} ${ROUTINES} ${MORE}`]);
  });

  it("later when the home is away at that time", async () => {
    const { world, pass, becomeReady } = await cadence();
    world.ready = false;
    expect(await pass(24 * HOUR)).toEqual([]);
    await becomeReady();
    expect(await pass(30_000)).toEqual([`${HOME} ${ROUTINES} ${MORE}`]);
  });

  it("of documents when their files are others, and when the folder cannot be looked at", async () => {
    const { world, pass } = await cadence();
    world.fingerprint = "a.md 2";
    expect(await pass(60_000)).toEqual(["document"]);
    expect(await pass(60_000)).toEqual([]);
    world.fingerprint = new Error("no such disk");
    expect(await pass(60_000)).toEqual(["document"]);
    // the indexer has its own time for what it could not read
    for (let minute = 0; minute < 5; minute++) expect(await pass(60_000)).toEqual([]);
    world.fingerprint = "a.md 2";
    expect(await pass(60_000)).toEqual(["document"]);
    expect(await pass(60_000)).toEqual([]);
  });
});

it("nothing is looked at any more after its end", async () => {
  const { running, timers, listeners, states } = await cadence();
  running[Symbol.dispose]();
  expect(timers.set).toEqual([]);
  expect(listeners.size + states.listeners.size).toBe(0);
});
