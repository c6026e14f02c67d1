import { performance } from "node:perf_hooks";
import type { Logger } from "../observability/logger.ts";
import { createListeners } from "../text/listeners.ts";
import type { ModelProvider } from "./models.ts";
import { ModelError, type ModelProblem, type ModelReply, type ModelRequest, type ModelStatus, type Models } from "./models.ts";

/** How long a model that failed is passed over while others can answer. */
const COOL_DOWN_MS = 60_000;
/** First and longest pause between two looks at a model that is down. */
const CHECK_EVERY_MS = 30_000;
const CHECK_AT_MOST_EVERY_MS = 300_000;

/** Problems that a passed health check disproves; a model that was too slow or failed may do so again. */
const DISPROVED_BY_CHECK = new Set<ModelProblem["kind"]>([
  "unreachable",
  "not_pulled",
  "no_tools",
  "not_offered",
  "not_at_home",
  "window_smaller",
]);

interface Place {
  readonly provider: ModelProvider;
  problem: ModelProblem | undefined;
  /** By the clock, in ms; while it lies ahead, others go first. */
  restsUntil: number;
  timer: NodeJS.Timeout | undefined;
}

interface RouterOptions {
  readonly providers: readonly ModelProvider[];
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly clock?: () => number;
  readonly coolDownMs?: number;
  readonly checkEveryMs?: number;
}

/** Asks the first model that can answer, then the next within the same request. What may not leave the house goes to the next. */
export class ModelRouter implements Models, Disposable {
  readonly #places: readonly Place[];
  readonly #logger: Logger;
  readonly #clock: () => number;
  readonly #coolDownMs: number;
  readonly #checkEveryMs: number;
  readonly #closing = new AbortController();
  readonly #listeners = createListeners();

  constructor({
    providers,
    logger,
    clock = () => performance.now(),
    coolDownMs = COOL_DOWN_MS,
    checkEveryMs = CHECK_EVERY_MS,
  }: RouterOptions) {
    if (providers.length === 0) throw new Error("a router needs at least one model");
    this.#places = providers.map((provider) => ({ provider, problem: undefined, restsUntil: 0, timer: undefined }));
    this.#logger = logger.child({ part: "models" });
    this.#clock = clock;
    this.#coolDownMs = coolDownMs;
    this.#checkEveryMs = checkEveryMs;
  }

