import { isRecord } from "./is-record.ts";

/** What a text says as JSON; undefined for what is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What stands in a text as a JSON object, in words or a fence; undefined if nothing does. */
export function readJsonWithin(text: string): unknown {
  return readJson(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

/** The same text for the same content, in whatever order its fields were written: what is hashed must not depend on that. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
}

/** All texts and numbers in a value, at any depth, as texts. Names of fields are left out, and yes, no and nothing. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Every text in a value, and the name of every field. */
export function textsAndNamesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsAndNamesIn(inner)]);
}
