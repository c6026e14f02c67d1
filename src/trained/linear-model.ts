import { readFileSync } from "node:fs";
import { unpackWeights, type WeightTable } from "../text/packed-weights.ts";

/** What training writes beside the weights: how it went, and what their sums are read with. */
interface Metadata {
  readonly scale: number;
  readonly bias: number;
}

/** The firewall's: a sentence is cut from `cutFrom` on, the least score that held the goals for harmless rows left out of the training. */
export interface FirewallModel extends Metadata, WeightTable {
  readonly cutFrom: number;
  /** Shares of rows cut that were left out of the training: what is to be expected of rows that nobody has seen. */
  readonly leftOut: { readonly explicit: number; readonly benign: number; readonly notInject: number };
}

const FOLDER = new URL("./", import.meta.url);

/** The firewall's model as scripts/train-firewall.mjs left it. Read from disk, so that only what judges texts holds it in memory. */
export function readFirewallModel(): FirewallModel {
  const metadata: Omit<FirewallModel, keyof WeightTable> = JSON.parse(readFileSync(new URL("firewall.json", FOLDER), "utf8"));
  return { ...metadata, ...unpackWeights(readFileSync(new URL("firewall.weights", FOLDER))) };
}
