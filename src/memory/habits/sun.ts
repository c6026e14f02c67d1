import { DAY_MINUTES } from "./local-days.ts";

/** Degrees, north and east positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const RADIANS = Math.PI / 180;
const MINUTE_MS = 60_000;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** The sun's upper edge at the horizon, as refraction shows it. */
const HORIZON = -0.833;

/**
 * Sunset or sunrise nearest to noon of the UTC day that holds `at` (ms): within five minutes outside the polar circles (NOAA's short solar
 * equations); undefined where the sun does not rise or set that day.
 */
export function sunEvent(event: "sunset" | "sunrise", at: number, { latitude, longitude }: Place): number | undefined {
  const midnight = Math.floor((at + (longitude / 360) * DAY_MS) / DAY_MS) * DAY_MS;
  const { declination, equation } = sunOn(midnight);
  const cosine =
    Math.sin(HORIZON * RADIANS) / (Math.cos(latitude * RADIANS) * Math.cos(declination)) -
    Math.tan(latitude * RADIANS) * Math.tan(declination);
  if (Math.abs(cosine) > 1) return undefined;
  const angle = Math.acos(cosine) / RADIANS;
  const noon = DAY_MINUTES / 2 - 4 * longitude - equation;
  return midnight + (noon + (event === "sunset" ? 4 : -4) * angle) * MINUTE_MS;
}

function sunOn(midnight: number): { declination: number; equation: number } {
  const year = Date.UTC(new Date(midnight).getUTCFullYear(), 0, 1);
  const angle = (2 * Math.PI * ((midnight - year) / DAY_MS)) / 365;
  const equation =
    229.18 *
    (0.000075 + 0.001868 * Math.cos(angle) - 0.032077 * Math.sin(angle) - 0.014615 * Math.cos(2 * angle) - 0.040849 * Math.sin(2 * angle));
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle) -
    0.002697 * Math.cos(3 * angle) +
    0.00148 * Math.sin(3 * angle);
  return { declination, equation };
}
