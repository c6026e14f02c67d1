import type { HomeTime } from "../../homeassistant/home-time.ts";
import type { Catalogue } from "../../languages/catalogue.ts";

const DAY_MS = 86_400_000;
/** About eleven months: a date further off is one of another year than people expect. */
const PLAIN_DAYS = 334;

interface MomentWordsInput {
  readonly catalogue: Catalogue;
  readonly time: Pick<HomeTime, "date">;
  /** IANA, of the home. */
  readonly timeZone: string;
  /** ms since the epoch */
  readonly now: number;
}

/** Words for times (ms since the epoch) in one language and the home's time. */
export function createMomentWords({ catalogue, time, timeZone, now }: MomentWordsInput) {
  const clock = (at: number) => catalogue.time(at, { timeZone, timeStyle: "short" });
  const dateOf = (at: number) => Date.parse(time.date(at));
  const daysTo = (at: number) => Math.round((dateOf(at) - dateOf(now)) / DAY_MS);

  /** "Tomorrow", or the weekday with its date. */
  function day(at: number): string {
    const offset = daysTo(at);
    if (Math.abs(offset) < 2) return catalogue.day(offset);
    const year = Math.abs(offset) > PLAIN_DAYS ? ({ year: "numeric" } as const) : {};
    return catalogue.time(at, { timeZone, weekday: "long", day: "numeric", month: "long", ...year });
  }

  /** "Tomorrow at 07:00". */
  const moment = (at: number): string => catalogue.text("when.moment", { day: day(at), time: clock(at) });

  return {
    clock,
    /** A time of day, on whatever day. */
    wallClock: (hour: number, minute: number): string =>
      catalogue.time(Date.UTC(1970, 0, 1, hour, minute), { timeZone: "UTC", timeStyle: "short" }),
    day,
    /** How many days from today; negative for days that are over. */
    daysTo,
    moment,
    /** The time alone where it is today's: after "until" and "since". */
    bound: (at: number): string => (daysTo(at) === 0 ? clock(at) : moment(at)),
  };
}
