import { randomUUID } from "node:crypto";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** An id as Home Assistant gives contexts and config entries: a ULID, 10 characters of time and 16 random ones. */
export function ulid(at: number): string {
  let time = "";
  for (let rest = Math.floor(at), left = TIME_CHARACTERS; left > 0; left--, rest = Math.floor(rest / 32))
    time = CROCKFORD.charAt(rest % 32) + time;
  return time + hexId().slice(0, RANDOM_CHARACTERS).toUpperCase();
}

/** An id as Home Assistant gives users, devices and registry rows: 32 hex digits. */
export function hexId(): string {
  return randomUUID().replaceAll("-", "");
}

/** The object id that Home Assistant makes of a name: lower case, ASCII, underscores. */
export function slug(name: string): string {
  return (
    name
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_|_$/g, "") || "unknown"
  );
}

/** `light` of `light.kitchen`. */
export function domainOf(entityId: string): string {
  return entityId.slice(0, entityId.indexOf("."));
}

/** Seconds since the epoch as Home Assistant writes times with the smallest step of a microsecond. */
export function seconds(at: number): number {
  return Math.round(at * 1000) / 1_000_000;
}

/** `2026-11-21T22:31:47.392549+00:00` of ms since the epoch. */
export function isoTime(at: number): string {
  const micros = Math.round((at - Math.floor(at)) * 1000)
    .toString()
    .padStart(3, "0");
  return new Date(Math.floor(at)).toISOString().replace("Z", `${micros === "1000" ? "999" : micros}+00:00`);
}
