import { expect, test } from "vitest";
import {
  type CompressedState,
  type EntitiesEvent,
  LiveStates,
  type PassingState,
  type StatesLoaded,
} from "../../../src/homeassistant/registry/states.ts";
import { recordingLogger } from "../log.ts";

/** States fed by hand, as `subscribe_entities` would. */
function openStates() {
  let send: (event: never) => void = () => {};
  let close: (disconnected: { at: number }) => void = () => {};
  const nothing = { [Symbol.dispose]() {} };
  const connection = {
    subscribe<Event>(_: unknown, onEvent: (event: Event) => void) {
      send = onEvent;
      return nothing;
    },
    onDisconnected(listener: (disconnected: { at: number }) => void) {
      close = listener;
      return nothing;
    },
  };
  const { logger, lines } = recordingLogger();
  const states = new LiveStates({ connection, logger });
  states.start();
  return { states, lines, send: (event: EntitiesEvent) => send(event as never), close: () => close({ at: 0 }) };
}

function compressed(s: string, more: Partial<CompressedState> = {}): CompressedState {
  return { s, a: { friendly_name: "Name" }, c: "01A", lc: 1000.5, ...more };
}

test("the first event gives all states; a short context has no cause and no id, and a missing `lu` is `lc`", () => {
  const { states, send } = openStates();
  send({
    a: {
      "light.bed": compressed("on", { lu: 1001.25, c: { id: "01B", user_id: "anna" } }),
      "lock.door": compressed("locked"),
    },
  });

  expect(states).toMatchObject({ size: 2 });
  expect(states.get("light.bed")).toEqual({
    entityId: "light.bed",
    state: "on",
    attributes: { friendly_name: "Name" },
    lastChanged: 1_000_500,
    lastUpdated: 1_001_250,
    context: { id: "01B", userId: "anna" },
  });
  expect(states.get("lock.door")).toMatchObject({ lastUpdated: 1_000_500, context: { id: "", userId: null } });
  expect([...states.all()].map(({ entityId }) => entityId)).toEqual(["light.bed", "lock.door"]);
});

test("a change touches what it names and keeps the rest: attributes come and go, times and context follow Home Assistant's short form", () => {
  const { states, send } = openStates();
  send({
    a: {
      "light.bed": compressed("on", { a: { friendly_name: "Bed", brightness: 10, effect: "rainbow" }, c: { id: "01B", user_id: "anna" } }),
    },
  });

  send({ c: { "light.bed": { "+": { lu: 1002, c: "01C", a: { brightness: 20 } }, "-": { a: ["effect"] } } } });

  expect(states.get("light.bed")).toMatchObject({
    state: "on",
    lastChanged: 1_000_500,
    lastUpdated: 1_002_000,
    context: { id: "01C", userId: "anna" },
  });
  expect(states.get("light.bed")?.attributes).toEqual({ friendly_name: "Bed", brightness: 20 });

  send({ c: { "light.bed": { "+": { s: "off", lc: 1003, c: { id: "01D", user_id: null } } } } });

  expect(states.get("light.bed")).toMatchObject({ state: "off", lastChanged: 1_003_000, lastUpdated: 1_003_000 });
  expect(states.get("light.bed")?.context).toEqual({ id: "", userId: null });
});

test("a state that somebody holds stays as it was, and is the same object until it changes", () => {
  const { states, send } = openStates();
  send({ a: { "light.bed": compressed("off") } });
  const held = states.get("light.bed");
  expect(states.get("light.bed")).toBe(held);

  send({ c: { "light.bed": { "+": { s: "on", lc: 1002, a: { brightness: 20 } } } } });

  expect(held).toMatchObject({ state: "off", lastChanged: 1_000_500, attributes: { friendly_name: "Name" } });
  expect(states.get("light.bed")).toMatchObject({ state: "on", lastChanged: 1_002_000, attributes: { brightness: 20 } });
});

