import type { Logger } from "../../observability/logger.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { Later } from "../../text/later.ts";
import type { Slot } from "../context-budget.ts";
import type { Screen } from "../screen.ts";
import type { TurnInput } from "../state.ts";

/** One fact for the prompt: taken whole or left out. */
export interface ContextItem {
  /** As the model reads it. */
  readonly text: string;
  /** The name of the thing or place that it comes from. */
  readonly source: string;
  readonly origin: Origin;
  /** The part of the text that others may have written; the whole text when left out. */
  readonly said?: string;
  /** Of what is known about people: who may see it. */
  readonly sensitivity?: Sensitivity;
}

/** Something that knows what a turn may be about. */
export interface ContextProvider {
  readonly slot: Extract<Slot, "profile" | "entities" | "knowledge">;
  /** The line over its items. */
  readonly heading: string;
  /** The best first. What it rejects with is logged; the turn goes on without. */
  collect(turn: TurnInput, signal: AbortSignal): readonly ContextItem[] | Promise<readonly ContextItem[]>;
  /** What is used when it is late or fails; nothing when left out. Must be at hand. */
  fallback?(turn: TurnInput): readonly ContextItem[];
}

export interface Collected {
  readonly slot: ContextProvider["slot"];
  readonly heading: string;
  readonly items: readonly ContextItem[];
  readonly outcome: "in_time" | "late" | "failed";
}

/** A person waits: what is not known by then is asked with a tool (the product's bound). */
const DEADLINE_MS = 300;

interface CollectDependencies {
  readonly providers: readonly ContextProvider[];
  readonly screen: Pick<Screen, "text">;
  readonly later: Later;
  readonly logger: Logger;
  /** ms for each provider. */
  readonly deadlineMs?: number;
}

export type ContextCollector = ReturnType<typeof createContextCollector>;

/** Asks all providers side by side; each has until the deadline, and is told to stop then. Rejects only with the signal's reason. */
export function createContextCollector({ providers, screen, later, logger, deadlineMs = DEADLINE_MS }: CollectDependencies) {
  // what was said stays whole: policy looks for what an action may rest on in all of it
  const screened = (slot: ContextProvider["slot"], item: ContextItem): ContextItem => {
    const { text, source, origin, said = text } = item;
    const kind = slot === "knowledge" && origin === "document" ? "document" : "attribute";
    const read = (some: string) => screen.text(some, { origin, kind, place: slot, source });
    const written = said.trim();
    // the name that we put before it stays, whatever is cut
    const at = written === "" ? -1 : text.lastIndexOf(written);
    const shown = at < 0 ? read(text) : text.slice(0, at) + read(written) + text.slice(at + written.length);
    return { ...item, said, text: shown };
  };
  const ask = async (provider: ContextProvider, turn: TurnInput, stopped: AbortSignal): Promise<Collected> => {
    const { slot, heading } = provider;
    const deadline = new AbortController();
    const signal = AbortSignal.any([stopped, deadline.signal]);
    const late = Promise.withResolvers<"late">();
    signal.addEventListener("abort", () => late.resolve("late"), { once: true });
    using _timer = later(deadlineMs, () => deadline.abort());
    const asked = (async () => provider.collect(turn, signal))().catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error, slot }, "a provider of context failed");
      return "failed" as const;
    });
    const result = await Promise.race([asked, late.promise]);
    stopped.throwIfAborted();
    if (typeof result !== "string") return { slot, heading, items: result.map((item) => screened(slot, item)), outcome: "in_time" };
    return { slot, heading, items: (provider.fallback?.(turn) ?? []).map((item) => screened(slot, item)), outcome: result };
  };
  return (turn: TurnInput, signal: AbortSignal): Promise<readonly Collected[]> =>
    Promise.all(providers.map((provider) => ask(provider, turn, signal)));
}
