import { ANY_SERVICE } from "./action-facts.ts";
import type { Effect } from "./effect.ts";

interface DomainRule {
  readonly otherwise: Effect;
  /** The worst that one of its services can do to an entity. */
  readonly any: Effect;
  readonly services: ReadonlyMap<string, Effect>;
}

type Named = readonly (readonly [effect: Effect, services: string])[];

function rule(otherwise: Effect, any: Effect = otherwise, named: Named = []): DomainRule {
  const services = new Map(named.flatMap(([effect, names]) => names.split(" ").map((name) => [name, effect] as const)));
  return { otherwise, any, services };
}

function all(domains: string, made: DomainRule): readonly (readonly [string, DomainRule])[] {
  return domains.split(" ").map((domain) => [domain, made] as const);
}

const SWITCHING = "turn_on turn_off toggle";

/** What services do by their name alone, by domain. Services that a known domain is not known to have are unknown. */
const DOMAINS: ReadonlyMap<string, DomainRule> = new Map([
  ["light", rule("unknown", "light", [["light", SWITCHING]])],
  ["switch", rule("unknown", "power", [["power", SWITCHING]])],
  [
    "fan",
    rule("unknown", "comfort", [
      ["comfort", `${SWITCHING} set_percentage set_preset_mode set_direction set_speed oscillate increase_speed decrease_speed`],
    ]),
  ],
  ["climate", rule("comfort")],
  ["humidifier", rule("comfort")],
  ["media_player", rule("media")],
  ["remote", rule("media", "write-raw", [["write-raw", "send_command learn_command delete_command"]])],
  ["cover", rule("cover")],
  ["lock", rule("unlock", "unlock", [["lock", "lock"]])],
  [
    "alarm_control_panel",
    rule("unknown", "disarm", [
      ["arm", "alarm_arm_away alarm_arm_home alarm_arm_night alarm_arm_vacation alarm_arm_custom_bypass"],
      ["disarm", "alarm_disarm"],
      ["siren", "alarm_trigger"],
    ]),
  ],
  ...all("camera image image_processing", rule("watch")),
  ["siren", rule("siren", "siren", [["power", "turn_off"]])],
  ["valve", rule("valve", "valve", [["cover", "close_valve"]])],
  ["water_heater", rule("heat", "heat", [["comfort", "turn_off"]])],
  ["vacuum", rule("vacuum", "write-raw", [["write-raw", "send_command"]])],
  ["lawn_mower", rule("vacuum", "mow", [["mow", "start_mowing"]])],
  ...all("tts persistent_notification", rule("announce")),
  ...all("notify smtp mail google_mail signal_messenger matrix slack discord whatsapp", rule("message-out")),
  [
    "telegram_bot",
    rule("unknown", "unknown", [
      [
        "message-out",
        "send_message send_photo send_video send_voice send_document send_location send_poll send_sticker send_animation send_media_group",
      ],
    ]),
  ],
  ["assist_satellite", rule("unknown", "unknown", [["message-out", "announce"]])],
  ...all("mqtt zwave_js ozw zwave zha modbus knx esphome matter zigbee2mqtt deconz homematic homematicip_local insteon", rule("write-raw")),
  ...all("rfxtrx rflink velbus lcn ihc enocean isy994 pilight ads serial localtuya opentherm_gw ebusd broadlink", rule("write-raw")),
  ...all("infrared radio_frequency xiaomi_miio tuya_local bacnet plc s7 dynalite", rule("write-raw")),
  ...all("shell_command python_script pyscript rest_command command_line appdaemon nodered", rule("run-code")),
  ["hassio", rule("system", "system", [["run-code", "addon_stdin app_stdin"]])],
  ...all("homeassistant backup update recorder logger system_log cloud person zone frontend config lovelace", rule("system")),
  ...all("device_tracker profiler repairs hacs http network hardware downloader ota spook supervisor auth", rule("system")),
  ["group", rule("system", "unknown")],
  [
    "scene",
    rule("system", "routine", [
      ["routine", "turn_on"],
      ["unknown", "apply"],
    ]),
  ],
  ["script", rule("routine")],
  ...all("automation own_script own_scene", rule("routine")),
  ...all("button input_button", rule("routine")),
  ...all("timer counter todo shopping_list calendar schedule", rule("helper")),
  ...all("number select input_number input_select input_boolean input_datetime date time datetime", rule("helper")),
  ["weather", rule("unknown", "helper", [["helper", "get_forecasts get_forecast"]])],
  ...all("input_text text", rule("unknown")),
]);

/** Domains of entities that can only be read: one beside the others changes nothing. */
const READ_ONLY: ReadonlySet<string> = new Set(["sensor", "binary_sensor", "sun", "event", "weather", "air_quality", "zone", "person"]);

/** What a service does, by its name alone; for `any` the worst that its domain can do to an entity. Unknown for what is in no table. */
export function effectOfService(domain: string, name: string): Effect {
  if (name === "reload" || name.startsWith("reload_")) return "system";
  const found = DOMAINS.get(domain);
  if (!found) return name === "send_command" ? "write-raw" : "unknown";
  if (name === ANY_SERVICE) return found.any;
  return found.services.get(name) ?? found.otherwise;
}

/** The worst that bringing an entity to a state does, of `any` of its services: a scene sends no commands, and starts what is not looked into. */
export function effectOfState(domain: string, any: Effect): Effect {
  if (any === "routine") return "unknown";
  return any === "write-raw" ? (DOMAINS.get(domain)?.otherwise ?? "unknown") : any;
}

/** True if the domain has a service to turn its entities on and off, so that a generic one means that. */
export function isSwitched(domain: string): boolean {
  return SWITCHED.has(domain) || DOMAINS.get(domain)?.services.has("turn_on") === true;
}

const SWITCHED: ReadonlySet<string> = new Set(
  "climate humidifier media_player remote siren camera water_heater input_boolean script automation scene".split(" "),
);

export function isReadOnly(domain: string): boolean {
  return READ_ONLY.has(domain);
}