test("listeners hear changes and removals of their entities only, and none after disposing", () => {
  const { states, send } = openStates();
  send({ a: { "light.bed": compressed("off"), "lock.door": compressed("locked") } });
  const heard: [string, string | undefined, string | undefined][] = [];
  const listener = (current: PassingState | undefined, previous: PassingState | undefined, id: string) =>
    heard.push([id, previous?.state, current?.state]);
  const listening = states.onChange(["light.bed", "light.new"], listener);

  send({ c: { "light.bed": { "+": { s: "on" } }, "lock.door": { "+": { s: "unlocked" } } } });
  send({ a: { "light.new": compressed("on") }, r: ["light.bed"] });
  listening[Symbol.dispose]();
  send({ r: ["light.new"] });

  expect(heard).toEqual([
    ["light.bed", "off", "on"],
    ["light.new", undefined, "on"],
    ["light.bed", "on", undefined],
  ]);
  expect(states.size).toBe(1);
});

test("a listener that throws is logged and the others are told", () => {
  const { states, send, lines } = openStates();
  send({ a: { "light.bed": compressed("off") } });
  const heard: unknown[] = [];
  states.onChange(["light.bed"], () => {
    throw new Error("broken");
  });
  states.onChange(["light.bed"], (current) => heard.push(current?.state));

  send({ c: { "light.bed": { "+": { s: "on" } } } });

  expect(heard).toEqual(["on"]);
  expect(lines).toEqual([expect.objectContaining({ msg: "a listener to a state failed" })]);
});

test("after a reconnect the first event replaces everything: what was removed meanwhile is gone, and its listeners are told", () => {
  const { states, send, close } = openStates();
  send({ a: { "light.bed": compressed("off"), "light.gone": compressed("on"), "light.same": compressed("on") } });
  const heard: unknown[] = [];
  states.onChange(["light.bed", "light.gone", "light.same"], (current, _, id) => heard.push([id, current?.state]));
  close();
  expect(states).toMatchObject({ size: 3 });

  send({ a: { "light.bed": compressed("on", { c: "01B", lc: 2000 }), "light.same": compressed("on") } });

  expect(states.get("light.gone")).toBeUndefined();
  expect(states).toMatchObject({ size: 2 });
  expect(heard).toEqual([
    ["light.bed", "on"],
    ["light.gone", undefined],
  ]);
});

test("one state that is the very same as before tells that Home Assistant was not restarted; the oldest tells since when it runs", () => {
  const { states, send, close } = openStates();
  const loads: StatesLoaded[] = [];
  states.onLoaded((loaded) => loads.push(loaded));
  send({ a: { "light.bed": compressed("off"), "lock.door": compressed("locked", { lc: 900 }) } });
  close();
  send({ a: { "light.bed": compressed("on", { c: "01B", lc: 2000 }), "lock.door": compressed("locked", { lc: 900 }) } });
  close();
  send({ a: { "light.bed": compressed("on", { c: "01C", lc: 3001 }), "lock.door": compressed("locked", { c: "01D", lc: 3000 }) } });

  expect(loads).toEqual([
    { sameProcess: false, oldestChange: 900_000 },
    { sameProcess: true, oldestChange: 900_000 },
    { sameProcess: false, oldestChange: 3_000_000 },
  ]);
});

test("the version follows names and the set of entities, not states", () => {
  const { states, send } = openStates();
  send({ a: { "light.bed": compressed("off") } });
  const before = states.version;
  send({ c: { "light.bed": { "+": { s: "on", a: { brightness: 3 } } } } });
  expect(states.version).toBe(before);
  send({ c: { "light.bed": { "+": { a: { friendly_name: "Other" } } } } });
  expect(states.version).toBe(before + 1);
  send({ a: { "light.new": compressed("on") } });
  send({ r: ["light.new"] });
  expect(states.version).toBe(before + 3);
});

test("changes of entities that are not known are left out", () => {
  const { states, send } = openStates();
  send({ a: {} });
  send({ c: { "light.nowhere": { "+": { s: "on" } } }, r: ["light.nobody"] });

  expect(states.size).toBe(0);
});
