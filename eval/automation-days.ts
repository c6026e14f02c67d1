import type { HistoryChange } from "../src/homeassistant/history/history.ts";
import { homeTime } from "../src/homeassistant/home-time.ts";

export const TIME_ZONE = "Europe/Berlin";
/** Friday to Monday: days of work and of the weekend. */
const DAYS = ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"] as const;
const WEEKEND: ReadonlySet<string> = new Set(["2026-11-28", "2026-11-29"]);

type Script = readonly [start: string, ...changes: (readonly [clock: string, state: string])[]];

/** What happens in the demo home on each of the days, no two things at a time. */
const SCRIPT: Readonly<Record<string, Script>> = {
  "sun.sun": ["below_horizon", ["07:30", "above_horizon"], ["16:00", "below_horizon"]],
  "person.ben": ["home", ["08:10", "not_home"], ["17:30", "home"]],
  "person.anna": ["home", ["09:10", "not_home"], ["18:20", "home"]],
  "zone.home": ["2", ["08:10", "1"], ["09:10", "0"], ["17:30", "1"], ["18:20", "2"]],
  "lock.front_door": ["locked", ["09:05", "unlocked"], ["09:06", "locked"], ["22:15", "unlocked"], ["22:40", "locked"]],
  "binary_sensor.hallway_motion": ["off", ["06:30", "on"], ["06:32", "off"], ["23:05", "on"], ["23:20", "off"]],
  "binary_sensor.kitchen_window": ["off", ["12:00", "on"], ["12:40", "off"]],
  "cover.garage_door": ["closed", ["07:55", "open"], ["08:05", "closed"], ["21:05", "open"], ["21:40", "closed"]],
  "sensor.bedroom_temperature": ["20", ["03:00", "17.5"], ["06:10", "20"], ["14:05", "24.6"], ["15:10", "21"]],
  "sensor.bathroom_humidity": ["58", ["07:05", "75"], ["07:45", "60"]],
  "sensor.washing_machine_status": ["idle", ["10:20", "running"], ["11:35", "finished"], ["12:50", "idle"]],
  "media_player.living_room_tv": ["off", ["20:05", "playing"], ["22:05", "off"]],
  "switch.coffee_machine": ["off", ["06:50", "on"], ["08:20", "off"]],
  "light.kitchen_light": ["off", ["21:15", "on"], ["23:30", "off"]],
  "vacuum.robot": ["docked", ["04:00", "unavailable"], ["05:30", "docked"], ["15:10", "cleaning"], ["15:40", "docked"]],
  "input_button.doorbell": ["2026-11-01T10:00:00+00:00", ["15:20", "pressed"]],
};

const at = (day: string, clock: string): number => homeTime(TIME_ZONE).at(`${day}T${clock}`);
export const FROM = at(DAYS[0], "00:00");
export const TO = at("2026-12-01", "00:00");

/** The states of those days, by entity. */
export function scripted(): ReadonlyMap<string, readonly HistoryChange[]> {
  return new Map(
    Object.entries(SCRIPT).map(([entityId, [start, ...changes]]) => {
      const all = DAYS.flatMap((day) =>
        // a button's state is when it was pressed
        changes.map(([clock, state]) => ({ at: at(day, clock), state: state === "pressed" ? `${day}T${clock}:00+01:00` : state })),
      );
      return [entityId, [{ at: FROM - 3_600_000, state: start }, ...all]];
    }),
  );
}

/** `* 16:00` is each day, `wd` from Monday to Friday, `we` the weekend, `11-27` that day. */
export function momentsOf(lines: readonly string[]): readonly number[] {
  return lines
    .flatMap((line) => {
      const [days = "", clock = ""] = line.split(" ");
      const fits = (day: string) =>
        days === "*" || (days === "wd" ? !WEEKEND.has(day) : days === "we" ? WEEKEND.has(day) : day.endsWith(days));
      return DAYS.filter(fits).map((day) => at(day, clock));
    })
    .toSorted((one, other) => one - other);
}
