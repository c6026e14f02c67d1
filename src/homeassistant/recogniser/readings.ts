import type { SaidDays } from "../../languages/said-days.ts";

/** What is asked of forecasts, calendars, lists, statistics and the recorder. */
export type About =
  /** of the weather */
  | "now"
  | "rain"
  | "snow"
  | "weather"
  | "warmth"
  | "wind"
  /** of calendars: what is there, whether anything is, the next one, when something is */
  | "events"
  | "free"
  | "next"
  | "event"
  /** of lists: what is on them, how much, whether something is */
  | "items"
  | "count"
  | "item"
  /** of measurements in the past, and of meters */
  | "measured"
  | "highest"
  | "lowest"
  | "energy"
  /** of states in the past: since when it is so, when it was so last, when a person left or came */
  | "since"
  | "last"
  | "left"
  | "came";

/** A question that was recognised and that a reading tool answers. */
export interface Reading {
  readonly about: About;
  readonly days?: SaidDays | undefined;
  /** What it is asked of; none where the tool knows it. */
  readonly entityIds: readonly string[];
  /** The item or the event that is asked about. */
  readonly item?: string | undefined;
  /** The state that is asked about, by entity; undefined of one that does not tell it. */
  readonly states?: Readonly<Record<string, string | undefined>>;
}
