import { expect, it } from "vitest";
import { chainsOf } from "../../../../src/agent/graph/graph.ts";

const action = (id: string, service: string, ...entityIds: readonly string[]) => ({ id, call: { service, entityIds } });
const ids = (actions: Parameters<typeof chainsOf<ReturnType<typeof action>>>[0]) =>
  chainsOf(actions).map((chain) => chain.map(({ id }) => id).join(" "));

it("actions with nothing in common stand alone", () => {
  expect(ids([action("a", "light.turn_on", "light.bed"), action("b", "light.turn_on", "light.kitchen")])).toEqual(["a", "b"]);
  expect(ids([])).toEqual([]);
});

it("actions on the same thing are one chain, in their order", () => {
  expect(
    ids([
      action("off", "switch.turn_off", "switch.a"),
      action("other", "light.turn_on", "light.b"),
      action("on", "switch.turn_on", "switch.a"),
    ]),
  ).toEqual(["other", "off on"]);
});

it("an action that touches two chains joins them, in the order of the step", () => {
  const step = [
    action("1", "light.turn_on", "light.a"),
    action("2", "light.turn_on", "light.b"),
    action("3", "light.turn_off", "light.b", "light.a"),
  ];
  expect(ids([...step, action("4", "light.turn_on", "light.a")])).toEqual(["1 2 3 4"]);
});

it("calls without things are chained to calls of the same service", () => {
  expect(ids([action("1", "mqtt.publish"), action("2", "notify.anna"), action("3", "mqtt.publish")])).toEqual(["2", "1 3"]);
});
