import type { ScriptedAnswer } from "../tests/fakes/model-server.ts";

/** The people of a conversation's household by their roles. */
export const WHO = ["owner", "adult", "child", "guest"] as const;
export type Who = (typeof WHO)[number];
/** Each writes in a chat of their own, or in the one of all. */
export type Chat = Who | "group";

/**
 * What the scripted model does with one request. `recall`: it says what it was given of the person, and if that is nothing, looks it up and
 * says what it finds.
 */
export type ModelMove = ScriptedAnswer | "recall";

/** One thing that happens in a conversation of several days. */
export type Step =
  | {
      readonly kind: "says";
      readonly who: Who;
      readonly text: string;
      readonly in?: "group";
      /** One move a request; a model that is asked more often says something that means nothing. */
      readonly model?: readonly ModelMove[];
      /** Each has to reach the model of this turn, and then the person. */
      readonly hears?: readonly string[];
      /** None of these may reach either. */
      readonly neverHears?: readonly string[];
      /** The question that comes with it is answered by this button. */
      readonly presses?: string;
    }
  | { readonly kind: "days"; readonly days: number }
  /** A text that somebody outside the house wrote appears on the TV. */
  | { readonly kind: "screen"; readonly text: string };

/** What the scripted model finds in a message when it reads that again in its idle time, as it is asked to answer. */
export interface Finding {
  readonly about: string;
  readonly category: string;
  readonly key: string;
  readonly value: string;
  readonly quote: string;
  readonly sensitivity: string;
}

/** A fact that is to be known at the end: of whom, and what its value holds. */
export interface Kept {
  readonly of: Who | "house" | "room";
  readonly value: string;
}

/** One conversation with what has to come of it. */
export interface MemoryCase {
  readonly id: string;
  readonly kind: string;
  /** BCP 47, of everybody. */
  readonly language: string;
  readonly steps: readonly Step[];
  /** By what was said; in every other message it finds nothing. */
  readonly finds: Readonly<Record<string, readonly Finding[]>>;
  /** Everything else that is known of people and the house at the end is junk. */
  readonly keeps: readonly Kept[];
  /** What belongs to one person and is for nobody else. */
  readonly private: readonly { readonly of: Who; readonly value: string }[];
  /** What was forgotten: `facts`, no fact holds it any more; `files`, no byte of the service's files does. */
  readonly gone: readonly { readonly value: string; readonly from: "facts" | "files" }[];
}

/** True if a text holds a value as whole words, in any case. */
export function holds(text: string, value: string): boolean {
  const escaped = value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{N}])`, "iu").test(text);
}
