/** One change of an entity's state; `at` in ms since the epoch. */
export interface HistoryChange {
  readonly at: number;
  readonly state: string;
}

export interface HistoryBucket {
  readonly from: number;
  readonly to: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export interface EntityHistory {
  readonly from: number;
  readonly to: number;
  /** Newest last; at most `limit`, the newest kept. */
  readonly changes: readonly HistoryChange[];
  /** For numbers: time-weighted over equal spans. Undefined for other states. */
  readonly buckets: readonly HistoryBucket[] | undefined;
  readonly omitted: number;
}

/** Raw rows of Home Assistant's recorder with attributes, for reading back missed Telegram messages. */
export interface HistoryRow {
  readonly at: number;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface History {
  of(entityId: string, span: { from: number; to: number; limit: number; buckets: number }): Promise<EntityHistory>;
  rows(entityId: string, from: number, to: number): Promise<readonly HistoryRow[]>;
}
