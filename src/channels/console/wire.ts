/** What the console's server and its page exchange, as JSON, where what is undefined is left out. Times are ms since the epoch. The page takes nothing else from the service. */

/** A part of a list, newest first; `next` asks for the part after it. */
export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

/** Every answer that is not 2xx; `message` says what to do. */
export interface WireProblem {
  readonly error: string;
  readonly message: string;
}

/** What is asked for and told of under a name of its own; who may see it is decided by that name. */
export const PAGES = [
  "chat",
  "activity",
  "approvals",
  "planned",
  "notifications",
  "memory",
  "health",
  "knowledge",
  "policy",
  "programs",
  "searchlog",
  "turns",
] as const;
export type PageId = (typeof PAGES)[number];

/** `GET api/me` */
export interface Me {
  readonly person: { readonly id: string; readonly name: string; readonly role: string; readonly language: string };
  /** Goes as `X-Console-Token` with whatever changes something. */
  readonly token: string;
  readonly assistantName: string;
  /** Empty until the home is known. */
  readonly homeName: string;
  readonly version: string;
  readonly pages: readonly PageId[];
  /** Whose records can be asked for one by one: all of the options' for an owner, nobody for others. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** An entity under an answer about it. */
export interface Card {
  readonly entityId: string;
  readonly name: string;
  readonly area?: string;
  readonly domain: string;
  /** In words. */
  readonly state: string;
  readonly isActive: boolean;
  /** What a tap says in the person's place; left out where nothing is likely. */
  readonly tap?: string;
  readonly hasChart: boolean;
}

export type ChartSpan = "day" | "week" | "month";

/** Of `GET api/chat/chart`: times in ms, oldest first. */
export interface Chart {
  readonly unit: string;
  /** What was counted in each time, not how much it was. */
  readonly isBars: boolean;
  readonly points: readonly (readonly [at: number, value: number])[];
}

/** One message of a chat; `html` is rendered from `text`, with every character of it escaped. */
export interface ChatMessage {
  readonly id: string;
  readonly from: "person" | "assistant" | "notice";
  readonly text: string;
  readonly html: string;
  readonly buttons: readonly (readonly { readonly label: string; readonly data: string }[])[];
  readonly at: number;
  readonly edited: boolean;
  readonly turnId?: string;
  /** The question that it asks; its time is told where open questions are. */
  readonly approvalId?: string;
  /** `GET api/chat/picture/:id` has it for a day. */
  readonly hasPicture?: boolean;
  /** How long the time is that its numbers are of, if there are any. */
  readonly hours?: number;
  /** Entities that an answer is about, if they are few. */
  readonly about: readonly string[];
  /** As the page gave it with `POST api/chat`; only for messages of the person. */
  readonly clientId?: string;
}

/** `event: progress`: what a turn is doing; `text` is empty and `done` true once it is over. */
export interface ChatProgress {
  readonly turnId?: string;
  readonly text: string;
  readonly done: boolean;
}

/** `event: sync`, and `progress` of `GET api/knowledge` while one runs. */
export interface SyncProgress {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  readonly text: string;
}

/** `event: changed`: lists of that page show something else now. */
export interface Changed {
  readonly page: PageId;
}

/** `POST api/chat/press` and `POST api/approvals/:id` */
export interface Pressed {
  readonly toast: string;
  readonly taken: boolean;
}

export interface TurnItem {
  readonly id: string;
  readonly at: number;
  readonly person: string;
  readonly channel: string;
  /** `recogniser`, `asked`, `model`, `command`; empty while nothing has worked on it. */
  readonly path: string;
  readonly text: string;
  readonly answer?: string;
  /** Somebody wanted its words to be forgotten. */
  readonly forgotten: boolean;
  /** It has an answer, which is for its person alone. */
  readonly withheld: boolean;
  readonly model?: string;
  readonly status: string;
  readonly milliseconds?: number;
  readonly tokens?: { readonly prompt: number; readonly completion: number };
}

export interface TurnDecision {
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly rule: string;
  readonly outcome: string;
  readonly reasons: readonly string[];
}

/** What became of one thing, or of a call without one. */
export interface WireReceipt {
  readonly service: string;
  readonly targets: readonly {
    readonly entityId: string;
    readonly name: string;
    readonly outcome: string;
    readonly after?: string;
  }[];
  readonly outcome: string;
  readonly error?: string;
  readonly milliseconds?: number;
}

/** `GET api/turns/:id` */
export interface TurnDetail extends TurnItem {
  readonly context?: {
    readonly window: number;
    readonly tokens: number;
    readonly slots: readonly {
      readonly slot: string;
      readonly room: number;
      readonly used: number;
      readonly put: readonly string[];
      readonly left: readonly string[];
    }[];
  };
  readonly tools: readonly {
    readonly name: string;
    readonly arguments: unknown;
    readonly result: unknown;
    readonly ok: boolean;
  }[];
  readonly questions: readonly { readonly question: string; readonly end: string }[];
  readonly decisions: readonly TurnDecision[];
  readonly receipts: readonly WireReceipt[];
  readonly times: {
    readonly received: number;
    readonly answered?: number;
    readonly sent?: number;
  };
}

export interface ApprovalItem {
  readonly id: string;
  readonly question: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly actions: readonly { readonly id: string; readonly text: string; readonly reasons: readonly string[] }[];
  readonly mayAnswer: boolean;
  readonly needsPin: boolean;
  /** An owner's answer decides about the devices that it names: `fine`, `ask` or `never`. */
  readonly decides: boolean;
}

/** Of `GET api/activity`. */
export interface ActionItem {
  readonly id: string;
  readonly at: number;
  /** Who did what, as a sentence without its end. */
  readonly text: string;
  readonly domain: string;
  readonly outcome: string;
  /** For owners. */
  readonly details?: {
    readonly rule: string;
    readonly effects: readonly string[];
    readonly receipt?: WireReceipt;
    readonly service: string;
  };
}

/** Of `GET api/activity/things`: what can be chosen by its name, which no other one has. */
export interface NamedThing {
  readonly entityId: string;
  readonly name: string;
}

export interface ChainCheck {
  readonly ok: boolean;
  readonly rows: number;
  readonly from?: number;
  readonly problem?: string;
}

export interface SearchLogItem {
  readonly id: string;
  readonly at: number;
  readonly person?: string;
  readonly kind: string;
  readonly query: string;
  readonly target?: string;
  readonly blocked: boolean;
  /** Why it was blocked, or what was taken out of it; may be empty. */
  readonly reason: string;
}

export interface MemoryFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  /** For its person's yes. */
  readonly isWaiting: boolean;
  /** Whence it is known. */
  readonly source: string;
  readonly lastSeen: number;
  readonly evidence: readonly string[];
  readonly mayChange: boolean;
}

