/** What was said in one turn, as far as it is in the history. Ids grow with time. */
export interface PastTurn<Entry> {
  readonly entries: readonly Entry[];
  /** The id of its last entry. */
  readonly lastId: number;
  readonly tokens: number;
}

interface WindowQuestion<Entry> {
  /** Turns after `after`, oldest first. */
  readonly turns: readonly PastTurn<Entry>[];
  /** Where the prompt's history began last: after this entry. 0 for a session's beginning. */
  readonly after: number;
  /** Tokens for all of them. */
  readonly room: number;
}

export interface HistoryWindow<Entry> {
  /** Those that go into the prompt, word for word. */
  readonly kept: readonly PastTurn<Entry>[];
  readonly dropped: readonly PastTurn<Entry>[];
  /** Where the history begins now; the same as before until there is no more room. */
  readonly after: number;
  /** Up to here a summary should be made ready; undefined while there is room enough. */
  readonly summariseTo: number | undefined;
}

/** Shares of the room: what is kept when a block is dropped, and from where on the next block's summary is made. */
const KEPT = 0.5;
const NEARLY_FULL = 0.75;

/**
 * Which past turns go into a prompt. Its beginning stays where it was, so that the model server can go on from what it has read; when the
 * room is used up, turns of half of it are dropped at once, oldest first, each as a whole.
 */
export function historyWindow<Entry>({ turns, after, room }: WindowQuestion<Entry>): HistoryWindow<Entry> {
  const all = tokensOf(turns);
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

function tokensOf(turns: readonly PastTurn<unknown>[]): number {
  return turns.reduce((sum, { tokens }) => sum + tokens, 0);
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
