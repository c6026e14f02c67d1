import type { ServiceCall } from "./services.ts";

/** A question about states that was recognised: what is asked of which entities. */
export interface StateQuestion {
  readonly entityIds: readonly string[];
  /** The state asked about (`locked`, `on`, `open`), for yes/no and "which" questions; undefined asks "what is it". */
  readonly state: string | undefined;
  /** True if one thing was named; false for "are any / which … in the kitchen". */
  readonly named: boolean;
  /** The attribute asked for, if not the state: `current_temperature`. */
  readonly attribute: string | undefined;
}

export type RecognisedPart =
  | { readonly kind: "action"; readonly call: ServiceCall }
  | { readonly kind: "question"; readonly question: StateQuestion };

export type Recognition =
  | { readonly hit: true; readonly parts: readonly RecognisedPart[]; readonly intents: readonly string[] }
  /** `reason` is for the log and the record of the turn only. */
  | {
      readonly hit: false;
      readonly reason: "off" | "absent" | "no_match" | "ambiguous" | "unknown_intent" | "custom_sentence" | "partial" | "error";
    };

/** Home Assistant's own sentence matcher, asked what it would do, without doing it. Never throws. */
export interface Recogniser {
  recognise(text: string, language: string, signal?: AbortSignal): Promise<Recognition>;
}
