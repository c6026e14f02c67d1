/** Keys under which the keys themselves are data (entity ids, slots, a person's names): only what stands at keys that both have is compared. */
const OPEN = new Set([
  "slots",
  "details",
  "targets",
  "unmatched_slots",
  "exposed_entities",
  "translation_placeholders",
  "options",
  "service_data",
  "config_entries_subentries",
  "chat",
]);
/** What an integration puts there is its own: attributes of states. */
const FREE = new Set(["a", "attributes"]);

/**
 * How the shape of a frame differs from a recorded one, key by key: missing and additional keys, other kinds of values. Empty when they
 * are of one shape. A null in either stands for any value; lists are compared by their first recorded element.
 */
export function differences(recorded: unknown, actual: unknown, path = "frame"): string[] {
  if (recorded === null || actual === null) return [];
  const [wanted, found] = [kind(recorded), kind(actual)];
  if (wanted !== found) return [`${path} is ${found}, recorded as ${wanted}`];
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    return recorded.length === 0 ? [] : actual.flatMap((value, index) => differences(recorded[0], value, `${path}[${index}]`));
  }
  if (wanted !== "object") return [];
  const [before, now] = [recorded as Record<string, unknown>, actual as Record<string, unknown>];
  const last = path.split(".").at(-1) ?? "";
  if (FREE.has(last)) return [];
  const open = OPEN.has(last);
  const missing = open ? [] : Object.keys(before).filter((key) => !(key in now));
  const more = open ? [] : Object.keys(now).filter((key) => !(key in before));
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...more.map((key) => `${path}.${key} is not in the recording`),
    ...Object.keys(before).flatMap((key) => (key in now ? differences(before[key], now[key], `${path}.${key}`) : [])),
  ];
}

function kind(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}
