import type { SaidDays } from "../../languages/said-days.ts";
import type { RoutineDomain } from "../../security/routines/routine-changes.ts";

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
  | "came"
  /** who or what made it so */
  | "cause"
  /** of automations, scripts and scenes: which there are, or have to do with something */
  | "routines";

/** A question that was recognised and that a reading tool answers. */
export interface Reading {
  readonly about: About;
  readonly days?: SaidDays | undefined;
  /** What it is asked of; none where the tool knows it. */
  readonly entityIds: readonly string[];
  /** Of routines: their domain. */
  readonly domain?: RoutineDomain | undefined;
  /** The item, the event or what routines have to do with, as it was said. */
  readonly item?: string | undefined;
  /** The state that is asked about, by entity; undefined of one that does not tell it. */
  readonly states?: Readonly<Record<string, string | undefined>>;
}
