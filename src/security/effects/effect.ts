/** What an action does to the house. The order is from the most to the least harmful: the first of several names an action. */
export const EFFECTS = [
  "run-code",
  "system",
  "unlock",
  "disarm",
  "open-entry",
  "write-raw",
  "forbidden",
  "unfamiliar",
  "ask-first",
  "unknown",
  "safeguard",
  "siren",
  "valve",
  "power-cut",
  "heat",
  "watch",
  "lock",
  "arm",
  "message-out",
  "announce",
  "irrigation",
  "mow",
  "vacuum",
  "cover",
  "power",
  "comfort",
  "media",
  "light",
  "helper",
  "routine",
] as const;

export type Effect = (typeof EFFECTS)[number];

export interface EffectFinding {
  readonly effect: Effect;
  /** The thing that it is done to; undefined for a call without one. */
  readonly entityId: string | undefined;
  /** The service that does it: of the call itself, or of one inside the routine that it starts. */
  readonly service: string;
  /** What told it: `domain`, `device_class:garage`, `label:critical`, `word:freezer`, `template` … */
  readonly because: string;
  /** It is not known whether it follows. */
  readonly maybe?: boolean;
}

export type Because = Pick<EffectFinding, "effect" | "because">;

/** Lower-case words and names of the home's own language, made from Home Assistant's translations, and what they stand for. */
export type EffectWords = ReadonlyMap<string, Effect>;
