import { invalidCall, unknownService } from "./refusal.ts";

/**
 * Where Home Assistant is between down and running: `early` answers with few states and few integrations, `telegram` has the bot polling
 * but its services not ready, `filling` has all states, `running` has fired `homeassistant_started`.
 */
export type Phase = "down" | "early" | "telegram" | "filling" | "running";

/** Domains whose entities and services are there from the first moment. */
const EARLY_ENTITIES = ["scene", "script", "input_boolean", "input_number", "input_select", "input_button", "person", "zone", "sun"];
const EARLY_SERVICES = ["homeassistant", "persistent_notification", "light", "input_boolean", "script", "scene"];
const LATE_COMMANDS = [
  "conversation/",
  "history/",
  "person/",
  "todo/",
  "frontend/",
  "logbook/",
  "automation/",
  "trace/",
  "mqtt/",
  "blueprint/",
];

export interface Phases {
  readonly now: Phase;
  move(to: Phase): void;
  /** `RUNNING` or `NOT_RUNNING`, as `get_config` says. */
  readonly coreState: string;
  /** Whether Home Assistant takes updates from Telegram. */
  readonly polls: boolean;
  /** Whether entities of a domain are loaded. */
  hasEntities(domain: string): boolean;
  hasCommand(type: string): boolean;
  /** Throws what Home Assistant answers to a service whose integration is not there yet. */
  assertService(domain: string, service: string): void;
}

/** What Home Assistant has and says in each phase of its start (recorded: shared answers of a starting core). */
export function createPhases({ first }: { first: Phase }): Phases {
  let phase = first;
  const polling = () => phase !== "down" && phase !== "early";
  return {
    get now() {
      return phase;
    },
    move(to) {
      phase = to;
    },
    get coreState() {
      return phase === "running" ? "RUNNING" : "NOT_RUNNING";
    },
    get polls() {
      return polling();
    },
    hasEntities: (domain) =>
      phase === "running" ||
      phase === "filling" ||
      (phase !== "down" && (EARLY_ENTITIES.includes(domain) || (polling() && ["event", "notify"].includes(domain)))),
    hasCommand: (type) => phase === "running" || phase === "filling" || !LATE_COMMANDS.some((prefix) => type.startsWith(prefix)),
    assertService(domain, service) {
      if (phase === "running" || phase === "filling" || EARLY_SERVICES.includes(domain)) return;
      if (domain === "telegram_bot" && polling()) {
        throw invalidCall("Home Bot is not loaded", "entry_not_loaded", "telegram_bot", { telegram_bot: "Home Bot" });
      }
      throw unknownService(domain, service);
    },
  };
}
