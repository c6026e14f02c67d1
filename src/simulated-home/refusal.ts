/** An error as Home Assistant puts it into a result frame; codes and texts are those of the recordings. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: string;
  readonly translation:
    | { readonly key: string; readonly domain: string; readonly placeholders: Readonly<Record<string, string>> | null }
    | undefined;

  constructor(code: string, message: string, translation?: { key: string; domain: string; placeholders: Record<string, string> | null }) {
    super(message);
    this.code = code;
    this.translation = translation;
  }

  /** The `error` of a result frame. */
  get frame(): Record<string, unknown> {
    const plain = { code: this.code, message: this.message };
    if (!this.translation) return plain;
    const { key, domain, placeholders } = this.translation;
    return { ...plain, translation_key: key, translation_placeholders: placeholders, translation_domain: domain };
  }
}

/** `invalid_format`, the answer to fields that do not fit a service or a command. */
export function invalidFormat(message: string): Refusal {
  return new Refusal("invalid_format", message);
}

/** `service_validation_error` with its translation key. */
export function invalidCall(message: string, key: string, domain: string, placeholders: Record<string, string> | null = null): Refusal {
  return new Refusal("service_validation_error", `Validation error: ${message}`, { key, domain, placeholders });
}

/** `not_found`, the answer to a service that is not registered. */
export function unknownService(domain: string, service: string): Refusal {
  return new Refusal("not_found", `Service ${domain}.${service} not found.`, {
    key: "service_not_found",
    domain: "homeassistant",
    placeholders: { domain, service },
  });
}

/** `unknown_command`, also the answer to commands of an integration that is not loaded yet. */
export function unknownCommand(): Refusal {
  return new Refusal("unknown_command", "Unknown command.");
}
