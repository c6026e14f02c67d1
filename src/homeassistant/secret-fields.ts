/** Arguments that open doors. They are sent to Home Assistant and told to nobody else. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(["code", "pin", "password", "usercode", "user_code"]);

const HIDDEN = "•••";

/** A call's data for receipts and records: codes are hidden, however deep they stand. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, SECRET_FIELDS.has(field) ? HIDDEN : deep(value)]));
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return isRecord(value) ? withoutSecrets(value) : value;
}

/** An error text without the codes of the call that it is about. */
export function redactSecrets(text: string, data: Readonly<Record<string, unknown>>): string {
  return secretsOf(data).reduce((redacted, secret) => (secret === "" ? redacted : redacted.replaceAll(secret, HIDDEN)), text);
}

function secretsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsOf);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => (SECRET_FIELDS.has(field) ? [String(inner)] : secretsOf(inner)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
