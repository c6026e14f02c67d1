import { ROUTINE_DOMAINS } from "../routines/routine-changes.ts";
import { isGrownUp, type Role } from "./policy-input.ts";

export function isRoutine(domain: string): boolean {
  return ROUTINE_DOMAINS.some((one) => one === domain);
}

/** Grown-ups of the house know what others did; children and guests what they asked for themselves. */
export function mayReadOthers(role: Role): boolean {
  return isGrownUp(role);
}

/** Names and texts of routines tell how a house is guarded and when it is empty: owners alone read them. By domain, entity or service. */
export function mayRead(name: string, role: Role): boolean {
  return role === "owner" || !isRoutine(name.split(".")[0] ?? name);
}

const PEOPLE_DOMAINS: ReadonlySet<string> = new Set(["person", "device_tracker"]);

/** When people came and went tells when the house is empty: guests do not read it. By domain. */
export function mayReadPast(domain: string, role: Role): boolean {
  return role !== "guest" || !PEOPLE_DOMAINS.has(domain);
}

/**
 * Whether somebody may be told when another comes or goes: `consent` of the other is needed, but of the children of the house by its grown-ups. Of
 * whom the options do not name (`undefined`) nobody could ask: owners, who see everybody's place in Home Assistant, may.
 */
export function mayWatch(role: Role, watched: Role | undefined): "free" | "consent" | "never" {
  if (role === "guest") return "never";
  if (watched === undefined) return role === "owner" ? "free" : "never";
  return watched === "child" && mayReadOthers(role) ? "free" : "consent";
}

/** Whether somebody may have others of the house told something, and be told. */
export function isOfHousehold(role: Role): boolean {
  return role !== "guest";
}
