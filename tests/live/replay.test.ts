// Generated automations run in a real Home Assistant on a script of states, and are replayed on what its recorder kept of it: the same runs.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { compileAutomation } from "../../src/automations/compile.ts";
import { type Automation, automationSchema } from "../../src/automations/intent.ts";
import { type ReplayInput, replay } from "../../src/automations/replay.ts";
import { createReplayer } from "../../src/automations/replayer.ts";
import { HomeAssistantConnection } from "../../src/homeassistant/connection/connection.ts";
import { createHistory, type EntityHistory } from "../../src/homeassistant/history/history.ts";
import type { Entity } from "../../src/homeassistant/registry/home.ts";
import { TELL_EVENT } from "../../src/security/routines/routine-calls.ts";
import { RawClient } from "../contract/raw-client.ts";
import { recordingLogger } from "../homeassistant/log.ts";
import { live } from "./live-state.ts";

const AUTOMATIONS = 200;
const SEED = 20;
/** Changes of the script, and the time between two: no multiple of it comes near the whole seconds that an automation waits, up to three. */
const CHANGES = 55;
const STEP_MS = 800;
/** Timers of a busy machine are late, and Home Assistant's clock is by up to half a second. */
const LATE_MS = 900;
const MINUTE_MS = 60_000;
/** What an automation still waits for when the script is over. */
const REST_MS = 4_000;

const [door, robot, warm] = ["binary_sensor.replay_door", "sensor.replay_robot", "sensor.replay_warm"];
const DOOR = ["on", "off", "unavailable"];
const ROBOT = ["docked", "cleaning", "error", "unknown"];
const statesOf = (id: string) => (id === door ? DOOR : ROBOT);
const NUMBERS = ["17", "19", "20", "21", "24", "unavailable"];

type Trigger = Automation["triggers"][number];
const subset = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const entity = fc.constantFrom(door, robot);
const seconds = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { nil: undefined });
const range = fc.record({ above: fc.constantFrom(18, 19, 20), below: fc.constantFrom(undefined, 22) });

