import { likelyService } from "../../agent/graph/without-model.ts";
import type { Person } from "../../agent/turn.ts";
import { capitalised, createPhrases } from "../../agent/wording/phrases.ts";
import type { History } from "../../homeassistant/history/history.ts";
import type { Statistics } from "../../homeassistant/reading/statistics.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { StateStore } from "../../homeassistant/registry/states.ts";
import { catalogueFor, languageOf } from "../../languages/catalogue.ts";
import { sentencesOf } from "../../languages/sentences.ts";
import { mayRead } from "../../security/policy/read-access.ts";
import type { Live } from "./live.ts";
import { plainOf } from "./rendering.ts";
import type { Card, Chart, ChartSpan } from "./wire.ts";

/** Entities whose changes the open pages are told of: more do not stand on a screen. */
const MOST_WATCHED = 64;
const HOUR_MS = 3_600_000;
/** Points that a phone's width tells apart. */
const MOST_POINTS = 96;
const METERS: ReadonlySet<unknown> = new Set(["total", "total_increasing"]);
const SPANS = {
  day: { hours: 24, period: "hour" },
  week: { hours: 168, period: "day" },
  month: { hours: 720, period: "day" },
} as const satisfies Readonly<Record<ChartSpan, object>>;

/** What a tap does to a lock; all else is as likely as where no model answers. */
const LOCKS: Readonly<Record<string, string>> = { locked: "lock.unlock", unlocked: "lock.lock" };

interface CardsDependencies {
  readonly home: Pick<Home, "find">;
  readonly states: Pick<StateStore, "onChange">;
  readonly history: Pick<History, "of">;
  readonly statistics: Pick<Statistics, "of">;
  readonly live: Live;
  readonly now: () => number;
}

export type Cards = ReturnType<typeof createCards>;

/** Entities as they stand under answers about them: their state as it is now, what a tap would do, and how a number went. */
export function createCards({ home, states, history, statistics, live, now }: CardsDependencies) {
  const understood = new Map<string, boolean>();
  let watched: readonly string[] = [];
  let watch: Disposable | undefined;
  const find = (entityId: string, { role }: Person): Entity | undefined => (mayRead(entityId, role) ? home.find(entityId) : undefined);

  const tapOf = ({ domain, entityId, state: { state } }: Entity): string | undefined =>
    domain === "lock" ? LOCKS[state] : likelyService(entityId, state);

  /** A tap is a sentence: in a language that has none for commands there are none. */
  const understands = (tag: string): boolean => {
    const language = languageOf(tag);
    const known = understood.get(language) ?? Object.keys(sentencesOf(language).commands).length > 0;
    understood.set(language, known);
    return known;
  };

  const cardOf = (entity: Entity, person: Person): Card => {
    const { entityId, name, domain, area, state } = entity;
    const phrases = createPhrases({ home, catalogue: catalogueFor(person.language) });
    return {
      entityId,
      name,
      domain,
      area: area?.name,
      state: capitalised(plainOf(phrases.state(entityId, { state: state.state, ...state.attributes }))),
      isActive: ACTIVE.has(state.state),
      tap: tapWords(entity, person),
      hasChart: domain === "sensor" && state.attributes["unit_of_measurement"] !== undefined && Number.isFinite(Number(state.state)),
    };
  };

  const tapWords = (entity: Entity, { language }: Person): string | undefined => {
    const service = understands(language) ? tapOf(entity) : undefined;
    const call = service && { service, entityIds: [entity.entityId], data: {} };
    return call ? capitalised(plainOf(createPhrases({ home, catalogue: catalogueFor(language) }).action(call))) : undefined;
  };

  return {
    /** Of those that there are and that the person may read; the open pages are told when one of them changes. */
    of(entityIds: readonly string[], person: Person): readonly Card[] {
      const known = entityIds.flatMap((entityId) => find(entityId, person) ?? []);
      const wanted = [...new Set([...known.map(({ entityId }) => entityId), ...watched])].slice(0, MOST_WATCHED);
      if (wanted.some((entityId) => !watched.includes(entityId))) {
        watch?.[Symbol.dispose]();
        watched = wanted;
        watch = states.onChange(watched, (_current, _previous, entityId) =>
          live.tell({ event: "state", data: { entityId } }, ({ role }) => mayRead(entityId, role)),
        );
      }
      return known.map((entity) => cardOf(entity, person));
    },
    /** The sentence that a tap stands for. */
    tap(entityId: string, person: Person): string | undefined {
      const entity = find(entityId, person);
      return entity && tapWords(entity, person);
    },
    /** How a number went; what a meter counted, by hours or days. */
    async chart(entityId: string, span: ChartSpan, person: Person): Promise<Chart | undefined> {
      const entity = find(entityId, person);
      if (!entity) return undefined;
      const { hours, period } = SPANS[span];
      const [to, unit] = [now(), String(entity.state.attributes["unit_of_measurement"] ?? "")];
      const from = to - hours * HOUR_MS;
      const isMeter = METERS.has(entity.state.attributes["state_class"]);
      if (isMeter || span !== "day") {
        const rows = await statistics.of({ statisticId: entityId, from, to, period: isMeter ? period : "hour" });
        const points = rows.flatMap(({ start, mean, change }) => {
          const value = isMeter ? change : mean;
          return typeof value === "number" ? [[start, value] as const] : [];
        });
        return { unit, isBars: isMeter, points };
      }
      const { buckets = [] } = await history.of(entityId, { from, to, limit: 0, buckets: MOST_POINTS });
      return { unit, isBars: false, points: buckets.map((bucket) => [bucket.from, bucket.mean] as const) };
    },
    [Symbol.dispose]: () => watch?.[Symbol.dispose](),
  };
}

const ACTIVE: ReadonlySet<string> = new Set(["on", "open", "unlocked", "playing", "cleaning", "heat", "cool", "home"]);
