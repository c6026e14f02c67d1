import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { automationSchema } from "../src/automations/intent.ts";
import { columnOf } from "../src/automations/past.ts";
import { runReplay } from "../src/automations/replayer.ts";
import { createLogger } from "../src/observability/logger.ts";
import { createWorkerPool } from "../src/workers/pool.ts";
import { atMost, type Figure } from "./figure.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;
const ENTITIES = 2_000;
/** Of one entity in a month: a door that is opened eight times a day. */
const CHANGES = 500;
const AT = 1_800_000_000_000;
/** Of several rounds the shortest counts: what else the machine does holds this thread up, too. */
const ROUNDS = 5;

/** A month of two thousand entities, half of which start the automation while the others are its conditions: in a thread of at most 256 MB. */
export async function replayTimes(): Promise<readonly Figure[]> {
  const from = AT - DAYS * DAY_MS;
  const ids = Array.from({ length: ENTITIES }, (_, number) => `binary_sensor.door_${number}`);
  const step = (DAYS * DAY_MS) / CHANGES;
  const changesOf = (number: number) =>
    Array.from({ length: CHANGES }, (_, change) => ({ at: from + change * step + number, state: change % 2 === 0 ? "off" : "on" }));
  const parts = Array.from({ length: 20 }, (_, part) => ids.slice(part * 50, (part + 1) * 50));
  const automation = automationSchema.parse({
    name: "Doors",
    triggers: parts.map((entities) => ({ kind: "state", entities, to: ["on"], forSeconds: 60 })),
    conditions: parts.map((_, part) => ({
      kind: "state",
      entities: ids.slice(1_000 + part * 50, 1_050 + part * 50),
      states: ["on"],
      any: true,
    })),
    // a run takes an hour, so that what they all start is left out as in a house
    actions: [
      { kind: "call", service: "light.turn_on", entities: ids.slice(0, 1) },
      { kind: "delay", seconds: 3_600 },
    ],
  });
  await using pool = createWorkerPool({ threads: 1, maxQueue: 1, niceness: 0, logger: createLogger({ level: "error" }) });
  const rounds: { readonly took: number; readonly block: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const series = new Map(ids.map((id, number) => [id, columnOf(changesOf(number))]));
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const start = performance.now();
    const input = { automation, series, zones: new Map(), timeZone: "Europe/Berlin", from, to: AT };
    await runReplay(pool, input, new AbortController().signal);
    held.disable();
    rounds.push({ took: performance.now() - start, block: held.max / 1e6 });
  }
  const least = (what: "took" | "block") => Math.min(...rounds.map((round) => round[what]));
  return [
    atMost(3_000, { name: `replay_${DAYS}_days_${ENTITIES}_entities`, value: least("took"), unit: "ms" }),
    atMost(50, { name: "replay_longest_block", value: least("block"), unit: "ms" }),
  ];
}
