import { createDice } from "./knowledge-dice.ts";
import { memoryFigures } from "./memory-figures.ts";
import { memoryRows } from "./memory-rows.ts";
import { type MemoryOutcome, runMemoryCase } from "./memory-run.ts";
import { type Suite, type SuiteOptions, type SuiteReport, selectCases } from "./suite.ts";

const SEED = 1;
/** Conversations at once while the model is scripted: most of the time each waits. A real model is asked by one at a time. */
const SIDE_BY_SIDE = 3;

/** What is remembered of people over days: does it come to the right person, is nothing kept that should not be, does nothing leak? */
export const memory: Suite = {
  about: "conversations of several days in a household: what is remembered, of whom, and what is forgotten (--seed N; needs no data)",
  needsNoData: true,
  async run({ seed = SEED, model, onCase, ...choice }: SuiteOptions): Promise<SuiteReport> {
    const { names, cases } = memoryRows(createDice(seed));
    const chosen = selectCases(cases, ({ id }) => id, choice);
    const outcomes: MemoryOutcome[] = [];
    const waiting = chosen.entries();
    const work = async () => {
      for (const [index, row] of waiting) {
        const outcome = await runMemoryCase(row, { names, model });
        outcomes[index] = outcome;
        onCase(`${row.id}: ${outcome.notes.length === 0 ? "right" : `${outcome.notes.length} wrong`}`);
      }
    };
    await Promise.all(Array.from({ length: model ? 1 : SIDE_BY_SIDE }, work));
    return { cases: chosen.length, figures: memoryFigures(outcomes), notes: outcomes.flatMap(({ notes }) => notes) };
  },
};
