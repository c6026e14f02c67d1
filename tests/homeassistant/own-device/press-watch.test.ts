import { expect, test } from "vitest";
import { watchPresses } from "../../../src/homeassistant/own-device/sync-button.ts";
import type { EntityState, StateListener } from "../../../src/homeassistant/registry/states.ts";
import { handTimers } from "../sync-timers.ts";

const BUTTON = { platform: "mqtt", uniqueId: "ours", entityId: "button.ours" };
const ANNA = "37d460f4e3644e1ca47231d440dbe383";
/** As Home Assistant 2026.11 told a press: the time in the state, and 58 µs later in `last_changed`. */
const PRESSED = "2026-11-21T22:43:22.637772+00:00";
const CHANGED = Date.parse("2026-11-21T22:43:22.637Z") + 0.83;

function state(text: string, lastChanged: number, userId: string | null = null): EntityState {
  return {
    entityId: BUTTON.entityId,
    state: text,
    attributes: {},
    lastChanged,
    lastUpdated: lastChanged,
    context: { id: "1", userId },
  };
}

function watch(first?: EntityState) {
  const presses: (string | undefined)[] = [];
  const listeners = new Map<string, StateListener>();
  let current = first;
  const entities = new Map();
  const timers = handTimers();
  const watching = watchPresses({
    button: BUTTON,
    later: timers.later,
    registries: { entities },
    states: {
      get: (entityId) => (entityId === BUTTON.entityId ? current : undefined),
      onChange: ([entityId = ""], listener) => {
        listeners.set(entityId, listener);
        return { [Symbol.dispose]: () => listeners.delete(entityId) };
      },
    },
    onPress: (userId) => void presses.push(userId),
  });
  watching.look();
  const becomes = (next: EntityState | undefined) => {
    const before = current;
    current = next;
    for (const [entityId, listener] of listeners) listener(next, before, entityId);
  };
  return { presses, becomes, watching, entities, timers, listened: () => [...listeners.keys()] };
}

const SECOND = 1_000;
const before = state("unknown", CHANGED - 400);

test("a press is told with who pressed, an automation's without", () => {
  const { presses, becomes } = watch(before);
  becomes(state(PRESSED, CHANGED, ANNA));
  becomes(state("2026-11-21T22:43:30.000001+00:00", Date.parse("2026-11-21T22:43:30Z")));
  expect(presses).toEqual([ANNA, undefined]);
});

test("nothing that tells an old press again is one", () => {
  const { presses, becomes } = watch(before);
  becomes(state(PRESSED, CHANGED, ANNA));
  // as recorded: the button was unavailable and came back, within a second even, still in the context of who pressed
  for (const later of [200, 400 + SECOND]) {
    becomes(state("unavailable", CHANGED + later, ANNA));
    becomes(state(PRESSED, CHANGED + later + 100, ANNA));
  }
  // Home Assistant restarted
  becomes(state("unavailable", CHANGED + 8 * SECOND));
  becomes(state(PRESSED, CHANGED + 9 * SECOND));
  // it was killed, so that it remembers one press less
  becomes(state("unavailable", CHANGED + 18 * SECOND));
  becomes(state("2026-11-21T20:00:00.000000+00:00", CHANGED + 19 * SECOND));
  becomes(undefined);
  becomes(state(PRESSED, CHANGED + 30 * SECOND));
  expect(presses).toEqual([ANNA]);
});

test("a press from before we looked, and the first state of a button, are none", () => {
  const known = watch(state(PRESSED, CHANGED, ANNA));
  known.becomes(state(PRESSED, CHANGED, ANNA));
  const fresh = watch();
  fresh.becomes(state(PRESSED, CHANGED, ANNA));
  expect([known.presses, fresh.presses]).toEqual([[], []]);
});

test("a button whose id was changed is found by what its integration calls it", () => {
  const { watching, entities, listened, becomes, presses } = watch(before);
  entities.set("button.renamed", { entityId: "button.renamed", platform: "mqtt", uniqueId: "ours" });
  watching.look();
  expect(listened()).toEqual(["button.renamed"]);
  becomes(state(PRESSED, CHANGED, ANNA));
  expect(presses).toEqual([ANNA]);
  watching[Symbol.dispose]();
  expect(listened()).toEqual([]);
});

test("a button whose id is changed while it is watched is followed", () => {
  const { entities, listened, becomes, presses, timers, watching } = watch(before);
  becomes(undefined);
  entities.set("button.renamed", { entityId: "button.renamed", platform: "mqtt", uniqueId: "ours" });
  timers.pass();
  expect(listened()).toEqual(["button.renamed"]);
  becomes(before);
  becomes(state(PRESSED, CHANGED, ANNA));
  expect(presses).toEqual([ANNA]);
  becomes(undefined);
  watching[Symbol.dispose]();
  expect([timers.waits(), listened()]).toEqual([[], []]);
});
