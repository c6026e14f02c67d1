import { SLOTS, slotOf, unpackWeights, type WeightTable } from "../../text/packed-weights.ts";
import { createSentenceReader, type ReadSentence, visitFeatures } from "./firewall-features.ts";
import { FIREWALL_BIAS, FIREWALL_SCALE, FIREWALL_WEIGHTS } from "./firewall-weights.ts";

/** Unpacked when the first text is judged: a service that reads nothing from outside does not pay for it. */
let unpacked: WeightTable | undefined;

/** Judges the sentences of one text. */
export interface Scorer {
  /** A sentence, to be judged alone or with its neighbours. */
  readonly read: (sentence: string) => ReadSentence;
  /**
   * How much a sentence or two sound like an instruction to a model, 0 to 1: a linear model (docs/decisions/2026-11-22-firewall.md,
   * scripts/train-firewall.mjs).
   */
  score(sentence: ReadSentence): number;
}

export function createScorer(): Scorer {
  unpacked ??= unpackWeights(FIREWALL_WEIGHTS);
  const { keys, weights } = unpacked;
  /** In which judgement a feature was counted last: each counts once. */
  const counted = new Uint32Array(SLOTS);
  let judgement = 0;
  return {
    read: createSentenceReader(),
    score(sentence) {
      let sum = 0;
      judgement += 1;
      visitFeatures(sentence, (feature) => {
        const slot = slotOf(keys, feature);
        if (keys[slot] === -1 || counted[slot] === judgement) return;
        counted[slot] = judgement;
        sum += weights[slot] ?? 0;
      });
      return 1 / (1 + Math.exp(-(sum * FIREWALL_SCALE + FIREWALL_BIAS)));
    },
  };
}
