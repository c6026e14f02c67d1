import { z } from "zod";
import { hasTemplate } from "../security/effects/action-facts.ts";
import { textsAndNamesIn } from "../text/json.ts";

/** Longer is no name that a list shows; a message has room on a phone. */
const LONGEST_NAME = 100;
export const LONGEST_TEXT = 500;
const MOST_ENTITIES = 50;
const MOST_PARTS = 20;
/** A week: what waits longer is another automation, and a restart of Home Assistant ends all waiting. */
const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** Its state is how many people are at home. */
export const HOME_ZONE = "zone.home";
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const MODES = ["single", "restart", "queued", "parallel"] as const;

/** The entity id; of a model also a name. */
const entity = z.string().min(1).max(255);
const entities = z.array(entity).min(1).max(MOST_ENTITIES);
const attribute = z.string().regex(/^\w{1,64}$/);
const states = z.array(z.string().min(1).max(255)).min(1).max(MOST_PARTS);
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const seconds = z.number().int().min(0).max(LONGEST_WAIT_SECONDS);
/** Before (negative) or after, up to a day: from sunset to sunrise it is longer than half of one in winter. */
const offsetMinutes = z.number().int().min(-1_440).max(1_440);
const days = z.array(z.enum(WEEKDAYS)).min(1).max(WEEKDAYS.length);
const text = z.string().min(1).max(LONGEST_TEXT);
const instruction = z.string().trim().min(1).max(LONGEST_TEXT);
const value = z.union([z.string(), z.number(), z.boolean()]);

/**
 * What starts it.
 * - `state`: one of the entities changes from one of `from` into one of `to` and stays for `forSeconds`; without `to` into any state that is none of `from`. What was or
 *   becomes unavailable or unknown does not count, unless it is named.
 * - `numeric`: the value comes from outside into the range above `above` and below `below` and stays for `forSeconds`. With `hysteresis` it starts again only
 *   after the value has gone back by so much beyond the bound.
 * - `time`: each day, or on `days`, at one of the times of the home's clock.
 * - `pattern`: each so many minutes or hours of the clock, counted from the full hour or from midnight.
 * - `sun`: at sunset or sunrise. `zone`: a person (or tracker) enters or leaves a zone. `calendar`: an event of a calendar begins or ends.
 * - `event`: an event of Home Assistant with these data. `unavailable`: one of the entities is not available for `forSeconds`.
 */
const trigger = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("state"),
    entities,
    from: states.optional(),
    to: states.optional(),
    forSeconds: seconds.optional(),
  }),
  z.strictObject({
    kind: z.literal("numeric"),
    entities,
    attribute: attribute.optional(),
    above: z.number().optional(),
    below: z.number().optional(),
    hysteresis: z.number().positive().optional(),
    forSeconds: seconds.optional(),
  }),
  z.strictObject({ kind: z.literal("time"), at: z.array(clock).min(1).max(MOST_PARTS), days: days.optional() }),
  z.strictObject({ kind: z.literal("pattern"), every: z.number().int().min(1).max(30), unit: z.enum(["minutes", "hours"]) }),
  z.strictObject({ kind: z.literal("sun"), event: z.enum(["sunset", "sunrise"]), offsetMinutes: offsetMinutes.optional() }),
  z.strictObject({ kind: z.literal("zone"), entities, zone: entity, event: z.enum(["enter", "leave"]) }),
  z.strictObject({
    kind: z.literal("event"),
    type: z.string().regex(/^[a-z\d_.]{1,64}$/),
    data: z.record(z.string(), value).optional(),
  }),
  z.strictObject({
    kind: z.literal("calendar"),
    entity,
    event: z.enum(["start", "end"]),
    offsetMinutes: offsetMinutes.optional(),
  }),
  z.strictObject({ kind: z.literal("unavailable"), entities, forSeconds: seconds.optional() }),
]);

/**
 * What has to be so.
 * - `state`: all of the entities (with `any`, one of them) are in one of the states, for `forSeconds`. `numeric`: the value is in the range.
 * - `time`: from `after` until `before`, also across midnight. `weekday`: today is one of the days. `sun`: it is up, or down.
 * - `presence`: these people, or without any somebody, are at home; `home: false`: none of them, or nobody, is.
 */
const fact = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("state"), entities, states, any: z.boolean().optional(), forSeconds: seconds.optional() }),
  z.strictObject({
    kind: z.literal("numeric"),
    entity,
    attribute: attribute.optional(),
    above: z.number().optional(),
    below: z.number().optional(),
  }),
  z.strictObject({ kind: z.literal("time"), after: clock.optional(), before: clock.optional() }),
  z.strictObject({ kind: z.literal("weekday"), days }),
  z.strictObject({ kind: z.literal("sun"), is: z.enum(["up", "down"]) }),
  z.strictObject({ kind: z.literal("presence"), people: z.array(entity).max(MOST_ENTITIES), home: z.boolean() }),
]);
const all = z.strictObject({ kind: z.literal("all"), of: z.array(fact).min(1).max(MOST_PARTS) });
const either = z.union([fact, all]);
/** Facts, all of some, any of some, and none of some: any condition can be written so, and nothing is nested deeper. */
const condition = z.union([
  either,
  z.strictObject({ kind: z.literal("any"), of: z.array(either).min(1).max(MOST_PARTS) }),
  z.strictObject({ kind: z.literal("none"), of: z.array(either).min(1).max(MOST_PARTS) }),
]);
const conditions = z.array(condition).max(MOST_PARTS);

