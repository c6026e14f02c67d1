/** How the service is, as its sensor says it. */
export const SERVICE_STATES = ["ok", "model_unreachable", "model_missing", "model_unsuitable", "model_trouble"] as const;

export interface ServiceStatus {
  readonly status: (typeof SERVICE_STATES)[number];
  /** Messages that are worked on or wait for that. */
  readonly queue: number;
  /** `provider/model` that the next question goes to. */
  readonly model: string;
}

export interface ServiceStatusSource {
  current(): ServiceStatus;
  /** Called when it may have become another. */
  onChange(listener: () => void): Disposable;
}

interface StatusParts {
  /** The model that is asked next, and what kind of trouble it is in. */
  readonly model: () => { readonly model: string; readonly problem: { readonly kind: string } | undefined };
  readonly queue: () => number;
}

/** Kinds of trouble that somebody can mend by what the name of the state says; for all others the log tells more. */
const STATES: ReadonlyMap<string, ServiceStatus["status"]> = new Map([
  ["unreachable", "model_unreachable"],
  ["not_pulled", "model_missing"],
  ["no_tools", "model_unsuitable"],
]);

/** How the service is, put together from its parts; they say by `changed` that something moved. */
export function createServiceStatus({ model, queue }: StatusParts): ServiceStatusSource & { changed(): void } {
  const listeners = new Set<() => void>();
  return {
    current() {
      const { model: name, problem } = model();
      const status = problem === undefined ? "ok" : (STATES.get(problem.kind) ?? "model_trouble");
      return { status, queue: queue(), model: name };
    },
    onChange(listener) {
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
    changed() {
      for (const listener of listeners) listener();
    },
  };
}
