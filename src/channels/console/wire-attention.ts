/** What the console's server and its page exchange about what is to come, and what people are told unasked. */

/** `GET api/planned` */
export interface Planned {
  readonly own: readonly PlannedItem[];
  /** For owners: what others planned to be done in the house. */
  readonly others: readonly PlannedItem[];
}

export interface PlannedItem {
  readonly id: string;
  readonly kind: "reminder" | "timer" | "action";
  readonly group: "today" | "later" | "repeating" | "waiting";
  /** Of what is done; else the kind. */
  readonly domain: string;
  readonly what: string;
  readonly when: string;
  /** When it comes next, of what repeats. */
  readonly next: string | null;
  readonly dueAt: number | null;
  /** What is left of a timer that is paused. */
  readonly leftMs: number | null;
  readonly person: string;
  readonly mayPutOff: boolean;
  /** For owners: what is called for which entities. */
  readonly details: readonly { readonly service: string; readonly entityIds: readonly string[] }[] | null;
}
