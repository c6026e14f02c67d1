/** What a home runs by name or by itself. */
export const ROUTINE_DOMAINS = ["automation", "script", "scene"] as const;
export type RoutineDomain = (typeof ROUTINE_DOMAINS)[number];

/** What the service does with routines of its own, each in the same way: written by Home Assistant's config API. Only code proposes it. */
export interface RoutineChange {
  readonly kind: RoutineDomain;
  readonly isRemoval: boolean;
}

/** A script may be called `save`: no domain of Home Assistant begins so. */
const OWN = "own_";

export function saveOf(kind: RoutineDomain): string {
  return `${kind === "automation" ? "" : OWN}${kind}.save`;
}

export function removalOf(kind: RoutineDomain): string {
  return `${kind === "automation" ? "" : OWN}${kind}.remove`;
}

const CHANGES: ReadonlyMap<string, RoutineChange> = new Map(
  ROUTINE_DOMAINS.flatMap((kind): [string, RoutineChange][] => [
    [saveOf(kind), { kind, isRemoval: false }],
    [removalOf(kind), { kind, isRemoval: true }],
  ]),
);

export function routineChange(service: string): RoutineChange | undefined {
  return CHANGES.get(service);
}

/** The domain that options name for such a change. */
export function domainOfChange(domain: string): string {
  return domain.startsWith(OWN) ? domain.slice(OWN.length) : domain;
}

export const SWITCHES_ON_AUTOMATION = "automation.turn_on";
export const SWITCHES_AUTOMATION = /^automation\.turn_o(?:n|ff)$/;

/** What a routine may look at, exposed or not. */
export const OF_THE_HOME = /^(?:zone|sun|person)\./;

/** How ids of the service's own routines begin. */
export function isOwnRoutine(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("hpa_");
}
