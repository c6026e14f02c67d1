import { createWordReader, type FeatureWord, visitFeatures } from "./firewall-features.ts";
import { FIREWALL_BIAS, FIREWALL_SCALE, FIREWALL_WEIGHTS } from "./firewall-weights.ts";
import { readWeights } from "./packed-weights.ts";

/** From here on a sentence is cut: where `scripts/train-firewall.mjs --check` holds the goals on rows that were not learned from. */
export const CUT_FROM = 0.8;

/** Open addressing, a third full: a text of 2 KB is looked up in it 30,000 times. */
const SLOTS = 1 << 16;
const keys = new Int32Array(SLOTS).fill(-1);
const weights = new Int8Array(SLOTS);
for (const [feature, weight] of readWeights(FIREWALL_WEIGHTS)) {
  const slot = slotOf(feature);
  keys[slot] = feature;
  weights[slot] = weight;
}

/** The slot of a feature, or the empty one where it would stand. */
function slotOf(feature: number): number {
  let slot = feature & (SLOTS - 1);
  while (keys[slot] !== -1 && keys[slot] !== feature) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

/** Judges the sentences of one text. */
export interface Scorer {
  /** The words of a sentence, to be judged alone or with its neighbours'. */
  readonly words: (sentence: string) => readonly FeatureWord[];
  /**
   * How much a sentence or two sound like an instruction to a model, 0 to 1: a linear model (docs/decisions/2026-11-22-firewall.md,
   * scripts/train-firewall.mjs).
   */
  score(words: readonly FeatureWord[], text: string): number;
}

export function createScorer(): Scorer {
  /** In which judgement a feature was counted last: each counts once. */
  const counted = new Uint32Array(SLOTS);
  let judgement = 0;
  return {
    words: createWordReader(),
    score(words, text) {
      let sum = 0;
      judgement += 1;
      visitFeatures(words, text, (feature) => {
        const slot = slotOf(feature);
        if (keys[slot] === -1 || counted[slot] === judgement) return;
        counted[slot] = judgement;
        sum += weights[slot] ?? 0;
      });
      return 1 / (1 + Math.exp(-(sum * FIREWALL_SCALE + FIREWALL_BIAS)));
    },
  };
}
