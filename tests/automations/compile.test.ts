import { describe, expect, test } from "vitest";
import { compileAutomation } from "../../src/automations/compile.ts";
import { type Automation, type AutomationStep, automationSchema } from "../../src/automations/intent.ts";

const ID = "hpa_0123456789abcdef";
const turnOn: AutomationStep & { kind: "call" } = { kind: "call", service: "light.turn_on", entities: ["light.hall"] };

function automation(parts: Partial<Automation>): Automation {
  return automationSchema.parse({
    name: "Hall",
    triggers: [{ kind: "sun", event: "sunset" }],
    conditions: [],
    actions: [turnOn],
    ...parts,
  });
}

const TRIGGERS: readonly [Automation["triggers"][number], object][] = [
  [
    { kind: "state", entities: ["binary_sensor.door"], to: ["on"], forSeconds: 300 },
    {
      trigger: "state",
      entity_id: ["binary_sensor.door"],
      not_from: ["unavailable", "unknown"],
      to: ["on"],
      for: { seconds: 300 },
    },
  ],
  [
    { kind: "state", entities: ["button.bell"] },
    { trigger: "state", entity_id: ["button.bell"], not_from: ["unavailable"], not_to: ["unavailable", "unknown"] },
  ],
  [
    { kind: "state", entities: ["vacuum.robot"], from: ["cleaning"], to: ["error"] },
    { trigger: "state", entity_id: ["vacuum.robot"], from: ["cleaning"], to: ["error"] },
  ],
  [
    { kind: "numeric", entities: ["sensor.co2"], above: 1000, forSeconds: 60 },
    { trigger: "numeric_state", entity_id: ["sensor.co2"], above: 1000, for: { seconds: 60 } },
  ],
  [
    { kind: "time", at: ["07:00"], days: ["mon", "tue"] },
    { trigger: "time", at: ["07:00:00"], weekday: ["mon", "tue"] },
  ],
  [
    { kind: "pattern", every: 5, unit: "minutes" },
    { trigger: "time_pattern", minutes: "/5" },
  ],
  [
    { kind: "pattern", every: 2, unit: "hours" },
    { trigger: "time_pattern", hours: "/2", minutes: 0 },
  ],
  [
    { kind: "sun", event: "sunset", offsetMinutes: -90 },
    { trigger: "sun", event: "sunset", offset: "-01:30:00" },
  ],
  [
    { kind: "zone", entities: ["person.anna"], zone: "zone.home", event: "leave" },
    { trigger: "state", entity_id: ["person.anna"], from: ["home"], not_to: ["unavailable", "unknown"] },
  ],
  [
    { kind: "zone", entities: ["person.anna"], zone: "zone.work", event: "enter" },
    { trigger: "zone", entity_id: ["person.anna"], zone: "zone.work", event: "enter" },
  ],
  [
    { kind: "event", type: "bell", data: { side: "front" } },
    { trigger: "event", event_type: "bell", event_data: { side: "front" } },
  ],
  [
    { kind: "calendar", entity: "calendar.waste", event: "start", offsetMinutes: -15 },
    { trigger: "calendar", entity_id: "calendar.waste", event: "start", offset: "-00:15:00" },
  ],
  [
    { kind: "unavailable", entities: ["light.hall"], forSeconds: 600 },
    { trigger: "state", entity_id: ["light.hall"], to: ["unavailable"], for: { seconds: 600 } },
  ],
];

