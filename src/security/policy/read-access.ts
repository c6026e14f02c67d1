import type { Role } from "./policy-input.ts";

const ROUTINE_DOMAINS: ReadonlySet<string> = new Set(["automation", "script", "scene"]);

export function isRoutine(domain: string): boolean {
  return ROUTINE_DOMAINS.has(domain);
}

/** Grown-ups of the house know what others did; children and guests what they asked for themselves. */
export function mayReadOthers(role: Role): boolean {
  return role === "owner" || role === "adult";
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
