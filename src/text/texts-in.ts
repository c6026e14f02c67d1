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
