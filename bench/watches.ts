import { setTimeout } from "node:timers/promises";
import type { FurnishedEntity, Furnishing } from "../src/simulated-home/furnishing.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";
import { CHANGES_PER_SECOND } from "./changes.ts";
import { atMost, type Figure } from "./figure.ts";
import { inWorld, MODEL_ANSWER, repliesUnderChanges, TURNS, type World } from "./measures.ts";

/** What rules watch, and what a person waits for, 500 together. */
const RULED = 350;
const AWAITED = 150;
const ENTITIES = 2_000;
/** Both homes have their turns, so that what else this machine does is shared. */
const ROUNDS = 4;
/** A service that has run for a while has compiled what it does all the time. */
const WARM_MS = 4_000;
/** A full collection of garbage comes every ten to twenty seconds and costs as much as 25,000 changes: of each round one or two are a part. */
const MEASURED_MS = 24_000;

/** Answers and CPU while 5,000 states change a second that are all watched, against the same changes where none is. */
export function watched(): Promise<readonly Figure[]> {
  return inWorld(furnishing(false), (plain) =>
    inWorld(furnishing(true), async (world) => {
      // as many messages, so that both have as much to remember of conversations
      await hear(plain, (item) => `is item ${item} on?`);
      await hear(world, (item) => `tell me when item ${item} is turned on`);
      const spent: { readonly plain: number; readonly watched: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) spent.push({ plain: await cpuOfChanges(plain), watched: await cpuOfChanges(world) });
      const all = (of: (one: (typeof spent)[number]) => number) => spent.reduce((sum, one) => sum + of(one), 0) / spent.length;
      const [without, cost] = [all((one) => one.plain), all((one) => one.watched)];
      const { ratio } = await repliesUnderChanges(world);
      return [
        atMost(1.5, { name: "reply_p95_of_500_watches_against_idle", value: ratio, unit: "ratio" }),
        atMost(1.1, { name: "cpu_of_500_watches_against_none", value: cost / without, unit: "ratio" }),
        atMost(10, { name: "cpu_of_500_watches", value: ((cost - without) * CHANGES_PER_SECOND) / 10, unit: "% of a core" }),
      ];
    }),
  );
}

/** Half sensors of power, half windows, and lamps; without classes and devices no rule fits. As many others as in the home of `load`. */
function furnishing(isWatched: boolean): Furnishing {
  const entities = Array.from({ length: ENTITIES }, (_, index): FurnishedEntity => {
    const name = `Item ${index + 1}`;
    const isRuled = isWatched && index < RULED;
    const more = isRuled ? { device: name } : {};
    if (index >= RULED && index < RULED + AWAITED) return { entity_id: `light.item_${index + 1}`, name, state: "off" };
    if (index % 2 === 0)
      return {
        entity_id: `sensor.item_${index + 1}`,
        name,
        ...more,
        state: 1,
        attributes: isRuled ? { device_class: "power", unit_of_measurement: "W" } : {},
      };
    return {
      entity_id: `binary_sensor.item_${index + 1}`,
      name,
      ...more,
      state: "off",
      attributes: { device_class: isRuled ? "window" : "motion" },
    };
  });
  return { name: "Watched home", areas: [], floors: [], entities };
}

/** About each lamp; all of it is understood without the model. */
async function hear({ home, service }: World, said: (item: number) => string): Promise<void> {
  for (let index = RULED; index < RULED + AWAITED; index += 1) await service.ask(said(index + 1));
  const failed = home.telegram.messages(ANNA).filter(({ plain }) => plain === MODEL_ANSWER).length;
  if (failed > TURNS) throw new Error(`${failed} messages were not understood`);
}

/** Of the service, for each change (ms). */
async function cpuOfChanges({ service, changes }: World): Promise<number> {
  const { result } = await changes.during(async () => {
    await setTimeout(WARM_MS);
    const [before, sent] = [service.cpu(), changes.sent()];
    await setTimeout(MEASURED_MS);
    return (service.cpu() - before) / (changes.sent() - sent);
  });
  return result;
}
