import { z } from "zod";
import type { Entity } from "../registry/home.ts";
import type { Answers } from "./answers.ts";

const event = z.object({
  /** ISO with a zone, or a day (`2026-11-21`) for an event of whole days; `end` is not part of it any more. */
  start: z.string(),
  end: z.string(),
  summary: z.string().nullish(),
  location: z.string().nullish(),
  description: z.string().nullish(),
});
const form = z.object({ events: z.array(event) });

export interface CalendarEvent extends z.infer<typeof event> {
  readonly calendar: string;
}

export interface CalendarEvents {
  /** In the order of their beginnings. */
  readonly events: readonly CalendarEvent[];
  /** Calendars that could not be read, with the reason. */
  readonly failed: readonly { readonly name: string; readonly reason: unknown }[];
}

interface AskedEvents {
  readonly calendars: readonly Entity[];
  /** ISO with a zone. */
  readonly from: string;
  readonly to: string;
  readonly signal?: AbortSignal;
}

/** Events of several calendars between two times. A calendar that fails leaves out no other. */
export async function readEvents(answers: Answers, { calendars, from, to, signal }: AskedEvents): Promise<CalendarEvents> {
  const data = { start_date_time: from, end_date_time: to };
  // a whole day begins at the home's midnight
  const zone = from.slice("2026-11-21T22:32:41".length);
  const begins = ({ start }: CalendarEvent) => Date.parse(start.includes("T") ? start : `${start}T00:00:00${zone}`);
  const read = await Promise.allSettled(
    calendars.map(async ({ entityId, state }) => {
      if (state.state === "unavailable") throw new Error("It is unavailable.");
      return (await answers("calendar.get_events", { entityId, data, form, signal })).events;
    }),
  );
  const named = calendars.map(({ name }, index) => ({ name, result: read[index] }));
  return {
    events: named
      .flatMap(({ name, result }) => (result?.status === "fulfilled" ? result.value.map((one) => ({ calendar: name, ...one })) : []))
      .sort((one, other) => begins(one) - begins(other)),
    failed: named.flatMap(({ name, result }) => (result?.status === "rejected" ? [{ name, reason: result.reason }] : [])),
  };
}
