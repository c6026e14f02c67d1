import { expect, test } from "vitest";
import { type Automation, automationSchema } from "../../src/automations/intent.ts";
import { lintAutomation } from "../../src/automations/lint.ts";
import type { RoutineConfig } from "../../src/homeassistant/routines/routines.ts";
import { fakeHome } from "../fakes/home.ts";

const home = fakeHome({
  entities: [
    { entityId: "light.hall", name: "Hall" },
    { entityId: "light.secret", name: "Secret", exposed: false },
    { entityId: "lock.door", name: "Door", state: "locked" },
    { entityId: "sensor.co2", name: "CO2", state: "700" },
    { entityId: "sensor.mood", name: "Mood", state: "good" },
    { entityId: "binary_sensor.motion", name: "Motion", state: "off", deviceClass: "motion" },
    { entityId: "automation.other", name: "Other", state: "on" },
  ],
});
const statesOf = ({ domain }: { domain: string }) => (domain === "lock" ? ["locked", "unlocked", "jammed"] : []);
const on: Automation["actions"][number] = { kind: "call", service: "light.turn_on", entities: ["light.hall"] };
const sunset: Automation["triggers"][number] = { kind: "sun", event: "sunset" };
const other = home.known("automation.other");
const others: readonly RoutineConfig[] = other
  ? [
      {
        entity: other,
        content: {
          ok: true,
          config: {
            triggers: [{ trigger: "sun", event: "sunset" }],
            actions: [{ action: "light.turn_off", target: { entity_id: "light.hall" } }],
          },
          calls: [],
        },
      },
    ]
  : [];

test.each<[string, Partial<Automation>, readonly string[]]>([
  ["nothing is wrong", { triggers: [{ kind: "time", at: ["07:00"] }] }, []],
  ["an entity that there is not", { triggers: [{ kind: "state", entities: ["light.gone"] }] }, ["!unknown light.gone"]],
  ["one that is hidden", { actions: [{ kind: "call", service: "light.turn_on", entities: ["light.secret"] }] }, ["!hidden light.secret"]],
  ["a state of another kind", { triggers: [{ kind: "state", entities: ["lock.door"], to: ["closed"] }] }, ["!state lock.door"]],
  ["a number of a text", { triggers: [{ kind: "numeric", entities: ["sensor.mood"], above: 3, forSeconds: 60 }] }, ["!never sensor.mood"]],
  ["no bound", { triggers: [{ kind: "numeric", entities: ["sensor.co2"], forSeconds: 60 }] }, ["!never sensor.co2"]],
  ["a value that wavers", { triggers: [{ kind: "numeric", entities: ["sensor.co2"], above: 1000 }] }, ["wavers sensor.co2"]],
  ["with hysteresis it does not", { triggers: [{ kind: "numeric", entities: ["sensor.co2"], above: 1000, hysteresis: 50 }] }, []],
  ["motion that ends", { triggers: [{ kind: "state", entities: ["binary_sensor.motion"], to: ["off"] }] }, ["wavers binary_sensor.motion"]],
  [
    "a time outside of its window",
    { triggers: [{ kind: "time", at: ["12:00"] }], conditions: [{ kind: "time", after: "22:00", before: "06:00" }] },
    ["!never"],
  ],
  ["an uneven interval", { triggers: [{ kind: "pattern", every: 7, unit: "minutes" }] }, ["!never"]],
  ["it is already as what it does", { triggers: [{ kind: "state", entities: ["light.hall"], to: ["on"] }] }, []],
  ["any change of what it changes", { triggers: [{ kind: "state", entities: ["light.hall"] }] }, ["loop light.hall"]],
  ["it ends what starts it", { triggers: [{ kind: "state", entities: ["light.hall"], to: ["off"] }] }, []],
  [
    "it locks the door that was unlocked",
    {
      triggers: [{ kind: "state", entities: ["lock.door"], to: ["unlocked"], forSeconds: 300 }],
      actions: [{ kind: "call", service: "lock.lock", entities: ["lock.door"] }],
    },
    [],
  ],
  [
    "it ends what starts it and begins it again",
    {
      triggers: [{ kind: "state", entities: ["light.hall"], to: ["on"] }],
      actions: [{ kind: "call", service: "light.toggle", entities: ["light.hall"] }, { kind: "delay", seconds: 60 }, on],
    },
    ["loop light.hall"],
  ],
  [
    "nobody knows what becomes of it",
    {
      triggers: [{ kind: "state", entities: ["light.hall"], to: ["on"] }],
      actions: [{ kind: "call", service: "light.shine", entities: ["light.hall"] }],
    },
    ["loop light.hall"],
  ],
  ["sunset within a time", { conditions: [{ kind: "time", before: "17:00" }] }, ["conflict light.hall", "sun-window"]],
  ["another one does the opposite", {}, ["conflict light.hall"]],
])("%s", (_, parts, expected) => {
  const automation = automationSchema.parse({ name: "Hall", triggers: [sunset], conditions: [], actions: [on], ...parts });
  const findings = lintAutomation(automation, others, { home, statesOf });
  const told = findings.map(({ kind, entityIds, isWrong }) => [`${isWrong ? "!" : ""}${kind}`, ...entityIds].join(" "));
  expect(told.toSorted()).toEqual(expected.toSorted());
});
