import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** One answer of the server. */
export interface Loaded<Answer> {
  readonly value: Answer | undefined;
  readonly problem: unknown;
  reload(): void;
}

/** Reads it at once, and again for another `key` or by `reload`; the value stays until the next is there. */
export function useLoaded<Answer>(key: string, load: (signal: AbortSignal) => Promise<Answer>): Loaded<Answer> {
  const [value, setValue] = useState<Answer>();
  const [problem, setProblem] = useState<unknown>();
  const abort = useRef(new AbortController());
  const latest = useRef(load);
  latest.current = load;

  const read = useCallback(async () => {
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
    void read();
    return () => abort.current.abort();
  }, [key, read]);

  return { value, problem, reload: useCallback(() => void read(), [read]) };
}
