import { createServiceStatus } from "../../src/homeassistant/own-device/own-device.ts";
import { createSync, type SyncIndexer, type SyncProgress } from "../../src/homeassistant/own-device/sync-run.ts";
import { recordingLogger } from "./log.ts";

type Result = Awaited<ReturnType<SyncIndexer["run"]>>;

interface Run {
  readonly tell: (progress: SyncProgress) => void;
  readonly end: (result: Result) => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal;
}

export const GOOD = { ok: true, counts: { entity: 40, area: 2 }, problems: [] } as const;
export const AT = Date.UTC(2026, 10, 22, 8);

/** How the service is, as the test plays it: `move` changes it. */
export function playedService() {
  let now: { queue: number; problem: { kind: string } | undefined } = { queue: 0, problem: undefined };
  const service = createServiceStatus({ model: () => ({ model: "ollama/test", problem: now.problem }), queue: () => now.queue });
  const move = (to: Partial<typeof now>): void => {
    now = { ...now, ...to };
    service.changed();
  };
  return { service, move };
}

/** What is amiss, as the test plays it: `found` changes it. */
export function playedFindings() {
  let open: readonly string[] = [];
  const listeners = new Set<() => void>();
  const findings = {
    sensors: [
      { kind: "leak", name: "Leak", deviceClass: "moisture" },
      { kind: "left-on", name: "Left on", deviceClass: "problem" },
    ],
    current: () => new Map(open.map((kind) => [kind, [{ entityId: `light.${kind}`, name: `The ${kind}` }]])),
    onChange(listener: () => void) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
  };
  const found = (...kinds: readonly string[]): void => {
    open = kinds;
    for (const listener of listeners) listener();
  };
  return { findings, found };
}

/** A sync over an indexer whose runs the test plays. */
export function playedSync() {
  const runs: Run[] = [];
  const { logger, lines } = recordingLogger();
  const indexer: SyncIndexer = {
    run: ({ onProgress, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      runs.push({ tell: onProgress, end: resolve, fail: reject, signal });
      return promise;
    },
  };
  return { sync: createSync({ indexer, clock: () => AT, logger }), runs, logger, lines };
}
