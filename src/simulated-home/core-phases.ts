import { invalidCall, unknownService } from "./refusal.ts";

/** `early` has few states and integrations, `telegram` has the bot polling but not its services, `filling` has all states. */
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

/** What Home Assistant has and says in each phase of its start (recorded: shared answers of a starting core). */
export function createPhases({ first }: { first: Phase }) {
  let phase = first;
  const isFull = () => phase === "running" || phase === "filling";
  const polling = () => phase !== "down" && phase !== "early";
  const hasServices = (domain: string) => isFull() || EARLY_SERVICES.includes(domain) || (domain === "telegram_bot" && polling());
  return {
    get now(): Phase {
      return phase;
    },
    move(to: Phase): void {
      phase = to;
    },
    /** As `get_config` says. */
    get coreState() {
      return phase === "running" ? "RUNNING" : "NOT_RUNNING";
    },
    /** Whether Home Assistant takes updates from Telegram. */
    get polls() {
      return polling();
    },
    hasEntities: (domain: string): boolean =>
      isFull() || (phase !== "down" && (EARLY_ENTITIES.includes(domain) || (polling() && ["event", "notify"].includes(domain)))),
    hasCommand: (type: string): boolean => isFull() || !LATE_COMMANDS.some((prefix) => type.startsWith(prefix)),
    hasServices,
    /** Throws what Home Assistant answers to a service whose integration is not there yet. */
    assertService(domain: string, service: string): void {
      if (domain === "telegram_bot" && polling() && !isFull()) {
        throw invalidCall("Home Bot is not loaded", "entry_not_loaded", "telegram_bot", { telegram_bot: "Home Bot" });
      }
      if (!hasServices(domain)) throw unknownService(domain, service);
    },
  };
}

export type Phases = ReturnType<typeof createPhases>;
