import { domainOf, type EntityFacts } from "./action-facts.ts";
import { isReadOnly } from "./effect-domains.ts";
import { classOf } from "./effect-thing.ts";

/** What an owner decided about a device that no fact tells about. */
export const OWNER_DECISIONS = ["fine", "ask", "never"] as const;
export type OwnerDecision = (typeof OWNER_DECISIONS)[number];

export interface Decided {
  readonly decision: OwnerDecision;
  readonly by: string;
}

export function isOwnerDecision(value: unknown): value is OwnerDecision {
  return OWNER_DECISIONS.some((decision) => decision === value);
}

/** Domains whose entities may control anything: a relay, an outlet, a press, a setting of an unknown device. */
const OPEN_ENDED: ReadonlySet<string> = new Set("switch button input_button remote number select humidifier light fan".split(" "));
const SETTINGS: ReadonlySet<string> = new Set(["number", "select"]);
/** A device with one of these is that: its settings stay within what it does. */
const PLAIN_DEVICES: ReadonlySet<string> = new Set(["light", "media_player", "vacuum", "fan", "humidifier", "climate"]);
/** Integrations whose entities do whatever somebody wrote into a config that cannot be read. */
const WRITTEN: ReadonlySet<string> = new Set(["template", "universal", "command_line", "rest"]);
/** What is looked into otherwise, and what asks by its domain in the risky direction. */
const TOLD_BY_DOMAIN: ReadonlySet<string> = new Set("automation script scene lock alarm_control_panel valve siren".split(" "));
/** Only an entity of an integration has its facts: without a registry entry it may be such a one. */
const NEEDS_ENTRY: ReadonlySet<string> = new Set(["light", "fan", "media_player"]);
const LAMP_PLATFORMS: ReadonlySet<string> = new Set(
  "lifx nanoleaf wiz yeelight elgato wled govee_light_local twinkly flux_led led_ble kulersky tradfri".split(" "),
);
/** Classes of buttons of which Home Assistant says what a press does. */
const PRESS_CLASSES: ReadonlySet<string> = new Set(["identify", "restart", "update"]);

/** True if no fact tells what using the entity does: domain, device class, integration, category and the rest of its device. Names tell nothing. */
export function isUnfamiliar(entity: EntityFacts): boolean {
  const { deviceDomains, category, members, wrapped } = entity;
  const domain = domainOf(entity);
  const deviceClass = classOf(entity);
  const platform = entity.platform?.trim().toLowerCase() ?? "";
  if (isReadOnly(domain)) return false;
  if (wrapped) return isUnfamiliar(wrapped);
  if ((WRITTEN.has(platform) && !TOLD_BY_DOMAIN.has(domain)) || platform === "switch_as_x") return true;
  // a group is what its members are, and those are looked at one by one
  if (members.length > 0) return false;
  if (platform === "" && NEEDS_ENTRY.has(domain)) return true;
  if (!OPEN_ENDED.has(domain)) return false;
  const isPlain = deviceDomains.length > 0 && deviceDomains.every((other) => PLAIN_DEVICES.has(other));
  switch (domain) {
    case "light":
      return !isDimmable(entity) && !LAMP_PLATFORMS.has(platform);
    case "fan":
      return !(isPlain || hasSpeeds(entity));
    case "humidifier":
      return deviceClass === "";
    case "remote":
      return !deviceDomains.includes("media_player");
    case "button":
      if (PRESS_CLASSES.has(deviceClass)) return false;
  }
  // a relay or a press is a setting only if the integration knows it as one: a wired output is in the same category
  const isNamed = entity.translationKey !== undefined || SETTINGS.has(domain);
  return !(category !== undefined && isPlain && isNamed);
}

/** `FanEntityFeature`: a relay turns at no speed of its own, and has no modes. */
const SET_SPEED = 1;
const PRESET_MODE = 8;

function hasSpeeds({ attributes }: EntityFacts): boolean {
  return (Number(attributes["supported_features"]) & (SET_SPEED | PRESET_MODE)) !== 0;
}

/** A relay knows on and off only; what can be dimmed or coloured opens no door. */
export function isDimmable({ attributes }: Pick<EntityFacts, "attributes">): boolean {
  return modesOf(attributes).some((mode) => mode !== "onoff" && mode !== "unknown");
}

/** Nothing but a lamp has a colour, warm and cold ones included. */
export function hasColour({ attributes }: Pick<EntityFacts, "attributes">): boolean {
  return modesOf(attributes).some((mode) => mode !== "onoff" && mode !== "unknown" && mode !== "brightness");
}

function modesOf(attributes: EntityFacts["attributes"]): readonly unknown[] {
  const modes = attributes["supported_color_modes"];
  return Array.isArray(modes) ? modes : [];
}
