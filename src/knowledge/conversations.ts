import { homeTime } from "../homeassistant/home-time.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { Archive, ArchiveFilter, ArchivePassage } from "../storage/turns/archive.ts";
import type { TurnQuotes } from "../storage/turns/turn-quotes.ts";
import { fuse } from "../text/rank-fusion.ts";

/** Who looks for something that was said, and where they are told of it. */
export interface ConversationAsker {
  readonly personId: string;
  readonly isPrivate: boolean;
  readonly sessionId: string;
}

export interface ConversationQuery extends ConversationAsker {
  /** Days of the home's calendar, `2026-11-16`: the first, and the last if it is another one. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Something of a past conversation, with when it was said in the home's time. */
export interface FoundConversation {
  readonly kind: ArchivePassage["kind"];
  readonly sessionId: string;
  readonly turnId: string | undefined;
  /** `2026-11-16 18:02` */
  readonly when: string;
  readonly said: string;
  readonly answered: string;
  readonly origin: ArchivePassage["origin"];
  readonly outside: readonly string[];
}

export type ConversationSearch = ReturnType<typeof createConversationSearch>;

const CANDIDATES = 20;
/** Turns that are made findable before a search: what was said since the last time. */
const NEWLY_INDEXED = 500;

interface SearchDependencies {
  readonly archive: Pick<Archive, "index" | "searchWords" | "searchVectors" | "inTime">;
  readonly quotes: Pick<TurnQuotes, "add">;
  /** A vector for a query, and the model that makes them; words alone find without. */
  readonly vectors?: { readonly model: string; of(query: string, signal: AbortSignal): Promise<Float32Array | undefined> } | undefined;
  readonly home: Pick<Home, "info">;
}

/** The only way from past conversations to a person: what is not theirs is not looked for. */
export function createConversationSearch({ archive, quotes, vectors, home }: SearchDependencies) {
  return {
    /** Best first; for days also everything else said on them, summaries first. Only the person's own, in a shared chat only that chat's. */
    async search(
      query: string,
      { personId, isPrivate, sessionId: here, from, until, limit, signal }: ConversationQuery,
    ): Promise<readonly FoundConversation[] | "not_a_day"> {
      const time = homeTime(home.info.timeZone);
      const days = daysOf(time, from, until);
      if (days === "not_a_day") return days;
      const filter: ArchiveFilter = { personId, ...days, ...(isPrivate ? {} : { inChatOf: here }) };
      archive.index(NEWLY_INDEXED);
      const vector = await vectors?.of(query, signal);
      signal.throwIfAborted();
      const byWords = archive.searchWords(query, filter, CANDIDATES);
      const byMeaning = vector && vectors ? archive.searchVectors(vector, vectors.model, filter, CANDIDATES) : [];
      const found = fuse([{ weight: 1, found: byWords }], [{ weight: 1, found: byMeaning }]).map((one) => one.found);
      const known = new Set(found.map(({ id }) => id));
      const rest = days.from === undefined ? [] : archive.inTime(filter, limit + known.size).filter(({ id }) => !known.has(id));
      return [...found, ...rest].slice(0, limit).map(({ kind, sessionId, turnId, at, said, answered, origin, outside }) => ({
        kind,
        sessionId,
        turnId,
        said,
        answered,
        origin,
        when: time.minute(at),
        outside: origin === "outside" ? (outside.length > 0 ? outside.map(({ text }) => text) : [answered]) : [],
      }));
    },
    /** Writes down what of that a turn was told, for when it is to be forgotten. */
    told: (turnId: string, found: readonly Pick<FoundConversation, "sessionId" | "turnId">[]): void =>
      quotes.add(turnId, {
        turnIds: found.flatMap((one) => one.turnId ?? []),
        summaryOf: found.filter((one) => one.turnId === undefined).map(({ sessionId }) => sessionId),
      }),
  };
}

function daysOf(
  time: ReturnType<typeof homeTime>,
  from: string | undefined,
  until: string | undefined,
): { readonly from?: number; readonly to?: number } | "not_a_day" {
  const first = from ?? until;
  if (first === undefined) return {};
  const days = { from: time.startOfDay(first), to: time.endOfDay(until ?? first) };
  return Number.isNaN(days.from) || Number.isNaN(days.to) || days.to <= days.from ? "not_a_day" : days;
}