/** What is done, one after the other. `tell` writes to a person by name; `ask` has the assistant answer a question of this text to them. */
const step = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("call"),
    service: z.string().regex(/^[a-z\d_]+\.[a-z\d_]+$/),
    entities: z.array(entity).max(MOST_ENTITIES),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  z.strictObject({ kind: z.literal("delay"), seconds: seconds.min(1) }),
  z.strictObject({ kind: z.literal("wait"), until: trigger, timeoutSeconds: seconds.min(1), goOn: z.boolean() }),
  z.strictObject({ kind: z.literal("tell"), person: z.string().min(1).max(100), message: text }),
  z.strictObject({ kind: z.literal("ask"), person: z.string().min(1).max(100), instruction }),
]);
const steps = z.array(step).max(MOST_PARTS);
const action = z.union([
  step,
  z.strictObject({
    kind: z.literal("choose"),
    options: z
      .array(z.strictObject({ if: conditions.min(1), do: steps.min(1) }))
      .min(1)
      .max(MOST_PARTS),
    otherwise: steps.optional(),
  }),
]);

/** Home Assistant works out templates when it runs: what nobody can read beforehand stands in no automation of ours. */
const plain = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.refine((value) => !holdsTemplate(value), { error: "templates are not allowed" });

/** Something in it is a template to Home Assistant. */
export function holdsTemplate(value: unknown): boolean {
  return textsAndNamesIn(value).some(hasTemplate);
}

/** A text in which names of the home stand, as no template: devices write names, too. */
export function withoutTemplate(text: string): string {
  return text.replaceAll(/\{(?=[{%#])/g, "");
}

const name = z.string().trim().min(1).max(LONGEST_NAME);
const actions = z.array(action).min(1).max(MOST_PARTS);
const mode = z.enum(MODES).default("single");

/** An automation as it is meant: what a sentence says, what a model fills in, and what code compiles. */
export const automationSchema = plain(
  z.strictObject({
    name,
    triggers: z.array(trigger).min(1).max(MOST_PARTS),
    conditions,
    actions,
    mode,
  }),
);

/** What a person has done by name. */
export const scriptSchema = plain(z.strictObject({ name, actions, mode }));

/** How entities are to be, each with the state and attributes that Home Assistant brings back. */
export const sceneSchema = plain(
  z.strictObject({
    name,
    entities: z.record(entity, z.record(z.string(), z.union([value, z.array(z.number())]))),
  }),
);

export type Automation = z.infer<typeof automationSchema>;
export type Script = z.infer<typeof scriptSchema>;
export type Scene = z.infer<typeof sceneSchema>;
export type AutomationTrigger = z.infer<typeof trigger>;
export type AutomationFact = z.infer<typeof fact>;
export type AutomationCondition = z.infer<typeof condition>;
export type AutomationStep = z.infer<typeof step>;
export type AutomationAction = z.infer<typeof action>;
export type Weekday = (typeof WEEKDAYS)[number];

/** Every fact in a condition, at any depth. */
export function factsIn(condition: AutomationCondition): readonly AutomationFact[] {
  return "of" in condition ? condition.of.flatMap(factsIn) : [condition];
}

/** Every step of the actions, those of all branches included. */
export function stepsIn(actions: readonly AutomationAction[]): readonly AutomationStep[] {
  return actions.flatMap((action) =>
    action.kind === "choose" ? [...action.options.flatMap((option) => option.do), ...(action.otherwise ?? [])] : [action],
  );
}

/** The same automation with other steps, those of all branches included. */
export function withSteps<Kind extends Pick<Automation, "actions">>(
  automation: Kind,
  change: (step: AutomationStep) => AutomationStep,
): Kind {
  const actions = automation.actions.map((action) => {
    if (action.kind !== "choose") return change(action);
    const options = action.options.map((option) => ({ ...option, do: option.do.map(change) }));
    return { ...action, options, ...(action.otherwise && { otherwise: action.otherwise.map(change) }) };
  });
  return { ...automation, actions };
}

/** Every trigger of an automation, those that its steps wait for included. */
export function triggersIn({ triggers, actions }: Pick<Automation, "triggers" | "actions">): readonly AutomationTrigger[] {
  return [...triggers, ...stepsIn(actions).flatMap((step) => (step.kind === "wait" ? [step.until] : []))];
}

/** Every condition of an automation, those of its branches included. */
export function conditionsIn({ conditions: own, actions }: Pick<Automation, "conditions" | "actions">): readonly AutomationCondition[] {
  return [...own, ...actions.flatMap((one) => (one.kind === "choose" ? one.options.flatMap((option) => option.if) : []))];
}

/** The entities whose states begin an automation, hold it up, or decide what it does; whether anybody is at home only where a person is told. */
export function watchedIn(
  automation: Pick<Automation, "triggers" | "conditions" | "actions">,
  isTold = stepsIn(automation.actions).some(({ kind }) => kind === "tell" || kind === "ask"),
): readonly string[] {
  const begins = triggersIn(automation).flatMap((trigger) => {
    if ("entities" in trigger) return trigger.entities;
    // an event of the bus may be about an entity
    return trigger.kind === "event" ? Object.values(trigger.data ?? {}).map(String) : [];
  });
  const facts = conditionsIn(automation).flatMap(factsIn);
  const asked = facts.flatMap((fact) => {
    if (fact.kind === "presence") return fact.people.length > 0 ? fact.people : [HOME_ZONE];
    return fact.kind === "state" ? fact.entities : fact.kind === "numeric" ? [fact.entity] : [];
  });
  return [...begins, ...asked].filter((entityId) => isTold || entityId !== HOME_ZONE);
}