export interface MemoryHabit {
  readonly id: string;
  readonly text: string;
  readonly confidence: number;
  /** Weekdays on which it counts; Sunday is 0. */
  readonly days: readonly number[];
  readonly evidence: readonly string[];
}

/** `GET api/memory`; of other people owners learn the names, nobody their facts. */
export interface Memory extends Listed<MemoryFact> {
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly habits: readonly MemoryHabit[];
}

/** `GET api/knowledge` */
export interface Knowledge {
  readonly sources: readonly {
    readonly name: string;
    readonly count: number;
    readonly at?: number;
    readonly problem?: string;
  }[];
  readonly embedding: { readonly model?: string; readonly problem?: string };
  readonly progress?: SyncProgress;
  readonly documents: readonly { readonly name: string; readonly bytes: number; readonly at: number }[];
  readonly types: readonly string[];
  readonly mostBytes: number;
}

/** `POST api/knowledge/try`; a rank is the place in that way's list, from 1; left out where it was not found that way. */
export interface KnowledgeTried {
  readonly by: "words" | "words_and_meaning";
  readonly passages: readonly {
    readonly title: string;
    readonly text: string;
    readonly source: string;
    readonly words?: number;
    readonly meaning?: number;
  }[];
}

/** `GET api/health` */
export interface Health {
  readonly model: {
    readonly name: string;
    readonly reachable: boolean;
    readonly problem?: string;
    readonly tokensPerSecond?: number;
    readonly fallback?: string;
  };
  readonly home: {
    readonly connected: boolean;
    readonly name?: string;
    readonly version?: string;
    readonly entities?: number;
  };
  /** Left out where Home Assistant could not be asked. */
  readonly telegram?: readonly { readonly bot: string; readonly state: string; readonly ok: boolean; readonly hint?: string }[];
  readonly queue: { readonly waiting: number; readonly running: number };
  readonly database: { readonly bytes: number };
  readonly versions: Readonly<Record<string, string>>;
  readonly checklist: readonly {
    readonly id: string;
    readonly ok: boolean;
    /** It is still to be set up or tried; nothing is broken. */
    readonly isStep: boolean;
    readonly text: string;
    readonly todo?: string;
  }[];
}

/** How an effect is decided for a role when nothing else speaks against it. */
export interface PolicyCell {
  readonly outcome: string;
  readonly rule: string;
  readonly pin: boolean;
  /** Whose yes, if one is needed: `asker`, `owner`; and how many people's. */
  readonly by?: string;
  readonly people?: number;
}

/** `GET api/policy` */
export interface PolicyTable {
  readonly effects: readonly { readonly effect: string; readonly text: string; readonly byRole: Readonly<Record<string, PolicyCell>> }[];
  readonly devices: readonly DecidedDevice[];
  readonly people: readonly { readonly id: string; readonly name: string }[];
  readonly channels: readonly string[];
}

/** A device that no fact tells about. */
export interface DecidedDevice {
  readonly entityId: string;
  readonly name: string;
  readonly area?: string;
  readonly decision?: string;
  /** Who decided, and when in ms since the epoch. */
  readonly by?: string;
  readonly at?: number;
  /** Something is plugged into it: it measures power. */
  readonly isPlug: boolean;
}

/** Body of `POST api/policy/devices`. */
export interface DeviceDecision {
  readonly entityIds: readonly string[];
  readonly decision: "fine" | "ask" | "never";
}

/** Of `GET api/policy/actions?entity=`: what can be done with a thing, as Home Assistant calls it. */
export interface PossibleAction {
  readonly service: string;
  readonly name: string;
}

export interface Simulation {
  readonly role?: string;
  readonly person?: string;
  readonly service: string;
  readonly entityId: string;
  readonly hour: number;
  readonly channel: string;
}

export interface Simulated {
  readonly outcome: string;
  readonly rule: string;
  readonly explanation: readonly string[];
  /** What a yes must be; left out where none helps or none is needed. */
  readonly needs?: { readonly by: string; readonly people: number; readonly pin: boolean };
}
