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
