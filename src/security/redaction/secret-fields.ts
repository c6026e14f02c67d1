import { isRecord } from "../../text/is-record.ts";

/** Fields that open doors or accounts, by their names without `_` and `-` in small letters. Their values are told to nobody. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...["code", "pin", "password", "usercode"],
  ...["token", "accesstoken", "refreshtoken", "apikey", "authorization", "clientsecret"],
]);

const HIDDEN = "•••";

/** True for `code`, `api_key`, `apiKey`, `Access-Token` … */
export function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.replace(/[_-]/g, "").toLowerCase());
}

/** A call's data for receipts and records: codes are hidden, however deep they stand. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, isSecretField(field) ? HIDDEN : deep(value)]));
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
  return Object.entries(value).flatMap(([field, inner]) => (isSecretField(field) ? [String(inner)] : secretsOf(inner)));
}
