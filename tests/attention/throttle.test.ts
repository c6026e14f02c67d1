import { expect, it } from "vitest";
import { createThrottle } from "../../src/attention/throttle.ts";
import type { EntityState, StateListener } from "../../src/homeassistant/registry/states.ts";
import { recordingLogger } from "../homeassistant/log.ts";

const ID = "sensor.meter";

/** One entity, and a clock for timers. */
function meter() {
  const listeners = new Set<StateListener>();
  let timers: readonly { readonly at: number; readonly run: () => void }[] = [];
  let now = 0;
  let state: EntityState | undefined;
  const looks: string[] = [];
  const states = {
    get: () => state,
    onChange(_: readonly string[], listener: StateListener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => void listeners.delete(listener) };
    },
  };
  const later = (ms: number, run: () => void) => {
    const one = { at: now + ms, run };
    timers = [...timers, one];
    return {
      [Symbol.dispose]() {
        timers = timers.filter((other) => other !== one);
      },
    };
  };
  const throttle = createThrottle({ states, later, logger: recordingLogger().logger });
  throttle.watch(ID, () => looks.push(state?.state ?? "gone"));
  return {
    throttle,
    looks,
    listens: () => listeners.size > 0,
    becomes(value: string) {
      const before = state;
      now += 1;
      state = { entityId: ID, state: value, attributes: {}, lastChanged: now, lastUpdated: now, context: { id: "", userId: null } };
      for (const listener of [...listeners]) listener(state, before, ID);
    },
    passes(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

it("a change is looked at once, those that follow together, and the last is not lost", () => {
  const { looks, listens, becomes, passes } = meter();
  for (const value of ["1", "2", "3"]) becomes(value);
  expect([looks, listens()]).toEqual([["1"], false]);
  passes(5_000);
  expect([looks, listens()]).toEqual([["1", "3"], false]);
  passes(5_000);
  expect([looks, listens()]).toEqual([["1", "3"], true]);
  becomes("4");
  expect(looks).toEqual(["1", "3", "4"]);
});

it("what is over looks at nothing", () => {
  const { throttle, looks, listens, becomes, passes } = meter();
  becomes("1");
  becomes("2");
  throttle[Symbol.dispose]();
  passes(5_000);
  becomes("3");
  expect([looks, listens()]).toEqual([["1"], false]);
});
