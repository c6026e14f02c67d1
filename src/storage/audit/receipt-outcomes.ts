/** A receipt as it was put in; where its texts were erased, `data` and `observed` are empty. Same shape as homeassistant's Receipt. */
export interface StoredReceipt {
  readonly actionId: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly targets: readonly StoredTarget[];
  readonly contextId?: string | undefined;
  readonly error?: string | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface StoredTarget {
  readonly entityId: string;
  readonly outcome: string;
  readonly observed: Readonly<Record<string, unknown>>;
}

/** What a receipt says of each target; none for what is no receipt. */
export function targetsOf(receipt: string): readonly StoredTarget[] {
  return (JSON.parse(receipt) as Partial<StoredReceipt>).targets ?? [];
}

/** A receipt's distinct outcomes in their order, joined by commas: `done`, `done,unknown`. */
export function outcomesOf(receipt: string): string {
  return [...new Set(targetsOf(receipt).map(({ outcome }) => outcome))].join(",");
}

/** The distinct outcomes of a receipt; without one nobody knows. */
export function outcomesIn(receipt: Pick<StoredReceipt, "targets"> | undefined): readonly string[] {
  const outcomes = [...new Set(receipt?.targets.map(({ outcome }) => outcome))];
  return outcomes.length > 0 ? outcomes : ["unknown"];
}
