import { z } from "zod";
import type { ReadTool } from "../../agent/toolbox.ts";
import { type HomeTime, homeTime } from "../../homeassistant/home-time.ts";
import type { Answers } from "../../homeassistant/reading/answers.ts";
import { type CalendarEvent, readEvents } from "../../homeassistant/reading/calendar-events.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { askedDays, spanOf } from "../asked-days.ts";
import { accessDomain, LONGEST_NAME, LONGEST_TEXT, shorten } from "../entity-access.ts";
import { thatFit } from "../history/history-actions.ts";
import { defineReadTool, failureOf } from "../tool.ts";

/** From today on, where no day is named. */
const DEFAULT_DAYS = 7;
/** Integrations read every event of a range, repeated ones too. */
const MOST_DAYS = 100;
const MOST_EVENTS = 40;

const input = z.object({
  ...askedDays,
  entity_id: z.string().max(255).optional(),
});

interface CalendarDependencies {
  readonly home: Pick<Home, "find" | "isHidden" | "nearest" | "exposed" | "domains" | "info">;
  readonly answers: Answers;
  readonly now: () => number;
}

/** Events of the exposed calendars between two days of the home, the first ones first; guests see none. */
export function createGetCalendarEvents({ home, answers, now }: CalendarDependencies): ReadTool {
  const tool = defineReadTool(
    "get_calendar_events",
    "Events of the calendars.",
    input,
    async ({ from, until, entity_id }, caller, signal) => {
      if (caller.role === "guest") return { ok: false, error: "household_only", message: "Calendars are readable by the household." };
      const access = accessDomain(home, "calendar", entity_id, caller);
      if (!access.ok) return access.result;
      const time = homeTime(home.info.timeZone);
      const span = spanOf({ from, until }, { now: now(), time, days: DEFAULT_DAYS, most: MOST_DAYS });
      if (!span.ok) return span;
      const [start, end] = [time.iso(span.from), time.iso(span.to)];
      const { events, failed } = await readEvents(answers, { calendars: access.entities, from: start, to: end, signal });
      if (failed.length === access.entities.length) return failureOf(failed[0]?.reason);
      const head = { ok: true, from: start.slice(0, 10), until: time.date(span.to - 1) } as const;
      const rows = events.map((one) => toldEvent(one, time, access.entities.length > 1));
      const shown = thatFit(head, rows, MOST_EVENTS);
      return {
        ...head,
        read: { kind: "events", events, failed },
        events: shown,
        ...(rows.length === 0 && { note: "There is nothing in these days." }),
        ...(rows.length > shown.length && { later_events_left_out: rows.length - shown.length }),
        ...(failed.length > 0 && { not_read: failed.map(({ name }) => shorten(name, LONGEST_NAME)) }),
        origin: rows.length > 0 ? "outside" : "home",
      };
    },
  );
  return { ...tool, offered: () => home.domains.has("calendar") };
}

/** In the home's time; the last day of an event of whole days is told, not the one after it. */
function toldEvent({ start, end, summary, location, description, calendar }: CalendarEvent, time: HomeTime, isOneOfSeveral: boolean) {
  const isWhole = !start.includes("T");
  const from = isWhole ? time.startOfDay(start) : Date.parse(start);
  const to = isWhole ? time.startOfDay(end) - 1 : Date.parse(end);
  const [first, last] = [time.weekday(from), time.weekday(to)];
  const clock = (at: number) => time.minute(at).slice(11);
  const until = first === last ? "" : ` to ${last}`;
  return {
    when: isWhole ? `${first}${until}, all day` : `${first} ${clock(from)}${until === "" ? " to" : until} ${clock(to)}`,
    what: shorten(summary ?? "", LONGEST_TEXT),
    ...(location && { where: shorten(location, LONGEST_TEXT) }),
    ...(description && { about: shorten(description, LONGEST_TEXT) }),
    ...(isOneOfSeveral && { calendar: shorten(calendar, LONGEST_NAME) }),
  };
}
