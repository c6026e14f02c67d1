import type { Role } from "../../security/policy/policy-input.ts";
import type { Origin } from "../../security/provenance/provenance.ts";
import type { Sensitivity } from "../../security/redaction/sensitivity.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Evidence, Fact, FactCategory, FactSource, Scope } from "../../storage/facts/fact-row.ts";

/** Whom a model finds a fact to be about. */
export const SUBJECTS = ["self", "house", "other", "none"] as const;
export const POLARITIES = ["affirmed", "negated"] as const;
/** How a model finds it to be said. */
export const MODALITIES = ["stated", "hypothetical", "past", "quoted"] as const;

/** What a model says of how a value was told. What it leaves out is checked all the same. */
export interface Claim {
  readonly subject?: (typeof SUBJECTS)[number] | undefined;
  readonly polarity?: (typeof POLARITIES)[number] | undefined;
  readonly modality?: (typeof MODALITIES)[number] | undefined;
  /** The part of the message that says it, letter by letter. */
  readonly quote?: string | undefined;
}

/** What a learner or a tool offers to be remembered. */
export interface ProposedFact {
  readonly scope: Scope;
  readonly category: FactCategory;
  /** Any words; they are brought into one form. */
  readonly key: string;
  /** In the words of the person. */
  readonly value: string;
  readonly source: FactSource;
  /** The worst of what it rests on. */
  readonly origin: Origin;
  readonly evidence: readonly Evidence[];
  /** 0 to 1 */
  readonly confidence: number;
  /** BCP 47; empty if nobody knows. */
  readonly language: string;
  /** How long it is true at most. */
  readonly ttlMs?: number | undefined;
  /** A model's opinion: it may only raise what the rules say. */
  readonly sensitivity?: Sensitivity | undefined;
  /** What the person said in their own words; what is not in them was not said by them. Not for what was observed. */
  readonly said?: string | undefined;
  /** What a model says of how it was said; code checks it. */
  readonly claim?: Claim | undefined;
  /** Who said it. */
  readonly toldBy?: string | undefined;
}

/** Why nothing was stored. `outranked`: what is known is surer, or was said since. */
export type RejectReason = "secret" | "trivial" | "recalled" | "refused" | "invalid" | "stranger" | "outranked";

export type Learned =
  | { readonly outcome: "stored"; readonly fact: Fact }
  | { readonly outcome: "merged" | "superseded"; readonly fact: Fact; readonly before: Fact }
  /** Something told says otherwise: that stands, and the proposal waits for the person (`waiting`; asked before if `asked`). */
  | {
      readonly outcome: "contradiction";
      readonly fact: Fact;
      readonly proposed: ProposedFact;
      readonly waiting: Fact;
      readonly asked: boolean;
    }
  | { readonly outcome: "quarantined"; readonly fact: Fact; readonly asked: boolean }
  | { readonly outcome: "rejected"; readonly reason: RejectReason };

/** Who wants to know, and whether others read along. */
export interface Asker {
  readonly personId: string;
  readonly role: Role;
  readonly isPrivate: boolean;
}

/** A fact that was called to mind, the best first. */
export interface Recalled {
  readonly fact: Fact;
  /** How well it fits; higher is better. */
  readonly score: number;
}

/** Who wants something forgotten, and the turn and the chat in which they say so, if there is one. */
export interface Forgetter {
  readonly personId: string;
  readonly turnId?: string | undefined;
  readonly chat?: Chat | undefined;
}

export interface Memory {
  /** Applies the rules to one proposal. The same proposal of the same turn counts once. Never rejects for want of vectors. */
  learn(proposed: ProposedFact, now: number): Promise<Learned>;
  /**
   * The same for all that was said at a time (ms), by somebody who has the model's idle time, in one commit: `commit` runs the work in its
   * transaction, or does not and is false; then nothing is learned (undefined).
   */
  learnAll(
    proposed: readonly ProposedFact[],
    saidAt: number,
    options: { readonly signal: AbortSignal; readonly commit: (work: () => void) => boolean },
  ): Promise<readonly Learned[] | undefined>;
  /**
   * A person puts a fact right: it supersedes, and ends when the old one did. With `said`, the message a model read it in: if that does not tell
   * it of the person, it waits for their yes. With `instead`, of the things that the fact lists only these: the others stay. Undefined if there is
   * no such valid fact.
   */
  correct(
    factId: number,
    value: string,
    by: {
      readonly personId: string;
      readonly evidence: readonly Evidence[];
      readonly said?: string | undefined;
      readonly claim?: Claim | undefined;
      readonly instead?: string | undefined;
    },
    now: number,
  ): Learned | undefined;
  /**
   * A person says yes to what waits, or says with `typed` what is right instead: that is told from now on, as long as it was said to be true.
   * Undefined if it does not wait, or is over. What is rejected changes nothing.
   */
  confirm(factId: number, by: string, now: number, typed?: string): Learned | undefined;
  /** A person says no: it is kept as refused, without its words, and not learned again. False if there is no such fact. */
  refuse(factId: number, now: number): boolean;
  /**
   * Removes facts with their words, vectors and what they superseded. With who wants it: what was said about them goes too, and a habit that
   * one tells is refused. Returns how many.
   */
  forget(factIds: readonly number[], by?: Forgetter): number;
  /** The same for some of the things that a fact lists: what is left of it stays known (undefined: there is no such fact, or nothing is left). */
  forgetItems(factId: number, items: string, by: Forgetter): Fact | undefined;
  /** Takes from the disk what was said to end, and has ended: what it had taken the place of is valid again. Returns how many. */
  dropOver(now: number): number;
  /** Makes what is valid again, because what took its place was erased, to be found again. */
  comeBack(): void;
  get(factId: number): Fact | undefined;
  /** What is valid and may be told to the asker, the most important first. */
  visibleTo(asker: Asker, now: number): readonly Fact[];
  /** What waits for the person's yes. */
  waitingFor(personId: string): readonly Fact[];
  /** What fits a question. By words at once; by meaning too if the model answers in time. */
  recall(
    query: string,
    asker: Asker,
    options: { readonly limit: number; readonly now: number; readonly signal: AbortSignal },
  ): Promise<readonly Recalled[]>;
}