const CONDITIONS: readonly [Automation["conditions"][number], object][] = [
  [
    { kind: "state", entities: ["light.hall", "light.den"], states: ["on"], any: true },
    { condition: "state", entity_id: ["light.hall", "light.den"], state: ["on"], match: "any" },
  ],
  [
    { kind: "time", after: "22:00", before: "06:00" },
    { condition: "time", after: "22:00:00", before: "06:00:00" },
  ],
  [
    { kind: "sun", is: "down" },
    { condition: "state", entity_id: ["sun.sun"], state: ["below_horizon"] },
  ],
  [
    { kind: "presence", people: [], home: false },
    { condition: "numeric_state", entity_id: "zone.home", below: 1 },
  ],
  [
    { kind: "presence", people: ["person.anna", "person.ben"], home: false },
    {
      condition: "not",
      conditions: [{ condition: "state", entity_id: ["person.anna", "person.ben"], state: ["home"], match: "any" }],
    },
  ],
  [
    {
      kind: "any",
      of: [
        { kind: "weekday", days: ["sat"] },
        { kind: "all", of: [{ kind: "numeric", entity: "sensor.lux", below: 10 }] },
      ],
    },
    {
      condition: "or",
      conditions: [
        { condition: "time", weekday: ["sat"] },
        { condition: "and", conditions: [{ condition: "numeric_state", entity_id: "sensor.lux", below: 10 }] },
      ],
    },
  ],
];

describe("an automation is compiled to Home Assistant's format", () => {
  test.each(TRIGGERS)("trigger %j", (trigger, compiled) => {
    expect(compileAutomation(automation({ triggers: [trigger] }), ID).triggers).toEqual([compiled]);
  });

  test.each(CONDITIONS)("condition %j", (condition, compiled) => {
    expect(compileAutomation(automation({ conditions: [condition] }), ID).conditions).toEqual([compiled]);
  });

  test("actions, branches and messages", () => {
    const { actions } = compileAutomation(
      automation({
        actions: [
          { ...turnOn, data: { brightness_pct: 40 } },
          { kind: "delay", seconds: 5 },
          { kind: "wait", until: { kind: "state", entities: ["lock.door"], to: ["locked"] }, timeoutSeconds: 60, goOn: false },
          {
            kind: "choose",
            options: [{ if: [{ kind: "sun", is: "up" }], do: [{ kind: "tell", person: "Anna", message: "Hello" }] }],
            otherwise: [{ kind: "ask", person: "Anna", instruction: "Is anybody at home?" }],
          },
        ],
      }),
      ID,
    );
    expect(actions).toEqual([
      { action: "light.turn_on", target: { entity_id: ["light.hall"] }, data: { brightness_pct: 40 } },
      { delay: { seconds: 5 } },
      {
        wait_for_trigger: [{ trigger: "state", entity_id: ["lock.door"], not_from: ["unavailable", "unknown"], to: ["locked"] }],
        timeout: { seconds: 60 },
        continue_on_timeout: false,
      },
      {
        choose: [
          {
            conditions: [{ condition: "state", entity_id: ["sun.sun"], state: ["above_horizon"] }],
            sequence: [{ event: "ha_personal_assistant_tell", event_data: { person: "Anna", message: "Hello", automation: ID } }],
          },
        ],
        default: [{ event: "ha_personal_assistant_ask", event_data: { person: "Anna", text: "Is anybody at home?", automation: ID } }],
      },
    ]);
  });

  test("a value with hysteresis holds the run until it has gone back", () => {
    const trigger: Automation["triggers"][number] = { kind: "numeric", entities: ["sensor.warm"], above: 25, hysteresis: 2 };
    const { actions, mode, max_exceeded } = compileAutomation(automation({ triggers: [trigger], mode: "restart" }), ID);
    expect({ mode, max_exceeded }).toEqual({ mode: "single", max_exceeded: "silent" });
    expect(actions.at(-1)).toEqual({
      wait_template: "{% set value = states('sensor.warm') | float(none) %}{{ value is not none and (value <= 23) }}",
    });
  });
});

test.each([
  { name: "{{ states('lock.door') }}" },
  { actions: [{ ...turnOn, data: { message: "{% raw %}" } }] },
  { triggers: [{ kind: "event", type: "x", data: { "{{ a }}": 1 } }] },
  { triggers: [{ kind: "time", at: ["25:00"] }] },
  { triggers: [] },
])("templates, impossible times and nothing that starts it make no automation: %j", (parts) => {
  expect(() => automation(parts as Partial<Automation>)).toThrow();
});
