import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Listed } from "../channels/console/wire.ts";
import type { PageId } from "./pages.ts";
import { problemText } from "./parts/problem.tsx";
import { useWorld } from "./world.ts";

export interface Loaded<Answer> {
  readonly value: Answer | undefined;
  readonly problem: unknown;
  reload(): void;
}

/** Reads at once and again for another `key`, by `reload`, when `page` changes, and after a gap in the events. The value stays meanwhile. */
export function useLoaded<Answer>(page: PageId, key: string, load: (signal: AbortSignal) => Promise<Answer>): Loaded<Answer> {
  const [value, setValue] = useState<Answer>();
  const [problem, setProblem] = useState<unknown>();
  const abort = useRef(new AbortController());
  const latest = useRef(load);
  latest.current = load;

  const reload = useCallback(async () => {
    abort.current.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const answer = await latest.current(signal);
      if (signal.aborted) return;
      setValue(answer);
      setProblem(undefined);
    } catch (error) {
      if (!signal.aborted) setProblem(error);
    }
  }, []);

  useEffect(() => {
    void reload();
    return () => abort.current.abort();
  }, [key, reload]);
  useChanges(page, reload);
  return { value, problem, reload };
}

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

/** Reads a list by its cursor, when `useLoaded` would read. Another `key` is another list. */
export function usePaged<Item extends { readonly id: string }>(
  page: PageId,
  key: string,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Listed<Item>>,
): Paged<Item> {
  const [shown, setShown] = useState<Shown<Item>>(NOTHING);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<unknown>();
  const abort = useRef(new AbortController());
  const latest = useRef(load);
  latest.current = load;

  const read = useCallback(async (cursor?: string) => {
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
  const reload = useCallback(() => void read(), [read]);

  useEffect(() => {
    abort.current = new AbortController();
    setShown(NOTHING);
    void read();
    return () => abort.current.abort();
  }, [key, read]);
  useChanges(page, reload);

  return {
    items: shown.items,
    hasMore: shown.next !== null,
    loading,
    problem,
    more: () => shown.next !== null && !loading && void read(shown.next),
    reload,
    edit: (change) => setShown((before) => ({ ...before, items: before.items && change(before.items) })),
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

function useChanges(page: PageId, reload: () => void): void {
  const { events } = useWorld();
  useEffect(() => {
    const ends = [events.on("changed", (changed) => changed.page === page && reload()), events.on("again", reload)];
    return () => {
      for (const end of ends) end();
    };
  }, [events, page, reload]);
}

/** Does one thing at a time, and says so when it fails. Resolves with whether it was done. */
export function useDoing(): { readonly isBusy: boolean; readonly run: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { texts, toast } = useWorld();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast(problemText(error, texts));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
