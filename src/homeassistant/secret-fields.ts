/** Arguments that open doors. They are sent to Home Assistant and told to nobody else. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(["code", "pin", "password", "usercode", "user_code"]);

const HIDDEN = "•••";

/** A call's data for receipts and records: codes are hidden. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, SECRET_FIELDS.has(field) ? HIDDEN : value]));
}

/** An error text without the codes of the call that it is about. */
export function redactSecrets(text: string, data: Readonly<Record<string, unknown>>): string {
  const secrets = Object.entries(data).flatMap(([field, value]) => (SECRET_FIELDS.has(field) ? [String(value)] : []));
  return secrets.reduce((redacted, secret) => (secret === "" ? redacted : redacted.replaceAll(secret, HIDDEN)), text);
}
