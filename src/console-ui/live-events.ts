import type { Changed, ChatMessage, ChatProgress, SyncProgress } from "../channels/console/wire.ts";

/** What the server tells by itself. `again`: the stream is back after a gap, in which anything may have happened. */
interface Told {
  readonly message: ChatMessage;
  readonly progress: ChatProgress;
  readonly sync: SyncProgress;
  readonly state: { readonly entityId: string };
  readonly changed: Changed;
  readonly again: undefined;
  readonly connected: boolean;
}

export interface LiveEvents {
  on<Name extends keyof Told>(name: Name, heard: (data: Told[Name]) => void): () => void;
}

const NAMES = ["message", "progress", "sync", "state", "changed"] as const;
/** A restart of the service takes some seconds; beyond that nobody is helped by asking often. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;

/** One stream of events for the page. A browser does not retry after a proxy's error page, nor notice what died while the device slept. */
export function followEvents(signal: AbortSignal): LiveEvents {
  const heard = new Map<string, Set<(data: never) => void>>();
  let wait = FIRST_WAIT_MS;
  let stream: EventSource | undefined;
  let timer = 0;
  let wasOpen = false;

  const tell = <Name extends keyof Told>(name: Name, data: Told[Name]) => {
    for (const one of heard.get(name) ?? []) one(data as never);
  };
  function open(): void {
    clearTimeout(timer);
    stream?.close();
    stream = new EventSource("api/events");
    stream.onopen = () => {
      wait = FIRST_WAIT_MS;
      tell("connected", true);
      if (wasOpen) tell("again", undefined);
      wasOpen = true;
    };
    stream.onerror = () => {
      tell("connected", false);
      if (stream?.readyState !== EventSource.CLOSED) return;
      timer = window.setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    };
    for (const name of NAMES) stream.addEventListener(name, ({ data }: MessageEvent<string>) => tell(name, JSON.parse(data)));
  }

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && open(), { signal });
  window.addEventListener("online", open, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    stream?.close();
  });
  open();

  return {
    on(name, listener) {
      const all = heard.get(name) ?? new Set();
      heard.set(name, all.add(listener as (data: never) => void));
      return () => all.delete(listener as (data: never) => void);
    },
  };
}
