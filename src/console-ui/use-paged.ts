import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Listed } from "../channels/console/wire.ts";

/** A list that is read part by part. */
export interface Paged<Item> {
  /** Undefined until the first part is there. */
  readonly items: readonly Item[] | undefined;
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly problem: unknown;
  more(): void;
  /** Reads the newest again; what was loaded beyond stays where it still follows on them. */
  reload(): void;
  /** Changes what is shown, as long as nothing newer is read. */
  edit(change: (items: readonly Item[]) => readonly Item[]): void;
}

interface Shown<Item> {
  readonly items: readonly Item[] | undefined;
  readonly next: string | null;
}

const NOTHING: Shown<never> = { items: undefined, next: null };

/** Reads a list by its cursor. Another `key` is another list: what is on its way for the one before is dropped. */
export function usePaged<Item extends { readonly id: string }>(
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Listed<Item>>,
): Paged<Item> {
  const [shown, setShown] = useState<Shown<Item>>(NOTHING);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<unknown>();
  const abort = useRef(new AbortController());
  const latest = useRef(load);
  latest.current = load;

  const read = useCallback(async (cursor: string | undefined) => {
    const { signal } = abort.current;
    setLoading(true);
    try {
      const part = await latest.current(cursor, signal);
      if (signal.aborted) return;
      setProblem(undefined);
      setShown((before) => (cursor === undefined ? joined(part, before) : appended(before, part)));
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    }
    if (!signal.aborted) setLoading(false);
  }, []);

  // another key is another list
  useEffect(() => {
    abort.current = new AbortController();
    setShown(NOTHING);
    void read(undefined);
    return () => abort.current.abort();
  }, [key, read]);

  return {
    items: shown.items,
    hasMore: shown.next !== null,
    loading,
    problem,
    more: () => shown.next !== null && !loading && void read(shown.next),
    reload: useCallback(() => void read(undefined), [read]),
    edit: useCallback((change) => setShown((before) => ({ ...before, items: before.items && change(before.items) })), []),
  };
}

function appended<Item extends { readonly id: string }>({ items = [] }: Shown<Item>, part: Listed<Item>): Shown<Item> {
  const known = new Set(items.map(({ id }) => id));
  return { items: [...items, ...part.items.filter(({ id }) => !known.has(id))], next: part.next };
}

/** The newest part before what was loaded beyond it; without an overlap there is a gap, and the newest stand alone. */
function joined<Item extends { readonly id: string }>(part: Listed<Item>, before: Shown<Item>): Shown<Item> {
  const last = part.items.at(-1)?.id;
  const place = before.items?.findIndex(({ id }) => id === last) ?? -1;
  if (place < 0 || !before.items) return part;
  const rest = before.items.slice(place + 1);
  return rest.length === 0 ? part : { items: [...part.items, ...rest], next: before.next };
}
