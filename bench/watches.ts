import { setTimeout } from "node:timers/promises";
import type { FurnishedEntity, Furnishing } from "../src/simulated-home/furnishing.ts";
import { ANNA } from "../src/simulated-home/telegram/telegram-bot.ts";
import { atMost, type Figure, percentile } from "./figure.ts";
import { CHANGES_PER_SECOND, floodWith, inWorld, MODEL_ANSWER, question, TURNS, times, type World } from "./measures.ts";

/** What rules watch, and what a person waits for, 500 together. */
const RULED = 350;
const AWAITED = 150;
const ENTITIES = 2_000;
/** Both homes have their turns, so that what else this machine does is shared. */
const ROUNDS = 5;
const WARM_MS = 1_500;
const MEASURED_MS = 4_000;

/** Answers and CPU while 5,000 states change a second that are all watched, against the same changes where none is. */
export function watched(): Promise<readonly Figure[]> {
  return inWorld(furnishing(false), (plain) =>
    inWorld(furnishing(true), async (world) => {
      await awaitStates(world);
      const idle = percentile(await times(world.service, TURNS, question), 0.95);
      const spent: { readonly plain: number; readonly watched: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) spent.push({ plain: await cpuOfChanges(plain), watched: await cpuOfChanges(world) });
      using _ = changes(world);
      const busy = percentile(await times(world.service, TURNS, question), 0.95);
      const more = percentile(
        spent.map((one) => one.watched - one.plain),
        0.5,
      );
      return [
        atMost(1.5, { name: "reply_p95_of_500_watches_against_idle", value: busy / idle, unit: "ratio" }),
        atMost(10, { name: "cpu_of_500_watches", value: (more * CHANGES_PER_SECOND) / 10, unit: "% of a core" }),
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

async function awaitStates({ home, service }: World): Promise<void> {
  for (let index = RULED; index < RULED + AWAITED; index += 1) await service.ask(`tell me when item ${index + 1} is turned on`);
  const failed = home.telegram.messages(ANNA).filter(({ plain }) => plain === MODEL_ANSWER).length;
  if (failed > TURNS) throw new Error(`${failed} states are not waited for`);
}

function changes({ home }: Pick<World, "home">) {
  const entityIds = home.entityIds().filter((entityId) => entityId.includes(".item_"));
  return floodWith((next) => {
    const entityId = entityIds[next % entityIds.length] ?? "";
    const isOdd = Math.floor(next / entityIds.length) % 2 === 1;
    if (entityId.startsWith("sensor.")) home.setState(entityId, String(next % 97));
    // a lamp that is waited for comes and goes, and is never on
    else if (entityId.startsWith("light.")) home.setState(entityId, isOdd ? "unavailable" : "off");
    else home.setState(entityId, isOdd ? "on" : "off");
  });
}

/** Of the service, for each change (ms). */
async function cpuOfChanges({ home, service }: World) {
  using flood = changes({ home });
  await setTimeout(WARM_MS);
  const [before, sent] = [service.cpu(), flood.sent()];
  await setTimeout(MEASURED_MS);
  return (service.cpu() - before) / (flood.sent() - sent);
}
