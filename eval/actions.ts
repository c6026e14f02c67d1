import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ActionOutcome, actionFigures } from "./action-figures.ts";
import { readActionScenes } from "./action-rows.ts";
import { runCase } from "./case-run.ts";
import { ModelMeter } from "./model-meter.ts";
import { MULTILINGUAL_ROWS, runMultilingual } from "./multilingual.ts";
import { type Suite, type SuiteOptions, type SuiteReport, selectCases } from "./suite.ts";

/** Sentences that ask for an action, through the whole service: what changed in the home is compared with what should have. */
export const actions: Suite = {
  about:
    "sentences to changes in the home (homes, entities, cases_actions, matcher .jsonl), or in six languages (multilingual, fixtures .jsonl)",
  async run(options: SuiteOptions): Promise<SuiteReport> {
    const { folder, model, onCase, ...choice } = options;
    if (existsSync(join(folder, MULTILINGUAL_ROWS))) return runMultilingual(options);
    const scenes = selectCases(readActionScenes(folder), (scene) => scene.case.id, choice);
    await using meter = model && new ModelMeter(model.url);
    const metered = model && meter && { url: await meter.start(), name: model.name };
    const outcomes: ActionOutcome[] = [];
    for (const scene of scenes) {
      const outcome = await runCase({ scene, model: metered, meter });
      outcomes.push(outcome);
      onCase(`${outcomes.length}/${scenes.length} ${describe(outcome)}`);
    }
    const notes = outcomes.filter(({ judgement }) => judgement.outcome !== "right").map(explain);
    return { cases: outcomes.length, figures: actionFigures(outcomes), notes };
  },
};

function describe({ id, by, judgement, seconds }: ActionOutcome): string {
  return `${id}: ${judgement.outcome} (${by}, ${seconds.toFixed(1)} s)`;
}

function explain(outcome: ActionOutcome): string {
  return [describe(outcome), `  differs: ${outcome.judgement.differences.join(", ")}`, `  answer: ${outcome.answer ?? "none"}`].join("\n");
}