  /** Looks at every model once, and from then on at those that are down. Never rejects; what is wrong stands in the log and in `status()`. */
  async start(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#stop(), { once: true });
    if (signal.aborted) this.#stop();
    await Promise.all(this.#places.map((place) => this.#check(place, this.#checkEveryMs)));
  }

  invoke(request: ModelRequest): Promise<ModelReply> {
    return this.#ask(request, this.#order());
  }

  /** The models in the house alone: for work that nobody waits for and whose texts never leave. */
  get atHome(): Models {
    const places = () => this.#order().filter(({ provider }) => !provider.isCloud);
    return { invoke: (request) => this.#ask(request, places()), status: () => statusOf(places()) };
  }

  /** Whether the model at home says of itself that it looks at pictures. Rejects with the signal's reason only. */
  async sees(signal: AbortSignal): Promise<boolean> {
    const asked = this.#places.map(({ provider }) => provider.sees?.(signal) ?? false);
    return (await Promise.all(asked)).includes(true);
  }

  async #ask(request: ModelRequest, places: readonly Place[]): Promise<ModelReply> {
    let first: ModelError | undefined;
    let kept: ModelError | undefined;
    for (const place of places) {
      let streamed = false;
      const onText =
        request.onText &&
        ((text: string) => {
          streamed = true;
          request.onText?.(text);
        });
      try {
        const reply = await place.provider.invoke({ ...request, onText });
        // a short prompt's answer does not disprove a small window
        if (place.problem?.kind !== "window_smaller") this.#well(place);
        return reply;
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        if (error.problem.kind === "not_sent") {
          kept ??= error;
          continue;
        }
        this.#failed(place, error);
        first ??= error;
        // Two models' halves make no answer.
        if (streamed) throw error;
      }
    }
    throw withBoth(first, kept) ?? new Error("no model was asked");
  }

  status(): ModelStatus {
    return statusOf(this.#order());
  }

  /** `provider/model` that the next request goes to if the first does not answer; undefined where there is but one. */
  second(): string | undefined {
    return this.#order()[1]?.provider.model;
  }

  /** Called when `status()` may have become another. A listener must not throw. */
  readonly onStatus = this.#listeners.on;

  [Symbol.dispose](): void {
    this.#stop();
  }

  /** Those that rest come last, not never: a slow answer of the only model is better than none. */
  #order(): Place[] {
    const now = this.#clock();
    return [...this.#places.filter(({ restsUntil }) => restsUntil <= now), ...this.#places.filter(({ restsUntil }) => restsUntil > now)];
  }

  #failed(place: Place, error: ModelError): void {
    const { problem } = error;
    this.#logger.warn({ problem }, "a model did not answer");
    this.#logger.debug({ err: error.cause }, "what the model's server said");
    // Too long a text is no fault of the model's: the next, shorter one is welcome.
    if (problem.kind === "context_too_small") return;
    this.#bad(place, problem, { restMs: this.#coolDownMs, checkAfterMs: this.#checkEveryMs });
  }

  #bad(place: Place, problem: ModelProblem, { restMs, checkAfterMs }: { readonly restMs: number; readonly checkAfterMs: number }): void {
    place.problem = problem;
    // what fits into a smaller window is still answered
    if (problem.kind !== "window_smaller") place.restsUntil = this.#clock() + restMs;
    this.#checkLater(place, checkAfterMs);
    this.#listeners.tell();
  }

  #well(place: Place): void {
    if (place.problem) this.#logger.info({ model: place.provider.model }, "the model answers again");
    clearTimeout(place.timer);
    place.timer = undefined;
    place.problem = undefined;
    place.restsUntil = 0;
    this.#listeners.tell();
  }

  async #check(place: Place, nextMs: number): Promise<void> {
    if (!place.provider.check || this.#closing.signal.aborted) return;
    let problem: ModelProblem | undefined;
    try {
      problem = await place.provider.check(this.#closing.signal);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#logger.error({ err: error }, "a model's health check broke");
      return;
    }
    if (!problem) {
      if (!place.problem || DISPROVED_BY_CHECK.has(place.problem.kind)) this.#well(place);
      return;
    }
    if (problem.kind !== place.problem?.kind) this.#logger.warn({ problem }, "a model cannot be used");
    this.#bad(place, problem, { restMs: nextMs + this.#coolDownMs, checkAfterMs: nextMs });
  }

  #checkLater(place: Place, afterMs: number): void {
    if (!place.provider.check || this.#closing.signal.aborted) return;
    clearTimeout(place.timer);
    place.timer = setTimeout(() => void this.#check(place, Math.min(afterMs * 2, CHECK_AT_MOST_EVERY_MS)), afterMs);
    place.timer.unref();
  }

  #stop(): void {
    this.#closing.abort();
    for (const { timer } of this.#places) clearTimeout(timer);
  }
}

function statusOf([next]: readonly Place[]): ModelStatus {
  if (!next) throw new Error("a router needs at least one model");
  return { model: next.provider.model, reachable: next.problem === undefined, problem: next.problem };
}

/** Why a model failed, and why another one was not asked because of what stood in the request. */
function withBoth(first: ModelError | undefined, kept: ModelError | undefined): ModelError | undefined {
  if (!first || kept?.problem.kind !== "not_sent" || kept.problem.what === undefined) return first ?? kept;
  return new ModelError({ ...kept.problem, instead: first.problem }, { cause: first });
}
