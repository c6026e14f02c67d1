import { setTimeout } from "node:timers/promises";
import type { Furnishing } from "../src/simulated-home/furnishing.ts";
import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { largeFurnishing } from "../tests/fakes/large-home.ts";
import { FakeModelServer, type ScriptedAnswer } from "../tests/fakes/model-server.ts";
import { CHANGES_PER_SECOND, type Changes, startChanges } from "./changes.ts";
import { atLeast, atMost, type Figure, percentile } from "./figure.ts";
import { BenchService } from "./service.ts";

/** Turns whose times are kept, after some that warm everything up. */
export const TURNS = 150;
const WARM_UP = 50;

/** So long after the last vectors of an index none follow. */
const INDEXED_MS = 1_500;

export interface World {
  readonly home: SimulatedHome;
  readonly model: FakeModelServer;
  readonly service: BenchService;
  /** Of its sensors, windows and lamps. */
  readonly changes: Changes;
}

/** What changes all the time in the homes that are measured. */
const CHANGING = /^(?:sensor|binary_sensor|light)\./;

/** What the model says to everything. */
export const MODEL_ANSWER = "All is well at home.";

/** A home, a model that answers at once, and the bundled service, warmed up. */
export async function inWorld<Result>(furnishing: Furnishing, work: (world: World) => Promise<Result>): Promise<Result> {
  await using home = await SimulatedHome.start({ furnishing });
  // Home Assistant's matcher takes a millisecond whatever the size of the home; the simulated one would take its time.
  home.recordMatcher(new Map());
  await using model = await FakeModelServer.start();
  model.respond((): ScriptedAnswer => ({ text: MODEL_ANSWER }));
  await using changes = await startChanges({ home: home.url, entityIds: home.entityIds().filter((entityId) => CHANGING.test(entityId)) });
  await using service = new BenchService({ home, url: changes.url, modelUrl: model.url });
  await service.firstSubscription();
  for (let turn = 0; turn < WARM_UP; turn += 1) await service.ask(`how is everything at home, take ${turn}`);
  await indexed(model);
  return await work({ home, model, service, changes });
}

/** Until what is known of the home has its vectors: after that only questions ask for some. */
async function indexed({ embedCalls }: FakeModelServer): Promise<void> {
  for (let before = -1; before < embedCalls.length; ) {
    before = embedCalls.length;
    await setTimeout(INDEXED_MS);
  }
}

async function times(service: BenchService, count: number, sentence: (turn: number) => string): Promise<readonly number[]> {
  const measured: number[] = [];
  for (let turn = 0; turn < count; turn += 1) measured.push(await service.ask(sentence(turn)));
  return measured;
}

async function timesBesideModel(service: BenchService, model: FakeModelServer): Promise<readonly number[]> {
  const measured: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = model.spentMs;
    const all = await service.ask(question(turn));
    measured.push(all - (model.spentMs - before));
  }
  return measured;
}

const question = (turn: number) => `tell me something about my day, number ${turn}`;

/** What the service itself adds to a turn: from Home Assistant's event to the call that sends the answer, less the time the model took. */
export async function turnTimes(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const entities of [100, 2000]) {
    const measured = await inWorld(largeFurnishing(entities), ({ service, model }) => timesBesideModel(service, model));
    figures.push(atMost(15, { name: `turn_p50_${entities}_entities`, value: percentile(measured, 0.5), unit: "ms" }));
    figures.push(atMost(45, { name: `turn_p95_${entities}_entities`, value: percentile(measured, 0.95), unit: "ms" }));
  }
  return figures;
}

/** A long conversation: what is kept of turns in memory has to end somewhere. */
const LONG_TURNS = 1_000;

/** Start of the bundle to the first subscription, its memory at rest and after 1,000 turns, and what 100 turns leave on disk. */
export async function startMemoryAndDisk(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start();
  await using model = await FakeModelServer.start();
  model.respond(() => ({ text: MODEL_ANSWER }));
  await using service = new BenchService({ home, modelUrl: model.url });
  const start = await service.firstSubscription();
  await service.ask("hello");
  const before = service.diskUse();
  await setTimeout(3_000);
  const memory = service.memory();
  await times(service, 100, question);
  const growth = service.diskUse() - before;
  await times(service, LONG_TURNS - 100, question);
  return [
    atMost(1_000, { name: "start_to_first_subscription", value: start, unit: "ms" }),
    atMost(120, { name: "idle_memory", value: memory, unit: "MB" }),
    atMost(1, { name: "disk_growth_100_turns", value: growth, unit: "MB" }),
    atMost(160, { name: "memory_after_1000_turns", value: service.memory(), unit: "MB" }),
  ];
}

/** Each of both has its turns in each round, so that what else this machine does is shared. */
const ROUNDS = 5;

/** How much longer the slowest answers take while 5,000 states change a second, as a ratio, and how many did. */
export async function repliesUnderChanges({ service, changes }: World): Promise<{ readonly ratio: number; readonly perSecond: number }> {
  const [idle, busy, rates]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    idle.push(...(await times(service, TURNS / ROUNDS, question)));
    const { result, perSecond } = await changes.during(() => times(service, TURNS / ROUNDS, question));
    busy.push(...result);
    rates.push(perSecond);
  }
  return { ratio: percentile(busy, 0.95) / percentile(idle, 0.95), perSecond: percentile(rates, 0.5) };
}

/** Answers while the home reports 5,000 changes a second, against the same home at rest. */
export async function underLoad(): Promise<readonly Figure[]> {
  return inWorld(largeFurnishing(2_000), async (world) => {
    const { ratio, perSecond } = await repliesUnderChanges(world);
    return [
      atMost(1.5, { name: "reply_p95_under_load_against_idle", value: ratio, unit: "ratio" }),
      atLeast(CHANGES_PER_SECOND * 0.95, { name: "state_changes_under_load", value: perSecond, unit: "1/s" }),
    ];
  });
}

/** A command by the recogniser against the same by a model that thinks a second for each of its two answers. */
export async function recogniserPath(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start();
  await using model = await FakeModelServer.start();
  const call = { name: "call_ha_service", args: { when: "now", service: "switch.turn_on", entity_id: ["switch.coffee_machine"] } };
  model.respond(({ messages }) =>
    messages.at(-1)?.role === "tool" ? { delayMs: 1_000, text: "There you are." } : { delayMs: 1_000, toolCalls: [call] },
  );
  await using service = new BenchService({ home, modelUrl: model.url });
  await service.firstSubscription();
  await service.ask("is the coffee machine on?");
  const recognised: number[] = [];
  const thought: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    home.setState("switch.coffee_machine", "off");
    recognised.push(await service.ask("turn on the coffee machine"));
    home.setState("switch.coffee_machine", "off");
    thought.push(await service.ask("could I have some espresso soon"));
  }
  const ratio = percentile(recognised, 0.5) / percentile(thought, 0.5);
  return [atMost(0.5, { name: "recogniser_path_against_1s_model_path", value: ratio, unit: "ratio" })];
}
