import type { HistoryChange } from "../homeassistant/history/history.ts";
import type { Influx } from "../web/influx.ts";

/** A query is about a week: a small machine has done with it in a second. */
const SPAN_MS = 7 * 86_400_000;

/** What an entity was, or one of its attributes, in a span before the recorder's memory; oldest first. */
export type OlderStates = (
  reading: { readonly entityId: string; readonly attribute: string | undefined },
  span: { readonly from: number; readonly to: number; readonly signal: AbortSignal },
) => Promise<readonly HistoryChange[]>;

/**
 * What Home Assistant's integration wrote to InfluxDB: `state` where it is a text, `value` where it is a number; attributes by their names, texts with `_str`. Nothing where
 * the database has a problem, or more than it gives at once: a past with holes is none. Throws the signal's reason.
 */
export function createOlderStates({ influx }: { readonly influx: Pick<Influx, "read"> }): OlderStates {
  return async ({ entityId, attribute }, { from, to, signal }) => {
    const [domain = "", objectId = ""] = entityId.split(".");
    for (const field of attribute === undefined ? ["state", "value"] : [attribute, `${attribute}_str`]) {
      const changes: HistoryChange[] = [];
      for (let start = from; start < to; start += SPAN_MS) {
        const query = { domain, objectIds: [objectId], field, from: start, to: Math.min(to, start + SPAN_MS) };
        const take = ({ at, value }: { readonly at: number; readonly value: string | number }) => {
          if (changes.at(-1)?.state !== String(value)) changes.push({ at, state: String(value) });
        };
        const answer = await influx.read(query, take, { signal });
        if (answer.kind !== "ok" || answer.cut.length > 0) return [];
      }
      if (changes.length > 0) return changes.toSorted((one, other) => one.at - other.at);
    }
    return [];
  };
}
