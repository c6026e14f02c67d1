import { join } from "node:path";
import { z } from "zod";
import { catalogueFor } from "../src/languages/catalogue.ts";
import { demoHome, type FurnishedEntity } from "../src/simulated-home/furnishing.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { type Dialogue, readDialogues, runDialogues } from "./dialogues.ts";
import { type Answered, EvalChannel } from "./eval-channel.ts";
import { startService, until } from "./eval-service.ts";
import type { Suite } from "./suite.ts";

const ROWS = join(import.meta.dirname, "rows/everyday");
/** Doors and robots of the simulated home move for a moment. */
const SETTLE_MS = 3_000;
const MOVING = new Set(["opening", "closing", "locking", "unlocking", "arming", "disarming", "returning"]);
/** Attributes that follow from others or from the time. */
const DERIVED = new Set(["media_position_updated_at", "last_triggered", "is_closed", "color_mode", "xy_color", "rgb_color", "hs_color"]);

const wanted = z.union([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))]);
const row = z.strictObject({
  /** What Anna says, one message after another; "press: …" presses a button of the last answer. */
  say: z.array(z.string()).min(1),
  /** States at the start that differ from the demo home's. */
  given: z.record(z.string(), wanted).default({}),
  /** States at the end that differ from those at the start; nothing else may. */
  want: z.record(z.string(), wanted).default({}),
  /** What the last answer has to hold, as patterns. */
  answer: z.array(z.string()).default([]),
  /** What it must not hold. */
  never: z.array(z.string()).default([]),
  /** A question back is the right outcome. */
  asks: z.boolean().default(false),
});
type EverydayCase = Dialogue<z.infer<typeof row>>;

/** `told`: it says that it cannot do this without a model; `wrong`: it did or said something else than what was meant. */
const OUTCOMES = ["right", "asked", "told", "failed", "wrong"] as const;

type Outcome = (typeof OUTCOMES)[number];

/** Everyday messages to the demo home without a model, through the whole service: what changed and what was answered is compared with what a person expects. */
export const everyday: Suite = {
  about: "everyday messages without a model (own rows, rows/everyday/*.yaml)",
  needsNoData: true,
  run: (options) => runDialogues(readDialogues(ROWS, row), options, OUTCOMES, runEveryday),
};

async function runEveryday(one: EverydayCase): Promise<{ outcome: Outcome; why: string }> {
  await using home = await SimulatedHome.start({
    furnishing: { ...demoHome, entities: demoHome.entities.map((entity) => given(entity, one)) },
  });
  const channel = new EvalChannel({ answersYes: false, language: one.language });
  await using _app = await startService({ home, channel, language: one.language });
  const before = statesOf(home);
  let beforeLast = before;
  let answered: Answered | undefined;
  for (const text of one.say) {
    beforeLast = statesOf(home);
    const button = /^press: (.+)$/.exec(text)?.[1];
    answered = button === undefined ? await channel.say(text) : await channel.press(button);
    await until(() => ![...statesOf(home).values()].some(({ state }) => MOVING.has(state)), SETTLE_MS);
  }
  return judged(one, {
    answered,
    changes: changesBetween(before, statesOf(home)),
    last: changesBetween(beforeLast, statesOf(home)),
  });
}

interface Ended {
  readonly answered: Answered | undefined;
  /** What differs from the start, by entity id. */
  readonly changes: Changes;
  /** What differs from before the last message. */
  readonly last: Changes;
}

type Changes = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function judged(one: EverydayCase, { answered, changes, last }: Ended): { outcome: Outcome; why: string } {
  const text = answered?.text ?? "";
  const why = `${text.replaceAll("\n", " / ")} [${JSON.stringify(Object.fromEntries(changes))}]`;
  const extra = [...changes].filter(([entityId]) => !Object.hasOwn(one.want, entityId));
  const missing = Object.entries(one.want).filter(([entityId, states]) => !holds(changes.get(entityId), states));
  const says = (pattern: string) => new RegExp(pattern, "isu").test(text);
  const isSaid = one.answer.every(says) && !one.never.some(says);
  if (last.size === 0 && answered?.thought) return { outcome: isTold(text, one.language) ? "told" : "failed", why };
  if (last.size === 0 && answered?.isQuestion) return { outcome: one.asks ? "right" : "asked", why };
  if (extra.length === 0 && missing.length === 0 && isSaid && !one.asks) return { outcome: "right", why };
  return { outcome: answered?.text === undefined && extra.length === 0 ? "failed" : "wrong", why };
}

/** Whether it says what is missing, and not only that something is. */
function isTold(text: string, language: string): boolean {
  return text.includes(catalogueFor(language).text("answer.without-model-owner"));
}

function holds(change: Readonly<Record<string, unknown>> | undefined, states: z.infer<typeof wanted>): boolean {
  if (!change) return false;
  return Object.entries(typeof states === "string" ? { state: states } : states).every(([name, value]) => isNear(change[name], value));
}

/** Brightness and volume are rounded: 30 % of 255 is 76 or 77. */
function isNear(is: unknown, value: unknown): boolean {
  return typeof is === "number" && typeof value === "number"
    ? Math.abs(is - value) <= Math.max(0.011, Math.abs(value) / 100)
    : is === value;
}

function given(entity: FurnishedEntity, { given }: EverydayCase): FurnishedEntity {
  const more = given[entity.entity_id];
  if (more === undefined) return entity;
  const { state = entity.state, ...attributes } = typeof more === "string" ? { state: more } : more;
  return { ...entity, state: state ?? null, attributes: { ...entity.attributes, ...attributes } };
}

type States = ReadonlyMap<string, { readonly state: string; readonly attributes: Readonly<Record<string, unknown>> }>;

function statesOf(home: SimulatedHome): States {
  return new Map(
    demoHome.entities.flatMap(({ entity_id }) => {
      const state = home.state(entity_id);
      return state ? [[entity_id, state] as const] : [];
    }),
  );
}

/** What is otherwise than before; the state stands with every attribute that changed. Groups follow their members. */
function changesBetween(before: States, after: States): Changes {
  const isGroup = new Set(demoHome.entities.flatMap(({ entity_id, members }) => (members ? [entity_id] : [])));
  return new Map(
    [...after].flatMap(([entityId, { state, attributes }]) => {
      const was = before.get(entityId);
      const names = Object.keys(attributes).filter(
        (name) => !DERIVED.has(name) && JSON.stringify(was?.attributes[name]) !== JSON.stringify(attributes[name]),
      );
      if (isGroup.has(entityId) || (was?.state === state && names.length === 0)) return [];
      return [[entityId, { state, ...Object.fromEntries(names.map((name) => [name, attributes[name]])) }] as const];
    }),
  );
}
