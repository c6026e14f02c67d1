import type { NumberedEntry, Summary, SummaryStore } from "../../storage/turns/summaries.ts";
import { historyWindow, pastTurns } from "./history-window.ts";
import type { Summariser } from "./summariser.ts";

/** What of a session stands in a prompt. */
export interface EarlierTurns {
  /** Of what was said before the entries; undefined if there is none, or none is made yet. */
  readonly summary: Summary | undefined;
  /** Whole turns, oldest first. */
  readonly entries: readonly NumberedEntry[];
  /** Tokens of both. */
  readonly used: number;
  readonly record: { readonly put: readonly string[]; readonly left: readonly string[] };
}

export interface Conversation {
  /** What goes into the session's next prompt; asks for a summary of what soon will not. */
  window(sessionId: string, budget: { readonly room: number; readonly count: (text: string) => number }): EarlierTurns;
}

/** Entries in a prompt at most: every step of a turn writes them into its checkpoint, and a chat of short lines has many. */
const ENTRIES = 24;
/** Marks of a message in a chat. */
const MESSAGE_TOKENS = 5;
/** Sessions whose beginning in the prompt is kept in mind; a session that was forgotten begins where its summary ends. */
const SESSIONS = 100;

/** The earlier part of prompts: it begins where the summary ends, or where the last block was dropped. */
export function createConversation({
  store,
  summariser,
}: {
  readonly store: Pick<SummaryStore, "summary" | "entriesAfter">;
  readonly summariser: Pick<Summariser, "want">;
}): Conversation {
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