const trigger = (most: number): fc.Arbitrary<Trigger> =>
  fc.oneof(
    { weight: 5, arbitrary: entity.chain((id) => stateTrigger(id, most)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(range, fc.constantFrom(undefined, "level"), seconds(most))
        .map(([bounds, attribute, forSeconds]) => ({ kind: "numeric" as const, entities: [warm], attribute, ...bounds, forSeconds })),
    },
    { weight: 1, arbitrary: entity.map((id) => ({ kind: "unavailable" as const, entities: [id] })) },
  );

function stateTrigger(id: string, most: number): fc.Arbitrary<Trigger> {
  const some = fc.option(subset(statesOf(id)), { nil: undefined });
  return fc.record({ kind: fc.constant("state" as const), entities: fc.constant([id]), from: some, to: some, forSeconds: seconds(most) });
}

const fact = fc.oneof(
  entity.chain((id) =>
    fc.record({
      kind: fc.constant("state" as const),
      entities: fc.constant([id]),
      states: subset(statesOf(id)),
      forSeconds: seconds(2),
    }),
  ),
  range.map((bounds) => ({ kind: "numeric" as const, entity: warm, ...bounds })),
);
const condition = fc.oneof(
  fact,
  fc.record({ kind: fc.constantFrom("any" as const, "none" as const, "all" as const), of: fc.array(fact, { minLength: 1, maxLength: 2 }) }),
);
const told = (message: string) => ({ kind: "tell" as const, person: "Replay", message });

/** What is done after the first step, with the longest that it takes: together with `for` no longer than three seconds. */
const waits = fc.oneof(
  fc.constant([]),
  fc.constant([{ kind: "delay" as const, seconds: 1 }, told("delayed")]),
  fc
    .tuple(stateTrigger(door, 1), fc.boolean())
    .map(([until, goOn]) => [
      { kind: "wait" as const, until: { ...until, forSeconds: undefined }, timeoutSeconds: 1, goOn },
      told("waited"),
    ]),
  fc.tuple(condition, condition).map(([one, other]) => [
    {
      kind: "choose" as const,
      options: [one, other].map((all, index) => ({ if: [all], do: [told(`branch ${index}`)] })),
      otherwise: [told("otherwise")],
    },
  ]),
);

type Mode = Automation["mode"];
const mode = fc.constantFrom<Mode[]>("single", "restart", "queued", "parallel");
const automation = fc.oneof(
  {
    weight: 19,
    arbitrary: fc.record({
      triggers: fc.array(trigger(1), { minLength: 1, maxLength: 2 }),
      conditions: fc.array(condition, { maxLength: 2 }),
      after: waits,
      mode,
    }),
  },
  // Home Assistant's clock is late by up to half a second, each time another: what is so then, nobody can say
  {
    weight: 1,
    arbitrary: mode.map((one) => ({ triggers: [{ kind: "pattern", every: 1, unit: "minutes" }], conditions: [], after: [], mode: one })),
  },
);

/** One run: what it told, by when. */
interface Run {
  readonly at: number;
  readonly messages: readonly string[];
}

it("generated automations run as their replay says", async () => {
  const made = fc
    .sample(automation, { numRuns: AUTOMATIONS, seed: SEED })
    .map(({ after, ...parts }, index) =>
      automationSchema.parse({ ...parts, name: `Replay ${index}`, actions: [told(`begun ${index}`), ...after] }),
    );
  // one at a time: of two that change at once nobody can say which came first
  const changes = fc.sample(
    fc.oneof(
      fc.tuple(fc.constant(door), fc.constantFrom(...DOOR)),
      fc.tuple(fc.constant(robot), fc.constantFrom(...ROBOT)),
      fc.tuple(fc.constant(warm), fc.constantFrom(...NUMBERS), fc.constantFrom(17, 19, 21, 24)),
    ),
    { numRuns: CHANGES, seed: SEED },
  );

  await using client = await RawClient.login(live);
  await using proof = await loaded(made, client);
  await client.subscribe({ type: "subscribe_events", event_type: TELL_EVENT });
  // a full minute is within the script, and neither at its beginning nor at its end
  const second = Date.now() % MINUTE_MS;
  await sleep(second < MINUTE_MS / 3 ? MINUTE_MS / 3 - second : second > MINUTE_MS - 2_000 ? MINUTE_MS / 3 + 2_000 : 0);
  const from = Date.now();
  for (const [entityId, state, level] of changes) {
    await sleep(STEP_MS - ((Date.now() - from) % STEP_MS));
    await set(entityId, state, { level });
  }
  await sleep(REST_MS);
  const to = Date.now();
  const ran = proof.runs();

  const { logger } = recordingLogger();
  await using connection = new HomeAssistantConnection({ ...live, logger });
  connection.start();
  await vi.waitFor(() => expect(connection.connected).toBe(true), { timeout: 20_000 });
  const replayer = createReplayer({
    history: remembering(createHistory({ connection })),
    home: { find: () => ({}) as Entity, info: { timeZone: "UTC" } as never },
    zoneName: () => undefined,
    pool: { run: async <Input, Output>(_task: object, input: Input) => replay(input as ReplayInput) as Output },
    now: () => to,
  });
  const wrong: object[] = [];
  let compared = 0;
  for (const [index, one] of made.entries()) {
    const replayed = await replayer(one, new AbortController().signal);
    const times = replayed.times.filter((at) => at >= from);
    const newest = replayed.newest.filter(({ at }) => at >= from);
    const lived = (ran.get(index) ?? []).filter(({ at }) => at >= from);
    const isSame =
      times.length === lived.length &&
      times.every((at, place) => Math.abs((lived[place]?.at ?? 0) - at) < LATE_MS) &&
      newest.every((run, place) => {
        const messages = run.steps.flatMap((step) => (step.kind === "tell" ? [step.message] : []));
        return messages.join() === lived.slice(-newest.length)[place]?.messages.join();
      });
    compared += times.length;
    if (!isSame)
      wrong.push({
        automation: one,
        lived: lived.map(({ at, messages }) => [at - from, ...messages]),
        replayed: times.map((at) => at - from),
        steps: newest.map(({ steps }) => steps.length),
      });
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(AUTOMATIONS);
}, 120_000);

/** Puts them all into Home Assistant at once, beside what is there, and takes them out again. */
async function loaded(made: readonly Automation[], client: RawClient) {
  const path = join(live.config_dir, "automations.yaml");
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  await Promise.all([set(door, "off"), set(robot, "docked"), set(warm, "20", { level: 20 })]);
  // JSON is YAML, too
  const lines = made.map((one, index) => `- ${JSON.stringify({ id: `replay_${index}`, ...compileAutomation(one, `replay_${index}`) })}\n`);
  const others = before?.trim() === "[]" ? "" : (before ?? "");
  const reload = () => client.call("automation.reload", {});
  writeFileSync(path, `${others}\n${lines.join("")}`);
  await reload();
  await vi.waitFor(async () => {
    const states = await rest<readonly { entity_id: string; state: string }[]>("states");
    expect(states.filter(({ entity_id, state }) => entity_id.startsWith("automation.replay_") && state === "on")).toHaveLength(made.length);
  }, 20_000);
  return {
    /** What each of them did, by its number. */
    runs(): ReadonlyMap<number, readonly Run[]> {
      const events = client.frames.flatMap(({ type, event }) => (type === "event" ? [event as TellEvent] : []));
      const runs = [...Map.groupBy(events, ({ context }) => context.id).values()].map((all) => ({
        at: Date.parse(all[0]?.time_fired ?? ""),
        messages: all.map(({ data }) => data.message),
      }));
      return Map.groupBy(runs, ({ messages }) => Number(messages[0]?.split(" ")[1]));
    },
    async [Symbol.asyncDispose]() {
      if (before === undefined) rmSync(path);
      else writeFileSync(path, before);
      await reload();
      // Home Assistant remembers automations that a file has no more
      const entityIds = (await rest<readonly { entity_id: string }[]>("states")).map(({ entity_id }) => entity_id);
      const left = entityIds.filter((id) => id.startsWith("automation.replay_"));
      for (const entity_id of left) await client.result({ type: "config/entity_registry/remove", entity_id });
    },
  };
}

interface TellEvent {
  readonly time_fired: string;
  readonly context: { readonly id: string };
  readonly data: { readonly message: string };
}

/** The same question has the same answer: the script is over. */
function remembering({ of, rows }: ReturnType<typeof createHistory>): ReturnType<typeof createHistory> {
  const known = new Map<string, Promise<unknown>>();
  const once = <Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const found = (known.get(key) as Promise<Answer> | undefined) ?? read();
    known.set(key, found);
    return found;
  };
  return {
    of: (id, span, options) => once<EntityHistory>(`${id} ${span.from} ${span.to}`, () => of(id, span, options)),
    rows: (id, from, to, options) => once(`rows ${id} ${from} ${to}`, () => rows(id, from, to, options)),
  };
}

async function set(entityId: string, state: string, attributes: object = {}): Promise<void> {
  await rest(`states/${entityId}`, { state, attributes });
}

async function rest<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${live.token}`, "content-type": "application/json" };
  const response = await fetch(`${live.url}/api/${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Answer;
}
