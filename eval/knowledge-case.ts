import type { Source } from "../src/storage/knowledge/knowledge.ts";

/** Where an answer stands: a passage of that source, at a place that begins so, with this text in it if one is given. */
export interface Place {
  readonly source: Source;
  /** As people are told it: the name of a thing, `boiler.pdf, page 12`. */
  readonly place: string;
  readonly text?: string;
}

/** A question as somebody says it, with where its answer stands. */
export interface KnowledgeCase {
  /** `history/3` */
  readonly id: string;
  readonly kind: string;
  readonly question: string;
  /** Every one of these has to be found, at any one of its places. None: the answer is nowhere. */
  readonly expected: readonly (readonly Place[])[];
  /** The words of the passage that hold the answer. */
  readonly fact?: string;
}

/** A case before it has its number. */
export type Asked = Omit<KnowledgeCase, "id">;
