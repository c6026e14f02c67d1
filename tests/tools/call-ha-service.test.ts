import { expect, it } from "vitest";
import { createCallHaService } from "../../src/tools/call-ha-service.ts";

const tool = createCallHaService();
const lightAt30 = {
  ok: true,
  when: "now",
  call: { service: "light.turn_on", target: { entityId: ["light.bed"] }, data: { brightness_pct: 30 } },
};

it.each([
  ["as asked for", { service: "light.turn_on", entity_id: ["light.bed"], data: { brightness_pct: 30 } }],
  ["one id as a string", { service: "light.turn_on", entity_id: "light.bed", data: { brightness_pct: 30 } }],
  ["ids as JSON text", { service: "light.turn_on", entity_id: '["light.bed"]', data: { brightness_pct: 30 } }],
  ["data as JSON text", { service: "light.turn_on", entity_id: ["light.bed"], data: '{"brightness_pct": 30}' }],
  ["target within data", { service: "light.turn_on", data: { entity_id: "light.bed", brightness_pct: 30 } }],
  ["target in Home Assistant's way", { service: "light.turn_on", target: { entity_id: ["light.bed"] }, data: { brightness_pct: 30 } }],
  ["fields beside data", { service: "light.turn_on", entity_id: ["light.bed"], brightness_pct: 30 }],
  ["other spelling", { service: " Light/turn_on ", entity_id: "LIGHT.BED, light.bed", data: { brightness_pct: 30 } }],
])("%s", (_, args) => {
  expect(tool.propose({ ...args, when: "now" })).toEqual(lightAt30);
});

it("several targets of one call keep their order", () => {
  expect(tool.propose({ service: "light.turn_off", entity_id: ["light.b", "light.a"], when: "now" })).toEqual({
    ok: true,
    when: "now",
    call: { service: "light.turn_off", target: { entityId: ["light.b", "light.a"] }, data: {} },
  });
});

it("a call without targets says so, for services that take none", () => {
  expect(tool.propose({ service: "notify.anna", data: { message: "hi" }, when: "at 7" })).toEqual({
    ok: true,
    when: "at 7",
    call: { service: "notify.anna", target: {}, data: { message: "hi" } },
  });
});

it("an area is no target that gets lost: it stays a field, which the service will not know", () => {
  expect(tool.propose({ service: "light.turn_off", area_id: "kitchen", when: "now" })).toMatchObject({
    call: { target: {}, data: { area_id: "kitchen" } },
  });
});

it.each([
  {},
  null,
  "light.turn_on",
  { service: 5 },
  { service: "light.turn_on", when: undefined },
  { service: "light.turn_on", when: null },
  { service: "light.turn_on", when: " " },
  { service: "light.turn_on", entity_id: 5 },
  { service: "light.turn_on", entity_id: [5] },
  { service: "light.turn_on", data: "bright" },
  { service: "light.turn_on", data: [1] },
  { service: "light.turn_on", entity_id: Array.from({ length: 51 }, (_, at) => `light.l${at}`) },
])("%o comes back as data", (args) => {
  const given = typeof args === "object" && args !== null ? { when: "now", ...args } : args;
  expect(tool.propose(given)).toMatchObject({ ok: false, result: { ok: false, error: "invalid_arguments" } });
});

it("declares flat parameters", () => {
  expect(tool.parameters).toMatchObject({
    type: "object",
    required: ["service", "when"],
    properties: { service: { type: "string" }, entity_id: { type: "array", items: { type: "string" } }, data: { type: "object" } },
  });
});
