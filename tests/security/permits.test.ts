import { describe, expect, test } from "vitest";
import { decide, spendPermit } from "../../src/security/policy/policy.ts";
import { inputFor, NOW, permitFor } from "./decisions.ts";

describe("permits", () => {
  test("are spent once", () => {
    const permit = permitFor("light.turn_on", ["light.bed"]);
    expect(spendPermit(permit, NOW)).toBe(true);
    expect(spendPermit(permit, NOW)).toBe(false);
  });

  test("are worth nothing after five seconds, and stay so", () => {
    const permit = permitFor("light.turn_on", ["light.bed"]);
    expect(spendPermit(permit, NOW + 5_001)).toBe(false);
    expect(spendPermit(permit, NOW)).toBe(false);
    expect(spendPermit(permitFor("light.turn_on", ["light.bed"]), NOW + 5_000)).toBe(true);
    expect(spendPermit(permitFor("light.turn_on", ["light.bed"]), Number.NaN)).toBe(false);
  });

  test("cannot be forged", () => {
    const permit = permitFor("light.turn_on", ["light.bed"]);
    const prototype: object = Object.getPrototypeOf(permit);
    const forged: readonly unknown[] = [
      { actionId: permit.actionId, call: permit.call, expiresAt: Number.MAX_SAFE_INTEGER },
      { ...permit },
      Object.create(prototype),
      Object.create(permit),
      Object.assign(Object.create(prototype), permit),
      structuredClone(permit),
      new Proxy(permit, {}),
      undefined,
      null,
      "permit",
    ];
    for (const value of forged) expect(spendPermit(value as never, NOW)).toBe(false);
    expect(spendPermit(permit, NOW)).toBe(true);
  });

  test("cannot be made through their own class", () => {
    const permit = permitFor("light.turn_on", ["light.bed"]);
    const Made = permit.constructor as new (...args: unknown[]) => object;
    const call = { service: "lock.unlock", entityIds: ["lock.front"], data: {} };
    expect(() => new Made(Symbol("mint"), "a", call, NOW + 1_000)).toThrow(TypeError);
    expect(() => Reflect.construct(Made, [undefined, "a", call, NOW + 1_000])).toThrow(TypeError);
    expect(() => Reflect.construct(Made, [Symbol.for("mint"), "a", call, NOW], Object)).toThrow(TypeError);
    class Longer extends Made {}
    expect(() => new Longer(Symbol("mint"), "a", call, NOW)).toThrow(TypeError);
  });

  test("hold a frozen copy of the call", () => {
    const data = { brightness_pct: 30, nested: { list: [1] } };
    const entityIds = ["light.bed"];
    const permit = permitFor("light.turn_on", entityIds, { data });
    data.brightness_pct = 100;
    data.nested.list.push(2);
    entityIds.push("lock.front");

    expect(permit.call).toEqual({
      service: "light.turn_on",
      entityIds: ["light.bed"],
      data: { brightness_pct: 30, nested: { list: [1] } },
    });
    const { nested } = permit.call.data as { nested: { list: number[] } };
    expect(() => nested.list.push(2)).toThrow(TypeError);
    expect(() => Object.assign(permit.call, { service: "lock.unlock" })).toThrow(TypeError);
    expect(() => Object.assign(permit.call.data, { entity_id: "lock.front" })).toThrow(TypeError);
    expect(() => Object.assign(permit, { expiresAt: 0 })).toThrow(TypeError);
  });

  test("are for what was judged, even if the call changes its answers", () => {
    let reads = 0;
    const call = {
      service: "light.turn_on",
      data: {},
      get entityIds() {
        reads += 1;
        return reads === 1 ? ["light.bed"] : ["lock.front"];
      },
    };
    const verdict = decide({ ...inputFor("light.turn_on", ["light.bed"]), call });
    expect(verdict).toMatchObject({ outcome: "allow", permit: { call: { entityIds: ["light.bed"] } } });
  });
});
