import type { ServiceDescription } from "./service-descriptions.ts";

/** What the service does with automations of its own, in the same way: written by Home Assistant's config API. Only code proposes them. */
export const AUTOMATION_SAVE = "automation.save";
export const AUTOMATION_REMOVE = "automation.remove";
const OF_AUTOMATIONS: ReadonlySet<string> = new Set([AUTOMATION_SAVE, AUTOMATION_REMOVE]);
export const CHANGES_AUTOMATION: ServiceDescription = { fields: new Map(), target: undefined, response: "none" };

/** How ids of the service's own automations begin. */
const OWN_AUTOMATION = "hpa_";
export const SWITCHES_ON_AUTOMATION = "automation.turn_on";
export const SWITCHES_AUTOMATION = /^automation\.turn_o(?:n|ff)$/;

/** What an automation may look at, exposed or not. */
export const OF_THE_HOME = /^(?:zone|sun|person)\./;

export function isAutomationChange(service: string): boolean {
  return OF_AUTOMATIONS.has(service);
}

export function isOwnAutomation(id: unknown): boolean {
  return typeof id === "string" && id.startsWith(OWN_AUTOMATION);
}
