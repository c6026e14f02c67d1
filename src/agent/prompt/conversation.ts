import type { NumberedEntry, Summary, SummaryStore } from "../../storage/turns/summaries.ts";
import type { Summariser } from "./summariser.ts";

export interface EarlierTurns {
  /** Of what was said before the entries; undefined if there is none, or none is made yet. */
  readonly summary: Summary | undefined;
  readonly entries: readonly NumberedEntry[];
  readonly used: number;
  readonly record: { readonly put: readonly string[]; readonly left: readonly string[] };
}

export interface Conversation {
  /** What goes into the session's next prompt; asks for a summary of what soon will not. */
  window(sessionId: string, budget: { readonly room: number; readonly count: (text: string) => number }): EarlierTurns;
}

interface ConversationDependencies {
  readonly store: Pick<SummaryStore, "summary" | "entriesAfter">;
  readonly summariser: Pick<Summariser, "want">;
}

/** Entries in a prompt at most: every step of a turn writes them into its checkpoint, and a chat of short lines has many. */
const ENTRIES = 24;
const MESSAGE_TOKENS = 5;
/** Sessions whose beginning in the prompt is kept in mind; a session that was forgotten begins where its summary ends. */
const SESSIONS = 100;

/** The earlier part of prompts: it begins where the summary ends, or where the last block was dropped. */
export function createConversation({ store, summariser }: ConversationDependencies): Conversation {
  /** The last entry that was dropped, by session; the latest used last. */
  const dropped = new Map<string, number>();
  return {
    window(sessionId, { room, count }) {
      const made = store.summary(sessionId);
      const begin = Math.max(dropped.get(sessionId) ?? 0, made?.upTo ?? 0);
      const read = store.entriesAfter(sessionId, begin, ENTRIES);
      // too many are halved at once: dropped one by one they would change the prompt's beginning at each turn
      const cut = read.length < ENTRIES ? 0 : turnFrom(read, ENTRIES / 2);
      const after = read[cut - 1]?.id ?? begin;
      const turns = pastTurns(read.slice(cut), ({ content }) => count(content) + MESSAGE_TOKENS);
      const told = made ? count(made.text) + MESSAGE_TOKENS : 0;
      const window = historyWindow({ turns, after, room: Math.max(0, room - told) });
      remember(dropped, sessionId, window.after);
      const summariseTo = window.summariseTo ?? (cut > 0 ? after : undefined);
      if (summariseTo !== undefined) summariser.want(sessionId, summariseTo);
      const entries = window.kept.flatMap((turn) => turn.entries);
      // The summary stands in front of a turn: with none left there is no room for it either.
      const summary = entries.length > 0 ? made : undefined;
      return {
        summary,
        entries,
        used: window.kept.reduce((sum, { tokens }) => sum + tokens, summary ? told : 0),
        record: {
          put: [...(summary ? ["summary"] : []), ...(entries.length > 0 ? [turnsText(window.kept.length)] : [])],
          left: window.dropped.length > 0 ? [turnsText(window.dropped.length)] : [],
        },
      };
    },
  };
}

/** The first entry from there on that begins a turn; that very one if none does. */
function turnFrom(entries: readonly NumberedEntry[], at: number): number {
  const from = entries.findIndex(({ role }, index) => index >= at && role === "person");
  return from < 0 ? at : from;
}

function remember(map: Map<string, number>, sessionId: string, after: number): void {
  map.delete(sessionId);
  if (after === 0) return;
  map.set(sessionId, after);
  const [oldest] = map.keys();
  if (map.size > SESSIONS && oldest !== undefined) map.delete(oldest);
}

function turnsText(count: number): string {
  return count === 1 ? "1 turn" : `${count} turns`;
}

/** What was said in one turn, as far as it is in the history. Ids grow with time. */
export interface PastTurn<Entry> {
  readonly entries: readonly Entry[];
  readonly lastId: number;
  readonly tokens: number;
}

interface WindowQuestion<Entry> {
  readonly turns: readonly PastTurn<Entry>[];
  /** The prompt's history begins after this entry; 0 for a session's beginning. */
  readonly after: number;
  readonly room: number;
}

/** Shares of the room: what is kept when a block is dropped, and from where on the next block's summary is made. */
const KEPT = 0.5;
const NEARLY_FULL = 0.75;

/**
 * Past turns for a prompt. Its beginning stays, for the server's cache; when full, half is dropped at once, in whole turns. Up to
 * `summariseTo` a summary should be made ready.
 */
export function historyWindow<Entry>({ turns, after, room }: WindowQuestion<Entry>) {
  const all = turns.reduce((sum, { tokens }) => sum + tokens, 0);
  const fits = all <= room;
  const from = fits ? 0 : blockEnd(turns, all, room);
  const [dropped, kept] = [turns.slice(0, from), turns.slice(from)];
  const begin = dropped.at(-1)?.lastId ?? after;
  if (!fits) return { kept, dropped, after: begin, summariseTo: begin };
  const next = all > room * NEARLY_FULL ? turns[blockEnd(turns, all, room) - 1] : undefined;
  return { kept, dropped, after: begin, summariseTo: next?.lastId };
}

/** How many of the oldest turns make the block whose end leaves the share to be kept. The newest one stays if it fits at all. */
function blockEnd(turns: readonly PastTurn<unknown>[], all: number, room: number): number {
  const newest = turns.at(-1)?.tokens ?? 0;
  let left = all;
  let end = 0;
  for (const { tokens } of newest <= room ? turns.slice(0, -1) : turns) {
    if (left <= room * KEPT) break;
    left -= tokens;
    end += 1;
  }
  return end;
}

/** Entries of a history as turns: each begins with what a person said. Answers before the first one are left out. */
export function pastTurns<Entry extends { readonly id: number; readonly role: string }>(
  entries: readonly Entry[],
  tokens: (entry: Entry) => number,
): readonly PastTurn<Entry>[] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    if (entry.role === "person") groups.push([entry]);
    else groups.at(-1)?.push(entry);
  }
  return groups.map((group) => ({
    entries: group,
    lastId: group.at(-1)?.id ?? 0,
    tokens: group.reduce((sum, entry) => sum + tokens(entry), 0),
  }));
}
