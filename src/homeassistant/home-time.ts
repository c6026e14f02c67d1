/** Writes times as they are in the home. */
export interface HomeTime {
  /** `2026-11-21 22:32` */
  minute(at: number): string;
  /** `2026-11-21T22:32:41+01:00` */
  iso(at: number): string;
}

/** For an IANA zone as Home Assistant tells it; a zone that this machine does not know is written as UTC. `at` is ms since the epoch. */
export function homeTime(timeZone: string): HomeTime {
  const format = formatOf(timeZone) ?? formatOf("UTC");
  const partsOf = (at: number) => new Map(format?.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = (parts: ReadonlyMap<string, string>) => `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  return {
    minute(at) {
      const parts = partsOf(at);
      return `${day(parts)} ${parts.get("hour")}:${parts.get("minute")}`;
    },
    iso(at) {
      const parts = partsOf(at);
      const offset = parts.get("timeZoneName")?.replace(/^GMT/, "") || "+00:00";
      return `${day(parts)}T${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}${offset}`;
    },
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
  } catch {
    return undefined;
  }
}
