import type { OutboxItem } from "../storage/turns/outbox.ts";

/** What became of one attempt to show an item. */
export type Delivered =
  /** All of it is shown. `last` is the last part (from 0) and its message; left out by edits and by channels without message ids. */
  | { readonly kind: "sent"; readonly last?: { readonly part: number; readonly messageId: string } }
  /** Not now; try again no sooner than `afterMs` from now. An attempt that was not made does not make the next one wait longer. */
  | { readonly kind: "later"; readonly afterMs: number; readonly why: string; readonly untried?: true }
  /** It is a picture that cannot be had now: the sentence for that is shown in its place. */
  | { readonly kind: "no-picture" }
  /** It can never be shown. */
  | { readonly kind: "failed"; readonly why: string };

/** Told of each part (from 0) that was shown, except the last, so that it is not shown again after a crash. */
export type PartSent = (part: number, messageId: string) => void;

/** One way in and out of the house: an outside protocol on the one side, turns and the outbox on the other. */
export interface Channel {
  readonly name: string;
  /** Begins to take messages in, until the signal aborts. Resolves at once; trouble later is the channel's own to mend. */
  start(signal: AbortSignal): Promise<void>;
  /** Shows one item, or what is left of it. May wait as long as its outside is away; stops when the signal aborts. */
  deliver(item: OutboxItem, partSent: PartSent, signal: AbortSignal): Promise<Delivered>;
}
