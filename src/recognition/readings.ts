import { type IntentReading, NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { Groups } from "./spoken.ts";

/** The first reading that understands the sentence; else the first that has to ask which of several is meant. */
export function firstReading(ways: Iterable<() => IntentReading>): IntentReading {
  let several: IntentReading | undefined;
  for (const way of ways) {
    const reading = way();
    if (reading.ok) return reading;
    if (reading.reason === "several") several ??= reading;
  }
  return several ?? NO_MATCH;
}

/** The same for the templates that fit a text, each with what stands in its slots. */
export function readWith(templates: readonly RegExp[], text: string, read: (groups: Groups) => IntentReading): IntentReading {
  return firstReading(
    templates.map((template) => () => {
      const found = template.exec(text);
      return found ? read(found.groups ?? {}) : NO_MATCH;
    }),
  );
}
