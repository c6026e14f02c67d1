/** What the home says about itself. */
export interface CoreInfo {
  readonly name: string;
  readonly timeZone: string;
  readonly version: string;
  readonly people: readonly { name: string; userId: string }[];
  /** `RUNNING` or `NOT_RUNNING`. */
  state(): string;
}

/** The answer to `get_config`. */
export function configOf(info: CoreInfo): Record<string, unknown> {
  return {
    allowlist_external_dirs: ["/media"],
    allowlist_external_urls: [],
    components: ["automation", "conversation", "history", "light", "telegram_bot"],
    config_dir: "/config",
    config_source: "storage",
    country: "DE",
    currency: "EUR",
    debug: false,
    elevation: 34,
    external_url: null,
    internal_url: null,
    language: "en",
    latitude: 52.52,
    location_name: info.name,
    logging: { log_file_disabled_reason: null },
    longitude: 13.405,
    radius: 100,
    recovery_mode: false,
    safe_mode: false,
    state: info.state(),
    time_zone: info.timeZone,
    unit_system: {
      length: "km",
      accumulated_precipitation: "mm",
      area: "m²",
      mass: "g",
      pressure: "Pa",
      temperature: "°C",
      volume: "L",
      wind_speed: "m/s",
    },
    version: info.version,
    whitelist_external_dirs: ["/media"],
  };
}

/** A row of `config_entries/get`. */
export function configEntry(entryId: string, domain: string, title: string): Record<string, unknown> {
  return {
    created_at: 0,
    entry_id: entryId,
    domain,
    modified_at: 0,
    title,
    source: "user",
    state: "loaded",
    supports_options: true,
    supports_remove_device: false,
    supports_unload: true,
    supports_reconfigure: true,
    supported_subentry_types: domain === "telegram_bot" ? { allowed_chat_ids: { supports_reconfigure: false } } : {},
    pref_disable_new_entities: false,
    pref_disable_polling: false,
    disabled_by: null,
    reason: null,
    error_reason_translation_domain: null,
    error_reason_translation_key: null,
    error_reason_translation_placeholders: null,
    num_subentries: domain === "telegram_bot" ? 3 : 0,
  };
}

/** A row of `config/auth/list`. */
export function authUser(name: string, id: string, owner: boolean): Record<string, unknown> {
  return {
    id,
    username: name.toLowerCase(),
    name,
    is_owner: owner,
    is_active: true,
    local_only: false,
    system_generated: false,
    group_ids: [owner ? "system-admin" : "system-users"],
    credentials: [{ type: "homeassistant" }],
  };
}
