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
  readonly next?: string;
  readonly dueAt?: number;
  /** What is left of a timer that is paused. */
  readonly leftMs?: number;
  readonly person: string;
  readonly mayPutOff: boolean;
  /** For owners: what is called for which entities. */
  readonly details?: readonly { readonly service: string; readonly entityIds: readonly string[] }[];
}

type HowTold = "all" | "less" | "never";

/** `GET api/notifications` */
export interface Notifications {
  readonly open: readonly OpenFinding[];
  /** The newest first. */
  readonly told: readonly ToldFinding[];
  readonly kinds: readonly NotificationKind[];
  readonly muted: readonly MutedSubject[];
  readonly quietUntil?: number;
  /** As the app's options have it. */
  readonly options: {
    readonly notify: "off" | "urgent" | "important" | "all";
    readonly quietHours?: string;
    readonly digestTime?: string;
  };
}

export interface OpenFinding {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly since: number;
  readonly isMuted: boolean;
  readonly isUrgent: boolean;
  /** For owners. */
  readonly entityIds?: readonly string[];
}

export interface ToldFinding {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  readonly kind: string;
  readonly status: "told" | "held" | "dropped";
  /** Why it was told, waits, or was not told. */
  readonly why: string;
  /** For owners; the score is from 0 to 1. */
  readonly details?: { readonly score: number; readonly entityIds: readonly string[] };
}

export interface NotificationKind {
  readonly kind: string;
  readonly text: string;
  readonly choice: HowTold;
  /** All or nothing, and nothing only once the person was warned. */
  readonly isUrgent: boolean;
  /** By the options. */
  readonly isTold: boolean;
}

export interface MutedSubject {
  readonly subject: string;
  readonly text: string;
  readonly kind: string;
  readonly choice: HowTold;
}
