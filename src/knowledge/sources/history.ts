import type { EntityHistory, History, HistoryBucket } from "../../homeassistant/history/history.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { stateWord } from "../../homeassistant/registry/state-words.ts";
import { isRoutine } from "../../security/policy/read-access.ts";
import type { KnowledgeItem } from "../../storage/knowledge/knowledge-sync.ts";
import { homeSource, type KnowledgeSource } from "../source.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Reads of one run: a quarter of a minute on a small machine, four times a day. What changed last is told first. */
const MOST_ENTITIES = 300;
/** Changes that are read of one thing; of a busier one the newest count. */
const MOST_CHANGES = 2_000;
const MOST_TIMES = 4;
/** States that can be told in a word. Longer ones are letters that others may have written. */
const LONGEST_STATE = 32;
/** Where people are is not kept as knowledge; what changes all the time of itself says nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set("person device_tracker camera image event update sun zone stt tts".split(" "));
const ENDS: Readonly<Record<string, readonly [lowest: string, highest: string]>> = {
  temperature: ["coldest", "warmest"],
  humidity: ["driest", "most humid"],
  illuminance: ["darkest", "brightest"],
};
const GAPS: ReadonlySet<string> = new Set(["unknown", "unavailable", ""]);

interface Told {
  readonly lastChanged: number;
  readonly item: KnowledgeItem | undefined;
}

/** What exposed things did in the last 24 hours, a short summary each. Only those are read that changed since the run before. */
export function createHistorySource({
  home,
  history,
  clock,
}: {
  readonly home: Pick<Home, "ready" | "exposed" | "info">;
  readonly history: Pick<History, "of">;
  readonly clock: () => number;
}): KnowledgeSource {
  let before: ReadonlyMap<string, Told> = new Map();
  return homeSource("history", home, async (signal) => {
    const to = clock();
    const from = to - DAY_MS;
    const changed = home
      .exposed()
      .filter(({ domain, state }) => !isRoutine(domain) && !LEFT_OUT.has(domain) && state.lastChanged > from)
      .sort((one, other) => other.state.lastChanged - one.state.lastChanged)
      .slice(0, MOST_ENTITIES);
    const time = homeTime(home.info.timeZone);
    const told = new Map<string, Told>();
    for (const entity of changed) {
      const { lastChanged } = entity.state;
      const known = before.get(entity.entityId);
      const fresh = async () => {
        const read = await history.of(entity.entityId, { from, to, limit: MOST_CHANGES, buckets: 1 }, { signal });
        return { lastChanged, item: summaryOf(entity, read, time.minute) };
      };
      told.set(entity.entityId, known?.lastChanged === lastChanged ? known : await fresh());
      signal.throwIfAborted();
    }
    before = told;
    return [...told.values()].flatMap(({ item }) => item ?? []);
  });
}

function summaryOf(entity: Entity, read: EntityHistory, minute: (at: number) => string): KnowledgeItem | undefined {
  const { entityId, domain, name, area, state } = entity;
  const [bucket] = read.buckets ?? [];
  const unit = state.attributes["unit_of_measurement"];
  const words = bucket
    ? numbersInWords(bucket, { unit: typeof unit === "string" ? ` ${unit}` : "", ends: ENDS[entity.deviceClass ?? ""] })
    : changesInWords(read, minute, (one) => stateWord(entity, one));
  if (words === undefined) return undefined;
  const place = area ? ` in ${area.name}` : "";
  return {
    ref: entityId,
    text: `${name}${place} between ${minute(read.from)} and ${minute(read.to)}: ${words}.`,
    metadata: { entityId, domain, name, from: read.from, to: read.to, ...(area && { areaId: area.areaId }) },
    origin: "home",
  };
}

function numbersInWords(
  { min, max, mean }: HistoryBucket,
  { unit, ends }: { readonly unit: string; readonly ends: readonly [lowest: string, highest: string] | undefined },
): string | undefined {
  if (min === max) return undefined;
  const [lowest, highest] = ends ? [`lowest (${ends[0]})`, `highest (${ends[1]})`] : ["lowest", "highest"];
  const told = (value: number) => `${Number(value.toFixed(2))}${unit}`;
  return `${lowest} ${told(min)}, ${highest} ${told(max)}, on average ${told(mean)}`;
}

function changesInWords(
  { changes, to }: EntityHistory,
  minute: (at: number) => string,
  word: (state: string) => string,
): string | undefined {
  const known = changes.filter(({ state }) => !GAPS.has(state));
  // back from a gap in the state that it had before it, a thing has not changed
  const turns = known.filter(({ state }, index) => index > 0 && known[index - 1]?.state !== state);
  if (turns.length === 0 || known.some(({ state }) => state.length > LONGEST_STATE)) return undefined;
  const spent = new Map<string, number>();
  changes.forEach(({ at, state }, index) => {
    if (!GAPS.has(state)) spent.set(state, (spent.get(state) ?? 0) + (changes[index + 1]?.at ?? to) - at);
  });
  const states = [...spent].slice(0, MOST_TIMES).map(([state, ms]) => {
    const times = turns.filter((turn) => turn.state === state).length;
    return `${word(state)} for ${hoursWords(ms)}${times > 0 ? ` (${timesWords(times)})` : ""}`;
  });
  const last = turns.slice(-MOST_TIMES).map(({ at, state }) => `${word(state)} at ${minute(at).slice(-5)}`);
  return `${states.join(", ")}; last changes: ${last.join(", ")}`;
}

function timesWords(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function hoursWords(ms: number): string {
  return ms < HOUR_MS ? `${Math.round(ms / 60_000)} minutes` : `${Number((ms / HOUR_MS).toFixed(1))} hours`;
}
