import type { Connected, HomeConnection } from "./connection/connection.ts";
import { pause } from "./connection/pacing.ts";
import type { StatesLoaded } from "./registry/states.ts";

/** How often a starting Home Assistant is asked whether it runs; the question is answered from memory. */
const POLL_MS = 250;
/** A start counts as seen from its first second if no more than this lies between a refused attempt and our login. */
const FIRST_SECOND_MS = 1_000;

/** `get_config`, as far as it is used. */
export interface CoreConfig {
  readonly state: string;
  readonly location_name: string;
  readonly time_zone: string;
  readonly language: string;
  readonly version: string;
  readonly unit_system?: { readonly temperature?: string };
  readonly latitude?: number;
  readonly longitude?: number;
  readonly country?: string | null;
  readonly currency?: string;
}

/**
 * One start of Home Assistant's process. No state outlives it: if after a login not one state is the same as before, it is a new one, as
 * old as its oldest state. We were there from its first second if an attempt was refused within a second before the login, and Home Assistant
 * was not running yet (behind the Supervisor's proxy this is never so). What has no service at our login had not begun.
 */
export interface CoreStart {
  /** When the process began, ms since the epoch by Home Assistant's clock: never too early, late by some seconds at most. */
  readonly at: number;
  readonly seenFromFirstSecond: boolean;
  /**
   * Domains that had services at our login, all of them if Home Assistant was running by then. One that is missing had not begun: our
   * subscriptions were sent before, so nothing it did was missed. This is sharper than the first second.
   */
  readonly servicesAtLogin: ReadonlySet<string>;
}

/** A start before it is announced: the services are not known when Home Assistant was running already. */
export type NewStart = Omit<CoreStart, "servicesAtLogin"> & { readonly servicesAtLogin: ReadonlySet<string> | undefined };

/** What was found directly after a login. `services` are the domains that had any; not asked of a running Home Assistant. */
export interface CoreAtLogin {
  readonly running: boolean;
  readonly services: ReadonlySet<string> | undefined;
}

type Commands = Pick<HomeConnection, "command">;

/** Asks what Home Assistant can do at this moment; repeated until answered. Undefined when the signal aborted before. */
export function readCoreAtLogin(connection: Commands, signal: AbortSignal): Promise<CoreAtLogin | undefined> {
  return askUntilAnswered(signal, async () => {
    const { state } = await connection.command<CoreConfig>({ type: "get_config" }, { signal });
    if (state === "RUNNING") return { running: true, services: undefined };
    const services = await connection.command<Record<string, unknown>>({ type: "get_services" }, { signal });
    return { running: false, services: new Set(Object.keys(services)) };
  });
}

/** Resolves when Home Assistant runs or the signal aborts. */
export async function untilRunning(connection: Commands, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const config = await askUntilAnswered(signal, () => connection.command<CoreConfig>({ type: "get_config" }, { signal }));
    if (config?.state === "RUNNING") return;
    await pause(POLL_MS, signal);
  }
}

/** A start that a login found. `core` is left out when nothing is known of how early that login was. */
export function coreStartAt(connected: Connected, { oldestChange }: StatesLoaded, core?: CoreAtLogin): NewStart {
  const refusedJustBefore = connected.sinceFailureMs !== undefined && connected.sinceFailureMs <= FIRST_SECOND_MS;
  return {
    at: oldestChange ?? connected.at,
    seenFromFirstSecond: refusedJustBefore && core?.running === false,
    servicesAtLogin: core?.services,
  };
}

async function askUntilAnswered<Answer>(signal: AbortSignal, question: () => Promise<Answer>): Promise<Answer | undefined> {
  while (!signal.aborted) {
    try {
      return await question();
    } catch {
      // Not ready, or the connection is going: the next answer, or the signal, tells.
      await pause(POLL_MS, signal);
    }
  }
  return undefined;
}
