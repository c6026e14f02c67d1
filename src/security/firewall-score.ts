import { createSentenceReader, type ReadSentence, visitFeatures } from "./firewall-features.ts";
import { FIREWALL_BIAS, FIREWALL_SCALE, FIREWALL_WEIGHTS } from "./firewall-weights.ts";
import { readWeights } from "./packed-weights.ts";

/** Open addressing, a third full: a text of 2 KB is looked up in it 30,000 times. */
const SLOTS = 1 << 16;

interface Table {
  readonly keys: Int32Array;
  readonly weights: Int8Array;
}

/** Unpacked when the first text is judged: a service that reads nothing from outside does not pay for it. */
let unpacked: Table | undefined;
function tableOf(): Table {
  if (unpacked) return unpacked;
  const table = { keys: new Int32Array(SLOTS).fill(-1), weights: new Int8Array(SLOTS) };
  for (const [feature, weight] of readWeights(FIREWALL_WEIGHTS)) {
    const slot = slotOf(table.keys, feature);
    table.keys[slot] = feature;
    table.weights[slot] = weight;
  }
  unpacked = table;
  return table;
}

/** The slot of a feature, or the empty one where it would stand. */
function slotOf(keys: Int32Array, feature: number): number {
  let slot = feature & (SLOTS - 1);
  while (keys[slot] !== -1 && keys[slot] !== feature) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

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
  const { keys, weights } = tableOf();
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
