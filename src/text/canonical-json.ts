import { isRecord } from "./is-record.ts";

/** The same text for the same content, in whatever order its fields were written: what is hashed must not depend on that. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner,
  );
}
