/** All texts and numbers in a value, at any depth, as texts. Names of fields are left out, and yes, no and nothing. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
