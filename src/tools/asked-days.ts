import { z } from "zod";
import type { HomeTime } from "../homeassistant/home-time.ts";

const DAY_MS = 86_400_000;

const day = z.string().max(10).optional();

/** Arguments of a tool that reads a range of days. */
export const askedDays = { from: day.meta({ format: "date" }), until: day };

interface Bounds {
  /** ms since the epoch */
  readonly now: number;
  readonly time: HomeTime;
  /** Where no day is named: so many from today on, or up to today if negative. */
  readonly days: number;
  readonly most: number;
}

type Span =
  | { readonly ok: true; readonly from: number; readonly to: number }
  | { readonly ok: false; readonly error: "not_a_day" | "range_too_long"; readonly message: string };

/** From the first moment of one day to the end of another, ms since the epoch; or an answer that says what is wrong with the days. */
export function spanOf(asked: { readonly from?: string | undefined; readonly until?: string | undefined }, bounds: Bounds): Span {
  const { now, time, days, most } = bounds;
  const dayAt = (offset: number) => time.date(now + offset * DAY_MS);
  // one day that is named is meant alone when the future is asked for, and up to today when the past is
  const from = asked.from ?? (days < 0 ? (asked.until ?? dayAt(days)) : dayAt(0));
  const until = asked.until ?? (days < 0 ? dayAt(0) : (asked.from ?? dayAt(days)));
  const span = { from: time.startOfDay(from), to: time.endOfDay(until) };
  if (!(span.from < span.to)) return { ok: false, error: "not_a_day", message: "Give days as YYYY-MM-DD, the first one first." };
  if (span.to - span.from > (most + 1) * DAY_MS) {
    return { ok: false, error: "range_too_long", message: `Ask for at most ${most} days at a time.` };
  }
  return { ok: true, ...span };
}
