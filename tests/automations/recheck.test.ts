import { expect, it } from "vitest";
import { createRecheck } from "../../src/automations/recheck.ts";
import { routineHash } from "../../src/homeassistant/acting/own-routines.ts";
import { fakeHome } from "../fakes/home.ts";

const ID = "hpa_0123456789abcdef";
const home = fakeHome({
  entities: [
    { entityId: "light.hall", name: "Hall" },
    { entityId: "lock.cellar", exposed: false },
  ],
});

const turnsOff = (entityId: string) => ({
  name: "x",
  mode: "single",
  actions: [{ kind: "call", service: "light.turn_off", entities: [entityId] }],
});
const automation = (entityId: string) => ({ ...turnsOff(entityId), triggers: [{ kind: "sun", event: "sunset" }], conditions: [] });
const scene = (entityId: string) => ({ name: "x", entities: { [entityId]: { state: "on" } } });

interface Row {
  readonly kind?: string;
  readonly status?: string;
  readonly isLoaded?: boolean;
  readonly isEdited?: boolean;
  readonly says?: string;
  readonly services?: readonly string[];
}

function faultOf(
  meant: object,
  { kind = "automation", status = "saved", isLoaded = true, isEdited, says, services = ["light.turn_off", "scene.turn_on"] }: Row,
) {
  const config = { alias: "x" };
  const recheck = createRecheck({
    home: { ...home, whenReady: async () => {} },
    own: {
      read: async () => (isEdited ? { alias: "y" } : config),
      entityOf: () => (isLoaded ? `${kind}.x` : undefined),
      problemOf: async () => says,
    },
    store: { latest: () => [{ id: ID, kind, status, hash: routineHash(config), automation: meant, entityId: `${kind}.x` }] as never },
    serviceExists: (service) => services.includes(service),
  });
  return recheck(new AbortController().signal);
}

it.each<[string, object, Row, object | undefined]>([
  ["an automation in order", automation("light.hall"), {}, undefined],
  ["a script in order", turnsOff("light.hall"), { kind: "script" }, undefined],
  ["a scene in order", scene("light.hall"), { kind: "scene" }, undefined],
  ["an automation of what is gone", automation("light.attic"), {}, { why: "gone", what: ["light.attic"] }],
  ["a script of what is gone", turnsOff("light.attic"), { kind: "script" }, { why: "gone", what: ["light.attic"] }],
  ["a scene of what is gone", scene("light.attic"), { kind: "scene" }, { why: "gone", what: ["light.attic"] }],
  ["a scene of what is hidden", scene("lock.cellar"), { kind: "scene" }, { why: "hidden", what: ["lock.cellar"] }],
  ["a script whose action is gone", turnsOff("light.hall"), { kind: "script", services: [] }, { why: "service", what: ["light.turn_off"] }],
  ["a script that is not taken any more", turnsOff("light.hall"), { kind: "script", says: "no" }, { says: "no", why: "look", what: [] }],
  ["one that is not loaded any more", automation("light.hall"), { isLoaded: false, says: "no" }, { says: "no", why: "look", what: [] }],
  ["one that somebody edited", automation("light.attic"), { isEdited: true }, undefined],
  ["one that was removed", automation("light.attic"), { status: "removed" }, undefined],
])("%s", async (_, meant, row, fault) => {
  const entityId = `${row.kind ?? "automation"}.x`;
  expect(await faultOf(meant, row)).toEqual(fault === undefined ? [] : [{ entityId, fault }]);
});
