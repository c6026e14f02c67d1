import { SimulatedHome } from "../src/simulated-home/simulated-home.ts";
import { largeFurnishing } from "../tests/fakes/large-home.ts";
import { FakeModelServer } from "../tests/fakes/model-server.ts";
import { atMost, type Figure } from "./figure.ts";
import { HOSTILE } from "./hostile-messages.ts";
import { BenchService } from "./service.ts";

/** Nothing holds the event loop longer. */
const GOAL_MS = 50;
const ENTITIES = 2_000;
/** Code that has never run is compiled first, which takes its time once. */
const WARM_UP = 20;

/** The longest that the event loop is held while hostile texts are said, and while the model answers with them. */
export async function longestBlock(): Promise<readonly Figure[]> {
  await using home = await SimulatedHome.start({ furnishing: largeFurnishing(ENTITIES) });
  home.recordMatcher(new Map());
  await using model = await FakeModelServer.start();
  let answer = "All is well at home.";
  model.respond(() => ({ text: answer }));
  await using service = new BenchService({ home, modelUrl: model.url, watched: true });
  await service.firstSubscription();
  for (let turn = 0; turn < WARM_UP; turn += 1) await service.ask(`how is everything at home, take ${turn}`);
  const figures: Figure[] = [];
  for (const [kind, texts] of Object.entries(HOSTILE)) {
    let longest = 0;
    for (const text of texts) {
      for (const isSaid of [true, false]) {
        answer = isSaid ? "All is well at home." : text;
        await service.longestBlock();
        await service.ask(isSaid ? text : "how is everything at home?");
        longest = Math.max(longest, await service.longestBlock());
      }
    }
    figures.push(atMost(GOAL_MS, { name: `longest_block_${kind.replaceAll(" ", "_")}`, value: longest, unit: "ms" }));
  }
  return figures;
}
